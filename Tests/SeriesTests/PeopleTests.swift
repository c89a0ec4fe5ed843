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

    @Test func `who comes to all has a seat in each, and who declined one is asked for the next`()
        async throws
    {
        try await regulars { all async throws in
            let club = try await all.lunch(#""capacity":4"#)
            _ = try await all.mei.put(try await club.outing(0) + "/attendance", #"{"status":"declined"}"#)

            let answer = try await all.tom.put(club.path + "/standing", #"{"comes":true,"partySize":3}"#)
            try await all.worker.runDue()

            #expect(answer["mine"]["comes"] == .boolean(true) && answer["mine"]["partySize"].number == 3)
            let outings = try await club.outings()
            #expect(outings.map { $0["counts"]["seats"].number } == [4, 4, 4, 4])
            #expect(outings.map { $0["counts"]["declined"].number } == [1, 0, 0, 0])
            #expect(outings.map { $0["counts"]["invited"].number } == [0, 1, 1, 1])
            #expect(try await all.isSound())
        }
    }

    @Test func `who comes to all waits where there are too few seats`() async throws {
        try await regulars { all async throws in
            let club = try await all.lunch(#""capacity":2"#)

            _ = try await all.tom.put(club.path + "/standing", #"{"comes":true,"partySize":2}"#)
            try await all.worker.runDue()

            #expect(try await club.outings().map { $0["counts"]["waitlisted"].number } == [1, 1, 1, 1])
            #expect(try await all.isSound())
        }
    }

    @Test func `those who come to all wait in the order of the series, each at a place of their own`()
        async throws
    {
        try await regulars { all async throws in
            let club = try await all.lunch(#""capacity":1"#)
            for visitor in [all.mei, all.tom] {
                _ = try await visitor.put(club.path + "/standing", #"{"comes":true}"#)
            }
            try await all.database.execute(
                Command(
                    "test.join_first",
                    """
                    UPDATE series_person SET added_at = added_at - interval '1 day'
                     WHERE person_id = \(all.cast.mei.id)
                    """))
            try await all.worker.runDue()

            // Two outings were there before, where they wait in the order in which they answered.
            for index in 0..<4 {
                let outing = try await club.outing(index)
                let meis = try await all.mei.get(outing)["myAttendance"]["waiting"]["place"].number
                let toms = try await all.tom.get(outing)["myAttendance"]["waiting"]["place"].number
                #expect(meis == 1 && toms == 2, "outing \(index)")
            }
            #expect(try await all.isSound())
        }
    }

    @Test func `who leaves is asked no more, and who joins is asked to what is there`() async throws {
        try await regulars { all async throws in
            let club = try await all.lunch()
            #expect(try await all.tom.delete(club.path + "/people/\(all.cast.tom.id)").status == .noContent)
            #expect(try await all.leila.delete(club.path + "/people/\(all.cast.mei.id)").status == .noContent)
            try await all.worker.runDue()

            #expect(try await club.outings().map { $0["counts"]["invited"].number } == [0, 0, 0, 0])
            #expect(try await club.read(all.tom).status == .notFound)
            #expect(
                try await all.leila.delete(club.path + "/people/\(all.cast.leila.id)").code
                    == "series_needs_host")
            #expect(try await all.leila.delete(club.path + "/people/\(UUID())").status == .notFound)

            let joined = try await all.leila.post(
                club.path + "/people", #"{"people":["\#(all.cast.mei.id)"]}"#)
            #expect(joined["people"].elements.map { $0["person"]["name"].text } == ["Mei"])
            #expect(try await club.outings().map { $0["counts"]["invited"].number } == [1, 1, 1, 1])
            #expect(try await all.isSound())
        }
    }

    @Test func `who is handed the series has what comes of it, and who had it comes to all`() async throws {
        try await regulars { all async throws in
            let club = try await all.lunch()

            let refused = try await all.leila.post(
                club.path + "/host", #"{"personId":"\#(all.cast.stranger.id)"}"#)
            let answer = try await all.leila.post(club.path + "/host", #"{"personId":"\#(all.cast.tom.id)"}"#)
            try await all.worker.runDue()

            #expect(refused.code == "not_in_series")
            #expect(answer["host"]["name"].text == "Tom")
            #expect(answer["people"].elements.map { $0["person"]["name"].text } == ["Leila", "Mei"])
            let outings = try await club.outings()
            #expect(outings.map { $0["host"]["name"].text } == ["Tom", "Tom", "Tom", "Tom"])
            #expect(
                outings.map { $0["myAttendance"]["status"].text } == Array(repeating: "attending", count: 4))
            #expect(try await club.patch(#"{"title":"Tea"}"#).status == .forbidden)
            #expect(
                try await all.tom.patch(club.path, #"{"title":"Tea"}"#, headers: [.ifMatch: "*"]).status
                    == .ok)
            #expect(try await all.isSound())
        }
    }

    @Test func `who has blocked the host is passed over`() async throws {
        try await regulars { all async throws in
            let club = try await all.lunch()
            try await all.database.execute(
                Command(
                    "test.block",
                    "INSERT INTO person_block (person_id, other_id) VALUES (\(all.cast.tom.id), \(all.cast.leila.id))"
                ))
            try await all.database.execute(Command("test.unfriend", "DELETE FROM friendship"))

            try await all.worker.runDue()

            #expect(try await club.outings().map { $0["counts"]["invited"].number } == [2, 2, 1, 1])
        }
    }
}

@Suite struct `News of a series` {
    @Test func `asks to one outing at a time, each when it is near`() async throws {
        try await regulars { all async throws in
            let club = try await all.lunch()
            try await all.worker.runDue()

            #expect(try await all.told(all.tom) == ["person_invited"])
            #expect(try await all.tom.get("/v1/outings")["items"].elements.count == 4, "all are in the list")
            #expect(try await all.isSound())

            try await all.database.execute(
                Command(
                    "test.time_passes",
                    """
                    UPDATE deferred_notification SET due_at = now()
                     WHERE outing_id = \(OutingID(String(try await club.outing(1).dropFirst("/v1/outings/".count))))
                    """))
            try await all.worker.runDue()
            #expect(try await all.told(all.tom) == ["person_invited", "person_invited"])
            #expect(try await all.isSound())
        }
    }

    @Test func `tells everybody once of an edit of all, and early birds of one of theirs alone`() async throws
    {
        try await regulars { all async throws in
            let club = try await all.lunch()
            try await all.worker.runDue()
            _ = try await all.tom.put(try await club.outing(2) + "/attendance", #"{"status":"attending"}"#)
            #expect(try await all.told(all.tom).count == 1)

            _ = try await club.patch(#"{"title":"Dinner"}"#)
            #expect(try await all.told(all.tom) == ["person_invited", "title_changed series_too"])
            #expect(try await all.told(all.mei) == ["person_invited", "title_changed series_too"])
            #expect(try await all.isSound())

            _ = try await all.leila.patch(
                try await club.outing(2), #"{"note":"Fish"}"#, headers: [.ifMatch: "*"])
            #expect(try await all.told(all.tom).last == "title_changed note_changed series_too")
            #expect(try await all.told(all.mei).count == 2, "Mei has not been told of that one yet")
            #expect(try await all.isSound())
        }
    }

    @Test func `tells once that it is over, and nobody of what they never heard of`() async throws {
        try await regulars { all async throws in
            let club = try await all.lunch()
            try await all.worker.runDue()
            #expect(try await all.told(all.tom).count == 1)

            _ = try await all.leila.delete(club.path + "?cancel=true")
            try await all.worker.runDue()

            #expect(try await all.told(all.tom) == ["person_invited", "outing_cancelled series_too"])
            #expect(try await all.count("SELECT count(*) FROM deferred_notification") == 0)
            #expect(try await all.isSound())
        }
    }

    @Test
    func `says nothing of a far date left out to those who had not heard of it, but to who comes to all`()
        async throws
    {
        try await regulars { all async throws in
            let club = try await all.lunch()
            _ = try await all.tom.put(club.path + "/standing", #"{"comes":true}"#)
            try await all.worker.runDue()
            let before = try await all.told(all.mei).count
            let toms = try await all.told(all.tom).count

            _ = try await all.leila.post(club.path + "/skips", #"{"date":"\#(try await club.date(3))"}"#)

            #expect(try await all.told(all.mei).count == before)
            #expect(try await all.told(all.tom).count == toms + 1)
            #expect(try await all.told(all.tom).last == "outing_cancelled")
            #expect(try await all.isSound())
        }
    }

    @Test func `goes at once when the host asks for answers`() async throws {
        try await regulars { all async throws in
            let club = try await all.lunch()
            #expect(try await all.told(all.mei).count == 1)

            let nudge = try await all.leila.post(try await club.outing(1) + "/nudge")

            #expect(nudge.status == .ok)
            #expect(try await all.told(all.mei) == ["person_invited", "person_invited"])
            #expect(try await all.isSound())
        }
    }
}
