import Foundation
import HTTPTypes
import JSON
import NIOCore
import NoonishAPI
import NoonishClient
import NoonishTransport
import TestSupport
import Testing

/// What a phone needs besides planning: series, circles, being left alone, one's own data. Against the built program.
@Suite struct AccountTests {
    @Test(.timeLimit(.minutes(30)))
    func `a series is started, edited, skipped, answered and ended`() async throws {
        try await withProgram { program, database async throws in
            let leila = try await member("leila@example.org", of: program)
            let tom = try await member("tom@example.org", of: program)
            try await befriend(leila, tom, "tom@example.org")
            let tomsID = try await tom.me().value.id
            var new = NewSeries(
                title: "Thursday lunch", startTime: "12:30",
                rule: SeriesRule(
                    frequency: .weekly, interval: 1, weekdays: [.thursday], week: nil, startsOn: "2037-03-12",
                    endsOn: nil, count: 10))
            new.timeZone = "Europe/Helsinki"
            new.place = "The corner café"
            new.people = [tomsID]

            let started = try await leila.startSeries(new)
            var edit = SeriesEdit()
            edit.title = "Late lunch"
            edit.note = .set("Bring cash")
            let edited = try await leila.edit(started.value.id, edit, of: try #require(started.tag))
            let answered = try await tom.answer(started.value.id, comes: true, partySize: 2)
            let date = try #require(started.value.dates.dropFirst().first?.date)
            let skipped = try await leila.skip(date, of: started.value.id)
            let back = try await leila.unskip(date, of: started.value.id)
            let stale = await #expect(throws: Problem.self) {
                _ = try await leila.edit(started.value.id, edit, of: try #require(started.tag))
            }

            #expect(
                started.value.people.map(\.person.id) == [tomsID]
                    && started.value.rule.weekdays == [.thursday])
            #expect(edited.value.title == "Late lunch" && edited.value.details.note == "Bring cash")
            #expect(answered.mine == StandingAnswer(comes: true, partySize: 2))
            #expect(skipped.dates.first { $0.date == date }?.state == .skipped)
            #expect(back.dates.first { $0.date == date }?.state != .skipped)
            #expect(stale?.status.code == 412)
            #expect(try await tom.series().value.items.map(\.id) == [started.value.id])
            #expect(try await leila.series().value.holidayCountries.contains("FI"))
            try await leila.remove(tomsID, from: started.value.id)
            #expect(try await tom.series().value.items.isEmpty)
            let again = try await leila.add(people: [tomsID], to: started.value.id)
            #expect(again.people.count == 1)
            let link = try await leila.makeLink(to: started.value.id, maxPartySize: 3)
            #expect(try await leila.link(to: started.value.id) == link && link.maxPartySize == 3)
            let token = try #require(link.url.split(separator: "/").last.map(String.init))
            #expect(try await tom.seriesInvitation(token).value.dates.first?.url != nil)
            #expect(try await leila.linkCode(to: started.value.id).readableBytes > 100)
            try await leila.revokeLink(to: started.value.id)
            #expect(try await leila.link(to: started.value.id) == nil)
            try await leila.endSeries(started.value.id, cancels: true)
            #expect(try await leila.series(started.value.id).value.endedAt != nil)
            #expect(try await brokenChecks(in: database).isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `somebody blocks, reports and is found as they wish`() async throws {
        try await withProgram { program, _ async throws in
            let leila = try await member("leila@example.org", of: program)
            let tom = try await member("tom@example.org", of: program)
            let leilasID = try await befriend(leila, tom, "tom@example.org")
            let tomsID = try await tom.me().value.id
            let circle = try await leila.makeCircle("Lunch", of: [tomsID])

            let whole = try await leila.circle(circle.id).value
            let memory = try await leila.memory(of: circle.id).value
            let proposal = try await leila.proposal(for: circle.id, near: (60.1699, 24.9384)).value
            let found = try await tom.setFriendSettings(FriendSettings(foundByAddress: true))
            let known = try await leila.contacts(among: ["tom@example.org", "nobody@example.org"])
            try await leila.report(tomsID, .unwanted, words: "Too many jokes")
            try await leila.block(tomsID)
            let blocked = try await leila.blocked().value.items.map(\.id)
            try await leila.unblock(tomsID)

            #expect(whole == circle && memory.items.isEmpty && proposal.startsAt == nil)
            #expect(found.foundByAddress)
            #expect(try await tom.friendSettings().value.foundByAddress)
            #expect(known.first { $0.email == "tom@example.org" }?.person?.id == tomsID)
            #expect(known.allSatisfy { $0.email == "tom@example.org" || $0.person == nil })
            #expect(blocked == [tomsID])
            #expect(try await leila.blocked().value.items.isEmpty)
            #expect(try await leila.me().value.id == leilasID)
            try await leila.requestFriendship("eve@example.org")
            let open = try #require(try await leila.friendRequests().value.items.first)
            try await leila.withdraw(open.id)
            #expect(try await leila.friendRequests().value.items.isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `somebody takes their data, changes their address and asks to be forgotten`() async throws {
        try await withProgram { program, _ async throws in
            let leila = try await member("leila@example.org", of: program)

            let asked = try await leila.requestExport()
            let ready = try await eventually("the export") {
                try await leila.exports().value.items.first { $0.id == asked.id && $0.state == .ready }
            }
            var archive = ByteBuffer()
            for try await part in try await leila.archive(of: ready.id) { archive.writeImmutableBuffer(part) }
            let missing = await #expect(throws: Problem.self) {
                _ = try await leila.archive(of: ExportID(UUID()))
            }
            try await leila.requestAddressChange(to: "leila@new.example")
            let moved = try await leila.changeAddress(
                to: "leila@new.example", code: try await code(for: "leila@new.example", of: program))
            let erasure = try await leila.requestErasure()
            try await leila.cancelErasure()

            #expect(archive.getString(at: 0, length: 2) == "PK")
            #expect(missing?.status == .notFound)
            #expect(moved.email == "leila@new.example")
            #expect(erasure.dueAt != nil)
            #expect(try await leila.erasure().value.dueAt == nil)
            #expect(try await leila.retention().isEmpty == false)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a device has a picture, a calendar, and ways to sign in and to be told`() async throws {
        try await withProgram { program, _ async throws in
            let leila = try await member("leila@example.org", of: program)
            let outing = try await leila.startOuting(NewOuting(title: "Lunch")).value.id

            let pictured = try await leila.setPicture(ByteBuffer(bytes: Self.png), .png)
            let picture = try await leila.picture(try #require(pictured.picture))
            try await leila.removePicture()
            let first = try await leila.renewCalendarAddress()
            let followed = try await leila.calendarAddress()
            try await leila.revokeCalendarAddress()
            let ways = try await leila.signInMethods()
            let options = try await leila.newPasskeyOptions()
            let refused = await #expect(throws: Problem.self) {
                _ = try await leila.addPasskey(["id": "AQID"])
            }
            let key = try await leila.pushKey()

            #expect(picture.getString(at: 0, length: 4) == "RIFF")
            #expect(try await leila.me().value.picture == nil)
            #expect(first != nil && followed == first)
            #expect(try await leila.calendarAddress() == nil)
            #expect(ways.email && ways.passkeys && ways.providers.isEmpty)
            guard case .object(let object) = options else {
                Issue.record("no options")
                return
            }
            #expect(object["challenge"] != nil && object["rp"] != nil)
            #expect(refused != nil)
            #expect(try await leila.passkeys().value.items.isEmpty)
            #expect(try await leila.identities().value.items.isEmpty)
            #expect(key.count > 80)
            let link = try await leila.makeLink(to: outing)
            try await leila.revokeLinks(to: outing)
            #expect(link.url.contains("/i/"))
            #expect(try await leila.links(to: outing).value.items.isEmpty)
        }
    }

    /// A picture of 8 by 8 points.
    private static let png: [UInt8] =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAf0lEQVR42g3JIQEAMQhAUWKgpgmxEOglQf4U6IUgBJoki3D37BMRTHAhhCu08AQVRBa28EUs7qIXb6Hrj41tfBObu+nN2+j+42AHP8ThHvrwDnr+CCzwIIIbdPACjT8SSzyJ5CadvETzj8IKL6K4RRev0PpjsMGHGO7Qwxt0+AAom1VBRAzHRwAAAABJRU5ErkJggg=="
        ).map(Array.init) ?? []
}
