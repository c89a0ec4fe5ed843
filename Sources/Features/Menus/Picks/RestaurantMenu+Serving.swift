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
        let location = LocationContext(zone: zone)
        let time = location.localTime(at: instant)
        let date = CivilDate(dayNumber: time.day)
        guard item.firstDay.flatMap(CivilDate.init(day:)).map({ $0.dayNumber <= date.dayNumber }) ?? true,
            item.lastDay.flatMap(CivilDate.init(day:)).map({ $0.dayNumber >= date.dayNumber }) ?? true
        else { return false }
        guard let hours = item.hours ?? section.hours ?? hours, let schedule = try? Schedule(hours) else {
            return true
        }
        return schedule.state(at: time, in: location) != .closed
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
