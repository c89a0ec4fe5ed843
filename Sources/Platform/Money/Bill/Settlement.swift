import Foundation

/// The payments between people after which everyone has paid their share.
public enum Settlement {
    public enum Fault: Error, Hashable, Sendable {
        /// The payments are below the total of the bill.
        case unpaid(Int64)
        /// The payments are above the total of the bill.
        case overpaid(Int64)
        /// A payment or a transfer is not above 0, or a sum is too large.
        case invalidAmount
    }

    /// Returns the transfers that are left: those who owe the most pay those who are owed the most, with ties in the
    /// order of the identifiers. They are at most one fewer than the people. Only people who have paid, or have
    /// transferred more than they owe now, receive something.
    ///
    /// - Parameters:
    ///   - shares: What each person bears.
    ///   - payments: What people paid to the place; a person may occur several times.
    ///   - settled: Transfers that have been received, forgiven or sent. After a correction of the bill, only the
    ///     difference is transferred, in either direction.
    public static func transfers(
        shares: [PersonShare], payments: [PersonShare], settled: [Transfer] = []
    ) throws(Fault) -> [Transfer] {
        var balances = try balances(shares, payments, settled).map {
            (key: $0.key.sortKey, person: $0.key, owes: $0.value)
        }
        balances.sort { ($0.owes.magnitude, $1.key) > ($1.owes.magnitude, $0.key) }
        var debtors = balances.filter { $0.owes > 0 }.map { (person: $0.person, amount: $0.owes) }[...]
        var creditors = balances.filter { $0.owes < 0 }.map { (person: $0.person, amount: -$0.owes) }[...]
        var transfers: [Transfer] = []
        while let debtor = debtors.first, let creditor = creditors.first {
            let amount = min(debtor.amount, creditor.amount)
            transfers.append(Transfer(from: debtor.person, to: creditor.person, amount: amount))
            debtors[debtors.startIndex].amount -= amount
            creditors[creditors.startIndex].amount -= amount
            if debtor.amount == amount { debtors.removeFirst() }
            if creditor.amount == amount { creditors.removeFirst() }
        }
        return transfers
    }

    /// What each person owes; negative for what they are owed. The balances sum to 0.
    private static func balances(
        _ shares: [PersonShare], _ payments: [PersonShare], _ settled: [Transfer]
    ) throws(Fault) -> [UUID: Int64] {
        var balances: [UUID: Int64] = [:]
        func post(_ amount: Int64, to person: UUID) throws(Fault) {
            do { balances[person] = try balances[person, default: 0].added(to: amount) } catch {
                throw .invalidAmount
            }
        }
        for share in shares { try post(share.amount, to: share.person) }
        for payment in payments {
            guard payment.amount > 0 else { throw .invalidAmount }
            try post(-payment.amount, to: payment.person)
        }
        for transfer in settled {
            guard transfer.amount > 0 else { throw .invalidAmount }
            try post(-transfer.amount, to: transfer.debtor)
            try post(transfer.amount, to: transfer.creditor)
        }
        guard let left = try? balances.values.exactSum() else { throw .invalidAmount }
        guard left == 0 else { throw left > 0 ? .unpaid(left) : .overpaid(-left) }
        return balances
    }
}
