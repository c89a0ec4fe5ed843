import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@Suite struct AttendanceTests {
    private func invitingTomAndMei(_ table: Table) -> String {
        #""invite":{"people":["\#(table.cast.tom.id)","\#(table.cast.mei.id)"]}"#
    }

    @Test func `an invitee answers, changes their mind and leaves`() async throws {
        try await atTable { table in
            let outing = try await table.outing(invitingTomAndMei(table))

            let coming = try await table.tom.put(
                outing.path + "/attendance", #"{"status":"attending","partySize":2,"note":"No nuts"}"#)
            #expect(coming["status"].text == "attending")
            #expect(coming["note"].text == "No nuts")
            #expect(try await table.leila.get(outing.path)["counts"]["seats"].number == 3)

            let maybe = try await table.tom.put(outing.path + "/attendance", #"{"status":"maybe"}"#)
            #expect(maybe["partySize"].number == 2)
            #expect(try await table.leila.get(outing.path)["counts"]["seats"].number == 1)

            let left = try await table.tom.delete(outing.path + "/attendees/\(table.cast.tom.id)")
            #expect(left.status == .noContent)
            #expect(try await table.tom.get(outing.path).status == .notFound)
            #expect(try await table.isSound())
        }
    }

    @Test func `attendees come by status, then name, and their notes are for hosts`() async throws {
        try await atTable { table in
            let outing = try await table.outing(invitingTomAndMei(table))
            _ = try await table.tom.put(
                outing.path + "/attendance", #"{"status":"attending","note":"No nuts"}"#)

            let seenByHost = try await table.leila.get(outing.path + "/attendees")
            let seenByMei = try await table.mei.get(outing.path + "/attendees")

            let names = seenByHost["items"].elements.compactMap { $0["person"]["name"].text }
            #expect(names == ["Leila", "Tom", "Mei"])
            #expect(seenByHost["items"][1]["note"].text == "No nuts")
            #expect(seenByMei["items"][1]["note"] == .null)
        }
    }

    @Test func `a new place marks older answers as changed since`() async throws {
        try await atTable { table in
            let outing = try await table.outing(invitingTomAndMei(table))
            _ = try await table.tom.put(outing.path + "/attendance", #"{"status":"attending"}"#)
            _ = try await table.leila.patch(outing.path, #"{"place":"Elsewhere"}"#, ifMatch: outing.tag)

            let before = try await table.tom.get(outing.path)
            #expect(before["myAttendance"]["changedSince"] == .boolean(true))

            _ = try await table.tom.put(outing.path + "/attendance", #"{"status":"attending"}"#)
            let after = try await table.tom.get(outing.path)
            #expect(after["myAttendance"]["changedSince"] == .boolean(false))
        }
    }

    @Test func `an answer is about what was seen, and only time and place make it old`() async throws {
        try await atTable { table in
            let outing = try await table.outing(invitingTomAndMei(table))
            let seen = try #require(try await table.tom.get(outing.path)["revision"].number)
            let moved = try await table.leila.patch(
                outing.path, #"{"startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki"}"#,
                ifMatch: outing.tag)

            let late = try await table.tom.put(
                outing.path + "/attendance", #"{"status":"maybe","againstRevision":\#(seen)}"#)
            #expect(late["changedSince"] == .boolean(true))
            let again = try await table.tom.put(outing.path + "/attendance", #"{"status":"maybe"}"#)
            #expect(again["changedSince"] == .boolean(false))

            let tag = try #require(moved.headers[.eTag])
            _ = try await table.leila.patch(outing.path, #"{"title":"Brunch"}"#, ifMatch: tag)
            let renamed = try await table.tom.get(outing.path)
            #expect(renamed["myAttendance"]["changedSince"] == .boolean(false))
            let declined = try await table.mei.put(
                outing.path + "/attendance", #"{"status":"declined","againstRevision":\#(seen)}"#)
            #expect(declined["changedSince"] == .boolean(false))
        }
    }

    @Test func `the seat too many is refused with the number of free ones`() async throws {
        try await atTable { table in
            let outing = try await table.outing(#""capacity":2,"# + invitingTomAndMei(table))
            let two = try await table.tom.put(
                outing.path + "/attendance", #"{"status":"attending","partySize":2}"#)
            #expect(two.code == "full")
            #expect(two["free"].number == 1)

            let one = try await table.tom.put(outing.path + "/attendance", #"{"status":"attending"}"#)
            #expect(one.status == .ok)

            let lower = try await table.leila.patch(outing.path, #"{"capacity":1}"#, ifMatch: outing.tag)
            #expect(lower.code == "capacity_below_going")
            #expect(lower["going"].number == 2)
        }
    }

    @Test func `of many who answer at once no more come than there are seats`() async throws {
        try await atTable { table in
            var racers: [Cast.Member] = []
            for number in 0..<24 {
                racers.append(try await Cast.member("Racer \(number)", in: table.database))
            }
            let outing = try await table.outing(#""capacity":10"#)
            try await table.befriendLeila(racers)
            let people = racers.map { "\"\($0.id)\"" }.joined(separator: ",")
            let invited = try await table.leila.post(
                outing.path + "/invitations", #"{"people":[\#(people)]}"#)
            #expect(invited.status == .ok)

            let codes = try await withThrowingTaskGroup(of: [Int].self) { group in
                for racer in racers {
                    group.addTask {
                        let visitor = table.site.program(token: racer.token)
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
            let counts = try await table.leila.get(outing.path)["counts"]
            #expect(try #require(counts["seats"].number) <= 10)
            #expect(try await table.isSound())
        }
    }

    @Test func `a host answers for somebody, and it is shown as such until they answer themselves`()
        async throws
    {
        try await atTable { table in
            let outing = try await table.outing(invitingTomAndMei(table))
            let path = outing.path + "/attendees/\(table.cast.tom.id)"
            let set = try await table.leila.put(path, #"{"status":"attending"}"#)
            #expect(set["setByHost"] == .boolean(true))
            #expect(try await table.mei.put(path, #"{"status":"declined"}"#).status == .forbidden)

            let own = try await table.tom.put(outing.path + "/attendance", #"{"status":"declined"}"#)
            #expect(own["setByHost"] == .boolean(false))
        }
    }

    @Test func `an answer that waited offline does not undo a newer one`() async throws {
        try await atTable { table in
            let outing = try await table.outing(invitingTomAndMei(table))
            _ = try await table.tom.put(outing.path + "/attendance", #"{"status":"attending"}"#)

            let late = try await table.tom.put(
                outing.path + "/attendance", #"{"status":"declined","answeredAt":"2020-01-01T00:00:00Z"}"#)

            #expect(late.code == "newer_answer")
        }
    }

    @Test func `somebody removed is off the list, and the host stays`() async throws {
        try await atTable { table in
            let outing = try await table.outing(invitingTomAndMei(table))
            let removed = try await table.leila.delete(outing.path + "/attendees/\(table.cast.tom.id)")
            #expect(removed.status == .noContent)
            #expect(try await table.tom.get(outing.path).status == .notFound)
            #expect(
                try await table.mei.delete(outing.path + "/attendees/\(table.cast.leila.id)").status
                    == .forbidden)
            #expect(
                try await table.leila.delete(outing.path + "/attendees/\(table.cast.leila.id)").code
                    == "host_stays")

            let again = try await table.leila.post(
                outing.path + "/invitations", #"{"people":["\#(table.cast.tom.id)"]}"#)
            #expect(again.status == .ok)
            #expect(try await table.tom.get(outing.path)["myAttendance"]["status"].text == "invited")
            #expect(try await table.isSound())
        }
    }
}

extension Table {
    func befriendLeila(_ people: [Cast.Member]) async throws {
        for person in people {
            try await database.execute(
                Command(
                    "test.befriend",
                    """
                    INSERT INTO friendship (low_id, high_id)
                    VALUES (LEAST(\(cast.leila.id), \(person.id)), GREATEST(\(cast.leila.id), \(person.id)))
                    """))
        }
    }
}
