import Access
import Foundation
import JSON
import Journal
import NIOCore
import NoonishAPI
import Testing

import struct TestSupport.SeededChance

@testable import Outings

/// The algebra that every notice rests on, over random states of an outing.
@Suite struct OutingChangeTests {
    @Test func `a difference leads from one state to the other, and equal states have none`() {
        var chance = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let a = OutingState.random(&chance)
            let b = OutingState.random(&chance)
            #expect(Change.apply(Change.diff(a, b), to: a) == b)
            #expect(Change.diff(a, a).isEmpty)
        }
    }

    @Test func `two differences after each other are the difference of the ends`() {
        var chance = SystemRandomNumberGenerator()
        let reader = PersonID.make()
        for _ in 0..<2_000 {
            let states = (0..<4).map { _ in OutingState.random(&chance) }
            var composed: [ChangeSubject: Change] = [:]
            for (a, b) in zip(states, states.dropFirst()) {
                for change in Change.diff(a, b) {
                    if let earlier = composed[change.subject] {
                        composed[change.subject] = earlier.folded(with: change)
                    } else {
                        composed[change.subject] = change
                    }
                }
            }
            #expect(Set(composed.values) == Set(Change.diff(states[0], states[3])), "\(reader)")
        }
    }

    @Test func `stored changes are read back unchanged`() throws {
        var chance = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let changes = Change.diff(.random(&chance), .random(&chance))
            for change in changes {
                var writer = JSONWriter()
                change.encode(to: &writer)
                let value = try JSONValue(parsing: String(buffer: writer.finish()))
                #expect(Change(value) == change)
            }
        }
    }

    @Test func `a change by a newer program is ignored without a crash`() throws {
        #expect(
            Change(try JSONValue(parsing: #"{"kind":"menu_chosen","previous":null,"current":{}}"#))
                == nil)
        #expect(Change(.null) == nil)
    }
}

@Suite struct NewsTests {
    private let host = PersonID.make()
    private let friend = PersonID.make()
    private let other = PersonID.make()
    private let noon = ZonedTime(text: "2027-03-11T12:00", zone: "Europe/Helsinki")
    private let one = ZonedTime(text: "2027-03-11T13:00", zone: "Europe/Helsinki")

    private func recorded(_ rev: Int, _ actor: PersonID?, _ changes: Change...) -> RecordedChange {
        RecordedChange(rev: rev, actor: actor, at: Date(timeIntervalSince1970: 0), changes: changes)
    }

    private func moved(_ from: ZonedTime?, _ to: ZonedTime?) -> Change {
        .time(from: from.map { OutingTime(startsAt: $0) }, to: to.map { OutingTime(startsAt: $0) })
    }

    @Test func `people are not notified of their own edits`() {
        let changes = [recorded(2, host, moved(noon, one))]

        #expect(Change.news(for: host, answer: Answer(role: .host), changes: changes).isEmpty)
        #expect(Change.news(for: friend, answer: Answer(), changes: changes) == [moved(noon, one)])
    }

    @Test func `a change that was undone before delivery is no news`() {
        let changes = [recorded(2, host, moved(noon, one)), recorded(3, host, moved(one, noon))]

        #expect(Change.news(for: friend, answer: Answer(), changes: changes).isEmpty)
    }

