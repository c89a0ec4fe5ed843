import Access
import Foundation
import GeoSearch
import HTTPKit
import Money
import Restaurants

/// The order of dishes. Ties are broken by distance.
enum DishOrder: String, CaseIterable {
    case distance
    /// By the name of the restaurant in the reader's alphabet.
    case place
    case price
    /// By the name of the dish in the reader's alphabet.
    case name
}

/// A validated search for dishes.
struct DishSearch {
    let order: DishOrder
    /// The currency that the dishes must have; `nil` for that of the nearest one if ``needsCurrency``, else for any.
    let currency: String?
    /// The highest price, in minor units.
    let highestPrice: Int?
    let openAt: Date?
    /// The end of the previous page, in an order other than that of distance.
    let cursor: DishCursor?
    /// The query without costs and opening hours.
    let query: PlaceQuery

    /// Whether prices are compared, which is possible in one currency only.
    var needsCurrency: Bool { highestPrice != nil || order == .price }

    /// A hash of everything but the page; the same in every process.
    var fingerprint: UInt64 {
        let costs = [order.rawValue, currency ?? "", highestPrice.map(String.init) ?? ""]
        return query.fingerprint(with: costs)
    }

    /// The instant of the search, if the request decides it.
    var instant: Date? { cursor?.instant ?? query.cursor?.instant ?? openAt }

    /// Reads and validates the query parameters.
    ///
    /// - Throws: A problem that names **every** invalid parameter.
    init(_ reader: QueryReader) throws {
        var reader = reader
        let text = reader.optional("q", .text(RestaurantLimits.text), default: "")
        let diets = reader.list("diet", .oneOf(Diet.self), max: RestaurantLimits.maximumListValues)
        let states = reader.list(
            "open", .oneOf(RestaurantSearch.OpenParameter.self),
            max: RestaurantSearch.OpenParameter.allCases.count)
        openAt = reader.optional("openAt", .instant)
        highestPrice = reader.optional("priceMax", .integer(MenuLimits.price))
        currency = reader.optional("currency", .currency)?.code
        order = reader.optional("sort", .oneOf(DishOrder.self), default: .distance)
        let area = RestaurantSearch.area(&reader)
        let limit = reader.optional(
            "limit", .integer(1...SearchLimits.pageSize), default: SearchLimits.defaultPageSize)
        let next = "the value of next from the previous page"
        let code = "invalid_cursor"
        let position: PlaceCursor?
        if order == .distance {
            position = reader.optional("cursor", .parsed(next, code: code) { PlaceCursor($0) })
            cursor = nil
        } else {
            cursor = reader.optional("cursor", .parsed(next, code: code) { DishCursor($0) })
            position = nil
        }
        try reader.finish()
        query = PlaceQuery(
            area, text: text, diets: Set(diets), open: Set(states.map(\.state)), limit: limit,
            cursor: position)
    }
}
