import TestSupport
import Testing

@testable import Postgres

/// 19. Reads that may be some seconds old go to a standby, if there is one.
@Suite(.timeLimit(.minutes(30))) struct T19StaleReadTests {
    private func isStandby(_ lane: Lane) -> Query<Bool> {
        value(Bool.self, on: lane, "SELECT pg_is_in_recovery()", named: "test.standby.\(lane)")
    }

    @Test func `stale reads go to the standby, all others to the leader`() async throws {
        try await TestCluster.with { leader in
            try await leader.withStandby { standby in
                var configuration = try leader.configuration()
                try configuration.readStale(
                    from: "host=\(standby.folderPath) user=postgres dbname=postgres")
                try await PostgresClient.withClient(configuration, logger: .forTests) { client in
                    #expect(try await client.one(isStandby(.stale)))
                    for lane in [Lane.read, .slow, .write] {
                        #expect(try await !client.one(isStandby(lane)), "\(lane)")
                    }

                    try await standby.stop("immediate")
                    try await until {
                        (try? await client.one(isStandby(.stale), timeout: .seconds(60))) == false
                    }
                }
            }
        }
    }

    @Test func `without a standby stale reads go where slow ones go`() async throws {
        try await withEmptyDatabase { database async throws in
            #expect(try await !database.one(isStandby(.stale)))
        }
    }

    @Test func `a connection to a server that was fallen back to is left after a while`() throws {
        var configuration = try PostgresConfiguration("host=leader,other dbname=lunch")
        try configuration.readStale(from: "host=standby port=5433")

        let policy = try #require(LanePolicy.stale(configuration))

        #expect(policy.preferredServers == ["standby:5433"])
        #expect(
            policy.parameters.alternatives.map(\.server) == ["standby:5433", "leader:5432", "other:5432"])
        #expect(LanePolicy.slow(configuration).preferredServers == nil)
    }
}
