import Access
import Accounts
import Menus
import NoonishAPI
import OpenAPI

/// The wire types of sales, as schemas.
extension Schema {
    /// Below zero in lines that take others back.
    private static let amounts = RecordLimits.amounts
    private static let minor = Schema.integer(amounts, 1_240)

    static let saleLine = Schema.named(
        "SaleLine",
        .object(
            .field("kind", .oneOf(SaleLine.Kind.self)),
            .field("item", .string("green-curry").orNull, "The key on the menu; null if it was typed."),
            .field("name", .string("Green curry").orNull, "Null for a tip."),
            .field("options", .string("large, no peanuts").orNull),
            .field("category", .string("Curries").orNull, "The section of the menu when it was sold."),
            .field("quantity", .integer(amounts, 2), "Zero for a tip."),
            .field("amountMinor", minor, "With the tax."),
            .field("taxMinor", minor, "The part of the amount that is tax."),
            .field("taxPercent", .string("14").orNull, "Null if no rate is stated.")))

    static let sale = Schema.named(
        "Sale",
        .object(
            .field("id", .id), .field("day", .date, "The business day, which ends at 4:00."),
            .field("at", .instant), .field("source", .oneOf(Sale.Source.self)),
            .field("number", .integer(1...Int.max, 14).orNull, "The order's number on the board."),
            .field("currency", .string("EUR")),
            .field("totalMinor", minor, "With taxes and tips. A voided sale keeps it, and counts zero."),
            .field("madeBy", person.orNull, "Null for a device or the service."),
            .field("voidedAt", Schema.instant.orNull), .field("voidedBy", person.orNull),
            .field("voidReason", .string("Entered twice").orNull),
            .field(
                "customer", saleCustomer.orNull,
                "The customer of a sale by hand; null once the customer is deleted."),
            .field("invoice", saleInvoice.orNull, "Null unless one was written."),
            .field("lines", .array(of: saleLine))))

    static let newSale = Schema.object(
        .field(
            "lines",
            .array(
                of: .object(
                    .optional(
                        "pick", .newMenuPick, "A dish of the menu. Otherwise name and price are required."),
                    .optional("name", .text(RecordLimits.name, "Tea")),
                    .optional("options", .text(RecordLimits.options, "with milk")),
                    .optional("price", .amountInput, "Of one, with the tax."),
                    .optional("taxPercent", .string("14")),
                    .optional("quantity", .integer(RecordLimits.quantity, 2), "1 by default.")),
                max: RecordLimits.lines)),
        .optional("tip", .amountInput),
        .optional("currency", .string("EUR"), "That of the menu by default."),
        .optional("fulfilment", .oneOf(GroupOrder.Fulfilment.self), "`dine_in` by default."),
        .optional("customerId", .id, "A customer of the venue."))

    private static let salesRow = Schema.named(
        "SalesRow",
        .object(
            .field(
                "key", .string("2027-03-11").orNull,
                "A date, an hour from 0 to 23, a weekday from 1 (Monday) to 7, a category or the key of a dish."
            ),
            .field("name", .string("Green curry").orNull, "Of a dish."),
            .field("sales", .integer(0...Int.max, 12).orNull, "Null by category and dish."),
            .field("quantity", .integer(amounts, 31), "Portions."),
            .field("netMinor", minor, "Without taxes and tips."), .field("taxMinor", minor),
            .field("tipMinor", minor), .field("totalMinor", minor, "Net, taxes and tips.")))

    static let salesTax = Schema.named(
        "SalesTax",
        .object(
            .field("percent", .string("14").orNull, "Null if no rate is stated."),
            .field("netMinor", minor), .field("taxMinor", minor)))

    static let salesSummary = Schema.named(
        "SalesSummary",
        .object(
            .field("from", .date), .field("to", .date), .field("by", .oneOf(SalesSummary.Grouping.self)),
            .field(
                "currencies",
                .array(
                    of: .named(
                        "SalesOfCurrency",
                        .object(
                            .field("currency", .string("EUR")), .field("rows", .array(of: salesRow)),
                            .field("total", salesRow),
                            .field("taxes", .array(of: salesTax), "By the rate.")))))))

    static let stockReport = Schema.named(
        "StockReport",
        .object(
            .field("from", .date), .field("to", .date),
            .field("currency", .string("EUR").orNull, "That of the menu."),
            .field(
                "rows",
                .array(
                    of: .named(
                        "StockReportRow",
                        .object(
                            .field("item", .string("green-curry"), "The key of the item on the menu."),
                            .field("name", .string("Green curry").orNull, "Null once it is not on the menu."),
                            .field(
                                "everyDay", .boolean,
                                "Whether the portions are for every day; those of single days end with it."),
                            .field(
                                "opening", .integer(amounts, 50),
                                "At the start, with those that there were when the counting began."),
                            .field("received", .integer(amounts, 20)),
                            .field(
                                "corrected", .integer(amounts, 1),
                                "With those that came back from voided sales."),
                            .field("sold", .integer(amounts, 41)), .field("wasted", .integer(amounts, 2)),
                            .field(
                                "expected", .integer(amounts, 28),
                                "What should be there at the end, for orders too."),
                            .field(
                                "counted", .integer(amounts, 27).orNull,
                                "What is there at the end by the counts of the period; null if it had none."),
                            .field(
                                "difference", .integer(amounts, -1),
                                "What the counts found above or below what was expected."),
                            .field(
                                "priceMinor", .integer(amounts, 1_240).orNull, "The lowest price on the menu."
                            ),
                            .field("differenceMinor", .integer(amounts, -1_240).orNull, "At that price."))))),
            .field("differenceMinor", .integer(amounts, -1_240), "Of all rows, within the bounds.")))

    static let soldLines = Schema.object(
        .field("schemaVersion", .integer(1...1, 1)), .field("from", .date), .field("to", .date),
        .field(
            "lines",
            .array(
                of: .named(
                    "SoldLine",
                    .object(
                        .field("day", .date), .field("hour", .integer(0...23, 12)), .field("sale", .id),
                        .field(
                            "number", .integer(amounts, 1),
                            "A negative one takes the line with the opposite number back."),
                        .field("currency", .string("EUR")), .field("line", saleLine))))))
}
