import Access
import Accounts
import HTTPTypes
import JSON
import Jobs
import Logging
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Bills
@testable import Checkout

@Suite struct `A checkout` {
    @Test func `leads to the provider's page, and is booked once by what its API says`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let offered = try await world.tom.get(bill + "/checkouts")
            let session = try await world.start(bill, by: world.tom)
            #expect(offered["payableMinor"].number == 1_000 && offered["hasCard"] == false)
            #expect(try await world.state(of: bill, for: world.tom) == "open")
            // To come back is not to have paid: only the provider says so.
            try await world.readAll()
            #expect(try await world.state(of: bill, for: world.tom) == "open")

            try await world.fake.pay(session)
            try await withThrowingTaskGroup { group in
                for _ in 1...5 { group.addTask { try await world.readAll() } }
                try await group.waitForAll()
            }
            try await world.readAll()

            #expect(try await world.state(of: bill, for: world.tom) == "paid")
            #expect(try await world.payments(of: bill) == [1_000])
            let booked = try await world.leila.get(bill)
            #expect(booked["payments"][0]["method"].text == "online")
            #expect(booked["unpaidMinor"].number == 2_000)
            #expect(try await world.tom.get(bill + "/checkouts")["payableMinor"].number == 0)
            #expect(try await world.tom.post(bill + "/checkouts").code == "nothing_to_pay")
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `settles a bill when everyone has paid`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            for visitor in [world.leila, world.tom, world.mei] {
                try await world.fake.pay(world.start(bill, by: visitor))
            }
            try await world.readAll()

            let settled = try await world.leila.get(bill)
            #expect(settled["settledAt"].text != nil && settled["transfers"].elements.isEmpty)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `killed between the page and the answer makes one page`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            try await world.fake.control("fault", #"{"lose":1}"#)

            let lost = try await world.tom.post(bill + "/checkouts")
            let first = try await world.start(bill, by: world.tom)
            let again = try await world.start(bill, by: world.tom)

