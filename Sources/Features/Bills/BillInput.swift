import Access
import Foundation
import HTTPKit
import JSON
import Money
import NoonishAPI
import Outings

/// A validated bill: its items, the dishes of an order, or a total that people share equally, and the charges on top.
///
/// ```
/// {"currency": "EUR", "items": [{"amount": "9.50", "label": "Pad Thai", "people": [{"personId": "…"}]}],
///  "charges": [{"kind": "tip", "percent": "10"}], "receiptTotal": "10.45"}
/// ```
struct BillInput: Sendable {
    /// What a bill is read for.
    enum Purpose { case creation, preview, correction }

    /// A person or a line that the body names, with the place where it does.
    struct Mention<ID: Sendable>: Sendable {
        let id: ID
        let pointer: String
    }

    let currency: Currency
    let items: [BillItem]
    /// The order whose dishes are further items.
    let order: GroupOrderID?
    /// Prices of the order's dishes that it does not know, or that were others.
    let prices: [OrderLineID: Int64]
    /// A total that everyone who attends shares equally, if there are no items.
    let total: Int64?
    let charges: [BillCharge]
    let treats: [BillTreat]
    let receiptTotal: Int64?
    let payments: [PaymentInput]
    /// What the place paid back, in a correction.
    let refunds: [PaymentInput]
    let people: [Mention<PersonID>]
    let lines: [Mention<OrderLineID>]

    /// - Parameter locale: The caller's, for amounts as they type them.
    init(_ body: ObjectReader, for purpose: Purpose, locale: Locale) throws(Problem) {
        var body = body
        currency = try body.prerequisite("currency", .currency)
        var reader = BillMemberReader(currency: currency, locale: locale)
        receiptTotal = body.optional("receiptTotal", reader.amount)
        total = body.optional("total", reader.amount)
        order = purpose == .correction ? nil : body.optional("orderId", .id())
        let given = order == nil ? [] : body.objects("prices", max: BillLimits.items) { reader.price(&$0) }
        prices = Dictionary(given.map { ($0.line, $0.unit) }) { first, _ in first }
        items = body.objects("items", max: BillLimits.items) {
            reader.item(&$0, isCorrected: purpose == .correction)
        }
        charges = body.objects("charges", max: BillLimits.charges) { reader.charge(&$0) }
        treats = body.objects("treats", max: BillLimits.sharers) { reader.treat(&$0) }
        payments =
            purpose == .creation
            ? body.objects("payments", max: BillLimits.payments) { reader.payment(&$0) } : []
        refunds =
            purpose == .correction
            ? body.objects("refunds", max: BillLimits.payments) { reader.payment(&$0) } : []
        if (body.take("total") != nil) == (order != nil || body.has("items")) {
            body.refuse("items", "items_or_total", "Give either items or a total.")
        }
        (people, lines) = (reader.people, reader.lines)
        try body.finish()
    }

    /// Returns the items that share the bill.
    ///
    /// - Parameters:
    ///   - ordered: The dishes of the order.
    ///   - everyone: The people who share a total.
    func items(ordered: [BillItem], everyone: [PersonID]) -> [BillItem] {
        guard let total else { return ordered + items }
        let line = BillLine(amount: total, sharers: everyone.map { Sharer($0.uuid, weight: 1) })
        return [BillItem(line: line)]
    }

    /// Returns what the bill is calculated from.
    ///
    /// - Parameter id: The bill, which enters the tie-break.
    func draft(_ id: BillID, items: [BillItem]) -> BillDraft {
        BillDraft(
            id: id.uuid, currency: currency, lines: items.map(\.line), charges: charges,
            receiptTotal: receiptTotal, treats: treats)
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

extension BillInput {
    /// Checks that the lines that the body names are known.
    ///
    /// - Throws: 422 `unknown_line`.
    func checkLines(among known: [OrderLineID]) throws(Problem) {
        guard let unknown = lines.first(where: { !known.contains($0.id) }) else { return }
        throw BillProblems.unknownLine(unknown.pointer)
    }
}
