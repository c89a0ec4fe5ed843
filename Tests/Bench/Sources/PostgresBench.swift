import Foundation
import Logging
import Postgres

/// Part `postgres`: the client beside `pgbench`, and ways to write beside each other.
///
/// Needs `NOONISH_BENCH_DATABASE_URL`, a database on which `pgbench --initialize --scale 10` was run.
enum PostgresBench {
    /// Measurements of each kind, taken in turns; the medians count.
    private static let rounds = 5

    static func run() async throws -> [Row] {
        guard let url = ProcessInfo.processInfo.environment["NOONISH_BENCH_DATABASE_URL"] else {
            throw NoDatabase()
        }
        var logger = Logger(label: "bench")
        logger.logLevel = .error
        var configuration = try PostgresConfiguration(url)
        configuration.applicationName = "noonish-bench"
        configuration.connections = .init(read: 2, write: 4, slow: 1, leased: 8)
        let client = PostgresClient(configuration, logger: logger)
        try await checkAnswers(client)
        let rows = try await reads(client, url) + writes(client)
        await client.stop()
        return rows
    }

    struct NoDatabase: Error, CustomStringConvertible {
        let description = "NOONISH_BENCH_DATABASE_URL is not set; run this by script/bench"
    }

    struct WrongAnswer: Error {}
}

/// Point reads by primary key.
extension PostgresBench {
    private static func reads(_ client: PostgresClient, _ url: String) async throws -> [Row] {
        var theirs: [Double] = []
        var few: [Double] = []
        var many: [Double] = []
        var slowest: [Double] = []
        for _ in 0..<rounds {
            theirs.append(try PGBench.pointReadsPerSecond(url))
            few.append(try await pointReads(client, tasks: 32).perSecond)
            let load = try await pointReads(client, tasks: 256)
            many.append(load.perSecond)
            slowest.append(load.milliseconds.percentile99)
        }
        let peer = "pgbench -M prepared -S -c 8 -j 2"
        return [
            Row("point reads, 32 tasks", few.median, "/s", beside: peer, theirs.median, atLeast: 1.0),
            Row("point reads, 256 tasks", many.median, "/s", beside: peer, theirs.median, atLeast: 2.0),
            Row("point reads, 256 tasks, 99th percentile", slowest.median, "ms", atMost: 10),
        ]
    }

    private static func pointReads(_ client: PostgresClient, tasks: Int) async throws -> Load {
        try await Load.run(tasks: tasks) { task, round in
            guard
                try await client.all(.balance(of: Int32((task &* 7_919 &+ round &* 104_729) % 1_000_000 + 1)))
                    .count == 1
            else { throw WrongAnswer() }
        }
    }

    /// What is timed must be right first.
    private static func checkAnswers(_ client: PostgresClient) async throws {
        guard try await client.all(.balance(of: 77)) == [0], try await client.all(.balance(of: -1)).isEmpty
        else {
            throw WrongAnswer()
        }
    }
}

/// A write of four statements: insert, update, update, insert.
extension PostgresBench {
    private static let writers = 16

    private static func writes(_ client: PostgresClient) async throws -> [Row] {
        try await client.run(
            script: """
                CREATE TABLE IF NOT EXISTS bench_change (id bigserial PRIMARY KEY, account_id int4, amount int4);
                CREATE TABLE IF NOT EXISTS bench_audit (id bigserial PRIMARY KEY, what text, document jsonb);
                TRUNCATE bench_change, bench_audit;
                """)
        var interactive: [Double] = []
        var batch: [Double] = []
        var single: [Double] = []
        for _ in 0..<rounds {
            interactive.append(
                try await writesPerSecond { write in
                    try await client.transaction { transaction in
                        for command in write.commands { try await transaction.execute(command) }
                    }
                })
            batch.append(try await writesPerSecond { try await client.batch($0.commands) })
            single.append(try await writesPerSecond { try await client.execute($0.command) })
        }
        let peer = "interactive on leased connections"
        return [
            Row(
                "four statements, one request", batch.median, "/s", beside: peer, interactive.median,
                atLeast: 2),
            Row(
                "four statements, one CTE", single.median, "/s", beside: peer, interactive.median,
                atLeast: 2.7),
        ]
    }

    private static func writesPerSecond(_ body: @escaping @Sendable (Write) async throws -> Void) async throws
        -> Double
    {
        try await Load.run(tasks: writers) { task, round in
            try await body(Write(number: task &* 7_919 &+ round &* 104_729))
        }.perSecond
    }

    private struct Write {
        let first: Int32
        let second: Int32
        let amount: Int32 = 5
        let what = "transfer"
        let document = JSONB(text: #"{"reason": "bench", "parts": [1, 2, 3]}"#)

        init(number: Int) {
            first = Int32(number % 500_000 + 1)
            second = Int32(number % 499_979 + 500_001)
        }

        var commands: [Command] {
            [
                Command(
                    "bench.add_change",
                    "INSERT INTO bench_change (account_id, amount) VALUES (\(first), \(amount))"),
                Command(
                    "bench.take",
                    "UPDATE pgbench_accounts SET abalance = abalance - \(amount) WHERE aid = \(first)"),
                Command(
                    "bench.give",
                    "UPDATE pgbench_accounts SET abalance = abalance + \(amount) WHERE aid = \(second)"),
                Command(
                    "bench.add_audit",
                    "INSERT INTO bench_audit (what, document) VALUES (\(what), \(document))"),
            ]
        }

        var command: Command {
            Command(
                "bench.transfer",
                """
                WITH change AS (
                    INSERT INTO bench_change (account_id, amount) VALUES (\(first), \(amount))
                ), taken AS (
                    UPDATE pgbench_accounts SET abalance = abalance - \(amount) WHERE aid = \(first)
                ), given AS (
                    UPDATE pgbench_accounts SET abalance = abalance + \(amount) WHERE aid = \(second)
                )
                INSERT INTO bench_audit (what, document) VALUES (\(what), \(document))
                """)
        }
    }
}

extension Query where Row == Int32 {
    fileprivate static func balance(of account: Int32) -> Self {
        Query("bench.balance", "SELECT abalance FROM pgbench_accounts WHERE aid = \(account)") {
            row throws(PostgresError) in try row.next()
        }
    }
}
