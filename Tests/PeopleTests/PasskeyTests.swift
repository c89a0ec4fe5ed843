import Access
import Accounts
import Foundation
import HTTPTypes
import JSON
import Postgres
import TestSupport
import Testing

@Suite struct PasskeyTests {
    @Test func `a passkey is added, reported by mail, renamed and used to sign in`() async throws {
        try await withPeople { world in
            let ada = try await world.signedInBrowser("ada@example.org")
            let device = SoftAuthenticator()

            let options = try await ada.post("/v1/me/passkeys/options")
            let added = try await ada.post("/v1/me/passkeys", device.register(options))
            let id: String = try #require(added["id"].text)
            let renamed = try await ada.patch("/v1/me/passkeys/\(id)", #"{"name":"My phone"}"#)
            let other = world.site.browser()
            let request = try await other.post("/v1/auth/passkeys/options")
            let session = try await other.post("/v1/auth/passkeys/verify", device.use(request))

            #expect(options["rp"]["id"].text == "localhost")
            #expect(options["attestation"].text == "none")
            #expect(options["authenticatorSelection"]["userVerification"].text == "required")
            #expect(options["pubKeyCredParams"].elements.map { $0["alg"].number } == [-8, -7, -257])
            #expect(added.status == .created)
            #expect(added["name"].text == "Firefox on Linux")
            #expect(renamed["name"].text == "My phone")
            #expect(request["allowCredentials"].elements.isEmpty)
            #expect(session.status == .ok)
            #expect(session["token"] == .null)
            #expect(try await other.id() == ada.id())
            #expect(try await ada.get("/v1/me/passkeys")["items"][0]["usedAt"] != .null)
            #expect(
                try await world.newestMail(to: "ada@example.org")["text"].text?.contains("Firefox on Linux")
                    == true)
        }
    }

