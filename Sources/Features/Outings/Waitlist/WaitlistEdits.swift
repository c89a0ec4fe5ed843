import Access
import Foundation
import HTTPKit
import Initializers
package import Jobs
import Journal
package import NoonishAPI
package import Postgres

/// The transactions that process the queue for the seats of a full outing.
@MemberwiseInit
package struct WaitlistEdits: Sendable {
    let record: OutingRecord

    /// Ends expired offers, and offers or assigns free seats. Every edit that may free a seat calls it last,
    /// in its own transaction; the caller holds the outing's row lock. Idempotent.
    ///
    /// Its changes are recorded without an actor, so that the host whose edit freed the seat is notified too.
    package func advance(_ id: OutingID, in transaction: Transaction) async throws {
        guard let seats = try await transaction.first(.seats(of: id)) else { return }
        let waiting = try await transaction.all(.waiting(for: id))
        var steps = Waitlist(free: seats.free, startsAt: seats.startsAt, entries: waiting.map(\.entry))
            .steps(at: seats.now)
        guard !steps.isEmpty else { return }
        steps = try await extendForRest(steps, of: id, seats, in: transaction)
        try await execute(steps, of: id, in: transaction)
        let answers = Dictionary(uniqueKeysWithValues: waiting.map { ($0.entry.person, $0) })
        let changes = steps.compactMap { step in answers[step.person]?.change(by: step) }
        _ = try await record.record(changes, of: id, by: nil, urgent: true, in: transaction)
    }

    /// Extends the offers to people who sleep or have quiet hours now.
    private func extendForRest(
        _ steps: [Waitlist.Step], of id: OutingID, _ seats: OutingSeats, in transaction: Transaction
    ) async throws -> [Waitlist.Step] {
        let people = steps.compactMap(\.offered)
        guard !people.isEmpty else { return steps }
        let hours = try await transaction.all(.quietHours(of: people, in: id))
        return steps.map { step in
            guard case .offer(let person, let end) = step else { return step }
            let restEnd = hours.first { $0.person == person }?.end(at: seats.now)
            return .offer(
                person, until: Waitlist.extend(end, afterRestUntil: restEnd, startsAt: seats.startsAt))
        }
    }

    /// Assigns to a waitlisted person the seats that are held for them, or that are free because no party
    /// before them fits.
    ///
    /// - Throws: 409 `not_waiting`, `offer_ended`, `no_seat_yet`.
    func take(_ id: OutingID, by actor: Actor, in transaction: Transaction) async throws {
        let (outing, _) = try await OutingEdits.open(id, actor, .answer, in: transaction)
        guard outing.stage != .cancelled else { throw OutingProblems.cancelled }
        guard !outing.isOver else { throw OutingProblems.answersClosed }
        guard let mine = outing.mine, let waiting = mine.waiting else { throw OutingProblems.notWaiting }
        if let end = waiting.offerEndsAt {
            guard end > outing.now else { throw OutingProblems.offerEnded }
        } else if outing.free(besides: mine.answer) < mine.answer.partySize {
            throw waiting.hasMissed ? OutingProblems.offerEnded : OutingProblems.noSeatYet
        }
        var answer = mine.answer
        answer.status = .attending
        try await transaction.execute(.seat([mine.person], in: id))
        _ = try await record.record(
            [.attendee(mine.person, from: mine.answer, to: answer)], of: id, by: mine.person, in: transaction)
    }

    /// Executes the steps. Expired offers come first, since their seats are offered again.
    private func execute(
        _ steps: [Waitlist.Step], of id: OutingID, in transaction: Transaction
    ) async throws {
        var expired: [PersonID] = []
        var seated: [PersonID] = []
        var offered: [PersonID] = []
        var ends: [Date] = []
        for step in steps {
            switch step {
            case .expireOffer(let person): expired.append(person)
            case .seat(let person): seated.append(person)
            case .offer(let person, let until):
                offered.append(person)
                ends.append(until)
            }
        }
        if !expired.isEmpty { try await transaction.execute(.expireOffer(expired, in: id)) }
        if !seated.isEmpty { try await transaction.execute(.seat(seated, in: id)) }
        if !offered.isEmpty { try await transaction.execute(.offer(offered, in: id, until: ends)) }
    }
}

extension OutingClock {
    /// Expired offers, whose seats go to the next in the queue.
    package var seatOffers: DueWork<OutingID> {
        let waitlist = WaitlistEdits(record: record)
        return DueWork(onOutings: "outings.pass_offers_on", in: database, due: .expiredOffers) {
            outing, _, transaction in
            try await waitlist.advance(outing.id, in: transaction)
        }
    }
}

extension Waitlist.Step {
    fileprivate var person: PersonID {
        switch self {
        case .expireOffer(let person), .seat(let person), .offer(let person, _): person
        }
    }

    fileprivate var offered: PersonID? {
        if case .offer(let person, _) = self { person } else { nil }
    }
}
