import Foundation
import NoonishAPI
import Postgres
import Restaurants
import Venues

/// What the restaurant of an order has to do with it: its hours, and what its venue asks of orders. In its columns, `r` is the
/// restaurant, `v` its venue if that is verified.
@Row
struct OrderedPlace: PostgresRow {
    /// `nil` if they are not known.
    @Column(PlaceHours.self) let hours: PlaceHours?
    /// Whether its source no longer lists the restaurant, so that its hours may be those of another.
    @Column("r.vanished_at IS NOT NULL") let hasVanished: Bool
    /// E.164; `nil` if it is not known.
    @Column("r.phone") let phone: String?
    /// Whether the venue gets orders on its board and answers them itself.
    @Column("coalesce(v.takes_orders, false)") let hasBoard: Bool
    @Column(VenueOrderRules.self) let rules: VenueOrderRules
}

extension OrderedPlace {
    /// Returns whether the restaurant is open at an instant, as far as the directory knows.
    func openState(at instant: Date?, _ hours: HoursPatterns) -> OpenStatus.State {
        guard let instant, !hasVanished else { return .unknown }
        return hours.openThen(self.hours, at: instant).state
    }

    /// Compares an order with the hours and the rules. Amounts of another currency are not compared. A dish without a price
    /// makes the total unknown, so that it cannot be below the minimum; what is known can be above the maximum.
    func check(_ order: OrderRow, _ lines: [OrderLineRow], _ hours: HoursPatterns) -> OrderPlaceCheck {
        let total = lines.compactMap(\.totalMinor).reduce(0, +)
        let isComparable = rules.currency == order.currency
        let isKnown = lines.allSatisfy { $0.totalMinor != nil }
        let minimum = isComparable && isKnown ? rules.minimum : nil
        func excess(_ value: Int, over most: Int?) -> Int? { most.flatMap { value > $0 ? value - $0 : nil } }
        var check = OrderPlaceCheck(
            openThen: openState(at: order.dueAt, hours), binding: [],
            earliestDueAt: order.text(earliestDue(of: order)),
            belowMinimumMinor: minimum.flatMap { excess($0, over: total) },
            aboveMaximumMinor: isComparable ? excess(total, over: rules.maximum) : nil,
            extraPortions: excess(lines.portions, over: rules.mostPortions))
        check.binding = check.blockers.filter { hasBoard || $0 == .aboveMaximum }
        return check
    }

    /// The first five minutes from which on the venue can have made the order; `nil` if its food is not due before.
    private func earliestDue(of order: OrderRow) -> Date? {
        guard let lead = rules.leadMinutes, let due = order.dueAt,
            due.timeIntervalSince(order.now) < Double(lead) * 60
        else { return nil }
        let step = 300.0
        let earliest = order.now.timeIntervalSince1970 + Double(lead) * 60
        return Date(timeIntervalSince1970: (earliest / step).rounded(.up) * step)
    }
}

extension OrderRow {
    /// Whether the source of the order's restaurant no longer lists it.
    func hasVanishedPlace(from database: any Database) async throws -> Bool {
        guard let restaurant else { return false }
        return try await database.first(.orderedPlace(restaurant))?.hasVanished == true
    }
}

extension OrderPlaceCheck {
    /// What keeps the order from being placed.
    var blockers: [GroupOrder.Blocker] {
        var blockers: [GroupOrder.Blocker] = []
        if openThen == .closed { blockers.append(.closedThen) }
        if earliestDueAt != nil { blockers.append(.leadTime) }
        if belowMinimumMinor != nil { blockers.append(.belowMinimum) }
        if aboveMaximumMinor != nil || extraPortions != nil { blockers.append(.aboveMaximum) }
        return blockers
    }
}

extension Query where Row == OrderedPlace {
    static func orderedPlace(_ restaurant: RestaurantID) -> Self {
        Query(
            "orders.read_place",
            """
            SELECT \(fragment: OrderedPlace.columns)
              FROM restaurant AS r
              LEFT JOIN venue AS v ON v.restaurant_id = r.id AND v.state = 'verified'
             WHERE r.id = \(restaurant)
            """)
    }
}
