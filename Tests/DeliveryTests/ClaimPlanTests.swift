import JSON
import News
import Postgres
import TestSupport
import Testing

@testable import Delivery

/// How the server runs the claim of deliveries with a backlog.
struct ClaimPlanTests {
    @Test func `a claim finds its rows by their due time, whatever else is queued`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()
            // 50,000 watches that are behind: half of them by mail and due, the rest later or by another channel.
            try await lunch.database.run(
                script: """
                    ALTER TABLE outing_watch DROP CONSTRAINT outing_watch_once_an_endpoint;
                    INSERT INTO outing_watch (outing_id, id, person_id, channel, sent_rev)
                    SELECT '\(lunch.id)', gen_random_uuid(), '\(lunch.tom)',
                           CASE WHEN n % 4 = 0 THEN 'web_push' ELSE 'mail' END, 1
                      FROM generate_series(1, 50000) AS n;
                    INSERT INTO delivery (watch_id, outing_id, channel, want_rev, due_at, latest)
                    SELECT id, outing_id, channel, 2,
                           now() + CASE WHEN random() < 0.6 THEN -random() ELSE random() END * interval '1 h', now()
                      FROM outing_watch WHERE channel <> 'inbox';
                    ANALYZE outing_watch; ANALYZE delivery; ANALYZE delivery_channel
                    """, timeout: .seconds(60))

            for mode in ["force_custom_plan", "force_generic_plan"] {
                let plan = try await plan(in: lunch.database, mode)
                let scans = plan.filter { $0.relation == "delivery" && $0.index != nil }

                #expect(scans.contains { $0.index == "delivery_due_idx" }, "\(mode): \(plan)")
                #expect(
                    plan.allSatisfy { $0.node != "Seq Scan" || $0.relation == "delivery_channel" },
                    "\(mode): \(plan)")
                // It reads the rows that it takes, not the backlog.
                #expect(scans.allSatisfy { $0.rows <= 200 }, "\(mode): \(plan)")
            }
            #expect(try await lunch.database.all(.claim(.mail, atMost: 50, floor: nil)).count == 50)
        }
    }

    private struct Node: Sendable {
        let node: String
        let relation: String?
        let index: String?
        let rows: Int
    }

    /// Every node of the plan of a claim that is run.
    ///
    /// - Parameter mode: How the server plans a prepared statement; it chooses between the two by itself.
    private func plan(in database: PostgresClient, _ mode: String) async throws -> [Node] {
        let claim = Query<DeliveryLease>.claim(.mail, atMost: 50, floor: nil)
        let rows = try await database.run(
            script: """
                SET plan_cache_mode = \(mode);
                PREPARE claim (text, timestamptz, bigint) AS \(claim.sql.text);
                BEGIN;
                EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE claim ('mail', NULL, 50)
                """, named: "explain")
        let text = rows.compactMap { $0.first ?? nil }.joined(separator: "\n")
        var nodes: [Node] = []
        if case .array(let plans) = try JSONValue(parsing: text) {
            for plan in plans { collect(plan["Plan"], into: &nodes) }
        }
        return nodes
    }

    private func collect(_ value: JSONValue?, into nodes: inout [Node]) {
        guard case .object(let object)? = value else { return }
        func text(_ key: String) -> String? {
            if case .string(let text)? = object[key] { text } else { nil }
        }
        var rows = 0
        if case .integer(let number)? = object["Actual Rows"] { rows = number }
        nodes.append(
            Node(
                node: text("Node Type") ?? "", relation: text("Relation Name"), index: text("Index Name"),
                rows: rows))
        if case .array(let inner)? = object["Plans"] { for plan in inner { collect(plan, into: &nodes) } }
    }
}
