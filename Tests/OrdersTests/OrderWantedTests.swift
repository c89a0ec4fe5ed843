import HTTPTypes
import JSON
import Jobs
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Orders

/// The request to people who have not chosen a dish.
struct OrderWantedTests {
    @Test func `those who have not chosen are asked once before the deadline, and never after they chose`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.pick("Soup", by: world.tom, on: lunch)
            #expect(try await world.orderClock.requests.runDue() == 0)
            try await world.closeIn("1 hour")

            #expect(try await world.orderClock.requests.runDue() == 1)
            #expect(try await world.orderClock.requests.runDue() == 0)
            let first = try await world.asked(on: lunch)

            // Another deadline is another request, to the people who still have no dish.
            try await world.pick("Rice", by: world.leila, on: lunch)
            try await world.closeIn("90 minutes")
            #expect(try await world.orderClock.requests.runDue() == 1)
            let second = try await world.asked(on: lunch)
            _ = try await world.mei.put(lunch + "/order/pass", "")
            try await world.closeIn("100 minutes")
            _ = try await world.orderClock.requests.runDue()

            let (leila, mei) = ("\(world.cast.leila.id)", "\(world.cast.mei.id)")
            #expect(first == [[leila, mei].sorted()])
            #expect(second == [[leila, mei].sorted(), [mei]])
            #expect(try await world.asked(on: lunch) == second)
        }
    }

    @Test func `no one is asked about an order that opened two hours before its deadline`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.run("UPDATE group_order SET closes_at = now() + interval '1 hour'")

            _ = try await world.orderClock.requests.runDue()

            #expect(try await world.asked(on: lunch) == [])
        }
    }

    @Test func `a person who shares a plate is not asked`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.pick(
                "Platter", #""price":"9.50","sharedWith":[{"personId":"\#(world.cast.mei.id)"}]"#,
                by: world.tom, on: lunch)
            try await world.closeIn("1 hour")

            _ = try await world.orderClock.requests.runDue()

            #expect(try await world.asked(on: lunch) == [["\(world.cast.leila.id)"]])
        }
    }
}

extension TestWorld {
    /// Moves the deadline of every order, and its opening to the day before.
    fileprivate func closeIn(_ interval: String) async throws {
        try await database.run(
            script: """
                UPDATE group_order
                   SET closes_at = now() + interval '\(interval)', created_at = now() - interval '1 day'
                """)
    }

    /// Returns the people of each request, by id, oldest first.
    fileprivate func asked(on lunch: String) async throws -> [[String]] {
        let id = outing(of: lunch)
        let requests: [String] = try await all(
            """
            SELECT (SELECT string_agg(m, ' ' ORDER BY m) FROM jsonb_array_elements_text(e.change -> 'missing') AS m)
              FROM outing_change AS c
             CROSS JOIN LATERAL jsonb_array_elements(c.patch) WITH ORDINALITY AS e (change, n)
             WHERE c.outing_id = \(id) AND e.change->>'kind' = 'order_wanted'
             ORDER BY c.rev, e.n
            """)
        return requests.map { $0.split(separator: " ").map(String.init) }
    }
}
