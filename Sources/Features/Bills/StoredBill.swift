import Foundation
import Money
import NoonishAPI
import Postgres

/// A calculated bill with what its rows keep of the draft, so that it can be edited again.
struct StoredBill: Sendable {
    /// A row of `bill_charge`.
    struct ChargeRecord: Sendable {
        let charge: Charge
        var draft: BillCharge?
        var line: BillLine?
        var orderLine: OrderLineID?
        var label: String?
        var isTreat = false
        /// The weights that were typed, by person.
        var weights: [UUID: Int64] = [:]
    }

    let bill: Bill
    let receiptTotal: Int64?
    let charges: [ChargeRecord]

    /// Calculates a bill.
    ///
    /// - Parameter items: What the lines of the draft are.
    init(_ draft: BillDraft, items: [BillItem]) throws(BillFault) {
        bill = try Bill(draft)
        receiptTotal = draft.receiptTotal
        let lines = draft.lines.count
        // No charge that people enter has this basis: see BillMemberReader.
        let taxes = bill.charges.filter { $0.kind == .tax && $0.basis == .taxable }.count
        charges = bill.charges.enumerated().map { index, charge in
            if index < lines {
                let line = draft.lines[index]
                return ChargeRecord(
                    charge: charge, line: line, orderLine: items[index].orderLine, label: items[index].label,
                    weights: Self.weights(line.sharers))
            }
            let number = index - lines - taxes
            guard number >= 0 else { return ChargeRecord(charge: charge) }
            guard number < draft.charges.count else { return ChargeRecord(charge: charge, isTreat: true) }
            var record = ChargeRecord(
                charge: charge, draft: draft.charges[number], label: draft.charges[number].label)
            if case .named(let sharers) = draft.charges[number].basis {
                record.weights = Self.weights(sharers)
            }
            return record
        }
    }

    private static func weights(_ sharers: [Sharer]) -> [UUID: Int64] {
        Dictionary(sharers.map { ($0.person, $0.weight) }) { first, _ in first }
    }
}

extension StoredBill.ChargeRecord {
    /// The smallest coin of a rounding.
    var step: Int64? { if case .cashStep(let step)? = draft?.size { step } else { nil } }

    /// The numbers of the items that the charge is on, as text that PostgreSQL reads as an array; `nil` if it is on all.
    var items: String? { itemNumbers.map { "{" + $0.map(String.init).joined(separator: ",") + "}" } }

    /// The numbers of the items that the charge is on; `nil` if it is on all.
    var itemNumbers: [Int]? {
        guard case .value(.lines(let lines))? = draft?.basis else { return nil }
        return lines.sorted().map { $0 + 1 }
    }
}
