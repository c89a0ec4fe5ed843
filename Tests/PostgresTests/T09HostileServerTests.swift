import Foundation
import Postgres
import TestSupport
import Testing

/// 9. A server that misbehaves costs its callers their answer, in time, and nothing else.
@Suite(.timeLimit(.minutes(30))) struct T09HostileServerTests {
    @Test func `messages that come byte by byte are understood`() async throws {
        try await withProxy(.init(dripsAnswers: true)) { _, client async throws in
            let long = String(repeating: "ü", count: 500)

            #expect(try await client.one(value(String.self, "SELECT \(long)", named: "drip.text")) == long)
            let error = await failure { () throws(PostgresError) in
                try await client.execute(command("SELECT 1 / \(0)", named: "drip.error"))
            }
            #expect(error?.sqlState == "22012")
            let sum = try await client.transaction { transaction in
                try await transaction.one(value(Int.self, "SELECT count(*) FROM generate_series(1, 100)"))
            }
            #expect(sum == 100)
        }
    }

    @Test func `a server that accepts and says nothing is left when time is up`() async throws {
        try await withProxy(.init(isMute: true)) { _, client async throws in
            let start = ContinuousClock.now

            let error = await failure { () throws(PostgresError) in
                try await client.all(value(Int.self, "SELECT \(1)"), timeout: .milliseconds(200))
            }

            #expect(error?.deadlineSent == false)
            #expect(start.duration(to: .now) < .seconds(30))
        }
    }

    @Test func `a server that stops answering is taken for dead, and another connection is made`()
        async throws
    {
        try await withProxy(.init(answersAtMost: 700)) {
            $0.statementTimeouts.write = .milliseconds(200)
        } _: { proxy, client async throws in
            let long = String(repeating: "x", count: 5_000)
            let query = value(String.self, on: .write, "SELECT \(long)", named: "dead.read")
            let error = await failure { () throws(PostgresError) in
                try await client.all(query, timeout: .seconds(4))
            }
            #expect(error?.deadlineSent == true)

            proxy.behave(.init())

            #expect(try await client.one(query, timeout: .seconds(60)) == long)
            #expect(proxy.accepted >= 2)
        }
    }

    @Test func `a server that stops reading is left when time is up, and memory stays bounded`() async throws
    {
        try await withProxy(.init(readsAtMost: 100_000)) {
            $0.statementTimeouts.write = .milliseconds(200)
        } _: { proxy, client async throws in
            let bytes = [UInt8](repeating: 7, count: 1 << 20)
            let write = command("SELECT length(\(bytes))", named: "deaf.write")
            let errors = await withTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        await failure { () throws(PostgresError) in
                            try await client.execute(write, timeout: .milliseconds(500))
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            // Two fill the bound of bytes that were handed to libpq; the others were never sent.
            #expect(errors.allSatisfy { $0?.deadlineSent != nil })
            #expect(errors.count { $0?.deadlineSent == true } <= 2)

            proxy.behave(.init())

            #expect(try await client.execute(write, timeout: .seconds(60)) == 1)
        }
    }

    @Test func `a server that closes after any number of bytes costs one connection`() async throws {
        try await withProxy(.init()) { proxy, client async throws in
            let query = value(Int.self, on: .write, "SELECT \(9)", named: "cut.read")
            for count in stride(from: 1, through: 760, by: 13) {
                proxy.behave(.init(closesAfterAnswering: count))
                _ = await failure { () throws(PostgresError) in
                    try await client.all(query, timeout: .milliseconds(60))
                }
            }

            proxy.behave(.init())

            // A connection that was made before is cut within so many answers.
            for _ in 0..<20 {
                _ = await failure { () throws(PostgresError) in
                    try await client.all(query, timeout: .seconds(20))
                }
            }
            #expect(try await client.one(query) == 9)
        }
    }
}
