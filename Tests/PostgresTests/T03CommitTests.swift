import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Postgres

/// 3. What goes wrong at the commit reaches the caller whose commit it was.
@Suite(.timeLimit(.minutes(30))) struct T03CommitTests {
    private let parentAndChild = """
        CREATE TABLE parent (id int8 PRIMARY KEY);
        CREATE TABLE child (
            parent_id int8 CONSTRAINT child_has_parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED
        );
        """

    @Test func `a deferred constraint fails its own statement only`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: parentAndChild)
            let statements: [(Lane, [SQL])] = [
                (.write, ["INSERT INTO parent (id) VALUES (\(1))"]),
                (.write, ["INSERT INTO child (parent_id) VALUES (\(404))"]),
                (.write, ["INSERT INTO child (parent_id) VALUES (\(1))"]),
                (.write, ["SELECT \(1)"]),
            ]

            let answers = await drained(alone(database.configuration), statements)

            #expect(answers.map(\.word) == ["ok", "23503", "ok", "ok"])
            #expect(try await database.all(value(Int.self, "SELECT parent_id FROM child")) == [1])
        }
    }

    @Test func `a deferred constraint fails its own transaction`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: parentAndChild)

            await #expect(throws: PostgresError.self) {
                try await database.transaction { transaction in
                    try await transaction.execute(command("INSERT INTO child (parent_id) VALUES (\(404))"))
                }
            }

            #expect(try await database.one(value(Int.self, "SELECT count(*) FROM child")) == 0)
        }
    }

    @Test func `a query and the commit share a round trip`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: "CREATE TABLE t (id int8)")
            let commits = Atomic(0)

            let answer = try await database.transaction { transaction in
                transaction.afterCommit { commits.add(1, ordering: .relaxed) }
                let rows = try await transaction.commit(after: inserted(1))
                // Committed already, while the body still runs.
                #expect(try await database.all(value(Int.self, "SELECT id FROM t")) == [1])
                await #expect(throws: PostgresError.self) { try await transaction.all(inserted(2)) }
                await #expect(throws: PostgresError.self) { try await transaction.commit(after: inserted(3)) }
                return rows
            }

            #expect(answer == [1])
            #expect(commits.load(ordering: .relaxed) == 1)
            #expect(try await database.all(value(Int.self, "SELECT id FROM t")) == [1])
        }
    }

    @Test func `what a transaction requires is found before its first statement counts`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: "CREATE TABLE t (id int8); CREATE TABLE pass (id int8)")
            let found = Atomic(0)
            func insert(_ id: Int, inCommit: Bool) async throws -> [Int] {
                try await database.transaction { transaction in
                    transaction.require(value(Int.self, "SELECT id FROM pass")) {
                        found.add($0, ordering: .relaxed)
                    }
                    if inCommit { return try await transaction.commit(after: inserted(id)) }
                    return try await transaction.all(inserted(id))
                }
            }

            for inCommit in [false, true] {
                let error = await #expect(throws: PostgresError.self) {
                    try await insert(1, inCommit: inCommit)
                }
                #expect(error?.sqlState == nil)
            }
            try await database.run(script: "INSERT INTO pass VALUES (7)")
            let first = try await insert(2, inCommit: false)
            let second = try await insert(3, inCommit: true)

            #expect(first == [2] && second == [3])
            #expect(found.load(ordering: .relaxed) == 14)
            #expect(try await database.all(value(Int.self, "SELECT id FROM t ORDER BY id")) == [2, 3])
        }
    }

    @Test func `what throws after the commit takes nothing back`() async throws {
        struct Afterthought: Error {}
        try await withEmptyDatabase { database async throws in
            try await database.run(script: "CREATE TABLE t (id int8)")
            let commits = Atomic(0)

            await #expect(throws: Afterthought.self) {
                try await database.transaction { transaction in
                    transaction.afterCommit { commits.add(1, ordering: .relaxed) }
                    _ = try await transaction.commit(after: inserted(1))
                    throw Afterthought()
                }
            }

            #expect(commits.load(ordering: .relaxed) == 1)
            #expect(try await database.all(value(Int.self, "SELECT id FROM t")) == [1])
        }
    }

    @Test func `a query that fails is not committed, nor what came before it`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: "CREATE TABLE t (id int8 PRIMARY KEY); INSERT INTO t VALUES (1)")

            for _ in 1...2 {
                await #expect(throws: PostgresError.self) {
                    try await database.transaction { transaction in
                        _ = try await transaction.all(inserted(2))
                        _ = try await transaction.commit(after: inserted(1))
                    }
                }
            }

            #expect(try await database.all(value(Int.self, "SELECT id FROM t")) == [1])
        }
    }

    @Test func `a constraint that fails at the shared commit fails the transaction`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: parentAndChild)
            let commits = Atomic(0)

            let error = await #expect(throws: PostgresError.self) {
                try await database.transaction { transaction in
                    transaction.afterCommit { commits.add(1, ordering: .relaxed) }
                    _ = try await transaction.commit(
                        after: value(
                            Int.self, on: .write,
                            "INSERT INTO child (parent_id) VALUES (\(404)) RETURNING parent_id",
                            named: "child.insert"))
                }
            }

            #expect(error?.sqlState == "23503")
            #expect(commits.load(ordering: .relaxed) == 0)
            #expect(try await database.one(value(Int.self, "SELECT count(*) FROM child")) == 0)
        }
    }

    @Test func `a conflict at the shared commit is run again`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(
                script: "CREATE TABLE t (id int8 PRIMARY KEY, n int8); INSERT INTO t VALUES (1, 0)")
            let bothHaveRead = Turnstile(2)

            @Sendable func add() async throws {
                try await database.transaction(isolation: .repeatableRead) { transaction in
                    let n = try await transaction.one(value(Int.self, "SELECT n FROM t", named: "t.read"))
                    await bothHaveRead.pass()
                    _ = try await transaction.commit(
                        after: value(
                            Int.self, on: .write, "UPDATE t SET n = \(n + 1) WHERE id = 1 RETURNING n",
                            named: "t.store"))
                }
            }
            try await both {
                try await add()
            } and: {
                try await add()
            }

            #expect(try await database.all(value(Int.self, "SELECT n FROM t")) == [2])
        }
    }

    private func inserted(_ id: Int) -> Query<Int> {
        value(Int.self, on: .write, "INSERT INTO t (id) VALUES (\(id)) RETURNING id", named: "t.insert")
    }

    @Test func `transactions that cannot be put in an order are run again, whole`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(
                script:
                    "CREATE TABLE shift (doctor text, on_call bool); INSERT INTO shift VALUES ('a', true), ('b', true)"
            )
            let attempts = Atomic(0)
            let commits = Atomic(0)
            let bothHaveRead = Turnstile(2)

            // Each goes off call if another stays: together they would leave no one.
            @Sendable func leave(_ doctor: String) async throws {
                try await database.transaction(isolation: .serializable) { transaction in
                    attempts.add(1, ordering: .relaxed)
                    transaction.afterCommit { commits.add(1, ordering: .relaxed) }
                    let onCall = try await transaction.one(
                        value(Int.self, "SELECT count(*) FROM shift WHERE on_call", named: "shift.count"))
                    await bothHaveRead.pass()
                    guard onCall > 1 else { return }
                    try await transaction.execute(
                        command(
                            "UPDATE shift SET on_call = false WHERE doctor = \(doctor)", named: "shift.leave")
                    )
                }
            }
            try await both {
                try await leave("a")
            } and: {
                try await leave("b")
            }

            #expect(try await database.one(value(Int.self, "SELECT count(*) FROM shift WHERE on_call")) == 1)
            #expect(attempts.load(ordering: .relaxed) >= 3)
            #expect(commits.load(ordering: .relaxed) == 2)
        }
    }

    @Test func `a deadlock is broken and run again`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(
                script: "CREATE TABLE t (id int8 PRIMARY KEY, n int8); INSERT INTO t VALUES (1, 0), (2, 0)")
            let bothHaveOne = Turnstile(2)

            @Sendable func add(_ first: Int, then second: Int) async throws {
                try await database.transaction { transaction in
                    try await transaction.execute(
                        command("UPDATE t SET n = n + 1 WHERE id = \(first)", named: "t.add"))
                    await bothHaveOne.pass()
                    try await transaction.execute(
                        command("UPDATE t SET n = n + 1 WHERE id = \(second)", named: "t.add"))
                }
            }
            try await both {
                try await add(1, then: 2)
            } and: {
                try await add(2, then: 1)
            }

            #expect(try await database.all(value(Int.self, "SELECT n FROM t")) == [2, 2])
        }
    }
}

/// Holds back the first so many who pass until all of them have come; later ones pass at once.
final class Turnstile: Sendable {
    private let state: Mutex<(missing: Int, waiters: [CheckedContinuation<Void, Never>])>

    init(_ count: Int) { state = Mutex((count, [])) }

    func pass() async {
        await withCheckedContinuation { continuation in
            let released = state.withLock { state in
                state.missing -= 1
                state.waiters.append(continuation)
                guard state.missing <= 0 else { return [CheckedContinuation<Void, Never>]() }
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in released { waiter.resume() }
        }
    }
}
