import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@Suite struct SessionTests {
    @Test func `lists a member's sessions with descriptions and marks the current one`() async throws {
        try await withPeople { world in
            let browser = try await world.signedInBrowser("ada@example.org")
            _ = try await world.signedIn("ada@example.org")
            _ = try await world.signedIn("bo@example.org")

            let sessions = try await browser.get("/v1/sessions").json["items"].elements

            #expect(sessions.count == 2)
            #expect(
                sessions.filter { $0["current"] == .boolean(true) }.map { $0["client"].text } == [
                    "Firefox on Linux"
                ])
        }
    }

    @Test func `signing out ends the session at once and clears what the browser holds`() async throws {
        try await withPeople { world in
            let browser = try await world.signedInBrowser("ada@example.org")
            let token = try #require(browser.jar["noonish-s"])

            let answer = try await browser.delete("/v1/sessions/current")

            #expect(answer.status == .noContent)
            #expect(
                answer.headers[try #require(HTTPField.Name("Clear-Site-Data"))]
                    == "\"cache\", \"cookies\", \"storage\"")
            #expect(browser.jar["noonish-s"] == nil)
            #expect(try await world.site.program(token: token).get("/v1/me").status == .unauthorized)
        }
    }

    @Test func `signing out everywhere ends all sessions of the member and no others`() async throws {
        try await withPeople { world in
            let laptop = try await world.signedInBrowser("ada@example.org")
            let phone = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")

            #expect(try await laptop.delete("/v1/sessions/all").status == .noContent)

            #expect(try await phone.get("/v1/me").status == .unauthorized)
            #expect(try await bo.get("/v1/me").status == .ok)
        }
    }

    @Test func `a member can end another session of their own only`() async throws {
        try await withPeople { world in
            let laptop = try await world.signedIn("ada@example.org")
            let phone = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")
            let sessions = try await laptop.get("/v1/sessions").json["items"].elements
            let other = try #require(sessions.first { $0["current"] == .boolean(false) }?["id"].text)

            let byBo = try await bo.delete("/v1/sessions/\(other)")
            let byAda = try await laptop.delete("/v1/sessions/\(other)")
            let again = try await laptop.delete("/v1/sessions/\(other)")

            #expect(byBo.status == .notFound)
            #expect(byAda.status == .noContent)
            #expect(again.status == .notFound)
            #expect(try await phone.get("/v1/me").status == .unauthorized)
            #expect(try await laptop.get("/v1/me").status == .ok)
        }
    }

    @Test func `a session ends after 30 days without use, and after 180 days with it`() async throws {
        try await withPeople { world in
            let used = try await world.signedIn("ada@example.org")
            let unused = try await world.signedIn("ada@example.org")

            for _ in 0..<8 {
                world.clock.advance(by: 20 * 86_400)
                #expect(try await used.get("/v1/me").status == .ok)
            }
            #expect(try await unused.get("/v1/me").status == .unauthorized)

            world.clock.advance(by: 20.1 * 86_400)
            #expect(try await used.get("/v1/me").status == .unauthorized)
        }
    }

    @Test func `the last use is noted once an hour`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            func seen() async throws -> JSONValue {
                try await ada.get("/v1/sessions").json["items"][0]["seenAt"]
            }
            let begun = try await seen()

            world.clock.advance(by: 1_800)
            let halfAnHourLater = try await seen()
            world.clock.advance(by: 1_900)
            let anHourLater = try await seen()

            #expect(halfAnHourLater == begun)
            #expect(anHourLater != begun)
        }
    }

    @Test func `shows the network from which each was last used, without the full address`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            _ = try await world.signedIn("ada@example.org")
            let here = try await ada.get("/v1/sessions").json["items"].elements
            try await world.run("UPDATE session SET network = '203.0.113.0/24' WHERE network IS NULL")

            let sessions = try await ada.get("/v1/sessions").json["items"].elements

            #expect(here.compactMap { $0["network"].text } == ["machine"])
            #expect(Set(sessions.compactMap { $0["network"].text }) == ["machine", "203.0.113.0/24"])
            #expect(
                sessions.allSatisfy { ($0["isNear"] == .boolean(true)) == ($0["network"].text == "machine") })
        }
    }

    @Test func `the fifty-first session ends the one unused for longest`() async throws {
        try await withPeople { world in
            let first = try await world.signedIn("ada@example.org")
            let person = try #require(PersonID(try await first.id()))
            try await world.run(
                """
                INSERT INTO session (id, person_id, token_hash, seen_at, ends_at)
                SELECT gen_random_uuid(), \(person), sha256(n::text::bytea), now() + n * interval '1 s',
                       now() + interval '1 day'
                  FROM generate_series(1, 49) AS n
                """)

            let newest = try await world.signedIn("ada@example.org")

            #expect(try await first.get("/v1/me").status == .unauthorized)
            #expect(try await newest.get("/v1/sessions").json["items"].elements.count == 50)
        }
    }

    @Test(arguments: [
        HTTPFields([.init(name: .secFetchSite, value: "cross-site")]),
        HTTPFields([.init(name: .secFetchSite, value: "same-site")]),
        HTTPFields([.init(name: .origin, value: "https://evil.example")]),
        HTTPFields(),
    ])
    func `a request from a page of another site changes nothing with a cookie alone`(headers: HTTPFields)
        async throws
    {
        try await withPeople { world in
            let browser = try await world.signedInBrowser("ada@example.org")
            let elsewhere = world.anonymous
            var fields = headers
            fields[.cookie] = "noonish-s=\(browser.jar["noonish-s"] ?? "")"

            let answer = try await elsewhere.patch("/v1/me", #"{"name":"Mallory"}"#, headers: fields)

            #expect(answer.status == .forbidden)
            #expect(answer.code == "cross_site")
            #expect(try await browser.get("/v1/me").json["name"].text == "ada")
        }
    }

    @Test func `every route requires a session`() async throws {
        try await withPeople { world in
            for visitor in [world.anonymous, world.site.program(token: "made-up"), world.site.browser()] {
                for path in ["/v1/me", "/v1/sessions", "/v1/friends"] {
                    let answer = try await visitor.get(path)
                    #expect(answer.status == .unauthorized)
                    #expect(answer.headers[.wwwAuthenticate] == "Bearer")
                }
            }
        }
    }
}
