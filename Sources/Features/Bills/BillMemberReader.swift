import Access
import Foundation
import HTTPKit
import JSON
import Money
import NoonishAPI
import Outings

/// Reads the members of a bill, and collects the people that they name.
struct BillMemberReader {
    /// Reads an amount in the bill's currency.
    let amount: ValueParser<Int64>
    private(set) var people: [BillInput.Mention<PersonID>] = []
    private(set) var lines: [BillInput.Mention<OrderLineID>] = []

    /// - Parameter locale: The caller's.
    init(currency: Currency, locale: Locale) { amount = .amount(in: currency, locale: locale) }

    /// Reads `{amount, label?, people, visitor?, taxPercent?, taxIncluded?}`, and `lineId` in a correction.
    mutating func item(_ item: inout ObjectReader, isCorrected: Bool) -> BillItem? {
        let amount = item.required("amount", self.amount)
        let label = item.optional("label", .text(BillLimits.label))
        let sharers = people(&item, sharing: amount)
        let visitor = item.optional("visitor", .text(BillLimits.visitor))
        let rate = item.optional("taxPercent", .percentage)
        let isIncluded = item.optional("taxIncluded", .boolean) ?? true
        let orderLine = isCorrected ? line(&item, item.optional("lineId", .id())) : nil
        guard let amount else { return nil }
        let tax = rate.map { LineTax($0, isIncluded: isIncluded) }
        return BillItem(
            line: BillLine(amount: amount, sharers: sharers, visitor: visitor, tax: tax), label: label,
            orderLine: orderLine)
    }

    /// Reads `{lineId, price}`.
    mutating func price(_ price: inout ObjectReader) -> (line: OrderLineID, unit: Int64)? {
        let id = line(&price, price.required("lineId", .id()))
        let unit = price.required("price", amount)
        guard let id, let unit else { return nil }
        return (id, unit)
    }

    /// Reads `{kind, amount? | percent? | step?, basis?, people?, items?, beforeDiscounts?, onReceipt?, label?}`.
    mutating func charge(_ charge: inout ObjectReader) -> BillCharge? {
        let kind = charge.required("kind", .oneOf(OfferedKind.self))
        let amount = charge.optional("amount", self.amount)
        let percent = charge.optional("percent", .percentage)
        let step = charge.optional("step", self.amount)
        let basis = charge.optional("basis", .oneOf(OfferedBasis.self))
        let sharers = people(&charge, sharing: amount)
        let items = charge.array("items", .integer(1...BillLimits.items), max: BillLimits.items)
        let isBeforeDiscounts = charge.optional("beforeDiscounts", .boolean) ?? false
        let isOnReceipt = charge.optional("onReceipt", .boolean) ?? true
        let label = charge.optional("label", .text(BillLimits.label))
        guard let kind else { return nil }
        var size: BillCharge.Size?
        switch (kind, amount, percent, step) {
        case (.difference, nil, nil, nil): size = .receiptDifference
        case (.rounding, nil, nil, let step?): size = .cashStep(step)
        case (.difference, _, _, _), (.rounding, _, _, _): break
        case (_, let amount?, nil, nil): size = .amount(amount)
        case (_, nil, let percent?, nil): size = .percentage(percent)
        default: break
        }
        guard let size else {
            charge.refuse(
                "amount", "invalid_size",
                "Give an amount or a percentage, for a rounding the smallest coin, for a difference nothing.")
            return nil
        }
        let usual: OfferedBasis = kind == .delivery ? .heads : kind == .rounding ? .named : .value
        let shared: BillCharge.Basis =
            switch basis ?? (sharers.isEmpty ? usual : .named) {
            case .value: .value(items.isEmpty ? .everything : .lines(Set(items.map { $0 - 1 })))
            case .heads: .heads
            case .named: .named(sharers)
            }
        return BillCharge(
            kind.charge, size, by: shared, isBeforeDiscounts: isBeforeDiscounts, isOnReceipt: isOnReceipt,
            label: label)
    }

    /// Reads `{hostId, guestId}`.
    mutating func treat(_ treat: inout ObjectReader) -> BillTreat? {
        let host = person(&treat, "hostId")
        let guest = person(&treat, "guestId")
        guard let host, let guest else { return nil }
        return BillTreat(host: host.uuid, guest: guest.uuid)
    }

    /// Reads `{personId, amount, method?}`.
    mutating func payment(_ payment: inout ObjectReader) -> PaymentInput? {
        let person = person(&payment, "personId")
        let amount = payment.required("amount", self.amount)
        let method = payment.optional("method", .oneOf(OfferedMethod.self))?.method ?? .other
        if amount == 0 { payment.refuse("amount", "out_of_range", "A payment must be above zero.") }
        guard let person, let amount, amount > 0 else { return nil }
        return PaymentInput(person: person, amount: amount, method: method)
    }

    /// Reads `people`: weights, or shares that sum to the amount.
    private mutating func people(_ object: inout ObjectReader, sharing amount: Int64?) -> [Sharer] {
        var shares = 0
        var reader = self
        let sharers = object.objects("people", max: BillLimits.sharers) { sharer -> Sharer? in
            let person = reader.person(&sharer, "personId")
            let weight = sharer.optional("weight", .integer(BillLimits.weight))
            let share = sharer.optional("share", reader.amount)
            if share != nil { shares += 1 }
            return person.map { Sharer($0.uuid, weight: share ?? Int64(weight ?? 1)) }
        }
        self = reader
        let sum = sharers.reduce(0) { $0 + $1.weight }
        if shares > 0, let amount, shares != sharers.count || sum != amount {
            object.refuse("people", "shares_do_not_sum", "The shares must add up to the amount.")
        }
        return sharers
    }

    private mutating func person(_ object: inout ObjectReader, _ name: String) -> PersonID? {
        let person: PersonID? = object.required(
            name, .parsed("an id", code: "malformed_id", longest: 36) { PersonID($0) })
        if let person { people.append(.init(id: person, pointer: object.pointer(to: name))) }
        return person
    }

    private mutating func line(_ object: inout ObjectReader, _ line: OrderLineID?) -> OrderLineID? {
        guard let line else { return nil }
        if lines.contains(where: { $0.id == line }) {
            object.refuse("lineId", "same_line", "Each dish can appear only once.")
        }
        lines.append(.init(id: line, pointer: object.pointer(to: "lineId")))
        return line
    }
}

/// The kinds of charges that people can enter. Items have a list of their own, and taxes on top follow from them.
enum OfferedKind: String, CaseIterable, Sendable {
    case tax, service, delivery, tip, discount, difference, rounding

    var charge: ChargeKind {
        switch self {
        case .tax: .tax
        case .service: .service
        case .delivery: .delivery
        case .tip: .tip
        case .discount: .discount
        case .difference: .difference
        case .rounding: .rounding
        }
    }
}

/// How people can choose to share a charge.
enum OfferedBasis: String, CaseIterable, Sendable {
    case value, heads, named
}
