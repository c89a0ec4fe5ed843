package import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import NIOCore
import NoonishAPI
import OpenAPI
import Pictures
package import Postgres
import Restaurants
import Venues

/// The pictures of what menus offer. Restaurants that share a menu share its pictures, which are public at once.
package struct MenuPictureRoutes: RouteGroup {
    let database: PostgresClient
    private let converter = PictureConverter()
    /// A whole menu, and then one picture every ten seconds.
    private let limiter = RateLimiter(RatePolicy("menu_picture", capacity: 100, refillPerSecond: 0.1))

    private let mostBytes: Int

    package init(database: PostgresClient) {
        self.init(database: database, mostBytes: MenuLimits.pictureBytes)
    }

    /// - Parameter mostBytes: Of the pictures of one menu.
    package init(database: PostgresClient, mostBytes: Int) {
        self.database = database
        self.mostBytes = mostBytes
    }

    private static let item = Parameter.path("item", .string("green-curry"), "The item's key.")

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listMenuPictures, .readRestaurant, scope: .anyone, "List the pictures of a restaurant's menu",
            answers: [.ok(.menuPictures, "The pictures", isTagged: true)], handler: list),
        RouteDefinition(
            .readMenuPicture, .readRestaurant, scope: .anyone, "Read the picture of an item",
            parameters: [
                item, .query("size", .words(["160", "960"], "960"), "160: a square; 960: the longer side."),
                .query(
                    "v", .text(0...32, "5b1f0a9c"), "The picture's version: that one can be kept for ever."),
            ],
            answers: [Answer(200, "The picture", [Content("image/webp", .string("…"))], headers: [.eTag])],
            handler: read),
        RouteDefinition(
            .replaceMenuPicture, .editVenueMenu, scope: .member, bodyLimit: PictureLimits.bytes,
            "Replace the picture of an item",
            "The body is an image file of up to 5 MiB; camera metadata is removed.",
            parameters: [item],
            body: Body(PictureLimits.types.map { Content($0, .string("…")) }, isRequired: true),
            answers: [.json(200, .menuPicture, "The picture", [])],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .of(MenuProblems.shared),
                .of(PictureProblems.notAPicture), .of(PictureProblems.tooManyPixels),
                .of(PictureProblems.broken), .of(PictureProblems.busy), .of(PictureProblems.notConfigured),
                .of(
                    MenuProblems.picturesFull(MenuLimits.pictureBytes, left: 4_096),
                    .field("limit", .integer(1...MenuLimits.pictureBytes), "The bytes that they can have."),
                    .field("left", .integer(0...MenuLimits.pictureBytes), "How many are left for this one.")),
            ], handler: replace),
        RouteDefinition(
            .removeMenuPicture, .editVenueMenu, scope: .member, "Remove the picture of an item",
            parameters: [item], answers: [.done("Removed")],
            problems: [.forbidden, .of(VenueProblems.provisional), .of(MenuProblems.shared)],
            handler: remove),
    ]

    func list(_ call: Call) async throws -> Response {
        let restaurant: RestaurantID = try call.id("id")
        let pictures = try await database.all(.pictures(of: restaurant))
        if pictures.isEmpty, try await !database.one(.isRestaurant(restaurant)) { throw Problem.notFound }
        return .json(
            .ok, MenuPictures(items: pictures.map { $0.picture(at: restaurant) }), etag: .content,
            headers: [.cacheControl: "public, no-cache"])
    }

    func read(_ call: Call) async throws -> Response {
        let restaurant: RestaurantID = try call.id("id")
        let item = try call.text("item")
        var query = call.query
        let size = query.optional("size", .oneOf(MenuPictureSize.self)) ?? .large
        let version = query.optional("v", .text(0...32))
        try query.finish()
        guard let picture = try await database.first(.picture(of: item, at: restaurant, size)) else {
            throw Problem.notFound
        }
        return picture.response(size: size.rawValue, version: version)
    }

    func replace(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        let item = try call.text("item")
        _ = try await VenueEdits.authorize(call.actor, .editVenueMenu, on: id, in: database)
        try limiter.take(try call.person.description, at: .now).require()
        let body = try await call.request.body(of: PictureLimits.types, limit: PictureLimits.bytes)
        let made = try await converter.make(from: Array(body.readableBytesView), as: MenuPictureSize.formats)
        try await database.transaction { transaction in
            try await requireItem(item, at: id, call.actor, in: transaction)
            let used: Int = try await transaction.one(.pictureBytes(at: id, except: item))
            guard used + made.files.map(\.count).reduce(0, +) <= mostBytes else {
                throw MenuProblems.picturesFull(mostBytes, left: max(0, mostBytes - used))
            }
            try await transaction.execute(.storePicture(made, of: item, at: id))
            try await transaction.execute(
                .append(.menuPicture, after: ["item": item], to: id, by: call.actor.person))
        }
        return .json(
            .ok, MenuPicture(item: item, path: MenuPictureRow.path(of: item, made.tag, at: id)))
    }

    func remove(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        let item = try call.text("item")
        _ = try await VenueEdits.authorize(call.actor, .editVenueMenu, on: id, in: database)
        return try await call.write(database) { transaction in
            try await requireItem(item, at: id, call.actor, in: transaction)
            if try await transaction.execute(.removePicture(of: item, at: id)) > 0 {
                try await transaction.execute(
                    .append(.menuPicture, before: ["item": item], to: id, by: call.actor.person))
            }
            return .empty()
        }
    }

    /// - Throws: `Denial` or 409 for who may not edit the menu at all its restaurants; 404 if its draft has no such item.
    private func requireItem(
        _ item: String, at id: RestaurantID, _ actor: Actor, in transaction: Transaction
    ) async throws {
        try await VenueEdits.lockVerified(id, actor, .editVenueMenu, in: transaction)
        _ = try await MenuDraftRoutes.requireAllBranches(of: id, actor, in: transaction)
        try await transaction.execute(.lockMenus)
        guard let row = try await transaction.first(.draft(of: id)),
            try MenuReader.read(text: ByteBuffer(string: row.draft), branches: Set(row.branches)).item(item)
                != nil
        else { throw Problem.notFound }
    }
}

/// The sizes of a picture, by the longer side in **pixels**.
enum MenuPictureSize: String, CaseIterable, Sendable {
    case small = "160"
    case large = "960"

    /// The formats of the large and the small picture.
    static let formats = [
        PictureFormat(side: 960, isSquare: false), PictureFormat(side: 160, isSquare: true),
    ]
}
