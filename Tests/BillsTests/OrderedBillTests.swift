import Access
import HTTPTypes
import JSON
import Journal
import Menus
import NoonishAPI
import Orders
import Outings
import Postgres
import TestSupport
import Testing

@testable import Bills

@Suite struct `A bill for an order` {
    @Test func `has its dishes with the people who share them, and no later change of the order`()
        async throws
    {
        try await withOrderedBills { world in
            let (outing, order, lines) = try await world.closedOrder()

            let bill = try await world.create(
                #"{"currency":"EUR","orderId":"\#(order)","charges":[{"kind":"tip","percent":"10"}]}"#,
                on: outing + "/bills")
            _ = try await world.leila.patch(
                outing + "/order/lines/\(lines[0])", #"{"price":"99.00"}"#, headers: [.ifMatch: "*"])
            _ = try await world.leila.delete(
                outing + "/order/lines/\(lines[1])", headers: [.ifMatch: "*"])
            let later = try await world.leila.get(outing + "/bills/\(bill["id"].text ?? "")")

            #expect(bill["order"].text == order)
            #expect(
                bill["charges"].elements.map { $0["label"].text } == [
                    "2 × Pad Thai, mild", "Platter", nil,
                ])
            #expect(bill["charges"].elements.compactMap { $0["amountMinor"].number } == [1_900, 1_000, 290])
            #expect(bill["charges"].elements.compactMap { $0["line"].text } == lines)
            #expect(bill["charges"][0]["visitor"].text == "Aunt May")
            #expect(
                bill["charges"][1]["shares"].elements.compactMap { $0["amountMinor"].number }.sorted()
                    == [250, 750])
            #expect(later["charges"] == bill["charges"] && later["totalMinor"].number == 3_190)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `83: needs the prices that the order does not know, and takes those that were others`()
        async throws
    {
        try await withOrderedBills { world in
            let (outing, order, lines) = try await world.closedOrder(#"{"name":"Soup"}"#)
            func body(_ prices: String) -> String {
                #"{"currency":"EUR","orderId":"\#(order)","prices":[\#(prices)]}"#
            }

            let missing = try await world.leila.post(outing + "/bills", body(""))
            let unknown = try await world.leila.post(
                outing + "/bills", body(#"{"lineId":"\#(world.cast.tom.id)","price":"1.00"}"#))
            let soup = #"{"lineId":"\#(lines[2])","price":"4.00"}"#
            let twice = try await world.leila.post(outing + "/bills", body("\(soup),\(soup)"))
            let preview = try await world.leila.post(
                outing + "/bills/preview",
                body(#"\#(soup),{"lineId":"\#(lines[1])","price":"12.00"}"#))

            #expect(missing.status == .unprocessableContent && missing.code == "missing_price")
            #expect(missing["lines"].elements.compactMap(\.text) == [lines[2]])
            #expect(unknown.code == "unknown_line")
            #expect(unknown["errors"][0]["pointer"].text == "/prices/0/lineId")
            #expect(twice.code == "same_line")
            #expect(
                preview["charges"].elements.compactMap { $0["amountMinor"].number } == [1_900, 1_200, 400])
            #expect(try await world.leila.get(outing + "/bills")["items"].elements.isEmpty)
        }
    }

    @Test func `has the taxes of the menu's dishes, within the price and on top`() async throws {
        try await withOrderedBills { world in
            let (outing, order, _) = try await world.closedOrder()
            try await world.run("UPDATE order_line SET tax_ppm = 135000 WHERE name = 'Pad Thai'")
            try await world.run(
                "UPDATE order_line SET tax_ppm = 100000, tax_included = false WHERE name = 'Platter'")

            let bill = try await world.create(
                #"{"currency":"EUR","orderId":"\#(order)"}"#, on: outing + "/bills")

            #expect(bill["charges"].elements.compactMap { $0["taxPercent"].text } == ["13.5", "10"])
            #expect(bill["charges"].elements.map { $0["kind"].text } == ["items", "items", "tax"])
            #expect(bill["charges"][2]["amountMinor"].number == 100)
            #expect(bill["includedTaxes"][0]["percent"].text == "13.5")
            #expect(bill["includedTaxes"][0]["amountMinor"].number == 226)
            #expect(bill["totalMinor"].number == 3_000)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `is made once, of a closed order of the outing, in its currency`() async throws {
        try await withOrderedBills { world in
            let (outing, order, _) = try await world.closedOrder()
            func make(_ order: String, _ currency: String = "EUR") async throws -> TestSupport.Answer {
                try await world.leila.post(
                    outing + "/bills", #"{"currency":"\#(currency)","orderId":"\#(order)"}"#)
            }

            let dollars = try await make(order, "USD")
            let unknown = try await make(world.cast.tom.id.description)
            let total = try await world.leila.post(
                outing + "/bills", #"{"currency":"EUR","orderId":"\#(order)","total":"9.00"}"#)
            let first = try await make(order)
            let second = try await make(order)
            let reopened = try await world.closedOrder(isLocked: false)
            let open = try await world.leila.post(
                reopened.outing + "/bills", #"{"currency":"EUR","orderId":"\#(reopened.order)"}"#)

            #expect(dollars.code == "another_currency" && dollars["errors"][0]["pointer"].text == "/currency")
            #expect(unknown.code == "unknown_order" && total.code == "items_or_total")
            #expect(first.status == .created && second.code == "order_billed")
            #expect(second["bill"] == first["id"])
            #expect(open.status == .conflict && open.code == "order_open")
        }
    }

    @Test func `is made only by those who run the order if its dishes are hidden`() async throws {
        try await withOrderedBills { world in
            let (outing, order, _) = try await world.closedOrder()
            let body = #"{"currency":"EUR","orderId":"\#(order)"}"#

            let seen = try await world.mei.post(outing + "/bills/preview", body)
            _ = try await world.leila.patch(
                outing + "/order", #"{"linesVisible":false}"#, headers: [.ifMatch: "*"])
            let hidden = try await world.mei.post(outing + "/bills/preview", body)
            let byHost = try await world.leila.post(outing + "/bills/preview", body)

            #expect(seen.status == .ok && hidden.status == .forbidden && byHost.status == .ok)
        }
    }

    @Test func `settles its order with its last transfer, and no longer once it is corrected`() async throws {
        try await withOrderedBills { world in
            let (outing, order, lines) = try await world.closedOrder()
            let paid = world.paid("29.00", by: world.cast.leila.id)
            let bill = try await world.create(
                #"{"currency":"EUR","orderId":"\#(order)",\#(paid)}"#, on: outing + "/bills")
            let path = outing + "/bills/\(bill["id"].text ?? "")"
            func settledAt() async throws -> String? {
                try await world.leila.get(outing + "/order")["settledAt"].text
            }
            #expect(try await settledAt() == nil)

            for transfer in bill["transfers"].elements {
                _ = try await world.leila.put(
                    path + "/transfers/\(transfer["id"].text ?? "")/state", #"{"state":"received"}"#)
            }

            #expect(try await settledAt() != nil)
            let event = try await world.leila.get(outing + "/order/events")["items"][0]
            #expect(event["kind"].text == "settled" && event["actor"]["name"].text == "Leila")
            let tom =
                #"{"amount":"29.00","lineId":"\#(lines[0])","people":[{"personId":"\#(world.cast.tom.id)"}]}"#
            _ = try await world.leila.put(
                path, #"{"currency":"EUR","items":[\#(tom)]}"#, headers: [.ifMatch: "*"])
            #expect(try await settledAt() == nil)
            #expect(try await world.billsAreSound())
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `32: charges people who have left since, and is corrected with its dishes`() async throws {
        try await withOrderedBills { world in
            let (outing, order, lines) = try await world.closedOrder()
            _ = try await world.leila.delete(outing + "/attendees/\(world.cast.mei.id)")
            let bill = try await world.create(
                #"{"currency":"EUR","orderId":"\#(order)"}"#, on: outing + "/bills")
            let path = outing + "/bills/\(bill["id"].text ?? "")"
            func item(_ line: String) -> String {
                #"{"amount":"9.00","lineId":"\#(line)","people":[{"personId":"\#(world.cast.mei.id)"}]}"#
            }

            let corrected = try await world.leila.put(
                path, #"{"currency":"EUR","items":[\#(item(lines[0]))]}"#, headers: [.ifMatch: "*"])
            let unknown = try await world.leila.put(
                path, #"{"currency":"EUR","items":[\#(item(order))]}"#, headers: [.ifMatch: "*"])
            let again = try await world.leila.put(
                path, #"{"currency":"EUR","orderId":"\#(order)"}"#, headers: [.ifMatch: "*"])

            #expect(bill["shares"].elements.contains { $0["person"]["name"].text == world.cast.mei.name })
            #expect(corrected["order"].text == order && corrected["charges"][0]["line"].text == lines[0])
            #expect(unknown.code == "unknown_line" && again.status == .badRequest)
            #expect(try await world.billsAreSound())
        }
    }
}

/// Runs `test` with the routes of outings, orders and bills.
func withOrderedBills(_ test: @escaping @Sendable (TestWorld) async throws -> Void) async throws {
    try await withWorld(
        serving: { world in
            world.record = OutingRecord(followers: [OrderUpdater()], committed: { _ in })
            let edits = OrderEdits(
                record: world.record, menus: PublishedMenus(), hours: world.hours)
            return world.outingRoutes() + world.billRoutes
                + OrderRoutes(database: world.database, edits: edits).routes
        }, test)
}

extension TestWorld {
    /// An order of Leila's dinner, with two portions of Tom's for a visitor, and a platter that Tom and Mei share.
    ///
    /// - Parameter further: The body of another line.
    func closedOrder(
        _ further: String? = nil, isLocked: Bool = true
    ) async throws -> (outing: String, order: String, lines: [String]) {
        let outing = String(try await billsOfDinner().dropLast("/bills".count))
        let order = try await leila.post(outing + "/order", #"{"currency":"EUR","place":"Thai Garden"}"#)
        let shared =
            #""sharedWith":[{"personId":"\#(cast.tom.id)","weight":3},{"personId":"\#(cast.mei.id)"}]"#
        let dishes = [
            #"{"name":"Pad Thai","options":"mild","price":"9.50","quantity":2,"forName":"Aunt May"}"#,
            #"{"name":"Platter","price":"10.00",\#(shared)}"#,
        ]
        var lines: [String] = []
        for dish in dishes + [further].compactMap(\.self) {
            let line = try await tom.post(outing + "/order/lines", dish)
            guard line.status == .created, let id = line["id"].text else { throw Unexpected(line) }
            lines.append(id)
        }
        if isLocked {
            _ = try await leila.post(outing + "/order/transitions", #"{"from":"open","to":"locked"}"#)
        }
        return (outing, order["id"].text ?? "", lines)
    }
}
