import Access
import Accounts
import HTTPKit
import NoonishAPI
import OpenAPI
import Outings

/// The wire types of series' orders and of receipts, as schemas.
extension Schema {
    private static let minor = Schema.integer(0...Int.max, 950)

    static let orderRepetition = Schema.named(
        "OrderRepetition",
        .object(
            .field("added", .integer(0...Int.max, 2), "Dishes that it ordered."),
            .field(
                "skipped", .array(of: orderOmission),
                "Dishes that it left out, because they are not as they were.")))

    static let orderOmission = Schema.named(
        "OrderOmission",
        .object(
            .field("name", .string("Pad Thai")),
            .field("why", .oneOf(RepeatedOrder.Omission.Reason.self)),
            .field(
                "previousUnitMinor", minor.orNull,
                "With `price_moved`: the price of one the last time."),
            .field("unitMinor", minor.orNull, "With `price_moved`: the price of one today.")))

    static let seriesOrderSettings = Schema.named(
        "SeriesOrderSettings",
        .object(
            .field("order", seriesOrder.orNull, "Null if people open orders themselves."),
            .field(
                "repeats", .boolean, "Whether the caller's dishes of the last time are ordered by themselves."
            )
        ))

    private static let seriesOrder = Schema.named(
        "SeriesOrder",
        .object(
            .field(
                "closesBefore", .integer(OrderLimits.seriesClosesBefore, 120), "Minutes before the start."),
            .field("currency", .string("EUR")), .field("fulfilment", .oneOf(GroupOrder.Fulfilment.self)),
            .field("address", .string("Kaisaniemenkatu 1").orNull), .field("note", .string("No bags").orNull),
            .field("limitPerHeadMinor", minor.orNull, "The budget for one person and date."),
            .field("linesVisible", .boolean, "Whether invitees see who ordered what."),
            .field(
                "rotates", .boolean,
                """
                Whether the people who come run the orders in turn, each named two hours before the deadline; otherwise the \
                host does.
                """)))

    static let newSeriesOrder = Schema.object(
        .field("closesBefore", .integer(OrderLimits.seriesClosesBefore, 120)),
        .field("currency", .pattern("^[A-Z]{3}$", "EUR")),
        .optional("fulfilment", .oneOf(GroupOrder.Fulfilment.self), "`dine_in` by default."),
        .optional("address", .text(OrderLimits.address, "Kaisaniemenkatu 1")),
        .optional("note", .text(OrderLimits.orderNote, multiline: true, "No bags")),
        .optional("limitPerHead", .amountInput), .optional("linesVisible", .boolean, "True by default."),
        .optional("rotates", .boolean, "False by default."))

    static let orderReceipt = Schema.named(
        "OrderReceipt",
        .object(
            .field("outing", .id), .field("order", .id), .field("state", .oneOf(GroupOrder.State.self)),
            .field("place", .string("Thai Garden")), .field("dueAt", localTime.orNull),
            .field("currency", .string("EUR")),
            .field("limitPerHeadMinor", minor.orNull, "The budget for one person."),
            .field("people", .array(of: personReceipt), "By name."),
            .field("totalMinor", minor, "The sum of the known prices of these people."),
            .field("unpriced", .integer(0...Int.max, 1), "Dishes without a price.")))

    private static let personReceipt = Schema.named(
        "PersonReceipt",
        .object(
            .field("person", person),
            .field(
                "dishes",
                .array(
                    of: .object(
                        .field("name", .string("Pad Thai")), .field("options", .string("large").orNull),
                        .field("visitor", .string("Aunt May").orNull),
                        .field("quantity", .integer(OrderLimits.quantity)),
                        .field("sharers", .integer(1...Int.max, 1), "People who share it, with this one."),
                        .field("amountMinor", minor.orNull, "This person's part; null without a price.")))),
            .field("totalMinor", minor),
            .field("aboveLimitMinor", minor, "The part of the total above the limit.")))

    static let seriesReceipts = Schema.named(
        "SeriesReceipts",
        .object(
            .field("from", .date), .field("to", .date),
            .field(
                "rows",
                .array(
                    of: .object(
                        .field("date", .date, "Of the rule."), .field("outing", .id),
                        .field("place", .string("Thai Garden")), .field("person", person),
                        .field("currency", .string("EUR")), .field("totalMinor", minor),
                        .field("aboveLimitMinor", minor),
                        .field("unpriced", .integer(0...Int.max, 0), "Dishes without a price."))),
                "By date and name."),
            .field(
                "sums",
                .array(
                    of: .object(
                        .field("person", person.orNull, "Null for everyone."),
                        .field("currency", .string("EUR")),
                        .field("orders", .integer(0...Int.max, 4)), .field("totalMinor", minor),
                        .field("aboveLimitMinor", minor))),
                "For each currency the sum of each person, and last of everyone.")))
}
