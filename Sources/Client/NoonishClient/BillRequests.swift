public import JSON
public import NoonishAPI

/// What a bill is calculated from: either its items or a ``total``. Amounts are decimal text in the bill's currency, such as
/// `12.40`, and percentages such as `12.5`.
@JSONObject(flattenable: true)
public struct NewBill: Hashable, Sendable, JSONEncodable {
    /// A code of ISO 4217, such as `EUR`.
    public var currency: String
    /// A total that everyone who attends shares equally.
    @JSONMember(omitIfNil: true) public var total: String? = nil
    @JSONMember(omitIfNil: true) public var items: [Item]? = nil
    /// The order of the outing whose dishes are the first items.
    @JSONMember("orderId", omitIfNil: true) public var order: GroupOrderID? = nil
    public var charges: [Charge] = []
    /// The people whose shares others pay.
    public var treats: [Treat] = []
    /// The total as it stands on the receipt, which is compared with the bill.
    @JSONMember(omitIfNil: true) public var receiptTotal: String? = nil

    /// A person's part of an item or a charge.
    @JSONObject
    public struct Sharer: Hashable, Sendable, JSONEncodable {
        public var personId: PersonID
        /// The parts of all sharers are in proportion to their weights; `nil` for 1.
        @JSONMember(omitIfNil: true) public var weight: Int? = nil
        /// An exact part. Either all sharers have one or none has.
        @JSONMember(omitIfNil: true) public var share: String? = nil
    }

    @JSONObject
    public struct Item: Hashable, Sendable, JSONEncodable {
        public var amount: String
        @JSONMember(omitIfNil: true) public var label: String? = nil
        public var people: [Sharer]
        /// The visitor without an account for whom the first person ordered.
        @JSONMember(omitIfNil: true) public var visitor: String? = nil
        @JSONMember(omitIfNil: true) public var taxPercent: String? = nil
        /// Whether the amount includes the tax; `nil` for yes.
        @JSONMember(omitIfNil: true) public var taxIncluded: Bool? = nil
    }

    /// A charge besides the items, by an ``amount`` or a ``percent``.
    @JSONObject
    public struct Charge: Hashable, Sendable, JSONEncodable {
        public enum Kind: String, CaseIterable, WireValue {
            case tax, service, delivery, tip, discount, difference, rounding
        }

        public enum Basis: String, CaseIterable, WireValue {
            /// By what each person ordered.
            case value
            /// Equally.
            case heads
            /// By the people who are named.
            case named
        }

        public var kind: Kind
        @JSONMember(omitIfNil: true) public var amount: String? = nil
        @JSONMember(omitIfNil: true) public var percent: String? = nil
        /// The smallest coin of a cash rounding.
        @JSONMember(omitIfNil: true) public var step: String? = nil
        /// `nil` for what is usual for the kind.
        @JSONMember(omitIfNil: true) public var basis: Basis? = nil
        @JSONMember(omitIfNil: true) public var people: [Sharer]? = nil
        /// The numbers of the items that it is on, from 1; `nil` for all.
        @JSONMember(omitIfNil: true) public var items: [Int]? = nil
        @JSONMember(omitIfNil: true) public var beforeDiscounts: Bool? = nil
        /// Whether the total of the receipt includes it; `nil` for yes.
        @JSONMember(omitIfNil: true) public var onReceipt: Bool? = nil
        @JSONMember(omitIfNil: true) public var label: String? = nil
    }

    @JSONObject
    public struct Treat: Hashable, Sendable, JSONEncodable {
        public var hostId: PersonID
        public var guestId: PersonID
    }
}

/// What a person paid to the place.
@JSONObject
public struct NewPayment: Hashable, Sendable, JSONEncodable {
    public var personId: PersonID
    public var amount: String
    /// `nil` for other.
    @JSONMember(omitIfNil: true) public var method: BillPayment.Method? = nil
    /// What the part above the bill's total is; `nil` has such a payment refused. Only for a payment that is recorded by itself.
    @JSONMember(omitIfNil: true) public var excess: PaymentExcess? = nil
}

/// What becomes of the part of a payment that is above the bill.
public enum PaymentExcess: String, CaseIterable, WireValue {
    /// A tip that the payer bears alone.
    case tip
    /// The place gave it back at once.
    case change
}

/// How the caller wants to be paid. Only people who owe the caller a transfer see it.
@JSONObject
public struct NewPayoutMethod: Hashable, Sendable, JSONEncodable {
    /// The account number, address, key or name.
    public var value: String
    /// The name of the account's owner. Bank accounts, UPI and Pix need it.
    @JSONMember(omitIfNil: true) public var name: String? = nil
    /// The town of a Pix account.
    @JSONMember(omitIfNil: true) public var city: String? = nil
    /// The name of the app, for other ways.
    @JSONMember(omitIfNil: true) public var label: String? = nil
    /// For Swiss QR codes.
    @JSONMember(omitIfNil: true) public var address: Address? = nil

    @JSONObject
    public struct Address: Hashable, Sendable, JSONEncodable {
        @JSONMember(omitIfNil: true) public var street: String? = nil
        @JSONMember(omitIfNil: true) public var houseNumber: String? = nil
        public var postcode: String
        public var town: String
        /// A code of ISO 3166, such as `CH`.
        public var country: String
    }
}
