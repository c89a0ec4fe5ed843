package import Foundation
import Initializers
package import NoonishAPI

/// The queue for the seats of a full outing, and its next steps. Without side effects: ``steps(at:)``
/// computes the steps and ``WaitlistEdits`` executes them.
///
/// Seats that become free are offered to the first person in the queue whose party fits, and held until the
/// offer expires; then they are offered to the next. If there is too little time for that before the start,
/// they are assigned at once. A person who misses an offer stays in the queue, but gets no further offer
/// until they ask again.
@MemberwiseInit
package struct Waitlist: Sendable {
    /// A person in the queue.
    @MemberwiseInit
    package struct Entry: Hashable, Sendable {
        package let person: PersonID
        package let partySize: Int
        /// Until when their seats are held; `nil` without an offer.
        package var offerEndsAt: Date? = nil
        package var hasMissed: Bool = false
    }

    /// Seats neither taken nor held; `nil` without a capacity.
    package let free: Int?
    /// `nil` while the time is not set.
    package let startsAt: Date?
    /// In the order in which people joined the queue.
    package let entries: [Entry]

    package enum Step: Hashable, Sendable {
        /// The offer expired.
        case expireOffer(PersonID)
        /// Seats are held until the given time.
        case offer(PersonID, until: Date)
        /// The person attends.
        case seat(PersonID)
    }

    /// Returns the steps due at `now`, with expired offers before new ones. Once they are executed, no steps
    /// are due at `now`.
    package func steps(at now: Date) -> [Step] {
        let hasStarted = startsAt.map { $0 <= now } ?? false
        var steps: [Step] = []
        var free = free
        for entry in entries {
            guard let end = entry.offerEndsAt, hasStarted || end <= now else { continue }
            steps.append(.expireOffer(entry.person))
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

    /// Returns when an offer to a person who rests until `restEnd` expires: not before they had
    /// ``OutingLimits/offerLife`` to read it, if there is time for that before the start.
    ///
    /// - Parameter end: When an offer to a person who can read it now expires.
    static func extend(_ end: Date, afterRestUntil restEnd: Date?, startsAt: Date?) -> Date {
        guard let restEnd else { return end }
        let rested = max(end, restEnd + OutingLimits.offerLife)
        guard startsAt.map({ rested < $0 }) ?? true else { return end }
        return rested
    }

    /// Returns when an offer made now expires; `nil` if no offer is needed or there is no time for one.
    private func end(_ now: Date) -> Date? {
        let end = now + OutingLimits.offerLife
        guard free != nil, startsAt.map({ end < $0 }) ?? true else { return nil }
        return end
    }
}