    @Test func `a challenge is valid once, for five minutes and for its purpose`() async throws {
        try await withPeople { world in
            let ada = try await world.signedInBrowser("ada@example.org")
            let device = try await ada.withPasskey()
            let once = try await ada.post("/v1/auth/passkeys/options")
            let late = try await ada.post("/v1/auth/passkeys/options")
            let creation = try await ada.post("/v1/me/passkeys/options")

            let first = try await ada.signIn(device.use(once))
            let again = try await ada.signIn(device.use(once))
            let mixed = try await ada.signIn(device.use(creation))
            let made = try await ada.signIn(device.use(Answer.challenge("made-up")))
            world.clock.advance(by: 301)
            let over = try await ada.signIn(device.use(late))

            #expect(first.status == .ok)
            for answer in [again, mixed, made, over] { #expect(answer.code == "passkey_void") }
        }
    }

    @Test func `a sign-in without verification, for another site or with another key is refused`()
        async throws
    {
        try await withPeople { world in
            let ada = try await world.signedInBrowser("ada@example.org")
            let device = try await ada.withPasskey()
            var unverified = device
            unverified.flags = 0x01
            var elsewhere = device
            elsewhere.origin = "http://localhost:9999"
            var foreign = device
            foreign.host = "evil.example"
            var thief = SoftAuthenticator()
            thief.id = device.id

            for authenticator in [unverified, elsewhere, foreign, thief, SoftAuthenticator()] {
                let options = try await world.site.browser().post("/v1/auth/passkeys/options")
                let answer = try await world.site.browser().signIn(authenticator.use(options))
                #expect(answer.code == "passkey_void")
            }
            let options = try await world.site.browser().post("/v1/auth/passkeys/options")
            let wrongUser = try await world.site.browser().signIn(device.use(options, user: [1, 2, 3]))
            #expect(wrongUser.code == "passkey_void")
        }
    }

    @Test func `a registration without verification, for another site or with a known id is refused`()
        async throws
    {
        try await withPeople { world in
            let ada = try await world.signedInBrowser("ada@example.org")
            let eve = try await world.signedInBrowser("eve@example.org")
            let device = try await ada.withPasskey()
            var unverified = SoftAuthenticator()
            unverified.flags = 0x01
            var foreign = SoftAuthenticator()
            foreign.host = "evil.example"
            var impossible = SoftAuthenticator()
            impossible.flags = 0x15  // backed up, and not able to be

            for authenticator in [unverified, foreign, impossible] {
                let options = try await eve.post("/v1/me/passkeys/options")
                let answer = try await eve.post("/v1/me/passkeys", authenticator.register(options))
                #expect(answer.code == "passkey_void")
            }
            let options = try await eve.post("/v1/me/passkeys/options")
            let known = try await eve.post("/v1/me/passkeys", device.register(options))
            let adas = try await ada.post("/v1/me/passkeys/options")
            let anothers = try await eve.post("/v1/me/passkeys", SoftAuthenticator().register(adas))

            #expect(known.code == "passkey_known")
            #expect(anothers.code == "passkey_void")
            #expect(try await eve.get("/v1/me/passkeys")["items"].elements.isEmpty)
        }
    }

    @Test func `a passkey whose counter decreases is refused as a copy`() async throws {
        try await withPeople { world in
            let ada = try await world.signedInBrowser("ada@example.org")
            let device = try await ada.withPasskey(count: 7)

            var codes: [Int] = []
            for count: UInt32 in [8, 8, 7, 0, 9] {
                let options = try await ada.post("/v1/auth/passkeys/options")
                codes.append(try await ada.signIn(device.use(options, count: count)).status.code)
            }

            #expect(codes == [200, 422, 422, 422, 200])
        }
    }

    @Test func `adding and removing need a recent sign-in, which a passkey gives`() async throws {
        try await withPeople { world in
            let ada = try await world.signedInBrowser("ada@example.org")
            let device = try await ada.withPasskey()
            let id = try await ada.get("/v1/me/passkeys")["items"][0]["id"].text ?? ""
            world.clock.advance(by: 11 * 60)

            let options = try await ada.post("/v1/me/passkeys/options")
            let removal = try await ada.delete("/v1/me/passkeys/\(id)")
            let request = try await ada.post("/v1/auth/passkeys/options")
            _ = try await ada.signIn(device.use(request))
            let removed = try await ada.delete("/v1/me/passkeys/\(id)")

            #expect(options.code == "sign_in_again")
            #expect(removal.code == "sign_in_again")
            #expect(removal["ways"].elements.map(\.text) == ["email", "passkey"])
            #expect(request["allowCredentials"].elements.count == 1)
            #expect(removed.status == .noContent)
        }
    }

    @Test func `without mail the last passkey cannot be removed, and those of others are not found`()
        async throws
    {
        try await withPeople(delivery: .none) { world in
            let link = try await world.signIn.makeOperatorLink(for: "ada@example.org")
            let ada = world.site.browser()
            _ = try await ada.verify(token: String(link.split(separator: "=")[1]))
            _ = try await ada.withPasskey()
            let first = try await ada.get("/v1/me/passkeys")["items"][0]["id"].text ?? ""
            let eves = world.site.browser()
            _ = try await eves.verify(
                token: String(
                    try await world.signIn.makeOperatorLink(for: "eve@example.org").split(separator: "=")[1]))

            let kept = try await ada.delete("/v1/me/passkeys/\(first)")
            let others = try await eves.delete("/v1/me/passkeys/\(first)")
            let renamed = try await eves.patch("/v1/me/passkeys/\(first)", #"{"name":"mine"}"#)
            _ = try await ada.withPasskey()
            let gone = try await ada.delete("/v1/me/passkeys/\(first)")

            #expect(kept.code == "last_way_in")
            #expect(others.status == .notFound)
            #expect(renamed.status == .notFound)
            #expect(gone.status == .noContent)
        }
    }

    @Test func `where browsers have no passkeys none are offered`() async throws {
        try await withPeople(at: Site(publicURL: "http://noonish.lan:8080", key: .forTests)) { world in
            let ways = try await world.site.browser().get("/v1/auth/providers")
            let options = try await world.site.browser().post("/v1/auth/passkeys/options")

            #expect(ways["passkeys"] == .boolean(false))
            #expect(options.status == .serviceUnavailable)
            #expect(options.code == "passkeys_unavailable")
        }
    }
}

extension Visitor {
    /// Adds a passkey of a new device.
    func withPasskey(count: UInt32 = 0) async throws -> SoftAuthenticator {
        let device = SoftAuthenticator()
        let options = try await post("/v1/me/passkeys/options")
        let added = try await post("/v1/me/passkeys", device.register(options, count: count))
        try #require(added.status == .created)
        return device
    }

    func signIn(_ credential: String) async throws -> Answer {
        try await post("/v1/auth/passkeys/verify", credential)
    }
}

extension Answer {
    /// Options with a challenge of one's own.
    static func challenge(_ text: String) -> Answer {
        Answer(status: .ok, headers: [:], text: #"{"challenge":"\#(text)"}"#)
    }
}
