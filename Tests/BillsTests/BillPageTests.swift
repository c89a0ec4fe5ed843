import Access
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Bills

/// The bills on `/i/{token}`, as a browser without JavaScript uses them.
struct BillPageTests {
    @Test func `a guest reads their share with its components, and how to pay`() async throws {
        try await withBillPage { world, bills, ada in
            _ = try await world.leila.put(
                "/v1/me/payout-methods/account",
                #"{"value":"FI21 1234 5600 0007 85","name":"Leila Virtanen"}"#)
            let transfer = try await ada.owe("20.00", charges: #"[{"kind":"tip","percent":"10"}]"#, on: bills)

            let page = try await ada.page()
            let code = try await ada.visitor.get(ada.address(of: transfer) + "/options/epc/qr.svg")

            #expect(page.text.contains("You owe €11.00"))
            #expect(page.text.contains("You owe Leila €11.00"))
            #expect(page.text.contains(">Soup</span><bdi>€10.00</bdi>"))
            #expect(page.text.contains(">Tip (10%)</span><bdi>€1.00</bdi>"))
            #expect(page.text.contains("FI21 1234 5600 0007 85"))
            #expect(page.text.contains(#"src="\#(ada.address(of: transfer))/options/epc/qr.svg""#))
            #expect(code.status == .ok && code.text.hasPrefix("<svg"))
            #expect(code.headers[.cacheControl] == "no-store")
        }
    }

    @Test func `a guest says that they have paid, and the creditor confirms it`() async throws {
        try await withBillPage { world, bills, ada in
            let transfer = try await ada.owe("20.00", on: bills)
            #expect(try await ada.page().text.contains("Your code for the transfer is"))

            let sent = try await ada.send(ada.address(of: transfer) + "/sent")

            #expect(sent.status == .seeOther && sent.headers[.location] == "/i/\(ada.token)#bill")
            let bill = try await world.leila.get(bills)["items"][0]
            #expect(bill["transfers"][0]["state"].text == "sent")
            let waiting = try await ada.page()
            #expect(waiting.text.contains("Leila will confirm it once it arrives."))
            #expect(!waiting.text.contains("I’ve paid"))

            let path = bills + "/\(bill["id"].text ?? "")/transfers/\(transfer.transfer)"
            _ = try await world.leila.put(path + "/state", #"{"state":"received"}"#)
            let settled = try await ada.page()
            #expect(settled.text.contains("All settled"))
            #expect(!settled.text.contains("You owe Leila"))
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `a form that comes too late is refused with a sentence, and changes nothing`() async throws {
        try await withBillPage { world, bills, ada in
            let transfer = try await ada.owe("20.00", on: bills)
            let path = bills + "/\(transfer.bill)/transfers/\(transfer.transfer)"
            _ = try await world.leila.put(path + "/state", #"{"state":"forgiven"}"#)

            let late = try await ada.send(ada.address(of: transfer) + "/sent")

            #expect(late.status == .conflict)
            #expect(late.text.contains("The transfer has moved on."))
            #expect(late.text.contains("All settled"))
            #expect(
                try await world.leila.get(bills)["items"][0]["transfers"][0]["state"].text == "forgiven")
        }
    }

    @Test func `is for the holder of the link and their own transfers alone`() async throws {
        try await withBillPage { world, bills, ada in
            _ = try await world.leila.put("/v1/me/payout-methods/payPal", #"{"value":"leila"}"#)
            let toms = try await world.create(
                #"{"currency":"EUR","items":[\#(world.item("8.00", world.cast.tom.id))],\#(world.paid("8.00", by: world.cast.leila.id))}"#,
                on: bills)
            let transfer = PageTransfer(
                bill: toms["id"].text ?? "", transfer: toms["transfers"][0]["id"].text ?? "")
            #expect(!(try await ada.page().text.contains(#"id="bill""#)))

            let others = try await ada.send(ada.address(of: transfer) + "/sent")
            let code = try await ada.visitor.get(ada.address(of: transfer) + "/options/payPal/qr.svg")
            let own = try await ada.owe("20.00", on: bills)
            let forged = try await ada.visitor.sendForm(ada.address(of: own) + "/sent", "csrf=x")

            #expect(others.status == .notFound || others.status == .forbidden)
            #expect(code.status == .notFound)
            #expect(forged.status == .forbidden)
            let states = try await world.leila.get(bills)["items"].elements.map {
                $0["transfers"][0]["state"].text
            }
            #expect(states == ["asked", "asked"])
        }
    }

    @Test func `a guest who paid reads what others owe them`() async throws {
        try await withBillPage { world, bills, ada in
            let items = world.item("30.00", world.cast.leila.id)
            _ = try await world.create(
                #"{"currency":"EUR","items":[\#(items)],\#(world.paid("30.00", by: ada.id))}"#, on: bills)

            let page = try await ada.page()

            #expect(page.text.contains("You get €30.00"))
            #expect(page.text.contains("Leila owes you €30.00"))
            #expect(!page.text.contains("I’ve paid"))
        }
    }
}

/// The ids of a transfer.
private struct PageTransfer {
    let bill: String
    let transfer: String
}

/// A guest's browser without JavaScript.
private struct PageGuest: Sendable {
    let world: TestWorld
    let visitor: Visitor
    let token: String
    let csrf: String
    let id: PersonID

    func page() async throws -> TestSupport.Answer { try await visitor.get("/i/\(token)") }

    func send(_ path: String) async throws -> TestSupport.Answer {
        try await visitor.sendForm(path, "csrf=\(csrf)")
    }

    func address(of transfer: PageTransfer) -> String {
        "/i/\(token)/bills/\(transfer.bill)/transfers/\(transfer.transfer)"
    }

    /// Creates a bill that Leila paid, for soup that the guest shares with her.
    func owe(_ amount: String, charges: String = "[]", on bills: String) async throws -> PageTransfer {
        let leila = world.cast.leila.id
        let people = #"[{"personId":"\#(leila)"},{"personId":"\#(id)"}]"#
        let items = #"[{"label":"Soup","amount":"\#(amount)","people":\#(people)}]"#
        let bill = try await world.create(
            #"{"currency":"EUR","items":\#(items),"charges":\#(charges)}"#, on: bills)
        let path = bills + "/\(bill["id"].text ?? "")"
        let total = bill["totalMinor"].number.map { "\(Int($0) / 100).00" } ?? ""
        let paid = try await world.leila.post(
            path + "/payments", #"{"personId":"\#(leila)","amount":"\#(total)"}"#)
        return PageTransfer(
            bill: bill["id"].text ?? "", transfer: paid["transfers"][0]["id"].text ?? "")
    }
}

/// Runs `test` with the path of the bills of a dinner, and a guest who was invited by mail and comes.
private func withBillPage(
    _ test: @escaping @Sendable (TestWorld, String, PageGuest) async throws -> Void
) async throws {
    try await withWorld(
        serving: { world in
            let page = InvitationPage(
                database: world.database, record: world.record, site: world.publicSite, hours: world.hours,
                addresses: world.guestAddresses, templates: try await Repository.templates(),
                sections: [BillSection(database: world.database, links: [])])
            return world.outingRoutes() + world.billRoutes + page.routes
                + BillPage(
                    database: world.database, edits: BillEdits(record: world.record), page: page, links: []
                ).routes
        },
        { world in
            let bills = try await world.billsOfDinner()
            let outing = OutingID(String(bills.split(separator: "/")[2]))
            _ = try await world.leila.post(
                bills.replacing("/bills", with: "/invitations"), #"{"emails":["Ada <ada@example.org>"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: outing)
            let visitor = world.site.browser()
            let page = try await visitor.get("/i/\(token)")
            let csrf = String(try #require(page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1))
            _ = try await visitor.sendForm("/i/\(token)", "status=attending&name=Ada&csrf=\(csrf)")
            let ids: [PersonID] = try await world.all("SELECT id FROM person WHERE name = 'Ada'")
            let guest = PageGuest(
                world: world, visitor: visitor, token: token, csrf: csrf, id: try #require(ids.first))
            try await test(world, bills, guest)
        })
}
