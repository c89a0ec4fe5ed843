import Foundation

/// An offer from an import, validated against every constraint of the table.
struct OfferRecord: Hashable, Sendable {
    let key: String
    /// The restaurant's id in its own source.
    let restaurant: String
    let title: String
    let words: String?
    let link: String?
    let times: OfferTimes

    /// The reason why a record is not a valid offer.
    enum Fault: String, Error, Hashable, Sendable, CaseIterable {
        case malformed = "cannot be read"
        case noKey = "no key"
        case noRestaurant = "no restaurant"
        case noTitle = "no title of at most 120 characters"
        case badDay = "first or last is not a date such as 2027-03-11, or last is before first"
        case badWeekdays = "weekdays are not weekdays such as Mo-Fr,Su"
        case badHours = "hours are not times such as 11:00-14:00"
        case duplicate = "duplicate key"
        case unknownRestaurant = "unknown restaurant"
    }

}

extension OfferRecord {
    /// Reads the fields `key`, `restaurant`, `title`, `words`, `link`, `first`, `last`, `weekdays` and
    /// `hours`.
    init(_ record: ImportRecord) throws(Fault) {
        let tags = TagReader(record.fields)
        guard let key = tags.clean("key"), key.unicodeScalars.count <= 200 else { throw .noKey }
        guard let restaurant = tags.clean("restaurant"), restaurant.unicodeScalars.count <= 200 else {
            throw .noRestaurant
        }
        guard let title = tags.clean("title"),
            RestaurantLimits.offerTitle.contains(title.unicodeScalars.count)
        else { throw .noTitle }
        var times = OfferTimes(weekdays: OfferTimes.everyDay)
        times.firstDay = try Self.day(tags.clean("first"))
        times.lastDay = try Self.day(tags.clean("last"))
        if let first = times.firstDay, let last = times.lastDay, last < first { throw .badDay }
        if let text = tags.clean("weekdays") {
            guard let weekdays = OfferTimes.weekdays(text: text) else { throw .badWeekdays }
            times.weekdays = weekdays
        }
        if let text = tags.clean("hours") {
            guard let hours = OfferTimes.Hours(text: text) else { throw .badHours }
            times.hours = hours
        }
        self.key = key
        self.restaurant = restaurant
        self.title = title
        words = tags.clean("words")
        link = tags.clean("link").flatMap(WebAddress.normalized)
        self.times = times
    }

    private static func day(_ text: String?) throws(Fault) -> Int? {
        guard let text else { return nil }
        guard let day = OfferTimes.day(text: text) else { throw .badDay }
        return day
    }
}
