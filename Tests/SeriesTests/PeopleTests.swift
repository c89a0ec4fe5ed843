import Access
import Delivery
import Foundation
import HTTPTypes
import JSON
import Jobs
import NoonishAPI
import OpeningHours
import Outings
import Postgres
import TestSupport
import Testing

@testable import Series

@Suite struct `People of a series` {
    private static let attending = #"{"status":"attending"}"#

    @Test
    func
        `a standing attendee has a seat in each outing, and an invitee who declined one is invited to the next`()
        async throws
    {
        try await withSeries { world async throws in
            let club = try await world.lunch(#""capacity":4"#)
            _ = try await world.mei.put(try await club.outing(0) + "/attendance", #"{"status":"declined"}"#)

            let answer = try await world.tom.put(club.path + "/standing", #"{"comes":true,"partySize":3}"#)
            try await world.worker.runDue()

            #expect(answer["mine"]["comes"] == .boolean(true) && answer["mine"]["partySize"].number == 3)
            let outings = try await club.outings()
            #expect(outings.map { $0["counts"]["seats"].number } == [4, 4, 4, 4])
            #expect(outings.map { $0["counts"]["declined"].number } == [1, 0, 0, 0])
            #expect(outings.map { $0["counts"]["invited"].number } == [0, 1, 1, 1])
            #expect(try await world.isSound())
        }
    }

    @Test func `a standing attendee is put on the waiting list when there are too few seats`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch(#""capacity":2"#)

            _ = try await world.tom.put(club.path + "/standing", #"{"comes":true,"partySize":2}"#)
            try await world.worker.runDue()

            #expect(try await club.outings().map { $0["counts"]["waitlisted"].number } == [1, 1, 1, 1])
            #expect(try await world.isSound())
        }
    }

    @Test func `standing attendees wait in the order of the series, each at a different place`()
        async throws
    {
        try await withSeries { world async throws in
            let club = try await world.lunch(#""capacity":1"#)
            for visitor in [world.mei, world.tom] {
                _ = try await visitor.put(club.path + "/standing", #"{"comes":true}"#)
            }
            try await world.run(
                """
                UPDATE series_person SET added_at = added_at - interval '1 day'
                 WHERE person_id = \(world.cast.mei.id)
                """)
            try await world.worker.runDue()

            // Two outings were there before, where they wait in the order in which they answered.
            for index in 0..<4 {
                let outing = try await club.outing(index)
                let meis = try await world.mei.get(outing)["myAttendance"]["waiting"]["place"].number
                let toms = try await world.tom.get(outing)["myAttendance"]["waiting"]["place"].number
                #expect(meis == 1 && toms == 2, "outing \(index)")
            }
            #expect(try await world.isSound())
        }
    }

    @Test
    func `members who leave get no more invitations, and new members are invited to the existing outings`()
        async throws
    {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            #expect(
                try await world.tom.delete(club.path + "/people/\(world.cast.tom.id)").status == .noContent)
            #expect(
                try await world.leila.delete(club.path + "/people/\(world.cast.mei.id)").status == .noContent)
            try await world.worker.runDue()

            #expect(try await club.outings().map { $0["counts"]["invited"].number } == [0, 0, 0, 0])
            #expect(try await club.read(world.tom).status == .notFound)
            #expect(
                try await world.leila.delete(club.path + "/people/\(world.cast.leila.id)").code
                    == "series_needs_host")
            #expect(try await world.leila.delete(club.path + "/people/\(UUID())").status == .notFound)

            let joined = try await world.leila.post(
                club.path + "/people", #"{"people":["\#(world.cast.mei.id)"]}"#)
            #expect(joined["people"].elements.map { $0["person"]["name"].text } == ["Mei"])
            #expect(try await club.outings().map { $0["counts"]["invited"].number } == [1, 1, 1, 1])
            #expect(try await world.isSound())
        }
    }

    @Test func `a new owner hosts the coming outings, and the former one becomes a standing attendee`()
        async throws
    {
        try await withSeries { world async throws in
            let club = try await world.lunch()

            let refused = try await world.leila.post(
                club.path + "/host", #"{"personId":"\#(world.cast.stranger.id)"}"#)
            let answer = try await world.leila.post(
                club.path + "/host", #"{"personId":"\#(world.cast.tom.id)"}"#)
            try await world.worker.runDue()

            #expect(refused.code == "not_in_series")
            #expect(answer["host"]["name"].text == "Tom")
            #expect(answer["people"].elements.map { $0["person"]["name"].text } == ["Leila", "Mei"])
            let outings = try await club.outings()
            #expect(outings.map { $0["host"]["name"].text } == ["Tom", "Tom", "Tom", "Tom"])
            #expect(
                outings.map { $0["myAttendance"]["status"].text } == Array(repeating: "attending", count: 4))
            #expect(try await club.patch(#"{"title":"Tea"}"#).status == .forbidden)
            #expect(
                try await world.tom.patch(club.path, #"{"title":"Tea"}"#, headers: [.ifMatch: "*"]).status
                    == .ok)
            #expect(try await world.isSound())
        }
    }

    @Test func `members who blocked the host are left out`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            try await world.run(
                "INSERT INTO person_block (person_id, other_id) VALUES (\(world.cast.tom.id), \(world.cast.leila.id))"
            )
            try await world.run("DELETE FROM friendship")

            try await world.worker.runDue()

            #expect(try await club.outings().map { $0["counts"]["invited"].number } == [2, 2, 1, 1])
        }
    }
}

@Suite struct `News of a series` {
    @Test func `sends invitations to one outing at a time, each when it is near`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            try await world.worker.runDue()

