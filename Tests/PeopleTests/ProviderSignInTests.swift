import Access
import Foundation
import HTTPTypes
import JSON
import Postgres
import TestSupport
import Testing

/// Signing in by OpenID Connect, against a fake that implements the protocol and lies on request.
@Suite struct ProviderSignInTests {
    private static let ada = [
        "sub": "ada-1", "email": "Ada@Example.org", "verified": "true", "name": "Ada Lovelace",
    ]

    @Test func `a new person becomes a member with the name and the verified address`() async throws {
        try await withProviders { world, fake in
            let browser = world.site.browser()

            let answer = try await browser.signIn(fake, Self.ada, begin: #"{"to":"/friends?x=1"}"#)

            #expect(answer.status == .seeOther)
            #expect(answer.location == "/sign-in?arrived=1&to=%2Ffriends%3Fx%3D1")
            let me = try await browser.get("/v1/me")
            #expect(me["name"].text == "Ada Lovelace")
            #expect(me["email"].text == "ada@example.org")
            let mine = try await browser.get("/v1/me/identities")["items"]
            #expect(mine[0]["provider"].text == "company")
            #expect(mine[0]["address"].text == "ada@example.org")
        }
    }

    @Test func `a later sign-in reaches the same member, in another browser and with another address`()
        async throws
    {
        try await withProviders { world, fake in
            let one = world.site.browser()
            let other = world.site.browser()

            _ = try await one.signIn(fake, Self.ada)
            _ = try await other.signIn(fake, Self.ada.merging(["email": "new@example.org"]) { $1 })

            #expect(try await one.id() == other.id())
        }
    }

    @Test func `every usual kind of signature is read`() async throws {
        try await withProviders { world, fake in
            for algorithm in ["RS256", "ES256", "EdDSA"] {
                let browser = world.site.browser()

                let answer = try await browser.signIn(fake, Self.ada.merging(["alg": algorithm]) { $1 })

                #expect(answer.location.hasPrefix("/sign-in?arrived=1"), "\(algorithm)")
            }
        }
    }

    private static let lies = [
        "wrong-nonce", "no-nonce", "wrong-audience", "two-audiences", "wrong-azp", "wrong-issuer", "expired",
        "from-the-future", "old", "wrong-hash", "alg-none", "alg-hs256", "unknown-key", "other-key",
        "extension", "other-user-info", "no-iss", "other-iss", "other-state",
    ]

    @Test func `an invalid answer of the provider signs no one in`() async throws {
        try await withProviders { world, fake in
            for lie in Self.lies {
                let browser = world.site.browser()

                let answer = try await browser.signIn(fake, Self.ada.merging(["lie": lie]) { $1 })

                #expect(answer.location == "/sign-in?problem=provider_answer_void", "\(lie)")
                #expect(try await browser.get("/v1/me").status == .unauthorized, "\(lie)")
            }
            let known: Int = try await world.one("SELECT count(*) FROM identity")
            #expect(known == 0)
        }
    }

    @Test func `a refusal at the provider is reported as one`() async throws {
        try await withProviders { world, fake in
            let answer = try await world.site.browser().signIn(fake, ["sub": "ada-1", "lie": "denied"])

            #expect(answer.location == "/sign-in?problem=provider_refused")
        }
    }

    @Test func `a callback works once, in its browser, at its provider and for ten minutes`()
        async throws
    {
        try await withProviders { world, fake in
            let browser = world.site.browser()
            let back = try await browser.wayBack(fake, Self.ada)
            let late = try await browser.wayBack(fake, Self.ada)

            let elsewhere = try await world.site.browser().get(back)
            let other = try await browser.get(back.replacing("/company/", with: "/apple/"))
            let first = try await browser.get(back)
            let second = try await browser.get(back)
            world.clock.advance(by: 601)
            let third = try await browser.get(late)

            #expect(first.location.hasPrefix("/sign-in?arrived=1"))
            for answer in [elsewhere, other, second, third] {
                #expect(answer.location == "/sign-in?problem=provider_answer_void")
            }
        }
    }

    @Test func `the authorisation URL has PKCE, and neither state nor nonce is stored in clear`()
        async throws
    {
        try await withProviders { world, fake in
            let begun = try await world.site.browser().begin(at: "company")

            let url = try #require(URLComponents(string: begun["location"].text ?? ""))
            let query = Dictionary(
                uniqueKeysWithValues: (url.queryItems ?? []).map { ($0.name, $0.value ?? "") })
            #expect(query["code_challenge_method"] == "S256")
            #expect(query["code_challenge"]?.count == 43)
            #expect(query["kind"] == "page")
            #expect(query["redirect_uri"] == "http://localhost:8080/v1/auth/oidc/company/callback")
            let stored = try await world.database.one(
                .text("test.visit", "SELECT provider_authorization::text FROM provider_authorization"))
            for name in ["state", "nonce"] {
                let value = try #require(query[name])
                #expect(value.count == 43)
                #expect(!stored.contains(value))
            }
        }
    }

    @Test func `an unknown key fetches the provider's keys, at most once a minute`() async throws {
        try await withProviders { world, fake in
            _ = try await world.site.browser().signIn(fake, Self.ada)
            let made = Self.ada.merging(["lie": "unknown-key"]) { $1 }
            let rotated = Self.ada.merging(["lie": "rotated"]) { $1 }

            for _ in 0..<3 { _ = try await world.site.browser().signIn(fake, made) }
            let within = try await fake.keysAsked()
            try await fake.rotate()
            world.clock.advance(by: 61)
            let answer = try await world.site.browser().signIn(fake, rotated)

            #expect(within == 1)
            #expect(answer.location.hasPrefix("/sign-in?arrived=1"))
            #expect(try await fake.keysAsked() == 2)
        }
    }

    @Test func `a provider with a foreign issuer gets no further requests`() async throws {
        try await withProviders { world, _ in
            let answer = try await world.site.browser().begin(at: "impostor")

            #expect(answer.status == .serviceUnavailable)
            #expect(answer.code == "provider_unavailable")
        }
    }

    @Test func `claims that the ID token lacks are read from the user info`() async throws {
        try await withProviders { world, fake in
            let browser = world.site.browser()

            _ = try await browser.signIn(fake, Self.ada.merging(["lie": "claims-elsewhere"]) { $1 })

            #expect(try await browser.get("/v1/me")["email"].text == "ada@example.org")
        }
    }

    @Test func `no redirect leaves the service, and other sites cannot begin a sign-in`() async throws {
        try await withProviders { world, _ in
            let browser = world.site.browser()

            for path in ["//evil.example", "https://evil.example", "/\\evil.example", "evil", "/a b"] {
                let json = #"{"to":"\#(path.replacing("\\", with: "\\\\"))"}"#
                #expect(try await browser.begin(at: "company", json).code == "not_a_path")
            }
            let crossSite = try await browser.send(
                .post, "/v1/auth/oidc/company", "{}", headers: [.secFetchSite: "cross-site"])
            let form = try await browser.sendForm("/v1/auth/oidc/company", "to=%2Ffriends")
            #expect(crossSite.status == .forbidden)
            #expect(form.status == .seeOther)
            #expect(form.location.contains("/authorize?kind=page&response_type=code"))
            #expect(try await browser.begin(at: "nowhere").status == .notFound)
        }
    }
}

extension Query where Row == String {
    /// The first column of the only row.
    static func text(_ name: String, _ sql: SQL) -> Self {
        Query(name, sql) { row throws(PostgresError) in try row.next() }
    }
}
