public import Foundation
public import JSON

/// A restaurant of the directory that people run here. Its id is the restaurant's.
@JSONObject
public struct Venue: WireValue {
    public enum State: String, CaseIterable, WireValue {
        /// A claim was proven a short time ago: nothing is published and no order is seen yet.
        case provisional
        case verified
        /// The last owner is gone.
        case orphaned
    }

    public enum Role: String, CaseIterable, WireValue {
        case owner, staff
        /// A tablet that was paired with the venue.
        case device
    }

    public var id: RestaurantID
    public var name: String
    /// The path of the logo, which changes with it; with `&size=160`, that of a small one.
    public var logo: String?
    public var state: State
    /// When a provisional venue becomes verified, unless there is an objection.
    public var verifiedAt: Date?
    /// What the caller is to the venue.
    public var role: Role
    /// `If-Match` of an edit compares it.
    public var version: Int
    /// With the house number.
    public var street: String?
    public var postcode: String?
    public var city: String?
    /// E.164.
    public var phone: String?
    public var email: String?
    public var website: String?
    /// OpenStreetMap's `opening_hours`; `nil` if they are not known.
    public var openingHours: String?
    /// A name of tzdata; `nil` if it is not known.
    public var timeZone: String?
    /// ISO 3166-1 alpha-2.
    public var country: String?
    /// Whether groups can send their orders to the venue's board.
    public var takesOrders: Bool
    /// Whether bills may be paid online, to the account of the service's operator.
    public var takesOnlinePayments: Bool
    /// Minutes that an order is placed before its food is due, at least; `nil` if that is not stated.
    public var leadMinutes: Int?
    /// The ISO 4217 code of the currency of the amounts.
    public var currency: String?
    /// The least that an order comes to, in minor units.
    public var orderMinimumMinor: Int?
    /// The most that an order comes to, in minor units.
    public var orderMaximumMinor: Int?
    public var mostPortions: Int?
    /// The number under which it pays its taxes, as its invoices state it; `nil` for staff and devices.
    public var taxNumber: String?
}

/// A person who works for a venue.
@JSONObject
public struct VenueMember: WireValue {
    public var person: Person
    public var role: Venue.Role
    public var since: Date
}

/// An edit of a venue or of one of its customers, with the values before and after.
@JSONObject
public struct VenueChange: WireValue {
    public var sequence: Int
    /// `profile_edited`, `member_added`, `menu_published` and so on, of a customer `added`, `edited`, `deleted`, `restored` and
    /// `merged`; clients show unknown kinds in general words.
    public var kind: String
    /// `nil` for the service itself and for operators.
    public var actor: Person?
    public var at: Date
    /// The edited fields with their values before; `nil` if there were none.
    public var before: [String: String]?
    public var after: [String: String]?
}