            #expect(try await world.inbox(world.tom) == ["person_invited"])
            #expect(
                try await world.tom.get("/v1/outings")["items"].elements.count == 4, "all are in the list")
            #expect(try await world.isSound())

            try await world.run(
                """
                UPDATE deferred_notification SET due_at = now()
                 WHERE outing_id = \(OutingID(String(try await club.outing(1).dropFirst("/v1/outings/".count))))
                """)
            try await world.worker.runDue()
            #expect(try await world.inbox(world.tom) == ["person_invited", "person_invited"])
            #expect(try await world.isSound())
        }
    }

    @Test func `notifies everyone once of an edit of the series, and of one outing only those who answered`()
        async throws
    {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            try await world.worker.runDue()
            _ = try await world.tom.put(try await club.outing(2) + "/attendance", #"{"status":"attending"}"#)
            #expect(try await world.inbox(world.tom).count == 1)

            _ = try await club.patch(#"{"title":"Dinner"}"#)
            #expect(try await world.inbox(world.tom) == ["person_invited", "title_changed series_too"])
            #expect(try await world.inbox(world.mei) == ["person_invited", "title_changed series_too"])
            #expect(try await world.isSound())

            _ = try await world.leila.patch(
                try await club.outing(2), #"{"note":"Fish"}"#, headers: [.ifMatch: "*"])
            #expect(try await world.inbox(world.tom).last == "title_changed note_changed series_too")
            #expect(try await world.inbox(world.mei).count == 2, "Mei has not been told of that one yet")
            #expect(try await world.isSound())
        }
    }

    @Test func `notifies once of its end, and of no outing that was never announced`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            try await world.worker.runDue()
            #expect(try await world.inbox(world.tom).count == 1)

            _ = try await world.leila.delete(club.path + "?cancel=true")
            try await world.worker.runDue()

            #expect(try await world.inbox(world.tom) == ["person_invited", "outing_cancelled series_too"])
            #expect(try await world.one("SELECT count(*) FROM deferred_notification") == 0)
            #expect(try await world.isSound())
        }
    }

    @Test
    func `notifies of a distant skipped date only its standing attendees`()
        async throws
    {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            _ = try await world.tom.put(club.path + "/standing", #"{"comes":true}"#)
            try await world.worker.runDue()
            let before = try await world.inbox(world.mei).count
            let toms = try await world.inbox(world.tom).count

            _ = try await world.leila.post(club.path + "/skips", #"{"date":"\#(try await club.date(3))"}"#)

            #expect(try await world.inbox(world.mei).count == before)
            #expect(try await world.inbox(world.tom).count == toms + 1)
            #expect(try await world.inbox(world.tom).last == "outing_cancelled")
            #expect(try await world.isSound())
        }
    }

    @Test func `sends deferred invitations at once when the host requests answers`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            #expect(try await world.inbox(world.mei).count == 1)

            let nudge = try await world.leila.post(try await club.outing(1) + "/nudge")

            #expect(nudge.status == .ok)
            #expect(try await world.inbox(world.mei) == ["person_invited", "person_invited"])
            #expect(try await world.isSound())
        }
    }

    @Test func `addresses are invited to each outing, as guests with their names`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch(#""emails":["Ada Smith <Ada@example.org>"]"#)
            let joined = try await world.leila.post(
                club.path + "/people", #"{"emails":["bo@example.org","ada@example.org"]}"#)
            try await world.worker.runDue()

            #expect(joined["invitees"].elements.map { $0["name"].text } == ["Ada Smith", "bo"])
            #expect(
                joined["invitees"].elements.map { $0["address"].text } == [
                    "ada@example.org", "bo@example.org",
                ])
            let outings = try await club.outings()
            #expect(outings.map { $0["counts"]["invited"].number } == [4, 4, 4, 4])
            for outing in outings {
                let list = try await world.leila.get("/v1/outings/\(outing["id"].text ?? "")/attendees")
                let mailed = list["items"].elements.filter { $0["invitation"]["channel"].text == "mail" }
                #expect(
                    Set(mailed.compactMap { $0["person"]["name"].text }) == ["Ada Smith", "bo@example.org"])
            }
            // Members of the series see names, never addresses.
            let seenByTom = try await club.read(world.tom)
            #expect(seenByTom["invitees"].elements.map { $0["name"].text } == ["Ada Smith", nil])
            #expect(!seenByTom.text.contains("example.org"))
            #expect(try await world.isSound())
        }
    }

    @Test func `bad addresses are refused and nothing is created`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            let bad = try await world.leila.post(
                club.path + "/people", #"{"emails":["ada@example.org","x"]}"#)
            #expect(bad.status == .unprocessableContent)
            let own: String = try await world.one(
                "SELECT address FROM person_email WHERE person_id = \(world.cast.leila.id)")
            #expect(
                try await world.leila.post(club.path + "/people", #"{"emails":["\#(own)"]}"#).code
                    == "yourself")
            let many = (0..<51).map { #""a\#($0)@example.org""# }.joined(separator: ",")
            #expect(
                try await world.leila.post(club.path + "/people", #"{"emails":[\#(many)]}"#).status
                    == .unprocessableContent)
            #expect(
                try await world.tom.post(club.path + "/people", #"{"emails":["bo@example.org"]}"#).status
                    == .forbidden)

            #expect(try await club.read()["invitees"].elements.isEmpty)
            #expect(try await club.outings().map { $0["counts"]["invited"].number } == [2, 2])
        }
    }

    @Test func `an address that is removed is taken off the coming outings and not invited again`()
        async throws
    {
        try await withSeries { world async throws in
            let club = try await world.lunch(#""emails":["ada@example.org","bo@example.org"]"#)
            let ada = try #require(try await club.read()["invitees"][0]["id"].text)
            #expect(try await world.tom.delete(club.path + "/invitees/\(ada)").status == .forbidden)
            #expect(try await world.leila.delete(club.path + "/invitees/\(ada)").status == .noContent)
            #expect(try await world.leila.delete(club.path + "/invitees/\(ada)").status == .notFound)
            try await world.worker.runDue()

            #expect(try await club.outings().map { $0["counts"]["invited"].number } == [3, 3, 3, 3])
            #expect(
                try await club.read()["invitees"].elements.map { $0["address"].text } == ["bo@example.org"])
            #expect(try await world.isSound())

            _ = try await world.leila.delete(club.path)
            let kept: Int = try await world.one("SELECT count(*) FROM series_invitee")
            #expect(kept == 0, "a series that has ended keeps no addresses")
        }
    }

    @Test func `an address becomes the account of its owner once they sign in with it`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch(#""emails":["ada@example.org"]"#)
            let member = PersonID.make()
            try await world.run("INSERT INTO person (id, kind, name) VALUES (\(member), 'member', 'Ada')")
            try await world.run(
                "INSERT INTO person_email (address, person_id) VALUES ('ada@example.org', \(member))")
            let merger = GuestMerger(record: world.record, references: .all)
            try await world.database.transaction { transaction in
                try await merger.claim("ada@example.org", for: member, in: transaction)
            }
            try await world.worker.runDue()

            let series = try await club.read()
            #expect(series["invitees"].elements.isEmpty)
            #expect(series["people"].elements.contains { $0["person"]["name"].text == "Ada" })
            #expect(try await club.outings().map { $0["counts"]["invited"].number } == [3, 3, 3, 3])
            let guests: Int = try await world.one("SELECT count(*) FROM person WHERE kind = 'guest'")
            #expect(guests == 0)
            #expect(try await world.isSound())
        }
    }

    @Test func `erasing a guest, or ending the mail, takes their address out of the series`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch(#""emails":["ada@example.org","bo@example.org"]"#)
            let ada: PersonID = try await world.one(
                "SELECT person_id FROM invitation WHERE address = 'ada@example.org' LIMIT 1")
            try await world.database.transaction { transaction in
                for command in SeriesPersonalData().erasure(of: ada) {
                    try await transaction.execute(command)
                }
            }
            #expect(try await club.read()["invitees"].elements.map { $0["name"].text } == ["bo"])

            let rows = try await world.database.all(
                Query<String>(
                    "test.mail_watch",
                    """
                    SELECT w.outing_id::text || ' ' || w.id::text
                      FROM outing_watch AS w
                      JOIN invitation AS i ON i.outing_id = w.outing_id AND i.person_id = w.person_id
                     WHERE i.address = 'bo@example.org' AND w.channel = 'mail'
                     LIMIT 1
                    """
                ) { (row: inout RowReader) throws(PostgresError) in try row.next() })
            let parts = try #require(rows.first).split(separator: " ").map(String.init)
            try await world.database.execute(
                .endSeriesMail(
                    ofWatch: try #require(WatchID(parts[1])), in: try #require(OutingID(parts[0]))))
            #expect(try await club.read()["invitees"].elements.isEmpty)
        }
    }
}
