import Foundation
import Postgres
import TestSupport
import Testing

/// 17. Throughput, as a ratio to `pgbench` on the same machine at the same time.
///
/// Only to notice when batches no longer form. The client is built for debugging here, and other tests run beside it;
/// `script/bench` measures.
@Suite(.timeLimit(.minutes(1))) struct T17ThroughputTests {
    /// A request in each round trip without batches gives a twentieth in a debug build.
    private static let leastRatio = 0.08

    @Test func `point reads of many tasks keep up with pgbench`() async throws {
        try await withEmptyDatabase {
            $0.connections = .init(read: 2, write: 1, slow: 1, leased: 1)
        } _: { database async throws in
            let name = try #require(database.databaseName)
            let host = try #require(try TestServer.parameter("host"))
            let port = try TestServer.parameter("port") ?? "5432"
            let user = try TestServer.parameter("user") ?? "postgres"
            let pgbench = "pgbench -h \(host) -p \(port) -U \(user) -n"
            _ = try await Shell.run("\(pgbench) -i -s 1 -I dtgp \(name)")

            let theirs = try await Shell.run("\(pgbench) -M prepared -S -c 8 -j 2 -T 1 \(name)")
            let ours = try await pointReadsPerSecond(database)

            let line = try #require(theirs.split(separator: "\n").first { $0.hasPrefix("tps = ") })
            let yardstick = try #require(Double(line.dropFirst(6).prefix { $0.isNumber || $0 == "." }))
            #expect(ours / yardstick > Self.leastRatio, "ours \(ours), pgbench \(yardstick)")
        }
    }

    private func pointReadsPerSecond(_ database: PostgresClient) async throws -> Double {
        let start = ContinuousClock.now
        let count = try await withThrowingTaskGroup { group in
            for task in 0..<32 {
                group.addTask {
                    var count = 0
                    while start.duration(to: .now) < .seconds(1) {
                        let id = Int32(truncatingIfNeeded: (task * 7_919 + count * 104_729) % 100_000 + 1)
                        _ = try await database.one(
                            value(
                                Int32.self, "SELECT abalance FROM pgbench_accounts WHERE aid = \(id)",
                                named: "point"))
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        let (seconds, attoseconds) = start.duration(to: .now).components
        return Double(count) / (Double(seconds) + Double(attoseconds) / 1e18)
    }
}
