import Access
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Orders

/// The order on `/i/{token}`, as a browser without JavaScript uses it.
struct OrderPageTests {
    @Test func `a guest picks, changes and strikes dishes, and reads until when`() async throws {
        try await withOrderPage { world, lunch, ada in
            let page = try await ada.page()
            #expect(page.text.contains("Pick your dish by Thursday 11 March"))
            #expect(page.text.contains("You haven’t picked anything yet."))

            let picked = try await ada.send(
                "order", "name=Green+curry&price=11,50&quantity=2&options=mild&tellsKitchen=Peanuts")
            #expect(picked.status == .seeOther)
            #expect(picked.headers[.location] == "/i/\(ada.token)#order")
            let dish = try await world.leila.get(lunch + "/order")["lines"][0]
            #expect(dish["person"]["name"].text == "Ada")
            #expect(dish["unitMinor"].number == 1_150 && dish["quantity"].number == 2)
            #expect(dish["tellsKitchen"].text == "Peanuts")

            let line = try #require(dish["id"].text)
            let shown = try await ada.page()
            #expect(shown.text.contains("<bdi>2 × Green curry</bdi>"))
            #expect(shown.text.contains("€23.00 for you"))
            let changed = try await ada.send(
                "order/lines/\(line)", "version=1&act=save&name=Red+curry&quantity=1&price=&options=")
            #expect(changed.status == .seeOther)
            let after = try await world.leila.get(lunch + "/order")["lines"][0]
            #expect(after["name"].text == "Red curry" && after["quantity"].number == 1)
            #expect(after["unitMinor"] == .null && after["options"] == .null)
            #expect(after["tellsKitchen"].text == "Peanuts")

            let struck = try await ada.send("order/lines/\(line)", "version=2&act=strike&name=Red+curry")
            #expect(struck.status == .seeOther)
            #expect(try await world.leila.get(lunch + "/order")["lines"].elements.isEmpty)
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `a dish of the menu is shown as text, and its quantity and notes can be changed`() async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            let ada = try await world.guest(on: lunch)
            let program = world.site.program(token: ada.token)
            let line = try await world.choose(ThaiMenu.curry, by: program, on: lunch)["id"].text ?? ""

            let page = try await ada.page()
            #expect(page.text.contains("<bdi>Large, Hot, 2 × Egg</bdi>"))
            for field in ["name", "options", "price"] {
                #expect(!page.text.contains(#"id="dish-\#(line)-\#(field)""#))
            }
            // The menu was read for the pick, and is not read again for the form.
            try await world.run("UPDATE menu_version SET body = 'unreadable'")
            let changed = try await ada.send(
                "order/lines/\(line)", "version=1&act=save&quantity=2&note=Please&tellsKitchen=&forName=")
            let after = try await world.leila.get(lunch + "/order")["lines"][0]
            let typed = try await ada.send(
                "order/lines/\(line)", "version=2&act=save&quantity=2&price=1.00")

            #expect(changed.status == .seeOther)
            #expect(after["quantity"].number == 2 && after["note"].text == "Please")
            #expect(after["options"].text == "Large, Hot, 2 × Egg" && after["unitMinor"].number == 1_840)
            #expect(typed.status == .conflict)
            #expect(try await world.leila.get(lunch + "/order")["totalMinor"].number == 3_680)
        }
    }

