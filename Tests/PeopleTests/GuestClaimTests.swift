import Access
import Accounts
import Delivery
import Foundation
import HTTPTypes
import Journal
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

/// A guest who was invited by mail becomes the member with that address at the member's next sign-in by any method.
@Suite struct GuestClaimTests {
    @Test func `signing in by a passkey claims the invitations to the member's address`() async throws {
        try await withPeople(claims: merging) { world in
            let ada = try await world.signedInBrowser("ada@example.org")
            let device = try await ada.withPasskey()
            try await world.inviteGuest("ada@example.org", as: world.signedIn("leila@example.org"))
            #expect(try await world.listed(ada) == 0)

            let browser = world.site.browser()
            let options = try await browser.post("/v1/auth/passkeys/options")
            let session = try await browser.signIn(device.use(options))

            #expect(session.status == .ok)
            #expect(try await world.listed(ada) == 1)
            #expect(try await world.guests() == 0)
        }
    }

    @Test func `the name of the guest is proposed to a person who has not chosen one`() async throws {
        try await withPeople(claims: merging) { world in
            let leila = try await world.signedIn("leila@example.org")
            try await world.inviteGuest("ada@example.org", as: leila)
            let mail = try await world.signInMail(to: "ada@example.org")
            let first = try await world.anonymous.verify(code: mail["code"].text, of: "ada@example.org")
            #expect(first["person"]["name"].text == "ada")
            #expect(first["suggestedName"].text == "A guest")

            let ada = world.site.program(token: first["token"].text)
            _ = try await ada.patch("/v1/me", #"{"name":"Ada L"}"#)
            try await world.inviteGuest("ada@example.org", as: leila)
            let next = try await world.signInMail(to: "ada@example.org")
            let second = try await world.anonymous.verify(code: next["code"].text, of: "ada@example.org")
            #expect(second["person"]["name"].text == "Ada L")
            #expect(!second.text.contains("suggestedName"))
        }
    }

    @Test func `a new address claims the invitations to it`() async throws {
        try await withPeople(claims: merging) { world in
            let ada = try await world.signedInBrowser("ada@example.org")
            try await world.inviteGuest("ada@work.example", as: world.signedIn("leila@example.org"))

            _ = try await ada.post("/v1/me/email", #"{"email":"ada@work.example"}"#)
            let mail = try await world.newestMail(to: "ada@work.example")
            let code = try #require(mail["code"].text)
            let changed = try await ada.post(
                "/v1/me/email/verify", #"{"email":"ada@work.example","code":"\#(code)"}"#)

            #expect(changed.status.kind == .successful)
            #expect(try await world.listed(ada) == 1)
            #expect(try await world.guests() == 0)
        }
    }

    @Test func `the invitations of other people are not claimed`() async throws {
        try await withPeople(claims: merging) { world in
            let ada = try await world.signedInBrowser("ada@example.org")
            try await world.inviteGuest("bo@example.org", as: world.signedIn("leila@example.org"))

            _ = try await world.signedIn("ada@example.org")

            #expect(try await world.listed(ada) == 0)
            #expect(try await world.guests() == 1)
        }
    }

    private var merging: @Sendable () -> (any GuestClaims)? {
        { GuestMerger(record: OutingRecord(committed: { _ in }), references: .all) }
    }
}

extension TestWorld {
    /// An outing of `host`'s to which a guest is asked at `address`, written to the tables as Outings writes it.
    fileprivate func inviteGuest(_ address: String, as host: Visitor) async throws {
        let host = try #require(PersonID(try await host.id()))
        let guest = PersonID.make()
        let outing = OutingID.make()
        let invitation = InvitationID.make()
        try await database.transaction { transaction in
            try await transaction.execute(.createGuest(guest, name: "A guest"))
            try await transaction.execute(
                Command(
                    "test.outing",
                    """
                    INSERT INTO outing (id, host_id, title, time_zone) VALUES (\(outing), \(host), 'Lunch', 'UTC')
                    """))
            for (person, role, status) in [(host, "host", "attending"), (guest, "invitee", "invited")] {
                try await transaction.execute(
                    Command(
                        "test.seat",
                        """
                        INSERT INTO attendance (outing_id, person_id, id, role, status, responded_at)
                        VALUES (\(outing), \(person), \(AttendanceID.make()), \(role), \(status),
                               CASE WHEN \(status) <> 'invited' THEN now() END)
                        """))
            }
            try await transaction.execute(
                Command(
                    "test.invitation",
                    """
                    INSERT INTO invitation (outing_id, id, person_id, channel, address, token_hash, invited_by)
                    VALUES (\(outing), \(invitation), \(guest), 'mail', \(address),
                           \(TokenHash(invitation.description).bytes), \(host))
                    """))
        }
    }

    /// Counts the lists that a person is on.
    fileprivate func listed(_ person: Visitor) async throws -> Int {
        let id = try #require(PersonID(try await person.id()))
        return try await one("SELECT count(*) FROM attendance WHERE person_id = \(id)")
    }

    fileprivate func guests() async throws -> Int {
        try await one("SELECT count(*) FROM person WHERE kind = 'guest'")
    }
}
