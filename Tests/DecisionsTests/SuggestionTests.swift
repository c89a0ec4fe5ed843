import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Decisions

@Suite struct `A suggestion` {
    @Test func `can be made by anyone on the list and shows before, after and who would gain or lose`()
        async throws
    {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            _ = try await world.tom.put(lunch + "/attendance", #"{"status":"attending"}"#)
            let path = try await world.suggest(world.time("2027-03-11T13:00"), by: world.mei, on: lunch)

            let supported = try await world.tom.put(path + "/support", #"{"answer":"no"}"#)
            let list = try await world.leila.get(lunch + "/suggestions")

            #expect(supported["mySupport"].text == "no")
            let item = list["items"][0]
            #expect(item["author"]["name"].text == "Mei" && item["kind"].text == "time")
            #expect(item["state"].text == "open")
            #expect(item["before"]["startsAt"].text == "2027-03-11T12:30:00+02:00")
            #expect(item["after"]["startsAt"].text == "2027-03-11T13:00:00+02:00")
            #expect(item["tally"]["yes"].number == 1 && item["tally"]["no"].number == 1)
            #expect(item["mySupport"] == .null)
            #expect(item["gains"].elements.map { $0["name"].text } == ["Mei"])
            #expect(item["loses"].elements.map { $0["name"].text } == ["Tom"])
            #expect(try await world.stranger.get(lunch + "/suggestions").status == .notFound)
            #expect(try await world.anonymous.get(lunch + "/suggestions").status == .unauthorized)
            #expect(try await world.isSound())
        }
    }

    @Test func `made twice counts as support for the first, however it is written`() async throws {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            let path = try await world.suggest(world.time("2027-03-11T13:00"), by: world.mei, on: lunch)

            let again = try await world.tom.post(
                lunch + "/suggestions",
                #"{"time":{"startsAt":"2027-03-11T12:00","timeZone":"Europe/Stockholm"}}"#)

            #expect(again.status == .ok)
            #expect(path.hasSuffix(try #require(again["id"].text)))
            #expect(again["tally"]["yes"].number == 2 && again["mySupport"].text == "yes")
            #expect(try await world.leila.get(lunch + "/suggestions")["items"].elements.count == 1)
            #expect(
                try await world.history(of: lunch).filter { $0 == "suggestion_made" }.count == 1,
                "support is no news")
        }
    }

    @Test func `keeps its time zone when the outing has no time yet`() async throws {
        try await withDecisions { world in
            let lunch = try await world.lunch(#""timeZone":"UTC""#)
            let path = try await world.suggest(
                #"{"time":{"startsAt":"2027-05-06T19:30","timeZone":"Europe/Helsinki"}}"#, by: world.tom,
                on: lunch)
            let suggested = try await world.leila.get(lunch + "/suggestions")["items"][0]

            let accepted = try await world.leila.post(path + "/accept")

            let outing = try await world.leila.get(lunch)
            #expect(suggested["after"]["startsAt"].text == "2027-05-06T19:30:00+03:00")
            #expect(accepted.status == .ok, "\(accepted)")
            #expect(outing["startsAt"].text == "2027-05-06T19:30:00+03:00")
            #expect(outing["timeZone"].text == "Europe/Helsinki")
            #expect(try await world.isSound())
        }
    }

    @Test func `is refused if it is empty, changes nothing or is impossible`() async throws {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            func code(_ body: String) async throws -> String? {
                try await world.tom.post(lunch + "/suggestions", body).code
            }
            let before = try await world.history(of: lunch)

            #expect(try await code("{}") == "nothing_suggested")
            #expect(try await code(world.time("2027-03-11T12:30")) == "already_so")
            #expect(try await code(#"{"place":"park"}"#) == "already_so")
            #expect(try await code(world.time("2001-03-11T12:30")) == "time_is_over")
            #expect(try await code(world.time("2027-03-28T03:30")) == "time_skipped")
            #expect(
                try await code(#"{"time":{"startsAt":"2027-03-11T13:00","endsAt":"2027-03-11T12:00"}}"#)
                    == "end_before_start")
            #expect(try await code(#"{"restaurantId":"\#(UUID())"}"#) == "unknown_restaurant")
            #expect(try await code(#"{"place":"Beach","restaurantId":"\#(UUID())"}"#) == "two_places")
            #expect(try await code(#"{"place":"Beach","email":"ada@example.org"}"#) == "guest_apart")
            #expect(try await code(#"{"personId":"\#(world.cast.stranger.id)"}"#) == "not_a_friend")
            #expect(try await code(#"{"personId":"\#(UUID())"}"#) == "not_a_friend")
            #expect(try await code(#"{"personId":"\#(world.cast.mei.id)"}"#) == "on_the_list")
            #expect(try await code(#"{"plaice":"Beach"}"#) == "unknown_field")
            #expect(try await world.history(of: lunch) == before)
        }
    }