    @Test func `40 faults stand beside what was typed, and nothing is stored`() async throws {
        try await withOrderPage { world, lunch, ada in
            let page = try await ada.send(
                "order", "name=Green+curry&price=9.505&quantity=many&note=No+rush")

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains(#"value="Green curry""#))
            #expect(page.text.contains(#"value="9.505""#))
            #expect(page.text.contains(">No rush</textarea>"))
            #expect(page.text.contains(#"aria-describedby="dish-quantity-fault""#))
            #expect(try await world.leila.get(lunch + "/order")["lines"].elements.isEmpty)

            let price = try await ada.send("order", "name=Green+curry&price=9.505&quantity=1")
            #expect(price.text.contains(#"aria-describedby="dish-price-fault""#))
            let nameless = try await ada.send("order", "name=&price=9&quantity=1")
            #expect(nameless.text.contains(#"aria-describedby="dish-name-fault""#))
        }
    }

    @Test func `5 a pick after the deadline is refused with a sentence, and the form is gone`() async throws {
        try await withOrderPage { world, lunch, ada in
            _ = try await ada.send("order", "name=Green+curry&quantity=1")
            try await world.passDeadlines()

            let late = try await ada.send("order", "name=Rice&quantity=1")

            #expect(late.status == .conflict)
            #expect(late.text.contains("Orders have closed."))
            #expect(late.text.contains("<bdi>1 × Green curry</bdi>"))
            #expect(!late.text.contains(#"id="dish-name""#))
            #expect(try await world.leila.get(lunch + "/order")["lines"].elements.count == 1)
        }
    }

    @Test func `42, 43 a dish that was changed meanwhile keeps what was typed`() async throws {
        try await withOrderPage { world, lunch, ada in
            _ = try await ada.send("order", "name=Green+curry&quantity=1")
            let line = try #require(try await world.leila.get(lunch + "/order")["lines"][0]["id"].text)
            _ = try await world.leila.patch(
                lunch + "/order/lines/\(line)", #"{"quantity":3}"#, headers: [.ifMatch: #""1""#])

            let page = try await ada.send("order/lines/\(line)", "version=1&act=save&name=Curry&quantity=2")

            #expect(page.status == .preconditionFailed)
            #expect(page.text.contains("Save again to keep yours."))
            #expect(page.text.contains(#"value="Curry""#))
            #expect(page.text.contains(#"name="version" value="2""#))
        }
    }

    @Test func `wants nothing, and can only pick once they come`() async throws {
        try await withOrderPage { world, lunch, ada in
            _ = try await ada.send("order/pass", "passes=true")
            #expect(try await ada.page().text.contains("Nothing for you this time."))
            #expect(try await world.leila.get(lunch + "/order")["missing"].elements.isEmpty)

            _ = try await ada.visitor.sendForm("/i/\(ada.token)", "status=declined&csrf=\(ada.csrf)")
            let page = try await ada.page()
            #expect(page.text.contains("Say you’re going or maybe, then pick a dish."))
            let refused = try await ada.send("order", "name=Rice&quantity=1")
            #expect(refused.status == .conflict)
        }
    }

    @Test func `is for the holder of a personal link and their own dishes alone`() async throws {
        try await withOrderPage { world, lunch, ada in
            let soup = try await world.pick("Soup", by: world.tom, on: lunch)

            let others = try await ada.send("order/lines/\(soup)", "act=strike&name=Soup")
            let forged = try await ada.visitor.sendForm(
                "/i/\(ada.token)/order", "name=Rice&quantity=1&csrf=x")

            #expect(others.status == .forbidden || others.status == .notFound)
            #expect(forged.status == .forbidden)
            #expect(!(try await ada.page().text.contains("Soup")))
            #expect(try await world.leila.get(lunch + "/order")["lines"].elements.count == 1)
        }
    }
}

/// A guest's browser without JavaScript.
struct PageGuest: Sendable {
    let visitor: Visitor
    let token: String
    let csrf: String

    func page() async throws -> TestSupport.Answer { try await visitor.get("/i/\(token)") }

    func send(_ path: String, _ form: String) async throws -> TestSupport.Answer {
        try await visitor.sendForm("/i/\(token)/\(path)", form + "&csrf=\(csrf)")
    }
}

/// Runs `test` with an open order, and a guest who was invited by mail and comes.
private func withOrderPage(
    _ test: @escaping @Sendable (TestWorld, String, PageGuest) async throws -> Void
) async throws {
    try await withOrders { world in
        let lunch = try await world.lunchWithOrder()
        let ada = try await world.guest(on: lunch)
        // Ada alone is missing.
        for visitor in [world.leila, world.tom, world.mei] {
            _ = try await visitor.put(lunch + "/order/pass")
        }
        try await test(world, lunch, ada)
    }
}

extension TestWorld {
    /// Ada, who was invited by mail and comes.
    fileprivate func guest(on lunch: String) async throws -> PageGuest {
        let token = try await invite("ada@example.org", to: lunch)
        let visitor = site.browser()
        let page = try await visitor.get("/i/\(token)")
        let csrf = String(try #require(page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1))
        _ = try await visitor.sendForm("/i/\(token)", "status=attending&name=Ada&csrf=\(csrf)")
        return PageGuest(visitor: visitor, token: token, csrf: csrf)
    }
}
