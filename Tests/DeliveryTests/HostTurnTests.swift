import HTTPKit
import News
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Delivery

/// What one host queues does not delay what another host queues after it.
struct HostTurnTests {
    /// Records a change of new outings, each with watches by mail, as the edits of one host leave them.
    private func queue(_ outings: Int, of host: PersonID, watches: Int, in lunch: StoredLunch) async throws {
        try await lunch.database.run(
            script: """
                CREATE TEMP TABLE made AS SELECT gen_random_uuid() AS id FROM generate_series(1, \(outings));
                INSERT INTO outing (id, host_id, title, time_zone, rev)
                SELECT id, '\(host)', 'Lunch', 'Europe/Helsinki', 2 FROM made;
                INSERT INTO outing_change (outing_id, rev, actor_id, audience, patch)
                SELECT id, 2, '\(host)', 'all', '[{"kind": "note_changed", "current": "Bring cash"}]' FROM made;
                INSERT INTO outing_watch (outing_id, id, person_id, channel, endpoint_id, sent_rev)
                SELECT made.id, gen_random_uuid(), '\(lunch.mei)', 'mail', gen_random_uuid(), 1
                  FROM made, generate_series(1, \(watches));
                INSERT INTO outbox (outing_id, rev, urgent) SELECT id, 2, true FROM made;
                DROP TABLE made
                """)
    }

    private func pending(_ host: PersonID, in lunch: StoredLunch) async throws -> Int {
        try await lunch.number("SELECT count(*) FROM delivery WHERE host_id = '\(host)'")
    }

    @Test func `the next fan-out takes another host's change`() async throws {
        try await withStoredLunch { lunch in
            let fanOut = FanOut(database: lunch.database, wakeUps: lunch.world.wakeUps)
            try await queue(300, of: lunch.leila, watches: 2, in: lunch)
            try await queue(1, of: lunch.tom, watches: 2, in: lunch)

            #expect(try await fanOut.runOnce())

            #expect(try await pending(lunch.tom, in: lunch) == 2)
            #expect(try await pending(lunch.leila, in: lunch) == 2 * DeliveryLimits.outingsPerHost)
            try await lunch.fanOutAll()
            #expect(try await pending(lunch.leila, in: lunch) == 600)
            #expect(try await lunch.number("SELECT count(*) FROM outbox") == 0)
            #expect(try await brokenChecks(in: lunch.database, ["behind"]).isEmpty)
        }
    }

    @Test func `the next claim takes another host's deliveries, and nothing stays behind`() async throws {
        try await withStoredLunch { lunch in
            try await queue(10, of: lunch.leila, watches: 300, in: lunch)
            try await lunch.fanOutAll()
            try await queue(1, of: lunch.tom, watches: 5, in: lunch)
            try await lunch.fanOutAll()
            let mail = DeliveryQueue(.mail, database: lunch.database, kinds: .all, logger: .silent)

            let first = try await mail.claim(atMost: DeliveryLimits.deliveryBatch).claimed

            #expect(first.count == DeliveryLimits.deliveryBatch)
            #expect(
                try await lunch.number(
                    "SELECT count(*) FROM delivery WHERE host_id = '\(lunch.tom)' AND lease > 0") == 5)
            var claimed = Set(first.map(\.watch))
            while case let next = try await mail.claim(atMost: 200).claimed, !next.isEmpty {
                #expect(claimed.isDisjoint(with: next.map(\.watch)))
                claimed.formUnion(next.map(\.watch))
            }
            #expect(claimed.count == 3_005)
        }
    }

    @Test func `a host's tiers grow with what is pending, and begin anew when it is delivered`() async throws
    {
        try await withStoredLunch { lunch in
            try await queue(1, of: lunch.leila, watches: 20, in: lunch)
            try await lunch.fanOutAll()
            try await queue(1, of: lunch.leila, watches: 70, in: lunch)
            try await lunch.fanOutAll()

            #expect(try await tiers(in: lunch) == [16, 64, 10])
            try await lunch.database.run(script: "DELETE FROM delivery")
            try await queue(1, of: lunch.leila, watches: 3, in: lunch)
            try await lunch.fanOutAll()
            #expect(try await tiers(in: lunch) == [3])
        }
    }

    /// Returns the number of deliveries in each tier.
    private func tiers(in lunch: StoredLunch) async throws -> [Int] {
        try await lunch.database.run(script: "SELECT count(*) FROM delivery GROUP BY tier ORDER BY tier")
            .compactMap { row in row.first.flatMap { $0 }.flatMap { Int($0) } }
    }

    @Test func `operators see how many deliveries of each tier are due`() async throws {
        try await withStoredLunch { lunch in
            try await queue(1, of: lunch.leila, watches: 20, in: lunch)
            try await lunch.fanOutAll()
            let metrics = MetricsRegistry()

            try await QueueGauges(database: lunch.database, factory: metrics).record()

            let text = metrics.render()
            #expect(text.contains(#"updates_due{channel="mail",tier="0"} 16"#), "\(text)")
            #expect(text.contains(#"updates_due{channel="mail",tier="1"} 4"#))
            #expect(text.contains(#"updates_due{channel="mail",tier="4"} 0"#))
            #expect(text.contains(#"updates_dead{channel="mail"} 0"#))
        }
    }

    @Test func `every fourth claim begins with the last tier`() {
        var order = ClaimOrder()

        let first = (0..<8).map { _ in order.next(at: .now).first?.number }

        #expect(first == [0, 0, 0, 4, 0, 0, 0, 4])
    }
}
