package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
package import Menus
import NoonishAPI
import OpenAPI
package import Postgres
import Venues

/// The portions that a venue counts.
@MemberwiseInit
package struct StockRoutes: RouteGroup {
    let database: PostgresClient
    let menus: PublishedMenus
    let orders: any DishRemover

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listStock, .readStock, scope: .member, "List the portions of a venue",
            "Of the items that it counts: those for every day, and those of single days from yesterday on. Other items are not limited.",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .stockLevel), "All of them, on one page", isTagged: true)],
            problems: [.forbidden, .of(VenueProblems.provisional)], handler: list),
        RouteDefinition(
            .listStockMoves, .readStock, scope: .member, "List what changed the portions of a venue",
            "Newest first: what people counted, and what orders held, gave back and sold.",
            parameters: [
                .query("item", .string("green-curry"), "Only moves of this item."),
                .limit(StockLimits.moves, most: PageLimits.maximum), .cursor,
            ],
            answers: [.ok(.page(of: .stockMove), "The moves", isTagged: true, isPaged: true)],
            problems: [.forbidden, .of(VenueProblems.provisional), .faults("malformed_cursor")],
            handler: moves),
        RouteDefinition(
            .moveStock, .countStock, scope: .member, "Count portions of an item",
            """
            `count` says how many there are, those of orders included; `receipt` adds, `waste` takes away, `correction` does either, \
            and `stop` ends the counting, so that the item is not limited. The first count or receipt begins it. Portions of a `day` \
            count on that day instead of those for every day. Where orders hold more than is left, owners can name them in `strikes`: \
            their dishes with the item are taken off, those that were ordered last first, until the rest is enough. Dishes that are \
            being made stay.
            """,
            parameters: [.path("item", .string("green-curry"), "The item's key.")],
            body: .json(.newStockMove), answers: [.json(201, .stockLevel, "The item's portions", [])],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .of(StockProblems.notOnMenu),
                .of(StockProblems.notTracked), .belowHeld,
                .faults(
                    "malformed_date", "malformed_id", "missing", "out_of_range", "too_long", "too_many",
                    "not_one_of"),
            ], handler: move),
    ]

    func list(_ call: Call) async throws -> Response {
        try call.query.finishWholeList()
        let venue = try await call.verifiedVenue(.readStock, in: database)
        return .json(.ok, WholeList(try await database.all(.levels(of: venue))), etag: .content)
    }

    func moves(_ call: Call) async throws -> Response {
        var query = call.query
        let item = query.optional("item", .text(1...100))
        let limit = query.limit(default: StockLimits.moves)
        let before = query.cursor { UUID(uuidString: $0) }
        try query.finish()
        let venue = try await call.verifiedVenue(.readStock, in: database)
        let rows = try await database.all(.moves(of: venue, item: item, before: before, limit: limit + 1))
        let items = Array(rows.prefix(limit))
        return call.page(items, isLast: rows.count <= limit) { $0.id.uuidString.lowercased() }
    }

    func move(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        let item = try call.text("item")
        let move = try NewStockMove(await call.body())
        let venue = try await VenueEdits.authorizeVerified(call.actor, .countStock, on: id, in: database)
        if !move.strikes.isEmpty {
            _ = try await VenueEdits.authorize(call.actor, .takeDishesOff, on: id, in: database)
        }
        if move.begins {
            let menu = try await menus.newest(of: id, from: database)?.menu
            guard let found = menu?.item(item), found.kind != .combo else { throw StockProblems.notOnMenu }
        }
        do {
            return try await store(move, of: item, at: venue, call)
        } catch let problem as Problem where problem.code == StockProblems.belowHeldCode {
            // The statement that failed has ended its transaction.
            let holders = try await database.all(.holders(of: item, on: move.day, at: venue))
            throw StockProblems.belowHeld(problem, by: holders)
        }
    }

    private func store(
        _ move: NewStockMove, of item: String, at venue: Capability<RestaurantID>, _ call: Call
    ) async throws -> Response {
        try await call.write(database) { transaction in
            if !move.strikes.isEmpty {
                try await takeDishesOff(for: move, of: item, at: venue, in: transaction)
            }
            do {
                guard try await transaction.execute(.append(move, of: item, to: venue)) == 1 else {
                    throw StockProblems.notTracked
                }
            } catch let error as PostgresError {
                throw error.stockProblem ?? error
            }
            let level = try await transaction.one(.level(of: item, on: move.day, at: venue))
            return .json(.created, level)
        }
    }

    /// Takes dishes off the orders that the owner named, if orders hold more than the move leaves.
    private func takeDishesOff(
        for move: NewStockMove, of item: String, at venue: Capability<RestaurantID>,
        in transaction: Transaction
    ) async throws {
        guard let level = try await transaction.first(.level(of: item, on: move.day, at: venue)) else {
            return
        }
        let missing = level.held - move.available(after: level)
        guard missing > 0 else { return }
        let holders = try await transaction.all(.holders(of: item, on: move.day, at: venue))
        try await orders.takeOff(
            missing, of: item, from: holders.filter { move.strikes.contains($0.order) }, at: venue,
            in: transaction)
    }
}

