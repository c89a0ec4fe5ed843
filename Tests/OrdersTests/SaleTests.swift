import Access
import Foundation
import HTTPTypes
import JSON
import Money
import NoonishAPI
import Postgres
import Privacy
import TestSupport
import Testing

@testable import Orders
@testable import Records

/// What a venue has sold: sales of orders and by hand, voids, tips, reports and exports.
struct SaleTests {
    @Test func `handing over an order records one sale without anyone’s name`() async throws {
        try await withSales { world, venue in
            let transitions = try await world.handOver(
                [
                    (world.tom, ThaiMenu.curry), (world.leila, ThaiMenu.curry),
                    (world.tom, ThaiMenu.pick("water") + #","quantity":3"#),
                    (world.leila, #""name":"Birthday cake","price":"12.00""#),
                ], venue: venue)
            let again = try await world.stranger.post(transitions, #"{"from":"placed","to":"handed_over"}"#)

            let sales = try await world.stranger.get(venue + "/sales")
            let sale = sales["items"][0]
            let lines = sale["lines"].elements
            #expect(again.status == .ok && sales["items"].elements.count == 1)
            #expect(sale["source"].text == "order" && sale["number"].number == 1)
            #expect(sale["madeBy"]["name"].text == world.cast.stranger.name)
            #expect(
                Set(
                    lines.map {
                        "\($0["quantity"].number ?? 0) \($0["name"].text ?? "") \($0["category"].text ?? "-")"
                    })
                    == ["2 Green curry Curries", "3 Water Drinks", "1 Birthday cake -"])
            #expect(sale["totalMinor"].number == lines.compactMap { $0["amountMinor"].number }.reduce(0, +))
            #expect(lines.first { $0["name"].text == "Water" }?["amountMinor"].number == 600)
            #expect(!sales.text.contains(world.cast.tom.name) && !sales.text.contains(world.cast.leila.name))
            #expect(try await world.isSound("records", "orders", "stock", "venues"))
        }
    }

    @Test func `an order that no venue has is no sale, nor is a rejected or cancelled one`() async throws {
        try await withSales { world, venue in
            try await world.run("UPDATE venue SET takes_orders = false")
            let lunch = try await world.order(at: ThaiMenu.restaurant)
            _ = try await world.choose(ThaiMenu.curry, by: world.tom, on: lunch)
            for (from, to) in [("open", "locked"), ("locked", "placed"), ("placed", "handed_over")] {
                _ = try await world.move(from, to, by: world.leila, on: lunch)
            }

            #expect(try await world.state(of: lunch) == "handed_over")
            #expect(try await world.stranger.get(venue + "/sales")["items"].elements.isEmpty)
        }
    }

    @Test func `a sale by hand has the menu’s price and lowers the stock, once`() async throws {
        try await withSales { world, venue in
            try await world.count(5, of: "water")
            let body = #"""
                {"lines":[{"pick":{"item":"water"},"quantity":2},{"name":"Tea","price":"3.00","taxPercent":"10"}],"tip":"1.50"}
                """#
            let key: HTTPFields = [.idempotencyKey: "tea-1"]
            let first = try await world.mei.post(venue + "/sales", body, headers: key)
            let again = try await world.mei.post(venue + "/sales", body, headers: key)

            #expect(first.status == .created && again.text == first.text)
            #expect(first["totalMinor"].number == 850 && first["lines"].elements.count == 3)
            #expect(first["lines"][0]["taxPercent"].text == "25.5")
            // 4.00 with 25.5 %, and 3.00 with 10 %.
            #expect(first["lines"].elements.map { $0["taxMinor"].number } == [81, 27, 0])
            #expect(try await world.levels() == ["water 5 0 2"])
            #expect(try await world.stranger.get(venue + "/sales")["items"].elements.count == 1)
            #expect(try await world.isSound("records", "stock"))
        }
    }

    @Test func `what is sold out or not on the menu is not sold, and bad input changes nothing`() async throws
    {
        try await withSales { world, venue in
            try await world.count(1, of: "water")
            func sell(_ body: String) async throws -> TestSupport.Answer {
                try await world.mei.post(venue + "/sales", body)
            }

            let soldOut = try await sell(#"{"lines":[{"pick":{"item":"water"},"quantity":2}]}"#)
            #expect(soldOut.code == "sold_out" && soldOut["left"].number == 1)
            #expect(try await sell(#"{"lines":[{"pick":{"item":"pizza"}}]}"#).code == "item_not_on_menu")
            let faulty = try await sell(#"{"lines":[{"pick":{"item":"green-curry","variant":"small"}}]}"#)
            #expect(faulty.code == "options_missing")
            #expect(faulty["errors"][0]["pointer"].text == "/lines/0/pick/options")
            for body in [
                #"{"lines":[]}"#, #"{"lines":[{"name":"Tea"}]}"#, #"{"lines":[{"name":"Tea","price":"-1"}]}"#,
                #"{"lines":[{"name":"Tea","price":"3.001"}]}"#,
                #"{"lines":[{"name":"Tea","price":"3","quantity":0}]}"#,
                #"{"lines":[{"pick":{"item":"water"}}],"currency":"USD"}"#,
                #"{"lines":[{"name":"Tea","price":"3","taxPercent":"101"}]}"#,
            ] {
                #expect(try await sell(body).status == .unprocessableContent, "\(body)")
            }
            #expect(
                try await sell(#"{"lines":[{"name":"Tea","price":"3","amountMinor":1}]}"#).status
                    == .badRequest)
            #expect(try await world.stranger.get(venue + "/sales")["items"].elements.isEmpty)
            #expect(try await world.levels() == ["water 1 0 0"])
        }
    }

    @Test func `a voided sale stays with its reason, counts zero and returns its portions, once`()
        async throws
    {
        try await withSales { world, venue in
            try await world.count(5, of: "water")
            let sale = try await world.mei.post(
                venue + "/sales", #"{"lines":[{"pick":{"item":"water"},"quantity":2}],"tip":"1"}"#)
            let path = venue + "/sales/\(sale["id"].text ?? "")"
            _ = try await world.handOver([(world.tom, #""name":"Cake","price":"2.00""#)], venue: venue)

            let silent = try await world.stranger.post(path + "/void", "{}")
            let voided = try await world.stranger.post(path + "/void", #"{"reason":"Entered twice"}"#)
            let again = try await world.stranger.post(path + "/void", #"{"reason":"Another reason"}"#)
            let tip = try await world.mei.post(path + "/tips", #"{"amount":"1"}"#)

            #expect(silent.status == .unprocessableContent && voided.status == .ok)
            #expect(voided["voidReason"].text == "Entered twice" && again.text == voided.text)
            #expect(voided["voidedBy"]["name"].text == world.cast.stranger.name && tip.code == "sale_voided")
            let sums = try await world.stranger.get(venue + "/records/sales")["currencies"][0]["total"]
            #expect(
                sums["totalMinor"].number == 200 && sums["sales"].number == 1 && sums["tipMinor"].number == 0)
            #expect(try await world.levels() == ["water 7 0 2"])
            #expect(try await world.isSound("records", "stock"))
        }
    }

    @Test func `tips are added to a sale, and belong to no dish`() async throws {
        try await withSales { world, venue in
            _ = try await world.handOver([(world.tom, ThaiMenu.pick("water"))], venue: venue)
            let sale = try await world.stranger.get(venue + "/sales")["items"][0]["id"].text ?? ""
            let path = venue + "/sales/\(sale)/tips"

            let nothing = try await world.mei.post(path, #"{"amount":"0"}"#)
            let tipped = try await world.mei.post(path, #"{"amount":"2.50"}"#)
            let days = try await world.stranger.get(venue + "/records/sales")["currencies"][0]
            let dishes = try await world.stranger.get(venue + "/records/sales?by=dish")["currencies"][0]

            #expect(nothing.status == .unprocessableContent && tipped["totalMinor"].number == 450)
            #expect(days["rows"][0]["tipMinor"].number == 250 && days["rows"][0]["totalMinor"].number == 450)
            #expect(dishes["rows"].elements.map { $0["key"].text } == ["water"])
            #expect(dishes["rows"][0]["totalMinor"].number == 200)
            #expect(dishes["total"]["totalMinor"].number == 450)
            #expect(try await world.isSound("records"))
        }
    }

    @Test func `78 a sale after midnight is of the evening, and each at the clock change of one day`()
        async throws
    {
        try await withSales { world, venue in
            // Clocks went back from 4:00 to 3:00 on 25 October 2026, so 3:30 was twice.
            let times = [
                ("2026-10-24T23:30:00+03:00", "2026-10-24", 23),
                ("2026-10-25T00:30:00+03:00", "2026-10-24", 0),
                ("2026-10-25T03:30:00+03:00", "2026-10-24", 3),
                ("2026-10-25T03:30:00+02:00", "2026-10-24", 3),
                ("2026-10-25T04:00:00+02:00", "2026-10-25", 4),
                ("2027-03-28T02:59:00+02:00", "2027-03-27", 2),
                ("2027-03-28T04:00:00+03:00", "2027-03-28", 4),
            ]
            for (time, _, _) in times {
                try await world.sell("Tea", 100, at: try #require(ISO8601DateFormatter().date(from: time)))
            }

            let stored: [String] = try await world.all(
                "SELECT concat_ws(' ', day, hour) FROM sale ORDER BY at")
            let days = try await world.stranger.get(venue + "/records/sales?from=2026-10-24&to=2026-10-25")
            let hours = try await world.stranger.get(
                venue + "/records/sales?from=2026-10-24&to=2026-10-24&by=hour")
            let weekdays = try await world.stranger.get(
                venue + "/records/sales?from=2026-10-24&to=2026-10-25&by=weekday")

            #expect(stored == times.map { "\($0.1) \($0.2)" })
            #expect(rows(days) == ["2026-10-24 400 4", "2026-10-25 100 1"])
            #expect(rows(hours) == ["0 100 1", "3 200 2", "23 100 1"])
            #expect(rows(weekdays) == ["6 400 4", "7 100 1"])
            #expect(try await world.isSound("records"))
        }
    }

    @Test func `reports sum by dish and category, with the taxes of each rate, and as tables`() async throws {
        try await withSales { world, venue in
            for _ in 1...3 {
                _ = try await world.mei.post(
                    venue + "/sales",
                    #"{"lines":[{"pick":{"item":"water"}},{"name":"=Cake","price":"0.99","taxPercent":"10"}]}"#
                )
            }
            let dishes = try await world.stranger.get(venue + "/records/sales?by=dish")
            let categories = try await world.stranger.get(venue + "/records/sales?by=category")
            let table = try await world.stranger.get(venue + "/records/sales?by=dish&format=csv")

            #expect(
                dishes["currencies"][0]["rows"].elements.map { $0["name"].text } == ["Water", "=Cake"])
            #expect(
                categories["currencies"][0]["rows"].elements.map { $0["key"].text } == ["Drinks", nil])
            #expect(
                categories["currencies"][0]["taxes"].elements.map { $0["percent"].text } == ["10", "25.5"])
            #expect(
                categories["currencies"][0]["taxes"].elements.map { $0["taxMinor"].number } == [27, 123])
            #expect(
                table.text == "\u{feff}dish,name,sales,quantity,net,tax,tips,total,currency\r\n"
                    + "water,Water,,3,4.77,1.23,0.00,6.00,EUR\r\n,'=Cake,,3,2.70,0.27,0.00,2.97,EUR\r\n")
            #expect(table.headers[.contentDisposition]?.contains("dish-") == true)
        }
    }

    @Test func `an export has every line of its days, in pages, as a table and as JSON`() async throws {
        try await withSales { world, venue in
            let day = "2026-06-15"
            try await world.sell(
                "Tea", 1, at: try #require(ISO8601DateFormatter().date(from: "\(day)T12:00:00Z")))
            try await world.run(
                """
                INSERT INTO sale_line (restaurant_id, day, sale_id, number, hour, kind, name, quantity, currency, amount_minor)
                SELECT s.restaurant_id, s.day, s.id, n, s.hour, 'dish', '=1+' || n, 1, s.currency, 1
                  FROM sale AS s, generate_series(2, 4500) AS n
                """)
            try await world.run("UPDATE sale SET total_minor = 4500")

            let table = try await world.stranger.get(venue + "/records/lines?from=\(day)&to=\(day)")
            let json = try await world.stranger.get(
                venue + "/records/lines?from=\(day)&to=\(day)&format=json")
            let before = try await world.stranger.get(venue + "/records/lines?from=2026-06-01&to=2026-06-14")

            let rows = table.text.split(separator: "\r\n")
            #expect(rows.count == 4_501 && rows[4_500].contains(",'=1+4500,"))
            #expect(Set(rows).count == 4_501)
            let numbers = json["lines"].elements.compactMap { $0["number"].number }
            #expect(numbers == Array(1...4_500))
            #expect(before.text.split(separator: "\r\n").count == 1)
            #expect(try await world.isSound("records"))
        }
    }

    @Test func `a report is of at most a year, and its days are dates`() async throws {
        try await withSales { world, venue in
            for (query, code) in [
                ("from=2026-01-01&to=2027-01-02", "period_too_long"), ("from=2026-02-30", "malformed_date"),
                ("from=2026-03-02&to=2026-03-01", "end_before_start"),
            ] {
                for path in ["/records/sales?", "/records/lines?"] {
                    let refused = try await world.stranger.get(venue + path + query)
                    #expect(refused.status == .unprocessableContent && refused.code == code, "\(query)")
                }
            }
            let leapYear = try await world.stranger.get(
                venue + "/records/sales?from=2028-01-01&to=2028-12-31")
            #expect(leapYear.status == .ok && leapYear["currencies"].elements.isEmpty)
            let text = try await world.stranger.get(venue + "/records/sales?by=day'%20OR%20true")
            #expect(text.status == .unprocessableContent)
        }
    }

    @Test func `the owner of another venue finds nothing, and staff may enter and no more`() async throws {
        try await withSales { world, venue in
            let sale = try await world.mei.post(venue + "/sales", #"{"lines":[{"pick":{"item":"water"}}]}"#)
            let id = sale["id"].text ?? ""
            let body = #"{"lines":[{"pick":{"item":"water"}}]}"#
            for visitor in [world.tom, world.leila] {
                for path in ["/sales", "/sales/\(id)", "/records/sales", "/records/lines"] {
                    #expect(try await visitor.get(venue + path).status == .notFound, "\(path)")
                }
                #expect(try await visitor.post(venue + "/sales", body).status == .notFound)
                #expect(
                    try await visitor.post(venue + "/sales/\(id)/void", #"{"reason":"Mine"}"#).status
                        == .notFound)
            }
            // Their own venue does not have it either.
            let harbour = "/v1/venues/\(ThaiMenu.harbour)/sales/\(id)"
            #expect(try await world.tom.get(harbour).status == .notFound)
            #expect(try await world.tom.post(harbour + "/void", #"{"reason":"Mine"}"#).status == .notFound)
            #expect(try await world.tom.post(harbour + "/tips", #"{"amount":"1"}"#).status == .notFound)
            for path in ["/sales", "/sales/\(id)", "/records/sales", "/records/lines"] {
                #expect(try await world.mei.get(venue + path).status == .forbidden, "\(path)")
            }
            #expect(
                try await world.mei.post(venue + "/sales/\(id)/void", #"{"reason":"Oops"}"#).status
                    == .forbidden)
            #expect(try await world.stranger.get(venue + "/sales/\(id)")["voidedAt"] == .null)
        }
    }

    @Test func `sales are listed by pages and by day`() async throws {
        try await withSales { world, venue in
            for number in 1...5 {
                _ = try await world.mei.post(
                    venue + "/sales", #"{"lines":[{"name":"Tea \#(number)","price":"1"}]}"#)
            }
            var names: [String] = []
            var path: String? = venue + "/sales?limit=2"
            while let next = path {
                let page = try await world.stranger.get(next)
                names += page["items"].elements.compactMap { $0["lines"][0]["name"].text }
                path = page["next"].text.map { venue + "/sales?limit=2&cursor=\($0)" }
            }
            let long = try await world.stranger.get(venue + "/sales?day=2020-01-01")

            #expect(names == ["Tea 5", "Tea 4", "Tea 3", "Tea 2", "Tea 1"])
            #expect(long["items"].elements.isEmpty)
        }
    }

    @Test func `sales outlive their order and the people, without their words`() async throws {
        try await withSales { world, venue in
            _ = try await world.handOver([(world.tom, ThaiMenu.pick("water"))], venue: venue)
            let sale = try await world.stranger.get(venue + "/sales")["items"][0]["id"].text ?? ""
            _ = try await world.stranger.post(venue + "/sales/\(sale)/void", #"{"reason":"Ana let it fall"}"#)
            let exported = try await world.database.transaction { transaction in
                try await RecordPersonalData().export(of: world.cast.stranger.id, in: transaction)
            }

            try await world.database.batch(RecordPersonalData().erasure(of: world.cast.stranger.id))
            try await world.run("DELETE FROM outing")

            let kept = try await world.stranger.get(venue + "/sales/\(sale)")
            #expect(exported.map(\.name) == ["sales.json", "customer_edits.json", "invoices.json"])
            #expect(String(decoding: exported[0].bytes, as: UTF8.self).contains("Ana let it fall"))
            #expect(kept["voidReason"] == .null && kept["voidedAt"].text != nil)
            #expect(kept["totalMinor"].number == 200)
            #expect(try await world.isSound("records", "stock"))
        }
    }

    @Test func `sales are kept as long as the law of the country requires`() async throws {
        try await withSales { world, _ in
            let year = Calendar(identifier: .gregorian).component(.year, from: Date())
            for age in [5, 7, 11] {
                let date = try #require(ISO8601DateFormatter().date(from: "\(year - age)-07-01T12:00:00Z"))
                try await world.sell("Tea", 100, at: date)
            }
            let removal = try #require(Retention.sales.removal)

            for (country, left) in [("FI", [2, 2]), ("US", [2, 2]), ("GB", [1, 1])] {
                try await world.run("UPDATE restaurant SET country = \(country)")
                _ = try await world.database.execute(removal(nil))
                let sales: [Int] = try await world.all("SELECT count(*) FROM sale")
                let lines: [Int] = try await world.all("SELECT count(DISTINCT sale_id) FROM sale_line")
                #expect(sales + lines == left, "\(country)")
            }
        }
    }

    @Test func `the program can neither change nor delete what was sold`() async throws {
        try await withSales { world, venue in
            _ = try await world.mei.post(venue + "/sales", #"{"lines":[{"name":"Tea","price":"1"}]}"#)
            let allowed: [Bool] = try await world.all(
                """
                SELECT has_table_privilege(r, t, p)
                  FROM unnest(ARRAY['noonish_app', 'noonish_worker']) AS r, unnest(ARRAY['sale', 'sale_line']) AS t,
                       unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS p
                """)
            #expect(allowed.count == 12 && !allowed.contains(true))
        }
    }

    @Test func `the tax of a rate is that of its sum, whatever the lines`() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 1...500 {
            let rates = [
                nil, Percentage(parsing: "10"), Percentage(parsing: "13.5"), Percentage(parsing: "25.5"),
            ]
            let dishes = (0..<Int.random(in: 1...20, using: &random)).map { number in
                SoldDish(
                    item: nil, madeOf: [], name: "Dish \(number)", options: nil, category: nil,
                    quantity: .random(in: 1...9, using: &random),
                    unitMinor: .random(in: 0...2_000, using: &random),
                    tax: rates.randomElement(using: &random) ?? nil,
                    includesTax: .random(using: &random))
            }
            let lines = try NewSaleLine.lines(of: dishes, in: .make())
            for isIncluded in [true, false] {
                for rate in rates.compactMap(\.self) {
                    let chosen = lines.filter { $0.dish?.tax == rate && $0.dish?.includesTax == isIncluded }
                    let base = chosen.reduce(Int64(0)) { sum, line in
                        sum + Int64((line.dish?.unitMinor ?? 0) * (line.dish?.quantity ?? 0))
                    }
                    let tax = isIncluded ? rate.included(in: base) : rate.of(base)
                    #expect(Int64(chosen.map(\.tax).reduce(0, +)) == tax)
                    #expect(
                        Int64(chosen.map(\.amount).reduce(0, +)) == base + (isIncluded ? 0 : tax))
                }
            }
            #expect(lines.allSatisfy { (0...$0.amount).contains($0.tax) })
        }
    }

    @Test func `equal dishes are one line`() {
        var curry = SoldDish(
            item: "curry", madeOf: ["curry"], name: "Curry", options: nil, category: nil, quantity: 1,
            unitMinor: 100, tax: nil, includesTax: true)
        let tea = SoldDish(
            item: nil, madeOf: [], name: "Tea", options: nil, category: nil, quantity: 1, unitMinor: 100,
            tax: nil, includesTax: true)
        var dearer = curry
        dearer.unitMinor = 110
        let merged = [curry, tea, curry, dearer].merged
        curry.quantity = 2
        #expect(merged == [curry, tea, dearer])
    }

    /// The rows of a report, such as `2026-10-24 400 4`: the key, the total and the sales.
    private func rows(_ report: TestSupport.Answer) -> [String] {
        report["currencies"][0]["rows"].elements.map { row in
            "\(row["key"].text ?? "-") \(Int(row["totalMinor"].number ?? -1)) \(Int(row["sales"].number ?? -1))"
        }
    }
}
