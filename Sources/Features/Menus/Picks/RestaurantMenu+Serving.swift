import CivilTime
package import Foundation
package import NoonishAPI
import OpeningHours

extension RestaurantMenu {
    /// Whether everything in a pick is served at a time: the item, and for a combo its parts.
    package func serves(_ pick: MenuPick, at instant: Date, in zone: TimeZone) -> Bool {
        pick.itemCounts.keys.allSatisfy { serves($0, at: instant, in: zone) }
    }

    /// Whether an item is served at a time, by its days and by the hours of the item, its section or the menu, of which
    /// the most specific counts.
    ///
    /// - Returns: False for an item that is not on the menu. Hours that say nothing certain count as open.
    package func serves(_ key: String, at instant: Date, in zone: TimeZone) -> Bool {
        guard let (_, section, item) = locate(key) else { return false }
        var serving = ServingTime(instant, zone)
        return serving.includes(item, hours: item.hours ?? section.hours ?? hours)
    }

    /// Returns the keys of the items that are not served at a time, in the order of the menu, with the combos of which a
    /// part that has to be chosen is not served.
    ///
    /// - Parameter absences: What the restaurant has taken off for a time.
    func unservedItems(
        at instant: Date, in zone: TimeZone, without absences: ItemAbsences? = nil
    ) -> [String] {
        var serving = ServingTime(instant, zone)
        var unserved: Set<String> = []
        for section in sections {
            for item in section.items
            where absences?.includes(item.key, at: instant) == true
                || !serving.includes(item, hours: item.hours ?? section.hours ?? hours)
            {
                unserved.insert(item.key)
            }
        }
        return sections.flatMap(\.items).filter { item in
            unserved.contains(item.key)
                || (item.slots ?? []).contains { slot in
                    slot.least > 0 && slot.choices.allSatisfy { unserved.contains($0.item) }
                }
        }.map(\.key)
    }
}

/// A time at which items are served or not. Hours that several items have are read once.
private struct ServingTime {
    private let location: LocationContext
    private let time: LocalTime
    private let day: Int
    private var answers: [String: Bool] = [:]

    init(_ instant: Date, _ zone: TimeZone) {
        location = LocationContext(zone: zone)
        time = location.localTime(at: instant)
        day = time.day
    }

    /// - Parameter hours: Those that count for the item.
    mutating func includes(_ item: MenuItem, hours: String?) -> Bool {
        guard item.firstDay.flatMap(CivilDate.init(day:)).map({ $0.dayNumber <= day }) ?? true,
            item.lastDay.flatMap(CivilDate.init(day:)).map({ $0.dayNumber >= day }) ?? true
        else { return false }
        guard let hours else { return true }
        if let answer = answers[hours] { return answer }
        let schedule = try? Schedule(hours)
        let answer = schedule.map { $0.state(at: time, in: location) != .closed } ?? true
        answers[hours] = answer
        return answer
    }
}

extension CivilDate {
    /// Reads a date of a menu, such as `2027-03-11`.
    fileprivate init?(day: String) {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        self.init(year: parts[0], month: parts[1], day: parts[2])
    }
}
