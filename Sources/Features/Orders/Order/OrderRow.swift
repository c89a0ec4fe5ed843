import Access
import Foundation
import Menus
public import NoonishAPI
import Outings
public import Postgres

extension GroupOrder.State: PostgresDecodable {}
extension GroupOrder.Fulfilment: PostgresDecodable {}
extension GroupOrder.DeadlineAction: PostgresDecodable {}

/// A row of `group_order`. In its columns, `o` is the order, `c` its coordinator.
@Row
struct OrderRow: TableRow {
    @Column("o.outing_id") let outing: OutingID
    @Column("o.id") let id: GroupOrderID
    @Column("o.state") let state: GroupOrder.State
    @Column("o.rev") let rev: Int
    @Column("o.version") let version: Int
    @Column("o.coordinator_id", "c.name") var coordinator: Person
    @Column("o.restaurant_id") let restaurant: RestaurantID?
    @Column("(SELECT max(v.number) FROM menu_version AS v WHERE v.restaurant_id = o.restaurant_id)")
    let menuVersion: Int?
    @Column("o.place_name") let place: String
    @Column("o.currency") let currency: String
    @Column("o.fulfilment") let fulfilment: GroupOrder.Fulfilment
    @Column("o.address") let address: String?
    @Column("o.note") let note: String?
    @Column("o.time_zone") let zone: String
    @Column("o.closes_at") let closesAt: Date?
    /// Minutes before ``dueAt``; `nil` for a deadline of its own, or none.
    @Column("o.closes_before") let closesBefore: Int?
    @Column("o.at_deadline") let atDeadline: GroupOrder.DeadlineAction
    @Column("o.due_at") let dueAt: Date?
    /// Whether the order is due when the outing starts.
    @Column("o.due_follows") let dueFollows: Bool
    /// When the outing's start moved away from the order's time.
    @Column("o.start_moved_at") let startMovedAt: Date?
    @Column("o.promised_at") let promisedAt: Date?
    @Column("o.taken_by") let takenBy: String?
    @Column("o.limit_per_head_minor") let limitPerHead: Int?
    @Column("o.lines_visible") let linesVisible: Bool
    @Column("o.nudged_at") let nudgedAt: Date?
    @Column("o.created_at") let createdAt: Date
    @Column("o.locked_at") let lockedAt: Date?
    @Column("o.placed_at") let placedAt: Date?
    @Column("o.placed_rev") let placedRev: Int?
    @Column("o.ready_at") let readyAt: Date?
    @Column("o.handed_over_at") let handedOverAt: Date?
    @Column("o.cancelled_at") let cancelledAt: Date?
    @Column("o.cancel_reason") let cancelReason: String?
    @Column("o.settled_at") let settledAt: Date?
    /// The number on the venue's board; `nil` if no venue has the order.
    @Column("o.board_number") let boardNumber: Int?
    /// The revision up to which the people of the venue have seen it.
    @Column("o.seen_rev") let seenRev: Int?
    /// The words with which the venue gave it back.
    @Column("o.rejection") let rejection: String?
    /// The time at which the transaction began. A pick that began before the deadline counts.
    @Column("now()") let now: Date

    static let tables: SQL = "group_order AS o JOIN person AS c ON c.id = o.coordinator_id"

    /// Whether picks are accepted: only before the deadline, even if no worker has locked the order yet, unless it only
    /// reminds.
    var takesPicks: Bool { state == .open && (atDeadline == .remind || !isPastDeadline) }

    var isPastDeadline: Bool { closesAt.map { $0 <= now } ?? false }

    /// Whether the coordinator can still change lines after the picks have ended.
    var takesAmendments: Bool { state == .locked || state == .placed || state == .accepted }

    /// Whether the place knows the order, so that changes are amendments.
    var isPlaced: Bool { placedRev != nil }

    /// Whether it is for a place: by the restaurant, or by the name if one of both is not in the directory.
    func isFor(_ place: OutingPlace?) -> Bool {
        guard let restaurant, let other = place?.restaurant else { return self.place == place?.name }
        return restaurant == other
    }

    /// Returns how many portions are left of the items that the restaurant counts, on the day when the food is due.
    func itemsLeft(from database: any Database) async throws -> [String: Int] {
        guard let restaurant, let instant = dueAt ?? closesAt else { return [:] }
        let items = try await database.all(.itemsLeft(of: restaurant, at: instant, in: zone))
        return Dictionary(uniqueKeysWithValues: items.map { ($0.item, $0.left) })
    }

    /// Returns an instant in the order's zone, as responses show it.
    func text(_ instant: Date?) -> String? {
        instant.flatMap { instant in
            TimeZone(identifier: zone).map { ZonedTime(instant, in: $0).text }
        }
    }
}

extension OutingRow {
    /// Returns the actor's relation to the outing's order.
    func relation(of actor: Actor, to order: OrderRow) -> Relation {
        OrderParticipant(self).relation(of: actor, to: order)
    }
}
