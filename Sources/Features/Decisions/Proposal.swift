package import Foundation
package import HTTPKit
import Initializers
package import NoonishAPI
package import Outings

/// The content of a suggestion or of a poll's option: a time, a place, both, or one more guest.
@MemberwiseInit
package struct Proposal: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        /// With the restaurant's name at the time of the proposal.
        case restaurant(RestaurantID, name: String)
        case unlisted(String)
    }

    package enum Guest: Hashable, Sendable {
        case person(PersonID)
        /// An email address in lower case.
        case address(String)
    }

    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case time, place, both, guest
    }

    package var time: OutingTime? = nil
    package var place: Place? = nil
    package var guest: Guest? = nil

    package var kind: Kind {
        switch (time, place) {
        case (nil, nil): .guest
        case (.some, nil): .time
        case (nil, .some): .place
        case (.some, .some): .both
        }
    }
}

extension Proposal {
    /// A canonical form that is equal for equivalent proposals: times as instants, restaurants by identifier,
    /// other places by name without regard to case and spacing.
    package var content: String {
        var parts: [String] = []
        if let time {
            let ends = time.endsAt.map { String(Int($0.instant.timeIntervalSince1970)) } ?? "open"
            parts.append("time \(Int(time.startsAt.instant.timeIntervalSince1970)) \(ends)")
        }
        switch place {
        case .restaurant(let id, _): parts.append("restaurant \(id)")
        case .unlisted(let words): parts.append("place \(Self.normalized(words))")
        case nil: break
        }
        switch guest {
        case .person(let person): parts.append("person \(person)")
        case .address(let address): parts.append("address \(address)")
        case nil: break
        }
        return parts.joined(separator: "\n")
    }

    private static func normalized(_ words: String) -> String {
        words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .precomposedStringWithCompatibilityMapping.lowercased()
    }

    /// Checks whether the outing already matches the proposal. A proposed time without an end matches any
    /// end. Always `false` for one more guest, because the state has no list of people.
    package func isFulfilled(in state: OutingState) -> Bool {
        guard guest == nil else { return false }
        if let time {
            guard let actual = state.time, actual.startsAt.instant == time.startsAt.instant else {
                return false
            }
            if let ends = time.endsAt, ends.instant != actual.endsAt?.instant { return false }
        }
        switch place {
        case .restaurant(let id, _): guard state.place?.restaurant == id else { return false }
        case .unlisted(let words):
            guard let actual = state.place, actual.restaurant == nil,
                Self.normalized(actual.name) == Self.normalized(words)
            else { return false }
        case nil: break
        }
        return true
    }

    /// Returns the edit by which a host would apply the proposal; `nil` for one more guest.
    package func patch(for state: OutingState) -> OutingPatch? {
        guard guest == nil else { return nil }
        let zone = zone(in: state)
        let newZone = zone == state.zone ? nil : zone
        switch place {
        case .restaurant(let id, _):
            return OutingPatch(time: time, zone: newZone, restaurant: id, place: nil)
        case .unlisted(let words):
            return OutingPatch(time: time, zone: newZone, restaurant: nil, place: words)
        case nil: return OutingPatch(time: time, zone: newZone, restaurant: nil, place: nil)
        }
    }

    /// Returns the zone of the outing with the proposal: an outing without a time takes the proposal's.
    private func zone(in state: OutingState) -> String {
        guard state.time == nil, let time else { return state.zone }
        return time.startsAt.zone
    }

    /// Returns the time of the outing with the proposal, in the outing's zone.
    package func time(over state: OutingState) throws(Problem) -> OutingTime? {
        try patch(for: state)?.time(over: state, zone: zone(in: state))
    }

    /// The part of the proposal that notifications and history may keep.
    package var summary: ProposalSummary {
        let place: ProposalSummary.Place? =
            switch self.place {
            case .restaurant(let id, let name): .restaurant(id, name: name)
            case .unlisted: .unlisted
            case nil: nil
            }
        let guest: ProposalSummary.Guest? =
            switch self.guest {
            case .person(let person): .person(person)
            case .address: .byMail
            case nil: nil
            }
        return ProposalSummary(time: time, place: place, guest: guest)
    }

    /// When the proposal can no longer be applied; `nil` if it does not expire by itself.
    package var ends: Date? { time?.startsAt.instant }
}
