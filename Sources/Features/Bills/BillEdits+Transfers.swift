import Access
import Foundation
import Jobs
import Journal
import Money
import NoonishAPI
import Outings
import Postgres

/// The steps of a transfer: what the two people say of it. No one else takes one for them.
extension BillEdits {
    /// What a creditor says of a transfer.
    enum Verdict: String, CaseIterable, Sendable {
        case received, disputed, forgiven

        var state: BillTransfer.State {
            switch self {
            case .received: .received
            case .disputed: .disputed
            case .forgiven: .forgiven
            }
        }
    }

    /// Marks a transfer as sent, for its debtor. A disputed transfer can be marked again.
    func markSent(
        _ transfer: BillTransferID, of bill: BillID, on outing: OutingID, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let (_, row, found) = try await open(
            transfer, of: bill, on: outing, actor, .sendTransfer, in: transaction)
        if found.state == .sent { return }
        guard found.state == .asked || found.state == .disputed else {
            throw BillProblems.transferState(found.state.rawValue)
        }
        try await move(found, to: .sent, of: row, by: actor.person, in: transaction)
    }

    /// Says for the creditor that a transfer has arrived, has not arrived, or need not be made. Either may come first: a
    /// transfer that was not marked as sent can be received, as cash is.
    ///
    /// A disputed transfer can be sent and disputed again, so the people on the list are counted.
    /// - Throws: 409 `transfer_state`; 429 above ``ReachLimit`` for a dispute.
    func settle(
        _ transfer: BillTransferID, as verdict: Verdict, of bill: BillID, on id: OutingID, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let (outing, row, found) = try await open(
            transfer, of: bill, on: id, actor, .settleTransfer, in: transaction)
        if found.state == verdict.state { return }
        guard found.endedAt == nil, verdict != .disputed || found.state == .sent else {
            throw BillProblems.transferState(found.state.rawValue)
        }
        if verdict == .disputed {
            try await ReachLimit.takeLists([outing], by: found.creditor.id, in: transaction)
        } else {
            try await enter(
                .ended(found, as: verdict == .received ? .transferred : .forgiven), of: row, by: actor.person,
                in: transaction)
        }
        try await move(found, to: verdict.state, of: row, by: actor.person, in: transaction)
    }

    /// Reminds a debtor for the creditor. A person who blocked the other, or was blocked, is not reminded.
    ///
    /// - Throws: 409 `transfer_nudged_recently` within a day of the last time; 409 `debtor_gone` if there is no one to remind.
    func nudge(
        _ transfer: BillTransferID, of bill: BillID, on outing: OutingID, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let (_, row, found) = try await open(
            transfer, of: bill, on: outing, actor, .settleTransfer, in: transaction)
        guard found.state == .asked || found.state == .disputed else {
            throw BillProblems.transferState(found.state.rawValue)
        }
        guard try await !transaction.one(.isErased(found.debtor.id)) else { throw BillProblems.debtorGone }
        let slot = "transfer_nudge:\(transfer)"
        guard try await transaction.first(.lastSlot(of: slot, within: BillLimits.nudgeInterval)) == nil,
            try await transaction.takeSlot(of: slot, at: transaction.one(.now))
        else { throw BillProblems.nudgedRecently }
        guard try await !transaction.one(.areBlocked(found.debtor.id, found.creditor.id)) else { return }
        _ = try await record.record(
            [Change(TransferReminderChange(transfer: TransferSnapshot(found, in: row.money)))], of: outing,
            by: actor.person,
            in: transaction)
    }

    /// Reminds a debtor by the clock: twice, then never; not if one of the two has blocked the other.
    ///
    /// - Returns: Whether the transfer was still due.
    func remindIfDue(_ due: DueTransfer, in transaction: Transaction) async throws -> Bool {
        guard try await transaction.locked(due.outing, for: nil) != nil,
            try await transaction.first(.dueTransfer(due)) != nil,
            let bill = try await transaction.first(.bill(due.bill, of: due.outing)),
            let row = try await transaction.first(.transfer(due.transfer, of: due.bill, on: due.outing))
        else { return false }
        try await transaction.execute(.countReminder(row.id, of: due.bill, on: due.outing))
        guard try await !transaction.one(.areBlocked(row.debtor.id, row.creditor.id)) else { return true }
        let reminder = Change(TransferReminderChange(transfer: TransferSnapshot(row, in: bill.money)))
        _ = try await record.record([reminder], of: due.outing, by: nil, in: transaction)
        return true
    }

    /// Reads a transfer for one of its two people.
    func open(
        _ transfer: BillTransferID, of bill: BillID, on id: OutingID, _ actor: Actor, _ action: Action,
        in transaction: Transaction
    ) async throws -> (OutingRow, BillRow, BillTransferRow) {
        let (outing, row, relation, person) = try await read(bill, on: id, actor, in: transaction)
        guard let found = try await transaction.first(.transfer(transfer, of: bill, on: id)) else {
            throw Denial.notFound
        }
        let one = action == .settleTransfer ? found.creditor.id : found.debtor.id
        // The maker of a bill is `oneself` to the bill, and has no say in transfers of others.
        let other: Relation = relation == .oneself ? .invitee : relation
        _ = try decide(actor, action, transfer, as: person == one ? .oneself : other)
        return (outing, row, found)
    }

    private func move(
        _ transfer: BillTransferRow, to state: BillTransfer.State, of bill: BillRow, by person: PersonID?,
        in transaction: Transaction
    ) async throws {
        try await transaction.execute(.move(transfer.id, to: state, of: bill.id, on: bill.outing))
        try await settle(
            bill, with: [.transfer(transfer, transfer.state, state, in: bill.money)], by: person,
            in: transaction)
    }
}

extension Query where Row == Bool {
    fileprivate static func isErased(_ person: PersonID) -> Self {
        Query(
            "bills.is_erased",
            "SELECT EXISTS (SELECT FROM person WHERE id = \(person) AND kind = 'erased')")
    }

    fileprivate static func areBlocked(_ person: PersonID, _ other: PersonID) -> Self {
        Query("bills.are_blocked", "SELECT are_blocked(\(person), \(other))")
    }
}

extension Query where Row == Date {
    fileprivate static var now: Self {
        Query("bills.read_time", "SELECT now()")
    }
}
