public import Foundation
public import JSON

/// What a venue sold at once. Amounts are in minor units of ``currency``. It names no guest of an order.
@JSONObject
public struct Sale: WireValue {
    /// Where a sale comes from.
    public enum Source: String, CaseIterable, WireValue {
        /// An order that the venue handed over.
        case order
        /// Entered by the people of the venue.
        case hand
    }

    public var id: SaleID
    /// The venue's business day, such as `2027-03-11`. It ends at 4:00 in the venue's time zone.
    public var day: String
    public var at: Date
    public var source: Source
    /// The order's number on the board.
    public var number: Int?
    public var currency: String
    /// With taxes and tips. A voided sale keeps its total, and counts zero in reports.
    public var totalMinor: Int
    /// The person who handed over or entered it; `nil` for a device or the service.
    public var madeBy: Person?
    public var voidedAt: Date?
    public var voidedBy: Person?
    public var voidReason: String?
    /// `nil` without one, and once the customer is deleted.
    public var customer: SaleCustomer?
    /// `nil` unless one was written.
    public var invoice: SaleInvoice?
    public var lines: [SaleLine]
}

/// A dish as it was sold, or a tip.
@JSONObject
public struct SaleLine: WireValue {
    public enum Kind: String, CaseIterable, WireValue {
        case dish, tip
    }

    public var kind: Kind
    /// The key of the item on the menu; `nil` if it was typed.
    public var item: String?
    /// `nil` for a tip.
    public var name: String?
    public var options: String?
    /// The section of the menu when it was sold.
    public var category: String?
    /// Zero for a tip.
    public var quantity: Int
    /// With the tax.
    public var amountMinor: Int
    /// The part of the amount that is tax.
    public var taxMinor: Int
    /// `nil` if no rate is stated.
    public var taxPercent: String?
}

/// A line of a sale in an export. A line with a negative number takes the line with the opposite number back.
@JSONObject
public struct SoldLine: WireValue {
    public var day: String
    /// From 0 to 23, on the venue's clock.
    public var hour: Int
    public var sale: SaleID
    public var number: Int
    public var currency: String
    public var line: SaleLine
}

/// What a venue sold in a period.
@JSONObject
public struct SalesSummary: WireValue {
    /// By what sales are summed up.
    public enum Grouping: String, CaseIterable, WireValue {
        case day, hour, weekday, category, dish
    }

    /// The first and the last business day.
    public var from: String
    public var to: String
    public var by: Grouping
    /// One for each currency, by its code.
    public var currencies: [SalesOfCurrency]
}

/// What was sold in one currency. Amounts are in minor units.
@JSONObject
public struct SalesOfCurrency: WireValue {
    public var currency: String
    public var rows: [SalesRow]
    public var total: SalesRow
    /// By the rate.
    public var taxes: [SalesTax]
}

/// What was sold on a day, in an hour, of a dish or of another group.
@JSONObject
public struct SalesRow: WireValue {
    /// A date, an hour from 0 to 23, a weekday from 1 (Monday) to 7, a category, or the key of a dish; `nil` without one, and
    /// in the total.
    public var key: String?
    /// The name of a dish.
    public var name: String?
    /// The number of sales; `nil` by category and dish, since a sale can have several.
    public var sales: Int?
    /// Portions.
    public var quantity: Int
    /// Without taxes and tips.
    public var netMinor: Int
    public var taxMinor: Int
    public var tipMinor: Int
    /// Net, taxes and tips.
    public var totalMinor: Int
}

/// The tax of one rate.
@JSONObject
public struct SalesTax: WireValue {
    /// `nil` for dishes of which no rate is stated.
    public var percent: String?
    public var netMinor: Int
    public var taxMinor: Int
}
