public import JSON
public import NoonishAPI

/// Changes to a venue. Unchanged fields are not sent.
@JSONObject
public struct VenueEdit: Hashable, Sendable, JSONEncodable {
    @JSONMember(omitIfNil: true) public var name: String? = nil
    public var street: FieldEdit<String> = .keep
    public var postcode: FieldEdit<String> = .keep
    public var city: FieldEdit<String> = .keep
    public var phone: FieldEdit<String> = .keep
    public var email: FieldEdit<String> = .keep
    public var website: FieldEdit<String> = .keep
    public var openingHours: FieldEdit<String> = .keep
    @JSONMember(omitIfNil: true) public var takesOrders: Bool? = nil
    @JSONMember(omitIfNil: true) public var takesOnlinePayments: Bool? = nil
    /// Minutes that an order is placed before its food is due, at least.
    public var leadMinutes: FieldEdit<Int> = .keep
    /// The currency of the amounts. Another one removes those that are not set too.
    public var currency: FieldEdit<String> = .keep
    /// The least that an order comes to: text such as `15.00`.
    public var orderMinimum: FieldEdit<String> = .keep
    /// The most that an order comes to.
    public var orderMaximum: FieldEdit<String> = .keep
    public var mostPortions: FieldEdit<Int> = .keep
    /// The number under which it pays its taxes, as its invoices state it.
    public var taxNumber: FieldEdit<String> = .keep
}

/// A person to add to a venue.
@JSONObject
public struct NewVenueMember: Hashable, Sendable, JSONEncodable {
    @JSONMember("personId") public var person: PersonID
    public var role: Venue.Role
}

/// A restaurant that the directory lacks.
@JSONObject
public struct NewVenue: Hashable, Sendable, JSONEncodable {
    public var name: String
    /// `restaurant`, `cafe` and so on.
    public var kind: String
    public var latitude: Double
    public var longitude: Double
    /// A name of tzdata.
    public var timeZone: String
    @JSONMember(omitIfNil: true) public var street: String? = nil
    @JSONMember(omitIfNil: true) public var postcode: String? = nil
    @JSONMember(omitIfNil: true) public var city: String? = nil
    @JSONMember(omitIfNil: true) public var country: String? = nil
    @JSONMember(omitIfNil: true) public var phone: String? = nil
    @JSONMember(omitIfNil: true) public var email: String? = nil
    @JSONMember(omitIfNil: true) public var website: String? = nil
    @JSONMember(omitIfNil: true) public var openingHours: String? = nil
    /// Whether the caller has seen that another restaurant looks like this one.
    public var distinct: Bool = false
}

/// What a venue does with an order.
@JSONObject
public struct VenueOrderTransition: Hashable, Sendable, JSONEncodable {
    /// The state that the caller saw. If the order is in another one, the answer is rejected (409 `order_state`).
    public var from: GroupOrder.State
    public var to: VenueAnswer
    /// When the food is there.
    @JSONMember(omitIfNil: true) public var promisedAt: String? = nil
    /// Why the order is rejected or cancelled.
    @JSONMember(omitIfNil: true) public var reason: String? = nil
}

@JSONObject
struct VenueRoleEdit: JSONEncodable {
    let role: Venue.Role
}

@JSONObject
struct NewClaim: JSONEncodable {
    let method: VenueClaim.Method
    @JSONMember(omitIfNil: true) let address: String?
}

@JSONObject
struct ClaimProof: JSONEncodable {
    @JSONMember(omitIfNil: true) let code: String?
}

@JSONObject
struct AvailabilityEdit: JSONEncodable {
    let state: String
    @JSONMember(omitIfNil: true) let until: String?
}

@JSONObject
struct SeenRevision: JSONEncodable {
    let revision: Int
}

@JSONObject
struct StationEdit: JSONEncodable {
    let state: StationState
    let revision: Int
}

@JSONObject
struct StationList: JSONEncodable {
    let stations: [VenueStation]
}

@JSONObject
struct DeviceName: JSONEncodable {
    let name: String
}

@JSONObject
struct DeviceCode: JSONEncodable {
    let code: String
}

/// What changed the portions of an item.
@JSONObject
public struct StockMove: Hashable, Sendable, JSONEncodable {
    public enum Kind: String, Hashable, Sendable, JSONEncodable {
        case count, receipt, waste, correction, stop
    }

    public var kind: Kind
    /// `nil` for ``Kind/stop`` alone.
    @JSONMember(omitIfNil: true) public var quantity: Int? = nil
    /// A date such as `2027-03-11`; `nil` for every day.
    @JSONMember(omitIfNil: true) public var day: String? = nil
    @JSONMember(omitIfNil: true) public var note: String? = nil
    /// For owners: orders from which dishes may be taken off if they hold too many portions.
    @JSONMember(omitIfNil: true) public var strikes: [GroupOrderID]? = nil
}
