import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import Privacy
import TestSupport
import Testing

@testable import Orders
@testable import Records

/// The invoices of a venue: what they state, their numbers, what cancels them, and how long they are kept.
struct InvoiceTests {
    @Test func `an invoice has the lines, taxes and tip of its sale, and the venue as it was`() async throws {
        try await withSales { world, venue in
            try await world.run(
                "UPDATE restaurant SET street = 'Pier 1', postcode = '00100', city = 'Helsinki'")
            try await world.run("UPDATE venue SET tax_number = 'FI12345678'")
            let sale = try await world.sellDrinks(at: venue)
            let key: HTTPFields = [.idempotencyKey: "invoice-1"]
            let body = #"{"name":"Ana Oy","address":"Quay 2\nTurku","taxNumber":"FI87654321"}"#
            let first = try await world.stranger.post(sale + "/invoice", body, headers: key)
            let again = try await world.stranger.post(sale + "/invoice", body, headers: key)
            try await world.run("UPDATE venue SET tax_number = NULL")
            try await world.run("UPDATE restaurant SET name = 'Another name', street = 'Pier 3'")

            let id: String = try #require(first["id"].text)
            let read = try await world.stranger.get(venue + "/invoices/\(id)")
            let sold = try await world.stranger.get(sale)
            let year: String = try #require(first["issuedOn"].text.map { String($0.prefix(4)) })

            #expect(first.status == .created && again.text == first.text && read.text == first.text)
            #expect(first["number"].text == "\(year)-0001" && first["soldOn"] == sold["day"])
            #expect(first["seller"]["name"].text == "Thai Garden")
            #expect(first["seller"]["address"].text == "Pier 1\n00100 Helsinki\nFI")
            #expect(first["seller"]["taxNumber"].text == "FI12345678")
            #expect(first["recipient"]["name"].text == "Ana Oy")
            #expect(first["recipient"]["address"].text == "Quay 2\nTurku")
            #expect(first["recipient"]["taxNumber"].text == "FI87654321")
            #expect(first["lines"].elements.map { $0["quantity"].number } == [2, 1])
            // 3.00 with 10 %, and 4.00 with 25.5 %.
            #expect(first["taxes"].elements.map { $0["percent"].text } == ["10", "25.5"])
            #expect(first["taxes"].elements.map { $0["taxMinor"].number } == [27, 81])
            #expect(first["taxes"].elements.map { $0["netMinor"].number } == [273, 319])
            #expect(first["tipMinor"].number == 150 && first["totalMinor"].number == 850)
            #expect(first["currency"].text == "EUR" && first["cancellation"] == .null)
            #expect(first["keptUntil"].text == "\((Int(year) ?? 0) + 10)-12-31")
            #expect(sold["invoice"]["id"].text == id && sold["invoice"]["number"] == first["number"])
            #expect(try await world.isSound("records"))
        }
    }

