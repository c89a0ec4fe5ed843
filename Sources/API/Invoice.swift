public import Foundation
public import JSON

/// The invoice of a sale. Amounts are in minor units of ``currency``. Its lines are those that the sale had when it was written.
@JSONObject
public struct Invoice: WireValue {
    public var id: InvoiceID
    /// Gapless for the venue in each year, such as `2027-0001`.
    public var number: String
    public var sale: SaleID
    /// A date such as `2027-03-12`, in the venue's time zone.
    public var issuedOn: String
    /// The venue's business day on which it was sold.
    public var soldOn: String
    /// The venue, as it was when the invoice was written.
    public var seller: InvoiceParty
    public var recipient: InvoiceParty
    public var currency: String
    /// The dishes.
    public var lines: [SaleLine]
    /// The sums of the dishes by the rate of their tax.
    public var taxes: [SalesTax]
    public var tipMinor: Int
    /// Net, taxes and tip.
    public var totalMinor: Int
    /// The last day on which the law of the venue's country requires it; then it is deleted.
    public var keptUntil: String
    /// `nil` unless the sale was voided.
    public var cancellation: InvoiceCancellation?
}

/// The seller or the recipient of an invoice.
@JSONObject
public struct InvoiceParty: WireValue {
    public var name: String
    /// In lines; `nil` for a venue of which it is not known.
    public var address: String?
    public var taxNumber: String?
}

/// What cancels an invoice: its sale was voided.
@JSONObject
public struct InvoiceCancellation: WireValue {
    /// The next one of the series of the venue's invoices, such as `2027-0002`.
    public var number: String
    public var at: Date
}

/// The invoice of a sale, for a link to it.
@JSONObject
public struct SaleInvoice: WireValue {
    public var id: InvoiceID
    public var number: String
}

/// An invoice to the caller, which an erasure of their account leaves.
@JSONObject
public struct InvoiceReference: WireValue {
    public var restaurant: RestaurantID
    /// The name of the venue.
    public var venue: String
    public var number: String
    public var issuedOn: String
    /// The last day on which the law of the venue's country requires it.
    public var keptUntil: String
}
