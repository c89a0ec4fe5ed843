import Access
import Fetch
import HTTPTypes
import JSON
import Postgres
import TestSupport
import Testing

/// What Apple and Facebook do differently, against fakes of them.
@Suite struct AppleAndFacebookTests {
    @Test func `Apple posts its answer with the name at first, and gets a signed client secret`()
        async throws
    {
        try await withProviders { world, fake in
            let browser = world.site.browser()
            let start: String = try #require(try await browser.begin(at: "apple")["location"].text)
            let (_, page) = try await fake.visit(
                start,
                ["sub": "ada-1", "email": "ada@example.org", "verified": "text", "name": "Ada Lovelace"])
            let form: String = try #require(try JSONValue(parsing: page.body)["form"].text)
            let path = "/v1/auth/oidc/apple/callback"

            // A post from Apple's page: the browser keeps our cookies to itself.
            let posted = try await world.site.browser().send(
                .post, path, form,
                headers: [.contentType: "application/x-www-form-urlencoded", .secFetchSite: "cross-site"])
            let arrived = try await browser.get(posted.location)

            #expect(start.contains("response_mode=form_post"))
            #expect(posted.status == .seeOther)
            #expect(posted.location.hasPrefix(path + "?state="))
            #expect(arrived.location.hasPrefix("/sign-in?arrived=1"))
            let me = try await browser.get("/v1/me")
            #expect(me["name"].text == "Ada Lovelace")
            #expect(me["email"].text == "ada@example.org")
        }
    }

    @Test func `Apple's post signs in only with the cookie of its beginning`() async throws {
        try await withProviders { world, fake in
            let browser = world.site.browser()
            let start: String = try #require(try await browser.begin(at: "apple")["location"].text)
            let (_, page) = try await fake.visit(start, ["sub": "ada-1"])
            let form: String = try #require(try JSONValue(parsing: page.body)["form"].text)
            let posted = try await browser.sendForm("/v1/auth/oidc/apple/callback", form)

            let elsewhere = try await world.site.browser().get(posted.location)

            #expect(elsewhere.location == "/sign-in?problem=provider_answer_void")
        }
    }

    @Test(arguments: [["oidc": "1"], [:]])
    func `Facebook's Graph API identifies the person, with an ID token or without`(more: [String: String])
        async throws
    {
        try await withProviders { world, fake in
            let browser = world.site.browser()
            let ada = try await world.signedIn("ada@example.org").id()
            let wishes = ["sub": "100", "name": "Ada", "email": "ada@example.org", "verified": "true"]

            let answer = try await browser.signIn(
                by: "facebook", fake, wishes.merging(more) { $1 }.merging(["lie": "no-iss"]) { $1 })

            #expect(answer.location.hasPrefix("/sign-in?arrived=1"))
            let me = try await browser.get("/v1/me")
            #expect(me["name"].text == "Ada")
            #expect(me["email"] == .null)
            #expect(try await browser.id() != ada)
        }
    }

    @Test func `an ID token of Facebook for another person than its Graph API names is refused`()
        async throws
    {
        try await withProviders { world, fake in
            let answer = try await world.site.browser().signIn(
                by: "facebook", fake, ["sub": "100", "graph": "101", "oidc": "1", "name": "Ada"])

            #expect(answer.location == "/sign-in?problem=provider_answer_void")
        }
    }

