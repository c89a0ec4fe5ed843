import Initializers
package import NoonishAPI
package import Postgres
package import Restaurants

/// Summaries of the newest published menus.
@MemberwiseInit
package struct PublishedMenuSummaries: MenuSummaries {
    let menus: PublishedMenus
    let database: any Database

    package func overview(
        of restaurant: RestaurantID, in languages: [String]
    ) async throws -> MenuSummary? {
        guard let menu = try await menus.newest(of: restaurant, from: database)?.menu else { return nil }
        var hours: [String] = []
        for text in menu.allHours where !hours.contains(text) { hours.append(text) }
        return MenuSummary(
            sections: menu.sections.map { $0.name(in: languages, menuLanguage: menu.language) },
            itemCount: menu.sections.map(\.items.count).reduce(0, +), hours: hours)
    }
}

extension RestaurantMenu {
    /// The hours of the menu, of its sections and of its items.
    fileprivate var allHours: [String] {
        ([hours] + sections.flatMap { [$0.hours] + $0.items.map(\.hours) }).compactMap(\.self)
    }
}

extension MenuSection {
    /// Returns the name in the first of `languages` that the menu has.
    fileprivate func name(in languages: [String], menuLanguage: String) -> String {
        for language in languages {
            if menuLanguage.prefix(while: { $0 != "-" }) == language { return name }
            if let name = names?[language] { return name }
        }
        return name
    }
}
