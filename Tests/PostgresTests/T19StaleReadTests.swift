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

        let hosts = try #require(LanePolicy.stale(configuration)).parameters.alternatives

        #expect(hosts.map(\.server) == ["standby:5433", "leader:5432", "other:5432"])
        #expect(hosts.map(\.isFallback) == [false, true, true])
        #expect(LanePolicy.slow(configuration).parameters.alternatives.allSatisfy { !$0.isFallback })
    }

    @Test func `of servers that include the leader a standby is preferred, and gone back to`() async throws {
        try await TestCluster.with { leader in
            try await leader.withStandby { standby in
                var configuration = try leader.configuration()
                try configuration.readStale(
                    from: "host=\(leader.folderPath),\(standby.folderPath) user=postgres dbname=postgres"
                        + " target_session_attrs=prefer-standby")
                let policy = try #require(LanePolicy.stale(configuration))
                func connect() throws -> Pipeline {
                    let open = try BlockingConnection(
                        policy.parameters, until: .now + .seconds(60), interrupt: Interrupt(),
                        logger: .forTests)
                    return Pipeline(open.connection, number: 1, policy: policy, costs: StatementCosts())
                }

                // On a busy machine the leader may answer first, which is then left again.
                var preferred = try connect()
                while preferred.leavesAt != .never { preferred = try connect() }
                try await standby.stop()
                let other = try connect()

                #expect(preferred.server.contains(standby.folderPath))
                #expect(other.server.contains(leader.folderPath))
                #expect(other.leavesAt < .never)
            }
        }
    }
}
