import Access
import Foundation
import NoonishAPI
import TestSupport
import Testing

@testable import Outings

/// The queue for the seats of a full outing, without a database.
@Suite struct WaitlistTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let people = (0..<4).map { _ in PersonID.make() }

    private func entry(_ index: Int, _ partySize: Int = 1, ends: Double? = nil, missed: Bool = false)
        -> Waitlist.Entry
    {
        Waitlist.Entry(
            person: people[index], partySize: partySize, offerEndsAt: ends.map { now + $0 }, hasMissed: missed
        )
    }

    @Test
    func `seats go to the first party that fits, and a larger party keeps its position`() {
        let list = Waitlist(
            free: 2, startsAt: nil, entries: [entry(0, 3), entry(1, 1), entry(2, 2), entry(3)])

        let end = now + OutingLimits.offerLife
        #expect(list.steps(at: now) == [.offer(people[1], until: end), .offer(people[3], until: end)])
    }

    @Test func `shortly before the start seats are given without an offer`() {
        let soon = Waitlist(free: 1, startsAt: now + OutingLimits.offerLife, entries: [entry(0), entry(1)])
        let later = Waitlist(free: 1, startsAt: now + OutingLimits.offerLife + 1, entries: [entry(0)])

        #expect(soon.steps(at: now) == [.seat(people[0])])
        #expect(later.steps(at: now) == [.offer(people[0], until: now + OutingLimits.offerLife)])
    }

    @Test func `an expired offer goes to the next person, and the one who missed it gets no other`() {
        let list = Waitlist(
            free: 0, startsAt: nil, entries: [entry(0, missed: true), entry(1, ends: 0), entry(2)])

        #expect(
            list.steps(at: now) == [
                .expireOffer(people[1]), .offer(people[2], until: now + OutingLimits.offerLife),
            ])
    }

    @Test
    func `an offer lasts until two hours after quiet hours, if there is time before the start`() {
        let end = now + OutingLimits.offerLife
        let rested = now + 6 * 3_600

        #expect(Waitlist.extend(end, afterRestUntil: nil, startsAt: nil) == end)
        #expect(
            Waitlist.extend(end, afterRestUntil: rested, startsAt: nil) == rested + OutingLimits.offerLife)
        #expect(
            Waitlist.extend(end, afterRestUntil: rested, startsAt: rested + OutingLimits.offerLife) == end)
        #expect(
            Waitlist.extend(end, afterRestUntil: rested, startsAt: rested + OutingLimits.offerLife + 1)
                == rested + OutingLimits.offerLife)
    }

    @Test func `offers end at the start of the outing and no new ones are made`() {
        let list = Waitlist(free: 5, startsAt: now, entries: [entry(0, ends: 60), entry(1)])

        #expect(list.steps(at: now) == [.expireOffer(people[0])])
    }

    @Test func `without a limit everyone on the waiting list gets a seat`() {
        let list = Waitlist(free: nil, startsAt: nil, entries: [entry(0, 4), entry(1, 2)])

        #expect(list.steps(at: now) == [.seat(people[0]), .seat(people[1])])
    }

    @Test(arguments: 0..<200)
    func `in any order of events no seat is given twice and none that fits stays empty`(
        seed: UInt64
    ) {
        var chance = SeededChance(seed: seed)
        var queue = SimulatedQueue(chance: &chance)
        for _ in 0..<60 {
            queue.play(&chance)
            #expect(queue.taken + queue.held <= queue.capacity, "seed \(seed)")
            #expect(queue.waitlist.steps(at: queue.now) == [], "seed \(seed)")
            #expect(queue.isInOrder, "seed \(seed)")
        }
    }
}

/// An outing with seats whose people attend, wait, accept, decline and let offers expire.
private struct SimulatedQueue {
    private(set) var now = Date(timeIntervalSince1970: 1_800_000_000)
    private(set) var capacity = 4
    private let startsAt: Date?
    private var coming: [PersonID: Int] = [:]
    private var queue: [Waitlist.Entry] = []
    /// Whether no person got an offer before an earlier one whose party was no larger.
    private(set) var isInOrder = true

    init(chance: inout some RandomNumberGenerator) {
        let hours = Int.random(in: 1...40, using: &chance)
        startsAt = Bool.random(using: &chance) ? now + Double(hours) * 3_600 : nil
    }

    var taken: Int { coming.values.reduce(0, +) }
    var held: Int { queue.filter { $0.offerEndsAt != nil }.map(\.partySize).reduce(0, +) }
    var free: Int { capacity - taken - held }
    var waitlist: Waitlist { Waitlist(free: free, startsAt: startsAt, entries: queue) }

    mutating func play(_ chance: inout some RandomNumberGenerator) {
        switch Int.random(in: 0..<7, using: &chance) {
        case 0, 1, 2:
            let size = Int.random(in: 1...3, using: &chance)
            if size <= free {
                coming[.make()] = size
            } else {
                queue.append(Waitlist.Entry(person: .make(), partySize: size))
            }
        case 3: if let person = coming.keys.sorted().randomElement(using: &chance) { coming[person] = nil }
        case 4: capacity = max(taken + held, capacity + Int.random(in: -2...3, using: &chance))
        case 5:
            guard
                let index = queue.indices.filter({ queue[$0].offerEndsAt != nil }).randomElement(
                    using: &chance)
            else { return }
            let entry = queue.remove(at: index)
            if Bool.random(using: &chance) { coming[entry.person] = entry.partySize }
        default: now += Double.random(in: 0...5_400, using: &chance)
        }
        settle()
    }

    private mutating func settle() {
        let steps = waitlist.steps(at: now)
        for step in steps {
            switch step {
            case .expireOffer(let person):
                guard let index = index(of: person) else { continue }
                queue[index].offerEndsAt = nil
                queue[index].hasMissed = true
            case .offer(let person, let end):
                guard let index = index(of: person) else { continue }
                note(index)
                queue[index].offerEndsAt = end
            case .seat(let person):
                guard let index = index(of: person) else { continue }
                note(index)
                coming[person] = queue.remove(at: index).partySize
            }
        }
    }

    private mutating func note(_ index: Int) {
        let asked = queue[index]
        let passed = queue[..<index].contains {
            $0.offerEndsAt == nil && !$0.hasMissed && $0.partySize <= asked.partySize
        }
        if passed { isInOrder = false }
    }

    private func index(of person: PersonID) -> Int? { queue.firstIndex { $0.person == person } }
}
