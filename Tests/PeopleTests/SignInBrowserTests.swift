import Access
import Accounts
import HTTPTypes
import JSON
import Postgres
import TestSupport
import Testing

@Suite struct SignInBrowserTests {
    @Test func `a browser gets a cookie and no token, a program a token and no cookie`() async throws {
        try await withPeople { world in
            let browser = world.site.browser()
            let first = try await world.signInMail(to: "ada@example.org", for: browser)
            let second = try await world.signInMail(to: "ada@example.org")

            let inBrowser = try await browser.verify(code: first["code"].text, of: "ada@example.org")
            let inProgram = try await world.anonymous.verify(
                code: second["code"].text, of: "ada@example.org")

            #expect(inBrowser["token"] == .null)
            #expect(inBrowser.json.names == ["expiresAt", "person"])
            #expect(browser.jar.keys.contains("noonish-s"))
            #expect(inProgram["token"].text?.count == 43)
            #expect(inProgram.headers[.setCookie] == nil)
        }
    }

    @Test func `on https the cookie is bound to the host and out of reach of scripts`() async throws {
        let site = Site(publicURL: "https://lunch.example.org", key: .forTests)
        try await withPeople(at: site) { world in
            let browser = world.site.browser()
            _ = try await browser.post("/v1/auth/email", #"{"email":"ada@example.org"}"#)
            let link = try await world.signIn.makeOperatorLink(for: "ada@example.org")

            let answer = try await browser.verify(token: link.split(separator: "=").last.map(String.init))

            let cookie = try #require(
                answer.headers[values: .setCookie].first {
                    $0.hasPrefix("__Host-s=") && !$0.contains("Max-Age=0")
                })
            for attribute in ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"] {
                #expect(cookie.contains("; \(attribute)"))
            }
            #expect(!cookie.contains("Domain"))
        }
    }

    @Test func `a cookie that scripts can read comes and goes with the session`() async throws {
        try await withPeople { world in
            let browser = world.site.browser()
            let mail = try await world.signInMail(to: "ada@example.org", for: browser)

            let answer = try await browser.verify(code: mail["code"].text, of: "ada@example.org")

            let mark = try #require(
                answer.headers[values: .setCookie].first { $0.hasPrefix("noonish-m=1;") })
            #expect(!mark.contains("HttpOnly"))
            #expect(browser.jar.keys.contains("noonish-m"))

            _ = try await browser.delete("/v1/sessions/current")

            #expect(browser.jar.keys.allSatisfy { !["noonish-s", "noonish-m"].contains($0) })
        }
    }

    @Test func `of a session that ended elsewhere, the refusal of the profile alone deletes the cookies`()
        async throws
    {
        try await withPeople { world in
            let browser = world.site.browser()
            let mail = try await world.signInMail(to: "ada@example.org", for: browser)
            _ = try await browser.verify(code: mail["code"].text, of: "ada@example.org")
            let forbidden = try await browser.post("/v1/me/passkeys/verify", "{}")
            #expect(forbidden.status.code >= 400 && browser.jar.keys.contains("noonish-s"))
            try await world.run("DELETE FROM session")

            async let late = browser.get("/v1/sessions")
            async let later = browser.post("/v1/me/passkeys/options")
            for refused in try await [late, later] {
                #expect(refused.code == "session_ended" && refused.headers[values: .setCookie].isEmpty)
            }
            #expect(browser.jar.keys.contains("noonish-s"))

            let refused = try await browser.get("/v1/me")

            #expect(refused.status == .unauthorized && refused.code == "session_ended")
            #expect(browser.jar.keys.allSatisfy { !["noonish-s", "noonish-m"].contains($0) })
            let bearer = try await world.site.program(token: "ended").get("/v1/me")
            #expect(bearer.headers[values: .setCookie].isEmpty)
        }
    }

    @Test func `a link works only in the browser that requested it, and the code works elsewhere`()
        async throws
    {
        try await withPeople { world in
            let laptop = world.site.browser()
            let mail = try await world.signInMail(to: "ada@example.org", for: laptop)

            let scanner = try await world.site.browser().verify(token: mail.linkToken)
            let program = try await world.anonymous.verify(token: mail.linkToken)
            let own = try await laptop.verify(token: mail.linkToken)

            #expect(scanner.code == "use_the_code")
            #expect(program.code == "use_the_code")
            #expect(own.status == .ok)
        }
    }

    @Test func `the code of a browser's mail may be typed elsewhere`() async throws {
        try await withPeople { world in
            let mail = try await world.signInMail(to: "ada@example.org", for: world.site.browser())

            let answer = try await world.site.browser().verify(code: mail["code"].text, of: "ada@example.org")

            #expect(answer.status == .ok)
        }
    }

    @Test func `a second request in the same browser leaves the first link working`() async throws {
        try await withPeople { world in
            let browser = world.site.browser()
            let first = try await world.signInMail(to: "ada@example.org", for: browser)
            _ = try await world.signInMail(to: "ada@example.org", for: browser)

            #expect(try await browser.verify(token: first.linkToken).status == .ok)
        }
    }

    @Test func `reading the link's page or the session does not use up the code`() async throws {
        try await withPeople { world in
            let mail = try await world.signInMail(to: "ada@example.org")
            let token = try #require(mail.linkToken)

            for method in [HTTPRequest.Method.get, .head, .options] {
                _ = try await world.anonymous.send(method, "/sign-in?token=\(token)")
                _ = try await world.anonymous.send(method, "/v1/auth/email/verify?token=\(token)")
            }

            #expect(try await world.anonymous.verify(token: token).status == .ok)
        }
    }

    @Test(arguments: ["cross-site", "same-site", "none"])
    func `a page of another site cannot sign a browser in`(fetchSite: String) async throws {
        try await withPeople { world in
            let mail = try await world.signInMail(to: "ada@example.org")

            let answer = try await world.site.browser().post(
                "/v1/auth/email/verify", #"{"token":"\#(mail.linkToken ?? "")"}"#,
                headers: [.secFetchSite: fetchSite])

            #expect(answer.status == .forbidden)
            #expect(try await world.anonymous.verify(token: mail.linkToken).status == .ok)
        }
    }

    @Test func `signing in again in a browser ends the session it had`() async throws {
        try await withPeople { world in
            let browser = try await world.signedInBrowser("ada@example.org")
            let old = try #require(browser.jar["noonish-s"])
            let mail = try await world.signInMail(to: "ada@example.org", for: browser)

            try #require(
                try await browser.verify(code: mail["code"].text, of: "ada@example.org").status == .ok)

            #expect(try await world.site.program(token: old).get("/v1/me").status == .unauthorized)
            #expect(try await browser.get("/v1/sessions").json["items"].elements.count == 1)
        }
    }
}
