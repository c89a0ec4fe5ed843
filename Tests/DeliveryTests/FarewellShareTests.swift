import Access
import HTTPTypes
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Mail

/// What a person who was removed reads of the order, whose number in `docs/orders.md` is 33.
struct FarewellShareTests {
    @Test(arguments: [true, false])
    func `33 a farewell has the share of dishes that stay`(stays: Bool) async throws {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch()
            _ = try await world.deliverMail()
            let ada: PersonID = try await world.one(
                "SELECT person_id FROM invitation WHERE outing_id = \(lunch.id) AND address = \(TestWorld.ada)"
            )
            let order = GroupOrderID.make()
            try await world.database.run(
                script: """
                    INSERT INTO group_order (outing_id, id, coordinator_id, place_name, currency, fulfilment, time_zone,
                                             state, locked_at)
                    VALUES ('\(lunch.id)', '\(order)', '\(world.cast.leila.id)', 'Pier', 'EUR', 'pick_up', 'UTC',
                            'locked', now());
                    INSERT INTO order_line (outing_id, order_id, id, person_id, content, name, quantity, unit_minor,
                                            struck_at)
                    VALUES ('\(lunch.id)', '\(order)', gen_random_uuid(), '\(ada)', 'soup', 'Soup', 2, 950,
                            \(stays ? "NULL" : "now()"))
                    """)

            _ = try await world.leila.delete("\(lunch.path)/attendees/\(ada)")
            let mail = try #require(try await world.deliverMail().last)

            #expect(mail.text.contains("€19.00") == stays)
            #expect(mail.text.contains("Your share") == stays)
        }
    }

    @Test(arguments: [true, false])
    func `33 a farewell has the ways to pay what the person owes`(hasWay: Bool) async throws {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch()
            _ = try await world.deliverMail()
            let ada: PersonID = try await world.one(
                "SELECT person_id FROM invitation WHERE outing_id = \(lunch.id) AND address = \(TestWorld.ada)"
            )
            let leila = world.cast.leila.id
            let bill = BillID.make()
            let account = Array(#"{"value":"FI21 1234 5600 0007 85","name":"Leila Virtanen"}"#.utf8)
            let sealed = try SecretKey.forTests.seal(account, "payout", owner: "\(leila) account")
            try await world.database.run(
                script: """
                    INSERT INTO bill (outing_id, id, currency) VALUES ('\(lunch.id)', '\(bill)', 'EUR');
                    INSERT INTO bill_version (outing_id, bill_id, version, made_by, total_minor, checksum)
                    VALUES ('\(lunch.id)', '\(bill)', 1, '\(leila)', 0, decode(repeat('00', 32), 'hex'));
                    INSERT INTO bill_transfer (outing_id, bill_id, id, version, debtor_id, creditor_id, amount_minor, code)
                    VALUES ('\(lunch.id)', '\(bill)', gen_random_uuid(), 1, '\(ada)', '\(leila)', 1240, 'XK7QP')
                    """)
            if hasWay {
                try await world.run(
                    """
                    INSERT INTO payout_method (person_id, kind, sealed, masked)
                    VALUES (\(leila), 'account', \(sealed), 'FI •••• 0785')
                    """)
            }

            _ = try await world.leila.delete("\(lunch.path)/attendees/\(ada)")
            let mail = try #require(try await world.deliverMail().last)

            #expect(mail.text.contains("You owe Leila €12.40"))
            #expect(mail.text.contains("FI21 1234 5600 0007 85") == hasWay)
            #expect(mail.text.contains("hasn’t said how to pay") == !hasWay)
            #expect(mail.text.contains("XK7QP"))
        }
    }
}
