import Foundation
import Geo
import GeoSearch
import HTTPKit

/// A checked search.
struct RestaurantSearch {
    let query: PlaceQuery

    /// - Throws: a problem that names **every** faulty parameter.
    init(_ reader: QueryReader, _ words: CuisineVocabulary) throws {
        var reader = reader
        let area = Self.area(&reader)
        let text = reader.optional("q", .text(RestaurantLimits.text), default: "")
        let cuisines = reader.list("cuisine", .text(1...60), max: RestaurantLimits.listed)
        let diets = reader.list("diet", .oneOf(Diet.self), max: RestaurantLimits.listed)
        let kinds = reader.list("kind", .oneOf(PlaceKind.self), max: RestaurantLimits.listed)
        let prices = reader.list("price", .integer(1...4), max: 4)
        let rating = reader.optional("rating", .number(0...5))
        let order = reader.optional("sort", .oneOf(PlaceOrder.self), default: .distance)
        let limit = reader.optional(
            "limit", .integer(1...SearchLimits.pageSize), default: SearchLimits.defaultPageSize)
        let cursor = reader.optional(
            "cursor", .parsed("the next of the page before", code: "invalid_cursor") { PlaceCursor($0) })
        _ = reader.optional("openAt", .instant)
        Self.checkOpen(&reader)
        try reader.finish()
        query = PlaceQuery(
            area.limited(for: order), text: text,
            cuisines: Set(cuisines.map { words.key(of: $0) ?? $0.lowercased() }), diets: Set(diets),
            kinds: Set(kinds), prices: Set(prices), minimumRating: rating, order: order, limit: limit,
            cursor: cursor)
    }

    /// Notes a fault and stands for anywhere if there is no usable area.
    private static func area(_ reader: inout QueryReader) -> PlaceArea {
        let near = reader.optional("near", .coordinate)
        let box = reader.optional(
            "bounds",
            .parsed("south,west,north,east in degrees, such as 60.1,24.9,60.2,25") { BoundingBox(text: $0) })
        let radius = reader.optional("radius", .number(RestaurantLimits.radius))
        if let box {
            if radius != nil { reader.refuse("radius", "not_with_bounds", "A radius goes with near alone.") }
            return .within(box, origin: near)
        }
        if !reader.has("near"), !reader.has("bounds") {
            reader.refuse(
                "near", "missing", "Say where: near=latitude,longitude, or bounds=south,west,north,east.")
        }
        return .around(near ?? .nullIsland, radius: radius)
    }

    /// Opening hours are shown as their text and not evaluated, so every place is "unknown" at any time.
    private static func checkOpen(_ reader: inout QueryReader) {
        let states = reader.list("open", .oneOf(OpenState.self), max: OpenState.allCases.count)
        if !states.isEmpty, !states.contains(.unknown) {
            reader.refuse(
                "open", "hours_not_evaluated",
                "It is not known what is open at a time; each place shows its hours. Leave this out, or add unknown."
            )
        }
    }

    private enum OpenState: String, CaseIterable {
        case yes, no, unknown
    }
}

extension PlaceArea {
    /// The best rated of the whole world are nobody's answer: without a radius it is a day out.
    fileprivate func limited(for order: PlaceOrder) -> Self {
        guard order == .rating, case .around(let origin, let others, nil) = self else { return self }
        return .around(origin, others: others, radius: RestaurantLimits.ratingRadius)
    }
}

extension ValueParser where Value == Coordinate {
    static var coordinate: ValueParser {
        .parsed("latitude,longitude in degrees, such as 60.1699,24.9384") { Coordinate(text: $0) }
    }
}

extension ValueParser where Value == Date {
    /// An instant, with or without parts of seconds.
    static var instant: ValueParser {
        .parsed("a time with offset, such as 2027-03-11T12:30:00+02:00") { text in
            (try? Date(text, strategy: Date.ISO8601FormatStyle()))
                ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        }
    }
}
