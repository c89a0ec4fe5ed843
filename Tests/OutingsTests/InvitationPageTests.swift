import HTTPTypes
import JSON
import TestSupport
import Testing

/// `/i/{token}` as a browser without JavaScript uses it.
@Suite struct InvitationPageTests {
    private func csrf(_ page: TestSupport.Answer) throws -> String {
        String(try #require(page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1))
    }

    @Test func `looking writes nothing, and one press answers`() async throws {
        try await atTable { table in
            let outing = try await table.outing(
                #""startsAt":"2027-03-11T12:30","invite":{"emails":["ada@example.org"]}"#)
            let token = try await table.personalToken(of: "ada@example.org", outing: outing.id)
            let browser = table.site.browser()

            let page = try await browser.get("/i/\(token)")
            #expect(page.status == .ok)
            #expect(page.text.contains("Thursday lunch"))
            #expect(page.text.contains("Leila"))
            #expect(page.text.contains("name=\"name\""))
            #expect(try await table.leila.get(outing.path)["revision"].number == 1)

            let answer = try await browser.sendForm(
                "/i/\(token)", "status=attending&partySize=2&name=Ada&note=&csrf=\(try csrf(page))")
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.location] == "/i/\(token)?done")

            let done = try await browser.get("/i/\(token)?done")
            #expect(done.text.contains("You are coming with one guest. Leila sees it."))
            let counts = try await table.leila.get(outing.path)["counts"]
            #expect(counts["seats"].number == 3)
        }
    }

    @Test func `a form that did not come from the page is refused`() async throws {
        try await atTable { table in
            let outing = try await table.outing(#""invite":{"emails":["ada@example.org"]}"#)
            let token = try await table.personalToken(of: "ada@example.org", outing: outing.id)

            let answer = try await table.site.browser().sendForm(
                "/i/\(token)", "status=attending&csrf=guessed")

            #expect(answer.status == .forbidden)
            #expect(try await table.leila.get(outing.path)["counts"]["attending"].number == 1)
        }
    }

    @Test func `by a share link the guest gets a page of their own`() async throws {
        try await atTable { table in
            let outing = try await table.outing()
            let link = try await table.leila.post(outing.path + "/links")
            let token = try #require(link["url"].text?.split(separator: "/").last.map(String.init))
            let browser = table.site.browser()
            let page = try await browser.get("/i/\(token)")
            #expect(!page.text.contains("Tom"))

            let nameless = try await browser.sendForm(
                "/i/\(token)", "status=maybe&name=&csrf=\(try csrf(page))")
            #expect(nameless.status == .unprocessableContent)
            #expect(nameless.text.contains("Say who you are."))

            let answer = try await browser.sendForm(
                "/i/\(token)", "status=maybe&name=Ada&csrf=\(try csrf(page))")
            let own = try #require(answer.headers[.location])
            #expect(own != "/i/\(token)?done")
            let done = try await browser.get(own)
            #expect(done.text.contains("You might come."))
            #expect(try await table.leila.get(outing.path)["counts"]["maybe"].number == 1)
        }
    }

    @Test func `a link that opens nothing says so`() async throws {
        try await atTable { table in
            let page = try await table.site.browser().get("/i/nothing")

            #expect(page.status == .notFound)
            #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
        }
    }
}
