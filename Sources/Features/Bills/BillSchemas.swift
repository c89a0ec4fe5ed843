import Access
import Accounts
import HTTPKit
import HTTPTypes
import JSON
import Money
import NoonishAPI
import OpenAPI
import Outings

/// The wire types of bills, as schemas.
extension Schema {
    /// An amount of a response, in minor units of the bill's currency.
    private static let minor = Schema.integer(0...largest, 1_240)
    private static let signedMinor = Schema.integer(-largest...largest, -310)
    private static let largest = Int(Money.largestInput)
    private static let percentage = Schema.pattern(#"^[0-9]+(\.[0-9]+)?$"#, "12.5")
    static let transferState = Schema.oneOf(BillTransfer.State.self)

    private static let chargeShare = Schema.named(
        "BillChargeShare",
        .object(
            .field("person", person), .field("amountMinor", signedMinor),
            .field("weight", .integer(0...Int.max, 1).orNull, "Null if the charge names no people."),
            .field(
                "fraction", .words(["none", "dropped", "raised", "droppedByTieBreak", "raisedByTieBreak"]),
                "What happened to the fraction of a minor unit.")))

    private static let charge = Schema.named(
        "BillChargeItem",
        .object(
            .field("number", .integer(1...Int.max, 1)),
            .field("kind", .words(ChargeKind.allCases.map(\.rawValue))),
            .field("basis", .words(ChargeBasis.allCases.map(\.rawValue))),
            .field("amountMinor", signedMinor, "Negative for discounts."),
            .field("label", .string("Pad Thai").orNull), .field("percent", percentage.orNull),
            .field("stepMinor", minor.orNull, "The smallest coin of a cash rounding."),
            .field(
                "items", Schema.array(of: .integer(1...Int.max, 1)).orNull,
                "The numbers of the items that it is on; null if it is on all."),
            .field("beforeDiscounts", .boolean),
            .field("onReceipt", .boolean, "Whether the total of the receipt includes it."),
            .field("treat", .boolean, "Whether it is half of a treat."),
            .field("line", .id.orNull, "The line of the order that the item is."),
            .field("visitor", .string("Grandma").orNull), .field("taxPercent", percentage.orNull),
            .field("taxIncluded", .boolean), .field("shares", .array(of: chargeShare))))

    private static let content: [SchemaField] = [
        .field("currency", .string("EUR")), .field("totalMinor", minor),
        .field("receiptTotalMinor", minor.orNull, "As it was typed from the receipt."),
        .field(
            "receiptDifferenceMinor", signedMinor.orNull, "How much the receipt is above the charges on it."),
        .field("charges", .array(of: charge)),
        .field(
            "includedTaxes",
            .array(
                of: .named("BillTax", .object(.field("percent", percentage), .field("amountMinor", minor)))),
            "The taxes within the prices, for information."),
        .field(
            "shares",
            .array(of: .named("BillShare", .object(.field("person", person), .field("amountMinor", minor)))),
            "What each person bears."),
        .field("checksum", .pattern("^[0-9a-f]{64}$", String(repeating: "5f70", count: 16))),
    ]

    static let billContent = Schema.named("BillContent", .object(content))

    private static let balance = Schema.named(
        "BillBalance",
        .object(
            .field("person", person), .field("paidMinor", minor),
            .field("owesMinor", signedMinor, "Negative if others owe the person.")))

    private static let recordedPayment = Schema.named(
        "BillPayment",
        .object(
            .field("id", .id), .field("person", person), .field("amountMinor", minor),
            .field("method", .oneOf(BillPayment.Method.self)),
            .field("refund", .boolean, "Whether the place paid it back to the person."),
            .field("at", .instant),
            .field("reversedAt", .instant.orNull)))

    private static let transfer = Schema.named(
        "BillTransfer",
        .object(
            .field("id", .id), .field("debtor", person), .field("creditor", person),
            .field("amountMinor", minor),
            .field("code", .string("K7QX2"), "Identifies it on statements."), .field("state", transferState),
            .field("at", .instant), .field("sentAt", .instant.orNull), .field("endedAt", .instant.orNull)))

    static let bill = Schema.named(
        "OutingBill",
        .object(
            [
                .field("id", .id), .field("outing", .id),
                .field("order", .id.orNull, "The order whose dishes were its items when it was created."),
                .field("version", .integer(1...Int.max, 1)), .field("madeBy", person.orNull),
                .field("at", .instant),
            ] + content + [
                .field("balances", .array(of: balance)), .field("payments", .array(of: recordedPayment)),
                .field("unpaidMinor", minor, "What is left to pay to the place."),
                .field("transfers", .array(of: transfer), "Asked for once the place is paid in full."),
                .field("settledAt", .instant.orNull),
                .field("reducedAt", .instant.orNull, "When everything but its sums was deleted."),
            ]))
}

/// The bodies of requests.
extension Schema {
    private static let sharers = Schema.array(
        of: .named(
            "NewBillSharer",
            .object(
                .field("personId", .id), .optional("weight", Schema.integer(BillLimits.weight, 1).orNull),
                .optional("share", Schema.amountInput.orNull))), max: BillLimits.sharers
    ).saying("Each with a weight, or with shares that sum to the amount.")