            #expect(lost.status == .serviceUnavailable && lost.code == "payment_not_available")
            #expect(first == again)
            #expect(try await world.fake.control("state")["sessions"].elements.count == 1)
        }
    }

    @Test func `is not available while the provider is down, and the bill is settled by hand`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            try await world.fake.control("fault", #"{"down":true}"#)

            let down = try await world.tom.post(bill + "/checkouts")
            let paid = try await world.tom.post(
                bill + "/payments", #"{"personId":"\#(world.cast.tom.id)","amount":"10.00","method":"cash"}"#)

            #expect(down.status == .serviceUnavailable && down.code == "payment_not_available")
            #expect(down.headers[.retryAfter] != nil)
            #expect(paid.status == .created)
            #expect(try await world.tom.post(bill + "/checkouts").code == "nothing_to_pay")
        }
    }

    @Test func `is read again by the clock when every event is lost`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let session = try await world.start(bill, by: world.tom)
            try await world.fake.pay(session)

            var waited = 0
            while try await world.state(of: bill, for: world.tom) == "open", waited < 300 {
                let wait: Int = try await world.one(
                    "SELECT ceil(extract(epoch FROM next_read_at - now()))::bigint FROM checkout")
                waited += wait
                try await world.run("UPDATE checkout SET next_read_at = now()")
                try await world.checkouts.work.runDue()
            }

            #expect(try await world.state(of: bill, for: world.tom) == "paid")
            #expect(waited < 300)
            // However long the page stays open, the next read is less than five minutes away.
            _ = try await world.start(bill, by: world.mei)
            for _ in 1...12 { try await world.readAll() }
            let longest: Int = try await world.one(
                "SELECT extract(epoch FROM next_read_at - now())::bigint FROM checkout WHERE state = 'open'")
            #expect((200..<300).contains(longest))
        }
    }

    @Test func `of another amount is not booked, but shown to the operator`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let session = try await world.start(bill, by: world.tom)
            try await world.fake.control("fault", #"{"skew":-100}"#)

            try await world.fake.pay(session)
            try await world.readAll()

            #expect(try await world.state(of: bill, for: world.tom) == "mismatched")
            #expect(try await world.payments(of: bill) == [])
            #expect(try await world.faults() == ["paid 900 of 1000 in the provider’s units"])
            // There is no other page until the operator has seen to it.
            #expect(try await world.tom.post(bill + "/checkouts").code == "payment_unresolved")
            #expect(try await world.tom.get(bill + "/checkouts")["payableMinor"] == .null)
            #expect(try await world.mei.get(bill + "/checkouts")["payableMinor"].number == 1_000)
            // The operator pays it back in the provider's dashboard, of which an event may come.
            try await world.fake.control("refund", #"{"session":"\#(session)"}"#)
            try await world.readAll()
            #expect(try await world.state(of: bill, for: world.tom) == "failed")
            #expect(try await world.faults() == [])
            #expect(try await world.tom.get(bill + "/checkouts")["payableMinor"].number == 1_000)
            #expect(try await world.start(bill, by: world.tom) != session)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `that the provider does not know is read no more until the operator has seen to it`()
        async throws
    {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            _ = try await world.start(bill, by: world.tom)
            try await world.fake.control("forget", #"{"sessions":true}"#)
            try await world.readAll()

            #expect(try await world.faults() == ["the provider does not know it: resource_missing"])
            let isRead: Bool = try await world.one("SELECT next_read_at IS NOT NULL FROM checkout")
            #expect(!isRead)
            // Whether its page was paid is not known, so there is no other.
            #expect(try await world.tom.post(bill + "/checkouts").code == "payment_not_available")
            let id: CheckoutID = try await world.one("SELECT id FROM checkout")
            #expect(try await world.database.first(.clearFault(of: id)) == id)
            #expect(try await world.database.first(.clearFault(of: id)) == nil)
            try await world.readDue()
            // What the operator has seen to is not shown again.
            #expect(try await world.faults() == [])
        }
    }

    @Test func `is read by one worker at a time, and later by all while the provider is down`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            _ = try await world.start(bill, by: world.tom)
            try await world.run("UPDATE checkout SET next_read_at = now()")
            try await withThrowingTaskGroup { group in
                for _ in 1...5 { group.addTask { try await world.readDue() } }
                try await group.waitForAll()
            }
            #expect(try await world.fake.control("state")["reads"].number == 1)

            try await world.fake.control("fault", #"{"down":true}"#)
            try await world.run("UPDATE checkout SET next_read_at = now()")
            try await world.readDue()
            let wait: Int = try await world.one(
                "SELECT extract(epoch FROM next_read_at - now())::bigint FROM checkout")
            #expect(wait > 200)
        }
    }

    @Test func `is booked, refunded and forgotten with the rights of the worker`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let session = try await world.start(bill, by: world.tom, #"{"remember":true}"#)
            _ = try await world.leila.post(
                bill + "/payments",
                #"{"personId":"\#(world.cast.leila.id)","amount":"26.00","method":"cash"}"#)
            try await world.fake.pay(session)
            try await world.run("UPDATE checkout SET next_read_at = now()")
            let name: String = try await world.one("SELECT current_database()::text")
            var configuration = try TestServer.configuration().withDatabase(name)
            configuration.role = "noonish_worker"

            try await PostgresClient.withClient(configuration, logger: .forTests) { client in
                let checkouts = Checkouts(
                    database: client, provider: world.fake.api, edits: BillEdits(record: world.record),
                    site: world.publicSite, logger: Logger(label: "checkout"))
                for _ in 1...3 { try await checkouts.work.runDue() }
                #expect(try await world.payments(of: bill).sorted() == [-600, 1_000, 2_600])
                _ = try await world.tom.delete("/v1/me/remembered-card")
                try await checkouts.removals.runDue()
            }
            #expect(try await world.fake.control("state")["customers"].elements.isEmpty)
        }
    }

    @Test func `below the provider's minimum, or refused by it, is not offered`() async throws {
        try await withCheckout { world in
            let small = try await world.billAtVenue("0.90")
            #expect(try await world.tom.get(small + "/checkouts")["payableMinor"] == .null)
            #expect(try await world.tom.post(small + "/checkouts").code == "online_payment_not_offered")
            // Less than the provider takes in this currency.
            let forints = try await world.billAtVenue("300.00", in: "HUF")
            let refused = try await world.tom.post(forints + "/checkouts")
            #expect(refused.status == .conflict && refused.code == "online_payment_not_offered")
            #expect(try await world.state(of: forints, for: world.tom) == "failed")
        }
    }

    @Test func `is another after a failure of the provider, which would be repeated`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            try await world.fake.control("fault", #"{"down":true}"#)
            #expect(try await world.tom.post(bill + "/checkouts").code == "payment_not_available")
            try await world.fake.control("fault", #"{"down":false}"#)
            _ = try await world.start(bill, by: world.tom)
            let states: [String] = try await world.all("SELECT state FROM checkout ORDER BY id")
            #expect(states == ["failed", "open"])
        }
    }

    @Test func `that was paid at a former page is booked before another page is made`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let session = try await world.start(bill, by: world.tom)
            try await world.fake.pay(session)
            // Tom comes back before it is booked, and wants the card to be remembered.
            let again = try await world.tom.post(bill + "/checkouts", #"{"remember":true}"#)

            #expect(again.status == .conflict && again.code == "nothing_to_pay")
            #expect(try await world.payments(of: bill) == [1_000])
            #expect(try await world.fake.control("state")["sessions"].elements.count == 1)
        }
    }

    @Test func `has no second page while the provider does not say how the first ended`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let session = try await world.start(bill, by: world.tom)
            try await world.fake.pay(session)
            try await world.fake.control("fault", #"{"down":true}"#)
            for _ in 1...2 {
                let again = try await world.tom.post(bill + "/checkouts", #"{"remember":true}"#)
                #expect(again.code == "payment_not_available")
            }
            let count: Int = try await world.one("SELECT count(*) FROM checkout")
            #expect(count == 1)
            try await world.fake.control("fault", #"{"down":false}"#)
            try await world.readAll()
            #expect(try await world.payments(of: bill) == [1_000])
        }
    }

    @Test func `is closed when nothing is owed any more`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            _ = try await world.start(bill, by: world.tom)
            _ = try await world.leila.post(
                bill + "/payments", #"{"personId":"\#(world.cast.tom.id)","amount":"10.00","method":"cash"}"#)
            try await world.readAll()

            let sessions = try await world.fake.control("state")["sessions"].elements
            #expect(sessions.map { $0["status"].text } == ["expired"])
            #expect(try await world.state(of: bill, for: world.tom) == "expired")
        }
    }

    @Test func `is offered at venues that want it, once the order is accepted, if the operator wants it`()
        async throws
    {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            try await world.run("UPDATE venue SET state = 'provisional'")
            #expect(try await world.tom.get(bill + "/checkouts")["payableMinor"] == .null)
            #expect(try await world.tom.post(bill + "/checkouts").code == "online_payment_not_offered")
            #expect(try await world.stranger.post(bill + "/checkouts").status == .notFound)
            #expect(try await world.anonymous.post(bill + "/checkouts").status == .unauthorized)

            try await world.run("UPDATE venue SET state = 'verified', takes_online_payments = false")
            #expect(try await world.tom.get(bill + "/checkouts")["payableMinor"] == .null)
            #expect(try await world.tom.post(bill + "/checkouts").code == "online_payment_not_offered")
            try await world.run("UPDATE venue SET takes_online_payments = true")
            try await world.run(
                """
                INSERT INTO group_order (outing_id, id, state, coordinator_id, place_name, currency, fulfilment, time_zone,
                                         locked_at, placed_at, placed_rev)
                SELECT b.outing_id, b.id, 'placed', \(world.cast.leila.id), 'Thai Garden', 'EUR', 'pick_up', 'Europe/Helsinki',
                       now(), now(), 1
                  FROM bill AS b
                """)
            try await world.run("UPDATE bill SET order_id = id")
            #expect(try await world.tom.get(bill + "/checkouts")["payableMinor"] == .null)
            #expect(try await world.tom.post(bill + "/checkouts").code == "online_payment_not_offered")
            try await world.run(
                "UPDATE group_order SET restaurant_id = (SELECT restaurant_id FROM venue)")
            #expect(try await world.tom.post(bill + "/checkouts").code == "order_not_accepted")
            try await world.run("UPDATE group_order SET state = 'accepted', accepted_at = now()")
            #expect(try await world.tom.get(bill + "/checkouts")["payableMinor"].number == 1_000)
            _ = try await world.start(bill, by: world.tom)
        }
        try await withCheckout(isOffered: false) { world in
            let bill = try await world.billAtVenue()
            #expect(try await world.tom.get(bill + "/checkouts")["payableMinor"] == .null)
            #expect(try await world.tom.post(bill + "/checkouts").code == "online_payment_not_offered")
        }
    }

    @Test func `whose share has changed is replaced, and its page closed`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let former = try await world.start(bill, by: world.tom)
            let version = try await world.leila.get(bill)
            _ = try await world.leila.put(
                bill, #"{"currency":"EUR","total":"36.00"}"#,
                headers: [.ifMatch: try #require(version.headers[.eTag])])

            let session = try await world.start(bill, by: world.tom)
            try await world.readAll()

            let sessions = try await world.fake.control("state")["sessions"].elements
            #expect(sessions.map { $0["status"].text } == ["expired", "open"])
            #expect(sessions[1]["id"].text == session && former != session)
            #expect(sessions[1]["amount_total"].number == 1_200)
        }
    }

    @Test func `has a page whose address the database holds encrypted, also one of a former version`()
        async throws
    {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let url = try #require(try await world.tom.post(bill + "/checkouts")["url"].text)
            let stored: String = try await world.one("SELECT checkout::text FROM checkout")
            let hexadecimal = url.utf8.map { String($0, radix: 16) }.joined()
            #expect(!stored.contains("/pay/") && !stored.contains(hexadecimal))
            try await world.run("UPDATE checkout SET url = \(url), sealed_url = NULL")
            let backfill = CheckoutPageBackfill(world.database, key: .forTests)
            let before = try await world.tom.post(bill + "/checkouts")

            let counts = [try await backfill.run(), try await backfill.run()]

            #expect(before["url"].text == url && counts == [1, 0])
            let isSealed: Bool = try await world.one("SELECT url IS NULL FROM checkout")
            #expect(isSealed)
            #expect(try await world.tom.post(bill + "/checkouts")["url"].text == url)
            #expect(try await world.tom.get(bill + "/checkouts")["checkouts"][0]["url"].text == url)
        }
    }

    @Test func `whose page only a lost key can read is closed, and replaced`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let first = try await world.start(bill, by: world.tom)
            try await world.run("UPDATE checkout SET sealed_url = decode(repeat('00', 40), 'hex')")
            let unreadable = try await world.tom.get(bill + "/checkouts")["checkouts"][0]

            let second = try await world.start(bill, by: world.tom)

            #expect(unreadable["state"].text == "open" && unreadable["url"].text == nil)
            #expect(second != first)
            let open = try await world.fake.control("state")["sessions"].elements.filter {
                $0["status"].text == "open"
            }
            #expect(open.count == 1)
        }
    }

    @Test func `ends when its page expires`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let session = try await world.start(bill, by: world.tom)
            try await world.fake.control("expire", #"{"session":"\#(session)"}"#)
            try await world.readAll()

            let overview = try await world.tom.get(bill + "/checkouts")
            #expect(overview["checkouts"][0]["state"].text == "expired")
            #expect(overview["checkouts"][0]["url"] == .null && overview["payableMinor"].number == 1_000)
        }
    }

    @Test func `cannot be recorded or taken back by hand`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let claimed = try await world.tom.post(
                bill + "/payments",
                #"{"personId":"\#(world.cast.tom.id)","amount":"10.00","method":"online"}"#)
            try await world.fake.pay(world.start(bill, by: world.tom))
            try await world.readAll()
            let payment = try await world.leila.get(bill)["payments"][0]["id"].text ?? ""

            let reversed = try await world.leila.delete(bill + "/payments/\(payment)")

            #expect(claimed.status == .unprocessableContent)
            #expect(reversed.status == .conflict && reversed.code == "paid_online")
        }
    }

    @Test func `of a guest is paid like a member's, without a remembered card`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let outing = try #require(OutingID(String(bill.split(separator: "/")[2])))
            _ = try await world.leila.post(
                "/v1/outings/\(outing)/invitations", #"{"emails":["Ada <ada@example.org>"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: outing)
            let ada = world.site.program(token: token)
            try await world.run("UPDATE attendance SET status = 'attending', responded_at = now()")
            let version = try await world.leila.get(bill)
            _ = try await world.leila.put(
                bill, #"{"currency":"EUR","total":"40.00"}"#,
                headers: [.ifMatch: try #require(version.headers[.eTag])])

            let remembered = try await ada.post(bill + "/checkouts", #"{"remember":true}"#)
            try await world.fake.pay(world.start(bill, by: ada))
            try await world.readAll()

            #expect(remembered.code == "members_only")
            #expect(try await world.state(of: bill, for: ada) == "paid")
            #expect(try await world.payments(of: bill) == [1_000])
        }
    }

    @Test func `is limited, because each asks the provider`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            for _ in 1...CheckoutLimits.perDay {
                _ = try await world.start(bill, by: world.tom)
                try await world.run("UPDATE checkout SET state = 'failed', next_read_at = NULL")
            }
            #expect(try await world.tom.post(bill + "/checkouts").status == .tooManyRequests)
        }
    }
}