    @Test func `that is accepted makes one edit with its author's name and cannot be decided again`()
        async throws
    {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            let path = try await world.suggest(
                #"{"time":{"startsAt":"2027-03-11T13:00"},"place":"Beach"}"#, by: world.mei, on: lunch)
            let revision = try await world.leila.get(lunch)["revision"].number

            let refused = try await world.tom.post(path + "/accept")
            let accepted = try await world.leila.post(path + "/accept")
            let outing = try await world.leila.get(lunch)

            #expect(refused.status == .forbidden)
            #expect(accepted["state"].text == "accepted" && accepted["decidedBy"]["name"].text == "Leila")
            #expect(outing["startsAt"].text == "2027-03-11T13:00:00+02:00" && outing["place"].text == "Beach")
            #expect(outing["revision"].number == revision.map { $0 + 1 })
            #expect(
                try await world.history(of: lunch).last == "time_moved place_changed suggestion_accepted")
            #expect(try await world.leila.post(path + "/accept").code == "suggestion_closed")
            #expect(try await world.leila.post(path + "/deny").code == "suggestion_closed")
            #expect(try await world.mei.post(path + "/withdraw").code == "suggestion_closed")
            #expect(
                try await world.tom.put(path + "/support", #"{"answer":"yes"}"#).code == "suggestion_closed")
            #expect(try await world.isSound())
        }
    }

