import Access
import Foundation
import HTTPKit
import JSON
import Money
import NoonishAPI
import Outings

/// A validated bill: its items, or a total that people share equally, and the charges on top.
///
/// ```
/// {"currency": "EUR", "items": [{"amount": "9.50", "label": "Pad Thai", "people": [{"personId": "…"}]}],
///  "charges": [{"kind": "tip", "percent": "10"}], "receiptTotal": "10.45"}
/// ```
struct BillInput: Sendable {
    /// A person that the body names, with the place where it does.
    struct Mention: Sendable {
        let person: PersonID
        let pointer: String
    }

    let currency: Currency
    let lines: [BillLine]
    /// The labels of the lines.
    let labels: [String?]
    /// A total that everyone who attends shares equally, if there are no items.
    let total: Int64?
    let charges: [BillCharge]
    let treats: [BillTreat]
    let receiptTotal: Int64?
    let payments: [PaymentInput]
    let mentions: [Mention]

    /// - Parameters:
    ///   - locale: The caller's, for amounts as they type them.
    ///   - takesPayments: Whether the bill is new, so that payments may come with it.
    init(_ body: ObjectReader, locale: Locale, takesPayments: Bool) throws(Problem) {
        var body = body
        currency = try body.prerequisite("currency", .currency)
        var reader = BillMemberReader(currency: currency, locale: locale)
        receiptTotal = body.optional("receiptTotal", reader.amount)
        total = body.optional("total", reader.amount)
        let items = body.objects("items", max: BillLimits.items) { reader.item(&$0) }
        lines = items.map(\.line)
        labels = items.map(\.label)
        charges = body.objects("charges", max: BillLimits.charges) { reader.charge(&$0) }
        treats = body.objects("treats", max: BillLimits.sharers) { reader.treat(&$0) }
        payments =
            takesPayments
            ? body.objects("payments", max: BillLimits.payments) { reader.payment(&$0) } : []
        if (total == nil) == !body.has("items") {
            body.refuse("items", "items_or_total", "Give either items or a total.")
        }
        mentions = reader.mentions
        try body.finish()
    }

    /// Returns what the bill is calculated from.
    ///
    /// - Parameters:
    ///   - id: The bill, which enters the tie-break.
    ///   - everyone: The people who share a total.
    func draft(_ id: BillID, everyone: [PersonID]) -> BillDraft {
        var all = lines
        if let total {
            all = [BillLine(amount: total, sharers: everyone.map { Sharer($0.uuid, weight: 1) })]
        }
        return BillDraft(
            id: id.uuid, currency: currency, lines: all, charges: charges, receiptTotal: receiptTotal,
            treats: treats)
    }
}

/// A validated payment: `{personId, amount, method?}`.
struct PaymentInput: Sendable {
    let person: PersonID
    let amount: Int64
    let method: BillPayment.Method
}

extension PaymentInput {
    init(_ body: ObjectReader, in currency: Currency, locale: Locale) throws(Problem) {
        var body = body
        var reader = BillMemberReader(currency: currency, locale: locale)
        self = try body.finish(reader.payment(&body))
    }
}
