import Accounts
import HTTPTypes
import JSON
import Postgres
import TestSupport
import Testing

@Suite struct SignInTests {
    @Test func `a code from the mail signs in, and makes a member named after the address`() async throws {
        try await withPeople { world in
            let mail = try await world.signInMail(to: "Ada@Example.org".lowercased())

            let answer = try await world.anonymous.verify(code: mail["code"].text, of: "ADA@example.org")

            #expect(answer.status == .ok)
            #expect(answer["person"]["name"].text == "ada")
            let me = try await world.site.program(token: answer["token"].text).get("/v1/me")
            #expect(me["email"].text == "ada@example.org")
            #expect(me["id"] == answer["person"]["id"])
        }
    }

    @Test func `the mail has the code on a line of its own and a link to the service's page`() async throws {
        try await withPeople { world in
            let mail = try await world.signInMail(to: "ada@example.org")

            let code = try #require(mail["code"].text)
            #expect(code.count == 8)
            #expect(mail["text"].text?.contains("\n\(code)\n") == true)
            #expect(mail["links"][0].text?.hasPrefix("http://localhost:8080/sign-in?token=") == true)
            #expect(mail["html"].text?.contains(code) == true)
        }
    }

    @Test func `signing in again finds the same member`() async throws {
        try await withPeople { world in
            let first = try await world.signedIn("ada@example.org").id()
            let second = try await world.signedIn("ada@example.org").id()

            #expect(first == second)
        }
    }

    @Test func `a code works once`() async throws {
        try await withPeople { world in
            let mail = try await world.signInMail(to: "ada@example.org")
            _ = try await world.anonymous.verify(code: mail["code"].text, of: "ada@example.org")

            let again = try await world.anonymous.verify(code: mail["code"].text, of: "ada@example.org")

            #expect(again.status == .unprocessableContent)
            #expect(again.code == "wrong_code")
        }
    }

    @Test func `a link works once, and its code is gone with it`() async throws {
        try await withPeople { world in
            let mail = try await world.signInMail(to: "ada@example.org")

            let first = try await world.anonymous.verify(token: mail.linkToken)
            let again = try await world.anonymous.verify(token: mail.linkToken)
            let code = try await world.anonymous.verify(code: mail["code"].text, of: "ada@example.org")

            #expect(first.status == .ok)
            #expect(again.code == "void_link")
            #expect(code.code == "wrong_code")
        }
    }

