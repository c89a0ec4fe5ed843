import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Bills

/// The numbers are those of the edge cases in docs/money.md.
@Suite struct `A bill` {
    @Test func `needs no order: one person paid a total, and the others owe them`() async throws {
        try await withBills { world in
            let bills = try await world.billsOfDinner()

            let bill = try await world.create(
                #"{"currency":"EUR","total":"58.40",\#(world.paid("58.40", by: world.cast.leila.id))}"#,
                on: bills)

            #expect(bill["totalMinor"].number == 5_840 && bill["unpaidMinor"].number == 0)
            let shares = bill["shares"].elements.compactMap { $0["amountMinor"].number }
            #expect(shares.sorted() == [1_946, 1_947, 1_947])
            #expect(bill["transfers"].elements.count == 2)
            #expect(
                bill["transfers"].elements.allSatisfy {
                    $0["creditor"]["name"].text == "Leila" && $0["state"].text == "asked"
                })
            let fractions = bill["charges"][0]["shares"].elements.compactMap { $0["fraction"].text }
            #expect(fractions.contains("droppedByTieBreak") || fractions.contains("dropped"))
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `has items, tax on top, tip, voucher and a difference, and sums to the receipt`() async throws
    {
        try await withBills { world in
            let (leila, tom, mei) = (world.cast.leila.id, world.cast.tom.id, world.cast.mei.id)
            let bills = try await world.billsOfDinner()
            let body = """
                {"currency":"EUR","receiptTotal":"41.00",
                 "items":[\(world.item("20.00", leila, tom)),
                          {"amount":"10.00","label":"Soup","people":[{"personId":"\(mei)"}],"taxPercent":"10","taxIncluded":false},
                          {"amount":"6.00","people":[{"personId":"\(tom)","share":"4.00"},{"personId":"\(mei)","share":"2.00"}]}],
                 "charges":[{"kind":"discount","amount":"3.00","label":"Voucher"},{"kind":"tip","percent":"10"},
                            {"kind":"difference"}]}
                """

            let preview = try await world.leila.post(bills + "/preview", body)
            let before = try await world.leila.get(bills)
            let bill = try await world.create(body, on: bills)

            #expect(before["items"].elements.isEmpty)
            #expect(bill["totalMinor"].number == 4_100 && bill["receiptDifferenceMinor"].number == 0)
            #expect(
                bill["charges"].elements.compactMap { $0["kind"].text }
                    == ["items", "items", "items", "tax", "discount", "tip", "difference"])
            #expect(
                bill["charges"][2]["shares"].elements.compactMap { $0["amountMinor"].number }.sorted() == [
                    200, 400,
                ])
            #expect(
                bill["charges"][3]["amountMinor"].number == 100
                    && bill["charges"][4]["amountMinor"].number == -300)
            #expect(preview["totalMinor"] == bill["totalMinor"] && preview["shares"] == bill["shares"])
            #expect(bill["transfers"].elements.isEmpty && bill["unpaidMinor"].number == 4_100)
            #expect(try await world.billsAreSound())
        }
    }

    @Test(arguments: [
        (
            "40: negative", #""items":[{"amount":"-1.00","people":[{"personId":"PERSON"}]}]"#,
            "negative_amount", "/items/0/amount"
        ),
        (
            "17: third decimal", #""items":[{"amount":"1.005","people":[{"personId":"PERSON"}]}]"#,
            "too_many_decimals", "/items/0/amount"
        ),
        (
            "shares do not sum",
            #""items":[{"amount":"9.00","people":[{"personId":"PERSON","share":"8.99"}]}]"#,
            "shares_do_not_sum", "/items/0/people"
        ),
        ("nobody", #""items":[{"amount":"9.00"}]"#, "invalid_people", "/items/0/people"),
        (
            "52: discount",
            #""items":[{"amount":"9.00","people":[{"personId":"PERSON"}]}],"charges":[{"kind":"discount","amount":"9.01"}]"#,
            "discount_too_large", "/charges/0"
        ),
        (
            "stranger",
            #""items":[{"amount":"9.00","people":[{"personId":"0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05"}]}]"#,
            "person_not_on_the_list", "/items/0/people/0/personId"
        ),
        ("both", #""total":"9.00","items":[]"#, "items_or_total", "/items"),
        ("no receipt", #""total":"9.00","charges":[{"kind":"difference"}]"#, "missing", "/receiptTotal"),
    ])
    func `that is wrong is refused by pointer, and nothing is stored`(
        name: String, members: String, code: String, pointer: String
    ) async throws {
        try await withBills { world in
            let bills = try await world.billsOfDinner()
            let members = members.replacing("PERSON", with: world.cast.tom.id.description)

            let answer = try await world.leila.post(bills, #"{"currency":"EUR",\#(members)}"#)

            #expect(answer.status == .unprocessableContent && answer.code == code, "\(name): \(answer.text)")
            #expect(answer["errors"][0]["pointer"].text == pointer, "\(name)")
            #expect(try await world.leila.get(bills)["items"].elements.isEmpty)
        }
    }

    @Test func `in an unknown currency is refused`() async throws {
        try await withBills { world in
            let bills = try await world.billsOfDinner()

            let answer = try await world.leila.post(bills, #"{"currency":"XXQ","total":"9.00"}"#)

            #expect(answer.code == "unknown_currency" && answer["errors"][0]["pointer"].text == "/currency")
        }
    }

    @Test func `takes amounts and percentages as its reader writes them`() async throws {
        try await withBills { world in
            let bills = try await world.billsOfDinner()
            let body =
                #"{"currency":"EUR","total":"1.234,50 €","charges":[{"kind":"tip","percent":"12,5 %"}]}"#

            let german = try await world.leila.post(bills, body, headers: [.acceptLanguage: "de"])
            let dollars = try await world.leila.post(bills, #"{"currency":"EUR","total":"9.50 USD"}"#)

            #expect(german["totalMinor"].number == 138_881)
            #expect(german["charges"][1]["percent"].text == "12.5")
            #expect(dollars.code == "another_currency", "\(dollars.text)")
            #expect(dollars["errors"][0]["pointer"].text == "/total")
        }
    }

    @Test(arguments: [("JPY", "1000", 1_000, 333), ("KWD", "1.000", 1_000, 333)])
    func `50: has the decimals of its currency`(
        currency: String, total: String, shown: Int, least: Int
    ) async throws {
        try await withBills { world in
            let bills = try await world.billsOfDinner()

            let bill = try await world.create(#"{"currency":"\#(currency)","total":"\#(total)"}"#, on: bills)

            #expect(bill["totalMinor"].number == shown)
            #expect(bill["shares"].elements.compactMap { $0["amountMinor"].number }.min() == least)
        }
    }

    @Test func `51: shares a percentage of nothing by heads, and is settled at once`() async throws {
        try await withBills { world in
            let bills = try await world.billsOfDinner()

            let bill = try await world.create(
                #"{"currency":"EUR","total":"0.00","charges":[{"kind":"tip","percent":"10"}]}"#, on: bills)

            #expect(bill["totalMinor"].number == 0 && bill["transfers"].elements.isEmpty)
            #expect(bill["settledAt"].text != nil)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `54: is owed to a payer who did not eat`() async throws {
        try await withBills { world in
            let bills = try await world.billsOfDinner()

            let bill = try await world.create(
                #"{"currency":"EUR","items":[\#(world.item("9.00", world.cast.tom.id))],\#(world.paid("9.00", by: world.cast.mei.id))}"#,
                on: bills)

            #expect(bill["transfers"].elements.count == 1)
            #expect(bill["transfers"][0]["creditor"]["name"].text == "Mei")
        }
    }

    @Test func `56: cannot be overpaid`() async throws {
        try await withBills { world in
            let bills = try await world.billsOfDinner()

            let answer = try await world.leila.post(
                bills, #"{"currency":"EUR","total":"9.00",\#(world.paid("10.00", by: world.cast.leila.id))}"#)

            #expect(
                answer.status == .conflict && answer.code == "overpaid" && answer["byMinor"].number == 100)
            #expect(answer["currency"].text == "EUR")
            #expect(try await world.leila.get(bills)["items"].elements.isEmpty)
        }
    }

    @Test func `56: can be overpaid with change, which is not recorded`() async throws {
        try await withBills { world in
            let bills = try await world.billsOfDinner()
            let bill = try await world.create(#"{"currency":"EUR","total":"9.00"}"#, on: bills)
            let path = bills + "/\(bill["id"].text ?? "")"
            func pay(_ amount: String, _ excess: String) async throws -> TestSupport.Answer {
                try await world.tom.post(
                    path + "/payments",
                    #"{"personId":"\#(world.cast.tom.id)","amount":"\#(amount)","method":"cash"\#(excess)}"#)
            }

            let refused = try await pay("10.00", "")
            let paid = try await pay("10.00", #","excess":"change""#)
            let nothing = try await pay("5.00", #","excess":"change""#)

            #expect(refused.code == "overpaid" && refused["byMinor"].number == 100)
            #expect(paid.status == .created && paid["payments"][0]["amountMinor"].number == 900)
            #expect(paid["totalMinor"].number == 900 && paid["version"].number == 1)
            #expect(nothing.code == "overpaid" && nothing["byMinor"].number == 500)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `56: can be overpaid with a tip, which the payer bears alone`() async throws {
        try await withBills { world in
            let (leila, tom, mei) = (world.cast.leila.id, world.cast.tom.id, world.cast.mei.id)
            let bills = try await world.billsOfDinner()
            let bill = try await world.create(
                #"{"currency":"EUR","items":[\#(world.item("9.50", leila)),\#(world.item("10.00", tom, mei))],"charges":[{"kind":"service","percent":"10"},{"kind":"discount","amount":"1.00","basis":"heads"},{"kind":"rounding","step":"0.05","people":[{"personId":"\#(tom)"}]}],"treats":[{"hostId":"\#(leila)","guestId":"\#(mei)"}],"receiptTotal":"20.45"}"#,
                on: bills)
            let path = bills + "/\(bill["id"].text ?? "")"
            let total = Int(bill["totalMinor"].number ?? 0)
            func pay(_ person: PersonID) async throws -> TestSupport.Answer {
                try await world.leila.post(
                    path + "/payments",
                    #"{"personId":"\#(person)","amount":"25.00","method":"cash","excess":"tip"}"#)
            }

            // Mei's share is Leila's, and a tip of hers would be too.
            let treated = try await pay(mei)
            let paid = try await pay(tom)

            #expect(treated.code == "overpaid")
            #expect(paid.status == .created && paid["totalMinor"].number == 2_500)
            #expect(paid["version"].number == 2 && paid["unpaidMinor"].number == 0)
            let charges = paid["charges"].elements
            #expect(charges.count == bill["charges"].elements.count + 1)
            let tip = try #require(charges.first { $0["kind"].text == "tip" })
            #expect(Int(tip["amountMinor"].number ?? 0) == 2_500 - total && tip["onReceipt"] == false)
            #expect(tip["shares"].elements.map { $0["person"]["id"].text } == ["\(tom)"])
            func shares(_ answer: TestSupport.Answer) -> [String: Int] {
                Dictionary(
                    answer["shares"].elements.map {
                        ($0["person"]["id"].text ?? "", Int($0["amountMinor"].number ?? 0))
                    }, uniquingKeysWith: +)
            }
            // Everyone else's share is what it was, to the cent.
            var expected = shares(bill)
            expected["\(tom)", default: 0] += 2_500 - total
            #expect(shares(paid) == expected)
            #expect(paid["receiptDifferenceMinor"] == bill["receiptDifferenceMinor"])
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `56: loses the tip when its payment is taken back`() async throws {
        try await withBills { world in
            let bills = try await world.billsOfDinner()
            let bill = try await world.create(
                #"{"currency":"EUR","total":"9.00","charges":[{"kind":"tip","amount":"1.00"}]}"#, on: bills)
            let path = bills + "/\(bill["id"].text ?? "")"
            func pay(_ amount: String) async throws -> TestSupport.Answer {
                try await world.tom.post(
                    path + "/payments",
                    #"{"personId":"\#(world.cast.tom.id)","amount":"\#(amount)","method":"cash","excess":"tip"}"#
                )
            }
            let paid = try await pay("12.00")
            let payment = paid["payments"][0]["id"].text ?? ""

            let back = try await world.tom.delete(path + "/payments/\(payment)")
            let rest = try await world.leila.get(path)
            let again = try await pay("10.50")

            #expect(paid["totalMinor"].number == 1_200 && back.status.code < 300)
            #expect(rest["totalMinor"].number == 1_000 && rest["unpaidMinor"].number == 1_000)
            #expect(rest["version"].number == 3)
            // The tip that the group shares stays.
            let tips = rest["charges"].elements.filter { $0["kind"].text == "tip" }
            #expect(tips.map { $0["amountMinor"].number } == [100])
            #expect(again["totalMinor"].number == 1_050)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `56: cannot be overpaid with a tip beyond its charges`() async throws {
        try await withBills { world in
            let bills = try await world.billsOfDinner()
            let charges = Array(repeating: #"{"kind":"service","amount":"0.10"}"#, count: 30)
            let bill = try await world.create(
                #"{"currency":"EUR","total":"9.00","charges":[\#(charges.joined(separator: ","))]}"#,
                on: bills)
            let path = bills + "/\(bill["id"].text ?? "")"

            let refused = try await world.tom.post(
                path + "/payments",
                #"{"personId":"\#(world.cast.tom.id)","amount":"13.00","method":"cash","excess":"tip"}"#)

            #expect(refused.status == .conflict && refused.code == "too_many_charges")
            let after = try await world.leila.get(path)
            #expect(after["version"].number == 1 && after["payments"].elements.isEmpty)
        }
    }

    @Test func `names guests who were invited by mail as the list does`() async throws {
        try await withBills { world in
            let bills = try await world.billsOfDinner()
            let dinner = String(bills.dropLast("/bills".count))
            _ = try await world.leila.post(dinner + "/invitations", #"{"emails":["ada@example.org"]}"#)
            try await world.run("UPDATE attendance SET status = 'attending', responded_at = now()")

            let body = #"{"currency":"EUR","total":"40.00",\#(world.paid("40.00", by: world.cast.tom.id))}"#
            let bill = try await world.create(body, on: bills)

            let path = bills + "/\(bill["id"].text ?? "")"
            func debtors(_ answer: TestSupport.Answer) -> [String?] {
                answer["transfers"].elements.map { $0["debtor"]["name"].text }
            }
            let seenByTom = try await world.tom.get(path)
            let preview = try await world.leila.post(
                bills + "/preview", #"{"currency":"EUR","total":"40.00"}"#)
            #expect(debtors(bill).contains("ada@example.org"))
            #expect(debtors(seenByTom).contains("Guest"))
            #expect(preview["shares"].elements.contains { $0["person"]["name"].text == "ada@example.org" })
        }
    }

    @Test func `is read by hosts and by those with a share, and corrected by hosts and its maker`()
        async throws
    {
        try await withBills { world in
            let bills = try await world.billsOfDinner()
            let body = #"{"currency":"EUR","items":[\#(world.item("9.00", world.cast.tom.id))]}"#
            let bill = try await world.create(body, on: bills, by: world.tom)
            let path = bills + "/\(bill["id"].text ?? "")"

            #expect(try await world.leila.get(path).status == .ok)
            #expect(try await world.mei.get(path).status == .notFound)
            #expect(try await world.mei.get(bills)["items"].elements.isEmpty)
            #expect(try await world.stranger.get(path).status == .notFound)
            #expect(try await world.mei.put(path, body, headers: [.ifMatch: "*"]).status == .notFound)
            #expect(try await world.tom.put(path, body).status == .preconditionRequired)
            let corrected = try await world.tom.put(path, body, headers: [.ifMatch: "*"])
            #expect(corrected["version"].number == 2)
            #expect(
                try await world.tom.put(path, body, headers: [.ifMatch: "\"1.0\""]).code
                    == "precondition_failed")
            #expect(try await world.tom.get(path + "/versions/1")["version"].number == 1)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `has repeatable steps, which are charged by the people on a long list, and others never`()
        async throws
    {
        try await withBills { world in
            let leila = world.cast.leila.id
            let bills = try await world.billsOfDinner()
            let id = try #require(
                OutingID(String(bills.dropFirst("/v1/outings/".count).dropLast("/bills".count))))
            let content = #"{"currency":"EUR","items":[\#(world.item("30.00", leila, world.cast.tom.id))]"#
            let bill = try await world.create(content + ",\(world.paid("30.00", by: leila))}", on: bills)
            let path = bills + "/\(bill["id"].text ?? "")"
            let payment = path + "/payments/\(bill["payments"][0]["id"].text ?? "")"
            let transfer = path + "/transfers/\(bill["transfers"][0]["id"].text ?? "")"
            let unpaid = try await world.create(content + "}", on: bills)
            try await world.addInvitees(30, to: id)
            try await world.database.transaction { transaction in
                try await ReachLimit.take(4_978, by: leila, in: transaction)
            }

            let created = try await world.leila.post(bills, content + "}")
            let corrected = try await world.leila.put(path, content + "}", headers: [.ifMatch: "*"])
            let takenBack = try await world.leila.delete(payment)
            let sent = try await world.tom.put(transfer + "/sent")
            let disputed = try await world.leila.put(transfer + "/state", #"{"state":"disputed"}"#)
            let received = try await world.leila.put(transfer + "/state", #"{"state":"received"}"#)
            let paid = try await world.leila.post(
                bills + "/\(unpaid["id"].text ?? "")/payments",
                #"{"personId":"\#(leila)","amount":"30.00","method":"card"}"#)

            for refused in [created, corrected, takenBack, disputed] {
                #expect(refused.status == .tooManyRequests && refused.left == "reach: 20")
            }
            #expect(sent.status == .ok && received.status == .ok && paid.status == .created)
            #expect(try await world.billsAreSound())
        }
    }
}