    @Test func `a sale has one invoice, on which a later tip is not`() async throws {
        try await withSales { world, venue in
            let sale = try await world.sellDrinks(at: venue)
            let first = try await world.writeInvoice(of: sale)
            let tipped = try await world.mei.post(sale + "/tips", #"{"amount":"5"}"#)

            let second = try await world.writeInvoice(of: sale)
            let list = try await world.stranger.get(venue + "/invoices")

            #expect(tipped["totalMinor"].number == 1_350)
            #expect(second.status == .conflict && second.code == "invoice_exists")
            #expect(second["invoice"]["id"] == first["id"] && second["invoice"]["number"] == first["number"])
            #expect(list["items"].elements.count == 1 && list["items"][0]["totalMinor"].number == 850)
            #expect(try await world.isSound("records"))
        }
    }

    @Test func `owners alone write and read invoices, of their own sales`() async throws {
        try await withSales { world, venue in
            let sale = try await world.sellDrinks(at: venue)
            let other = "/v1/venues/\(ThaiMenu.harbour)"
            let foreign = sale.replacing(venue, with: other)
            let written = try await world.writeInvoice(of: sale)
            let id: String = try #require(written["id"].text)

            for (visitor, status) in [
                (world.mei, HTTPResponse.Status.forbidden), (world.tom, .notFound), (world.leila, .notFound),
                (world.anonymous, .unauthorized),
            ] {
                #expect(try await world.writeInvoice(of: sale, by: visitor).status == status)
                #expect(try await visitor.get(venue + "/invoices").status == status)
                #expect(try await visitor.get(venue + "/invoices/\(id)").status == status)
            }
            #expect(try await world.writeInvoice(of: foreign, by: world.tom).status == .notFound)
            #expect(try await world.tom.get(other + "/invoices/\(id)").status == .notFound)
            #expect(try await world.tom.get(other + "/invoices")["items"].elements.isEmpty)
            #expect(try await world.one("SELECT count(*) FROM invoice") == 1)
        }
    }

    @Test func `the tablet of a venue and a guest read neither sales nor invoices`() async throws {
        try await withSales { world, venue in
            let sale = try await world.sellDrinks(at: venue)
            let written = try await world.writeInvoice(of: sale)
            let added = try await world.stranger.post(venue + "/devices", #"{"name":"Counter"}"#)
            let code: String = try #require(added["code"].text)
            let paired = try await world.anonymous.post("/v1/devices/pairings", #"{"code":"\#(code)"}"#)
            let token: String = try #require(paired["token"].text)
            let tablet = world.site.program(token: token)
            let lunch = try await world.order(at: ThaiMenu.restaurant)
            let guest = world.site.program(token: try await world.invite("ada@example.org", to: lunch))

            #expect(try await tablet.get(venue + "/board").status == .ok)
            #expect(try await guest.get(lunch).status == .ok)
            for visitor in [tablet, guest] {
                for path in ["/sales", "/invoices", "/invoices/\(written["id"].text ?? "")"] {
                    #expect(try await visitor.get(venue + path).status == .unauthorized)
                }
                #expect(try await visitor.get(sale).status == .unauthorized)
                #expect(try await world.writeInvoice(of: sale, by: visitor).status == .unauthorized)
            }
        }
    }

    @Test func `bad input is named and stores nothing`() async throws {
        try await withSales { world, venue in
            let sale = try await world.sellDrinks(at: venue)
            let long = String(repeating: "x", count: 501)
            for (body, pointers) in [
                ("{}", ["/name", "/address"]), (#"{"name":" ","address":"Quay 2"}"#, ["/name"]),
                (#"{"name":"Ana","address":"\#(long)"}"#, ["/address"]),
                (
                    #"{"name":"Ana","address":"Quay 2","taxNumber":"","email":"ana"}"#,
                    ["/taxNumber", "/email"]
                ),
            ] {
                let refused = try await world.stranger.post(sale + "/invoice", body)
                #expect(refused.status == .unprocessableContent, "\(body)")
                #expect(refused["errors"].elements.compactMap { $0["pointer"].text } == pointers, "\(body)")
            }
            let unknown = try await world.stranger.post(
                sale + "/invoice", #"{"name":"Ana","address":"Quay 2","number":"2027-0009"}"#)
            #expect(unknown.status == .badRequest)
            let lost = try await world.stranger.get(venue + "/invoices?cursor=2027-1")
            #expect(lost.code == "malformed_cursor")
            #expect(try await world.one("SELECT count(*) FROM invoice") == 0)
        }
    }

    @Test func `sixteen writers at once get numbers without gaps, listed newest first`() async throws {
        try await withSales { world, venue in
            var sales: [String] = []
            for _ in 1...16 { sales.append(try await world.sellDrinks(at: venue)) }

            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for sale in sales {
                    group.addTask { try await world.writeInvoice(of: sale).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            var numbers: [String] = []
            var path: String? = venue + "/invoices?limit=5"
            while let next = path {
                let page = try await world.stranger.get(next)
                numbers += page["items"].elements.compactMap { $0["number"].text }
                path = page["next"].text.map { venue + "/invoices?limit=5&cursor=\($0)" }
            }

            #expect(statuses.count == 16 && statuses.allSatisfy { $0 == .created })
            #expect(numbers.compactMap { Int($0.suffix(4)) } == Array((1...16).reversed()))
            #expect(try await world.isSound("records"))
        }
    }

    @Test func `each year and each venue counts from one`() async throws {
        try await withSales { world, venue in
            _ = try await world.writeInvoice(of: world.sellDrinks(at: venue))
            try await world.run(
                """
                UPDATE invoice
                   SET issued_on = issued_on - interval '1 year', year = extract(year FROM issued_on - interval '1 year')::int
                """)
            let other = "/v1/venues/\(ThaiMenu.harbour)"
            let typed = #"{"lines":[{"name":"Tea","price":"3"}],"currency":"EUR"}"#
            let foreign = try await world.tom.post(other + "/sales", typed)

            let ours = try await world.writeInvoice(of: world.sellDrinks(at: venue))
            let theirs = try await world.writeInvoice(
                of: other + "/sales/\(foreign["id"].text ?? "")", by: world.tom)

            #expect(ours["number"].text?.suffix(4) == "0001" && theirs["number"] == ours["number"])
            #expect(try await world.isSound("records"))
        }
    }

    @Test func `a voided sale cancels its invoice, which stays, and gets none`() async throws {
        try await withSales { world, venue in
            let sale = try await world.sellDrinks(at: venue)
            let written = try await world.writeInvoice(of: sale)
            let path = venue + "/invoices/\(written["id"].text ?? "")"
            _ = try await world.stranger.post(sale + "/void", #"{"reason":"Another name"}"#)
            let voided = try await world.sellDrinks(at: venue)
            _ = try await world.stranger.post(voided + "/void", #"{"reason":"Entered twice"}"#)

            let cancelled = try await world.stranger.get(path)
            let refused = try await world.writeInvoice(of: voided)

            let year: String = try #require(written["issuedOn"].text.map { String($0.prefix(4)) })
            #expect(cancelled["cancellation"]["number"].text == "\(year)-0002")
            #expect(cancelled["cancellation"]["at"].text != nil && !cancelled.text.contains("Another name"))
            #expect(cancelled["totalMinor"].number == 850 && cancelled["lines"].elements.count == 2)
            #expect(refused.status == .conflict && refused.code == "sale_voided")
            #expect(try await world.one("SELECT count(*) FROM invoice") == 1)
            #expect(try await world.isSound("records"))
        }
    }

    @Test func `cancellations and invoices have one series of numbers, also at once`() async throws {
        try await withSales { world, venue in
            var (old, new): ([String], [String]) = ([], [])
            for _ in 1...8 {
                let sale = try await world.sellDrinks(at: venue)
                _ = try await world.writeInvoice(of: sale)
                old.append(sale)
                new.append(try await world.sellDrinks(at: venue))
            }

            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for (cancelled, other) in zip(old, new) {
                    group.addTask {
                        try await world.stranger.post(cancelled + "/void", #"{"reason":"Twice"}"#).status
                    }
                    group.addTask { try await world.writeInvoice(of: other).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let items = try await world.stranger.get(venue + "/invoices")["items"].elements
            let numbers = items.compactMap { $0["number"].text }
            let cancellations = items.compactMap { $0["cancellation"]["number"].text }

            #expect(Set(statuses) == [.ok, .created])
            #expect(numbers.count == 16 && cancellations.count == 8)
            #expect(
                (numbers + cancellations).compactMap { Int($0.suffix(4)) }.sorted() == Array(1...24))
            #expect(try await world.isSound("records"))
        }
    }

    @Test func `a cancellation takes no number that an invoice has`() async throws {
        try await withSales { world, venue in
            let sale = try await world.sellDrinks(at: venue)
            _ = try await world.writeInvoice(of: sale)
            await #expect(throws: PostgresError.self) {
                try await world.run(
                    """
                    INSERT INTO invoice_cancellation (restaurant_id, invoice_id, year, sequence, issued_on)
                    SELECT restaurant_id, id, year, sequence, issued_on FROM invoice
                    """)
            }
        }
    }

    @Test func `owners read no invoice from before their venue was verified again`() async throws {
        try await withSales { world, venue in
            let sale = try await world.sellDrinks(at: venue)
            let written = try await world.writeInvoice(of: sale)
            let path = venue + "/invoices/\(written["id"].text ?? "")"
            #expect(try await world.stranger.get(path).status == .ok)
            try await world.run("UPDATE venue SET verified_at = now() + interval '3 days'")

            #expect(try await world.stranger.get(path).status == .notFound)
            #expect(try await world.stranger.get(venue + "/invoices")["items"].elements.isEmpty)
            #expect(try await world.writeInvoice(of: sale).code == "invoice_exists")
            #expect(try await world.stranger.get(sale)["invoice"]["number"] == written["number"])
        }
    }

    @Test func `the sale of an order with a dish without a price gets no invoice`() async throws {
        try await withSales { world, venue in
            _ = try await world.handOver([(world.tom, ThaiMenu.curry)], venue: venue)
            let sold = try await world.stranger.get(venue + "/sales")["items"][0]
            let ofOrder = venue + "/sales/\(sold["id"].text ?? "")"
            let byHand = try await world.sellDrinks(at: venue)
            try await world.run("UPDATE sale_line SET amount_minor = 0, tax_minor = 0")

            let refused = try await world.writeInvoice(of: ofOrder)

            #expect(sold["source"].text == "order")
            #expect(refused.status == .conflict && refused.code == "sale_unpriced")
            #expect(try await world.writeInvoice(of: byHand).status == .created)
        }
    }

    @Test func `a venue without street and town has no address`() async throws {
        try await withSales { world, venue in
            try await world.run("UPDATE restaurant SET street = NULL, city = NULL, postcode = '00100'")
            let written = try await world.writeInvoice(of: world.sellDrinks(at: venue))
            #expect(written.status == .created && written["seller"]["address"] == .null)
        }
    }

    @Test func `the program can neither change nor delete an invoice`() async throws {
        try await withSales { world, _ in
            let allowed: [Bool] = try await world.all(
                """
                SELECT has_table_privilege(r, t, p) OR has_any_column_privilege(r, t, 'UPDATE')
                  FROM unnest(ARRAY['noonish_app', 'noonish_worker']) AS r, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS p,
                       unnest(ARRAY['invoice', 'invoice_cancellation']) AS t
                """)
            #expect(allowed.count == 12 && !allowed.contains(true))
        }
    }

    @Test func `an invoice is kept until its day has passed, and its sale as long`() async throws {
        try await withSales { world, venue in
            let year = Calendar(identifier: .gregorian).component(.year, from: Date())
            let old = try #require(ISO8601DateFormatter().date(from: "\(year - 12)-07-01T12:00:00Z"))
            try await world.sell("Tea", 300, at: old)
            let sales = try await world.stranger.get(venue + "/sales")["items"].elements
            _ = try await world.writeInvoice(of: venue + "/sales/\(sales[0]["id"].text ?? "")")
            _ = try await world.writeInvoice(of: world.sellDrinks(at: venue))
            let removal = try #require(Retention.sales.removal)
            func counts() async throws -> [Int] {
                _ = try await world.database.execute(removal(nil))
                return try await world.all(
                    "SELECT count(*) FROM invoice UNION ALL SELECT count(*) FROM sale")
            }

            #expect(try await counts() == [2, 2])
            try await world.run("UPDATE invoice SET keep_until = current_date, issued_on = current_date")
            #expect(try await counts() == [2, 2])
            try await world.run(
                """
                UPDATE invoice
                   SET keep_until = current_date - 1, issued_on = current_date - 1,
                       year = extract(year FROM current_date - 1)::int
                """)
            try await world.run("UPDATE sale SET voided_at = now()")
            try await world.run(
                """
                INSERT INTO invoice_cancellation (restaurant_id, invoice_id, year, sequence, issued_on)
                SELECT restaurant_id, id, year, sequence + 2, issued_on FROM invoice
                """)
            #expect(try await counts() == [2, 2], "the law still requires the cancellations")
            try await world.run("UPDATE sale SET voided_at = now() - interval '12 years'")
            #expect(try await counts() == [0, 1], "the law still requires the newer sale")
            #expect(try await world.one("SELECT count(*) FROM invoice_cancellation") == 0)
        }
    }

    @Test(arguments: [("FI", 10), ("GB", 6), ("US", 7)])
    func `the law of the country says how long`(country: String, years: Int) async throws {
        try await withSales { world, venue in
            try await world.run("UPDATE restaurant SET country = \(country)")
            let written = try await world.writeInvoice(of: world.sellDrinks(at: venue))
            let year: Int = try #require(written["issuedOn"].text.flatMap { Int($0.prefix(4)) })
            #expect(written["keptUntil"].text == "\(year + years)-12-31")
        }
    }

    @Test func `an invoice is linked to a member who took part in its order, and to no other`() async throws {
        try await withSales { world, venue in
            let cast = world.cast
            /// Writes an invoice to an address, and returns the member of its link, with the names in the response.
            func link(_ sale: String, to member: Cast.Member) async throws -> (PersonID?, [String]) {
                let written = try await world.stranger.post(
                    sale + "/invoice",
                    #"{"name":"Ana","address":"Quay 2","email":"\#(member.address)"}"#)
                let id = try #require(written["id"].text.flatMap { InvoiceID($0) })
                let linked: [PersonID] = try await world.all(
                    "SELECT person_id FROM invoice WHERE id = \(id) AND person_id IS NOT NULL")
                return (linked.first, written.json.names.sorted())
            }

            let runs = try await link(world.sellOrder(at: venue), to: cast.leila)
            let ordered = try await link(world.sellOrder(at: venue), to: cast.tom)
            let bystander = try await link(world.sellOrder(at: venue), to: cast.mei)
            let paid = try await world.sellOrder(at: venue)
            try await world.run(
                """
                WITH made AS (
                     INSERT INTO bill (outing_id, id, order_id, currency)
                     SELECT outing_id, id, order_id, 'EUR' FROM sale ORDER BY id DESC LIMIT 1
                     RETURNING outing_id, id)
                INSERT INTO bill_payment (outing_id, bill_id, id, person_id, amount_minor, method)
                SELECT outing_id, id, id, \(cast.mei.id), 200, 'card' FROM made
                """)
            let payer = try await link(paid, to: cast.mei)
            let byHand = try await link(world.sellDrinks(at: venue), to: cast.leila)

            #expect(runs.0 == cast.leila.id && ordered.0 == cast.tom.id && payer.0 == cast.mei.id)
            #expect(bystander.0 == nil && byHand.0 == nil)
            #expect(bystander.1 == runs.1 && ordered.1 == runs.1, "the response does not depend on it")
        }
    }

    @Test func `an erasure unlinks the invoices to a person, which are exported and stay`() async throws {
        try await withSales { world, venue in
            let leila = world.cast.leila
            let mails = [
                leila.address.uppercased(), "nameless@example.org", world.cast.tom.address,
            ]
            for mail in mails {
                let written = try await world.stranger.post(
                    try await world.sellOrder(at: venue) + "/invoice",
                    #"{"name":"For \#(mail)","address":"Quay 2","email":"\#(mail)"}"#)
                #expect(written.status == .created && written["recipient"]["email"] == .null)
            }
            func listed() async throws -> [String] {
                try await RecordPersonalData().invoices(to: leila.id, in: world.database).map(\.number)
            }
            let before = try await listed()
            let files = try await world.database.transaction { transaction in
                try await RecordPersonalData().export(of: leila.id, in: transaction)
            }
            try await world.database.batch(RecordPersonalData().erasure(of: leila.id))

            let file = try #require(files.first { $0.name == "invoices.json" })
            let text = String(decoding: file.bytes, as: UTF8.self)
            #expect(before.count == 1 && before[0].hasSuffix("-0001"))
            #expect(try await listed().isEmpty)
            #expect(try await world.one("SELECT count(*) FROM invoice WHERE person_id IS NOT NULL") == 1)
            #expect(text.contains(before[0]) && text.contains("taxPPM"))
            #expect(text.contains(leila.address.uppercased()) && text.contains("Quay 2"))
            #expect(!text.contains("nameless") && !text.contains(world.cast.tom.address))
            let customers = try await world.stranger.get(venue + "/customers?q=for")
            #expect(customers["items"].elements.isEmpty, "an invoice makes no customer")
            #expect(try await world.one("SELECT count(*) FROM invoice") == 3)
        }
    }

    @Test(arguments: ["2027-0001", "2027-9999", "2027-10000"])
    func `a number is read as it is written`(text: String) {
        #expect(InvoiceNumber(text)?.text == text)
    }

    @Test(arguments: ["", "2027", "2027-1", "2027-00001", "2027-0001-V", "-2027-0001", "2027-+001", "x-0001"])
    func `other texts are no numbers`(text: String) {
        #expect(InvoiceNumber(text) == nil)
    }
}

extension TestWorld {
    /// Sells two waters from the menu and a tea for 7.00, with a tip of 1.50.
    ///
    /// - Returns: The path of the sale.
    fileprivate func sellDrinks(at venue: String) async throws -> String {
        let sold = try await mei.post(
            venue + "/sales",
            #"""
            {"lines":[{"pick":{"item":"water"},"quantity":2},{"name":"Tea","price":"3.00","taxPercent":"10"}],"tip":"1.50"}
            """#)
        guard sold.status == .created, let id = sold["id"].text else { throw Unexpected(sold) }
        return venue + "/sales/\(id)"
    }

    /// - Parameter visitor: The owner of the venue by default.
    fileprivate func writeInvoice(
        of sale: String, by visitor: Visitor? = nil
    ) async throws -> TestSupport.Answer {
        try await (visitor ?? stranger).post(sale + "/invoice", #"{"name":"Ana","address":"Quay 2"}"#)
    }
}