    private static let newCharge = Schema.named(
        "NewBillCharge",
        .object(
            .field("kind", .oneOf(OfferedKind.self)), .optional("amount", Schema.amountInput.orNull),
            .optional("percent", percentage.orNull), .optional("step", Schema.amountInput.orNull),
            .optional("basis", Schema.oneOf(OfferedBasis.self).orNull),
            .optional("people", sharers.orNull),
            .optional(
                "items",
                Schema.array(of: .integer(1...BillLimits.items, 1), max: BillLimits.items).orNull),
            .optional("beforeDiscounts", Schema.boolean.orNull),
            .optional("onReceipt", Schema.boolean.orNull),
            .optional("label", .text(BillLimits.label, "Voucher").orNull)))

    private static let draft: [SchemaField] = [
        .field("currency", .string("EUR")),
        .optional("total", Schema.amountInput.orNull, "Shared equally by everyone who attends."),
        .optional("charges", Schema.array(of: newCharge, max: BillLimits.charges).orNull),
        .optional(
            "treats",
            Schema.array(
                of: .named("NewBillTreat", .object(.field("hostId", .id), .field("guestId", .id))),
                max: BillLimits.sharers
            ).orNull),
        .optional("receiptTotal", Schema.amountInput.orNull),
    ]

    private static let item: [SchemaField] = [
        .field("amount", .amountInput), .optional("label", .text(BillLimits.label, "Pad Thai").orNull),
        .optional("people", sharers.orNull),
        .optional("visitor", .text(BillLimits.visitor, "Grandma").orNull),
        .optional("taxPercent", percentage.orNull),
        .optional("taxIncluded", Schema.boolean.orNull),
    ]

    private static let newItems = SchemaField.optional(
        "items", Schema.array(of: .named("NewBillItem", .object(item)), max: BillLimits.items).orNull)

    /// The dishes of an order as items.
    private static let ordered: [SchemaField] = [
        .optional("orderId", .id.orNull, "Its dishes are items, as they are now."),
        .optional(
            "prices",
            Schema.array(
                of: .named("BillLinePrice", .object(.field("lineId", .id), .field("price", .amountInput))),
                max: BillLimits.items
            ).orNull, "What one portion of a dish costs, where the order does not say or says another price."),
    ]

    static let payment = Schema.named(
        "NewBillPayment",
        .object(
            .field("personId", .id), .field("amount", .amountInput),
            .optional("method", Schema.oneOf(OfferedMethod.self).orNull)))

    static let recordedNewPayment = Schema.object(
        .field("personId", .id), .field("amount", .amountInput),
        .optional("method", Schema.oneOf(OfferedMethod.self).orNull),
        .optional(
            "excess", .oneOf(PaymentExcess.self),
            "What is above the total: a tip that the payer bears alone, or change that the place gave back. Without it, such a payment is refused."
        ))

    static let billPreview = Schema.object(draft + [newItems] + ordered)

    static let newBill = Schema.object(
        draft + [newItems] + ordered + [
            .optional("payments", Schema.array(of: payment, max: BillLimits.payments).orNull)
        ])

    static let billCorrection = Schema.object(
        draft + [
            .optional(
                "items",
                Schema.array(
                    of: .object(
                        item + [
                            .optional("lineId", .id.orNull, "The item's `line` in the former version.")
                        ]), max: BillLimits.items
                ).orNull),
            .optional(
                "refunds", Schema.array(of: payment, max: BillLimits.payments).orNull,
                "What the place paid back to people who had paid."),
        ])
}

extension RouteProblem {
    static let overpaid = RouteProblem.of(
        BillProblems.overpaid(by: .example), .field("byMinor", .integer(1...Int.max, 1_240)),
        .field("currency", .string("EUR")))

    static let ofBills: [RouteProblem] = [
        .amounts,
        .faults(
            "unknown_currency", "malformed_percentage", "malformed_id", "items_or_total", "invalid_size",
            "invalid_people", "shares_do_not_sum", "unknown_item", "negative_share", "invalid_treat",
            "no_people"),
        .of(
            BillProblems.discountTooLarge(.example, pointer: "/charges/0"),
            .field("mostMinor", .integer(0...Int.max, 1_240)), .field("currency", .string("EUR"))),
        .of(BillProblems.notOnTheList("/items/0/people/0/personId")),
        .of(BillProblems.unknownLine("/prices/0/lineId")), .faults("same_line"),
    ]

    static let refundTooLarge = RouteProblem.of(
        BillProblems.refundTooLarge(.example, pointer: "/refunds/0/amount"),
        .field("mostMinor", .integer(0...Int.max, 1_240)), .field("currency", .string("EUR")))

    /// The problems of a bill for an order.
    static let ofOrderedBills: [RouteProblem] = [
        .forbidden,
        .of(BillProblems.unknownOrder), .of(BillProblems.orderOpen),
        .of(BillProblems.missingPrices(of: []), .field("lines", .array(of: .id))),
    ]
}

extension Money {
    /// The amount in examples of problems.
    fileprivate static var example: Money {
        Money(1_240, Currency("EUR") ?? { preconditionFailure("the euro is a currency") }())
    }
}
