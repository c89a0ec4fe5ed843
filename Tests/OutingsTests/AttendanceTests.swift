import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@Suite struct AttendanceTests {
    private func invitingTomAndMei(_ world: TestWorld) -> String {
        #""invite":{"people":["\#(world.cast.tom.id)","\#(world.cast.mei.id)"]}"#
    }

    @Test func `an invitee answers, changes their mind and leaves`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(invitingTomAndMei(world))

            let coming = try await world.tom.put(
                outing.path + "/attendance", #"{"status":"attending","partySize":2,"note":"No nuts"}"#)
            #expect(coming["status"].text == "attending")
            #expect(coming["note"].text == "No nuts")
            #expect(try await world.leila.get(outing.path)["counts"]["seats"].number == 3)

            let maybe = try await world.tom.put(outing.path + "/attendance", #"{"status":"maybe"}"#)
            #expect(maybe["partySize"].number == 2)
            #expect(try await world.leila.get(outing.path)["counts"]["seats"].number == 1)

            let left = try await world.tom.delete(outing.path + "/attendees/\(world.cast.tom.id)")
            #expect(left.status == .noContent)
            #expect(try await world.tom.get(outing.path).status == .notFound)
            #expect(try await world.isSound())
        }
    }

    @Test func `attendees come by status, then name, and their notes are for hosts`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(invitingTomAndMei(world))
            _ = try await world.tom.put(
                outing.path + "/attendance", #"{"status":"attending","note":"No nuts"}"#)

            let seenByHost = try await world.leila.get(outing.path + "/attendees")
            let seenByMei = try await world.mei.get(outing.path + "/attendees")

            let names = seenByHost["items"].elements.compactMap { $0["person"]["name"].text }
            #expect(names == ["Leila", "Tom", "Mei"])
            #expect(seenByHost["items"][1]["note"].text == "No nuts")
            #expect(seenByMei["items"][1]["note"] == .null)
        }
    }

    @Test func `a new place marks older answers as changed since`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(invitingTomAndMei(world))
            _ = try await world.tom.put(outing.path + "/attendance", #"{"status":"attending"}"#)
            _ = try await world.leila.patch(outing.path, #"{"place":"Elsewhere"}"#, ifMatch: outing.tag)

            let before = try await world.tom.get(outing.path)
            #expect(before["myAttendance"]["changedSince"] == .boolean(true))

            _ = try await world.tom.put(outing.path + "/attendance", #"{"status":"attending"}"#)
            let after = try await world.tom.get(outing.path)
            #expect(after["myAttendance"]["changedSince"] == .boolean(false))
        }
    }

    @Test func `only a new time or place makes an answer outdated`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(invitingTomAndMei(world))
            let seen = try #require(try await world.tom.get(outing.path)["revision"].number)
            let moved = try await world.leila.patch(
                outing.path, #"{"startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki"}"#,
                ifMatch: outing.tag)

            let late = try await world.tom.put(
                outing.path + "/attendance", #"{"status":"maybe","againstRevision":\#(seen)}"#)
            #expect(late["changedSince"] == .boolean(true))
            let again = try await world.tom.put(outing.path + "/attendance", #"{"status":"maybe"}"#)
            #expect(again["changedSince"] == .boolean(false))

            let tag = try #require(moved.headers[.eTag])
            _ = try await world.leila.patch(outing.path, #"{"title":"Brunch"}"#, ifMatch: tag)
            let renamed = try await world.tom.get(outing.path)
            #expect(renamed["myAttendance"]["changedSince"] == .boolean(false))
            let declined = try await world.mei.put(
                outing.path + "/attendance", #"{"status":"declined","againstRevision":\#(seen)}"#)
            #expect(declined["changedSince"] == .boolean(false))
        }
    }

    @Test func `exceeding the capacity is refused with the number of free seats`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""capacity":2,"# + invitingTomAndMei(world))
            let two = try await world.tom.put(
                outing.path + "/attendance", #"{"status":"attending","partySize":2}"#)
            #expect(two.code == "full")
            #expect(two["free"].number == 1)

            let one = try await world.tom.put(outing.path + "/attendance", #"{"status":"attending"}"#)
            #expect(one.status == .ok)

            // Her own seat is not free for anyone.
            let more = try await world.tom.put(
                outing.path + "/attendance", #"{"status":"attending","partySize":2}"#)
            #expect(more["detail"].text == "All seats are taken.")

            let lower = try await world.leila.patch(outing.path, #"{"capacity":1}"#, ifMatch: outing.tag)
            #expect(lower.code == "capacity_below_going")
            #expect(lower["going"].number == 2)
        }
    }

    @Test func `the capacity holds under concurrent answers`() async throws {
        try await withOutings { world in
            var racers: [Cast.Member] = []
            for number in 0..<24 {
                racers.append(try await Cast.member("Racer \(number)", in: world.database))
            }
            let outing = try await world.outing(#""capacity":10"#)
            for racer in racers { try await world.befriend(world.cast.leila, racer) }
            let people = racers.map { "\"\($0.id)\"" }.joined(separator: ",")
            let invited = try await world.leila.post(
                outing.path + "/invitations", #"{"people":[\#(people)]}"#)
            #expect(invited.status == .ok)

            let codes = try await withThrowingTaskGroup(of: [Int].self) { group in
                for racer in racers {
                    group.addTask {
                        let visitor = world.site.program(token: racer.token)
                        var codes: [Int] = []
                        for status in ["attending", "declined", "attending"] {
                            let answer = try await visitor.put(
                                outing.path + "/attendance", #"{"status":"\#(status)"}"#)
                            codes.append(answer.status.code)
                        }
                        return codes
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }

            #expect(Set(codes).isSubset(of: [200, 409]))
            let counts = try await world.leila.get(outing.path)["counts"]
            #expect(try #require(counts["seats"].number) <= 10)
            #expect(try await world.isSound())
        }
    }

    @Test func `names that may be taken for others are marked in the lists`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(invitingTomAndMei(world))
            let before = try await world.leila.get(outing.path + "/attendees")
            let link = try await world.leila.post(outing.path + "/links")
            let token = try #require(link["url"].text?.split(separator: "/").last.map(String.init))
            var personal = ""
            for name in ["T\u{43E}m", "MEI", "Ada", "Ｔom"] {
                let answer = try await world.anonymous.put(
                    "/v1/invitations/\(token)/attendance", #"{"status":"attending","name":"\#(name)"}"#)
                #expect(answer["attendance"]["nameWarning"] == .null)
                personal = try #require(answer["url"].text?.split(separator: "/").last.map(String.init))
            }

            let list = try await world.leila.get(outing.path + "/attendees")
            let page = try await world.anonymous.get("/v1/invitations/\(personal)")

            let warnings = [
                "Leila": nil, "Tom": "lookalike", "Mei": "lookalike", "T\u{43E}m": "mixedScripts",
                "MEI": "lookalike",
                "Ada": nil, "Ｔom": "lookalike",
            ]
            #expect(before["items"].elements.allSatisfy { $0["nameWarning"] == .null })
            for people in [list["items"], page["attendees"]] {
                #expect(people.elements.count == warnings.count)
                for one in people.elements {
                    let name = try #require(one["person"]["name"].text)
                    #expect(one["nameWarning"].text == warnings[name], "\(name)")
                }
            }
        }
    }

    @Test func `a host's answer for an attendee is shown as the host's until the attendee answers`()
        async throws
    {
        try await withOutings { world in
            let outing = try await world.outing(invitingTomAndMei(world))
            let path = outing.path + "/attendees/\(world.cast.tom.id)"
            let set = try await world.leila.put(path, #"{"status":"attending"}"#)
            #expect(set["setByHost"] == .boolean(true))
            #expect(try await world.mei.put(path, #"{"status":"declined"}"#).status == .forbidden)

            let own = try await world.tom.put(outing.path + "/attendance", #"{"status":"declined"}"#)
            #expect(own["setByHost"] == .boolean(false))
        }
    }

    @Test func `a late answer from offline does not replace a newer one`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(invitingTomAndMei(world))
            _ = try await world.tom.put(outing.path + "/attendance", #"{"status":"attending"}"#)

            let late = try await world.tom.put(
                outing.path + "/attendance", #"{"status":"declined","answeredAt":"2020-01-01T00:00:00Z"}"#)

            #expect(late.code == "newer_answer")
        }
    }

    @Test func `an attendee can be removed from the list, but not the host`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(invitingTomAndMei(world))
            let removed = try await world.leila.delete(outing.path + "/attendees/\(world.cast.tom.id)")
            #expect(removed.status == .noContent)
            #expect(try await world.tom.get(outing.path).status == .notFound)
            #expect(
                try await world.mei.delete(outing.path + "/attendees/\(world.cast.leila.id)").status
                    == .forbidden)
            #expect(
                try await world.leila.delete(outing.path + "/attendees/\(world.cast.leila.id)").code
                    == "host_stays")

            let again = try await world.leila.post(
                outing.path + "/invitations", #"{"people":["\#(world.cast.tom.id)"]}"#)
            #expect(again.status == .ok)
            #expect(try await world.tom.get(outing.path)["myAttendance"]["status"].text == "invited")
            #expect(try await world.isSound())
        }
    }
}
