import Access
import Foundation
import Journal
import Messages
import NoonishAPI
import Outings
import Postgres
import Venues

extension OrderEdits {
    /// Puts an order that is being placed on the board of its restaurant, if that is a venue that takes orders.
    ///
    /// The venue's row is locked after the order's, so that its numbers have no gaps.
    static func putOnBoard(_ order: OrderRow, in transaction: Transaction) async throws -> Bool {
        guard let restaurant = order.restaurant,
            let venue = try await transaction.all(
                .venue(restaurant, for: nil), after: [.lockVenue(restaurant)]
            ).first,
            venue.state == .verified, venue.takesOrders
        else { return false }
        try await transaction.execute(.putOnBoard(order, zone: venue.timeZone ?? order.zone))
        return true
    }

    /// Moves an order as its venue answers it.
    ///
    /// A request for the state that the order is in changes nothing, except that it may move the promised time.
    /// - Throws: ``Denial``; 409 `order_state`.
    func answer(
        _ id: GroupOrderID, at venue: RestaurantID, _ move: VenueOrderMove, by actor: Actor,
        in transaction: Transaction
    ) async throws -> OrderRow {
        let order = try await lockOnBoard(id, at: venue, actor, in: transaction)
        let promised = try move.promisedAt?.read(in: order.zone).instant
        let isNewPromise = order.state == .accepted && promised != nil && promised != order.promisedAt
        guard order.state != move.to.state || isNewPromise else { return order }
        guard order.state == move.from, let kind = order.state.event(of: move.to) else {
            throw OrderProblems.state(order.state)
        }
        let lines = try await transaction.all(.lines(of: order)).live
        if kind == .recalled { try await transaction.execute(.recall(nil, of: order)) }
        if kind == .rejected {
            try await reject(order, lines, because: move.reason ?? "", by: actor.person, in: transaction)
        } else {
            try await apply(
                kind, to: order, as: move.to.state, lines, promised: promised, reason: move.reason,
                by: actor.person, in: transaction)
        }
        return order
    }

    /// Records that the people of the venue have seen an order's changes.
    func markSeen(
        _ id: GroupOrderID, at venue: RestaurantID, revision: Int, by actor: Actor,
        in transaction: Transaction
    ) async throws -> OutingID {
        let order = try await lockOnBoard(id, at: venue, actor, in: transaction)
        try await transaction.execute(.markSeen(order, revision: min(revision, order.rev)))
        return order.outing
    }

    /// Writes to the people of the order's outing as the venue. The order's history has who wrote, and not the text.
    ///
    /// - Throws: ``Denial``; 409 `order_state` unless the venue has the order, or handed it over within the last day.
    func message(
        _ text: String, about id: GroupOrderID, at venue: RestaurantID, by actor: Actor,
        through messages: MessageEdits, in transaction: Transaction
    ) async throws -> OutingMessage {
        let order = try await lockOnBoard(id, at: venue, actor, in: transaction)
        guard order.takesVenueMessages else { throw OrderProblems.state(order.state) }
        guard let outing = try await transaction.first(.outing(order.outing, for: nil)) else {
            throw Denial.notFound
        }
        let message = try await messages.post(
            text, from: venue, named: order.place, to: outing, in: transaction)
        try await transaction.execute(
            .append(.messaged, to: order.id, of: order.outing, by: actor.person))
        return message
    }

    /// Gives an order back to the group, with the venue's words.
    private func reject(
        _ order: OrderRow, _ lines: [OrderLineRow], because words: String, by person: PersonID?,
        in transaction: Transaction
    ) async throws {
        _ = try await Self.move(
            .rejected, order, to: .locked, lines, reason: nil, by: person, in: transaction)
        try await transaction.execute(.setRejection(words, of: order))
        let change = OrderRejectionChange(
            order: order.id, coordinator: order.coordinator.id, place: order.place, words: words)
        _ = try await record.record(
            [Change(change)], of: order.outing, by: nil, urgent: true, in: transaction)
    }

    /// Locks an order on a venue's board: the outing's row, then the order's.
    func lockOnBoard(
        _ id: GroupOrderID, at venue: RestaurantID, _ actor: Actor, in transaction: Transaction
    ) async throws -> OrderRow {
        let (row, _) = try await VenueEdits.authorize(actor, .answerVenueOrder, on: venue, in: transaction)
        try row.requireVerified()
        guard let outing = try await transaction.first(.outing(ofOrder: id, at: venue)),
            try await transaction.locked(outing, for: nil) != nil
        else { throw Denial.notFound }
        try await transaction.execute(.lockOrder(of: outing))
        guard let order = try await transaction.first(.order(id, of: outing)),
            order.restaurant == venue
        else { throw Denial.notFound }
        // The group may have taken it back meanwhile.
        guard order.boardNumber != nil else { throw OrderProblems.state(order.state) }
        wakeBoard(of: order, after: transaction)
        return order
    }
}

extension OrderRow {
    /// Whether the venue has something to say of the order: while it has it, and for a day after it has handed it over.
    fileprivate var takesVenueMessages: Bool {
        switch state {
        case .placed, .accepted, .preparing, .ready: true
        case .handedOver: handedOverAt.map { now.timeIntervalSince($0) <= OrderLimits.venueMessages } ?? false
        default: false
        }
    }
}

extension Query where Row == OutingID {
    fileprivate static func outing(ofOrder id: GroupOrderID, at venue: RestaurantID) -> Self {
        Query(
            "orders.find_venue_order",
            """
            SELECT o.outing_id FROM group_order AS o
             WHERE o.restaurant_id = \(venue) AND o.id = \(id) AND o.board_number IS NOT NULL
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Query where Row == OrderRow {
    static func order(_ id: GroupOrderID, of outing: OutingID) -> Self {
        Query(
            "orders.read_order",
            """
            SELECT \(fragment: OrderRow.columns)
              FROM group_order AS o
              JOIN person AS c ON c.id = o.coordinator_id
             WHERE o.outing_id = \(outing) AND o.id = \(id)
            """)
    }
}

extension Command {
    /// Numbers an order within the venue's day, which ends at 4:00. The caller holds the lock of the venue's row.
    fileprivate static func putOnBoard(_ order: OrderRow, zone: String) -> Command {
        Command(
            "orders.put_on_board",
            """
            WITH today AS (SELECT ((now() AT TIME ZONE \(zone)) - interval '4 hours')::date AS day)
            UPDATE group_order AS o
               SET board_day = t.day,
                   board_number = 1 + coalesce((SELECT max(n.board_number) FROM group_order AS n
                                                 WHERE n.restaurant_id = \(order.restaurant)
                                                   AND n.board_day = t.day), 0),
                   seen_rev = o.rev + 1, rejection = NULL
              FROM today AS t
             WHERE o.outing_id = \(order.outing) AND o.id = \(order.id)
            """)
    }

    fileprivate static func setRejection(_ words: String, of order: OrderRow) -> Command {
        Command(
            "orders.set_rejection",
            """
            UPDATE group_order SET rejection = \(words)
             WHERE outing_id = \(order.outing) AND id = \(order.id)
            """)
    }

    fileprivate static func markSeen(_ order: OrderRow, revision: Int) -> Command {
        Command(
            "orders.mark_seen",
            """
            UPDATE group_order SET seen_rev = greatest(seen_rev, \(revision))
             WHERE outing_id = \(order.outing) AND id = \(order.id)
            """)
    }
}
