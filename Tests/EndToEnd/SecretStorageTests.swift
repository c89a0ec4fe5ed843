import Access
import Crypto
import Foundation
import HTTPTypes
import JSON
import Postgres
import TestSupport
import Testing

/// What the database holds of secrets that the program handed out: hashes and encrypted values (docs/security.md).
@Suite struct SecretStorageTests {
    @Test(.timeLimit(.minutes(10)))
    func `no secret of a response or a mail is in the database or the log in the clear`() async throws {
        try await PythonServer.run("checkout_fake.py") { payments in
            let own = ["NOONISH_CHECKOUT_URL": "http://127.0.0.1:\(payments.port)"]
            try await withProgram(Self.settings.merging(own) { $1 }) { program, database async throws in
                let secrets = try await use(program, database)
                let dump = try await rows(of: database)
                try await program.stop()
                let log = program.transcripts.map(\.text).joined()

                expectNone(of: secrets, in: dump, "the database")
                expectNone(of: secrets, in: log, "the log")
                // The search would find what is there.
                #expect(dump.contains("Lunch with secrets") && dump.contains("ada@example.org"))
                #expect(log.contains(" trace ") && log.contains("/v1/outings"))
            }
        }
    }

    private func expectNone(of secrets: [String: String], in text: String, _ place: String) {
        for (name, secret) in secrets where secret.count > 8 {
            for form in forms(of: secret) {
                #expect(!text.contains(form), "\(name) is in \(place)")
            }
        }
        // Codes are so short that they are parts of other numbers.
        let values = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "." })
        for (name, code) in secrets where code.count <= 8 {
            #expect(!values.contains(code[...]), "\(name) is in \(place)")
        }
    }

    /// The routes that take or answer a secret, by the names in the API document, which has no pages: their links have
    /// the same tokens. A new one belongs into ``use(_:_:)``.
    @Test func `every route with a secret is known here`() throws {
        let file = Repository.folder.appending(path: "docs/openapi.json")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let schemas = (document["components"] as? [String: Any])?["schemas"] as? [String: Any] ?? [:]
        var found: Set<String> = []
        for (path, operations) in document["paths"] as? [String: [String: Any]] ?? [:] {
            if Self.publicPaths.contains(where: path.hasPrefix), !path.hasSuffix("/checkouts") { continue }
            let isSecret = ["{token}", "{secret}", "{code}"].contains { path.contains($0) }
            for (method, operation) in operations where method != "parameters" {
                if isSecret || takesSecret(operation) || carriesSecret(operation, schemas, []) {
                    found.insert("\(method.uppercased()) \(path)")
                }
            }
        }
        #expect(found == Self.routes)
    }

    private func takesSecret(_ operation: Any) -> Bool {
        let parameters = (operation as? [String: Any])?["parameters"] as? [[String: Any]] ?? []
        return parameters.contains { ["token", "secret", "code", "state"].contains($0["name"] as? String) }
    }

    private func carriesSecret(
        _ value: Any, _ schemas: [String: Any], _ entered: Set<String>
    ) -> Bool {
        if let list = value as? [Any] { return list.contains { carriesSecret($0, schemas, entered) } }
        guard let object = value as? [String: Any] else { return false }
        if let members = object["properties"] as? [String: Any],
            !Self.members.isDisjoint(with: members.keys)
        {
            return true
        }
        if let name = (object["$ref"] as? String)?.split(separator: "/").last.map(String.init),
            !entered.contains(name), let schema = schemas[name],
            carriesSecret(schema, schemas, entered.union([name]))
        {
            return true
        }
        return object.contains { name, value in
            !["example", "application/problem+json"].contains(name) && carriesSecret(value, schemas, entered)
        }
    }

    /// The members that carry secrets. Links of people are in `url`.
    private static let members: Set = [
        "token", "secret", "challenge", "p256dh", "auth", "code", "nonce", "idToken", "url", "value",
    ]

    /// Where `url` is a website, `code` what all attendees write on their payments or a fault of a menu, and `state` that of
    /// an order. The pages of checkouts are secret.
    private static let publicPaths = [
        "/v1/restaurants", "/v1/dishes", "/v1/circles/{id}/proposal", "/v1/outings/{id}/bills",
        "/v1/venues/{id}/menu", "/v1/venues/{id}/orders",
    ]

    private static let routes: Set = [
        "GET /v1/outings/{id}/links", "POST /v1/outings/{id}/links",
        "GET /v1/series/{id}/link", "POST /v1/series/{id}/link", "GET /v1/series-invitations/{token}",
        "GET /v1/invitations/{token}", "PUT /v1/invitations/{token}/attendance",
        "POST /v1/invitations/{token}/address", "POST /v1/invitations/{token}/claim",
        "POST /v1/auth/email/verify", "POST /v1/me/email/verify",
        "GET /v1/auth/oidc/{provider}/callback", "POST /v1/auth/oidc/{provider}/callback",
        "POST /v1/auth/oidc/{provider}/token", "POST /v1/auth/facebook/delete",
        "POST /v1/auth/passkeys/options", "POST /v1/auth/passkeys/verify", "POST /v1/me/passkeys/options",
        // The code of a deletion is shown again to the person who requested it.
        "GET /v1/auth/facebook/deletions/{code}",
        "GET /v1/subscriptions", "POST /v1/subscriptions", "PATCH /v1/subscriptions/{id}",
        "POST /v1/subscriptions/{id}/secret",
        "GET /v1/calendar", "POST /v1/calendar/rotate", "GET /v1/calendar/{secret}.ics",
        "GET /v1/outings/{id}/bills/{bid}/checkouts", "POST /v1/outings/{id}/bills/{bid}/checkouts",
        "PUT /v1/me/payout-methods/{kind}", "POST /v1/devices/pairings", "POST /v1/venues/{id}/devices",
        // The code of a claim is sent by mail and stored as an HMAC, as that of a tablet is.
        "POST /v1/claims/{id}/proofs",
    ]

    private static let appleToken = String(repeating: "c0ffee51", count: 8)

    private static let settings = [
        "NOONISH_LOG_LEVEL": "trace",
        "NOONISH_CHECKOUT_PROVIDER": "stripe", "NOONISH_CHECKOUT_KEY": "sk_test_fake",
        "NOONISH_CHECKOUT_WEBHOOK_SECRET": "whsec_of_the_secrets",
        "NOONISH_SIGN_IN_PROVIDERS": "facebook", "NOONISH_PROVIDER_FACEBOOK_CLIENT_ID": "1",
        "NOONISH_PROVIDER_FACEBOOK_CLIENT_SECRET": "secret of the provider",
        "NOONISH_INBOUND_DOMAIN": "in.example.org",
        "NOONISH_INBOUND_SECRET": "c2VjcmV0IG9mIHRoZSBtYWlsIHNlcnZlciBvZiB0ZXN0cw==",
        "NOONISH_APPLE_PUSH_KEY": P256.Signing.PrivateKey().pemRepresentation,
        "NOONISH_APPLE_PUSH_KEY_ID": "ABC123DEFG", "NOONISH_APPLE_PUSH_TEAM_ID": "DEF123GHIJ",
        "NOONISH_APPLE_PUSH_TOPIC": "org.example.noonish",
    ]

    /// Requests what carries a secret, with a key under which the response is stored wherever keys are accepted.
    ///
    /// - Returns: The secrets by name.
    private func use(_ program: Program, _ database: PostgresClient) async throws -> [String: String] {
        let story = Story(program)
        let leila = try await story.signIn("leila@example.org")
        var secrets = ["session": leila.token]
        func post(_ path: String, _ body: String = "{}", by visitor: Visitor) async throws -> Answer {
            let answer = try await visitor.post(
                path, body, headers: [.idempotencyKey: UUID().uuidString])
            try #require(answer.status.code < 300, "\(path): \(answer)")
            return answer
        }
        let outing = try await post(
            "/v1/outings",
            #"{"title":"Lunch with secrets","startsAt":"2031-03-03T12:00","invite":{"emails":["ada@example.org"]}}"#,
            by: leila)
        let path = "/v1/outings/\(try #require(outing["id"].text))"
        let share = try await lastPart(post(path + "/links", by: leila)["url"].text)
        secrets["share link"] = share
        let series = try await post(
            "/v1/series",
            #"{"title":"Lunch","startTime":"12:30","rule":{"frequency":"weekly","weekdays":["th"],"startsOn":"2100-03-04"}}"#,
            by: leila)
        secrets["link of a series"] = try await lastPart(
            post("/v1/series/\(try #require(series["id"].text))/link", by: leila)["url"].text)
        secrets["calendar"] = try await lastPart(post("/v1/calendar/rotate", by: leila)["url"].text)
            .replacing(".ics", with: "")
        // The program sends the challenge of a new webhook to public addresses alone: see WebhookCarrierTests.
        // So it is stored here, and the renewal of its secret stores a response with its address.
        let webhook = UUID()
        let address = "https://example.org/hook/only-for-leilas-receiver"
        let sealed = try key(of: program).seal(
            Array(address.utf8), "webhook address", owner: webhook.uuidString.lowercased())
        try await database.run(
            script: """
                INSERT INTO webhook (person_id, id, sealed_url, host, secret)
                SELECT person_id, '\(webhook)', '\\x\(hexadecimal(sealed))', 'example.org', ''
                  FROM person_email WHERE address = 'leila@example.org'
                """)
        let renewed = try await post("/v1/subscriptions/\(webhook)/secret", by: leila)
        secrets["webhook"] = renewed["secret"].text
        #expect(renewed["url"].text == address)
        secrets["address of a webhook"] = address
        let joined = try await program.site.program().put(
            "/v1/invitations/\(share)/attendance", #"{"status":"attending","name":"Ben"}"#)
        try #require(joined.status.code < 300, "\(joined)")
        let personal = try #require(tokens(in: joined.text).first { $0 != share })
        secrets["personal link"] = personal
        _ = try await program.site.program().post(
            "/v1/invitations/\(personal)/address", #"{"email":"ben@example.org"}"#)
        secrets["address"] = try await lastPart(story.link(to: "ben@example.org", containing: "/address/"))
        secrets["Ada's link"] = try await lastPart(story.link(to: "ada@example.org", containing: "/i/"))
        secrets["unsubscribe"] = try await lastPart(
            story.link(to: "ada@example.org", containing: "/unsubscribe/"))
        secrets["reply address"] = try await replyAddress(in: program, to: "ada@example.org")
        let account = "FI2112345600000785"
        let stored = try await leila.put(
            "/v1/me/payout-methods/account", #"{"value":"\#(account)","name":"Leila"}"#)
        try #require(stored.status.code < 300, "\(stored)")
        secrets["payout"] = account
        let venue = UUID()
        try await database.run(
            script: """
                INSERT INTO restaurant_source (id, name, licence, attribution, url)
                VALUES ('town', 'The town', 'CC0', 'The town', 'https://town.example') ON CONFLICT DO NOTHING;
                INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude)
                VALUES ('\(venue)', 'town', 'pier', 'Pier', 'restaurant', 60, 24);
                INSERT INTO venue (restaurant_id, state, verified_at) VALUES ('\(venue)', 'verified', now());
                INSERT INTO venue_person (restaurant_id, person_id, role)
                SELECT '\(venue)', person_id, 'owner' FROM person_email WHERE address = 'leila@example.org'
                """)
        let pairingCode: String = try #require(
            try await post("/v1/venues/\(venue)/devices", #"{"name":"Counter"}"#, by: leila)["code"].text)
        secrets["pairing code"] = pairingCode
        let paired = try await program.site.program().post(
            "/v1/devices/pairings", #"{"code":"\#(pairingCode)"}"#)
        let deviceToken: String = try #require(paired["token"].text, "\(paired)")
        secrets["device"] = deviceToken
        secrets["page of a checkout"] = try await checkoutPage(of: path, at: venue, by: leila, database)
        secrets["code of a claim"] = try await claimCode(by: leila, program, database)
        let printed = try await program.run(["user", "link", "eve@example.org"])
        let operatorsLink: String = try #require(tokens(in: printed).first, "\(printed)")
        secrets["operator's link"] = operatorsLink
        // The visit returns to a guest's link.
        let provider = try await program.site.browser().post(
            "/v1/auth/oidc/facebook", #"{"to":"/i/\#(personal)"}"#)
        secrets["state"] = try #require(provider.text.firstMatch(of: #/state=([^&"\\]+)/#)?.1, "\(provider)")
            .description
        secrets["verifier"] = try verifier(of: try #require(secrets["state"]), program)
        for name in [
            "NOONISH_PROVIDER_FACEBOOK_CLIENT_SECRET", "NOONISH_INBOUND_SECRET", "NOONISH_CHECKOUT_KEY",
            "NOONISH_CHECKOUT_WEBHOOK_SECRET",
        ] {
            secrets[name] = Self.settings[name]
        }
        let push = (
            address: "https://fcm.googleapis.com/fcm/send/only-for-leila", auth: "BTBZMqHH6r4Tts7J_aSIgg"
        )
        let point = P256.KeyAgreement.PrivateKey().publicKey.x963Representation
        let p256dh = point.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        _ = try await post(
            "/v1/subscriptions",
            #"{"kind":"webPush","endpoint":"\#(push.address)","keys":{"p256dh":"\#(p256dh)","auth":"\#(push.auth)"}}"#,
            by: leila)
        _ = try await post(
            "/v1/subscriptions", #"{"kind":"applePush","token":"\#(Self.appleToken)"}"#, by: leila)
        secrets.merge([
            "push address": push.address, "push key": p256dh, "push secret": push.auth,
            "device token": Self.appleToken,
        ]) { $1 }
        let ceremony = try await post("/v1/me/passkeys/options", by: leila)
        secrets["challenge"] = try #require(
            ceremony.text.firstMatch(of: #/"challenge":"([^"]+)"/#)?.1, "\(ceremony)"
        ).description
        _ = try await post("/v1/me/email", #"{"email":"leila.new@example.org"}"#, by: leila)
        let change = try await program.site.program().get("/dev/outbox?to=leila.new@example.org")["items"][0]
        let changeCode: String = try #require(change["code"].text)
        secrets["code of an address"] = changeCode
        // Left unused, so that its mail is the newest.
        _ = try await program.site.program().post("/v1/auth/email", #"{"email":"tom@example.org"}"#)
        let mail = try await program.site.program().get("/dev/outbox?to=tom@example.org")["items"][0]
        for token in tokens(in: mail["text"].text ?? "") { secrets["sign-in link"] = token }
        let code: String = try #require(mail["code"].text)
        secrets["sign-in code"] = code
        return secrets
    }

    /// Begins to pay the host's share of a bill at a venue, and returns the address of the provider's page.
    private func checkoutPage(
        of outing: String, at venue: UUID, by host: Visitor, _ database: PostgresClient
    ) async throws -> String {
        let id = try lastPart(outing)
        try await database.run(
            script: """
                UPDATE venue SET takes_online_payments = true WHERE restaurant_id = '\(venue)';
                UPDATE outing SET restaurant_id = '\(venue)', place_name = 'Pier' WHERE id = '\(id)'
                """)
        let bill = try await host.post(outing + "/bills", #"{"currency":"EUR","total":"30.00"}"#)
        let path = "\(outing)/bills/\(try #require(bill["id"].text, "\(bill)"))/checkouts"
        let begun = try await host.post(path, "{}", headers: [.idempotencyKey: UUID().uuidString])
        let page: String = try #require(begun["url"].text, "\(begun)")
        #expect(try await host.get(path)["checkouts"][0]["url"].text == page)
        return page
    }

    /// Claims a restaurant by mail, tries a wrong code, and returns the right one, which stays unused.
    private func claimCode(
        by visitor: Visitor, _ program: Program, _ database: PostgresClient
    ) async throws -> String {
        let restaurant = UUID()
        try await database.run(
            script: """
                INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, extra)
                VALUES ('\(restaurant)', 'town', 'quay', 'Quay', 'restaurant', 60, 24, '{"email": "quay@example.net"}');
                UPDATE restaurant SET contact_changed_at = now() - interval '15 days' WHERE id = '\(restaurant)'
                """)
        let claim = try await visitor.post(
            "/v1/restaurants/\(restaurant)/claims", #"{"method":"mail","address":"quay@example.net"}"#,
            headers: [.idempotencyKey: UUID().uuidString])
        let mail = try await program.site.program().get("/dev/outbox?to=quay@example.net")["items"][0]
        let code = try #require(
            mail["text"].text?.firstMatch(of: /\b[0-9]{8}\b/)?.output, "\(claim) \(mail)")
        let wrong = try await visitor.post(
            "/v1/claims/\(try #require(claim["id"].text))/proofs", #"{"code":"00000000"}"#,
            headers: [.idempotencyKey: UUID().uuidString])
        #expect(wrong.status == .unprocessableContent, "\(wrong)")
        return String(code)
    }

    /// Returns the address to which a calendar program answers an invitation.
    private func replyAddress(in program: Program, to recipient: String) async throws -> String {
        let mails = try await program.site.program().get("/dev/outbox?to=\(recipient)")["items"].elements
        let calendar = mails.compactMap { $0["calendar"].text }.joined().replacing("\r\n ", with: "")
        return String(try #require(calendar.firstMatch(of: /rsvp\+[a-z2-7]+@in\.example\.org/)?.output))
    }

    /// Returns the verifier of a visit at an identity provider, which only the provider is sent.
    private func verifier(of state: String, _ program: Program) throws -> String {
        try key(of: program).token("provider verifier", state)
    }

    private func key(of program: Program) throws -> SecretKey {
        let bytes = try #require(Data(base64Encoded: program.environment["NOONISH_SECRET_KEY"] ?? ""))
        return try #require(SecretKey(bytes: Array(bytes)))
    }

    private func lastPart(_ url: String?) throws -> String {
        String(try #require(url?.split(separator: "/").last))
    }

    /// Returns what looks like a token of 256 bits.
    private func tokens(in text: String) -> [String] {
        text.matches(of: /[A-Za-z0-9_\-]{43}/).map { String($0.output) }
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns the notations in which a text column or a bytea column would show a secret.
    private func forms(of secret: String) -> [String] {
        let padded = secret.replacing("whsec_", with: "").replacing("-", with: "+").replacing("_", with: "/")
        let decoded = Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4))
        return [secret, hexadecimal(Array(secret.utf8))] + (decoded.map { [hexadecimal(Array($0))] } ?? [])
    }

    /// Returns all rows of all tables as text.
    private func rows(of database: PostgresClient) async throws -> String {
        let tables = try await database.run(
            script: "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public'"
        ).compactMap { $0.first ?? nil }
        var text = ""
        for table in tables {
            let rows = try await database.run(script: "SELECT t::text FROM public.\(table) AS t")
            text += rows.compactMap { $0.first ?? nil }.joined(separator: "\n") + "\n"
        }
        return text
    }
}

extension HTTPField.Name {
    fileprivate static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
}
