import Access
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Orders

/// The dishes of an order, and its sheet. Numbers are those of the edge cases in `docs/orders.md`.
struct OrderLineTests {
    @Test func `a pick does not move the outing, and the same dish again raises the quantity`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let before = try await world.leila.get(lunch)["revision"].number

            let first = try await world.pick("Pad Thai", by: world.tom, on: lunch)
            let second = try await world.pick("pad thai", by: world.tom, on: lunch)

            let order = try await world.tom.get(lunch + "/order")
            #expect(first == second)
            #expect(order["lines"][0]["quantity"].number == 2)
            #expect(order["totalMinor"].number == 1_900)
            #expect(try await world.leila.get(lunch)["revision"].number == before)
            #expect(try await world.isSound("orders"))
        }
    }

    @Test(arguments: [
        ("9.505", "too_many_decimals"), ("-1", "negative_amount"), ("9.50 USD", "another_currency"),
        ("ten", "malformed_amount"), ("", "malformed_amount"),
    ])
    func `a price that is none is refused at its pointer, and nothing is stored`(price: String, code: String)
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()

            let refused = try await world.tom.post(
                lunch + "/order/lines", #"{"name":"Soup","price":"\#(price)"}"#)

            #expect(refused.status == .unprocessableContent)
            #expect(refused["errors"][0]["pointer"].text == "/price")
            #expect(refused["errors"][0]["code"].text == code)
            #expect(try await world.tom.get(lunch + "/order")["lines"].elements.isEmpty)
        }
    }

    @Test(arguments: [("0", 422), ("-1", 422), ("100", 422), ("1.5", 400)])
    func `40 a quantity beyond 1 to 99 is refused at its pointer`(quantity: String, status: Int) async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()

            let refused = try await world.tom.post(
                lunch + "/order/lines", #"{"name":"Soup","quantity":\#(quantity)}"#)

            #expect(refused.status.code == status)
            #expect(refused["errors"][0]["pointer"].text == "/quantity")
            #expect(try await world.tom.get(lunch + "/order")["lines"].elements.isEmpty)
        }
    }

    @Test(arguments: [0, -1, 100])
    func `40 the database refuses a quantity beyond 1 to 99 too`(quantity: Int) async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.pick("Soup", by: world.tom, on: lunch)

            let error = await #expect(throws: PostgresError.self) {
                try await world.run("UPDATE order_line SET quantity = \(quantity)")
            }

            #expect(error?.constraint == "order_line_quantity_sensible")
        }
    }

    @Test func `41 the same request twice is one pick`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let key: HTTPFields = [.idempotencyKey: "5b1c"]

            let first = try await world.tom.post(lunch + "/order/lines", #"{"name":"Soup"}"#, headers: key)
            let second = try await world.tom.post(lunch + "/order/lines", #"{"name":"Soup"}"#, headers: key)

            #expect(first["id"].text == second["id"].text)
            #expect(try await world.tom.get(lunch + "/order")["portions"].number == 1)
            // Without a key it is another pick, which adds up.
            try await world.pick("Soup", "", by: world.tom, on: lunch)
            let lines = try await world.tom.get(lunch + "/order")["lines"].elements
            #expect(lines.compactMap { $0["quantity"].number } == [2])
        }
    }

    @Test func `42, 43 the second of two edits of a line hears of the first`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let line = try await world.pick("Soup", by: world.tom, on: lunch)
            let path = lunch + "/order/lines/\(line)"

            let byHost = try await world.leila.patch(path, #"{"price":"11.00"}"#, ifMatch: #""1""#)
            let byTom = try await world.tom.patch(path, #"{"quantity":2}"#, ifMatch: #""1""#)

            #expect(byHost["unitMinor"].number == 1_100)
            #expect(byTom.status == .preconditionFailed)
            #expect(byTom["current"]["version"].number == 2)
        }
    }

    @Test func `a coordinator orders for others and takes dishes off, and the person is told`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let forTom = #""personId":"\#(world.cast.tom.id)""#

            let line = try await world.pick("Soup", forTom, by: world.leila, on: lunch)
            let byTom = try await world.tom.post(
                lunch + "/order/lines", #"{"name":"Soup","personId":"\#(world.cast.mei.id)"}"#)
            let struck = try await world.leila.delete(
                lunch + "/order/lines/\(line)", headers: [.ifMatch: "*"])
            let restored = try await world.leila.post(lunch + "/order/lines/\(line)/restore")

            #expect(byTom.status == .forbidden)
            #expect(struck.status == .noContent)
            #expect(restored["setBy"]["name"].text == world.cast.leila.name)
            #expect(
                try await world.news(of: lunch) == [
                    "order_opened", "line_set_for_you", "line_struck", "line_set_for_you",
                ])
            let events = try await world.leila.get(lunch + "/order/events")["items"].elements
            #expect(
                events.compactMap { $0["kind"].text } == [
                    "line_restored", "line_struck", "line_added", "opened",
                ])
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `11, 12 a coordinator sets a price before placing, and payers are notified`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let curry = try await world.pick("Curry", "", by: world.tom, on: lunch)
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            func set(_ price: String, of version: Int, by visitor: Visitor) async throws -> TestSupport.Answer
            {
                try await visitor.patch(
                    lunch + "/order/lines/\(curry)", #"{"price":"\#(price)"}"#,
                    headers: [.ifMatch: #""\#(version)""#])
            }

            let byEater = try await set("8.00", of: 1, by: world.tom)
            let set1 = try await set("11.00", of: 1, by: world.leila)
            _ = try await set("10.50", of: 2, by: world.leila)

            #expect(byEater.code == "order_locked")
            #expect(set1["unitMinor"].number == 1_100)
            #expect(try await world.news(of: lunch).suffix(2) == ["line_repriced", "line_repriced"])
            let event = try await world.tom.get(lunch + "/order/events")["items"][0]
            #expect(event["kind"].text == "line_edited" && event["actor"]["name"].text == "Leila")
            #expect(event["previousUnitMinor"].number == 1_100 && event["unitMinor"].number == 1_050)
            #expect(event["previousQuantity"] == .null && event["fields"].elements.isEmpty)
        }
    }

    @Test func `a plate is shared, and a visitor eats on the person who brings them`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let shared =
                #""sharedWith":[{"personId":"\#(world.cast.tom.id)"},{"personId":"\#(world.cast.mei.id)"}]"#

            try await world.pick("Platter", shared, by: world.tom, on: lunch)
            try await world.pick("Soup", #""forName":"Aunt May""#, by: world.tom, on: lunch)
            let stranger = try await world.tom.post(
                lunch + "/order/lines",
                #"{"name":"Rice","sharedWith":[{"personId":"\#(world.cast.stranger.id)"}]}"#)

            let order = try await world.mei.get(lunch + "/order")
            #expect(order["lines"].elements.map { $0["sharers"].elements.count } == [2, 0])
            #expect(order["lines"][1]["visitor"].text == "Aunt May")
            #expect(order["missing"].elements.compactMap { $0["name"].text } == [world.cast.leila.name])
            #expect(stranger.code == "person_not_on_the_list")
        }
    }

    @Test func `31 the dishes of a person who declines are struck while the order is open`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.pick("Soup", by: world.tom, on: lunch)

            _ = try await world.tom.put(lunch + "/attendance", #"{"status":"declined"}"#)
            let again = try await world.tom.post(lunch + "/order/lines", #"{"name":"Rice"}"#)

            #expect(try await world.leila.get(lunch + "/order")["lines"].elements.isEmpty)
            #expect(again.code == "answer_first")
        }
    }

    @Test func `32 the dishes of a person who declines after the lock stay`() async throws {
        try await withOrders { world in
            let lunch = try await world.placedOrder()

            _ = try await world.tom.put(lunch + "/attendance", #"{"status":"declined"}"#)

            #expect(try await world.leila.get(lunch + "/order")["lines"].elements.count == 1)
        }
    }

    @Test func `33 the dishes of a person who is removed are struck while the order is open`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.pick("Soup", by: world.tom, on: lunch)

            _ = try await world.leila.delete(lunch + "/attendees/\(world.cast.tom.id)")

            #expect(try await world.leila.get(lunch + "/order")["lines"].elements.isEmpty)
            #expect(try await world.tom.get(lunch + "/order").status == .notFound)
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `invitees see only their own dishes where the others' are hidden`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder(#""linesVisible":false"#)
            let soup = try await world.pick("Soup", by: world.tom, on: lunch)
            try await world.pick("Rice", by: world.mei, on: lunch)

            let seen = try await world.mei.get(lunch + "/order")
            let edit = try await world.mei.patch(
                lunch + "/order/lines/\(soup)", #"{"quantity":2}"#, ifMatch: "*")

            #expect(seen["lines"].elements.compactMap { $0["name"].text } == ["Rice"])
            #expect(seen["portions"].number == 2)
            #expect(edit.status == .notFound)
            #expect(try await world.mei.get(lunch + "/order/events").status == .forbidden)
        }
    }

    @Test func `as last time orders the dishes of the last order from the place`() async throws {
        try await withOrders { world in
            try await world.pick("Soup", by: world.tom, on: try await world.lunchWithOrder())
            let lunch = try await world.lunchWithOrder()

            let first = try await world.tom.post(lunch + "/order/lines/again")
            let second = try await world.tom.post(lunch + "/order/lines/again")
            let never = try await world.mei.post(lunch + "/order/lines/again")

            #expect(first["added"].elements.compactMap { $0["name"].text } == ["Soup"])
            #expect(second["skipped"][0]["why"].text == "already_ordered")
            #expect(never.code == "nothing_before")
        }
    }

    @Test func `people read what they ordered themselves, newest first, by pages`() async throws {
        try await withOrders { world in
            let first = try await world.lunchWithOrder()
            try await world.pick("Soup", by: world.tom, on: first)
            let second = try await world.lunchWithOrder()
            try await world.pick("Pad Thai", #""price":"9.50","quantity":2"#, by: world.tom, on: second)
            try await world.pick("Tea", "", by: world.tom, on: second)
            try await world.pick("Rice", by: world.mei, on: second)
            let struck = try await world.pick("Curry", by: world.tom, on: second)
            _ = try await world.tom.delete(second + "/order/lines/\(struck)", headers: [.ifMatch: "*"])

            let newest = try await world.tom.get("/v1/me/orders?limit=1")
            let rest = try await world.tom.get("/v1/me/orders?cursor=\(newest["next"].text ?? "")")
            let none = try await world.leila.get("/v1/me/orders")

            #expect(newest["items"].elements.count == 1)
            #expect(newest["items"][0]["totalMinor"].number == 1_900)
            #expect(newest["items"][0]["place"].text == "Thai Garden")
            #expect(
                newest["items"][0]["dishes"].elements.compactMap { $0["name"].text } == ["Pad Thai", "Tea"])
            #expect(rest["items"].elements.map { $0["dishes"][0]["name"].text } == ["Soup"])
            #expect(rest["next"].text == nil && none["items"].elements.isEmpty)
        }
    }

    @Test func `the sheet puts equal dishes together and has names only on request`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.pick("Pad Thai", by: world.tom, on: lunch)
            try await world.pick("Pad Thai", #""price":"9.50","note":"Mild""#, by: world.mei, on: lunch)
            try await world.pick("Soup", "", by: world.mei, on: lunch)

            let plain = try await world.leila.get(lunch + "/order/sheet")
            let named = try await world.leila.get(lunch + "/order/sheet?by=person&names=true")
            let text = try await world.leila.get(lunch + "/order/sheet?format=text")
            let byTom = try await world.tom.get(lunch + "/order/sheet")

            let entries = plain["sections"][0]["entries"]
            #expect(entries.elements.compactMap { $0["count"].number } == [2, 1])
            #expect(entries[0]["notes"][0]["text"].text == "Mild")
            #expect(entries[0]["people"].elements.isEmpty)
            #expect(
                Set(named["sections"].elements.compactMap { $0["person"].text })
                    == [world.cast.tom.name, world.cast.mei.name])
            #expect(text.text.contains("2 × Pad Thai\n   + Mild (1/2)\n1 × Soup"))
            #expect(byTom.status == .forbidden)
        }
    }

    @Test func `72 formulas, line breaks and marks of direction cannot change the sheet`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.pick(
                "=HYPERLINK(1)", #""price":"9.50","note":"Mild\nno\u202E nuts""#, by: world.tom, on: lunch)

            let table = try await world.leila.get(lunch + "/order/sheet?format=csv").text
            let text = try await world.leila.get(lunch + "/order/sheet?format=text").text

            #expect(table.contains(",'=HYPERLINK(1),"))
            #expect(table.contains("\"Mild\nno\u{202E} nuts\""))
            #expect(text.contains("1 × =HYPERLINK(1)\n   + \u{2068}Mild no\u{202E} nuts\u{2069}\n"))
        }
    }

    @Test func `the sheet is in the language of the restaurant’s country, if the service speaks it`()
        async throws
    {
        try await withOrders { world in
            try await world.openThaiGarden(nil)
            let lunch = try await world.openOrder()
            let path = lunch + "/order/sheet?format=text"
            func sheet(_ country: String?, _ query: String = "") async throws -> String {
                try await world.run("UPDATE restaurant SET country = \(country)")
                return try await world.leila.get(path + query).text
            }

            let english = try await sheet(nil)
            let finnish = try await sheet("FI")

            #expect(english != finnish)
            #expect(try await sheet("FI", "&lang=en") == english)
            #expect(try await sheet("DE") == sheet(nil, "&lang=de"))
            #expect(try await sheet("JP") == sheet(nil, "&lang=ja"))
            #expect(try await sheet(nil, "&lang=fi") == finnish)
            // The service speaks no Icelandic: the reader’s language remains.
            #expect(try await sheet("IS") == english)
        }
    }

    @Test func `the sheet marks what changed since the order was placed`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let soup = try await world.pick("Soup", by: world.tom, on: lunch)
            let rice = try await world.pick("Rice", by: world.tom, on: lunch)
            try await world.pick("Tea", by: world.mei, on: lunch)
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            _ = try await world.move("locked", "placed", by: world.leila, on: lunch)

            _ = try await world.leila.delete(lunch + "/order/lines/\(soup)", headers: [.ifMatch: "*"])
            _ = try await world.leila.patch(
                lunch + "/order/lines/\(rice)", #"{"quantity":2}"#, ifMatch: "*")
            try await world.pick("Curry", by: world.leila, on: lunch)
            let late = try await world.mei.post(lunch + "/order/lines", #"{"name":"Soup"}"#)

            let entries = try await world.leila.get(lunch + "/order/sheet")["sections"][0]["entries"].elements
            #expect(
                entries.map { "\($0["name"].text ?? "") \($0["mark"].text ?? "-")" }
                    == ["Curry added", "Rice changed", "Soup struck", "Tea -"])
            #expect(late.code == "order_locked")
        }
    }
}
