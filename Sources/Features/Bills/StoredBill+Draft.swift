import Foundation
import Money
import NoonishAPI

/// What a stored bill was calculated from, to calculate it again with something more.
struct StoredBillDraft: Sendable {
    var draft: BillDraft
    let items: [BillItem]

    /// - Parameters:
    ///   - charges: Those of the newest version, by number.
    ///   - shares: Those of the newest version.
    init(of bill: BillRow, _ charges: [BillChargeRow], _ shares: [BillShareRow]) {
        let ofCharge = Dictionary(grouping: shares, by: \.number)
        func sharers(_ row: BillChargeRow) -> [Sharer] {
            (ofCharge[row.number] ?? []).map { Sharer($0.person.id.uuid, weight: Int64($0.weight ?? 1)) }
        }
        items = charges.filter { $0.kind == ChargeKind.items.rawValue }.map { row in
            let tax = row.tax.flatMap { Percentage($0) }.map { LineTax($0, isIncluded: row.isTaxIncluded) }
            return BillItem(
                line: BillLine(
                    amount: Int64(row.amount), sharers: sharers(row), visitor: row.visitor, tax: tax),
                label: row.label, orderLine: row.orderLine)
        }
        // Taxes on top follow from the items.
        let entered = charges.filter {
            $0.kind != ChargeKind.items.rawValue && $0.basis != ChargeBasis.taxable.rawValue && !$0.isTreat
        }
        // A treat is a discount of the guest, followed by its opposite on the host.
        let treats = charges.filter(\.isTreat).compactMap { ofCharge[$0.number]?.first?.person.id.uuid }
        draft = BillDraft(
            id: bill.id.uuid, currency: bill.money, lines: items.map(\.line),
            charges: entered.compactMap { $0.draft(sharers($0)) },
            receiptTotal: bill.receiptTotal.map(Int64.init),
            treats: stride(from: 0, to: treats.count - 1, by: 2).map {
                BillTreat(host: treats[$0 + 1], guest: treats[$0])
            })
    }
}

extension BillChargeRow {
    /// What a person entered; `nil` for a kind that no one enters.
    fileprivate func draft(_ sharers: [Sharer]) -> BillCharge? {
        guard let kind = ChargeKind(rawValue: kind), let basis = ChargeBasis(rawValue: basis) else {
            return nil
        }
        let size: BillCharge.Size =
            if let step {
                .cashStep(Int64(step))
            } else if let percent = percent.flatMap({ Percentage($0) }) {
                .percentage(percent)
            } else if kind == .difference {
                .receiptDifference
            } else {
                .amount(Int64(amount.magnitude))
            }
        let shared: BillCharge.Basis =
            switch basis {
            case .heads: .heads
            case .named: .named(sharers)
            case .value, .own, .taxable:
                .value(items.map { BillCharge.Scope.lines(Set($0.map { $0 - 1 })) } ?? .everything)
            }
        return BillCharge(
            kind, size, by: shared, isBeforeDiscounts: isBeforeDiscounts, isOnReceipt: isOnReceipt,
            label: label)
    }
}
