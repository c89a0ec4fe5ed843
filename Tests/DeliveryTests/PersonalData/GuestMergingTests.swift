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
    @Test func `every column that references a person has a rule for merging`() async throws {
        try await withDatabase { database in
            let rows = try await database.run(
                script: """
                    SELECT c.conrelid::regclass || '.' || a.attname, c.confdeltype IN ('c', 'n')
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
                        keys[name] == true,
                        "\(name) would hold the guest back: it needs ON DELETE CASCADE or SET NULL")
                }
            }
        }
    }

    @Test func `whatever points at a guest points at the member afterwards`() async throws {
        try await withStoredLunch { lunch in
            let guest = try await lunch.guest("ada@example.org")
            for (name, script) in Self.rows(of: guest, lunch) {
                try await lunch.database.run(script: script)
                #expect(try await lunch.number(Self.count(name, guest)) > 0, "\(name)")
            }

            try await lunch.merge(guest, into: lunch.mei)

            #expect(try await lunch.number("SELECT count(*) FROM person WHERE id = '\(guest)'") == 0)
            for reference in [PersonReference].all {
                let name = "\(reference.table).\(reference.column)"
                switch reference.mergeRule {
                case .ends: break
                case .passes, .passesWithOuting:
                    #expect(Self.rows(of: guest, lunch).keys.contains(name), "give \(name) a row above")
                    #expect(try await lunch.number(Self.count(name, lunch.mei)) > 0, "\(name)")
                }
            }
            for table in try await lunch.database.run(
                script:
                    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            ) {
                let name = try #require(table[0])
                let left = try await lunch.number(
                    "SELECT count(*) FROM \(name) AS t WHERE strpos(t::text, '\(guest)') > 0")
                #expect(left == 0, "\(name) still knows the guest")
            }
        }
    }

    /// A row for each column that passes, made for a guest who is on the list already.
    private static func rows(of guest: PersonID, _ lunch: StoredLunch) -> [String: String] {
        roomRows(of: guest, lunch).merging(orderRows(of: guest, on: lunch.id)) { own, _ in own }
    }

    private static func roomRows(of guest: PersonID, _ lunch: StoredLunch) -> [String: String] {
        let elsewhere = "0198c0de-0000-7000-8000-00000000000"
        return [
            "attendance.person_id": "SELECT", "invitation.person_id": "SELECT",
            "outing_watch.person_id": "SELECT",
            "inbox.person_id": "SELECT",
            "outing_change.actor_id": """
            UPDATE outing SET rev = rev + 1 WHERE id = '\(lunch.id)';
            INSERT INTO outing_change (outing_id, rev, actor_id, audience, patch)
            SELECT id, rev, '\(guest)', 'hosts', '[{"kind": "everyone_answered"}]'
              FROM outing WHERE id = '\(lunch.id)'
            """,
            "attendance.set_by_id":
                "UPDATE attendance SET set_by_id = '\(guest)' WHERE person_id = '\(lunch.leila)'",
            "invitation.invited_by": """
            INSERT INTO invitation (outing_id, id, person_id, channel, token_hash, invited_by)
            VALUES ('\(lunch.id)', '\(elsewhere)1', '\(lunch.tom)', 'person', decode(repeat('11', 32), 'hex'),
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
            VALUES ('\(elsewhere)4', '\(lunch.leila)', 'Off', 'UTC', now(), '\(guest)')
            """,
            "calendar_reply.person_id": """
            INSERT INTO calendar_reply (outing_id, person_id, sequence, stamp)
            VALUES ('\(lunch.id)', '\(guest)', 1, now())
            """,
            "abuse_report.about_id": """
            INSERT INTO abuse_report (id, about_id, by_id, reason)
            VALUES ('\(elsewhere)6', '\(guest)', '\(lunch.tom)', 'name')
            """,
            "diet_need.person_id": "INSERT INTO diet_need (person_id, diets) VALUES ('\(guest)', '{vegan}')",
            "message.author_id": """
            UPDATE outing SET rev = rev + 1 WHERE id = '\(lunch.id)';
            INSERT INTO outing_change (outing_id, rev, actor_id, audience, patch)
            SELECT id, rev, '\(guest)', 'all', '[]' FROM outing WHERE id = '\(lunch.id)';
            INSERT INTO message (outing_id, id, rev, author_id, text, mentions)
            SELECT id, '\(elsewhere)0', rev, '\(guest)', 'Hi', ARRAY['\(guest)'::uuid] FROM outing
             WHERE id = '\(lunch.id)'
            """,
            "message_reader.person_id": """
            INSERT INTO message_reader (outing_id, person_id, read_rev) VALUES ('\(lunch.id)', '\(guest)', 1)
            """,
            "rating.person_id": """
            INSERT INTO restaurant_source (id, name, licence, attribution, url)
            VALUES ('town', 'The town', 'CC0', 'The town', 'https://town.example');
            INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude)
            VALUES ('\(elsewhere)f', 'town', '1', 'Kettu', 'restaurant', 60.17, 24.94);
            INSERT INTO rating (outing_id, person_id, restaurant_id, stars)
            VALUES ('\(lunch.id)', '\(guest)', '\(elsewhere)f', 4)
            """,
            "place_proposer.person_id":
                "INSERT INTO place_proposer (outing_id, person_id) VALUES ('\(lunch.id)', '\(guest)')",
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
                   FROM outing WHERE id = '\(lunch.id)'
              RETURNING id)
            INSERT INTO series_person (series_id, person_id) SELECT id, '\(guest)' FROM made
            """,
            "series_invitee.added_by": """
            WITH made AS (
                 INSERT INTO series (id, host_id, title, time_zone, starts_clock, frequency, every, weekdays, starts_on,
                                     made_through)
                 SELECT gen_random_uuid(), host_id, 'Lunch', 'UTC', 750, 'weekly', 1, ARRAY[4], '2100-03-04', '2100-03-03'
                   FROM outing WHERE id = '\(lunch.id)'
              RETURNING id)
            INSERT INTO series_invitee (series_id, id, address, added_by)
            SELECT id, gen_random_uuid(), 'omar@example.org', '\(guest)' FROM made
            """,
            "suggestion.author_id": """
            INSERT INTO suggestion (outing_id, id, author_id, content, place_name)
            VALUES ('\(lunch.id)', '\(elsewhere)7', '\(guest)', 'place pier', 'Pier')
            """,
            "suggestion.decided_by": """
            INSERT INTO suggestion (outing_id, id, author_id, content, place_name, state, decided_at, decided_by)
            VALUES ('\(lunch.id)', '\(elsewhere)8', '\(lunch.leila)', 'place beach', 'Beach', 'withdrawn', now(),
                    '\(guest)')
            """,
            "suggestion.person_id": """
            INSERT INTO suggestion (outing_id, id, author_id, content, person_id)
            VALUES ('\(lunch.id)', '\(elsewhere)9', '\(lunch.leila)', 'person \(guest)', '\(guest)')
            """,
            "suggestion_support.person_id": """
            INSERT INTO suggestion (outing_id, id, author_id, content, place_name)
            VALUES ('\(lunch.id)', '\(elsewhere)a', '\(lunch.leila)', 'place hill', 'Hill');
            INSERT INTO suggestion_support (outing_id, suggestion_id, person_id, answer)
            VALUES ('\(lunch.id)', '\(elsewhere)a', '\(guest)', 'yes')
            """,
            "poll.opened_by": Self.poll("\(elsewhere)b", of: lunch, openedBy: guest),
            "poll.closed_by": Self.poll("\(elsewhere)c", of: lunch, openedBy: lunch.leila) + """
                ; UPDATE poll SET closed_at = now(), closed_by = '\(guest)' WHERE id = '\(elsewhere)c'
                """,
            "poll_ballot.person_id": Self.poll("\(elsewhere)d", of: lunch, openedBy: lunch.leila) + """
                ; INSERT INTO poll_ballot (outing_id, poll_id, id, person_id)
                VALUES ('\(lunch.id)', '\(elsewhere)d', '\(elsewhere)e', '\(guest)')
                """,
            "outing_link.created_by": """
            INSERT INTO outing_link (outing_id, id, token_hash, created_by, expires_at, max_party_size)
            VALUES ('\(lunch.id)', '\(elsewhere)5', decode(repeat('22', 32), 'hex'), '\(guest)', now(), 6)
            """,
        ].merging(billRows(of: guest, lunch)) { $1 }
    }

    /// A vote that is open.
    private static func poll(_ id: String, of lunch: StoredLunch, openedBy person: PersonID) -> String {
        """
        INSERT INTO poll (outing_id, id, opened_by, closes_at, hidden, applies, seed, commitment)
        VALUES ('\(lunch.id)', '\(id)', '\(person)', now() + interval '1 day', false, false,
                decode(repeat('33', 32), 'hex'), sha256(decode(repeat('33', 32), 'hex')))
        """
    }

    private static func count(_ name: String, _ person: PersonID) -> String {
        let parts = name.split(separator: ".")
        return "SELECT count(*) FROM \(parts[0]) WHERE \(parts[1]) = '\(person)'"
    }

    @Test func `a guest who signs in keeps their answers and is notified like members from then on`()
        async throws
    {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            let token = try await world.inviting("ada@example.org", to: path)
            try await world.waitForInboxes(of: id)
            let guest = world.site.program(token: token)
            _ = try await guest.put(
                "/v1/invitations/\(token)/attendance", #"{"status":"attending","partySize":2,"name":"Ada"}"#)

            let ada = try await world.signedIn("ada@example.org")

            let mine = try await ada.get("/v1/outings")["items"]
            #expect(mine[0]["myAttendance"]["status"].text == "attending")
            #expect(mine[0]["myAttendance"]["partySize"].number == 2)
            #expect(mine[0]["counts"]["seats"].number == 3)
            let me = try #require(try await ada.get("/v1/me")["id"].text)
            let list = try await world.leila.get(path + "/attendees")["items"].elements
            #expect(list.contains { $0["person"]["id"].text == me })
            #expect(list.count == 3)
            // the link goes on working, on any device, as the same person
            let again = try await world.site.program().get("/v1/invitations/\(token)")
            #expect(again["attendance"]["person"]["id"].text == me)
            let before = try await world.updates(of: ada, count: 1)
            #expect(before.map { $0["text"].text } == ["Leila has invited you."])
            _ = try await world.leila.put(path + "/cancellation")
            let told = try await world.updates(of: ada, count: before.count + 1)
            #expect(told.last?["text"].text == "Leila cancelled it.")
            let history = try await world.kinds(of: id)
            #expect(history.contains("person_claimed"))
            #expect(
                try await brokenChecks(in: world.database, ["inbox", "seats", "revisions", "hosts"]).isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func `the later of two answers wins, seats stay correct, and both links open one page`(
        guestIsLater: Bool
    ) async throws {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            let token = try await world.inviting("tommy@example.org", to: path)
            let asGuest = { (body: String) in
                try await world.site.program().put("/v1/invitations/\(token)/attendance", body)
            }
            let asTom = { (body: String) in try await world.tom.put(path + "/attendance", body) }
            let late = #"{"status":"attending","partySize":4}"#
            if guestIsLater {
                _ = try await asTom(#"{"status":"declined"}"#)
                _ = try await asGuest(late)
            } else {
                _ = try await asGuest(#"{"status":"declined"}"#)
                _ = try await asTom(late)
            }
            let own = try await world.personalToken(of: world.cast.tom.id, in: id)

            let claimed = try await world.tom.post("/v1/invitations/\(token)/claim")

            #expect(claimed.status == .ok)
            let outing = try await world.tom.get(path)
            #expect(outing["myAttendance"]["status"].text == "attending")
            #expect(outing["counts"]["seats"].number == 5)
            #expect(outing["counts"]["declined"].number == 0)
            for link in [token, own] {
                let seen = try await world.site.program().get("/v1/invitations/\(link)")
                #expect(seen["attendance"]["person"]["name"].text == "Tom")
                #expect(seen["attendees"].elements.count == 2)
            }
            #expect(try await brokenChecks(in: world.database, ["seats", "revisions", "hosts"]).isEmpty)
            let again = try await world.tom.post("/v1/invitations/\(token)/claim")
            #expect(again.status == .ok)
        }
    }

    @Test func `a place in the queue, what a guest eats and where they start go with them`() async throws {
        try await withDelivery { world in
            let (id, tag) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            let full = try await world.leila.patch(path, #"{"capacity":1}"#, headers: [.ifMatch: tag])
            try #require(full.status == .ok, "\(full)")
            let token = try await world.inviting("ada@example.org", to: path)
            let answered = try await world.site.program().put(
                "/v1/invitations/\(token)/attendance",
                #"{"status":"waitlisted","name":"Ada","diets":["vegan"]}"#)
            try #require(answered["attendance"]["waiting"]["place"].number == 1, "\(answered)")
            try await world.database.run(
                script: """
                    INSERT INTO starting_point (outing_id, person_id, latitude, longitude)
                    SELECT '\(id)', person_id, 60.17, 24.94 FROM attendance WHERE status = 'waitlisted'
                    """)

            let ada = try await world.signedIn("ada@example.org")

            let mine = try await ada.get(path)
            #expect(mine["myAttendance"]["waiting"]["place"].number == 1)
            #expect(try await ada.get("/v1/me/diets")["diets"][0].text == "vegan")
            let me = try #require(try await ada.get("/v1/me")["id"].text)
            let moved = try await world.database.run(script: "SELECT person_id FROM starting_point")
            #expect(moved.map { $0[0] } == [me])
            #expect(try await brokenChecks(in: world.database, ["seats", "waitlist", "hosts"]).isEmpty)
        }
    }

    @Test func `a host who was also invited at a second address stays the host`() async throws {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            let token = try await world.inviting("leila@work.example", to: path)
            _ = try await world.site.program().put(
                "/v1/invitations/\(token)/attendance", #"{"status":"declined"}"#)

            _ = try await world.leila.post("/v1/invitations/\(token)/claim")

            let outing = try await world.leila.get(path)
            #expect(outing["myAttendance"]["role"].text == "host")
            #expect(outing["myAttendance"]["status"].text == "declined")
            #expect(try await brokenChecks(in: world.database, ["seats", "hosts"]).isEmpty)
        }
    }

    @Test func `a personal link is claimed once, by a member, and a share link never`() async throws {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            let token = try await world.inviting("ada@example.org", to: path)
            let share = try await world.leila.post(path + "/links")["url"].text ?? ""
            let shareToken = share.split(separator: "/").last.map(String.init) ?? ""

            #expect(
                try await world.site.program().post("/v1/invitations/\(token)/claim").status == .unauthorized)
            #expect(try await world.tom.post("/v1/invitations/\(shareToken)/claim").status == .notFound)
            #expect(try await world.tom.post("/v1/invitations/none/claim").status == .notFound)
            let ada = try await world.signedIn("ada@example.org")
            #expect(try await ada.get(path).status == .ok)

            let other = try await world.tom.post("/v1/invitations/\(token)/claim")

            #expect(other.code == "somebody_elses")
            #expect(try await world.tom.get(path)["counts"]["invited"].number == 2)
        }
    }

    @Test func `on the page claiming takes a click in the session of the form`() async throws {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            let token = try await world.inviting("other@example.org", to: path)
            let ada = try await world.signedInBrowser("ada@example.org")
            let bo = try await world.signedInBrowser("bo@example.org")

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
            #expect(try await !world.site.browser().get("/i/\(token)").text.contains("/claim"))
        }
    }

    @Test func `one of two concurrent claims of a link succeeds, and nothing is counted twice`() async throws
    {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            for number in 0..<4 {
                let token = try await world.inviting("ada\(number)@example.org", to: path)
                _ = try await world.site.program().put(
                    "/v1/invitations/\(token)/attendance", #"{"status":"attending"}"#)
                let stranger = world.site.program(token: world.cast.stranger.token)

                async let one = world.tom.post("/v1/invitations/\(token)/claim")
                async let other = stranger.post("/v1/invitations/\(token)/claim")
                let statuses = try await [one.status, other.status]

                #expect(Set(statuses) == [.ok, .conflict])
            }
            #expect(try await brokenChecks(in: world.database, ["seats", "revisions", "hosts"]).isEmpty)
        }
    }

    @Test func `pending notifications of a guest reach the member once, even during a delivery`() async throws
    {
        try await withStoredLunch { lunch in
            let guest = try await lunch.guest("ada@example.org")
            try await lunch.rename("Lunch", "Brunch")
            try await lunch.fanOutAll()
            // A delivery has taken the guest's row, and is late.
            let queue = DeliveryQueue(.inbox, database: lunch.database, kinds: .all, logger: .silent)
            let batch = try await queue.claim(atMost: 10)
            let late = try await queue.notices(for: batch.claimed)
            #expect(late.contains { $0.1.person == guest })

            try await lunch.merge(guest, into: lunch.mei)
            _ = try await lunch.database.all(.deliverToInboxes(late.map(InboxEntry.init)))
            try await lunch.deliverAll()

            let told = try await lunch.inbox(lunch.mei)
            #expect(told == ["Leila has invited you.", "Renamed from “Lunch” to “Brunch”"])
            try await lunch.expectSound()
        }
    }

    @Test func `a removed guest, or one who blocked the host, is not put on the list by signing in`()
        async throws
    {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            _ = try await world.inviting("ada@example.org", to: path)
            let list = try await world.leila.get(path + "/attendees")["items"].elements
            let guest = try #require(
                list.first { $0["invitation"]["channel"].text == "mail" }?["person"]["id"].text)
            _ = try await world.leila.delete(path + "/attendees/\(guest)")
            let bo = try await world.signedIn("bo@example.org")
            try await world.database.run(
                script: """
                    INSERT INTO person_block (person_id, other_id)
                    SELECT person_id, '\(world.cast.leila.id)' FROM person_email WHERE address = 'bo@example.org'
                    """)
            _ = try await world.inviting("bo@example.org", to: path)

            let ada = try await world.signedIn("ada@example.org")
            _ = try await world.signedIn("bo@example.org")

            #expect(try await ada.get(path).status == .notFound)
            #expect(try await bo.get(path).status == .notFound)
        }
    }
}

