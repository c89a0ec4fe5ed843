public import Foundation
public import JSON

/// What the people of an outing order together from one place. Amounts are in minor units of ``currency``.
@JSONObject
public struct GroupOrder: WireValue {
    public enum State: String, CaseIterable, WireValue {
        case open, locked, placed, accepted, preparing, ready
        case handedOver = "handed_over"
        case cancelled
    }

    public enum Fulfilment: String, CaseIterable, WireValue {
        case dineIn = "dine_in"
        case pickUp = "pick_up"
        case delivery
    }

    /// What happens at the deadline.
    public enum DeadlineAction: String, CaseIterable, WireValue {
        case lock
        /// The order is placed too, if its venue takes orders here and nothing is missing.
        case place
        /// Picks go on, and those who run the order are reminded to lock it.
        case remind
    }

    /// What the coordinator should look at before placing the order.
    public enum Blocker: String, CaseIterable, WireValue {
        case priceUnknown = "price_unknown"
        case overLimit = "over_limit"
        /// The place no longer has a dish, or does not serve it when the food is due.
        case itemOff = "item_off"
        /// The restaurant is closed when the food is due.
        case closedThen = "closed_then"
        /// The food is due sooner than the venue can make it.
        case leadTime = "lead_time"
        case belowMinimum = "below_minimum"
        /// It comes to more, or has more portions, than the venue accepts.
        case aboveMaximum = "above_maximum"
    }

    public var id: GroupOrderID
    public var outing: OutingID
    public var state: State
    /// Counts every event of the order.
    public var revision: Int
    /// Moves only when a field that PATCH can write changes; `If-Match` compares it.
    public var version: Int
    public var coordinator: Person
    public var restaurant: RestaurantID?
    /// The newest version of the restaurant's menu, from which people can choose; `nil` if it has none.
    public var menuVersion: Int?
    public var place: String
    public var currency: String
    public var fulfilment: Fulfilment
    public var address: String?
    public var note: String?
    public var timeZone: String
    /// The last moment for picks, unless ``atDeadline`` is a reminder.
    public var closesAt: String?
    /// Minutes before ``dueAt``, if the deadline follows it.
    public var closesBefore: Int?
    public var atDeadline: DeadlineAction
    public var dueAt: String?
    /// When the outing's start moved while the order kept its time; `nil` once the place promises another time.
    public var startMovedAt: Date?
    /// When the place says the food is there.
    public var promisedAt: String?
    /// The person at the place who took the order, in the coordinator's words.
    public var takenBy: String?
    public var limitPerHeadMinor: Int?
    /// Whether invitees see who ordered what.
    public var linesVisible: Bool
    public var lockedAt: Date?
    public var placedAt: Date?
    public var readyAt: Date?
    public var handedOverAt: Date?
    public var cancelledAt: Date?
    public var cancelReason: String?
    /// When everyone's balance of its bill was zero; `nil` without a bill, and before.
    public var settledAt: Date?
    /// The number on the board of the venue, which alone answers the order then; `nil` if no venue has it.
    public var number: Int?
    /// The words with which the venue gave the order back; `nil` once it is placed again.
    public var rejection: String?
    public var createdAt: Date
    /// Whether it stays if the outing is cancelled, because the place prepares it.
    public var staysIfCancelled: Bool
    /// Whether the caller can still pick.
    public var takesPicks: Bool
    /// The lines that the caller may see, those of the caller first.
    public var lines: [OrderLine]
    public var portions: Int
    /// The sum of the prices that are known.
    public var totalMinor: Int
    /// The number of lines without a price.
    public var unpriced: Int
    /// Attendees who have neither ordered nor said that they want nothing.
    public var missing: [Person]
    /// Whether the caller wants nothing.
    public var passed: Bool
    /// What the caller's standing order did; `nil` if they have none in the outing's series, or it found nothing to order.
    public var repetition: OrderRepetition?
    /// Coordinators see what they should look at before placing the order.
    public var blockers: [Blocker]
    /// How the order fits its place, for those who run it, until it is placed; `nil` without a restaurant of the directory.
    public var placeCheck: OrderPlaceCheck?
}

/// How an order fits the hours and the rules of its place. Amounts are in minor units of the order's currency.
@JSONObject
public struct OrderPlaceCheck: WireValue {
    /// Whether the restaurant is open when the food is due.
    public var openThen: OpenStatus.State
    /// The ``GroupOrder/blockers`` that `despite` does not pass.
    public var binding: [GroupOrder.Blocker]
    /// The earliest time for which the venue makes an order that is placed now, if the food is due before it.
    public var earliestDueAt: String?
    /// What is missing to the venue's minimum.
    public var belowMinimumMinor: Int?
    /// How much it is above the venue's maximum.
    public var aboveMaximumMinor: Int?
    /// How many portions it has above the venue's maximum.
    public var extraPortions: Int?
}

