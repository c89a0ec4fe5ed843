public import Foundation
public import JSON

/// A payment of the caller's share of a bill at the provider's page.
@JSONObject
public struct BillCheckout: WireValue {
    public enum State: String, CaseIterable, WireValue {
        /// The provider has not answered yet.
        case preparing
        /// The provider's page is open.
        case open
        case paid
        /// All of it was paid back.
        case refunded
        case expired
        /// The provider refused it.
        case failed
        /// What was paid is not what was asked for, so that the operator has to look into it.
        case mismatched
    }

    public var id: CheckoutID
    public var state: State
    public var amountMinor: Int
    /// What was paid back so far.
    public var refundedMinor: Int
    public var currency: String
    /// The provider's page; `nil` unless it is open.
    public var url: String?
    public var expiresAt: Date
    public var at: Date
}

/// What the caller can pay online of a bill, and what they have paid or begun to pay.
@JSONObject
public struct CheckoutOverview: WireValue {
    /// What the caller can pay now; `nil` if this bill cannot be paid online.
    public var payableMinor: Int?
    public var currency: String
    /// Whether the provider remembers a card of the caller.
    public var hasCard: Bool
    /// The newest first.
    public var checkouts: [BillCheckout]
}

/// Whether the provider of payments remembers a card of the caller.
@JSONObject
public struct RememberedCard: WireValue {
    public var isRemembered: Bool
    /// When it was; `nil` if it is not.
    public var since: Date?
}
