import Access
import Foundation
import HTTPTypes
import JSON
import News
import NoonishAPI
import Outings
import Postgres
import Privacy
import TestSupport
import Testing

@testable import Delivery

/// A guest who turns out to be a member.
@Suite struct GuestMergingTests {
    @Test func `every column that references a person says what becomes of it`() async throws {
        try await withDatabase { database in
            let rows = try await database.run(
                script: """
                    SELECT c.conrelid::regclass || '.' || a.attname, c.confdeltype = 'c'
                      FROM pg_constraint AS c
                      JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
                     WHERE c.contype = 'f' AND c.confrelid = 'person'::regclass
                    """)
            let keys = Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", $0[1] == "t") })
            let references = [PersonReference].all
            let named = references.map { "\($0.table).\($0.column)" }

            #expect(Set(named) == Set(keys.keys))
            #expect(named.count == Set(named).count)
            for (name, reference) in zip(named, references) {
                if case .ends = reference.mergeRule {
                    #expect(
                        keys[name] == true, "\(name) would hold the guest back: it needs ON DELETE CASCADE")
                }
            }
        }
    }

    @Test func `whatever points at a guest points at the member afterwards`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            let guest = try await scene.guest("ada@example.org")
            for (name, script) in Self.rows(of: guest, scene) {
                try await database.run(script: script)
                #expect(try await scene.number(Self.count(name, guest)) > 0, "\(name)")
            }

            try await scene.merge(guest, into: scene.ines)

            #expect(try await scene.number("SELECT count(*) FROM person WHERE id = '\(guest)'") == 0)
            for reference in [PersonReference].all {
                let name = "\(reference.table).\(reference.column)"
                switch reference.mergeRule {
                case .ends: break
                case .passes, .passesWithOuting:
                    #expect(Self.rows(of: guest, scene).keys.contains(name), "give \(name) a row above")
                    #expect(try await scene.number(Self.count(name, scene.ines)) > 0, "\(name)")
                }
            }
            for table in try await database.run(
                script:
                    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            ) {
                let name = try #require(table[0])
                let left = try await scene.number(
                    "SELECT count(*) FROM \(name) AS t WHERE strpos(t::text, '\(guest)') > 0")
                #expect(left == 0, "\(name) still knows the guest")
            }
        }
    }

    /// A row for each column that passes, made for a guest who is on the list already.
    private static func rows(of guest: PersonID, _ scene: Scene) -> [String: String] {
        let elsewhere = "0198c0de-0000-7000-8000-00000000000"
        return [
            "attendance.person_id": "SELECT", "invitation.person_id": "SELECT",
            "outing_watch.person_id": "SELECT",
            "inbox.person_id": "SELECT",
            "outing_change.actor_id": """
            UPDATE outing SET rev = rev + 1 WHERE id = '\(scene.outing)';
            INSERT INTO outing_change (outing_id, rev, actor_id, audience, patch)
            SELECT id, rev, '\(guest)', 'hosts', '[{"kind": "everyone_answered"}]'
              FROM outing WHERE id = '\(scene.outing)'
            """,
            "attendance.set_by_id":
                "UPDATE attendance SET set_by_id = '\(guest)' WHERE person_id = '\(scene.leila)'",
            "invitation.invited_by": """
            INSERT INTO invitation (outing_id, id, person_id, channel, token_hash, invited_by)
            VALUES ('\(scene.outing)', '\(elsewhere)1', '\(scene.omar)', 'person', decode(repeat('11', 32), 'hex'),
                    '\(guest)')
            """,
            "invitation_mail.invited_by":
                "INSERT INTO invitation_mail (invited_by, id, mails) VALUES ('\(guest)', '\(elsewhere)2', 1)",
            "outing.host_id": """
            INSERT INTO outing (id, host_id, title, time_zone)
            VALUES ('\(elsewhere)3', '\(guest)', 'Theirs', 'UTC')
            """,
            "outing.cancelled_by": """
            INSERT INTO outing (id, host_id, title, time_zone, cancelled_at, cancelled_by)
            VALUES ('\(elsewhere)4', '\(scene.leila)', 'Off', 'UTC', now(), '\(guest)')
            """,
            "calendar_reply.person_id": """
            INSERT INTO calendar_reply (outing_id, person_id, sequence, stamp)
            VALUES ('\(scene.outing)', '\(guest)', 1, now())
            """,
            "abuse_report.about_id": """
            INSERT INTO abuse_report (id, about_id, by_id, reason)
            VALUES ('\(elsewhere)6', '\(guest)', '\(scene.omar)', 'name')
            """,
            "diet_need.person_id": "INSERT INTO diet_need (person_id, diets) VALUES ('\(guest)', '{vegan}')",
            "message.author_id": """
            UPDATE outing SET rev = rev + 1 WHERE id = '\(scene.outing)';
            INSERT INTO outing_change (outing_id, rev, actor_id, audience, patch)
            SELECT id, rev, '\(guest)', 'all', '[]' FROM outing WHERE id = '\(scene.outing)';
            INSERT INTO message (outing_id, id, rev, author_id, text, mentions)
            SELECT id, '\(elsewhere)0', rev, '\(guest)', 'Hi', ARRAY['\(guest)'::uuid] FROM outing
             WHERE id = '\(scene.outing)'
            """,
            "message_reader.person_id": """
            INSERT INTO message_reader (outing_id, person_id, read_rev) VALUES ('\(scene.outing)', '\(guest)', 1)
            """,
            "rating.person_id": """
            INSERT INTO restaurant_source (id, name, licence, attribution, url)
            VALUES ('town', 'The town', 'CC0', 'The town', 'https://town.example');
            INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude)
            VALUES ('\(elsewhere)f', 'town', '1', 'Kettu', 'restaurant', 60.17, 24.94);
            INSERT INTO rating (outing_id, person_id, restaurant_id, stars)
            VALUES ('\(scene.outing)', '\(guest)', '\(elsewhere)f', 4)
            """,
            "place_proposer.person_id":
                "INSERT INTO place_proposer (outing_id, person_id) VALUES ('\(scene.outing)', '\(guest)')",
            "series.host_id": """
            INSERT INTO series (id, host_id, title, time_zone, starts_clock, frequency, every, weekdays, starts_on,
                                made_through)
            VALUES (gen_random_uuid(), '\(guest)', 'Lunch', 'UTC', 750, 'weekly', 1, ARRAY[4], '2100-03-04', '2100-03-03')
            """,
            "series_person.person_id": """
            WITH made AS (
                 INSERT INTO series (id, host_id, title, time_zone, starts_clock, frequency, every, weekdays, starts_on,
                                     made_through)
                 SELECT gen_random_uuid(), host_id, 'Lunch', 'UTC', 750, 'weekly', 1, ARRAY[4], '2100-03-04', '2100-03-03'
                   FROM outing WHERE id = '\(scene.outing)'
              RETURNING id)
            INSERT INTO series_person (series_id, person_id) SELECT id, '\(guest)' FROM made
            """,
            "suggestion.author_id": """
            INSERT INTO suggestion (outing_id, id, author_id, content, place_name)
            VALUES ('\(scene.outing)', '\(elsewhere)7', '\(guest)', 'place pier', 'Pier')
            """,
            "suggestion.decided_by": """
            INSERT INTO suggestion (outing_id, id, author_id, content, place_name, state, decided_at, decided_by)
            VALUES ('\(scene.outing)', '\(elsewhere)8', '\(scene.leila)', 'place beach', 'Beach', 'withdrawn', now(),
                    '\(guest)')
            """,
            "suggestion.person_id": """
            INSERT INTO suggestion (outing_id, id, author_id, content, person_id)
            VALUES ('\(scene.outing)', '\(elsewhere)9', '\(scene.leila)', 'person \(guest)', '\(guest)')
            """,
            "suggestion_support.person_id": """
            INSERT INTO suggestion (outing_id, id, author_id, content, place_name)
            VALUES ('\(scene.outing)', '\(elsewhere)a', '\(scene.leila)', 'place hill', 'Hill');
            INSERT INTO suggestion_support (outing_id, suggestion_id, person_id, answer)
            VALUES ('\(scene.outing)', '\(elsewhere)a', '\(guest)', 'yes')
            """,
            "poll.opened_by": Self.poll("\(elsewhere)b", of: scene, openedBy: guest),
            "poll.closed_by": Self.poll("\(elsewhere)c", of: scene, openedBy: scene.leila) + """
                ; UPDATE poll SET closed_at = now(), closed_by = '\(guest)' WHERE id = '\(elsewhere)c'
                """,
            "poll_ballot.person_id": Self.poll("\(elsewhere)d", of: scene, openedBy: scene.leila) + """
                ; INSERT INTO poll_ballot (outing_id, poll_id, id, person_id)
                VALUES ('\(scene.outing)', '\(elsewhere)d', '\(elsewhere)e', '\(guest)')
                """,
            "outing_link.created_by": """
            INSERT INTO outing_link (outing_id, id, token_hash, created_by, expires_at, max_party_size)
            VALUES ('\(scene.outing)', '\(elsewhere)5', decode(repeat('22', 32), 'hex'), '\(guest)', now(), 6)
            """,
        ]
    }

    /// A vote that is open.
    private static func poll(_ id: String, of scene: Scene, openedBy person: PersonID) -> String {
        """
        INSERT INTO poll (outing_id, id, opened_by, closes_at, hidden, applies, seed, commitment)
        VALUES ('\(scene.outing)', '\(id)', '\(person)', now() + interval '1 day', false, false,
                decode(repeat('33', 32), 'hex'), sha256(decode(repeat('33', 32), 'hex')))
        """
    }

    private static func count(_ name: String, _ person: PersonID) -> String {
        let parts = name.split(separator: ".")
        return "SELECT count(*) FROM \(parts[0]) WHERE \(parts[1]) = '\(person)'"
    }

    @Test func `a guest who signs in finds what they answered, told like everybody from then on`()
        async throws
    {
        try await inHouse { house in
            let (id, _) = try await house.lunch()
            let path = "/v1/outings/\(id)"
            let token = try await house.inviting("ada@example.org", to: path)
            try await house.inboxesAreFull(of: id)
            let guest = house.site.program(token: token)
            _ = try await guest.put(
                "/v1/invitations/\(token)/attendance", #"{"status":"attending","partySize":2,"name":"Ada"}"#)

            let ada = try await house.signedIn("ada@example.org")

            let mine = try await ada.get("/v1/outings")["items"]
            #expect(mine[0]["myAttendance"]["status"].text == "attending")
            #expect(mine[0]["myAttendance"]["partySize"].number == 2)
            #expect(mine[0]["counts"]["seats"].number == 3)
            let me = try #require(try await ada.get("/v1/me")["id"].text)
            let list = try await house.leila.get(path + "/attendees")["items"].elements
            #expect(list.contains { $0["person"]["id"].text == me })
            #expect(list.count == 3)
            // the link goes on working, on any device, as the same person
            let again = try await house.site.program().get("/v1/invitations/\(token)")
            #expect(again["attendance"]["person"]["id"].text == me)
            let before = try await house.updates(of: ada, count: 1)
            #expect(before.map { $0["text"].text } == ["Leila invites you."])
            _ = try await house.leila.put(path + "/cancellation")
            let told = try await house.updates(of: ada, count: before.count + 1)
            #expect(told.last?["text"].text == "It is cancelled.")
            let history = try await house.kinds(of: id)
            #expect(history.contains("person_claimed"))
            #expect(
                try await brokenChecks(in: house.database, ["inbox", "seats", "revisions", "hosts"]).isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func `of two answers the later wins, seats stay counted, and both links open one page`(
        guestIsLater: Bool
    ) async throws {
        try await inHouse { house in
            let (id, _) = try await house.lunch()
            let path = "/v1/outings/\(id)"
            let token = try await house.inviting("tommy@example.org", to: path)
            let asGuest = { (body: String) in
                try await house.site.program().put("/v1/invitations/\(token)/attendance", body)
            }
            let asTom = { (body: String) in try await house.tom.put(path + "/attendance", body) }
            let late = #"{"status":"attending","partySize":4}"#
            if guestIsLater {
                _ = try await asTom(#"{"status":"declined"}"#)
                _ = try await asGuest(late)
            } else {
                _ = try await asGuest(#"{"status":"declined"}"#)
                _ = try await asTom(late)
            }
            let own = try await house.personalToken(of: house.cast.tom.id, in: id)

            let claimed = try await house.tom.post("/v1/invitations/\(token)/claim")

            #expect(claimed.status == .ok)
            let outing = try await house.tom.get(path)
            #expect(outing["myAttendance"]["status"].text == "attending")
            #expect(outing["counts"]["seats"].number == 5)
            #expect(outing["counts"]["declined"].number == 0)
            for link in [token, own] {
                let seen = try await house.site.program().get("/v1/invitations/\(link)")
                #expect(seen["attendance"]["person"]["name"].text == "Tom")
                #expect(seen["attendees"].elements.count == 2)
            }
            #expect(try await brokenChecks(in: house.database, ["seats", "revisions", "hosts"]).isEmpty)
            let again = try await house.tom.post("/v1/invitations/\(token)/claim")
            #expect(again.status == .ok)
        }
    }

    @Test func `a place in the queue, what a guest eats and where they start go with them`() async throws {
        try await inHouse { house in
            let (id, tag) = try await house.lunch()
            let path = "/v1/outings/\(id)"
            let full = try await house.leila.patch(path, #"{"capacity":1}"#, headers: [.ifMatch: tag])
            try #require(full.status == .ok, "\(full)")
            let token = try await house.inviting("ada@example.org", to: path)
            let answered = try await house.site.program().put(
                "/v1/invitations/\(token)/attendance",
                #"{"status":"waitlisted","name":"Ada","diets":["vegan"]}"#)
            try #require(answered["attendance"]["waiting"]["place"].number == 1, "\(answered)")
            try await house.database.run(
                script: """
                    INSERT INTO starting_point (outing_id, person_id, latitude, longitude)
                    SELECT '\(id)', person_id, 60.17, 24.94 FROM attendance WHERE status = 'waitlisted'
                    """)

            let ada = try await house.signedIn("ada@example.org")

            let mine = try await ada.get(path)
            #expect(mine["myAttendance"]["waiting"]["place"].number == 1)
            #expect(try await ada.get("/v1/me/diets")["diets"][0].text == "vegan")
            let me = try #require(try await ada.get("/v1/me")["id"].text)
            let moved = try await house.database.run(script: "SELECT person_id FROM starting_point")
            #expect(moved.map { $0[0] } == [me])
            #expect(try await brokenChecks(in: house.database, ["seats", "waitlist", "hosts"]).isEmpty)
        }
    }

    @Test func `a host who was invited at another address of theirs stays the host`() async throws {
        try await inHouse { house in
            let (id, _) = try await house.lunch()
            let path = "/v1/outings/\(id)"
            let token = try await house.inviting("leila@work.example", to: path)
            _ = try await house.site.program().put(
                "/v1/invitations/\(token)/attendance", #"{"status":"declined"}"#)

            _ = try await house.leila.post("/v1/invitations/\(token)/claim")

            let outing = try await house.leila.get(path)
            #expect(outing["myAttendance"]["role"].text == "host")
            #expect(outing["myAttendance"]["status"].text == "declined")
            #expect(try await brokenChecks(in: house.database, ["seats", "hosts"]).isEmpty)
        }
    }

    @Test func `a link is claimed by a member alone, once, and a share link is nobody's`() async throws {
        try await inHouse { house in
            let (id, _) = try await house.lunch()
            let path = "/v1/outings/\(id)"
            let token = try await house.inviting("ada@example.org", to: path)
            let share = try await house.leila.post(path + "/links")["url"].text ?? ""
            let shareToken = share.split(separator: "/").last.map(String.init) ?? ""

            #expect(
                try await house.site.program().post("/v1/invitations/\(token)/claim").status == .unauthorized)
            #expect(try await house.tom.post("/v1/invitations/\(shareToken)/claim").status == .notFound)
            #expect(try await house.tom.post("/v1/invitations/none/claim").status == .notFound)
            let ada = try await house.signedIn("ada@example.org")
            #expect(try await ada.get(path).status == .ok)

            let other = try await house.tom.post("/v1/invitations/\(token)/claim")

            #expect(other.code == "somebody_elses")
            #expect(try await house.tom.get(path)["counts"]["invited"].number == 2)
        }
    }

    @Test func `on the page it takes a press, in the session that the form was made for`() async throws {
        try await inHouse { house in
            let (id, _) = try await house.lunch()
            let path = "/v1/outings/\(id)"
            let token = try await house.inviting("other@example.org", to: path)
            let ada = try await house.signedInBrowser("ada@example.org")
            let bo = try await house.signedInBrowser("bo@example.org")

            let page = try await ada.get("/i/\(token)")
            let csrf = String(try #require(page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1))
            #expect(page.text.contains("/i/\(token)/claim"))
            #expect(try await ada.get(path).status == .notFound)
            #expect(
                try await bo.sendForm("/i/\(token)/claim", "csrf=\(csrf)").status == .forbidden)
            let claimed = try await ada.sendForm("/i/\(token)/claim", "csrf=\(csrf)")

            #expect(claimed.status == .seeOther)
            #expect(claimed.headers[.location] == "/outings/\(id)")
            #expect(try await ada.get(path).status == .ok)
            #expect(try await !ada.get("/i/\(token)").text.contains("/claim"))
            #expect(try await !house.site.browser().get("/i/\(token)").text.contains("/claim"))
        }
    }

    @Test func `of two who claim one link at once one has it, and nothing is counted twice`() async throws {
        try await inHouse { house in
            let (id, _) = try await house.lunch()
            let path = "/v1/outings/\(id)"
            for number in 0..<4 {
                let token = try await house.inviting("ada\(number)@example.org", to: path)
                _ = try await house.site.program().put(
                    "/v1/invitations/\(token)/attendance", #"{"status":"attending"}"#)
                let stranger = house.site.program(token: house.cast.stranger.token)

                async let one = house.tom.post("/v1/invitations/\(token)/claim")
                async let other = stranger.post("/v1/invitations/\(token)/claim")
                let statuses = try await [one.status, other.status]

                #expect(Set(statuses) == [.ok, .conflict])
            }
            #expect(try await brokenChecks(in: house.database, ["seats", "revisions", "hosts"]).isEmpty)
        }
    }

    @Test func `news that waits for the guest reaches the member once, whatever is under way`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            let guest = try await scene.guest("ada@example.org")
            try await scene.rename("Lunch", "Brunch")
            try await scene.fanOutAll()
            // A delivery has taken the guest's row, and is late.
            let queue = DeliveryQueue(.inbox, database: database, kinds: .all, logger: Scene.logger)
            let batch = try await queue.claim(atMost: 10)
            let late = try await queue.notices(for: batch.claimed)
            #expect(late.contains { $0.1.person == guest })

            try await scene.merge(guest, into: scene.ines)
            _ = try await database.all(.deliverToInboxes(late.map(InboxEntry.init)))
            try await scene.deliverAll()

            let told = try await scene.inbox(scene.ines)
            #expect(told == ["Leila invites you.", "It is called “Brunch” instead of “Lunch”"])
            try await scene.expectSound()
        }
    }

    @Test func `who was taken off the list, or blocked the host, is not put on it by signing in`()
        async throws
    {
        try await inHouse { house in
            let (id, _) = try await house.lunch()
            let path = "/v1/outings/\(id)"
            _ = try await house.inviting("ada@example.org", to: path)
            let list = try await house.leila.get(path + "/attendees")["items"].elements
            let guest = try #require(
                list.first { $0["invitation"]["channel"].text == "mail" }?["person"]["id"].text)
            _ = try await house.leila.delete(path + "/attendees/\(guest)")
            let bo = try await house.signedIn("bo@example.org")
            try await house.database.run(
                script: """
                    INSERT INTO person_block (person_id, other_id)
                    SELECT person_id, '\(house.cast.leila.id)' FROM person_email WHERE address = 'bo@example.org'
                    """)
            _ = try await house.inviting("bo@example.org", to: path)

            let ada = try await house.signedIn("ada@example.org")
            _ = try await house.signedIn("bo@example.org")

            #expect(try await ada.get(path).status == .notFound)
            #expect(try await bo.get(path).status == .notFound)
        }
    }
}

extension Scene {
    /// Somebody without an account, invited by mail, with the invitation delivered.
    func guest(_ address: String) async throws -> PersonID {
        let guest = PersonID.make()
        try await database.execute(
            Command("test.guest", "INSERT INTO person (id, kind, name) VALUES (\(guest), 'guest', 'Guest')"))
        try await invite(guest, on: [.inbox, .mail], address: address)
        try await deliverAll()
        return guest
    }

    func merge(_ guest: PersonID, into member: PersonID) async throws {
        let merging = GuestMerger(record: record, references: .all)
        let address = try await database.run(
            script: "SELECT address FROM invitation WHERE person_id = '\(guest)' AND address IS NOT NULL")
        try await database.transaction { transaction in
            try await merging.claim(address[0][0] ?? "", for: member, in: transaction)
        }
    }
}

extension House {
    /// Invites an address; the token of its personal link.
    func inviting(_ address: String, to path: String) async throws -> String {
        let invited = try await leila.post(path + "/invitations", #"{"emails":["\#(address)"]}"#)
        let id = invited["items"].elements
            .first { $0["invitation"]["address"].text == address }?["invitation"]["id"].text
        return SecretKey.forTests.personalToken(of: try #require(id.flatMap { InvitationID($0) }))
    }

    func personalToken(of person: PersonID, in outing: OutingID) async throws -> String {
        let rows = try await database.run(
            script: "SELECT id FROM invitation WHERE person_id = '\(person)' AND outing_id = '\(outing)'")
        return SecretKey.forTests.personalToken(of: try #require((rows[0][0]).flatMap { InvitationID($0) }))
    }

    /// A program that is signed in as the owner of `address`.
    func signedIn(_ address: String) async throws -> Visitor {
        let session = try await signIn(address, by: site.program())
        let token: String = try #require(session["token"].text)
        return site.program(token: token)
    }

    func signedInBrowser(_ address: String) async throws -> Visitor {
        let browser = site.browser()
        _ = try await signIn(address, by: browser)
        return browser
    }

    private func signIn(_ address: String, by visitor: Visitor) async throws -> TestSupport.Answer {
        _ = try await visitor.post("/v1/auth/email", #"{"email":"\#(address)"}"#)
        let mails = try await site.program().get("/dev/outbox?to=\(address)")["items"].elements
        let code = try #require(mails.compactMap { $0["code"].text }.first)
        return try await visitor.post("/v1/auth/email/verify", #"{"email":"\#(address)","code":"\#(code)"}"#)
    }

    /// What the history of an outing says, by kind.
    func kinds(of outing: OutingID) async throws -> [String] {
        try await database.run(
            script: """
                SELECT jsonb_array_elements(patch) ->> 'kind' FROM outing_change WHERE outing_id = '\(outing)' ORDER BY rev
                """
        ).compactMap { $0[0] }
    }
}
