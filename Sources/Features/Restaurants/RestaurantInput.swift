package import Foundation
package import Geo
package import GeoSearch
package import HTTPKit
import NoonishAPI

/// A validated search request, before the data of other modules are added.
package struct RestaurantSearch {
    let area: PlaceArea
    let outing: OutingID?
    /// Whether the search orders places by ``PlaceOrder/fair``.
    let isFair: Bool
    /// Whether ``area`` is around the point of the parameter `near`.
    private let hasPoint: Bool
    let openAt: Date?
    let wantsLive: Bool
    private let attributes: Set<LiveAttribute>
    /// Whether to exclude restaurants where the outing's members have met before.
    let skipsVisited: Bool
    /// Excludes restaurants where ``circle`` has met, or the caller with most of the outing's members, within
    /// this number of weeks.
    let excludedWeeks: Int?
    let circle: CircleID?
    /// The query without what other modules provide: opening hours, starting points and visits.
    let baseQuery: PlaceQuery

    /// Reads and validates the query parameters.
    ///
    /// - Throws: A problem that names **every** invalid parameter.
    init(_ reader: QueryReader, _ words: CuisineVocabulary) throws {
        var reader = reader
        outing = reader.optional("outing", .parsed("an outing's id", code: "invalid_id") { OutingID($0) })
        let text = reader.optional("q", .text(RestaurantLimits.text), default: "")
        let cuisines = reader.list("cuisine", .text(1...60), max: RestaurantLimits.maximumListValues)
        let diets = reader.list("diet", .oneOf(Diet.self), max: RestaurantLimits.maximumListValues)
        let kinds = reader.list("kind", .oneOf(PlaceKind.self), max: RestaurantLimits.maximumListValues)
        let prices = reader.list("price", .integer(1...4), max: 4)
        let rating = reader.optional("rating", .number(0...5))
        let order = reader.optional("sort", .oneOf(PlaceOrder.self), default: .distance)
        if order == .fair, !reader.has("outing") {
            reader.refuse("sort", "fair_needs_outing", "sort=fair requires outing.")
        }
        isFair = order == .fair
        let area = Self.area(&reader, isFair: isFair)
        hasPoint = reader.has("near")
        let limit = reader.optional(
            "limit", .integer(1...SearchLimits.pageSize), default: SearchLimits.defaultPageSize)
        let cursor = reader.optional(
            "cursor",
            .parsed("the value of next from the previous page", code: "invalid_cursor") { PlaceCursor($0) })
        if isFair, cursor != nil {
            reader.refuse("cursor", "fair_is_one_page", "sort=fair returns a single page; remove cursor.")
        }
        openAt = reader.optional("openAt", .instant)
        let states = reader.list("open", .oneOf(OpenParameter.self), max: OpenParameter.allCases.count)
        let facets = reader.optional("facets", .boolean, default: true)
        wantsLive = reader.optional("live", .boolean, default: false)
        attributes = Set(
            reader.list("attributes", .oneOf(LiveAttribute.self), max: LiveAttribute.allCases.count))
        if !attributes.isEmpty, !wantsLive {
            reader.refuse(
                "attributes", "attributes_need_live",
                "attributes requires live=true.")
        }
        skipsVisited = !reader.optional("visited", .boolean, default: true)
        if skipsVisited, !reader.has("outing") {
            reader.refuse("visited", "visited_needs_outing", "visited=false requires outing.")
        }
        excludedWeeks = reader.optional("notWithinWeeks", .integer(RestaurantLimits.excludedWeeks))
        circle = reader.optional("circle", .parsed("a circle's id", code: "invalid_id") { CircleID($0) })
        if reader.has("notWithinWeeks"), !reader.has("circle"), !reader.has("outing") {
            reader.refuse("notWithinWeeks", "weeks_need_circle", "notWithinWeeks requires circle or outing.")
        }
        if reader.has("circle"), !reader.has("notWithinWeeks") {
            reader.refuse("circle", "circle_needs_weeks", "circle requires notWithinWeeks.")
        }
        try reader.finish()
        self.area = area.limited(for: order)
        baseQuery = PlaceQuery(
            self.area, text: text, cuisines: Set(cuisines.map { words.key(of: $0) ?? $0.lowercased() }),
            diets: Set(diets), kinds: Set(kinds), prices: Set(prices), minimumRating: rating,
            open: Set(states.map(\.state)), order: order, limit: limit, cursor: cursor, facets: facets)
    }

    /// Whether results are ordered by our own score, not by distance or rating.
    var isOrderedByScore: Bool { baseQuery.order == .best }

    /// Returns the instant for which opening hours are evaluated: that of the first page, of `openAt`, of the
    /// outing, of the time of day that the text names, or now.
    func instant(_ situation: OutingSituation?, _ text: SearchText, in index: RestaurantIndex, now: Date)
        -> Date
    {
        if let instant = baseQuery.cursor?.instant ?? openAt ?? situation?.startsAt { return instant }
        guard let hours = text.hours else { return now }
        return index.timeZone(near: area, now: now).map { hours.next(from: now, in: $0) } ?? now
    }

    /// Returns the query for the index.
    ///
    /// - Parameters:
    ///   - recentlyVisited: Restaurants that ``circle`` visited too recently.
    ///   - liked: Restaurants that the caller likes.
    func query(
        _ situation: OutingSituation?, recentlyVisited: Set<UUID>, liked: Set<UUID>, states: OpenStates,
        now: Date
    ) -> PlaceQuery {
        var query = baseQuery
        query.openAt = states
        query.excluded = recentlyVisited
        query.liked = liked
        if let situation {
            query.excluded.formUnion(
                situation.excludedPlaces(all: skipsVisited, withinWeeks: excludedWeeks, now: now))
            if isFair, let first = situation.origins.first {
                query.area = .around(first, others: Array(situation.origins.dropFirst()))
            }
        }
        return query
    }

    /// Returns the distance to a place in **metres** from the caller's own starting point, else from the
    /// point of the request. In a fair search the index measures another member's distance, which the caller
    /// must not learn.
    func ownDistance(to place: Coordinate, _ situation: OutingSituation) -> Double? {
        let start = situation.ownOrigin ?? (hasPoint ? area.origin : nil)
        return start.map { ($0.distance(to: place) * 100).rounded() / 100 }
    }

    /// Returns the search for live origins; `nil` when they are not queried.
    func liveQuery(at instant: Date) -> LiveQuery? {
        guard wantsLive, hasPoint || !isFair, baseQuery.cursor == nil else { return nil }
        var liveQuery = LiveQuery(
            origin: area.origin, text: baseQuery.text, cuisines: baseQuery.cuisines, diets: baseQuery.diets,
            prices: baseQuery.prices, minimumRating: baseQuery.minimumRating, attributes: attributes,
            order: baseQuery.order, limit: baseQuery.limit)
        if baseQuery.open == [.open] { liveQuery.openAt = instant }
        switch area {
        case .around(_, _, let radius): liveQuery.radius = radius
        case .within(let box, _):
            liveQuery.origin = box.center
            liveQuery.radius = box.center.distance(
                to: (try? Coordinate(latitude: box.north, longitude: box.east)) ?? box.center)
        }
        return liveQuery
    }

    /// Reads the search area. Records an error and returns a placeholder if there is no usable area. A fair
    /// search is around the members, wherever the caller is.
    package static func area(_ reader: inout QueryReader, isFair: Bool = false) -> PlaceArea {
        let near = reader.optional("near", .coordinate)
        let box = reader.optional(
            "bounds",
            .parsed("south,west,north,east in degrees, such as 60.1,24.9,60.2,25") { BoundingBox(text: $0) })
        let radius = reader.optional("radius", .number(RestaurantLimits.radius))
        if isFair {
            for name in ["bounds", "radius"] where reader.has(name) {
                reader.refuse(
                    name, "not_with_fair", "sort=fair searches around the members; remove this parameter.")
            }
            return .around(near ?? .nullIsland)
        }
        if let box {
            if radius != nil {
                reader.refuse(
                    "radius", "not_with_bounds",
                    "radius can only be used with near; remove one of radius and bounds.")
            }
            return .within(box, origin: near)
        }
        if !reader.has("near"), !reader.has("bounds") {
            reader.refuse(
                "near", "missing",
                "near or bounds is required: near=latitude,longitude or bounds=south,west,north,east.")
        }
        return .around(near ?? .nullIsland, radius: radius)
    }

    /// The parameter values for ``OpenState``.
    package enum OpenParameter: String, CaseIterable {
        case yes, no, unknown

        package var state: OpenState {
            switch self {
            case .yes: .open
            case .no: .closed
            case .unknown: .unknown
            }
        }
    }
}

extension PlaceArea {
    /// Adds a default radius to a search by rating: without one, it would return the best rated places of the
    /// whole world.
    fileprivate func limited(for order: PlaceOrder) -> Self {
        guard order == .rating, case .around(let origin, let others, nil) = self else { return self }
        return .around(origin, others: others, radius: RestaurantLimits.ratingRadius)
    }
}

extension ValueParser where Value == Coordinate {
    package static var coordinate: ValueParser<Coordinate> {
        .parsed("latitude,longitude in degrees, such as 60.1699,24.9384") { Coordinate(text: $0) }
    }
}

extension ValueParser where Value == Date {
    /// An instant within ``RestaurantLimits/instants``, with or without fractional seconds.
    package static var instant: ValueParser<Date> {
        .parsed("a time with offset, such as 2027-03-11T12:30:00+02:00") { text in
            let instant =
                (try? Date(text, strategy: Date.ISO8601FormatStyle()))
                ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
            return instant.flatMap { RestaurantLimits.instants.contains($0) ? $0 : nil }
        }
    }
}
