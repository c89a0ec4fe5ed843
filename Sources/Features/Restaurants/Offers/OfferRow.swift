import Access
package import Foundation
package import NoonishAPI
package import Postgres

/// A row of `offer`.
@Row
struct OfferRow: Sendable, TableRow {
    let id: OfferID
    let restaurant: RestaurantID
    let title: String
    let words: String?
    let link: String?
    let times: OfferTimes
    let source: String
    private let timeZone: String?

    static let columns: SQL = """
        f.id, f.restaurant_id, f.title, f.description, f.link, (f.first_day - date '1970-01-01')::int8,
        (f.last_day - date '1970-01-01')::int8, f.weekdays::int8[], f.from_minute::int8, f.until_minute::int8, f.source,
        r.time_zone
        """
    static let tables: SQL = "restaurant_offer AS f JOIN restaurant AS r ON r.id = f.restaurant_id"

    /// `nil` when the restaurant's time zone is unknown; the offer then never holds.
    var zone: TimeZone? { timeZone.flatMap { TimeZone(identifier: $0) } }

    func holds(at instant: Date) -> Bool { zone.map { times.hold(at: instant, in: $0) } ?? false }

    func isOver(at instant: Date) -> Bool { zone.map { times.areOver(at: instant, in: $0) } ?? true }

    var wire: Offer {
        Offer(
            id: id, restaurant: restaurant, title: title, words: words, link: link,
            firstDay: times.firstDay.map(OfferTimes.text(ofDay:)),
            lastDay: times.lastDay.map(OfferTimes.text(ofDay:)), weekdays: times.weekdays.sorted(),
            hours: times.hours.map {
                .init(
                    from: OfferTimes.Hours.text(of: $0.from), until: OfferTimes.Hours.text(of: $0.until))
            },
            timeZone: zone?.identifier ?? "UTC", source: source)
    }
}

extension OfferTimes: PostgresRow {
    init(row: inout RowReader) throws(PostgresError) {
        firstDay = try row.next()
        lastDay = try row.next()
        weekdays = Set(try row.next([Int].self))
        let from: Int? = try row.next()
        let until: Int? = try row.next()
        if let from, let until { hours = Hours(from: from, until: until) }
    }
}

extension Query where Row == OfferRow {
    /// Returns a restaurant's current and future offers, those that end first at the front. Served by
    /// `restaurant_offer_restaurant_idx`.
    static func offers(of restaurant: RestaurantID) -> Self {
        .select(
            "restaurants.list_offers",
            """
             WHERE f.restaurant_id = \(restaurant) AND f.ended_at IS NULL
             ORDER BY f.last_day, f.title, f.id
             LIMIT \(RestaurantLimits.offers)
            """)
    }

    /// Returns offers by id, including ended ones.
    static func offers(_ ids: [OfferID]) -> Self {
        .select(
            "restaurants.read_offers",
            """
             WHERE f.id = ANY (\(ids))
             ORDER BY f.id
            """)
    }
}

/// Reads restaurants' offers, for modules that know when a visit takes place.
package struct OfferReader: Sendable {
    package init() {}

    /// Returns the offers that hold at a restaurant at an instant.
    package func offers(
        of restaurant: RestaurantID, at instant: Date, in database: any Database
    ) async throws -> [Offer] {
        try await database.all(.offers(of: restaurant)).filter { $0.holds(at: instant) }.map(\.wire)
    }

    /// Returns offers by id, including ended ones.
    package func offers(_ ids: [OfferID], in database: any Database) async throws -> [Offer] {
        guard !ids.isEmpty else { return [] }
        return try await database.all(.offers(ids)).map(\.wire)
    }
}
