package import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import NoonishAPI
import OpenAPI
import Pictures
package import Postgres
import Restaurants

/// The logo of a venue, which its owners set and everyone sees at once.
package struct VenueLogoRoutes: RouteGroup {
    let database: PostgresClient
    private let converter = PictureConverter()
    /// A burst, and then one logo every six minutes.
    private let limiter = RateLimiter(RatePolicy("venue_logo", capacity: 10, refillPerSecond: 1.0 / 360))

    package init(database: PostgresClient) { self.database = database }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .replaceVenueLogo, .editVenue, scope: .member, bodyLimit: PictureLimits.bytes,
            "Replace the logo of a venue",
            "The body is an image file of up to 5 MiB; camera metadata is removed.",
            body: Body(PictureLimits.types.map { Content($0, .string("…")) }, isRequired: true),
            answers: [.json(200, .venue, "The venue with the logo's path", [.eTag])],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .of(PictureProblems.notAPicture),
                .of(PictureProblems.tooManyPixels), .of(PictureProblems.broken), .of(PictureProblems.busy),
                .of(PictureProblems.notConfigured),
            ], handler: replace),
        RouteDefinition(
            .removeVenueLogo, .editVenue, scope: .member, "Remove the logo of a venue",
            answers: [.done("Removed")], problems: [.forbidden, .of(VenueProblems.provisional)],
            handler: remove),
    ]

    func replace(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        _ = try await VenueEdits.authorize(call.actor, .editVenue, on: id, in: database)
        try limiter.take(try call.person.description, at: .now).require()
        let body = try await call.request.body(of: PictureLimits.types, limit: PictureLimits.bytes)
        let made = try await converter.make(
            from: Array(body.readableBytesView), as: RestaurantLogo.formats)
        let venue = try await database.transaction { transaction in
            try await VenueEdits.lockVerified(id, call.actor, .editVenue, in: transaction)
            try await transaction.execute(.storeLogo(made, of: id))
            try await transaction.execute(.advanceVersion(of: id))
            try await transaction.execute(.append(.logoChanged, to: id, by: call.actor.person))
            return try await transaction.one(.venue(id, for: call.actor.person))
        }
        return .json(.ok, venue.wire(for: .owner), etag: .version(venue.version))
    }

    func remove(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        _ = try await VenueEdits.authorize(call.actor, .editVenue, on: id, in: database)
        return try await call.write(database) { transaction in
            try await VenueEdits.lockVerified(id, call.actor, .editVenue, in: transaction)
            if try await transaction.execute(.removeLogo(of: id)) > 0 {
                try await transaction.execute(.advanceVersion(of: id))
                try await transaction.execute(.append(.logoRemoved, to: id, by: call.actor.person))
            }
            return .empty()
        }
    }
}
