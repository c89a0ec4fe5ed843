import Access
package import Foundation
import Menus
package import NoonishAPI
import Outings
package import Postgres

/// Reads orders as the people of a venue see them.
struct VenueOrderReader {
    let database: any Database
    let menus: PublishedMenus

    func board(of venue: Capability<RestaurantID>) async throws -> VenueBoard {
        let plan = try await StationPlan.read(of: venue.object, menus, from: database)
        let orders = try await wire(try await database.all(.board(of: venue)), plan)
        var portions: [[String?]: Int] = [:]
        for order in orders where [.placed, .accepted, .preparing].contains(order.state) {
            for line in order.lines where !line.isStruck {
                portions[[line.name, line.options], default: 0] += line.quantity
            }
        }
        let dishes = portions.compactMap { key, count in
            key[0].map { VenueBoard.Dish(name: $0, options: key[1], portions: count) }
        }
        return VenueBoard(
            revision: orders.reduce(0) { $0 + $1.revision + 1 }, orders: orders,
            portions: dishes.sorted {
                ($1.portions, $0.name, $0.options ?? "") < ($0.portions, $1.name, $1.options ?? "")
            }, stations: plan.stations)
    }

    func wire(_ orders: [OrderRow], at venue: RestaurantID) async throws -> [VenueOrder] {
        try await wire(orders, StationPlan.read(of: venue, menus, from: database))
    }

    private func wire(_ orders: [OrderRow], _ plan: StationPlan) async throws -> [VenueOrder] {
        let work = try await StationWork.read(of: orders, plan, from: database)
        var items: [VenueOrder] = []
        for order in orders { items.append(try await wire(order, work)) }
        return items
    }

    /// The venue sees the names of the outing's list, but never an address.
    private func wire(_ order: OrderRow, _ work: StationWork) async throws -> VenueOrder {
        let lines = try await database.withListedNames(
            database.all(.lines(of: order)), of: order.outing, for: nil, showsAddresses: false)
        let named = try await database.withListedNames(
            order, of: order.outing, for: nil, showsAddresses: false)
        let seen = order.seenRev ?? order.rev
        let live = lines.live
        let items = lines.sorted {
            ($0.menuPosition ?? .max, $0.name, $0.id) < ($1.menuPosition ?? .max, $1.name, $1.id)
        }.map { line in
            VenueOrderLine(
                id: line.id, person: line.visitor ?? line.person.name, name: line.name,
                options: line.options, note: line.note, tellsKitchen: line.tellsKitchen,
                quantity: line.quantity, unitMinor: line.unitMinor, isStruck: line.struckAt != nil,
                isUnseen: line.amendedRev.map { $0 > seen } ?? false, parts: work.parts(of: line))
        }
        return VenueOrder(
            id: order.id, revision: order.rev, number: order.boardNumber, state: order.state,
            fulfilment: order.fulfilment, address: order.address, note: order.note,
            currency: order.currency, timeZone: order.zone, dueAt: order.text(order.dueAt),
            promisedAt: order.text(order.promisedAt), placedAt: order.placedAt, readyAt: order.readyAt,
            handedOverAt: order.handedOverAt, cancelledAt: order.cancelledAt,
            coordinator: named.coordinator.name,
            hasUnseenChanges: items.contains(where: \.isUnseen)
                || (order.state == .cancelled && seen < order.rev),
            lines: items, portions: live.portions, totalMinor: live.compactMap(\.totalMinor).reduce(0, +),
            stations: work.progress(of: order, lines))
    }
}

extension OrderRow {
    /// Whether a venue works on the order `o`: until a day after it is due, and a cancelled one until someone there has seen
    /// it. An index has the orders that were not handed over.
    fileprivate static let isOnBoard: SQL = """
        o.board_number IS NOT NULL AND o.state <> 'handed_over'
        AND (o.state IN ('placed', 'accepted', 'preparing', 'ready')
             AND coalesce(o.promised_at, o.due_at, o.placed_at) > now() - interval '1 day'
             OR (o.state = 'cancelled' AND o.seen_rev < o.rev AND o.cancelled_at > now() - interval '1 day'))
        """
}

/// What open streams know of a venue's board, and the people and devices that may see it.
@Row
package struct BoardRevision: PostgresRow {
    package let venue: RestaurantID
    /// That of the board.
    package let revision: Int
    package let people: [UUID]
    package let devices: [UUID]
}

extension Query where Row == BoardRevision {
    /// Reads the revisions of boards. A restaurant that is no verified venue has no readers.
    package static func boardRevisions(of venues: [RestaurantID]) -> Self {
        Query(
            "orders.list_board_revisions",
            """
            SELECT known.id,
                   coalesce((SELECT sum(o.rev + 1) FROM group_order AS o
                              WHERE o.restaurant_id = known.id AND \(fragment: OrderRow.isOnBoard)), 0)::bigint,
                   ARRAY(SELECT m.person_id FROM venue_person AS m WHERE m.restaurant_id = v.restaurant_id),
                   ARRAY(SELECT d.id FROM venue_device AS d
                          WHERE d.restaurant_id = v.restaurant_id AND d.token_hash IS NOT NULL)
              FROM unnest(\(venues)) AS known (id)
              LEFT JOIN venue AS v ON v.restaurant_id = known.id AND v.state = 'verified'
            """)
    }
}

extension Query where Row == OrderRow {
    /// Lists the orders that a venue works on, until a day after they are due, and cancelled ones that no one there has seen.
    fileprivate static func board(of venue: Capability<RestaurantID>) -> Self {
        Query(
            "orders.list_board",
            """
            SELECT \(fragment: OrderRow.columns)
              FROM group_order AS o
              JOIN person AS c ON c.id = o.coordinator_id
             WHERE o.restaurant_id = \(venue.object) AND \(fragment: OrderRow.isOnBoard)
             ORDER BY coalesce(o.promised_at, o.due_at), o.board_day, o.board_number
             LIMIT 200
            """)
    }

    /// Lists a venue's orders, those that were placed last first.
    static func venueOrders(
        of venue: Capability<RestaurantID>, _ state: GroupOrder.State?, before order: GroupOrderID?,
        limit: Int
    ) -> Self {
        Query(
            "orders.list_venue_orders",
            """
            SELECT \(fragment: OrderRow.columns)
              FROM group_order AS o
              JOIN person AS c ON c.id = o.coordinator_id
             WHERE o.restaurant_id = \(venue.object) AND o.board_number IS NOT NULL
               AND o.state = coalesce(\(state?.rawValue), o.state)
               AND (\(order)::uuid IS NULL
                    OR (o.placed_at, o.id) < (SELECT b.placed_at, b.id FROM group_order AS b
                                               WHERE b.restaurant_id = \(venue.object) AND b.id = \(order)))
             ORDER BY o.placed_at DESC, o.id DESC
             LIMIT \(limit)
            """)
    }
}
