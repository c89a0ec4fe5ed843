import Access
import Foundation
import Money
import NoonishAPI
import Postgres

/// What becomes of the part of a payment that is above the bill.
enum PaymentExcess: String, CaseIterable, Sendable {
    /// A tip that the payer bears alone.
    case tip
    /// The place gave it back at once.
    case change
}

extension BillEdits {
    /// Records a payment that may be above the bill.
    ///
    /// - Throws: 409 `overpaid` if nothing says what the rest is, or if all of it would be change; 409 `too_many_charges` if
    ///   the bill has no room for a tip.
    func pay(
        _ input: PaymentInput, _ excess: PaymentExcess?, for bill: BillRow, by person: PersonID,
        in transaction: Transaction
    ) async throws -> BillRow {
        let place = try await transaction.all(.balances(of: bill.id, on: bill.outing))
            .first { $0.person == nil }?.amount
        let rest = max(0, Int64(place ?? -bill.total) + input.amount)
        var (payment, now) = (input, bill)
        var tip: Int?
        switch excess {
        case .change? where rest > 0:
            guard rest < input.amount else { throw BillProblems.overpaid(by: Money(rest, bill.money)) }
            payment = PaymentInput(
                person: input.person, amount: input.amount - rest, method: input.method)
        case .tip? where rest > 0:
            // What others paid too much before is no tip of this person.
            guard rest <= input.amount else { throw BillProblems.overpaid(by: Money(rest, bill.money)) }
            now = try await addTip(rest, of: input.person, to: bill, by: person, in: transaction)
            tip = Int(rest)
        default: break
        }
        let id = BillPaymentID.make()
        try await pay(payment, as: id, for: now, by: person, in: transaction)
        if let tip {
            try await transaction.execute(.setTip(tip, of: id, of: bill.id, on: bill.outing))
        }
        return now
    }

    /// Makes a version of a bill with a tip that one person bears. The receipt does not have it.
    ///
    /// - Throws: 409 `overpaid` for a person whose share another one bears, who would bear the tip too.
    private func addTip(
        _ amount: Int64, of payer: PersonID, to bill: BillRow, by person: PersonID,
        in transaction: Transaction
    ) async throws -> BillRow {
        var stored = try await draft(of: bill, in: transaction)
        guard stored.draft.charges.count < BillLimits.charges else { throw BillProblems.tooManyCharges }
        guard !stored.draft.treats.contains(where: { $0.guest == payer.uuid }) else {
            throw BillProblems.overpaid(by: Money(amount, bill.money))
        }
        stored.draft.charges.append(Self.tip(amount, of: payer))
        return try await replace(bill, with: stored, by: person, in: transaction)
    }

    /// Makes a version of a bill without the tip that came from a payment. A tip that was corrected since then stays.
    func removeTip(
        of payment: BillPaymentRow, from bill: BillRow, by person: PersonID, in transaction: Transaction
    ) async throws -> BillRow {
        guard let amount = payment.tip else { return bill }
        var stored = try await draft(of: bill, in: transaction)
        let tip = Self.tip(Int64(amount), of: payment.person.id)
        guard
            let index = stored.draft.charges.lastIndex(where: {
                $0.kind == tip.kind && $0.size == tip.size && $0.basis == tip.basis
            })
        else { return bill }
        stored.draft.charges.remove(at: index)
        return try await replace(bill, with: stored, by: person, in: transaction)
    }

    /// A tip that one person bears. The receipt does not have it.
    private static func tip(_ amount: Int64, of payer: PersonID) -> BillCharge {
        BillCharge(.tip, .amount(amount), by: .named([Sharer(payer.uuid, weight: 1)]), isOnReceipt: false)
    }

    private func draft(of bill: BillRow, in transaction: Transaction) async throws -> StoredBillDraft {
        StoredBillDraft(
            of: bill, try await transaction.all(.charges(of: bill)),
            try await transaction.all(.shares(of: bill)))
    }

    private func replace(
        _ bill: BillRow, with stored: StoredBillDraft, by person: PersonID, in transaction: Transaction
    ) async throws -> BillRow {
        let content: StoredBill
        do throws(BillFault) {
            content = try StoredBill(stored.draft, items: stored.items)
        } catch {
            throw error.problem(in: bill.money)
        }
        return try await replace(bill, with: content, by: person, in: transaction)
    }
}
