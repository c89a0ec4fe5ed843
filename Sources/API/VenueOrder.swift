public import Foundation
public import JSON

/// A group's order as the people of the venue see it. Amounts are in minor units of ``currency``.
@JSONObject
public struct VenueOrder: WireValue {
    public var id: GroupOrderID
    /// Counts every event of the order.
    public var revision: Int
    /// Counts the orders of the venue's day from 1. A day ends at 4:00 in the venue's time zone. `nil` once the order went
    /// back to the group.
    public var number: Int?
    public var state: GroupOrder.State
    public var fulfilment: GroupOrder.Fulfilment
    public var address: String?
    public var note: String?
    public var currency: String
    public var timeZone: String
    public var dueAt: String?
    public var promisedAt: String?
    public var placedAt: Date?
    public var readyAt: Date?
    public var handedOverAt: Date?
    public var cancelledAt: Date?
    /// The name of the person who runs the order.
    public var coordinator: String
    /// Whether something changed since it was placed that no one at the venue has seen.
    public var hasUnseenChanges: Bool
    /// In the order of the menu.
    public var lines: [VenueOrderLine]
    public var portions: Int
    /// The sum of the prices that are known.
    public var totalMinor: Int
    /// The stations that make something of it, in the venue's order; empty at a venue without stations.
    public var stations: [StationProgress]
}

/// A dish of an order, as the people of the venue see it.
@JSONObject
public struct VenueOrderLine: WireValue {
    public var id: OrderLineID
    /// The name of the person or the visitor who eats it.
    public var person: String
    public var name: String
    public var options: String?
    public var note: String?
    /// What the eater wants the kitchen to know, such as an allergy.
    public var tellsKitchen: String?
    public var quantity: Int
    public var unitMinor: Int?
    /// Whether it was taken off the order after it was placed.
    public var isStruck: Bool
    /// Whether it changed and no one at the venue has seen that.
    public var isUnseen: Bool
    /// What the stations make for one portion; empty at a venue without stations.
    public var parts: [VenueOrderPart]
}

/// The orders that a venue is working on.
@JSONObject
public struct VenueBoard: WireValue {
    /// Changes whenever one of the orders does.
    public var revision: Int
    /// By the time when they are due, then by their numbers.
    public var orders: [VenueOrder]
    /// How many portions of each dish are still to be made.
    public var portions: [Dish]
    /// In the order in which the board shows them.
    public var stations: [VenueStation]

    @JSONObject
    public struct Dish: WireValue {
        public var name: String
        public var options: String?
        public var portions: Int
    }
}

/// What a venue does with an order. From `ready` to `preparing` is a recall.
public enum VenueAnswer: String, CaseIterable, WireValue {
    case accepted, rejected, preparing, ready
    case handedOver = "handed_over"
    case cancelled
}
