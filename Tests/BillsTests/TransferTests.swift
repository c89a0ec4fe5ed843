import Access
import HTTPTypes
import JSON
import Jobs
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Bills

@Suite struct `A transfer` {
    @Test func `is sent by its debtor and received by its creditor, and the last one settles the bill`()
        async throws
    {
        try await withBills { world in
            let (path, tom, mei) = try await world.splitDinner()
            let (ofTom, ofMei) = (path + "/transfers/\(tom)", path + "/transfers/\(mei)")

            let sent = try await world.tom.put(ofTom + "/sent")
            let received = try await world.leila.put(ofTom + "/state", #"{"state":"received"}"#)
            let forgiven = try await world.leila.put(ofMei + "/state", #"{"state":"forgiven"}"#)

            #expect(sent["transfers"].elements.contains { $0["state"].text == "sent" })
            #expect(received["settledAt"].text == nil)
            #expect(forgiven["settledAt"].text != nil)
            #expect(forgiven["balances"].elements.allSatisfy { $0["owesMinor"].number == 0 })
            #expect(try await world.tom.put(ofTom + "/sent").code == "transfer_state")
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `is no matter of anyone else`() async throws {
        try await withBills { world in
            let (path, tom, mei) = try await world.splitDinner()

            #expect(try await world.leila.put(path + "/transfers/\(tom)/sent").status == .forbidden)
            #expect(try await world.mei.put(path + "/transfers/\(tom)/sent").status == .forbidden)
            #expect(
                try await world.tom.put(path + "/transfers/\(mei)/state", #"{"state":"forgiven"}"#).status
                    == .forbidden)
            #expect(try await world.stranger.put(path + "/transfers/\(tom)/sent").status == .notFound)
        }
    }

    @Test func `69: is disputed by its creditor after it was sent, and sent again`() async throws {
        try await withBills { world in
            let (path, tom, _) = try await world.splitDinner()
            let transfer = path + "/transfers/\(tom)"

            let early = try await world.leila.put(transfer + "/state", #"{"state":"disputed"}"#)
            _ = try await world.tom.put(transfer + "/sent")
            let disputed = try await world.leila.put(transfer + "/state", #"{"state":"disputed"}"#)
            func state(for reader: Visitor) async throws -> String? {
                try await reader.get(path)["transfers"].elements.first { $0["id"].text == tom }?["state"].text
            }
            let seen = [try await state(for: world.tom), try await state(for: world.leila)]
            let again = try await world.tom.put(transfer + "/sent")
            let received = try await world.leila.put(transfer + "/state", #"{"state":"received"}"#)

            #expect(early.code == "transfer_state" && disputed.status == .ok && again.status == .ok)
            #expect(seen == ["disputed", "disputed"] && received.status == .ok)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `69: that is disputed is read by hosts, who cannot end it`() async throws {
        try await withBills { world in
            let bills = try await world.billsOfDinner()
            let bill = try await world.create(
                #"{"currency":"EUR","total":"30.00",\#(world.paid("30.00", by: world.cast.tom.id))}"#,
                on: bills)
            let path = bills + "/\(bill["id"].text ?? "")"
            let ofMei = bill["transfers"].elements.first { $0["debtor"]["name"].text == "Mei" }
            let transfer = path + "/transfers/\(ofMei?["id"].text ?? "")"
            _ = try await world.mei.put(transfer + "/sent")
            _ = try await world.tom.put(transfer + "/state", #"{"state":"disputed"}"#)

            let read = try await world.leila.get(path)
            let ended = try await world.leila.put(transfer + "/state", #"{"state":"received"}"#)

            #expect(read["transfers"].elements.contains { $0["state"].text == "disputed" })
            #expect(ended.status == .forbidden)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `70: stays between people who blocked each other`() async throws {
        try await withBills { world in
            let (path, tom, _) = try await world.splitDinner()
            try await world.run(
                "INSERT INTO person_block (person_id, other_id) VALUES (\(world.cast.leila.id), \(world.cast.tom.id))"
            )

            let shown = try await world.leila.get(path)
            let sent = try await world.tom.put(path + "/transfers/\(tom)/sent")
            let received = try await world.leila.put(
                path + "/transfers/\(tom)/state", #"{"state":"received"}"#)

            #expect(shown["transfers"].elements.count == 2)
            #expect(sent.status == .ok && received.status == .ok)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `57: is followed by the difference alone when the bill is corrected`() async throws {
        try await withBills { world in
            let (path, tom, _) = try await world.splitDinner()
            _ = try await world.leila.put(path + "/transfers/\(tom)/state", #"{"state":"received"}"#)
            let (leila, ben, mei) = (world.cast.leila.id, world.cast.tom.id, world.cast.mei.id)

            let body =
                #"{"currency":"EUR","items":[\#(world.item("25.00", leila)),\#(world.item("4.00", ben)),\#(world.item("1.00", mei))]}"#
            let corrected = try await world.leila.put(path, body, headers: [.ifMatch: "*"])

            // Tom has given Leila 10.00 and owes 4.00; Mei owes 1.00.
            func transfers(_ state: String) -> Set<String> {
                Set(
                    corrected["transfers"].elements.filter { $0["state"].text == state }.map {
                        "\($0["debtor"]["name"].text ?? "") \($0["creditor"]["name"].text ?? "") \(Int($0["amountMinor"].number ?? 0))"
                    })
            }
            #expect(transfers("asked") == ["Leila Tom 500", "Mei Tom 100"])
            #expect(transfers("received") == ["Tom Leila 1000"])
            #expect(
                corrected["balances"].elements.first { $0["person"]["name"].text == "Tom" }?["owesMinor"]
                    .number
                    == -600)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `58: is less by what the place paid back for a dish, and who had paid gets it`() async throws {
        try await withBills { world in
            let (leila, ben, mei) = (world.cast.leila.id, world.cast.tom.id, world.cast.mei.id)
            let bills = try await world.billsOfDinner()
            let bill = try await world.create(
                #"{"currency":"EUR","items":[\#(world.item("9.50", ben)),\#(world.item("10.00", mei))],\#(world.paid("19.50", by: leila))}"#,
                on: bills)
            let path = bills + "/\(bill["id"].text ?? "")"
            let ofTom = bill["transfers"].elements.first { $0["debtor"]["name"].text == "Tom" }
            _ = try await world.leila.put(
                path + "/transfers/\(ofTom?["id"].text ?? "")/state", #"{"state":"received"}"#)
            func corrected(refunding amount: String) async throws -> TestSupport.Answer {
                try await world.leila.put(
                    path,
                    #"{"currency":"EUR","items":[\#(world.item("10.00", mei))],"refunds":[{"personId":"\#(leila)","amount":"\#(amount)"}]}"#,
                    headers: [.ifMatch: "*"])
            }

            let tooMuch = try await corrected(refunding: "19.51")
            let tooLittle = try await corrected(refunding: "9.00")
            let refunded = try await corrected(refunding: "9.50")

            #expect(tooMuch.code == "refund_too_large" && tooMuch["mostMinor"].number == 1_950)
            #expect(tooLittle.code == "overpaid")
            #expect(refunded["totalMinor"].number == 1_000 && refunded["unpaidMinor"].number == 0)
            #expect(refunded["payments"].elements.map { $0["refund"] } == [false, true])
            let asked = refunded["transfers"].elements.filter { $0["state"].text == "asked" }
            #expect(
                Set(asked.map { "\($0["creditor"]["name"].text ?? "") \($0["amountMinor"].number ?? 0)" })
                    == ["Tom 950", "Leila 50"])
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `51: keeps its tip when the place pays a dish back, unless the tip is paid back too`()
        async throws
    {
        try await withBills { world in
            let (leila, tom, mei) = (world.cast.leila.id, world.cast.tom.id, world.cast.mei.id)
            let bills = try await world.billsOfDinner()
            let dishes = "\(world.item("9.50", tom)),\(world.item("10.00", mei))"
            let bill = try await world.create(
                #"{"currency":"EUR","items":[\#(dishes)],"charges":[{"kind":"tip","percent":"10"}],\#(world.paid("21.45", by: leila))}"#,
                on: bills)
            let path = bills + "/\(bill["id"].text ?? "")"
            func corrected(tip: String, refunding amount: String) async throws -> TestSupport.Answer {
                try await world.leila.put(
                    path,
                    #"{"currency":"EUR","items":[\#(world.item("10.00", mei))],"charges":[\#(tip)],"refunds":[{"personId":"\#(leila)","amount":"\#(amount)"}]}"#,
                    headers: [.ifMatch: "*"])
            }

            // Ten per cent of what is left are less: that part of the tip was not paid back.
            let smaller = try await corrected(
                tip: #"{"kind":"tip","percent":"10"}"#, refunding: "9.50")
            let kept = try await corrected(tip: #"{"kind":"tip","amount":"1.95"}"#, refunding: "9.50")
            let refunded = try await corrected(tip: "", refunding: "1.95")

            #expect(bill["totalMinor"].number == 2_145)
            #expect(smaller.status == .conflict && smaller.code == "overpaid")
            #expect(kept["totalMinor"].number == 1_195 && kept["unpaidMinor"].number == 0)
            #expect(
                kept["charges"].elements.contains {
                    $0["kind"].text == "tip" && $0["amountMinor"].number == 195
                })
            #expect(refunded["totalMinor"].number == 1_000 && refunded["unpaidMinor"].number == 0)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `59: what the place paid back is booked once, and never more than a person has paid`()
        async throws
    {
        try await withBills { world in
            let (leila, mei) = (world.cast.leila.id, world.cast.mei.id)
            let bills = try await world.billsOfDinner()
            let bill = try await world.create(
                #"{"currency":"EUR","items":[\#(world.item("19.50", mei))],\#(world.paid("19.50", by: leila))}"#,
                on: bills)
            let path = bills + "/\(bill["id"].text ?? "")"
            let tag = try await world.leila.get(path).headers[.eTag] ?? ""
            func refund(_ amount: String, leaving rest: String, _ tag: String) async throws
                -> TestSupport.Answer
            {
                try await world.leila.put(
                    path,
                    #"{"currency":"EUR","items":[\#(world.item(rest, mei))],"refunds":[{"personId":"\#(leila)","amount":"\#(amount)"}]}"#,
                    headers: [.ifMatch: tag])
            }

            async let one = refund("9.50", leaving: "10.00", tag)
            async let other = refund("9.50", leaving: "10.00", tag)
            let both = try await [one, other].map(\.status.code).sorted()
            let rest = try await refund("10.01", leaving: "0.00", "*")

            #expect(both == [200, 412])
            #expect(rest.code == "refund_too_large" && rest["mostMinor"].number == 1_000)
            #expect(try await world.leila.get(path)["unpaidMinor"].number == 0)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `is withdrawn when a payment is taken back, and asked for again`() async throws {
        try await withBills { world in
            let (path, _, _) = try await world.splitDinner()
            let payment = try await world.leila.get(path)["payments"][0]["id"].text ?? ""

            let unpaid = try await world.leila.delete(path + "/payments/\(payment)")
            let again = try await world.tom.post(
                path + "/payments", #"{"personId":"\#(world.cast.tom.id)","amount":"30.00"}"#)

            #expect(unpaid["unpaidMinor"].number == 3_000 && unpaid["transfers"].elements.isEmpty)
            #expect(again.status == .created)
            #expect(again["transfers"].elements.allSatisfy { $0["creditor"]["name"].text == "Tom" })
            #expect(
                try await world.leila.delete(path + "/payments/\(payment)").code == "payment_reversed")
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `is deleted with its bill's shares and payments after three years, and the sums remain`()
        async throws
    {
        try await withBills { world in
            let (path, tom, _) = try await world.splitDinner()
            let removal = try #require(Retention.bills.removal)
            func age(_ days: Int) async throws {
                try await world.database.run(
                    script: """
                        UPDATE bill_version SET at = now() - interval '\(days) days';
                        UPDATE ledger_entry SET at = now() - interval '\(days) days';
                        """)
                try await world.database.execute(removal(nil))
            }

            try await age(3 * 365 - 1)
            let kept = try await world.leila.get(path)
            try await age(3 * 365 + 1)
            let reduced = try await world.leila.get(path)
            let late = try await world.leila.put(
                path, #"{"currency":"EUR","total":"9.00"}"#, headers: [.ifMatch: "*"])

            #expect(kept["transfers"].elements.count == 2 && kept["reducedAt"].text == nil)
            #expect(reduced["totalMinor"].number == 3_000 && reduced["reducedAt"].text != nil)
            for gone in ["shares", "payments", "transfers", "balances"] {
                #expect(reduced[gone].elements.isEmpty, "\(gone)")
            }
            #expect(late.status == .conflict && late.code == "bill_reduced")
            #expect(try await world.tom.put(path + "/transfers/\(tom)/sent").status == .notFound)
            #expect(try await world.tom.get(path).status == .notFound)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `70: is asked for again by its creditor once a day, and not across a block`() async throws {
        try await withBills { world in
            let dinner = try await world.splitDinner()
            func nudge(_ transfer: String, by visitor: Visitor) async throws -> TestSupport.Answer {
                try await visitor.post(dinner.path + "/transfers/\(transfer)/nudge")
            }
            func reminders() async throws -> Int {
                try await world.one(
                    """
                    SELECT count(*) FROM outing_change WHERE patch @> '[{"kind": "transfer_reminder"}]'
                    """)
            }

            let byDebtor = try await nudge(dinner.tom, by: world.tom)
            let first = try await nudge(dinner.tom, by: world.leila)
            let again = try await nudge(dinner.tom, by: world.leila)
            #expect(byDebtor.status == .forbidden)
            #expect(first.status == .ok && again.code == "transfer_nudged_recently")
            #expect(try await reminders() == 1)
            try await world.run(
                "UPDATE cron_slot SET ran_at = ran_at - interval '1 day', slot = slot - interval '1 day'")
            #expect(try await nudge(dinner.tom, by: world.leila).status == .ok)
            #expect(try await reminders() == 2)

            let mei = world.cast.mei.id
            let leila = world.cast.leila.id
            try await world.run("INSERT INTO person_block (person_id, other_id) VALUES (\(mei), \(leila))")
            #expect(try await nudge(dinner.mei, by: world.leila).status == .ok)
            #expect(try await reminders() == 2)

            _ = try await world.tom.put(dinner.path + "/transfers/\(dinner.tom)/sent")
            let late = try await nudge(dinner.tom, by: world.leila)
            #expect(late.code == "transfer_state")
        }
    }

    @Test func `70: is not asked for by the clock across a block`() async throws {
        try await withBills { world in
            _ = try await world.splitDinner()
            let (leila, mei) = (world.cast.leila.id, world.cast.mei.id)
            try await world.run("INSERT INTO person_block (person_id, other_id) VALUES (\(mei), \(leila))")
            try await world.run("UPDATE bill_transfer SET remind_at = now()")
            let reminders = TransferReminders(
                database: world.database, edits: BillEdits(record: world.record))

            let due = try await reminders.work.runDue()

            let reminded: [PersonID] = try await world.all(
                """
                SELECT (change ->> 'person')::uuid
                  FROM outing_change, jsonb_array_elements(patch) AS change
                 WHERE change ->> 'kind' = 'transfer_reminder'
                """)
            #expect(due == 2)
            #expect(reminded == [world.cast.tom.id])
        }
    }

    @Test(arguments: ["received", "forgiven"])
    func `37: of an erased debtor is news to its creditor, who ends it alone and so settles the bill`(
        state: String
    ) async throws {
        try await withBills { world in
            let dinner = try await world.splitDinner()
            try await world.erase(world.cast.tom.id)
            let reminders = TransferReminders(
                database: world.database, edits: BillEdits(record: world.record))
            try await world.run("UPDATE bill_transfer SET remind_at = now() WHERE remind_at IS NOT NULL")

            let news: [PersonID] = try await world.all(
                """
                SELECT (change ->> 'creditor')::uuid
                  FROM outing_change, jsonb_array_elements(patch) AS change
                 WHERE change ->> 'kind' = 'transfer_debtor_gone'
                """)
            #expect(news == [world.cast.leila.id])
            // Mei is reminded, and Tom is not.
            #expect(try await reminders.work.runDue() == 1)
            let nudged = try await world.leila.post(dinner.path + "/transfers/\(dinner.tom)/nudge")
            #expect(nudged.status == .conflict && nudged.code == "debtor_gone")

            _ = try await world.leila.put(
                dinner.path + "/transfers/\(dinner.mei)/state", #"{"state":"received"}"#)
            #expect(try await world.leila.get(dinner.path)["settledAt"] == .null)
            let ended = try await world.leila.put(
                dinner.path + "/transfers/\(dinner.tom)/state", #"{"state":"\#(state)"}"#)

            #expect(ended.status == .ok && ended["settledAt"].text != nil)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `37: of an erased debtor follows a correction, without reminders, and can still be ended`()
        async throws
    {
        try await withBills { world in
            let dinner = try await world.splitDinner()
            let (leila, tom, mei) = (world.cast.leila.id, world.cast.tom.id, world.cast.mei.id)
            try await world.erase(tom)

            let body =
                #"{"currency":"EUR","items":[\#(world.item("14.00", leila)),\#(world.item("12.00", tom)),\#(world.item("4.00", mei))]}"#
            let corrected = try await world.leila.put(dinner.path, body, headers: [.ifMatch: "*"])
            let asked = corrected["transfers"].elements.filter { $0["state"].text == "asked" }
            let ofTom = asked.first { $0["debtor"]["id"].text == "\(tom)" }
            let reminded: [PersonID] = try await world.all(
                "SELECT debtor_id FROM bill_transfer WHERE remind_at IS NOT NULL AND state = 'asked'")

            #expect(corrected.status == .ok && ofTom?["amountMinor"].number == 1_200)
            #expect(reminded == [mei])
            for transfer in asked {
                _ = try await world.leila.put(
                    dinner.path + "/transfers/\(transfer["id"].text ?? "")/state", #"{"state":"forgiven"}"#)
            }
            #expect(try await world.leila.get(dinner.path)["settledAt"].text != nil)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `37: to an erased creditor is forgiven, and the bill is settled`() async throws {
        try await withBills { world in
            let dinner = try await world.splitDinner()
            for _ in 1...2 {
                try await world.database.transaction { transaction in
                    try await BillPersonalData(record: world.record).erase(
                        world.cast.leila.id, in: transaction)
                }
            }

            let bill = try await world.tom.get(dinner.path)
            #expect(bill["settledAt"].text != nil && bill["transfers"].elements.isEmpty)
            #expect(try await world.billsAreSound())
        }
    }

    @Test(arguments: ["en", "de", "fi", "ar", "ja"])
    func `37: of an erased debtor keeps its amount under the name Someone in each language`(
        language: String
    ) async throws {
        try await withBills { world in
            let dinner = try await world.splitDinner()
            let tom = world.cast.tom.id
            try await world.erase(tom)
            try await world.run("SELECT erase_person(\(tom), 'Someone')")

            let bill = try await world.leila.get(dinner.path, headers: [.acceptLanguage: language])
            let shares = bill["shares"].elements
            let transfer = bill["transfers"].elements.first { $0["id"].text == dinner.tom }

            #expect(Set(shares.compactMap { $0["person"]["name"].text }) == ["Leila", "Mei", "Someone"])
            #expect(shares.reduce(0) { $0 + ($1["amountMinor"].number ?? 0) } == 3_000)
            #expect(transfer?["debtor"]["name"].text == "Someone")
            #expect(transfer?["amountMinor"].number == 1_000 && transfer?["state"].text == "asked")
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `33: the payment of a person who left the list is recorded by a host`() async throws {
        try await withBills { world in
            let bills = try await world.billsOfDinner()
            let bill = try await world.create(#"{"currency":"EUR","total":"30.00"}"#, on: bills)
            let tom = world.cast.tom.id
            _ = try await world.leila.delete(bills.replacing("/bills", with: "/attendees/\(tom)"))
            let body = #"{"amount":"30.00","method":"card","personId":"PERSON"}"#
            let path = bills + "/\(bill["id"].text ?? "")/payments"

            let stranger = try await world.leila.post(
                path, body.replacing("PERSON", with: "\(world.cast.stranger.id)"))
            let paid = try await world.leila.post(path, body.replacing("PERSON", with: "\(tom)"))

            #expect(stranger.code == "person_not_on_the_list")
            #expect(paid.status.code < 300)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `reminds its debtor twice, then never`() async throws {
        try await withBills { world in
            _ = try await world.splitDinner()
            let reminders = TransferReminders(
                database: world.database, edits: BillEdits(record: world.record))
            var counts: [Int] = []
            for _ in 1...4 {
                counts.append(try await reminders.work.runDue())
                try await world.run("UPDATE bill_transfer SET remind_at = now() WHERE remind_at IS NOT NULL")
            }

            #expect(counts == [0, 2, 2, 0])
        }
    }
}

extension TestWorld {
    /// Erases a person, as the worker does.
    fileprivate func erase(_ person: PersonID) async throws {
        try await database.transaction { transaction in
            try await BillPersonalData(record: self.record).erase(person, in: transaction)
        }
        try await run("UPDATE person SET kind = 'erased' WHERE id = \(person)")
    }
}
