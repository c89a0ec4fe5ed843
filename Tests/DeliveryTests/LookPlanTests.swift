import Access
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Delivery

/// The searches of the maintenance read what is recent, however much there is.
struct LookPlanTests {
    @Test func `the searches of every minute and every hour read no outing that is not due`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()
            // 20,000 outings, a few of which changed or ended lately.
            try await lunch.database.run(
                script: """
                    SET session_replication_role = replica;
                    INSERT INTO outing (id, host_id, rev, version, when_where_rev, title, time_zone, starts_wall, starts_at, place_name)
                    SELECT gen_random_uuid(), '\(lunch.leila)', 1, 1, 1, 'Lunch', 'UTC', at, at AT TIME ZONE 'UTC', 'The café'
                      FROM (SELECT date_trunc('minute', now()) AT TIME ZONE 'UTC' + (n - 12000) * interval '30 min' AS at
                              FROM generate_series(1, 20000) AS n) AS laid;
                    INSERT INTO outing_watch (outing_id, id, person_id, channel, sent_rev)
                    SELECT id, gen_random_uuid(), host_id, 'inbox', 1 FROM outing ON CONFLICT DO NOTHING;
                    INSERT INTO outing_change (outing_id, rev, actor_id, audience, patch, at)
                    SELECT id, 1000, host_id, 'all', '[]', now() - row_number() OVER (ORDER BY starts_at DESC) * interval '1 min'
                      FROM outing
                     ORDER BY starts_at;
                    ANALYZE outing; ANALYZE outing_watch; ANALYZE outing_change
                    """, timeout: .seconds(60))

            let lost = try await plan(
                of: Query<WatchID>.lostWatches(within: DeliveryLimits.reconciliationWindow).sql.text,
                "interval, bigint", "'5 min', 1000", "force_custom_plan", in: lunch.database)
            let ended = try await plan(
                of: Command.endOldWatches(within: DeliveryLimits.watchWindow).sql.text,
                "interval, interval, interval, bigint", "'30 days', '30 days', '2 days', 1000",
                "force_generic_plan",
                in: lunch.database)

            #expect(lost.contains("outing_change_at_idx"), "\(lost)")
            #expect(ended.contains("outing_ended_idx"), "\(ended)")
            for plan in [lost, ended] {
                for table in ["outing", "outing_watch", "outing_change"] {
                    #expect(!plan.contains("Seq Scan on \(table) "), "\(plan)")
                }
            }
        }
    }

    /// Returns the plan of a prepared statement.
    ///
    /// - Parameter mode: How its lane plans it.
    private func plan(
        of text: String, _ types: String, _ values: String, _ mode: String, in database: PostgresClient
    ) async throws -> String {
        let rows = try await database.run(
            script: """
                SET plan_cache_mode = \(mode);
                PREPARE look (\(types)) AS \(text);
                BEGIN;
                EXPLAIN EXECUTE look (\(values))
                """, named: "explain")
        return rows.compactMap { $0.first ?? nil }.joined(separator: "\n")
    }
}