extension Schema {
    static let stockLevel = Schema.named(
        "StockLevel",
        .object(
            .field("item", .string("green-curry"), "The key of the item on the menu."),
            .field("day", Schema.date.orNull, "Null for every day."),
            .field("counted", .integer(0...Int.max, 50), "All portions that there have been."),
            .field("held", .integer(0...Int.max, 12), "Of these, promised to orders."),
            .field("sold", .integer(0...Int.max, 8), "Of these, handed over."),
            .field("left", .integer(0...Int.max, 30), "What can still be ordered."),
            .field("tracked", .boolean, "Whether orders are limited to them.")))

    static let stockHolder = Schema.named(
        "StockHolder",
        .object(
            .field("order", .id),
            .field(
                "number", .integer(1...Int.max, 14).orNull,
                "The number on the venue's board; null before the order is placed."),
            .field("state", .oneOf(GroupOrder.State.self)),
            .field("held", .integer(1...Int.max, 3), "The portions that it holds.")))

    static let stockMove = Schema.named(
        "StockMoveEntry",
        .object(
            .field("id", .id), .field("item", .string("green-curry"), "The key of the item on the menu."),
            .field("day", Schema.date.orNull, "Null for portions of every day."),
            .field(
                "kind", .string("waste"),
                "`count`, `receipt`, `waste`, `correction` and `stop` by people; `hold`, `release` and `sale` by orders."
            ),
            .field(
                "quantity", .integer(-1_000_000...1_000_000, 2),
                "Portions; of a count, the difference to what was expected."),
            .field("found", .integer(0...100_000, 50).orNull, "The portions that were counted."),
            .field(
                "number", .integer(1...Int.max, 14).orNull, "The number of the order on the venue's board."),
            .field("actor", person.orNull, "Null for moves by orders, and once the person is deleted."),
            .field("note", .string("Fell on the floor").orNull), .field("at", .instant)))

    static let newStockMove = Schema.object(
        .field("kind", .oneOf(StockMoveKind.self)),
        .optional("quantity", .integer(StockLimits.quantity, 50), "Required except for `stop`."),
        .optional("day", .date, "Absent: for every day."),
        .optional("note", .text(StockLimits.note, "Fell on the floor")),
        .optional(
            "strikes", .array(of: .id, max: StockLimits.holders),
            "For owners: orders from which dishes may be taken off if they hold too many portions."))
}

extension RouteProblem {
    package static let belowHeld = RouteProblem.of(
        StockProblems.belowHeld(2), .field("held", .integer(0...Int.max, 2)),
        .optional("orders", .array(of: .stockHolder), "Of a count: those that hold the portions."))
}
