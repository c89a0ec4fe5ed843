import Access
import Foundation
import Journal
import NoonishAPI
import Testing

import struct TestSupport.SeededChance

@testable import Outings

/// After all notifications everyone knows the current state: over random histories of edits, delivered at random
/// moments to each.
@Suite struct KnowledgeTests {
    @Test(arguments: 0..<100)
    func `notifications add up to the current state and never report the reader's own edit`(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        var outing = SimulatedOuting()
        for _ in 0..<40 {
            outing.edit(&chance)
            for person in outing.cast where Int.random(in: 0..<4, using: &chance) == 0 {
                outing.notify(person)
            }
        }
        for person in outing.cast { outing.notify(person) }

        for person in outing.cast {
            #expect(outing.known(to: person) == outing.truth(for: person), "seed \(seed), \(person)")
        }
        #expect(outing.ownEditsReported == 0, "seed \(seed)")
        #expect(outing.emptyChangesReported == 0, "seed \(seed)")
    }
}

/// An outing with its history, and what each of its people was notified of.
private struct SimulatedOuting {
    let host = PersonID.make()
    let cohost = PersonID.make()
    let guests = (0..<3).map { _ in PersonID.make() }
    private(set) var state: OutingState
    private var history: [RecordedChange] = []
    private var told: [PersonID: Int] = [:]
    private var knowledge: [PersonID: OutingState] = [:]
    /// The people who declined at some time, and since then are notified of a cancellation only.
    private var everDeclined: Set<PersonID> = []
    private(set) var ownEditsReported = 0
    private(set) var emptyChangesReported = 0

    var cast: [PersonID] { [host, cohost] + guests }

    init() {
        state = OutingState(title: "Lunch", zone: "Europe/Helsinki")
        state.attendees[host] = Answer(role: .host, status: .attending)
        state.attendees[cohost] = Answer(role: .cohost, status: .attending)
        for guest in guests { state.attendees[guest] = Answer() }
        for person in cast {
            told[person] = 0
            knowledge[person] = state
        }
    }

    /// Changes one or two fields, often back to their former values.
    mutating func edit(_ chance: inout some RandomNumberGenerator) {
        var next = state
        var actor: PersonID? = [host, cohost].randomElement(using: &chance)
        switch Int.random(in: 0..<8, using: &chance) {
        case 0: next.title = ["Lunch", "Brunch"].randomElement(using: &chance) ?? ""
        case 1: next.note = [nil, "Bring cash"].randomElement(using: &chance) ?? nil
        case 2: next.time = Self.times.randomElement(using: &chance) ?? nil
        case 3:
            next.place = [nil, OutingPlace(name: "Burger Shack")].randomElement(using: &chance) ?? nil
            next.capacity = [nil, 8].randomElement(using: &chance) ?? nil
        case 4:
            next.deadline =
                [nil, Date(timeIntervalSince1970: 1_800_000_000)].randomElement(using: &chance) ?? nil
        case 5:
            next.cancellation = [nil, Cancellation(reason: "Rain")].randomElement(using: &chance) ?? nil
        default:
            guard let guest = guests.randomElement(using: &chance) else { return }
            if Bool.random(using: &chance) { actor = guest }
            next.attendees[guest]?.status =
                [.attending, .maybe, .declined].randomElement(using: &chance) ?? .maybe
            next.attendees[guest]?.partySize = Int.random(in: 1...2, using: &chance)
        }
        let changes = Change.diff(state, next)
        guard !changes.isEmpty else { return }
        state = next
        history.append(
            RecordedChange(
                rev: history.count + 1, actor: actor, at: Date(timeIntervalSince1970: 0), changes: changes))
        // The editor knows the outing as far as they changed it.
        if let actor { knowledge[actor] = knowledge[actor].map { Change.apply(changes, to: $0) } }
        for guest in guests where state.attendees[guest]?.status == .declined { everDeclined.insert(guest) }
    }

    private static let times: [OutingTime?] = [
        nil,
        ZonedTime(text: "2027-03-11T12:30", zone: "Europe/Helsinki").map { OutingTime(startsAt: $0) },
        ZonedTime(text: "2027-03-11T13:00", zone: "Europe/Helsinki").map { OutingTime(startsAt: $0) },
    ]

    /// Notifies a person as a worker does.
    mutating func notify(_ person: PersonID) {
        let since = history.filter { $0.rev > told[person, default: 0] }
        let news = Change.news(for: person, answer: state.attendees[person], changes: since)
        for change in news {
            let last = since.last { $0.changes.contains { $0.subject == change.subject } }
            if last?.actor == person { ownEditsReported += 1 }
            let after = knowledge[person].map { Change.apply([change], to: $0) }
            if after == knowledge[person], !everDeclined.contains(person) {
                emptyChangesReported += 1
            }
        }
        knowledge[person] = knowledge[person].map { Change.apply(news, to: $0) }
        told[person] = history.count
    }

    func known(to person: PersonID) -> Visible? { knowledge[person].map { visible($0, to: person) } }
    func truth(for person: PersonID) -> Visible { visible(state, to: person) }

    /// The fields that a person of this role is kept up to date on.
    struct Visible: Hashable {
        var cancellation: Cancellation?
        var own: Answer?
        var shared: [String?] = []
        var time: OutingTime?
        var deadline: Date?
        var capacity: Int?
        var answers: [PersonID: Answer] = [:]
    }

    private func visible(_ state: OutingState, to person: PersonID) -> Visible {
        var visible = Visible(cancellation: state.cancellation, own: state.attendees[person])
        if everDeclined.contains(person) { return visible }
        visible.shared = [state.title, state.note, state.place?.name]
        visible.time = state.time
        visible.deadline = state.deadline
        if guests.contains(person) { return visible }
        visible.capacity = state.capacity
        visible.answers = state.attendees
        return visible
    }
}