extension StoredLunch {
    /// Adds a guest who is invited by mail, and delivers the invitation.
    func guest(_ address: String) async throws -> PersonID {
        let guest = PersonID.make()
        try await world.run("INSERT INTO person (id, kind, name) VALUES (\(guest), 'guest', 'Guest')")
        try await invite(guest, on: [.inbox, .mail], address: address)
        try await deliverAll()
        return guest
    }

    func merge(_ guest: PersonID, into member: PersonID) async throws {
        let merging = GuestMerger(record: world.record, references: .all)
        let address: String = try await world.one(
            "SELECT address FROM invitation WHERE person_id = \(guest) AND address IS NOT NULL")
        try await database.transaction { transaction in
            try await merging.claim(address, for: member, in: transaction)
        }
    }
}

extension TestWorld {
    /// Invites an address; the token of its personal link.
    func inviting(_ address: String, to path: String) async throws -> String {
        let invited = try await leila.post(path + "/invitations", #"{"emails":["\#(address)"]}"#)
        let id = invited["items"].elements
            .first { $0["invitation"]["address"].text == address }?["invitation"]["id"].text
        return SecretKey.forTests.personalToken(of: try #require(id.flatMap { InvitationID($0) }))
    }

    func personalToken(of person: PersonID, in outing: OutingID) async throws -> String {
        SecretKey.forTests.personalToken(
            of: try await one(
                "SELECT id FROM invitation WHERE person_id = \(person) AND outing_id = \(outing)"))
    }

    /// Returns the kinds of an outing's changes, oldest first.
    func kinds(of outing: OutingID) async throws -> [String] {
        try await all(
            "SELECT jsonb_array_elements(patch) ->> 'kind' FROM outing_change WHERE outing_id = \(outing) ORDER BY rev"
        )
    }
}
