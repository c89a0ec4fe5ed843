import Access
import HTTPTypes
import JSON
import Jobs
import Menus
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Orders

/// Dishes that are chosen from the restaurant's menu. Numbers are those of the edge cases in `docs/orders.md`.
struct OrderPickTests {
    private let water = ThaiMenu.pick("water")

    @Test func `a dish of the menu has the menu’s words and price, and counted options count`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()

            let curry = try await world.choose(
                #"\#(ThaiMenu.curry),"expectedPrice":"18.40","note":"Mild""#, by: world.tom, on: lunch)

            #expect(curry.status == .created)
            #expect(curry["name"].text == "Green curry" && curry["options"].text == "Large, Hot, 2 × Egg")
            #expect(curry["unitMinor"].number == 1_840 && curry["menuVersion"].number == 1)
            #expect(curry["pick"]["item"].text == "green-curry")
            #expect(curry["pick"]["options"][0]["count"].number == 2)
            #expect(try await world.leila.get(lunch + "/order")["totalMinor"].number == 1_840)
            let stored: [String] = try await world.all(
                "SELECT tax_ppm || ' ' || tax_included || ' ' || menu_position FROM order_line")
            #expect(stored == ["135000 true 0"])
            #expect(try await world.isSound("orders", "menus"))
        }
    }

    @Test func `the price is that of the order’s fulfilment`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu(#""fulfilment":"delivery""#)

            let curry = try await world.choose(ThaiMenu.curry, by: world.tom, on: lunch)

            #expect(curry["unitMinor"].number == 1_690 + 70 + 200)
        }
    }

    @Test func `the same choice in another order raises the quantity, and 83 a typed name stays apart`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            let reversed = ThaiMenu.pick(
                "green-curry", "large",
                #"{"group":"spice","option":"hot"},{"group":"extras","option":"egg","count":2}"#)

            let first = try await world.choose(ThaiMenu.curry, by: world.tom, on: lunch)
            let second = try await world.choose(reversed, by: world.tom, on: lunch)
            try await world.pick("Water", by: world.tom, on: lunch)
            _ = try await world.choose(water, by: world.tom, on: lunch)
            _ = try await world.choose(water, by: world.mei, on: lunch)

            #expect(first["id"].text == second["id"].text && second["quantity"].number == 2)
            let entries = try await world.leila.get(lunch + "/order/sheet")["sections"][0]["entries"].elements
            #expect(entries.compactMap { $0["name"].text } == ["Green curry", "Water", "Water"])
            #expect(entries.compactMap { $0["count"].number } == [2, 2, 1])
            #expect(entries.compactMap { $0["totalMinor"].number } == [3_680, 400, 950])
        }
    }

    @Test func `13 a price that has moved shows both prices and orders nothing`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            try await world.publishMenu(
                (#""priceMinor": 200, "tax": "drink""#, #""priceMinor": 250, "tax": "drink""#))

            let moved = try await world.choose(water + #","expectedPrice":"2.00""#, by: world.tom, on: lunch)

            #expect(moved.status == .conflict && moved.code == "price_moved")
            #expect(moved["expectedMinor"].number == 200 && moved["unitMinor"].number == 250)
            #expect(moved["detail"].text == "The price is now €2.50 (it was €2.00). Nothing was ordered yet.")
            #expect(try await world.tom.get(lunch + "/order")["lines"].elements.isEmpty)
            let agreed = try await world.choose(water + #","expectedPrice":"2.50""#, by: world.tom, on: lunch)
            #expect(agreed.status == .created && agreed["menuVersion"].number == 2)
        }
    }

    @Test func `11, 16 a line keeps its words and price whatever is published, and more of it cost the same`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            let line = try await world.choose(water, by: world.tom, on: lunch)["id"].text ?? ""
            try await world.publishMenu(
                (#""name": "Water", "priceMinor": 200"#, #""name": "Tap water", "priceMinor": 250"#))

            let more = try await world.tom.patch(
                lunch + "/order/lines/\(line)", #"{"quantity":2}"#, ifMatch: #""1""#)
            let newer = try await world.choose(water, by: world.tom, on: lunch)

            #expect(more["name"].text == "Water" && more["totalMinor"].number == 400)
            #expect(more["menuVersion"].number == 1)
            #expect(newer["id"].text != line && newer["name"].text == "Tap water")
            #expect(newer["unitMinor"].number == 250)
        }
    }

    @Test func `22 another branch takes the order over, and shows what it lacks or sells at another price`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            let curry = try await world.choose(ThaiMenu.curry, by: world.tom, on: lunch)["id"].text ?? ""
            _ = try await world.choose(ThaiMenu.pick("tofu"), by: world.tom, on: lunch)
            try await world.pick("Bread", by: world.tom, on: lunch)
            let before = try await world.tom.get(lunch + "/order")

            let moved = try await world.leila.patch(
                lunch, #"{"restaurantId":"\#(ThaiMenu.harbour)"}"#, ifMatch: "*")

            let order = try await world.tom.get(lunch + "/order")
            #expect(moved.status == .ok && order["state"].text == "open")
            #expect(order["id"].text == before["id"].text)
            #expect(order["restaurant"].text == ThaiMenu.harbour)
            #expect(order["lines"].elements.compactMap { $0["unitMinor"].number } == [1_840, 950, 950])
            #expect(before["lines"][0]["menuVersion"].number == 1)
            #expect(order["lines"].elements.allSatisfy { $0["menuVersion"] == .null })
            #expect(try await world.news(of: lunch) == ["order_opened"])

            #expect(try await world.orderClock.goneDishes.runDue() == 1)
            let offered = try await world.leila.post(lunch + "/order/reprice", #"{"preview":true}"#)
            let noted = try await world.tom.patch(
                lunch + "/order/lines/\(curry)", #"{"note":"Mild"}"#, ifMatch: #""1""#)
            let seen = try await world.tom.get(lunch + "/order")["lines"].elements.map { $0["gone"] }
            #expect(offered["changed"][0]["unitMinor"].number == 1_740)
            #expect(offered["unserved"].elements.compactMap { $0["name"].text } == ["Fried tofu"])
            #expect(noted.status == .ok && noted["unitMinor"].number == 1_840)
            #expect(seen == [false, true, false])

            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            let placed = try await world.move(
                "locked", "placed", #""despite":["item_off"]"#, by: world.leila, on: lunch)
            #expect(placed.status == .ok && placed["lines"].elements.count == 3)
            #expect(try await world.isSound("orders", "menus"))
        }
    }

    @Test func `14, 18 a dish that is gone is refused at once, and one that was ordered stays`() async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            let line = try await world.choose(water, by: world.tom, on: lunch)["id"].text ?? ""
            try await world.publishMenu(
                (#""key": "water""#, #""key": "tap""#), (#""item": "water""#, #""item": "tap""#))

            let gone = try await world.choose(water, by: world.mei, on: lunch)
            let more = try await world.tom.patch(
                lunch + "/order/lines/\(line)", #"{"quantity":2}"#, ifMatch: #""1""#)
            let noted = try await world.tom.patch(
                lunch + "/order/lines/\(line)", #"{"note":"Cold"}"#, ifMatch: #""1""#)

            #expect(gone.status == .conflict && gone.code == "item_off")
            #expect(
                gone["detail"].text == "The place doesn’t serve this dish at that time. Choose another one.")
            #expect(more.code == "item_off" && more["name"].text == "Water")
            #expect(noted.status == .ok && noted["name"].text == "Water")
        }
    }

    @Test
    func `18 a dish stays as it was picked when a choice becomes mandatory, and as last time misses it`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            let line = try await world.choose(ThaiMenu.pick("tofu"), by: world.tom, on: lunch)
            let id = line["id"].text ?? ""
            try await world.publishMenu(
                (
                    #""optionGroups": ["extras"], "contains": [], "diets": ["vegan", "vegetarian"]"#,
                    #""optionGroups": ["spice", "extras"], "contains": [], "diets": ["vegan", "vegetarian"]"#
                ))

            let newer = try await world.choose(ThaiMenu.pick("tofu"), by: world.mei, on: lunch)
            let noted = try await world.tom.patch(
                lunch + "/order/lines/\(id)", #"{"note":"Crisp"}"#, ifMatch: #""1""#)
            let order = try await world.leila.get(lunch + "/order")
            let again = try await world.order(at: ThaiMenu.restaurant)
            let repeated = try await world.tom.post(again + "/order/lines/again")

            #expect(newer.status == .unprocessableContent)
            #expect(noted.status == .ok && noted["unitMinor"].number == 950)
            #expect(order["blockers"].elements.isEmpty && order["lines"][0]["gone"] == false)
            #expect(repeated["added"].elements.isEmpty)
            #expect(repeated["skipped"].elements.compactMap { $0["why"].text } == ["options_changed"])
            #expect(try await world.isSound("orders", "menus"))
        }
    }

    @Test func `a dish is refused that is not served when the food is due`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu(#""dueAt":"2027-03-11T14:30""#)

            let curry = try await world.choose(ThaiMenu.curry, by: world.tom, on: lunch)
            let drink = try await world.choose(water, by: world.tom, on: lunch)

            #expect(curry.code == "item_off" && curry["name"].text == "Green curry")
            #expect(drink.status == .created)
        }
    }

    @Test func `a combo is refused whose parts are not all served when the food is due`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu(#""dueAt":"2027-03-11T14:30""#)
            func combo(_ main: String) -> String {
                #""pick":{"item":"lunch","parts":[{"slot":"main",\#(main)}]}"#
            }

            let tofu = try await world.choose(combo(#""item":"tofu""#), by: world.tom, on: lunch)
            let curry = try await world.choose(
                combo(
                    #""item":"green-curry","variant":"small","options":[{"group":"spice","option":"mild"}]"#),
                by: world.tom, on: lunch)

            #expect(tofu.status == .created)
            #expect(curry.code == "item_off" && curry["name"].text == "Lunch for one")
            try await world.publishMenu((#""hours": "Mo-Fr 11:00-15:00""#, #""hours": "Mo-Fr 11:00-14:00""#))
            let more = try await world.tom.patch(
                lunch + "/order/lines/\(tofu["id"].text ?? "")", #"{"quantity":2}"#, ifMatch: #""1""#)
            #expect(more.code == "item_off")
        }
    }

    @Test func `a cap of the restaurant counts what is within combos`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            try await world.publishMenu(
                (
                    #""name": "Water", "priceMinor": 200"#,
                    #""name": "Water", "priceMinor": 200, "mostPerPerson": 3"#
                ))
            func combo(_ count: Int) -> String {
                #""quantity":\#(count),"pick":{"item":"lunch","parts":[{"slot":"main","item":"tofu"},"#
                    + #"{"slot":"drink","item":"water"},{"slot":"drink","item":"water"}]}"#
            }

            let two = try await world.choose(combo(2), by: world.tom, on: lunch)
            let one = try await world.choose(combo(1), by: world.tom, on: lunch)
            let more = try await world.choose(water + #","quantity":2"#, by: world.tom, on: lunch)
            let last = try await world.choose(water, by: world.tom, on: lunch)

            #expect(two.code == "quantity_over_cap" && more.code == "quantity_over_cap")
            #expect(one.status == .created && last.status == .created)
        }
    }

    @Test func `a menu that this program cannot read counts as none`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            try await world.run("UPDATE menu_version SET body = 'damaged'")

            #expect(try await world.choose(water, by: world.tom, on: lunch).code == "no_menu")
            try await world.pick("Soup", by: world.tom, on: lunch)
            #expect(try await world.tom.get(lunch + "/order").status == .ok)
        }
    }

    @Test func `the check of menus finds a line whose item is not on its version`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            _ = try await world.choose(water, by: world.tom, on: lunch)
            #expect(try await world.isSound("menus"))

            try await world.run("UPDATE order_line SET menu_position = 0")

            #expect(try await !world.isSound("menus"))
        }
    }

    @Test func `21 a dish of another branch isn’t on this menu`() async throws {
        try await withOrders { world in
            _ = try await world.lunchFromMenu()
            let lunch = try await world.order(at: ThaiMenu.harbour)

            #expect(
                try await world.choose(ThaiMenu.pick("tofu"), by: world.tom, on: lunch).code == "item_off")
            let curry = try await world.choose(ThaiMenu.curry, by: world.tom, on: lunch)
            #expect(curry["unitMinor"].number == 1_490 + 50 + 200)
        }
    }

    @Test func `every fault of a choice has its pointer`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            let options = #"{"group":"extras","option":"egg","count":4},{"group":"spice","option":"love"}"#

            let refused = try await world.choose(
                ThaiMenu.pick("green-curry", "barrel", options), by: world.tom, on: lunch)
            let missing = try await world.choose(
                ThaiMenu.pick("green-curry", "small"), by: world.tom, on: lunch)
            let malformed = try await world.choose(
                #""pick":{"item":"two words","parts":[{"slot":"main"}]}"#, by: world.tom, on: lunch)

            #expect(refused.status == .unprocessableContent && refused.code == "invalid_input")
            let pointers = refused["errors"].elements.compactMap { $0["pointer"].text }
            #expect(pointers == ["/pick/variant", "/pick/options/0", "/pick/options/1"])
            #expect(
                missing.code == "options_missing" && missing["errors"][0]["pointer"].text == "/pick/options")
            #expect(
                malformed["errors"].elements.compactMap { $0["pointer"].text } == [
                    "/pick/item", "/pick/parts/0/item",
                ])
            #expect(try await world.tom.get(lunch + "/order")["lines"].elements.isEmpty)
        }
    }

    @Test func `nobody has more of a dish than the cap, summed over their lines, but the coordinator may`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            let cans = ThaiMenu.pick("cola", "can")
            let bottles = ThaiMenu.pick("cola", "bottle")
            let mild = ThaiMenu.pick("green-curry", "small", #"{"group":"spice","option":"mild"}"#)

            let three = try await world.choose(cans + #","quantity":3"#, by: world.tom, on: lunch)
            let six = try await world.choose(bottles + #","quantity":3"#, by: world.tom, on: lunch)
            let edited = try await world.tom.patch(
                lunch + "/order/lines/\(three["id"].text ?? "")", #"{"quantity":6}"#, ifMatch: #""1""#)
            let visitor = try await world.choose(
                cans + #","quantity":5,"forName":"Aunt May""#, by: world.tom, on: lunch)
            let host = try await world.choose(cans + #","quantity":30"#, by: world.leila, on: lunch)
            let stated = try await world.choose(mild + #","quantity":6"#, by: world.leila, on: lunch)

            #expect(three.status == .created && visitor.status == .created && host.status == .created)
            for refused in [six, edited, stated] {
                #expect(refused.status == .unprocessableContent && refused.code == "quantity_over_cap")
                #expect(refused["errors"][0]["pointer"].text == "/quantity")
            }
            #expect(six["detail"].text?.contains("up to 5 of one dish") == true)
        }
    }

    @Test func `words and price of a menu’s dish are not typed over, except the price by the coordinator`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            let line = try await world.choose(ThaiMenu.curry, by: world.tom, on: lunch)["id"].text ?? ""
            let path = lunch + "/order/lines/\(line)"

            for edit in [#"{"price":"1.00"}"#, #"{"name":"Curry"}"#, #"{"options":"small"}"#] {
                #expect(try await world.tom.patch(path, edit, ifMatch: #""1""#).code == "from_menu")
            }
            let both = try await world.choose(ThaiMenu.curry + #","name":"Curry""#, by: world.tom, on: lunch)
            #expect(both.status == .badRequest && both.code == "unknown_field")
            let byHost = try await world.leila.patch(path, #"{"price":"17.00"}"#, ifMatch: #""1""#)
            #expect(byHost.status == .ok && byHost["unitMinor"].number == 1_700)
            #expect(try await world.news(of: lunch).contains("line_repriced"))
        }
    }

    @Test func `another choice replaces the words and the price, and a typed dish becomes one of the menu`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            let typed = try await world.pick("Fizzy water", by: world.tom, on: lunch)
            let path = lunch + "/order/lines/\(typed)"

            let wrong = try await world.tom.patch(
                path, #"{\#(water),"expectedPrice":"1.00"}"#, ifMatch: #""1""#)
            let chosen = try await world.tom.patch(
                path, #"{\#(water),"expectedPrice":"2.00","quantity":2}"#, ifMatch: #""1""#)

            #expect(wrong.code == "price_moved" && wrong["unitMinor"].number == 200)
            #expect(chosen["name"].text == "Water" && chosen["totalMinor"].number == 400)
            #expect(chosen["pick"]["item"].text == "water")
        }
    }

    @Test func `as last time takes the prices of today and says what it leaves out`() async throws {
        try await withOrders { world in
            let before = try await world.lunchFromMenu()
            for dish in [ThaiMenu.curry, water, ThaiMenu.pick("tofu")] {
                _ = try await world.choose(dish, by: world.tom, on: before)
            }
            try await world.pick("Soup", by: world.tom, on: before)
            let lunch = try await world.order(at: ThaiMenu.restaurant)
            try await world.publishMenu(
                (#""name": "Water", "priceMinor": 200"#, #""name": "Water", "priceMinor": 250"#),
                (#""key": "egg""#, #""key": "duck-egg""#), (#""key": "tofu""#, #""key": "tempeh""#),
                (#""item": "tofu""#, #""item": "tempeh""#))

            let preview = try await world.tom.post(lunch + "/order/lines/again", #"{"preview":true}"#)
            let done = try await world.tom.post(lunch + "/order/lines/again")

            for answer in [preview, done] {
                #expect(answer["added"].elements.compactMap { $0["name"].text } == ["Water", "Soup"])
                #expect(answer["added"].elements.compactMap { $0["unitMinor"].number } == [250, 950])
                let skipped = answer["skipped"].elements
                #expect(skipped.compactMap { $0["name"].text } == ["Green curry", "Fried tofu"])
                #expect(skipped.compactMap { $0["why"].text } == ["options_changed", "not_served"])
            }
            #expect(try await world.tom.get(lunch + "/order")["totalMinor"].number == 1_200)
        }
    }

    @Test func `a place without a menu, or with one in another currency, takes typed dishes only`()
        async throws
    {
        try await withOrders { world in
            let typed = try await world.lunchWithOrder()
            _ = try await world.lunchFromMenu()
            let kronor = try await world.lunch(#""restaurantId":"\#(ThaiMenu.restaurant)""#)
            _ = try await world.leila.post(kronor + "/order", #"{"currency":"SEK"}"#)

            #expect(try await world.choose(water, by: world.tom, on: typed).code == "no_menu")
            let refused = try await world.choose(water, by: world.tom, on: kronor)
            #expect(refused.code == "menu_currency" && refused["currency"].text == "EUR")
        }
    }
}
