package import Access
package import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
package import Postgres

/// The offers of restaurants.
@MemberwiseInit
package struct OfferRoutes: RouteGroup {
    let database: any Database
    var now: @Sendable () -> Date = { Date() }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listOffers, .readRestaurant, scope: .anyone, "List offers of a restaurant",
            "Offers that are valid now or later, or at a given time, in the restaurant's local time.",
            parameters: [
                .query("restaurant", .id, isRequired: true, "The restaurant."),
                .query("at", .instant, "Only offers that are valid at this time."),
            ], answers: [.ok(.page(of: .offer), "The offers, sorted by their end", isTagged: true)],
            problems: [.faults("invalid_id")], handler: offers)
    ]

    /// Lists offers that are valid at a time; without a time, those valid now or later.
    private func offers(_ call: Call) async throws -> Response {
        var query = call.query
        let restaurant = query.required(
            "restaurant", .parsed("a restaurant's id", code: "invalid_id") { RestaurantID($0) })
        let instant = query.optional("at", .instant)
        let all = try await database.all(.offers(of: try query.finish(restaurant)))
        let now = now()
        let items = all.filter { offer in
            instant.map { offer.holds(at: $0) } ?? !offer.isOver(at: now)
        }
        return .json(.ok, Page(items: items.map(\.wire)), etag: .content)
    }
}

extension Schema {
    fileprivate static let offer = Schema.named(
        "Offer",
        .object(
            .field("id", .id), .field("restaurant", .id), .field("title", .string("Two lunches for one")),
            .field("words", .string("With the soup of the day").orNull),
            .field("link", .string("https://sakura.example/lunch").orNull),
            .field("firstDay", Schema.date.orNull, "Null for no beginning."),
            .field("lastDay", Schema.date.orNull, "Null for no end."),
            .field("weekdays", .array(of: .integer(1...7, 1)), "1 is Monday, 7 is Sunday."),
            .field(
                "hours",
                Schema.object(
                    .field("from", .string("11:00")),
                    .field("until", .string("14:00"), "On the next day unless it is later than `from`.")
                ).orNull, "Null for the whole day."),
            .field("timeZone", .string("Europe/Helsinki"), "The restaurant's time zone."),
            .field("source", .string("town-deals"), "The source of the offer.")))
}