@Suite struct `A refund` {
    @Test func `in part and of the rest is booked as the provider says, also if made there`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let session = try await world.start(bill, by: world.tom)
            try await world.fake.pay(session)
            try await world.readAll()

            try await world.fake.control("refund", #"{"session":"\#(session)","amount":250}"#)
            for _ in 1...3 { try await world.readAll() }
            #expect(try await world.payments(of: bill) == [1_000, -250])
            let part = try await world.tom.get(bill + "/checkouts")["checkouts"][0]
            #expect(part["state"].text == "paid" && part["refundedMinor"].number == 250)

            try await world.fake.control("refund", #"{"session":"\#(session)"}"#)
            for _ in 1...3 { try await world.readAll() }
            let notices: Int = try await world.one(
                """
                SELECT count(*) FROM outing_change
                 WHERE patch @> '[{"kind": "online_refunded"}]' AND patch -> 0 ->> 'person' = \("\(world.cast.tom.id)")
                """)
            #expect(notices == 2)
            #expect(try await world.payments(of: bill) == [1_000, -250, -750])
            #expect(try await world.state(of: bill, for: world.tom) == "refunded")
            #expect(try await world.leila.get(bill)["unpaidMinor"].number == 3_000)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `follows at once when the place has been paid meanwhile`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let session = try await world.start(bill, by: world.tom)
            _ = try await world.leila.post(
                bill + "/payments",
                #"{"personId":"\#(world.cast.leila.id)","amount":"26.00","method":"cash"}"#)
            try await world.fake.pay(session)
            try await world.readAll()
            try await world.readAll()

            #expect(try await world.payments(of: bill).sorted() == [-600, 1_000, 2_600])
            #expect(try await world.fake.control("state")["refunds"].elements.count == 1)
            #expect(try await world.leila.get(bill)["unpaidMinor"].number == 0)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `of everything follows a cancellation before it began, and open pages are closed`()
        async throws
    {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let outing = bill.split(separator: "/")[2]
            try await world.fake.pay(world.start(bill, by: world.tom))
            try await world.readAll()
            _ = try await world.start(bill, by: world.mei)

            try await world.run(
                "UPDATE outing SET starts_wall = now()::timestamp, starts_at = now() + interval '2 days'")
            let cancelled = try await world.leila.put(
                "/v1/outings/\(outing)/cancellation", #"{"reason":"Rain"}"#)
            #expect(cancelled.status == .ok)
            // The provider does not answer at first.
            try await world.fake.control("fault", #"{"lose":1}"#)
            for _ in 1...3 {
                try await world.run("UPDATE checkout SET next_read_at = now() WHERE next_read_at IS NOT NULL")
                try await world.checkouts.work.runDue()
            }

            let state = try await world.fake.control("state")
            #expect(state["sessions"].elements.map { $0["status"].text } == ["complete", "expired"])
            #expect(state["refunds"].elements.map { $0["amount"].number } == [1_000])
            #expect(try await world.state(of: bill, for: world.tom) == "refunded")
            #expect(try await world.state(of: bill, for: world.mei) == "expired")
            #expect(try await world.payments(of: bill) == [1_000, -1_000])
            #expect(try await world.billsAreSound())
        }
    }

    @Test(arguments: ["begun", "without a time", "handed over", "deleted"])
    func `is the operator's to decide once people may have eaten`(how: String) async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            if how == "handed over" { try await world.order("accepted") }
            try await world.fake.pay(world.start(bill, by: world.tom))
            try await world.readAll()
            switch how {
            case "begun":
                try await world.run(
                    """
                    UPDATE outing
                       SET starts_wall = now()::timestamp, starts_at = now() - interval '1 hour',
                           cancelled_at = now(), cancelled_by = host_id
                    """)
            case "without a time":
                try await world.run(
                    "UPDATE outing SET cancelled_at = now(), cancelled_by = host_id")
            case "handed over":
                try await world.run(
                    """
                    UPDATE group_order SET state = 'handed_over', ready_at = now(), handed_over_at = now()
                    """)
                try await world.run(
                    """
                    UPDATE outing
                       SET starts_wall = now()::timestamp, starts_at = now() + interval '1 hour',
                           cancelled_at = now(), cancelled_by = host_id
                    """)
            default: try await world.run("DELETE FROM outing")
            }
            try await world.readAll()

            #expect(try await world.refunds() == [])
            #expect(
                try await world.faults() == ["cancelled or deleted after the payment: refund it if it is due"]
            )
            let states: [String] = try await world.all("SELECT state FROM checkout")
            #expect(states == ["paid"])
        }
    }

    @Test func `of everything follows the cancellation of the order`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            try await world.order("accepted")
            try await world.fake.pay(world.start(bill, by: world.tom))
            try await world.readAll()
            try await world.run("UPDATE group_order SET state = 'cancelled', cancelled_at = now()")
            for _ in 1...2 { try await world.readAll() }

            #expect(try await world.refunds() == [1_000])
            #expect(try await world.state(of: bill, for: world.tom) == "refunded")
        }
    }

    @Test func `follows for what a person did not owe, whatever others owe`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let session = try await world.start(bill, by: world.tom)
            _ = try await world.leila.post(
                bill + "/payments", #"{"personId":"\#(world.cast.tom.id)","amount":"10.00","method":"cash"}"#)
            try await world.fake.pay(session)
            for _ in 1...2 { try await world.readAll() }

            #expect(try await world.refunds() == [1_000])
            #expect(try await world.payments(of: bill).sorted() == [-1_000, 1_000, 1_000])
            #expect(try await world.leila.get(bill)["unpaidMinor"].number == 2_000)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `is made once, though its answer is lost and the provider has forgotten the key`() async throws
    {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let session = try await world.start(bill, by: world.tom)
            _ = try await world.leila.post(
                bill + "/payments",
                #"{"personId":"\#(world.cast.leila.id)","amount":"24.00","method":"cash"}"#)
            try await world.fake.pay(session)
            try await world.fake.control("fault", #"{"lose":1}"#)
            try await world.readAll()
            try await world.fake.control("forget")
            for _ in 1...2 { try await world.readAll() }

            #expect(try await world.refunds() == [400])
            #expect(try await world.payments(of: bill).sorted() == [-400, 1_000, 2_400])
        }
    }

    @Test func `that the provider refuses is shown to the operator`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let session = try await world.start(bill, by: world.tom)
            try await world.fake.pay(session)
            try await world.readAll()
            try await world.run(
                """
                INSERT INTO checkout_refund (id, checkout_id, amount_minor, reason)
                SELECT gen_random_uuid(), id, 1001, 'operator' FROM checkout
                """)
            try await world.readAll()

            #expect(try await world.faults() == ["the provider refused a refund: charge_already_refunded"])
            let states: [String] = try await world.all("SELECT state FROM checkout_refund")
            #expect(states == ["refused"])
        }
    }

    @Test func `that fails later at the provider is shown to the operator, also of everything`() async throws
    {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let session = try await world.start(bill, by: world.tom)
            try await world.fake.pay(session)
            try await world.readAll()
            try await world.fake.control("refund", #"{"session":"\#(session)"}"#)
            try await world.readAll()
            #expect(try await world.state(of: bill, for: world.tom) == "refunded")
            try await world.takeEvents()

            try await world.fake.control("fail")
            _ = try await eventually("the event is heeded") {
                try await world.readDue()
                return try await world.faults() == ["a refund has failed at the provider"] ? true : nil
            }
        }
    }
}

