import Access
import NoonishAPI
import Postgres
import TestSupport
import Testing

extension GuestMergingTests {
    @Test func `34: a guest's dishes pass to the member, who keeps an equal one beside their own`()
        async throws
    {
        try await withStoredLunch { lunch in
            let guest = try await lunch.guest("ada@example.org")
            try await lunch.invite(lunch.mei)
            let order = GroupOrderID.make()
            func dish(_ name: String, of person: PersonID) -> String {
                """
                INSERT INTO order_line (outing_id, order_id, id, person_id, content, name, quantity, unit_minor)
                VALUES ('\(lunch.id)', '\(order)', gen_random_uuid(), '\(person)', '\(name)', '\(name)', 60, 950);
                """
            }
            try await lunch.database.run(
                script: """
                    INSERT INTO group_order (outing_id, id, coordinator_id, place_name, currency, fulfilment, time_zone)
                    VALUES ('\(lunch.id)', '\(order)', '\(lunch.leila)', 'Pier', 'EUR', 'pick_up', 'UTC');
                    """ + dish("rice", of: guest) + dish("rice", of: lunch.mei) + dish("tea", of: guest))

            try await lunch.merge(guest, into: lunch.mei)

            let lines = try await lunch.database.run(
                script: "SELECT name, quantity FROM order_line WHERE person_id = '\(lunch.mei)' ORDER BY name"
            )
            #expect(lines == [["rice", "60"], ["rice", "60"], ["tea", "60"]])
            #expect(try await brokenChecks(in: lunch.database, ["orders"]) == [])
        }
    }

    /// A row for each column of orders that passes. Each has a cancelled order of its own, of which there may be many.
    static func orderRows(of guest: PersonID, on outing: OutingID) -> [String: String] {
        func order(_ then: String) -> String {
            """
            WITH made AS (
                 INSERT INTO group_order (outing_id, id, coordinator_id, place_name, currency, fulfilment, time_zone,
                                          state, cancelled_at, cancelled_by)
                 VALUES ('\(outing)', gen_random_uuid(), '\(guest)', 'Pier', 'EUR', 'pick_up', 'UTC',
                         'cancelled', now(), '\(guest)')
              RETURNING outing_id, id)
            \(then)
            """
        }
        let line = order(
            """
            INSERT INTO order_line (outing_id, order_id, id, person_id, set_by_id, struck_at, struck_by, content, name,
                                    quantity)
            SELECT outing_id, id, gen_random_uuid(), '\(guest)', '\(guest)', now(), '\(guest)', 'rice', 'Rice', 1
              FROM made
            """)
        return [
            "group_order.coordinator_id": order("SELECT FROM made"),
            "group_order.cancelled_by": order("SELECT FROM made"),
            "order_line.person_id": line, "order_line.set_by_id": line, "order_line.struck_by": line,
            "order_sharer.person_id": line + """
                ; INSERT INTO order_sharer (outing_id, order_id, line_id, person_id)
                SELECT outing_id, order_id, id, '\(guest)' FROM order_line LIMIT 1
                """,
            "order_pass.person_id": order(
                "INSERT INTO order_pass (outing_id, order_id, person_id) SELECT outing_id, id, '\(guest)' FROM made"
            ),
            "order_event.actor_id": order(
                """
                INSERT INTO order_event (outing_id, order_id, rev, actor_id, kind)
                SELECT outing_id, id, 1, '\(guest)', 'opened' FROM made
                """),
        ]
    }
}
