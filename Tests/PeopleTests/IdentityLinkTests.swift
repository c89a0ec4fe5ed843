import HTTPTypes
import JSON
import Postgres
import TestSupport
import Testing

/// Which account an identity belongs to: never another one because of an unverified address.
@Suite struct IdentityLinkTests {
    private static func wishes(verified: String?, domain: String = "example.org") -> [String: String] {
        var wishes = ["sub": "ada-1", "email": "ada@\(domain)", "name": "Ada"]
        wishes["verified"] = verified
        return wishes
    }

    @Test func `a verified address of a trusted provider signs in to its account, which is notified`()
        async throws
    {
        try await withProviders { world, fake in
            let ada = try await world.signedIn("ada@example.org").id()
            let browser = world.site.browser()

            _ = try await browser.signIn(fake, Self.wishes(verified: "text"))

            #expect(try await browser.id() == ada)
            #expect(
                try await world.newestMail(to: "ada@example.org")["text"].text?.contains("Company") == true)
        }
    }

    @Test(
        arguments: [
            (verified: "false", domain: "example.org"), (verified: nil, domain: "example.org"),
            (verified: "true", domain: "elsewhere.org"),
        ] as [(verified: String?, domain: String)])
    func `an address that is not verified or not trusted creates a new account`(
        verified: String?, domain: String
    ) async throws {
        try await withProviders { world, fake in
            let ada = try await world.signedIn("ada@\(domain)").id()
            let browser = world.site.browser()

            _ = try await browser.signIn(fake, Self.wishes(verified: verified, domain: domain))

            #expect(try await browser.id() != ada)
            #expect(try await browser.get("/v1/me")["email"] == .null)
            #expect(try await browser.get("/v1/me/identities")["items"][0]["address"].text == "ada@\(domain)")
        }
    }

    @Test func `a member adds an identity with any address and signs in by it`()
        async throws
    {
        try await withProviders { world, fake in
            let ada = try await world.signedInBrowser("ada@example.org")
            let other = world.site.browser()
            let wishes = ["sub": "ada-1", "email": "somebody@elsewhere.org"]

            let added = try await ada.signIn(fake, wishes, begin: #"{"purpose":"link","to":"/settings"}"#)
            _ = try await other.signIn(fake, wishes)

            #expect(added.location == "/settings?added=company")
            #expect(try await other.id() == ada.id())
        }
    }

    @Test func `an identity of another account cannot be taken`() async throws {
        try await withProviders { world, fake in
            let eve = world.site.browser()
            _ = try await eve.signIn(fake, ["sub": "eve-1"])
            let ada = try await world.signedInBrowser("ada@example.org")

            let answer = try await ada.signIn(
                fake, ["sub": "eve-1"], begin: #"{"purpose":"link","to":"/settings"}"#)

            #expect(answer.location == "/settings?problem=identity_taken")
            #expect(try await ada.get("/v1/me/identities")["items"].elements.isEmpty)
        }
    }

    @Test func `adding an identity requires a recent session that lasts until the callback`() async throws {
        try await withProviders { world, fake in
            let link = #"{"purpose":"link","to":"/settings"}"#
            let ada = try await world.signedInBrowser("ada@example.org")
            let back = try await ada.wayBack(fake, ["sub": "ada-1"], begin: link)

            let nobody = try await world.site.browser().begin(at: "company", link)
            _ = try await ada.delete("/v1/sessions/current")
            let gone = try await ada.get(back)
            let tom = try await world.signedInBrowser("tom@example.org")
            world.clock.advance(by: 11 * 60)
            let stale = try await tom.begin(at: "company", link)

            #expect(nobody.status == .unauthorized)
            #expect(gone.location == "/settings?problem=provider_answer_void")
            #expect(stale.code == "sign_in_again")
        }
    }

    @Test func `the last sign-in method cannot be removed, any other can`() async throws {
        try await withProviders { world, fake in
            let alone = world.site.browser()
            _ = try await alone.signIn(fake, ["sub": "alone-1"])
            let ada = try await world.signedInBrowser("ada@example.org")
            _ = try await ada.signIn(fake, ["sub": "ada-1"], begin: #"{"purpose":"link"}"#)

            let kept = try await alone.delete("/v1/me/identities/\(try await alone.identity())")
            let others = try await alone.delete("/v1/me/identities/\(try await ada.identity())")
            let gone = try await ada.delete("/v1/me/identities/\(try await ada.identity())")

            #expect(kept.code == "last_way_in")
            #expect(others.status == .notFound)
            #expect(gone.status == .noContent)
            #expect(try await alone.get("/v1/me/identities")["items"].elements.count == 1)
            #expect(try await ada.get("/v1/me/identities")["items"].elements.isEmpty)
        }
    }

    @Test func `signing in again at the provider makes a session fresh, for the same person alone`()
        async throws
    {
        try await withProviders { world, fake in
            let again = #"{"purpose":"sign_in_again","to":"/settings"}"#
            let ada = world.site.browser()
            _ = try await ada.signIn(fake, ["sub": "ada-1"])
            _ = try await world.site.browser().signIn(fake, ["sub": "eve-1"])
            world.clock.advance(by: 3 * 3_600)

            let stale = try await ada.post("/v1/me/email", #"{"email":"ada@example.org"}"#)
            let eve = try await ada.signIn(fake, ["sub": "eve-1", "ahead": "10800"], begin: again)
            let long = try await ada.signIn(
                fake, ["sub": "ada-1", "ahead": "10800", "age": "3600"], begin: again)
            let still = try await ada.post("/v1/me/email", #"{"email":"ada@example.org"}"#)
            _ = try await ada.signIn(fake, ["sub": "ada-1", "ahead": "10800"], begin: again)
            let fresh = try await ada.post("/v1/me/email", #"{"email":"ada@example.org"}"#)

            #expect(stale.code == "sign_in_again")
            #expect(stale["ways"].elements.map(\.text) == ["company"])
            #expect(eve.location == "/settings?problem=someone_else")
            #expect(long.location == "/settings")
            #expect(still.code == "sign_in_again")
            #expect(fresh.status == .accepted)
        }
    }

    @Test func `a native program gets a nonce, brings an ID token with it, and gets a session`() async throws
    {
        try await withProviders { world, fake in
            let program = world.anonymous
            let path = "/v1/auth/oidc/company/token"
            func token(_ nonce: String, for client: String) async throws -> String {
                try await fake.text(
                    "/native-token?sub=ada-1&client_id=\(FakeProvider.encoded(client))&nonce=\(nonce)",
                    "token")
            }
            let nonce: String = try #require(try await program.post(path)["nonce"].text)
            let other: String = try #require(try await program.post(path)["nonce"].text)
            let mine = try await token(nonce, for: "native client")
            let foreign = try await token(other, for: "another app")

            let first = try await program.post(path, #"{"idToken":"\#(mine)","nonce":"\#(nonce)"}"#)
            let again = try await program.post(path, #"{"idToken":"\#(mine)","nonce":"\#(nonce)"}"#)
            let made = try await program.post(path, #"{"idToken":"\#(mine)","nonce":"made up"}"#)
            let wrong = try await program.post(path, #"{"idToken":"\#(foreign)","nonce":"\#(other)"}"#)

            let token: String = try #require(first["token"].text)
            #expect(try await world.site.program(token: token).get("/v1/me").status == .ok)
            #expect(
                [again.code, made.code, wrong.code] == Array(repeating: "provider_answer_void", count: 3))
        }
    }
}

extension Visitor {
    /// The id of the only identity.
    func identity() async throws -> String {
        try #require(try await get("/v1/me/identities")["items"][0]["id"].text)
    }
}