/// What one person orders. It keeps its name and price as they were picked.
@JSONObject
public struct OrderLine: WireValue {
    public var id: OrderLineID
    /// Compared with `If-Match` of an edit.
    public var version: Int
    public var person: Person
    /// The person who picked it for another; `nil` if the eater did.
    public var setBy: Person?
    /// The name of a visitor without an account, for whom the person orders.
    public var visitor: String?
    public var name: String
    public var options: String?
    /// What was chosen from the restaurant's menu; `nil` for a dish that was typed.
    public var pick: MenuPick?
    /// The version of the menu from which it was chosen.
    public var menuVersion: Int?
    public var note: String?
    public var quantity: Int
    /// The price of one; `nil` if it is not known yet.
    public var unitMinor: Int?
    public var totalMinor: Int?
    /// What the eater wants the kitchen to know, for the eater and the coordinators.
    public var tellsKitchen: String?
    /// The people who share the plate; empty if it is the person's alone.
    public var sharers: [OrderSharer]
    /// Whether it changed after the order was placed.
    public var amended: Bool
    /// Whether the place no longer has the dish. It stays on the order until someone changes it.
    public var gone: Bool
    public var own: Bool
    public var createdAt: Date
}

/// A person who shares a plate.
@JSONObject
public struct OrderSharer: WireValue {
    public var person: Person
    public var weight: Int
}

/// The lines that "as last time" added.
@JSONObject
public struct RepeatedOrder: WireValue {
    @JSONObject
    public struct Omission: WireValue {
        public enum Reason: String, CaseIterable, WireValue {
            case alreadyOrdered = "already_ordered"
            case anotherCurrency = "another_currency"
            /// The menu no longer has the dish, or does not serve it when the food is due.
            case notServed = "not_served"
            /// The menu no longer has these options.
            case optionsChanged = "options_changed"
            /// The caller cannot order as many.
            case overCap = "over_cap"
            /// The restaurant has fewer portions left.
            case soldOut = "sold_out"
            /// The dish has another price than the last time. Only a standing order leaves it out for that.
            case priceMoved = "price_moved"
            /// Others shared the dish. Only a standing order leaves it out for that.
            case shared
        }

        public var name: String
        public var why: Reason
        /// The price of one the last time, if that is the reason.
        public var previousUnitMinor: Int?
        /// The price of one today, if that is the reason.
        public var unitMinor: Int?
    }

    public var added: [OrderLine]
    public var skipped: [Omission]
    /// Whether the restaurant's source no longer lists it, so that it may have closed.
    public var vanished: Bool
}

/// What a person's standing order did when the order opened, or when they answered later.
@JSONObject
public struct OrderRepetition: WireValue {
    /// The number of dishes that it ordered.
    public var added: Int
    /// The dishes that it left out, because they are not as they were.
    public var skipped: [RepeatedOrder.Omission]
}

/// What the prices of today change in an order.
@JSONObject
public struct RepricedOrder: WireValue {
    @JSONObject
    public struct Line: WireValue {
        public var line: OrderLineID
        public var person: Person
        public var name: String
        public var quantity: Int
        /// The price of one; `nil` if it was not known.
        public var previousUnitMinor: Int?
        public var unitMinor: Int
    }

    @JSONObject
    public struct UnservedLine: WireValue {
        public var line: OrderLineID
        public var person: Person
        public var name: String
    }

    public var menuVersion: Int
    public var changed: [Line]
    /// Dishes that the menu no longer has, or does not serve when the food is due. They keep their prices.
    public var unserved: [UnservedLine]
    public var previousTotalMinor: Int
    public var totalMinor: Int
}

/// What a person ordered themselves in one order.
@JSONObject
public struct OwnOrder: WireValue {
    @JSONObject
    public struct Dish: WireValue {
        public var line: OrderLineID
        public var name: String
        public var options: String?
        public var visitor: String?
        public var quantity: Int
        /// The price of one; `nil` if it is not known.
        public var unitMinor: Int?
    }

    public var id: GroupOrderID
    public var outing: OutingID
    public var state: GroupOrder.State
    public var restaurant: RestaurantID?
    public var place: String
    public var currency: String
    public var createdAt: Date
    public var dishes: [Dish]
    /// The sum of the known prices.
    public var totalMinor: Int
}

/// One thing that happened to an order.
@JSONObject
public struct OrderEvent: WireValue {
    public var revision: Int
    /// `opened`, `locked`, `line_struck` and so on; clients show unknown kinds in general words.
    public var kind: String
    /// `nil` for the service itself.
    public var actor: Person?
    public var at: Date
    public var line: OrderLineID?
    /// The line's dish after the event.
    public var name: String?
    /// The line's person.
    public var person: Person?
    /// The dish before; `nil` if it did not change.
    public var previousName: String?
    public var previousOptions: String?
    /// `nil` if there are none, or they did not change.
    public var options: String?
    /// The price of one before; `nil` if it was not known, or did not change.
    public var previousUnitMinor: Int?
    /// The price of one in minor units; `nil` if it is not known, or did not change.
    public var unitMinor: Int?
    public var previousQuantity: Int?
    public var quantity: Int?
    /// The names of the other members that changed.
    public var fields: [String]
}
