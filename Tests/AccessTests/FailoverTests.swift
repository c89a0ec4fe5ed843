import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import NoonishAPI
import Postgres
import TestSupport
import Testing

/// A leader dies whose standby had been cut off.
@Suite struct FailoverTests {
    /// Knows one token.
    private struct OneToken: TokenResolver {
        static let token = "the-token-of-the-test"
        let person = PersonID.make()

        func actor(forToken token: String) async throws -> Actor? {
            token == Self.token ? .person(person, session: .make()) : nil
        }

        func ended(among actors: [Actor]) async throws -> Set<Actor> { [] }
    }

    /// What the former leader has and the new one does not must never have been acknowledged, not even when an
    /// administrator ended its wait and it could be read.
    @Test(.timeLimit(.minutes(10)))
    func `what no standby has is not acknowledged, however often its key is sent again`() async throws {
        try await withLeaderAndStandby { leader, standby in
            var configuration = try PostgresConfiguration(
                TestCluster.address(of: [leader, standby], user: "postgres", database: "postgres"))
            configuration.timeout = .seconds(2)
            configuration.statementTimeouts.leased = .milliseconds(200)
            try await PostgresClient.withClient(configuration, logger: .forTests) { database in
                let route = Route(.post, "/effects", .editSelf, scope: .member) { call in
                    try await call.write(database) { transaction in
                        try await transaction.execute(
                            Command("test.effect", "INSERT INTO effect (n) VALUES (1)"))
                        return Response(status: .created)
                    }
                }
                let table = RouteTable([route], site: .forTests, resolvers: [OneToken()])
                try await withSite(table, heldTo: nil) { site in
                    func post() async throws -> Int {
                        try await site.program(token: OneToken.token).post(
                            "/effects", headers: [.idempotencyKey: "once"]
                        ).status.code
                    }
                    try await standby.stop("immediate")
                    #expect(try await post() == 503)
                    try await cancelWaits(at: leader)
                    _ = try await eventually("what can be read and was not acknowledged") {
                        try await effects(at: leader) == 1 ? true : nil
                    }
                    for _ in 1...2 { #expect([409, 503].contains(try await post())) }

                    try await leader.stop("immediate")
                    try await standby.start()
                    try await standby.promote()
                    _ = try await eventually("the first acknowledgement") {
                        try await post() == 201 ? true : nil
                    }
                    #expect(try await post() == 201)
                    #expect(try await effects(at: standby) == 1)
                }
            }
        }
    }

    private func withLeaderAndStandby(_ test: (TestCluster, TestCluster) async throws -> Void) async throws {
        try await TestCluster.with { leader in
            try await Migrator(try leader.configuration(), folder: TestServer.migrations, logger: .forTests)
                .apply()
            try await leader.run(statements: "CREATE TABLE effect (n int8)")
            try await leader.withStandby { standby in
                try await leader.run(
                    statements: """
                        ALTER SYSTEM SET synchronous_standby_names = '*';
                        SELECT pg_reload_conf();
                        """)
                _ = try await eventually("a synchronous standby") {
                    try await count(
                        "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", at: leader) == 1
                        ? true : nil
                }
                try await test(leader, standby)
            }
        }
    }

    private func cancelWaits(at leader: TestCluster) async throws {
        _ = try await eventually("a commit that waits") {
            try await count(
                "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
                at: leader)
                == 1 ? true : nil
        }
    }

    private func effects(at server: TestCluster) async throws -> Int {
        try await count("SELECT count(*) FROM effect", at: server)
    }

    private func count(_ query: SQL, at server: TestCluster) async throws -> Int {
        try await PostgresClient.withClient(try server.configuration(), logger: .forTests) { database in
            try await database.one(
                Query<Int>("test.count", query) { row throws(PostgresError) in try row.next() })
        }
    }
}
