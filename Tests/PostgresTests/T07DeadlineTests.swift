import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Postgres

/// 7. A caller whose time is up gets its error in time, whatever the loop is doing.
@Suite(.timeLimit(.minutes(30))) struct T07DeadlineTests {
    @Test func `up while it waits for a connection, nothing is sent`() async throws {
        try await withProxy(.init(isMute: true)) { _, client async throws in
            let start = ContinuousClock.now

            let error = await failure { () throws(PostgresError) in
                try await client.execute(command("SELECT \(1)"), timeout: .milliseconds(50))
            }

            #expect(error?.deadlineSent == false)
            // Without a deadline it would wait for as long as connecting may take, which is five seconds.
            #expect(start.duration(to: .now) < .seconds(4.5))
        }
    }

    @Test func `up while it is on the wire, its outcome is unknown and its neighbour answers`() async throws {
        try await withEmptyDatabase {
            $0.connections = .init(read: 1, write: 1, slow: 1, leased: 1)
        } _: { database async throws in
            _ = try await database.all(value(Int.self, on: .write, "SELECT \(1)", named: "warm.up"))
            let start = ContinuousClock.now
            async let late = failure { () throws(PostgresError) in
                try await database.execute(command("SELECT pg_sleep(3)"), timeout: .milliseconds(50))
            }
            async let neighbour = database.one(value(Int.self, on: .write, "SELECT \(3)", named: "neighbour"))

            #expect(await late?.deadlineSent == true)
            #expect(start.duration(to: .now) < .milliseconds(2_500))
            #expect(try await neighbour == 3)
        }
    }

    @Test(arguments: [Duration.zero, .seconds(-5)])
    func `up before it begins, nothing is sent`(timeout: Duration) async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: "CREATE TABLE note (id int8)")

            let error = await failure { () throws(PostgresError) in
                try await database.execute(command("INSERT INTO note (id) VALUES (\(1))"), timeout: timeout)
            }

            #expect(error?.deadlineSent == false)
            #expect(try await database.one(value(Int.self, "SELECT count(*) FROM note")) == 0)
        }
    }

    @Test func `up while the loop is busy with others`() async throws {
        try await withEmptyDatabase { database async throws in
            let busy = Task {
                await withTaskGroup { group in
                    for number in 0..<16 {
                        group.addTask {
                            while !Task.isCancelled {
                                _ = try? await database.all(
                                    value(Int.self, "SELECT \(number)", named: "busy.read"))
                            }
                        }
                    }
                }
            }
            _ = try await database.all(value(Int.self, on: .slow, "SELECT \(1)", named: "warm.up"))
            let start = ContinuousClock.now

            let error = await failure { () throws(PostgresError) in
                try await database.all(
                    value(String.self, on: .slow, "SELECT pg_sleep(20)::text"), timeout: .seconds(1))
            }

            #expect(error?.deadlineSent == true)
            #expect(start.duration(to: .now) < .seconds(6))
            busy.cancel()
            await busy.value
        }
    }

    @Test func `a statement in a transaction that is late is stopped, and the transaction rolled back`()
        async throws
    {
        try await withEmptyDatabase { database async throws in
            let error = await #expect(throws: PostgresError.self) {
                try await database.transaction { transaction in
                    try await transaction.execute(command("SELECT pg_sleep(20)"), timeout: .milliseconds(50))
                }
            }

            #expect(error?.deadlineSent == true)
            let count = try await database.transaction { transaction in
                try await transaction.one(value(Int.self, "SELECT \(5)"))
            }
            #expect(count == 5)
        }
    }

    @Test func `waiting for a server that does not answer costs no processor time`() async throws {
        let proxy = try HostileProxy(.init(isMute: true))
        defer { proxy.stop() }
        let configuration = try proxy.configuration()
        let inbox = Inbox()
        let used = Mutex(Duration.zero)
        let thread = BackgroundThread("quiet") {
            Loop(configuration, inbox: inbox, logger: .forTests).run()
            let ran = try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)
            let nanoseconds = ran?.split(separator: " ").first.flatMap { Int64($0) }
            used.withLock { $0 = .nanoseconds(nanoseconds ?? .max) }
        }
        let requests = [Request.Destination.lane(.read), .lane(.write), .newLease].map {
            Request([], to: $0, deadline: .now + .seconds(1), isAbandonable: true)
        }

        let errors = await withTaskGroup { group in
            for request in requests {
                group.addTask {
                    await withCheckedContinuation { caller in
                        if request.arm(caller) { inbox.submit(request) }
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        inbox.stop()
        await thread.join()

        #expect(errors.count == 3)
        #expect(used.withLock { $0 } < .milliseconds(200))
    }
}
