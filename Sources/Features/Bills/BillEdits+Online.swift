package import Access
package import Foundation
import Journal
package import Money
package import NoonishAPI
import Outings
package import Postgres

/// How people may say that they paid. Only a checkout pays online.
enum OfferedMethod: String, CaseIterable, Sendable {
    case cash, card, other

    var method: BillPayment.Method {
        switch self {
        case .cash: .cash
        case .card: .card
        case .other: .other
        }
    }
}

extension Database {
    /// Returns what the caller owes of a bill, at most what the place has not been paid: zero if it is settled.
    ///
    /// - Throws: ``Denial`` unless the caller may pay the bill.
    package func debt(
        of actor: Actor, to bill: BillID, on id: OutingID
    ) async throws -> (person: PersonID, amount: Money) {
        guard let outing = try await first(.outing(id, for: actor.person)), let person = actor.person,
            let row = try await first(.bill(bill, of: id))
        else { throw Denial.notFound }
        let relation = try await relation(of: actor, to: row, on: outing)
        _ = try decide(actor, .payOnline, bill, as: relation)
        return (person, Money(Int64(try await unpaidDebt(of: person, to: bill, on: id)), row.money))
    }

    /// Returns what a person owes of a bill, at most what the place has not been paid.
    package func unpaidDebt(
        of person: PersonID, to bill: BillID, on outing: OutingID
    ) async throws -> Int {
        let balances = try await all(.balances(of: bill, on: outing))
        let owed = balances.first { $0.person?.id == person }?.amount ?? 0
        let unpaid = -(balances.first { $0.person == nil }?.amount ?? 0)
        return max(0, min(owed, unpaid))
    }
}

extension BillEdits {
    /// Enters what a person paid online, or got back, and asks for the transfers that are left.
    ///
    /// The caller holds the outing's lock. The payment and its entry have the given id, so that none is entered twice.
    /// - Returns: How much of a payment the person did not owe; zero too if only the bill's sums are left.
    package func enterOnline(
        _ id: UUID, _ amount: Money, isRefund: Bool = false, of person: PersonID, for bill: BillID,
        on outing: OutingID, in transaction: Transaction
    ) async throws -> Int {
        guard let row = try await transaction.first(.bill(bill, of: outing)), row.reducedAt == nil else {
            return 0
        }
        let debt = try await transaction.unpaidDebt(of: person, to: bill, on: outing)
        try await pay(
            PaymentInput(person: person, amount: amount.minor, method: .online), as: BillPaymentID(id),
            isRefund: isRefund, for: row, by: person, in: transaction)
        let change = OnlinePaymentChange(
            payment: BillPaymentID(id), payer: person, amount: amount, step: isRefund ? .refunded : .paid)
        try await settle(row, with: [Change(change)], acceptsExcess: true, by: nil, in: transaction)
        return isRefund ? 0 : max(0, Int(amount.minor) - debt)
    }
}