@Suite struct `A remembered card` {
    @Test func `is the provider's alone, offered again, and removed when the person says so`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            try await world.fake.pay(world.start(bill, by: world.tom, #"{"remember":true}"#))
            try await world.readAll()
            let customers = try await world.fake.control("state")["customers"].elements.compactMap(\.text)
            let stored: [String] = try await world.all(
                "SELECT encode(sealed, 'escape') FROM checkout_customer")
            #expect(customers.count == 1 && stored.count == 1 && !stored[0].contains(customers[0]))
            #expect(try await world.tom.get("/v1/me/remembered-card")["isRemembered"] == true)
            #expect(try await world.mei.get("/v1/me/remembered-card")["isRemembered"] == false)

            let other = try await world.billAtVenue()
            let session = try await world.start(other, by: world.tom, #"{"remember":true}"#)
            let sessions = try await world.fake.control("state")["sessions"].elements
            let offered = sessions.first { $0["id"].text == session }
            #expect(offered?["customer"].text == customers[0] && offered?["offers_card"] == true)

            #expect(try await world.tom.delete("/v1/me/remembered-card").status == .noContent)
            #expect(try await world.tom.get("/v1/me/remembered-card")["isRemembered"] == false)
            try await world.fake.control("fault", #"{"down":true}"#)
            try await world.checkouts.removals.runDue()
            try await world.fake.control("fault", #"{"down":false}"#)
            try await world.checkouts.removals.runDue()
            #expect(try await world.fake.control("state")["customers"].elements.isEmpty)
            let left: [String] = try await world.all("SELECT id::text FROM checkout_customer")
            #expect(left.isEmpty)
        }
    }

    @Test func `that the provider has no more does not keep its owner from paying`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            try await world.fake.pay(world.start(bill, by: world.tom, #"{"remember":true}"#))
            try await world.readAll()
            try await world.fake.control("forget", #"{"customers":true}"#)

            let other = try await world.billAtVenue()
            try await world.fake.pay(world.start(other, by: world.tom, #"{"remember":true}"#))
            try await world.readAll()

            #expect(try await world.state(of: other, for: world.tom) == "paid")
            #expect(try await world.tom.get("/v1/me/remembered-card")["isRemembered"] == true)
            #expect(try await world.fake.control("state")["customers"].elements.count == 1)
        }
    }

    @Test func `is deleted at the provider when the account is, also if the payment is booked afterwards`()
        async throws
    {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            try await world.fake.pay(world.start(bill, by: world.tom, #"{"remember":true}"#))
            try await world.readAll()
            try await world.fake.pay(world.start(bill, by: world.mei, #"{"remember":true}"#))
            for person in [world.cast.tom.id, world.cast.mei.id] {
                try await world.database.batch(CheckoutPersonalData().erasure(of: person))
                try await world.run("UPDATE person SET kind = 'erased' WHERE id = \(person)")
            }
            try await world.readAll()
            #expect(try await world.fake.control("state")["customers"].elements.count == 2)
            try await world.checkouts.removals.runDue()

            #expect(try await world.fake.control("state")["customers"].elements.isEmpty)
            let left: [String] = try await world.all("SELECT id::text FROM checkout_customer")
            #expect(left.isEmpty)
            #expect(try await world.payments(of: bill) == [1_000, 1_000])
        }
    }
}

@Suite struct `Checkouts of long ago` {
    private static let removal = Retention.checkouts.removal?(nil) ?? Command("test.none", "SELECT")

    @Test func `are deleted once their bill is reduced`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            try await world.fake.pay(world.start(bill, by: world.tom))
            try await world.readAll()
            try await world.run("UPDATE checkout SET created_at = now() - interval '4 years'")

            try await world.database.execute(Self.removal)
            let kept: Int = try await world.one("SELECT count(*) FROM checkout")
            #expect(kept == 1)
            #expect(try await world.billsAreSound())
            // Without a checkout, nothing vouches for a payment.
            try await world.run("DELETE FROM checkout")
            #expect(try await brokenChecks(in: world.database, ["checkout"]) == ["checkout"])
        }
    }
}