    @Test func `a person who moved the time is notified when another person moves it back`() {
        let changes = [recorded(2, host, moved(noon, one)), recorded(3, other, moved(one, noon))]

        #expect(
            Change.news(for: host, answer: Answer(role: .host), changes: changes) == [moved(one, noon)])
    }

    @Test func `a new invitee gets only the invitation`() {
        let invited = Change.attendee(friend, from: nil, to: Answer())
        let changes = [recorded(2, host, invited), recorded(3, host, moved(noon, one))]

        #expect(Change.news(for: friend, answer: Answer(), changes: changes) == [invited])
    }

    @Test func `a removed attendee gets only the farewell`() {
        let removed = Change.attendee(friend, from: Answer(status: .attending), to: nil)
        let changes = [recorded(2, host, moved(noon, one)), recorded(3, host, removed)]

        #expect(Change.news(for: friend, answer: nil, changes: changes) == [removed])
    }

    @Test func `people who declined are notified of a cancellation only`() {
        let called = Change.cancellation(from: nil, to: Cancellation(reason: nil))
        let changes = [recorded(2, host, moved(noon, one)), recorded(3, host, called)]
        let answer = Answer(status: .declined)

        #expect(Change.news(for: friend, answer: answer, changes: changes) == [called])
    }

    @Test func `only hosts are notified of answers`() {
        let answered = Change.attendee(other, from: Answer(), to: Answer(status: .attending))
        let changes = [recorded(2, other, answered)]

        #expect(Change.news(for: host, answer: Answer(role: .host), changes: changes) == [answered])
        #expect(Change.news(for: friend, answer: Answer(), changes: changes).isEmpty)
    }

    @Test func `after all notifications a person knows the current state`() {
        var chance = SystemRandomNumberGenerator()
        for _ in 0..<1_000 {
            let reader = PersonID.make()
            var states = [OutingState.random(&chance)]
            states[0].attendees[reader] = Answer(role: .cohost, status: .attending)
            var changes: [RecordedChange] = []
            var known = states[0]
            for rev in 1...6 {
                var next = OutingState.random(&chance)
                next.attendees[reader] = states[0].attendees[reader]
                let step = Change.diff(states[rev - 1], next)
                let isOwn = Bool.random(using: &chance)
                changes.append(
                    RecordedChange(
                        rev: rev, actor: isOwn ? reader : host, at: Date(timeIntervalSince1970: 0),
                        changes: step))
                if isOwn { known = Change.apply(step, to: known) }
                states.append(next)
            }
            let told = Change.news(for: reader, answer: states[0].attendees[reader], changes: changes)
            var after = Change.apply(told, to: known)
            after.zone = states[6].zone
            #expect(after == states[6])
        }
    }
}

extension OutingState {
    private static let cast = (0..<4).map { _ in PersonID.make() }

    static func random(_ chance: inout some RandomNumberGenerator) -> OutingState {
        let zones = ["Europe/Helsinki", "Asia/Tokyo"]
        var state = OutingState(
            title: ["Lunch", "Thursday lunch"].randomElement(using: &chance) ?? "",
            zone: zones.randomElement(using: &chance) ?? "UTC")
        state.note = [nil, "Bring cash"].randomElement(using: &chance) ?? nil
        if let hour = (11...15).randomElement(using: &chance), hour < 15 {
            let start = ZonedTime(text: "2027-03-11T\(hour):30", zone: state.zone)
            let end =
                Bool.random(using: &chance) ? ZonedTime(text: "2027-03-11T17:00", zone: state.zone) : nil
            state.time = start.map { OutingTime(startsAt: $0, endsAt: end) }
        }
        state.place =
            [nil, OutingPlace(name: "Burger Shack"), OutingPlace(name: "Kabob & Curry", address: "Main 1")]
            .randomElement(using: &chance) ?? nil
        state.capacity = [nil, 4, 10].randomElement(using: &chance) ?? nil
        state.deadline =
            [nil, Date(timeIntervalSince1970: 1_800_000_000)].randomElement(using: &chance) ?? nil
        state.cancellation = [nil, nil, Cancellation(reason: "Rain")].randomElement(using: &chance) ?? nil
        for person in cast where Bool.random(using: &chance) {
            state.attendees[person] = Answer(
                role: Bool.random(using: &chance) ? .invitee : .cohost,
                status: AttendanceStatus.allCases.randomElement(using: &chance) ?? .invited,
                partySize: Int.random(in: 1...3, using: &chance))
        }
        return state
    }
}
