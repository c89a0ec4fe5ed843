import Foundation
import ServiceLifecycle
import TestSupport
import Testing

@testable import Postgres

/// 15. Shutdown resumes every caller, ends the thread and leaves no descriptor.
@Suite(.timeLimit(.minutes(30))) struct T15ShutdownTests {
    @Test func `what is in flight is answered, what waits is refused, and nothing is left`() async throws {
        try await withProxy(.init()) { proxy, client async throws in
            let inFlight = Task {
                try await client.execute(command("SELECT pg_sleep(2)", named: "stop.write"))
            }
            try await client.waitUntilStarted("stop.write")
            let transaction = Task {
                try await client.transaction { transaction in
                    while true {
                        try await transaction.execute(command("SELECT \(1)", named: "stop.transaction"))
                    }
                }
            }
            try await until { proxy.open >= 2 }

            await client.stop()

            #expect(try await inFlight.value == 1)
            await #expect(throws: PostgresError.self) { try await transaction.value }
            let error = await failure { () throws(PostgresError) in
                try await client.execute(command("SELECT \(1)"))
            }
            #expect(error?.isShutdown == true)
            try await until { proxy.open == 0 }
        }
    }

    @Test func `what waits for a connection is refused`() async throws {
        try await withProxy(.init(isMute: true)) { proxy, client async throws in
            let waiting = (0..<50).map { number in
                Task {
                    await failure { () throws(PostgresError) in
                        try await client.all(value(Int.self, "SELECT \(number)", named: "stop.read"))
                    }
                }
            }
            let lease = Task { try await client.transaction { _ in } }
            try await until { proxy.accepted >= 2 }

            await client.stop()

            for task in waiting { #expect(await task.value?.isShutdown == true) }
            await #expect { try await lease.value } throws: { ($0 as? PostgresError)?.isShutdown == true }
            try await until { proxy.open == 0 }
        }
    }

    @Test func `an unused client stops, and so does one that is stopped twice`() async throws {
        let client = PostgresClient(try TestServer.configuration(), logger: .forTests)
        await client.stop()
        await client.stop()

        let other = PostgresClient(try TestServer.configuration(), logger: .forTests)
        other.start()
        await other.stop()
        await other.stop()
    }

    @Test func `a client that nobody holds ends by itself`() async throws {
        try await withProxy(.init()) { proxy, _ async throws in
            weak var inbox: Inbox?
            do {
                let client = PostgresClient(try proxy.configuration(), logger: .forTests)
                #expect(try await client.one(value(Int.self, "SELECT \(1)")) == 1)
                inbox = client.inbox
                #expect(inbox != nil)
            }

            try await until { inbox == nil && proxy.open == 0 }
        }
    }

    @Test func `as a service it ends at graceful shutdown`() async throws {
        let client = PostgresClient(try TestServer.configuration(), logger: .forTests)
        let group = ServiceGroup(services: [client], logger: .forTests)
        let running = Task { try await group.run() }
        #expect(try await client.one(value(Int.self, "SELECT \(1)")) == 1)

        await group.triggerGracefulShutdown()
        try await running.value

        let error = await failure { () throws(PostgresError) in
            try await client.execute(command("SELECT \(1)"))
        }
        #expect(error?.isShutdown == true)
    }
}
