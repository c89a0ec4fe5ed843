public import Foundation
public import JSON

/// A bill of an outing. Amounts are in minor units of the bill's currency.
@JSONObject
public struct OutingBill: WireValue {
    public var id: BillID
    public var outing: OutingID
    /// The order whose dishes were its items when it was created; `nil` if they were typed.
    public var order: GroupOrderID?
    /// Counts the corrections. `If-Match` compares it.
    public var version: Int
    /// The author of this version; `nil` if they are no longer known.
    public var madeBy: Person?
    public var at: Date
    @JSONMember(flattened: true) public var content: BillContent
    /// What each person has paid and still owes, by name.
    public var balances: [BillBalance]
    public var payments: [BillPayment]
    /// What is left to pay to the place. Transfers are asked for once it is zero.
    public var unpaidMinor: Int
    public var transfers: [BillTransfer]
    /// When everyone's balance was zero; `nil` before.
    public var settledAt: Date?
    /// When its shares, payments and transfers were deleted, long after its last change; `nil` before.
    public var reducedAt: Date?
}

/// What a bill says: its charges and everyone's share, without payments.
@JSONObject(flattenable: true)
public struct BillContent: WireValue {
    public var currency: String
    public var totalMinor: Int
    /// The total as typed from the receipt.
    public var receiptTotalMinor: Int?
    /// How much the receipt is above the charges on it; `nil` without a receipt.
    public var receiptDifferenceMinor: Int?
    public var charges: [BillChargeItem]
    /// The taxes within the prices, by rate: no charges.
    public var includedTaxes: [BillTax]
    public var shares: [BillShare]
    /// The SHA-256 of the bill's canonical text, in lower-case hexadecimal.
    public var checksum: String
}

/// One amount on a bill, and who bears it.
@JSONObject
public struct BillChargeItem: WireValue {
    public var number: Int
    public var kind: String
    public var basis: String
    public var amountMinor: Int
    public var label: String?
    public var percent: String?
    /// The smallest coin of a cash rounding.
    public var stepMinor: Int?
    /// The numbers of the items that it is on; `nil` if it is on all.
    public var items: [Int]?
    public var beforeDiscounts: Bool
    public var onReceipt: Bool
    /// Whether it is half of a treat.
    public var treat: Bool
    /// The line of the order that the item is; `nil` if it was typed.
    public var line: OrderLineID?
    public var visitor: String?
    public var taxPercent: String?
    public var taxIncluded: Bool
    public var shares: [BillChargeShare]
}

/// A person's part of a charge.
@JSONObject
public struct BillChargeShare: WireValue {
    public var person: Person
    public var amountMinor: Int
    /// The weight as it was typed; `nil` if the charge names no people.
    public var weight: Int?
    /// What happened to the fraction of a minor unit.
    public var fraction: String
}

/// What a person bears of a bill.
@JSONObject
public struct BillShare: WireValue {
    public var person: Person
    public var amountMinor: Int
}

/// The tax of one rate within the prices.
@JSONObject
public struct BillTax: WireValue {
    public var percent: String
    public var amountMinor: Int
}

/// What a person has paid and still owes.
@JSONObject
public struct BillBalance: WireValue {
    public var person: Person
    public var paidMinor: Int
    /// Negative if others owe the person.
    public var owesMinor: Int
}

/// What a person paid to the place, or got back from it.
@JSONObject
public struct BillPayment: WireValue {
    public enum Method: String, CaseIterable, WireValue {
        case cash, card, other
        /// By a checkout. No one can record or take back such a payment.
        case online
    }

    public var id: BillPaymentID
    public var person: Person
    public var amountMinor: Int
    public var method: Method
    /// Whether the place paid it back to the person.
    public var refund: Bool
    public var at: Date
    /// When it was taken back; `nil` if it counts.
    public var reversedAt: Date?
}

/// What one person owes another who paid. The money moves outside the service.
@JSONObject
public struct BillTransfer: WireValue {
    public enum State: String, CaseIterable, WireValue {
        case asked, sent, received, disputed, forgiven, void
    }

    public var id: BillTransferID
    public var debtor: Person
    public var creditor: Person
    public var amountMinor: Int
    /// Identifies it on statements.
    public var code: String
    public var state: State
    public var at: Date
    public var sentAt: Date?
    public var endedAt: Date?
}

/// A way to pay a transfer: fields to copy and, if the payer's bank understands them, a link or a code.
@JSONObject
public struct TransferPaymentOption: WireValue {
    @JSONObject
    public struct Field: WireValue {
        public var label: String
        public var text: String
    }

    public var kind: String
    /// The name of the app or the link; `nil` if the kind says it.
    public var label: String?
    public var url: String?
    /// The path of an SVG picture of the QR code.
    public var qrCode: String?
    public var fields: [Field]
}

/// A link of the operator's choice with which people can be paid.
@JSONObject
public struct PaymentLink: WireValue {
    public var id: String
    public var label: String
    /// ISO 4217.
    public var currencies: [String]
}

/// How the caller wants to be paid, as lists show it.
@JSONObject
public struct PayoutMethodSummary: WireValue {
    public enum Kind: String, CaseIterable, WireValue {
        case account, upi, pix, payPal, link, other
    }

    public var kind: Kind
    /// Without most of its digits.
    public var masked: String
    public var updatedAt: Date
}
