package import Access
package import Foundation
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
        let balances = try await all(.balances(of: bill, on: id))
        let owed = balances.first { $0.person?.id == person }?.amount ?? 0
        let unpaid = -(balances.first { $0.person == nil }?.amount ?? 0)
        return (person, Money(Int64(max(0, min(owed, unpaid))), row.money))
    }
}

extension BillEdits {
    /// Enters what a person paid online, or got back, and asks for the transfers that are left.
    ///
    /// The caller holds the outing's lock. The payment and its entry have the given id, so that none is entered twice.
    /// - Returns: How much the place has now been paid beyond the total; zero too if only the bill's sums are left.
    package func enterOnline(
        _ id: UUID, _ amount: Money, isRefund: Bool = false, of person: PersonID, for bill: BillID,
        on outing: OutingID, in transaction: Transaction
    ) async throws -> Int {
        guard let row = try await transaction.first(.bill(bill, of: outing)), row.reducedAt == nil else {
            return 0
        }
        try await pay(
            PaymentInput(person: person, amount: amount.minor, method: .online), as: BillPaymentID(id),
            isRefund: isRefund, for: row, by: person, in: transaction)
        try await settle(row, acceptsExcess: true, by: nil, in: transaction)
        let balances = try await transaction.all(.balances(of: bill, on: outing))
        return max(0, balances.first { $0.person == nil }?.amount ?? 0)
    }
}
