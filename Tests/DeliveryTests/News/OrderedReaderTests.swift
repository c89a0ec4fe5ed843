import Access
import Journal
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import News

/// Whether a reader has ordered, as the statement that reads what is new for them says it.
struct OrderedReaderTests {
    /// What Ada has to do with the order, and whether she is not asked for a dish any more.
    enum Situation: String, CaseIterable {
        case nothing, dish, struckDish, dishOfAnother, share, struckShare, pass, lockedOrder

        var hasOrdered: Bool { [.dish, .share, .pass].contains(self) }
    }

    @Test(arguments: Situation.allCases)
    func `a reader has ordered with a dish, a share of one, or a pass`(situation: Situation) async throws {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch()
            _ = try await world.deliverMail()
            let ada: PersonID = try await world.one(
                "SELECT person_id FROM invitation WHERE outing_id = \(lunch.id) AND address = \(TestWorld.ada)"
            )
            let watch: WatchID = try await world.one(
                """
                SELECT id FROM outing_watch
                 WHERE outing_id = \(lunch.id) AND person_id = \(ada) AND channel = 'mail'
                """)
            try await world.insertOrder(for: ada, of: lunch.id, situation)

            let rows = try await world.database.all(.notices(for: [watch], of: [lunch.id], on: .mail))

            #expect(rows.map(\.reader.hasOrdered) == [situation.hasOrdered])
        }
    }
}

extension TestWorld {
    fileprivate func insertOrder(
        for ada: PersonID, of outing: OutingID, _ situation: OrderedReaderTests.Situation
    ) async throws {
        let (order, line) = (GroupOrderID.make(), OrderLineID.make())
        let owner = [.dish, .struckDish, .lockedOrder].contains(situation) ? ada : cast.tom.id
        let isStruck = [.struckDish, .struckShare].contains(situation)
        let state = situation == .lockedOrder ? "'locked', now()" : "'open', NULL"
        try await database.run(
            script: """
                INSERT INTO group_order (outing_id, id, coordinator_id, place_name, currency, fulfilment, time_zone,
                                         state, locked_at)
                VALUES ('\(outing)', '\(order)', '\(cast.leila.id)', 'Pier', 'EUR', 'pick_up', 'UTC', \(state))
                """)
        switch situation {
        case .nothing: break
        case .pass:
            try await database.run(
                script: """
                    INSERT INTO order_pass (outing_id, order_id, person_id) VALUES ('\(outing)', '\(order)', '\(ada)')
                    """)
        default:
            try await database.run(
                script: """
                    INSERT INTO order_line (outing_id, order_id, id, person_id, content, name, quantity, unit_minor,
                                            struck_at)
                    VALUES ('\(outing)', '\(order)', '\(line)', '\(owner)', 'soup', 'Soup', 2, 950,
                            \(isStruck ? "now()" : "NULL"))
                    """)
        }
        guard situation == .share || situation == .struckShare else { return }
        try await database.run(
            script: """
                INSERT INTO order_sharer (outing_id, order_id, line_id, person_id, weight)
                VALUES ('\(outing)', '\(order)', '\(line)', '\(ada)', 1)
                """)
    }
}
