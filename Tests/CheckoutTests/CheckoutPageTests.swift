import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Bills
@testable import Checkout

/// Paying online on `/i/{token}`, as a browser without JavaScript does.
@Suite struct CheckoutPageTests {
    @Test func `a guest pays at the provider’s page, to which a link leads`() async throws {
        try await withPage { world, bill, guest in
            let before = try await guest.visitor.get(guest.page)
            let started = try await guest.visitor.sendForm(guest.form, "csrf=\(guest.csrf)")
            let page = try await guest.visitor.get(guest.page)
            let session = try #require(page.text.firstMatch(of: /href="http[^"]*\/(cs_[^"\/]+)"/)?.1)
            try await world.fake.pay(String(session))
            try await world.readAll()
            let after = try await guest.visitor.get(guest.page)

            #expect(before.text.contains("Pay €7.50 online") && before.text.contains(guest.form))
            #expect(before.text.contains("<h3 dir=\"auto\">Thai Garden</h3>"))
            #expect(started.status == .seeOther && started.headers[.location] == "\(guest.page)#online")
            #expect(
                page.text.contains("Continue to the payment page: €7.50") && !page.text.contains(guest.form))
            #expect(after.text.contains("You paid €7.50 online.") && !after.text.contains(guest.form))
            #expect(try await world.payments(of: bill).count == 1)
            #expect(try await world.billsAreSound())
        }
    }

    @Test func `the provider leads a guest back to their link, which it does not know`() async throws {
        try await withPage { world, bill, guest in
            _ = try await guest.visitor.sendForm(guest.form, "csrf=\(guest.csrf)")
            let state = try await world.fake.control("state")
            let address = try #require(state["sessions"].elements.last?["success_url"].text)
            let back = address.replacing(world.publicSite.publicURL, with: "")
            let screen = bill.replacing("/v1", with: "").replacing("/bills/", with: "/bill?bill=")
            let id = try #require(bill.split(separator: "/").last)
            let otherBill = back.replacing(id, with: "\(BillID.make())")

            let page = try await guest.visitor.get(guest.page)
            let elsewhere = try await guest.visitor.get(otherBill)
            let returned = try await guest.visitor.get(back)
            let again = try await guest.visitor.get(back)
            let member = try await world.anonymous.get(back)

            #expect(!address.contains(guest.page.dropFirst("/i/".count)))
            #expect(page.text.contains("Your payment of €7.50 isn’t confirmed yet."))
            #expect(elsewhere.status == .seeOther && elsewhere.headers[.location] != "\(guest.page)#online")
            #expect(returned.status == .seeOther && returned.headers[.location] == "\(guest.page)#online")
            #expect(again.status == .seeOther && again.headers[.location] == screen)
            #expect(member.status == .seeOther && member.headers[.location] == screen)
            #expect(guest.visitor.jar["noonish-p"] == nil)
        }
    }

    @Test
    func `the cookie that leads back is bound to the host, out of reach of scripts, and ends with the page`()
        throws
    {
        let bill = BillID.make()
        let site = Site(publicURL: "https://lunch.example.org", key: .forTests)

        let cookie = "\(CheckoutReturn.cookie("secret", for: bill, until: Date.now + 3_600, site: site))"
        let ended = "\(CheckoutReturn.cookie("secret", for: bill, until: .distantPast, site: site))"

        #expect(cookie.hasPrefix("__Host-p=\(bill).secret;"))
        for attribute in ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"] {
            #expect(cookie.contains("; \(attribute)"))
        }
        let age = try #require(cookie.firstMatch(of: /Max-Age=(\d+)/)?.1)
        #expect((1...3_600).contains(Int(age) ?? 0) && !cookie.contains("Domain"))
        #expect(ended.contains("Max-Age=0"))
    }

    @Test func `a form that is refused says why, and changes nothing`() async throws {
        try await withPage { world, _, guest in
            let forged = try await guest.visitor.sendForm(guest.form, "csrf=forged")
            try await world.fake.control("fault", #"{"down":true}"#)
            let down = try await guest.visitor.sendForm(guest.form, "csrf=\(guest.csrf)")
            try await world.fake.control("fault", #"{"down":false}"#)
            try await world.run("UPDATE venue SET takes_online_payments = false")
            let off = try await guest.visitor.sendForm(guest.form, "csrf=\(guest.csrf)")
            let page = try await guest.visitor.get(guest.page)

            #expect(forged.status == .forbidden)
            #expect(
                down.status == .serviceUnavailable && down.text.contains("Online payment isn’t available"))
            #expect(off.status == .conflict)
            #expect(!page.text.contains(guest.form))
        }
    }

    @Test func `a payment page that has expired or is being closed is not linked`() async throws {
        try await withPage { world, _, guest in
            _ = try await guest.visitor.sendForm(guest.form, "csrf=\(guest.csrf)")
            let open = try await guest.visitor.get(guest.page)
            try await world.run("UPDATE checkout SET expires_at = now() - interval '1 second'")
            let expired = try await guest.visitor.get(guest.page)
            try await world.run(
                "UPDATE checkout SET expires_at = now() + interval '1 hour', replaced_at = now()")
            let closing = try await guest.visitor.get(guest.page)

            #expect(open.text.contains("Continue to the payment page"))
            for page in [expired, closing] {
                #expect(!page.text.contains("Continue to the payment page"))
                #expect(page.text.contains(guest.form))
            }
        }
    }

    @Test func `the page offers nothing where no bill can be paid online`() async throws {
        try await withPage(isOffered: false) { _, _, guest in
            let page = try await guest.visitor.get(guest.page)
            let answer = try await guest.visitor.sendForm(guest.form, "csrf=\(guest.csrf)")

            #expect(!page.text.contains("/checkouts"))
            #expect(answer.status == .conflict)
            #expect(answer.text.contains("This bill can’t be paid online."))
        }
    }
}

/// A guest at their page, with the form that starts a payment.
private struct PayingGuest: Sendable {
    let visitor: Visitor
    let page: String
    let csrf: String
    let form: String
}

/// Runs `test` with the path of a bill of 30.00 at a venue, which four people share, and one of them, a guest.
private func withPage(
    isOffered: Bool = true, _ test: @escaping @Sendable (TestWorld, String, PayingGuest) async throws -> Void
) async throws {
    try await withCheckout(isOffered: isOffered) { world in
        let bill = try await world.billAtVenue(with: "ada@example.org")
        let token = try await world.personalToken(of: "ada@example.org")
        let visitor = world.site.browser()
        let page = try await visitor.get("/i/\(token)")
        let csrf = String(try #require(page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1))
        let id = bill.split(separator: "/").last.map(String.init) ?? ""
        let guest = PayingGuest(
            visitor: visitor, page: "/i/\(token)", csrf: csrf, form: "/i/\(token)/bills/\(id)/checkouts")
        try await test(world, bill, guest)
    }
}
