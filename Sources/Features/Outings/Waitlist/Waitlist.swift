package import Foundation
package import NoonishAPI

/// The queue for the seats of a full outing, and what is to happen to it now. Pure: ``steps`` says, ``WaitlistEdits`` does.
///
/// Seats that come free are offered to the first in the queue whose party fits, and held until the offer runs out; then
/// the next is asked. Where there is no time for that before the start, they are given at once. Who lets an offer run
/// out keeps waiting, and is offered nothing until they ask again.
package struct Waitlist: Sendable {
    /// Somebody in the queue.
    package struct Entry: Hashable, Sendable {
        package let person: PersonID
        package let partySize: Int
        /// Until when their seats are held; nil without an offer.
        package var offerEndsAt: Date?
        package var hasMissed: Bool

        package init(person: PersonID, partySize: Int, offerEndsAt: Date? = nil, hasMissed: Bool = false) {
            self.person = person
            self.partySize = partySize
            self.offerEndsAt = offerEndsAt
            self.hasMissed = hasMissed
        }
    }

    /// Seats neither taken nor held; nil: there is no limit any more.
    package let free: Int?
    /// Nil while the time is open.
    package let startsAt: Date?
    /// In the order in which they asked.
    package let entries: [Entry]

    package init(free: Int?, startsAt: Date?, entries: [Entry]) {
        self.free = free
        self.startsAt = startsAt
        self.entries = entries
    }

    package enum Step: Hashable, Sendable {
        /// Their offer ran out.
        case passOver(PersonID)
        /// Their seats are held.
        case offer(PersonID, until: Date)
        /// They come.
        case seat(PersonID)
    }

    /// What is to happen at `now`, offers that end before those that begin. After them, nothing is left to do at `now`.
    package func steps(at now: Date) -> [Step] {
        let hasStarted = startsAt.map { $0 <= now } ?? false
        var steps: [Step] = []
        var free = free
        for entry in entries {
            guard let end = entry.offerEndsAt, hasStarted || end <= now else { continue }
            steps.append(.passOver(entry.person))
            free = free.map { $0 + entry.partySize }
        }
        guard !hasStarted else { return steps }
        for entry in entries where entry.offerEndsAt == nil && !entry.hasMissed {
            if let seats = free {
                guard entry.partySize <= seats else { continue }
                free = seats - entry.partySize
            }
            steps.append(end(now).map { Step.offer(entry.person, until: $0) } ?? .seat(entry.person))
        }
        return steps
    }

    /// When an offer made now ends; nil where nobody needs to be asked or there is no time to.
    private func end(_ now: Date) -> Date? {
        let end = now + OutingLimits.offerLife
        guard free != nil, startsAt.map({ end < $0 }) ?? true else { return nil }
        return end
    }
}
