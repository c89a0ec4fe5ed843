/// The result of an import.
package struct ImportReport: Hashable, Sendable {
    package let source: String
    /// Number of records in the file.
    package internal(set) var read = 0
    /// Number of new restaurants.
    package internal(set) var imported = 0
    /// Number of known restaurants that changed.
    package internal(set) var updated = 0
    package internal(set) var unchanged = 0
    /// Number of restaurants that were left alone because an owner has edited them.
    package internal(set) var ownerEdited = 0
    /// Number of restaurants that the source no longer has.
    package internal(set) var vanished = 0
    /// Number of invented restaurants that this import removed; see ``SampleRestaurants``.
    package internal(set) var removedSamples = 0
    /// Number of skipped records by reason.
    package internal(set) var skipped: [SkipReason: Int] = [:]
    package internal(set) var hours = HoursTally()
    /// What the file has for the gazetteer; `nil` if it has restaurants only.
    package internal(set) var names: GazetteerTally?
    package internal(set) var duration = Duration.zero
}

/// The reason why a record was skipped.
package enum SkipReason: String, Hashable, Sendable, CaseIterable, Error {
    case notAPlaceToEat = "not a place to eat or drink"
    case noName = "no name"
    case nameTooLong = "name too long"
    case noID = "no id"
    case noLocation = "no location"
    case malformed = "cannot be read"
    case duplicate = "id seen before"
}

/// The progress of an import.
package struct ImportProgress: Hashable, Sendable {
    package enum Phase: String, Hashable, Sendable {
        /// Reading the file into the database's staging table.
        case reading
        /// Merging the staged rows into the directory.
        case merging
    }

    package let phase: Phase
    /// Number of records read, or rows merged, in this phase.
    package let count: Int
    /// Completed share of this phase, 0 to 1; `nil` if its size is unknown.
    package let fraction: Double?
    /// Time since this phase began.
    package let elapsed: Duration

    /// Records per second.
    package var rate: Double { elapsed > .zero ? Double(count) / (elapsed / .seconds(1)) : 0 }

    /// Estimated remaining time of this phase; `nil` if unknown.
    package var remaining: Duration? {
        guard let fraction, fraction > 0 else { return nil }
        return elapsed * (1 / fraction - 1)
    }
}
