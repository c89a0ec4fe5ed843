import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Postgres

/// 17. Where commits wait for a synchronous standby, only a commit that it has is acknowledged.
@Suite(.timeLimit(.minutes(30))) struct T17StandbyTests {
    /// Runs `test` on a server whose commits wait for a standby that does not exist.
    private func withoutStandby(
        _ test: (TestCluster, PostgresConfiguration) async throws -> Void
    ) async throws {
        try await TestCluster.with(["synchronous_standby_names = 'nobody'"]) { cluster in
            try await cluster.run(
                statements: """
                    SET synchronous_commit = off;
                    CREATE TABLE note (id int8);
                    INSERT INTO note VALUES (0);
                    """)
            var configuration = try cluster.configuration()
            configuration.connections.leased = 1
            configuration.statementTimeouts.leased = .milliseconds(100)
            try await test(cluster, configuration)
        }
    }

    private func notes(_ client: PostgresClient) async throws -> [Int] {
        try await client.all(value(Int.self, "SELECT id FROM note ORDER BY id", named: "note.all"))
    }

    @Test func `a commit that is overdue is not cancelled`() async throws {
        try await withoutStandby { cluster, configuration in
            var configuration = configuration
            configuration.timeout = .seconds(1)
            try await PostgresClient.withClient(configuration, logger: .forTests) { client in
                let error = await #expect(throws: PostgresError.self) {
                    try await client.transaction { transaction in
                        try await transaction.execute(command("INSERT INTO note (id) VALUES (\(1))"))
                    }
                }
                #expect(error?.deadlineSent == true)

                // There is one connection for transactions: the next one runs when the first was given up.
                try await client.transaction(timeout: .seconds(30)) { transaction in
                    _ = try await transaction.one(value(Int.self, "SELECT \(1)"), timeout: .seconds(30))
                }

                #expect(try await notes(client) == [0])
                #expect(try await client.one(waiting) == 1)
                #expect(!(try cluster.log().contains("canceling")))
            }
        }
    }

    @Test(arguments: CommitWay.allCases)
    fileprivate func `a commit whose wait an administrator cancels is not acknowledged`(way: CommitWay)
        async throws
    {
        try await withoutStandby { _, configuration in
            let commits = CommitCount()
            try await PostgresClient.withClient(configuration, logger: .forTests) { client in
                let commit = Task { try await way.insert(1, client) { commits.increase() } }
                try await until { try await client.one(cancelling) == 1 }

                let result = await commit.result
                let error = #expect(throws: PostgresError.self) { try result.get() }
                #expect(error?.isLost == true)
                #expect(commits.value == 0)
                // It is there, for now.
                #expect(try await notes(client) == [0, 1])
            }
        }
    }

    /// What a repeated request relies on: its stored response is read with a lock.
    @Test func `a transaction that only locks a row waits for the standby too`() async throws {
        try await withoutStandby { _, configuration in
            try await PostgresClient.withClient(configuration, logger: .forTests) { client in
                let reading = Task {
                    try await client.transaction { transaction in
                        try await transaction.one(
                            value(Int.self, "SELECT id FROM note WHERE id = 0 FOR UPDATE", named: "note.lock")
                        )
                    }
                }
                try await until { try await client.one(cancelling) == 1 }

                let result = await reading.result
                let error = #expect(throws: PostgresError.self) { try result.get() }
                #expect(error?.isLost == true)
            }
        }
    }

    @Test func `a notification waits for no standby`() async throws {
        try await withoutStandby { _, configuration in
            try await PostgresClient.withClient(configuration, logger: .forTests) { client in
                var notifications = client.listen(["dinner"]).makeAsyncIterator()
                #expect(await notifications.next() == .gap)
                try await client.withNotifier { try await $0.notify("dinner", "now", timeout: .seconds(60)) }
                #expect(await notifications.next() == .message(channel: "dinner", payload: "now"))
                #expect(try await client.one(waiting) == 0)
            }
        }
    }

    private let waiting = value(
        Int.self, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'", named: "test.waiting")

    private let cancelling = value(
        Int.self,
        "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
        named: "test.cancelling")
}

/// How often a transaction said that it was committed.
private final class CommitCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func increase() { count.add(1, ordering: .relaxed) }
}

/// A way to commit a row.
private enum CommitWay: CaseIterable {
    case statement, batch, transaction, lastStatement, script, copy

    func insert(
        _ id: Int, _ client: PostgresClient, committed: @escaping @Sendable () -> Void
    ) async throws {
        let insert = command("INSERT INTO note (id) VALUES (\(id))", named: "note.insert")
        switch self {
        case .statement: try await client.execute(insert)
        case .batch: try await client.batch([insert])
        case .transaction:
            try await client.transaction { transaction in
                transaction.afterCommit(committed)
                try await transaction.execute(insert)
            }
        case .lastStatement:
            try await client.transaction { transaction in
                transaction.afterCommit(committed)
                _ = try await transaction.commit(
                    after: value(
                        Int.self, on: .write, "INSERT INTO note (id) VALUES (\(id)) RETURNING id",
                        named: "note.insert_last"))
            }
        case .script: try await client.run(script: "INSERT INTO note VALUES (\(id))")
        case .copy:
            let rows = AsyncStream { stream in
                stream.yield(CopyRow(id))
                stream.finish()
            }
            try await client.copy(into: "note (id)", rows: rows)
        }
    }
}
