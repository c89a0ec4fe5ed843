/// What an import did.
package struct ImportReport: Hashable, Sendable {
    package let source: String
    /// Records in the file.
    package internal(set) var read = 0
    /// Restaurants that are new.
    package internal(set) var imported = 0
    /// Known restaurants that changed.
    package internal(set) var updated = 0
    package internal(set) var unchanged = 0
    /// Restaurants that were edited by an owner and left alone.
    package internal(set) var kept = 0
    /// Restaurants that the source no longer has.
    package internal(set) var vanished = 0
    /// Records that became no restaurant, by reason.
    package internal(set) var skipped: [SkipReason: Int] = [:]
    package internal(set) var hours = HoursTally()
    package internal(set) var took = Duration.zero
}

/// Why a record became no restaurant.
package enum SkipReason: String, Hashable, Sendable, CaseIterable, Error {
    case notAPlaceToEat = "not a place to eat or drink"
    case noName = "no name"
    case nameTooLong = "name too long"
    case noID = "no id"
    case noLocation = "no location"
    case malformed = "cannot be read"
    case duplicate = "id seen before"
}

/// How far an import is.
package struct ImportProgress: Hashable, Sendable {
    package enum Phase: String, Hashable, Sendable {
        /// Taking the restaurants out of the file into the database's staging table.
        case reading
        /// Merging them into the directory.
        case merging
    }

    package let phase: Phase
    /// Records read, or rows merged, in this phase.
    package let count: Int
    /// Of this phase, 0 to 1; nil where the size of the work is not known.
    package let fraction: Double?
    /// Since this phase began.
    package let elapsed: Duration

    /// Records each second.
    package var rate: Double { elapsed > .zero ? Double(count) / (elapsed / .seconds(1)) : 0 }

    /// How long this phase will still take; nil where that is not known.
    package var remaining: Duration? {
        guard let fraction, fraction > 0 else { return nil }
        return elapsed * (1 / fraction - 1)
    }
}
