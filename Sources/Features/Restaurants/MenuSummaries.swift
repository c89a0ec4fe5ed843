import Foundation
import Initializers
package import NoonishAPI

/// Provides menus, which belong to another module. The composition root passes in the implementation.
package protocol MenuSummaries: Sendable {
    /// Returns what the restaurant's page shows of its newest menu; `nil` if it has none.
    ///
    /// - Parameter languages: The caller's languages, the preferred one first.
    func overview(of restaurant: RestaurantID, in languages: [String]) async throws -> MenuSummary?
}

/// The sections of a menu and the serving hours that occur on it.
@MemberwiseInit
package struct MenuSummary: Hashable, Sendable {
    package let sections: [String]
    package let itemCount: Int
    /// In the syntax of OpenStreetMap's `opening_hours`, each once.
    package let hours: [String]
}

extension MenuOverview {
    /// Creates an overview with the hours of seven days. Hours are left out that cannot be read, or if the
    /// restaurant's time zone is unknown.
    init(_ menu: MenuSummary, of row: RestaurantRow, hours: HoursPatterns, from start: Date) {
        let weeks = menu.hours.prefix(RestaurantLimits.menuHours).compactMap { text in
            hours.pattern(of: row.hours(text)).map { WeekHours(text: text, week: $0.week(from: start)) }
        }
        self.init(sections: menu.sections, itemCount: menu.itemCount, weekHours: weeks)
    }
}