    @Test func `friends at Facebook who are here too are listed, page after page, until they are friends`()
        async throws
    {
        try await withProviders { world, fake in
            let tom = world.site.browser()
            let mei = world.site.browser()
            let ada = world.site.browser()
            _ = try await tom.signIn(by: "facebook", fake, ["sub": "1", "name": "Tom"])
            _ = try await mei.signIn(by: "facebook", fake, ["sub": "2", "name": "Mei"])
            _ = try await ada.signIn(by: "facebook", fake, ["sub": "3", "name": "Ada", "friends": "1,77,2"])
            let path = "/v1/me/identities/\(try await ada.identity())/friends"

            let here = try await ada.get(path)
            let asked = try await ada.post("/v1/friends/requests", #"{"personId":"\#(try await tom.id())"}"#)
            let stranger = try await tom.post(
                "/v1/friends/requests", #"{"personId":"\#(try await mei.id())"}"#)
            try await world.befriend(try await ada.id(), try await tom.id())
            let left = try await ada.get(path)
            let others = try await tom.get(path)

            #expect(here["items"].elements.map { $0["name"].text } == ["Mei", "Tom"])
            #expect(asked.status == .created || asked.status == .accepted)
            #expect(stranger.status == .unprocessableContent)
            #expect(left["items"].elements.map { $0["name"].text } == ["Mei"])
            #expect(others.status == .notFound)
        }
    }

    @Test func `a deletion request of Facebook erases the person, who can check its status`() async throws {
        try await withProviders { world, fake in
            let ada = world.site.browser()
            _ = try await ada.signIn(by: "facebook", fake, ["sub": "3", "name": "Ada"])
            let signed = try await fake.text("/signed-request?sub=3", "text")
            let form = "signed_request=\(signed)"

            let answer = try await world.anonymous.sendForm("/v1/auth/facebook/delete", form)
            let path = (answer["url"].text ?? "").replacing("http://localhost:8080", with: "")
            let seen = try await world.anonymous.get(path)

            #expect(answer.status == .ok)
            #expect(answer["confirmation_code"].text?.isEmpty == false)
            #expect(seen["state"].text == "deleted")
            #expect(try await world.anonymous.get(path + "x").status == .notFound)
            #expect(try await ada.get("/v1/me").status == .unauthorized)
            #expect(
                try await world.one("SELECT count(*) FROM identity") == 0)
        }
    }

    @Test func `a deletion erases an account without another sign-in method, and keeps one that has any`()
        async throws
    {
        try await withProviders { world, fake in
            let ada = world.site.browser()
            let bo = try await world.signedInBrowser("bo@example.org")
            _ = try await ada.signIn(by: "facebook", fake, ["sub": "3", "name": "Ada"])
            _ = try await bo.signIn(by: "facebook", fake, ["sub": "4"], begin: #"{"purpose":"link"}"#)
            let (adaID, boID) = (try await ada.id(), try await bo.id())

            for subject in ["3", "4"] {
                let signed = try await fake.text("/signed-request?sub=\(subject)", "text")
                let answer = try await world.anonymous.sendForm(
                    "/v1/auth/facebook/delete", "signed_request=\(signed)")
                #expect(answer.status == .ok)
            }
            let due = try await world.database.run(
                script: "SELECT person_id FROM erasure_request WHERE due_at < now() + interval '1 min'")

            #expect(due.map { $0[0] } == [adaID])
            #expect(try await world.signedIn("bo@example.org").id() == boID)
        }
    }

    @Test func `a deletion with a foreign signature, or older than the identity, deletes nothing`()
        async throws
    {
        try await withProviders { world, fake in
            let ada = world.site.browser()
            _ = try await ada.signIn(by: "facebook", fake, ["sub": "3", "name": "Ada"])
            let program = world.anonymous
            let forged = try await fake.text("/signed-request?sub=3&secret=guessed", "text")
            let old = try await fake.text("/signed-request?sub=3&age=3600", "text")

            let refused = try await program.sendForm(
                "/v1/auth/facebook/delete", "signed_request=\(forged)")
            let late = try await program.sendForm("/v1/auth/facebook/delete", "signed_request=\(old)")

            #expect(refused.status == .badRequest)
            #expect(late.status == .ok)
            #expect(
                try await world.one("SELECT count(*) FROM identity") == 1)
        }
    }

    @Test func `removing the service from a Facebook account ends the sessions, and the person can return`()
        async throws
    {
        try await withProviders { world, fake in
            let ada = world.site.browser()
            _ = try await ada.signIn(by: "facebook", fake, ["sub": "3", "name": "Ada"])
            let id = try await ada.id()
            let signed = try await fake.text("/signed-request?sub=3", "text")

            let answer = try await world.anonymous.sendForm(
                "/v1/auth/facebook/deauthorise", "signed_request=\(signed)")
            let after = try await ada.get("/v1/me")
            _ = try await ada.signIn(by: "facebook", fake, ["sub": "3", "name": "Ada"])

            #expect(answer.status == .ok)
            #expect(after.status == .unauthorized)
            #expect(try await ada.id() == id)
        }
    }
}

extension TestWorld {
    func befriend(_ one: String, _ other: String) async throws {
        try await run(
            """
            INSERT INTO friendship (low_id, high_id)
            VALUES (LEAST(\(one)::uuid, \(other)::uuid), GREATEST(\(one)::uuid, \(other)::uuid))
            """)
    }
}
