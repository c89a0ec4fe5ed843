import HTTPTypes
import Outings
import TestSupport
import Testing

@testable import NoonishAPI

/// `/i/{token}/open`: from the invitation page, which needs no script, to the page that does more.
@Suite struct LivePageTests {
    private func csrf(_ page: TestSupport.Answer) throws -> String {
        String(try #require(page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1))
    }

    @Test func `its visitor is recognised as the guest, who has not answered yet`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"emails":["ada@example.org"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))
            let browser = world.site.browser()
            let page = try await browser.get("/i/\(token)")
            #expect(page.text.contains("action=\"/i/\(token)/open\""))
            #expect(try await browser.get(outing.path).status == .unauthorized)

            let opened = try await browser.sendForm("/i/\(token)/open", "csrf=\(try csrf(page))")

            #expect(opened.status == .seeOther)
            #expect(opened.headers[.location] == "/outings/\(outing.id)")
            let seen = try await browser.get(outing.path)
            #expect(seen.status == .ok)
            #expect(seen["myAttendance"]["status"].text == "invited")
        }
    }

    @Test func `a share link leads back to its page, and a form that is not of the page is refused`()
        async throws
    {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"emails":["ada@example.org"]}"#)
            let link = try await world.leila.post(outing.path + "/links")
            let shared = try #require(link["url"].text?.split(separator: "/").last.map(String.init))
            let personal = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))
            let browser = world.site.browser()
            let page = try await browser.get("/i/\(shared)")
            #expect(!page.text.contains("/open\""))

            let opened = try await browser.sendForm("/i/\(shared)/open", "csrf=\(try csrf(page))")
            let forged = try await browser.sendForm("/i/\(personal)/open", "csrf=\(try csrf(page))")
            let nothing = try await browser.sendForm("/i/nothing/open", "csrf=")

            #expect(opened.headers[.location] == "/i/\(shared)")
            #expect(forged.status == .forbidden)
            #expect(nothing.status == .forbidden)
            #expect(browser.jar.isEmpty)
        }
    }

    @Test func `the page shows the place's offers for then and its hours of that day`() async throws {
        try await withOutings { world in
            let place = try await world.restaurant("Kala", hours: "Mo-Su 18:00-22:00")
            _ = try await world.offer(at: place, hours: (11, 14))
            let outing = try await world.outing(
                #""restaurantId":"\#(place)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki","invite":{"emails":["ada@example.org"]}"#
            )
            let token = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))

            let page = try await world.site.browser().get("/i/\(token)")
            let tag = try #require(try await world.leila.get(outing.path).headers[.eTag])
            _ = try await world.leila.patch(outing.path, #"{"startsAt":"2027-03-11T19:30"}"#, ifMatch: tag)
            let later = try await world.site.browser().get("/i/\(token)")

            #expect(
                page.text.contains("Offer then: \u{2068}Soup\u{2069}")
                    || page.text.contains("Offer then: Soup"))
            #expect(page.text.contains("Closed then"))
            #expect(page.text.contains("That day: 18:00–22:00"))
            #expect(!later.text.contains("Offer then"))
            #expect(!later.text.contains("That day"))
            #expect(later.text.contains("Open then, until 22:00"))
        }
    }
}