    @Test func `one of many concurrent uses of a code succeeds`() async throws {
        try await withPeople { world in
            let mail = try await world.signInMail(to: "ada@example.org")

            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await world.anonymous.verify(code: mail["code"].text, of: "ada@example.org")
                    }
                }
                return try await group.reduce(into: [Answer]()) { $0.append($1) }
            }

            #expect(answers.filter { $0.status == .ok }.count == 1)
            #expect(answers.filter { $0.code == "wrong_code" }.count == 3)
        }
    }

    @Test func `two first sign-ins of one address at once make one member`() async throws {
        try await withPeople { world in
            let one = try await world.signInMail(to: "ada@example.org")
            let two = try await world.signInMail(to: "ada@example.org")

            async let first = world.anonymous.verify(token: one.linkToken)
            async let second = world.anonymous.verify(token: two.linkToken)
            let people = try await [first["person"]["id"], second["person"]["id"]]

            #expect(people[0] == people[1])
            #expect(people[0].text != nil)
        }
    }

    @Test func `a new mail leaves the older code valid`() async throws {
        try await withPeople { world in
            let older = try await world.signInMail(to: "ada@example.org")
            _ = try await world.signInMail(to: "ada@example.org")

            let answer = try await world.anonymous.verify(
                code: older["code"].text, of: "ada@example.org")

            #expect(answer.status == .ok)
        }
    }

    @Test func `a wrong code gets the same answer for an address without an account`() async throws {
        try await withPeople { world in
            let mail = try await world.signInMail(to: "ada@example.org")

            let known = try await world.anonymous.verify(
                code: otherCode(mail["code"]), of: "ada@example.org")
            let unknown = try await world.anonymous.verify(code: "12345678", of: "nobody@example.org")

            #expect(known.text == unknown.text)
            #expect(known.status == unknown.status)
        }
    }

    @Test func `after five wrong codes the right one is refused, and a new mail helps`() async throws {
        try await withPeople { world in
            let mail = try await world.signInMail(to: "ada@example.org")
            for _ in 0..<5 {
                _ = try await world.anonymous.verify(
                    code: otherCode(mail["code"]), of: "ada@example.org")
            }

            let right = try await world.anonymous.verify(code: mail["code"].text, of: "ada@example.org")
            let newer = try await world.signInMail(to: "ada@example.org")
            let next = try await world.anonymous.verify(code: newer["code"].text, of: "ada@example.org")

            #expect(right.code == "wrong_code")
            #expect(next.status == .ok)
        }
    }

    @Test func `wrong codes from elsewhere do not lock out the browser that requested the code`() async throws
    {
        try await withPeople { world in
            let browser = world.site.browser()
            let mail = try await world.signInMail(to: "ada@example.org", for: browser)
            for _ in 0..<6 {
                _ = try await world.anonymous.verify(
                    code: otherCode(mail["code"]), of: "ada@example.org")
            }

            let stranger = try await world.anonymous.verify(
                code: mail["code"].text, of: "ada@example.org")
            let own = try await browser.verify(code: mail["code"].text, of: "ada@example.org")

            #expect(stranger.code == "wrong_code")
            #expect(own.status == .ok)
        }
    }

    @Test func `the browser that requested the code has five attempts too`() async throws {
        try await withPeople { world in
            let browser = world.site.browser()
            let mail = try await world.signInMail(to: "ada@example.org", for: browser)
            for _ in 0..<5 {
                _ = try await browser.verify(code: otherCode(mail["code"]), of: "ada@example.org")
            }

            let right = try await browser.verify(code: mail["code"].text, of: "ada@example.org")

            #expect(right.code == "wrong_code")
        }
    }

    @Test func `the browser that used up its attempts is told so, and a stranger is not`() async throws {
        try await withPeople { world in
            let browser = world.site.browser()
            let mail = try await world.signInMail(to: "ada@example.org", for: browser)

            let wrong = try await browser.verify(code: otherCode(mail["code"]), of: "ada@example.org")
            for _ in 0..<4 {
                _ = try await browser.verify(code: otherCode(mail["code"]), of: "ada@example.org")
            }
            let spent = try await browser.verify(code: mail["code"].text, of: "ada@example.org")
            let stranger = try await world.anonymous.verify(
                code: otherCode(mail["code"]), of: "ada@example.org")
            let newer = try await world.signInMail(to: "ada@example.org", for: browser)
            let typo = try await browser.verify(code: otherCode(newer["code"]), of: "ada@example.org")

            let usual = "That code is wrong or has expired. Check your latest email, or ask for a new code."
            #expect(wrong["detail"].text == usual)
            #expect(
                spent["detail"].text
                    == "Too many wrong codes. The codes we sent no longer work. Ask for a new one.")
            #expect(stranger["detail"].text == usual)
            #expect(typo["detail"].text == usual)
        }
    }

    @Test func `a browser that requested all mails of the hour is told that no more are sent`() async throws {
        try await withPeople { world in
            let browser = world.site.browser()
            for _ in 0..<5 { _ = try await world.signInMail(to: "ada@example.org", for: browser) }

            let own = try await browser.post("/v1/auth/email", #"{"email":"ada@example.org"}"#)
            let other = try await world.site.browser().post(
                "/v1/auth/email", #"{"email":"ada@example.org"}"#)

            #expect(own.status == .tooManyRequests)
            #expect(own.code == "too_many_codes")
            #expect(own.left == "sign_in_mails: 0")
            #expect(other.status == .accepted)
            #expect(try await world.outbox(of: "ada@example.org").count == 5)
        }
    }

    @Test func `Retry-After is when the oldest mail of the hour no longer counts`() async throws {
        try await withPeople { world in
            let browser = world.site.browser()
            func request() async throws -> Answer {
                try await browser.post("/v1/auth/email", #"{"email":"ada@example.org"}"#)
            }
            world.clock.advance(by: 0)
            for _ in 0..<5 {
                #expect(try await request().status == .accepted)
                world.clock.advance(by: 600)
            }

            let refused = try await request()
            world.clock.advance(by: Double(refused.retryAfter) - 2)
            let early = try await request()
            world.clock.advance(by: 3)
            let next = try await request()

            #expect(refused.status == .tooManyRequests)
            #expect((600...601).contains(refused.retryAfter))
            #expect(early.status == .tooManyRequests)
            #expect(next.status == .accepted)
        }
    }

    @Test func `code and link end after ten minutes`() async throws {
        try await withPeople { world in
            let mail = try await world.signInMail(to: "ada@example.org")
            world.clock.advance(by: 601)

            let code = try await world.anonymous.verify(code: mail["code"].text, of: "ada@example.org")
            let link = try await world.anonymous.verify(token: mail.linkToken)

            #expect(code.code == "wrong_code")
            #expect(link.code == "void_link")
        }
    }

    @Test func `an address gets five mails an hour, and the sixth request is answered alike`() async throws {
        try await withPeople { world in
            for _ in 0..<5 { _ = try await world.signInMail(to: "ada@example.org") }

            let first = try await world.anonymous.post("/v1/auth/email", #"{"email":"bo@example.org"}"#)
            let sixth = try await world.anonymous.post("/v1/auth/email", #"{"email":"ada@example.org"}"#)

            #expect(sixth.status == .accepted)
            #expect(sixth.text == first.text)
            #expect(try await world.outbox(of: "ada@example.org").count == 5)

            world.clock.advance(by: 3_601)
            _ = try await world.anonymous.post("/v1/auth/email", #"{"email":"ada@example.org"}"#)
            #expect(try await world.outbox(of: "ada@example.org").count == 6)
        }
    }

    @Test func `requests that race do not exceed the limit`() async throws {
        try await withPeople { world in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        _ = try await world.anonymous.post(
                            "/v1/auth/email", #"{"email":"ada@example.org"}"#)
                    }
                }
                try await group.waitForAll()
            }

            #expect(try await world.outbox(of: "ada@example.org").count == 5)
        }
    }

    @Test func `known and unknown addresses get the same answer`() async throws {
        try await withPeople { world in
            _ = try await world.signedIn("ada@example.org")

            let known = try await world.anonymous.post("/v1/auth/email", #"{"email":"ada@example.org"}"#)
            let unknown = try await world.anonymous.post(
                "/v1/auth/email", #"{"email":"bo@example.org"}"#)

            #expect(known.text == unknown.text)
            #expect(known.headers.map(\.name) == unknown.headers.map(\.name))
        }
    }

    @Test func `the operator makes a sign-in link for a person without mail`() async throws {
        try await withPeople(delivery: .none) { world in
            let refused = try await world.anonymous.post(
                "/v1/auth/email", #"{"email":"ada@example.org"}"#)
            let link = try await world.signIn.makeOperatorLink(for: "ada@example.org")

            let token = try #require(link.split(separator: "=").last.map(String.init))
            let answer = try await world.site.browser().verify(token: token)

            #expect(refused.status == .serviceUnavailable)
            #expect(refused.code == "mail_not_configured")
            #expect(answer.status == .ok)
        }
    }

    @Test(arguments: [
        (#"{}"#, 422, "missing"),
        (#"{"email":7}"#, 400, "wrong_type"),
        (#"{"email":"ada"}"#, 422, "not_an_email_address"),
        (#"{"email":"ada@example.org\r\nBcc: bo@example.org"}"#, 422, "not_an_email_address"),
        (#"{"email":"ada@example.org","admin":true}"#, 400, "unknown_field"),
        (#"{"email":"ada@example.org","email":"bo@example.org"}"#, 400, "malformed_json"),
        (#"[]"#, 400, "not_an_object"),
        (#"{"email""#, 400, "malformed_json"),
    ])
    func `invalid input is refused and sends no mail`(body: String, status: Int, code: String) async throws {
        try await withPeople { world in
            let answer = try await world.anonymous.post("/v1/auth/email", body)

            #expect(answer.status.code == status)
            #expect(answer.code == code)
            #expect(
                try await world.one("SELECT count(*) FROM mail_outbox") == 0)
        }
    }

    @Test func `the mail and the problems are in the requested language`() async throws {
        try await withPeople { world in
            let program = world.anonymous
            _ = try await program.post(
                "/v1/auth/email", #"{"email":"ada@example.org"}"#,
                headers: [.acceptLanguage: "fi-FI,en;q=0.5"])

            let mail = try await world.newestMail(to: "ada@example.org")
            let refused = try await program.post(
                "/v1/auth/email/verify", #"{"email":"ada@example.org","code":"00000000"}"#,
                headers: [.acceptLanguage: "ja"])

            #expect(mail["subject"].text == "Kirjaudu Noonishiin")
            #expect(mail["text"].text?.contains("Kumpikin toimii kerran, 10 minuutin ajan.") == true)
            #expect(mail["html"].text?.contains(#"<html lang="fi" dir="ltr">"#) == true)
            #expect(mail["code"].text?.count == 8)
            #expect(refused["detail"].text?.hasPrefix("コードが違うか") == true)
            #expect(refused["errors"][0]["detail"] == refused["detail"])
            #expect(refused.headers[.contentLanguage] == "ja")
        }
    }
}
