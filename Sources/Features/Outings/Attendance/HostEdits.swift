package import Access
import Foundation
import HTTPKit
import Initializers
import Journal
package import NoonishAPI
import People
package import Postgres

/// The transactions with which a host shares or hands over an outing.
@MemberwiseInit
package struct HostEdits: Sendable {
    let record: OutingRecord

    /// A writer for one edit of many outings, which does not interrupt deferrals: see ``OutingRecord/quiet``.
    package var quiet: HostEdits { HostEdits(record: record.quiet) }

    /// Makes an invitee a cohost, or a cohost an invitee. Cohosts may step down themselves.
    ///
    /// - Parameter role: Any role but the host's, which ``transfer(_:to:by:in:)`` changes.
    /// - Throws: 409; 422; 429 above ``ReachLimit``, which never keeps a cohost from stepping down.
    func setRole(
        _ role: AttendanceRole, of person: PersonID, in id: OutingID, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let stepsDown = person == actor.person && role == .invitee
        let (outing, _) = try await OutingEdits.open(
            id, actor, stepsDown ? .stepDown : .changeRole, in: transaction)
        guard let row = try await transaction.first(.attendee(person, of: id)) else { throw Denial.notFound }
        guard row.answer.role != .host else { throw OutingProblems.hostStays }
        guard !outing.isOver else { throw OutingProblems.done }
        guard row.answer.role != role else { return }
        if role == .cohost { try await checkAccount(of: person, in: transaction) }
        if !stepsDown, let host = actor.person {
            try await ReachLimit.takeLists([outing], by: host, in: transaction)
        }
        try await transaction.execute(.setRole(role, of: person, in: id))
        _ = try await record.record(
            [.attendee(person, from: row.answer, to: row.answer.with(role))], of: id, by: actor.person,
            in: transaction)
        try await transaction.audit(AuditLine(.roleChanged, "outing:\(id)", by: actor.person))
    }

    /// Hands the outing over to a person on its list; the former host becomes a cohost.
    package func transfer(
        _ id: OutingID, to person: PersonID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let (outing, _) = try await OutingEdits.open(id, actor, .transferHost, in: transaction)
        guard person != outing.host else { return }
        guard let old = outing.mine, let new = try await transaction.first(.attendee(person, of: id)) else {
            throw OutingProblems.notOnTheList
        }
        guard !outing.isOver else { throw OutingProblems.done }
        try await checkAccount(of: person, in: transaction)
        try await transaction.execute(.setRole(.cohost, of: old.person, in: id))
        try await transaction.execute(.setRole(.host, of: person, in: id))
        try await transaction.execute(.setHost(person, of: id))
        _ = try await record.record(
            [
                .attendee(old.person, from: old.answer, to: old.answer.with(.cohost)),
                .attendee(person, from: new.answer, to: new.answer.with(.host)),
            ], of: id, by: actor.person, in: transaction)
        try await transaction.audit(AuditLine(.roleChanged, "outing:\(id)", by: actor.person))
    }

    private func checkAccount(of person: PersonID, in transaction: Transaction) async throws {
        guard try await transaction.first(.isMember(person)) == true else {
            throw OutingProblems.needsAccount
        }
    }
}

extension Answer {
    func with(_ role: AttendanceRole) -> Answer {
        Answer(role: role, status: status, partySize: partySize)
    }
}

extension Command {
    static func setRole(_ role: AttendanceRole, of person: PersonID, in outing: OutingID)
        -> Command
    {
        Command(
            "outings.set_role",
            "UPDATE attendance SET role = \(role.rawValue) WHERE outing_id = \(outing) AND person_id = \(person)"
        )
    }

    fileprivate static func setHost(_ person: PersonID, of outing: OutingID) -> Command {
        Command("outings.set_host", "UPDATE outing SET host_id = \(person) WHERE id = \(outing)")
    }
}
