import OpeningHours

/// Counts of the opening hours in an import.
package struct HoursTally: Hashable, Sendable {
    /// Number of places with readable hours.
    package private(set) var readable = 0
    /// Number of places with unreadable hours; their hours are unknown.
    package private(set) var unreadable = 0
    /// Number of places with readable hours but an unknown time zone; their hours are unknown too.
    package private(set) var withoutZone = 0
    /// Parsed texts, and whether they were readable.
    private var seen: [String: Bool] = [:]

    package init() {}

    mutating func count(_ hours: String?, zone: String?) {
        guard let hours else { return }
        if parses(hours) {
            readable += 1
            if zone == nil { withoutZone += 1 }
        } else {
            unreadable += 1
        }
    }

    private mutating func parses(_ hours: String) -> Bool {
        if let known = seen[hours] { return known }
        let parses = (try? Schedule(hours)) != nil
        // Bounded, so that memory does not grow with the file.
        if seen.count >= RestaurantLimits.maximumParsedTexts { seen.removeAll(keepingCapacity: true) }
        seen[hours] = parses
        return parses
    }
}
