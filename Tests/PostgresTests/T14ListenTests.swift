import Foundation
import TestSupport
import Testing

@testable import Postgres

/// 14. A listener gets every notification, or learns that it may have missed some.
@Suite(.timeLimit(.minutes(30))) struct T14ListenTests {
    private func notify(_ channel: String, _ payload: String, _ database: PostgresClient) async throws {
        try await database.execute(command("SELECT pg_notify(\(channel), \(payload))", named: "test.notify"))
    }

    @Test func `notifications come in order, after a gap that says from when`() async throws {
        try await withEmptyDatabase { database async throws in
            var notifications = database.listen(["dinner", "odd \"name\""]).makeAsyncIterator()
            #expect(await notifications.next() == .gap)

            for number in 1...50 { try await notify("dinner", "\(number)", database) }
            try await notify("odd \"name\"", "", database)

            for number in 1...50 {
                #expect(await notifications.next() == .message(channel: "dinner", payload: "\(number)"))
            }
            #expect(await notifications.next() == .message(channel: "odd \"name\"", payload: ""))
        }
    }

    @Test func `a broken connection is replaced and the gap reported`() async throws {
        try await withEmptyDatabase { database async throws in
            let name = try #require(database.databaseName)
            var notifications = database.listen(["dinner"]).makeAsyncIterator()
            #expect(await notifications.next() == .gap)

            try await withKiller { killer in
                try await killer.run(
                    script: """
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                         WHERE datname = '\(name)' AND query LIKE 'LISTEN%'
                        """)
            }

            #expect(await notifications.next() == .gap)
            try await notify("dinner", "after", database)
            #expect(await notifications.next() == .message(channel: "dinner", payload: "after"))
        }
    }

    @Test func `a connection that went silent is found by its heartbeat`() async throws {
        // Enough for a start and the LISTEN; then the server says nothing any more.
        try await withProxy(.init(answersAtMost: 600)) { proxy, client async throws in
            let notifications = client.listen(
                ["dinner"], heartbeat: .init(interval: .milliseconds(50), limit: .milliseconds(200)))
            var iterator = notifications.makeAsyncIterator()
            #expect(await iterator.next() == .gap)

            proxy.behave(.init())

            #expect(await iterator.next() == .gap)
            #expect(proxy.accepted >= 2)
        }
    }

    @Test func `a slow reader loses notifications, is told so, and grows no memory`() async throws {
        try await withEmptyDatabase { database async throws in
            var notifications = database.listen(["dinner"]).makeAsyncIterator()
            #expect(await notifications.next() == .gap)

            try await database.execute(
                command("SELECT count(pg_notify('dinner', n::text)) FROM generate_series(1, 5000) AS n"))
            try await notify("dinner", "last", database)

            var heard: [Notifications.Event] = []
            repeat {
                heard.append(try #require(await notifications.next()))
            } while heard.last != .message(channel: "dinner", payload: "last")
            #expect(heard.count <= 5_002)
            if heard.count < 5_001 { #expect(heard.contains(.gap)) }
        }
    }

    @Test func `a full mailbox says that something was lost, then what came after`() async {
        let queue = NotificationQueue()
        for number in 0..<(NotificationQueue.capacity + 10) {
            queue.enqueue(.message(channel: "dinner", payload: "\(number)"))
        }

        #expect(await queue.next() == .gap)
        for number in NotificationQueue.capacity..<(NotificationQueue.capacity + 10) {
            #expect(await queue.next() == .message(channel: "dinner", payload: "\(number)"))
        }
        queue.close()
        #expect(await queue.next() == nil)
    }

    @Test func `it ends with its client, and with its reader's task`() async throws {
        try await withEmptyDatabase { database async throws in
            let first = database.listen(["dinner"])
            let reader = Task {
                var count = 0
                for await _ in first { count += 1 }
                return count
            }
            try await until { try await database.listeners() == 1 }
            reader.cancel()
            _ = await reader.value

            let second = Task {
                for await _ in database.listen(["lunch"]) {}
            }
            try await until { try await database.listeners() > 0 }
            await database.stop()
            await second.value
        }
    }
}
