package import Access
package import Accounts
import GeoSearch
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
package import Postgres
import Restaurants

/// Claiming a restaurant, and adding one that the directory lacks.
@MemberwiseInit
package struct VenueClaimRoutes: RouteGroup {
    let database: PostgresClient
    let edits: VenueClaimEdits
    var clock: AccountClock = .databaseTime

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readClaimOptions, .claimVenue, scope: .member, "Read how a restaurant can be claimed",
            answers: [.ok(.claimOptions, "The contacts that can prove a claim", isTagged: true)],
            handler: options),
        RouteDefinition(
            .claimVenue, .claimVenue, scope: .member, "Claim a restaurant",
            """
            `mail` sends a code to `address`: the published one, or one of the website's domain. `website` returns a text that the \
            site has to show. `operator` asks the operators of the service, who call the restaurant.
            """,
            body: .json(
                .object(
                    .field("method", .oneOf(NewVenueClaim.Method.self)),
                    .optional("address", .email, "For `mail`."))),
            answers: [.json(201, .venueClaim, "The claim", [])],
            problems: [
                .signInAgain, .of(VenueProblems.alreadyClaimed), .of(VenueProblems.contactTooFresh),
                .of(VenueProblems.noWebsite), .of(VenueProblems.notTheirs), .of(VenueProblems.noMail),
                .of(VenueProblems.tooManyClaims),
            ], handler: claim),
        RouteDefinition(
            .listOwnClaims, .claimVenue, scope: .member, "List the caller's claims", "Newest first.",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .venueClaim), "All of them, on one page", isTagged: true)],
            handler: list),
        RouteDefinition(
            .proveClaim, .claimVenue, scope: .member, "Prove a claim",
            """
            Makes the caller the owner of a provisional venue, which is verified after 72 hours. With `code` for `mail`; for `website`, \
            the site is read. A claim can be tried five times.
            """,
            body: .json(.object(.optional("code", .text(1...20, "12345678"))), isRequired: false),
            answers: [.json(200, .venueClaim, "The claim", [])],
            problems: [
                .signInAgain, .of(VenueProblems.claimEnded), .of(VenueProblems.wrongCode),
                .of(VenueProblems.proofMissing), .of(VenueProblems.alreadyClaimed),
                .of(VenueProblems.contactTooFresh),
            ], isIdempotent: false, handler: prove),
        RouteDefinition(
            .registerVenue, .claimVenue, scope: .member, "Add a restaurant",
            "For one that the directory lacks. Searches find it once the venue is verified.",
            body: .json(.newRestaurant), answers: [.json(201, .venue, "The venue", [.eTag, .location])],
            problems: [
                .signInAgain, .of(VenueProblems.looksLike(.make()), .field("restaurant", .id)),
                .of(VenueProblems.tooManyClaims),
                .faults(
                    "unknown_time_zone", "malformed_country", "malformed_phone", "malformed_url",
                    "unreadable_hours"),
            ], handler: register),
    ]

    func options(_ call: Call) async throws -> Response {
        _ = try call.oneself(.claimVenue)
        guard let contact = try await database.first(.contact(of: try call.id("id"))) else {
            throw Denial.notFound
        }
        return .json(.ok, contact.wire, etag: .content)
    }

    func claim(_ call: Call) async throws -> Response {
        let me = try call.oneself(.claimVenue)
        let id: RestaurantID = try call.id("id")
        let input = try NewVenueClaim(await call.body())
        try await call.requireRecentSignIn(database, clock: clock)
        let language = call.language()
        return try await call.write(database) { transaction in
            let claim = try await edits.request(id, input, by: me, in: language, in: transaction)
            try await transaction.audit(call.line(.venueClaimed, "claim:\(claim.id)"))
            return .json(.created, claim.wire(key: call.site.key))
        }
    }

    func list(_ call: Call) async throws -> Response {
        let me = try call.oneself(.claimVenue)
        try call.query.finishWholeList()
        let claims = try await database.all(.claims(of: me))
        return .json(.ok, WholeList(claims.map { $0.wire(key: call.site.key) }), etag: .content)
    }

    func prove(_ call: Call) async throws -> Response {
        let me = try call.oneself(.claimVenue)
        let id: VenueClaimID = try call.id("id")
        var body = try await call.bodyOrEmpty()
        let code = body.optional("code", .text(1...20))
        try body.finish()
        try await call.requireRecentSignIn(database, clock: clock)
        let claim = try await edits.prove(
            id, code: code, by: me, call.line(.venueProven, "claim:\(id)"), in: call.language())
        return .json(.ok, claim.wire(key: call.site.key))
    }

    func register(_ call: Call) async throws -> Response {
        let me = try call.oneself(.claimVenue)
        let place = try NewRestaurant(await call.body())
        try await call.requireRecentSignIn(database, clock: clock)
        return try await call.write(database) { transaction in
            let id = try await edits.register(place, by: me, in: transaction)
            let venue = try await transaction.one(.venue(id, for: me.object))
            try await transaction.audit(call.line(.venueClaimed, "venue:\(id)"))
            return .json(
                .created, venue.wire(for: .owner), etag: .version(venue.version),
                headers: [.location: call.site.url("/v1/venues/\(id)")])
        }
    }
}
