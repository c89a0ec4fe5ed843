import OpeningHours

/// What an import found of opening hours.
package struct HoursTally: Hashable, Sendable {
    /// Places with hours that can be read.
    package private(set) var readable = 0
    /// Places whose hours cannot be read: they are unknown.
    package private(set) var unreadable = 0
    /// Of those with readable hours, places whose clock nobody knows: their hours are unknown too.
    package private(set) var withoutZone = 0
    /// Texts that were read already, and whether they could be.
    private var seen: [String: Bool] = [:]

    package init() {}

    mutating func count(_ hours: String?, zone: String?) {
        guard let hours else { return }
        if isReadable(hours) {
            readable += 1
            if zone == nil { withoutZone += 1 }
        } else {
            unreadable += 1
        }
    }

    private mutating func isReadable(_ hours: String) -> Bool {
        if let known = seen[hours] { return known }
        let isReadable = (try? Schedule(hours)) != nil
        // Bounded, so that memory does not grow with the file.
        if seen.count >= RestaurantLimits.textsRemembered { seen.removeAll(keepingCapacity: true) }
        seen[hours] = isReadable
        return isReadable
    }
}
