import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Postgres

/// 13. A connection is lent to one transaction at a time, in the order in which they asked, and comes back clean.
@Suite(.timeLimit(.minutes(30))) struct T13LeaseTests {
    private struct ChangedMind: Error {}

    private func withOneConnection(_ test: (PostgresClient) async throws -> Void) async throws {
        try await withEmptyDatabase {
            $0.connections = .init(read: 1, write: 1, slow: 1, leased: 1)
        } _: { database async throws in
            try await database.run(script: "CREATE TABLE note (id int8 PRIMARY KEY)")
            try await test(database)
        }
    }

    private func add(_ id: Int) -> Command {
        command("INSERT INTO note (id) VALUES (\(id))", named: "note.add")
    }

    /// Takes the connection, says so, and keeps it until the gate opens.
    private func hold(_ database: PostgresClient, _ order: Log, _ gate: Turnstile) -> Task<Void, any Error> {
        Task {
            try await database.transaction { _ in
                order.add(0)
                await gate.pass()
            }
        }
    }

    private final class Log: Sendable {
        private let state = Mutex<[Int]>([])

        var entries: [Int] { state.withLock { $0 } }

        func add(_ entry: Int) { state.withLock { $0.append(entry) } }
    }

    @Test(arguments: [false, true])
    func `nothing is committed without what is required, whatever becomes of the error`(
        inOneStep: Bool
    ) async throws {
        try await withOneConnection { database async throws in
            let caught = Mutex(0)
            let error = await #expect(throws: PostgresError.self) {
                try await database.transaction { transaction in
                    transaction.require(value(Int.self, "SELECT 1 WHERE false", named: "note.required")) {
                        _ in
                    }
                    for id in 1...2 {
                        do {
                            try await transaction.execute(add(id))
                        } catch {
                            caught.withLock { $0 += 1 }
                        }
                    }
                    if inOneStep {
                        _ = try await transaction.commit(
                            after: value(Int.self, "SELECT 1", named: "note.last"))
                    }
                }
            }

            #expect(caught.withLock { $0 } == 2)
            if case .rowCount(0, query: "note.required") = error {} else { Issue.record("\(error as Any)") }
            #expect(try await database.run(script: "SELECT count(*) FROM note") == [["0"]])
        }
    }

    @Test func `a body that throws is rolled back, and the connection serves the next`() async throws {
        try await withOneConnection { database async throws in
            let hooks = Mutex(0)
            await #expect(throws: ChangedMind.self) {
                try await database.transaction { transaction in
                    transaction.afterCommit { hooks.withLock { $0 += 1 } }
                    try await transaction.execute(add(1))
                    throw ChangedMind()
                }
            }

            try await database.transaction { transaction in
                transaction.afterCommit { hooks.withLock { $0 += 10 } }
                try await transaction.execute(add(2))
                #expect(hooks.withLock { $0 } == 0)
            }

            #expect(hooks.withLock { $0 } == 10)
            #expect(try await database.all(value(Int.self, "SELECT id FROM note")) == [2])
        }
    }

    @Test func `a statement that fails ends the transaction, even when the body goes on`() async throws {
        try await withOneConnection { database async throws in
            let error = await #expect(throws: PostgresError.self) {
                try await database.transaction { transaction in
                    try await transaction.execute(add(1))
                    _ = await failure { () throws(PostgresError) in try await transaction.execute(add(1)) }
                    try await transaction.execute(add(2))
                }
            }

            #expect(error?.sqlState == "25P02")
            #expect(try await database.one(value(Int.self, "SELECT count(*) FROM note")) == 0)
        }
    }

    @Test func `those who wait are served in the order in which they came`() async throws {
        try await withOneConnection { database async throws in
            let order = Log()
            let gate = Turnstile(2)
            let holder = hold(database, order, gate)
            try await until { order.entries == [0] }
            var waiters: [Task<Void, any Error>] = []
            for number in 1...5 {
                waiters.append(
                    Task {
                        try await database.transaction { _ in order.add(number) }
                    })
                try await until { try await database.waitingForConnection() == number }
            }

            await gate.pass()
            try await holder.value
            for waiter in waiters { try await waiter.value }

            #expect(order.entries == [0, 1, 2, 3, 4, 5])
        }
    }

    @Test func `transactions of one person leave connections to others`() async throws {
        try await withEmptyDatabase {
            $0.connections = .init(read: 1, write: 1, slow: 1, leased: 4)
        } _: { database async throws in
            let order = Log()
            let gate = Turnstile(2)
            let busy = LeaseShare(of: "busy", divisor: 4)
            let holder = LeaseShare.$current.withValue([busy]) { hold(database, order, gate) }
            try await until { order.entries == [0] }
            let waiters = LeaseShare.$current.withValue([busy]) {
                (1...8).map { number in
                    Task { try await database.transaction { _ in order.add(number) } }
                }
            }
            try await until { try await database.waitingForConnection() == 8 }

            try await LeaseShare.$current.withValue([LeaseShare(of: "other", divisor: 4)]) {
                try await database.transaction { _ in order.add(9) }
            }
            #expect(order.entries == [0, 9])
            await gate.pass()
            try await holder.value
            for waiter in waiters { try await waiter.value }
            #expect(order.entries.count == 10)
        }
    }

    @Test func `one who waits may leave, and one whose time is up must`() async throws {
        try await withOneConnection { database async throws in
            let order = Log()
            let gate = Turnstile(2)
            let holder = hold(database, order, gate)
            try await until { order.entries == [0] }
            let leaving = Task { try await database.transaction { _ in Issue.record("it was lent") } }
            try await until { try await database.waitingForConnection() == 1 }

            leaving.cancel()

            await #expect { try await leaving.value } throws: {
                ($0 as? PostgresError)?.cancelledSent == false
            }
            await #expect {
                try await database.transaction(timeout: .milliseconds(100)) { _ in Issue.record("it was lent")
                }
            } throws: {
                ($0 as? PostgresError)?.deadlineSent == false
            }
            await gate.pass()
            try await holder.value
            try await database.transaction { try await $0.execute(add(1)) }
        }
    }

    @Test func `commands before a query go with it, each seeing what those before it did`() async throws {
        try await withOneConnection { database async throws in
            let count = value(Int.self, "SELECT count(*) FROM note", named: "note.count")
            let (first, second) = try await database.transaction { transaction in
                (
                    try await transaction.all(count, after: [add(1), add(2)]),
                    try await transaction.all(count, after: [add(3)])
                )
            }

            #expect(first == [2] && second == [3])
        }
    }

    @Test(arguments: [[1, 1, 2], [1, 2, 2]])
    func `of commands before a query the first that fails is the error, and nothing is left`(
        _ ids: [Int]
    ) async throws {
        try await withOneConnection { database async throws in
            let count = value(Int.self, "SELECT count(*) FROM note", named: "note.count")
            let error = await #expect(throws: PostgresError.self) {
                try await database.transaction { try await $0.all(count, after: ids.map(add)) }
            }

            #expect(error?.sqlState == "23505")
            #expect(try await database.one(count) == 0)
            try await database.transaction { try await $0.execute(add(1)) }
            #expect(try await database.one(count) == 1)
        }
    }

    @Test func `a transaction whose first statement fails has begun and is rolled back`() async throws {
        try await withOneConnection { database async throws in
            let process = value(Int.self, on: .write, "SELECT pg_backend_pid()::int8", named: "test.pid")
            let first = try await database.transaction { try await $0.one(process) }
            await #expect(throws: PostgresError.self) {
                try await database.transaction { transaction in
                    try await transaction.execute(command("SELECT 1 / 0", named: "rude.division"))
                }
            }
            let second = try await database.transaction { try await $0.one(process) }

            #expect(first == second)
        }
    }

    @Test func `the transaction begins before its first statement, whatever that is`() async throws {
        try await withOneConnection { database async throws in
            try await database.transaction { transaction in
                try await transaction.execute(add(1))
                // Its own work is not visible to others yet.
                #expect(try await database.one(value(Int.self, "SELECT count(*) FROM note")) == 0)
            }
        }
    }

    @Test func `a connection that is not at rest is closed`() async throws {
        try await withOneConnection { database async throws in
            let process = value(Int.self, on: .write, "SELECT pg_backend_pid()::int8", named: "test.pid")
            let first = try await database.transaction { transaction in
                try await transaction.execute(command("COMMIT", named: "rude.commit"))
                try await transaction.execute(command("BEGIN", named: "rude.begin"))
                try await transaction.execute(command("COMMIT", named: "rude.commit"))
                let process = try await transaction.one(process)
                // The transaction's own COMMIT finds none; this one stays open behind it.
                try await transaction.execute(command("BEGIN", named: "rude.begin"))
                try await transaction.execute(command("SAVEPOINT a", named: "rude.savepoint"))
                return process
            }
            let second = try await database.transaction { try await $0.one(process) }

            // It was committed after all, so it is at rest.
            #expect(first == second)

            let lease = try await database.lease(deadline: .now + .seconds(5))
            let begin = Request(
                [database.statements.bind("rude.begin", "BEGIN")], to: .lease(lease),
                deadline: .now + .seconds(5), isAbandonable: false)
            _ = try await database.results(of: begin)
            database.release(lease)
            let third = try await database.transaction { try await $0.one(process) }

            #expect(third != second)
        }
    }

    @Test func `statements at the same time in one transaction run one after the other`() async throws {
        try await withOneConnection { database async throws in
            try await database.transaction { transaction in
                try await withThrowingTaskGroup { group in
                    for id in 1...20 { group.addTask { try await transaction.execute(self.add(id)) } }
                    try await group.waitForAll()
                }
            }

            #expect(try await database.one(value(Int.self, "SELECT count(*) FROM note")) == 20)
        }
    }

    @Test func `a transaction can be read only for what it sees`() async throws {
        try await withOneConnection { database async throws in
            try await database.transaction(isolation: .repeatableRead) { transaction in
                let before = try await transaction.one(
                    value(Int.self, "SELECT count(*) FROM note", named: "note.count"))
                try await database.execute(add(1))
                let after = try await transaction.one(
                    value(Int.self, "SELECT count(*) FROM note", named: "note.count"))
                #expect(before == after)
            }
        }
    }
}
