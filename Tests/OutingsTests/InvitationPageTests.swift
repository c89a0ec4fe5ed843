import HTTPTypes
import JSON
import Postgres
import TestSupport
import Testing

@testable import NoonishAPI

/// `/i/{token}` as a browser without JavaScript uses it.
@Suite struct InvitationPageTests {
    private func csrf(_ page: TestSupport.Answer) throws -> String {
        String(try #require(page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1))
    }

    @Test func `reading the page writes nothing, and one click answers`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(
                #""startsAt":"2027-03-11T12:30","invite":{"emails":["ada@example.org"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))
            let browser = world.site.browser()

            let page = try await browser.get("/i/\(token)")
            #expect(page.status == .ok)
            #expect(page.text.contains("Thursday lunch"))
            #expect(page.text.contains("Leila"))
            #expect(page.text.contains("name=\"name\""))
            #expect(try await world.leila.get(outing.path)["revision"].number == 1)

            let answer = try await browser.sendForm(
                "/i/\(token)", "status=attending&partySize=2&name=Ada&note=&csrf=\(try csrf(page))")
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.location] == "/i/\(token)?done")

            let done = try await browser.get("/i/\(token)?done")
            #expect(done.text.contains("You’re going with one guest. We’ve let Leila know."))
            let counts = try await world.leila.get(outing.path)["counts"]
            #expect(counts["seats"].number == 3)
        }
    }

    @Test func `the page offers the name that the host typed, and counts guests without one`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(
                #""invite":{"emails":["Ada S <ada@example.org>","bo@example.org","cy@example.org"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))
            let browser = world.site.browser()

            let page = try await browser.get("/i/\(token)")

            #expect(page.text.contains(#"maxlength="80" value="Ada S""#))
            #expect(page.text.contains("<bdi>Ada S</bdi>"))
            #expect(page.text.contains("<bdi>2 more people</bdi>"))
            #expect(!page.text.contains("Guest</bdi>"))

            _ = try await browser.sendForm(
                "/i/\(token)", "status=attending&name=Ada+Smith&csrf=\(try csrf(page))")
            let answered = try await browser.get("/i/\(token)")
            #expect(answered.text.contains("Answer as Ada Smith"))
            #expect(!answered.text.contains(#"name="name""#))
        }
    }

    @Test func `an invitation is opened by use, not by a scanner that reads its page`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(
                #""invite":{"people":["\#(world.cast.tom.id)"],"emails":["Ada <ada@example.org>","bo@example.org"]}"#
            )
            let ada = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))
            let bo = try await world.personalToken(of: "bo@example.org", on: OutingID(outing.id))
            func states() async throws -> [String?: String?] {
                let list = try await world.leila.get(outing.path + "/attendees")["items"].elements
                return Dictionary(
                    uniqueKeysWithValues: list.map {
                        ($0["person"]["name"].text, $0["invitation"]["state"].text)
                    })
            }
            let browser = world.site.browser()
            let page = try await browser.get("/i/\(ada)")
            _ = try await browser.get("/i/\(ada)?answer=maybe")
            _ = try await world.anonymous.get("/v1/invitations/\(ada)")
            #expect(try await states()["Ada"] == "queued")

            _ = try await browser.sendForm("/i/\(ada)/open", "csrf=\(try csrf(page))")
            _ = try await world.site.program(token: bo).get(outing.path)
            _ = try await world.tom.get(outing.path)

            let opened = try await states()
            #expect(opened["Ada"] == "opened")
            #expect(opened["bo@example.org"] == "opened")
            #expect(opened["Tom"] == "opened")

            _ = try await world.tom.put(outing.path + "/attendance", #"{"status":"maybe"}"#)
            _ = try await world.tom.get(outing.path)
            #expect(try await states()["Tom"] == "answered")
        }
    }

    @Test func `an answer chosen in a mail is preselected, not recorded`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"emails":["ada@example.org"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))
            let browser = world.site.browser()

            let plain = try await browser.get("/i/\(token)")
            let maybe = try await browser.get("/i/\(token)?answer=maybe")
            let unknown = try await browser.get("/i/\(token)?answer=waitlisted")

            let button = /class="button primary +" name="status" value="([a-z]+)"/
            #expect(plain.text.firstMatch(of: button) == nil)
            #expect(maybe.text.firstMatch(of: button)?.1 == "maybe")
            #expect(maybe.text.contains("Press your answer once more to send it."))
            #expect(unknown.text.firstMatch(of: button) == nil)
            #expect(try await world.leila.get(outing.path)["revision"].number == 1)
        }
    }

    @Test func `the page of a cancelled outing names its host, and invites no more`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"emails":["ada@example.org"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))
            let browser = world.site.browser()

            let invitation = try await browser.get("/i/\(token)")
            _ = try await world.leila.put(outing.path + "/cancellation", "{}")
            let cancelled = try await browser.get("/i/\(token)")

            #expect(invitation.text.contains("Leila has invited you"))
            #expect(!cancelled.text.contains("has invited you</p>"))
            #expect(cancelled.text.contains("Host: Leila"))
        }
    }

    @Test func `a shared link has a picture with an absolute address`() async throws {
        try await withOutings { world in
            let link = try await world.leila.post(try await world.outing().path + "/links")
            let token = try #require(link["url"].text?.split(separator: "/").last.map(String.init))

            let page = try await world.site.browser().get("/i/\(token)").text

            let picture = try #require(page.firstMatch(of: /property="og:image" content="([^"]*)"/)?.1)
            #expect(picture.hasPrefix("http"))
            #expect(picture.hasSuffix("/assets/brand/link-preview.png"))
        }
    }

    @Test func `the page of a shared link has its code, and that of a guest has none`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"emails":["ada@example.org"]}"#)
            let link = try await world.leila.post(outing.path + "/links")
            let shared = try #require(link["url"].text?.split(separator: "/").last.map(String.init))
            let personal = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))

            let browser = world.site.browser()

            #expect(try await browser.get("/i/\(shared)").text.contains("src=\"data:image/svg+xml,"))
            #expect(try await !browser.get("/i/\(personal)").text.contains("data:image/svg+xml"))
        }
    }

    @Test func `a preview separates the time from the place`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""startsAt":"2027-03-11T12:30","place":"The pier""#)
            let link = try await world.leila.post(outing.path + "/links")
            let token = try #require(link["url"].text?.split(separator: "/").last.map(String.init))

            let page = try await world.site.browser().get("/i/\(token)").text

            #expect(page.contains(#"12:30 · The pier""#))
        }
    }

    @Test func `a form that did not come from the page is refused`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"emails":["ada@example.org"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))

            let answer = try await world.site.browser().sendForm(
                "/i/\(token)", "status=attending&csrf=guessed")

            #expect(answer.status == .forbidden)
            #expect(try await world.leila.get(outing.path)["counts"]["attending"].number == 1)
        }
    }

    @Test func `by a share link the guest gets a page of their own`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let link = try await world.leila.post(outing.path + "/links")
            let token = try #require(link["url"].text?.split(separator: "/").last.map(String.init))
            let browser = world.site.browser()
            let page = try await browser.get("/i/\(token)")
            #expect(!page.text.contains("Tom"))

            let nameless = try await browser.sendForm(
                "/i/\(token)", "status=maybe&name=&csrf=\(try csrf(page))")
            #expect(nameless.status == .unprocessableContent)
            #expect(nameless.text.contains("Enter your name."))

            let answer = try await browser.sendForm(
                "/i/\(token)", "status=maybe&name=Ada&csrf=\(try csrf(page))")
            let own = try #require(answer.headers[.location])
            #expect(own != "/i/\(token)?done")
            let done = try await browser.get(own)
            #expect(done.text.contains("You said maybe."))
            #expect(try await world.leila.get(outing.path)["counts"]["maybe"].number == 1)
        }
    }

    @Test func `a guest checks diets and allergies, which the page never shows`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(
                #""invite":{"emails":["ada@example.org"]}"#)
            let ada = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))
            let browser = world.site.browser()
            let page = try await browser.get("/i/\(ada)")
            func answer(_ needs: String) async throws -> HTTPResponse.Status {
                try await browser.sendForm(
                    "/i/\(ada)", "status=attending&name=Ada\(needs)&csrf=\(try csrf(page))"
                ).status
            }
            func stored() async throws -> [String] {
                try await world.all("SELECT diets::text || ' ' || allergies::text FROM diet_need")
            }

            let fields =
                PersonalDiet.allCases.map { "diet-\($0.rawValue)" }
                + Allergen.allCases.map { "allergy-\($0.rawValue)" }
            for field in fields { #expect(page.text.contains(#"name="\#(field)" value="true""#)) }
            #expect(
                try await answer("&diet-halal=true&diet-gluten_free=true&allergy-nuts=true&allergy-milk=true")
                    == .seeOther)
            #expect(try await stored() == ["{gluten_free,halal} {milk,nuts}"])
            #expect(try await !browser.get("/i/\(ada)").text.contains("checked"))
            #expect(try await answer("") == .seeOther)
            #expect(try await stored() == ["{gluten_free,halal} {milk,nuts}"])
            #expect(try await answer("&diet-none=true") == .seeOther)
            #expect(try await stored() == [])
            #expect(try await answer("&diet-paleo=true") == .badRequest)
        }
    }

    @Test func `an invalid link gets a page that says so`() async throws {
        try await withOutings { world in
            let page = try await world.site.browser().get("/i/nothing")

            #expect(page.status == .notFound)
            #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
        }
    }

    @Test func `the page uses the browser's language and its direction`()
        async throws
    {
        try await withOutings { world in
            let outing = try await world.outing(
                #""startsAt":"2027-03-11T12:30","invite":{"emails":["ada@example.org"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))
            let browser = world.site.browser()

            let arabic = try await browser.get("/i/\(token)", headers: [.acceptLanguage: "ar,en;q=0.5"])
            let finnish = try await browser.get("/i/\(token)", headers: [.acceptLanguage: "sv, fi;q=0.9"])
            let gone = try await browser.get("/i/none", headers: [.acceptLanguage: "ja"])

            #expect(arabic.text.contains(#"<html lang="ar" dir="rtl">"#))
            #expect(arabic.text.contains("دعوة من \u{2068}Leila\u{2069}"))
            #expect(finnish.text.contains(#"<html lang="fi" dir="ltr">"#))
            #expect(finnish.text.contains("klo 12.30"))
            #expect(gone.text.contains("この招待は見つかりません"))
        }
    }

    @Test func `a guest's language is the host's until the first answer, then the browser's`()
        async throws
    {
        try await withOutings { world in
            try await world.database.run(script: "UPDATE person SET locale = 'fi'")
            let outing = try await world.outing(#""invite":{"emails":["ada@example.org"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))
            let browser = world.site.browser()
            #expect(try await world.guestLocales() == ["fi"])

            let page = try await browser.get("/i/\(token)", headers: [.acceptLanguage: "ja-JP"])
            let form = "status=maybe&name=Ada&csrf=\(try csrf(page))"
            _ = try await browser.send(
                .post, "/i/\(token)", form,
                headers: [
                    .contentType: "application/x-www-form-urlencoded", .acceptLanguage: "xx, ja-JP;q=0.9",
                ])
            #expect(try await world.guestLocales() == ["ja-JP"])

            _ = try await browser.send(
                .post, "/i/\(token)", form,
                headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "ar"])
            #expect(try await world.guestLocales() == ["ja-JP"])
        }
    }
}