    @Test func `that is denied is closed, with a reason for its author`() async throws {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            let path = try await world.suggest(#"{"place":"Beach"}"#, by: world.mei, on: lunch)

            let denied = try await world.leila.post(path + "/deny", #"{"word":"Too windy"}"#)

            #expect(denied["state"].text == "denied")
            #expect(try await world.mei.get(lunch + "/suggestions")["items"][0]["word"].text == "Too windy")
            #expect(try await world.tom.get(lunch + "/suggestions")["items"][0]["word"] == .null)
            #expect(try await world.history(of: lunch).last == "suggestion_denied")
            #expect(
                try await world.leila.post(
                    path + "/deny", #"{"word":"\#(String(repeating: "x", count: 501))"}"#
                ).code
                    == "too_long")
            let again = try await world.mei.post(lunch + "/suggestions", #"{"place":"Beach"}"#)
            #expect(again.status == .created, "what was denied may be suggested anew")
        }
    }

    @Test func `can be withdrawn by its author only`() async throws {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            let path = try await world.suggest(#"{"place":"Beach"}"#, by: world.mei, on: lunch)

            #expect(try await world.tom.post(path + "/withdraw").code == "not_yours")
            #expect(try await world.leila.post(path + "/withdraw").code == "not_yours")
            #expect(try await world.mei.post(path + "/withdraw")["state"].text == "withdrawn")
            #expect(try await world.leila.get(lunch + "/suggestions")["items"].elements.isEmpty)
        }
    }

    @Test func `expires with its time, with the outing, and while the outing is cancelled`() async throws {
        try await withDecisions { world in
            let lunch = try await world.lunch("")
            let timed = try await world.suggest(world.time("2027-03-11T13:00"), by: world.mei, on: lunch)
            let placed = try await world.suggest(#"{"place":"Beach"}"#, by: world.mei, on: lunch)
            func states() async throws -> [String?] {
                try await world.leila.get(lunch + "/suggestions")["items"].elements.map { $0["state"].text }
            }

            _ = try await world.leila.put(lunch + "/cancellation")
            #expect(try await states() == ["expired", "expired"])
            #expect(try await world.leila.post(placed + "/accept").code == "suggestion_closed")
            #expect(
                try await world.tom.post(lunch + "/suggestions", #"{"place":"Pier"}"#).code
                    == "outing_cancelled")
            _ = try await world.leila.delete(lunch + "/cancellation")
            #expect(try await states() == ["open", "open"])

            try await world.run(
                """
                UPDATE suggestion
                   SET starts_at = now() - interval '1 hour', starts_wall = timezone('UTC', now()) - interval '1 hour',
                       time_zone = 'UTC'
                 WHERE starts_at IS NOT NULL
                """)
            #expect(try await states() == ["expired", "open"])
            #expect(try await world.leila.post(timed + "/accept").code == "suggestion_closed")

            try await world.run(
                """
                UPDATE outing
                   SET starts_at = now() - interval '3 hours', starts_wall = timezone('UTC', now()) - interval '3 hours',
                       time_zone = 'UTC'
                """)
            #expect(try await states() == ["expired", "expired"])
            #expect(
                try await world.tom.post(lunch + "/suggestions", #"{"place":"Pier"}"#).code == "outing_done")
        }
    }

    @Test func `that the host's edit fulfils is accepted with it, and others stay with a new current value`()
        async throws
    {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            let granted = try await world.suggest(world.time("2027-03-11T13:00"), by: world.mei, on: lunch)
            let other = try await world.suggest(world.time("2027-03-11T14:00"), by: world.tom, on: lunch)
            let tag = try #require(try await world.leila.get(lunch).headers[.eTag])

            _ = try await world.leila.patch(
                lunch, #"{"startsAt":"2027-03-11T13:00"}"#, headers: [.ifMatch: tag])
            let list = try await world.leila.get(lunch + "/suggestions")["items"].elements

            #expect(try await world.history(of: lunch).last == "time_moved suggestion_accepted")
            let stays = try #require(list.first { other.hasSuffix($0["id"].text ?? "?") })
            #expect(stays["state"].text == "open")
            #expect(stays["before"]["startsAt"].text == "2027-03-11T13:00:00+02:00")
            let became = try #require(list.first { granted.hasSuffix($0["id"].text ?? "?") })
            #expect(became["state"].text == "accepted" && became["decidedBy"]["name"].text == "Leila")
        }
    }

    @Test func `of a guest invites them once accepted, even a friend of its author only`()
        async throws
    {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            try await world.run(
                """
                INSERT INTO friendship (low_id, high_id)
                VALUES (LEAST(\(world.cast.tom.id), \(world.cast.stranger.id)),
                        GREATEST(\(world.cast.tom.id), \(world.cast.stranger.id)))
                """)
            let friend = try await world.suggest(
                #"{"personId":"\#(world.cast.stranger.id)"}"#, by: world.tom, on: lunch)
            let mail = try await world.suggest(#"{"email":"Ada@Example.org"}"#, by: world.tom, on: lunch)

            let seenByMei = try await world.mei.get(lunch + "/suggestions")["items"].elements
            let seenByLeila = try await world.leila.get(lunch + "/suggestions")["items"].elements
            #expect(seenByMei.map { $0["email"] } == [.null, .null])
            #expect(seenByLeila.last?["email"].text == "ada@example.org")
            #expect(try await world.leila.post(friend + "/accept").status == .ok)
            #expect(try await world.leila.post(mail + "/accept").status == .ok)

            let list = try await world.leila.get(lunch + "/attendees")["items"].elements
            #expect(list.count == 5)
            #expect(
                list.contains { $0["person"]["name"].text == "Stranger" && $0["status"].text == "invited" })
            #expect(list.contains { $0["invitation"]["address"].text == "ada@example.org" })
            #expect(
                try await world.history(of: lunch).suffix(2) == [
                    "person_invited suggestion_accepted", "person_invited suggestion_accepted",
                ])
            #expect(try await world.isSound())
        }
    }

    @Test func `by a guest with a personal link counts like a member's, but only on the guest's outing`()
        async throws
    {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            let other = try await world.lunch()
            _ = try await world.leila.post(lunch + "/invitations", #"{"emails":["ada@example.org"]}"#)
            let ada = world.site.program(token: try await world.personalToken(of: "ada@example.org"))

            let path = try await world.suggest(world.time("2027-03-11T13:00"), by: ada, on: lunch)

            #expect(try await ada.put(path + "/support", #"{"answer":"maybe"}"#)["mySupport"].text == "maybe")
            #expect(try await ada.post(path + "/accept").status == .unauthorized)
            #expect(try await ada.get(other + "/suggestions").status == .notFound)
            #expect(
                try await ada.post(other + "/suggestions", world.time("2027-03-11T13:00")).status == .notFound
            )
        }
    }

    @Test func `loses the support of people who leave the list`() async throws {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            let path = try await world.suggest(#"{"place":"Beach"}"#, by: world.mei, on: lunch)
            _ = try await world.tom.put(path + "/support", #"{"answer":"no"}"#)

            _ = try await world.leila.delete(lunch + "/attendees/\(world.cast.tom.id)")

            let item = try await world.leila.get(lunch + "/suggestions")["items"][0]
            #expect(item["tally"]["no"].number == 0 && item["tally"]["yes"].number == 1)
            #expect(try await world.isSound())
        }
    }

    @Test func `is limited to ten open ones a person`() async throws {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            for number in 1...10 {
                _ = try await world.suggest(#"{"place":"Pier \#(number)"}"#, by: world.mei, on: lunch)
            }

            let refused = try await world.mei.post(lunch + "/suggestions", #"{"place":"Pier 11"}"#)
            let same = try await world.mei.post(lunch + "/suggestions", #"{"place":"Pier 10"}"#)

            #expect(refused.limit == "too_many_suggestions 10 0")
            #expect(same.status == .ok)
            #expect(
                try await world.tom.post(lunch + "/suggestions", #"{"place":"Pier 11"}"#).status == .created)
        }
    }
}
