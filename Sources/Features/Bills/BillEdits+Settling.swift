import Access
import Foundation
import Journal
import Money
import NoonishAPI
import Orders
import Outings
import Postgres

extension BillEdits {
    /// Asks for the transfers that are left, by the bill's book, and records what has changed.
    ///
    /// Transfers that were sent, received or forgiven stay; those that were asked for stay if they are still right. Nothing is
    /// asked for until the place is paid in full.
    ///
    /// No one is asked for what erased people are owed. What they owe stays asked for until their creditor ends it.
    ///
    /// - Parameters:
    ///   - acceptsExcess: Whether the place may have been paid too much. No transfers are asked for then either.
    ///   - erased: A person who is being erased.
    /// - Throws: 409 `overpaid`.
    func settle(
        _ bill: BillRow, with changes: [Change] = [], acceptsExcess: Bool = false,
        without erased: PersonID? = nil,
        by person: PersonID?, in transaction: Transaction
    ) async throws {
        let balances = try await transaction.all(.balances(of: bill.id, on: bill.outing, without: erased))
        let transfers = try await transaction.all(.transfers(of: bill.id, on: bill.outing))
        let isOverpaid = (balances.first { $0.person == nil }?.amount ?? 0) > 0
        var wanted =
            acceptsExcess && isOverpaid ? [] : try Self.wanted(balances, inFlight: transfers, of: bill)
        var all = changes
        var kept: [BillTransferID] = []
        for transfer in transfers where transfer.state == .asked {
            if let index = wanted.firstIndex(of: Transfer(transfer)) {
                wanted.remove(at: index)
                kept.append(transfer.id)
            } else {
                try await transaction.execute(.move(transfer.id, to: .void, of: bill.id, on: bill.outing))
                all.append(.transfer(transfer, .asked, .void, in: bill.money))
            }
        }
        try await transaction.execute(.keep(kept, version: bill.version, of: bill.id, on: bill.outing))
        for transfer in wanted {
            let id = BillTransferID.make()
            try await transaction.execute(
                .request(
                    id, transfer, code: TransferCode.make(), version: bill.version, of: bill.id,
                    on: bill.outing))
            all.append(
                Change(
                    TransferChange(
                        transfer: TransferSnapshot(
                            id: id, debtor: PersonID(transfer.debtor), creditor: PersonID(transfer.creditor),
                            amount: Money(transfer.amount, bill.money)),
                        old: nil, new: .asked)))
        }
        let isOpen =
            !wanted.isEmpty || !kept.isEmpty
            || transfers.contains { $0.state == .sent || $0.state == .disputed }
        let isSettled = !isOpen && balances.allSatisfy { $0.amount == 0 }
        if let order = bill.order {
            try await transaction.setSettled(isSettled, order, of: bill.outing, by: person)
        }
        if isSettled != (bill.settledAt != nil) {
            try await transaction.execute(.setSettled(isSettled, bill.id, on: bill.outing))
            if isSettled {
                let payers = try await transaction.all(.payments(of: bill.id, on: bill.outing))
                    .filter { $0.reversedAt == nil }.map(\.person.id)
                all += Set(payers).sorted().map { Change(BillSettledChange(bill: bill.id, payer: $0)) }
            }
        }
        _ = try await record.record(all, of: bill.outing, by: person, in: transaction)
    }

    /// The transfers that clear everyone's balance; none while the place is not paid in full.
    private static func wanted(
        _ balances: [LedgerBalanceRow], inFlight transfers: [BillTransferRow], of bill: BillRow
    ) throws -> [Transfer] {
        let shares = balances.compactMap { row in
            row.person.map { PersonShare(person: $0.id.uuid, amount: Int64(row.amount)) }
        }
        do throws(Settlement.Fault) {
            let gone = Set(balances.filter(\.isErased).compactMap { $0.person?.id.uuid })
            return try Settlement.transfers(
                shares: shares, payments: [],
                settled: transfers.filter { $0.state == .sent || $0.state == .disputed }.map { Transfer($0) }
            )
            .filter { !gone.contains($0.creditor) }
        } catch {
            switch error {
            case .unpaid: return []
            case .overpaid(let excess): throw BillProblems.overpaid(by: Money(excess, bill.money))
            case .invalidAmount: throw BillFault.tooLarge.problem(in: bill.money)
            }
        }
    }
}

extension Transfer {
    init(_ row: BillTransferRow) {
        self.init(from: row.debtor.id.uuid, to: row.creditor.id.uuid, amount: Int64(row.amount))
    }
}

extension BillRow {
    /// The currency, which was checked when the bill was created.
    var money: Currency {
        guard let known = Currency(currency) else { preconditionFailure("\(currency) is no currency") }
        return known
    }
}

extension Change {
    static func transfer(
        _ row: BillTransferRow, _ old: BillTransfer.State?, _ new: BillTransfer.State, in currency: Currency
    ) -> Change {
        Change(TransferChange(transfer: TransferSnapshot(row, in: currency), old: old, new: new))
    }
}

extension TransferSnapshot {
    init(_ row: BillTransferRow, in currency: Currency) {
        self.init(
            id: row.id, debtor: row.debtor.id, creditor: row.creditor.id,
            amount: Money(Int64(row.amount), currency))
    }
}

/// The code that identifies a transfer on statements: capital letters and digits that are not mistaken for others.
enum TransferCode {
    private static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ")

    static func make() -> String {
        String((0..<BillLimits.codeLength).compactMap { _ in alphabet.randomElement() })
    }
}
