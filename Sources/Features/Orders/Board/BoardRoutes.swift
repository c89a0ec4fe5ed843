package import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
package import Messages
import NoonishAPI
import OpenAPI
package import Postgres
import Venues

/// The board of a venue: the orders that groups have placed there, for its people and its paired devices.
@MemberwiseInit
package struct BoardRoutes: RouteGroup {
    let database: PostgresClient
    let edits: OrderEdits
    let messages: MessageEdits

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readBoard, .readVenueOrders, scope: .venue, "Read the board of a venue",
            "The orders that it works on, and cancelled ones until someone there has seen it.",
            answers: [.ok(.venueBoard, "The board", isTagged: true)],
            problems: [.forbidden, .of(VenueProblems.provisional)], handler: board),
        RouteDefinition(
            .listVenueOrders, .readVenueOrders, scope: .venue, "List the orders of a venue",
            "Those that were placed last first.",
            parameters: [
                .query("state", .oneOf(GroupOrder.State.self), "Only orders in this state."),
                .limit(OrderLimits.ownOrders, most: PageLimits.maximum), .cursor,
            ],
            answers: [.ok(.page(of: .venueOrder), "The orders", isTagged: true, isPaged: true)],
            problems: [.forbidden, .of(VenueProblems.provisional), .faults("malformed_cursor")], handler: list
        ),
        RouteDefinition(
            .answerVenueOrder, .answerVenueOrder, scope: .venue, "Answer an order",
            """
            `accepted` can promise a time, and the same again moves it. `rejected` gives the order back to the group, with the venue's \
            words. From `ready` to `preparing` recalls the order. A request for the state that the order is in changes nothing.
            """,
            body: .json(.venueOrderMove), answers: [.ok(.venueOrder, "The order")],
            problems: [
                .forbidden, .of(VenueProblems.provisional),
                .of(OrderProblems.state(.open), .field("state", .oneOf(GroupOrder.State.self))),
                .faults("malformed_time", "time_skipped", "reason_missing"),
            ], handler: answer),
        RouteDefinition(
            .markVenueOrderSeen, .answerVenueOrder, scope: .venue, "Mark the changes of an order as seen",
            body: .json(.object(.field("revision", .integer(0...Int(Int32.max), 7)))),
            answers: [.ok(.venueOrder, "The order")],
            problems: [
                .forbidden, .of(VenueProblems.provisional),
                .of(OrderProblems.state(.open), .field("state", .oneOf(GroupOrder.State.self))),
            ], handler: markSeen),
        RouteDefinition(
            .messageGroup, .answerVenueOrder, scope: .venue, "Write to the group of an order",
            """
            The venue's words join the messages of the order's outing, whose people can neither edit nor delete them. A venue \
            can write while it has the order, and for a day after it has handed it over. The order's history says who wrote.
            """,
            body: .json(
                .object(
                    .field(
                        "text",
                        .text(MessageLimits.text, multiline: true, "We’re out of mango. Rice or soup?")
                    ))),
            answers: [.json(201, .message, "The message", [])],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .of(MessageProblems.closed),
                .of(OrderProblems.state(.open), .field("state", .oneOf(GroupOrder.State.self))),
                .faults("missing", "too_long", "blank", "invisible"),
            ], handler: message),
        RouteDefinition(
            .setStation, .answerVenueOrder, scope: .venue, "Mark a station's part of an order as done",
            """
            `done` bumps the part: the first one begins the preparation, and the last one makes the order ready. `open` recalls it. \
            A request for the state that the station is in changes nothing.
            """,
            parameters: [.path("station", .string("grill"), "The station's key, or `other`.")],
            body: .json(
                .object(
                    .field("state", .oneOf(StationState.self)),
                    .field(
                        "revision", .integer(0...Int(Int32.max), 7),
                        "The order's revision that the station saw."))),
            answers: [.ok(.venueOrder, "The order")],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .of(OrderProblems.changedSince),
                .of(OrderProblems.state(.open), .field("state", .oneOf(GroupOrder.State.self))),
            ], handler: setStation),
    ]

    private var reader: VenueOrderReader { VenueOrderReader(database: database, menus: edits.menus) }

    func board(_ call: Call) async throws -> Response {
        let capability = try await authorizeReading(call)
        return .json(.ok, try await reader.board(of: capability), etag: .content)
    }

    /// Authorises reading the orders of a venue whose owner is no longer being checked.
    private func authorizeReading(_ call: Call) async throws -> Capability<RestaurantID> {
        let (venue, capability) = try await VenueEdits.authorize(
            call.actor, .readVenueOrders, on: try call.id("id"), in: database)
        try venue.requireVerified()
        return capability
    }

    func list(_ call: Call) async throws -> Response {
        var query = call.query
        let state = query.optional("state", .oneOf(GroupOrder.State.self))
        let limit = query.limit(default: OrderLimits.ownOrders)
        let before = query.cursor { GroupOrderID($0) }
        try query.finish()
        let capability = try await authorizeReading(call)
        let rows = try await database.all(
            .venueOrders(of: capability, state, before: before, limit: limit + 1))
        let items = try await reader.wire(Array(rows.prefix(limit)), at: capability.object)
        let next = rows.count > limit ? items.last.map { $0.id.description } : nil
        return .json(
            .ok, Page(items: items, next: next), etag: .content, headers: call.link(toNext: next))
    }

    func answer(_ call: Call) async throws -> Response {
        let venue: RestaurantID = try call.id("id")
        _ = try await VenueEdits.authorize(call.actor, .answerVenueOrder, on: venue, in: database)
        let id: GroupOrderID = try call.id("orderId")
        let move = try VenueOrderMove(await call.body())
        return try await write(call, at: venue) { transaction in
            let order = try await edits.answer(id, at: venue, move, by: call.actor, in: transaction)
            return (id, order.outing)
        }
    }

    func markSeen(_ call: Call) async throws -> Response {
        let venue: RestaurantID = try call.id("id")
        _ = try await VenueEdits.authorize(call.actor, .answerVenueOrder, on: venue, in: database)
        let id: GroupOrderID = try call.id("orderId")
        let revision = try await call.body("revision", .integer(0...Int(Int32.max)))
        return try await write(call, at: venue) { transaction in
            let outing = try await edits.markSeen(
                id, at: venue, revision: revision, by: call.actor, in: transaction)
            return (id, outing)
        }
    }

    func message(_ call: Call) async throws -> Response {
        let venue: RestaurantID = try call.id("id")
        _ = try await VenueEdits.authorize(call.actor, .answerVenueOrder, on: venue, in: database)
        let id: GroupOrderID = try call.id("orderId")
        let text = try await call.body("text", .text(MessageLimits.text, multiline: true))
        return try await call.write(database) { transaction in
            let message = try await edits.message(
                text, about: id, at: venue, by: call.actor, through: messages, in: transaction)
            return .json(.created, message)
        }
    }

    func setStation(_ call: Call) async throws -> Response {
        let venue: RestaurantID = try call.id("id")
        _ = try await VenueEdits.authorize(call.actor, .answerVenueOrder, on: venue, in: database)
        let id: GroupOrderID = try call.id("orderId")
        let station = try call.text("station")
        var body = try await call.body()
        let wanted = body.required("state", .oneOf(StationState.self))
        let seen = body.required("revision", .integer(0...Int(Int32.max)))
        let (state, revision) = try body.finish(wanted, seen)
        return try await write(call, at: venue) { transaction in
            let outing = try await edits.setStation(
                station, of: id, at: venue, to: state, revision: revision, by: call.actor, in: transaction)
            return (id, outing)
        }
    }

    /// Edits an order and returns it, in one transaction.
    private func write(
        _ call: Call, at venue: RestaurantID,
        _ edit: @escaping @Sendable (Transaction) async throws -> (GroupOrderID, OutingID)
    ) async throws -> Response {
        try await call.write(database) { transaction in
            let (id, outing) = try await edit(transaction)
            let order = try await transaction.one(.order(id, of: outing))
            let orders = try await VenueOrderReader(database: transaction, menus: edits.menus)
                .wire([order], at: venue)
            guard let order = orders.first else { throw Denial.notFound }
            return .json(.ok, order)
        }
    }
}
