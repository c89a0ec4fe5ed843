internal import Access
internal import Foundation
internal import HTTPKit
internal import NoonishAPI
internal import Postgres

/// The transactions in which people answer, are answered for, leave and are removed.
package struct AttendanceEdits: Sendable {
    let record: OutingRecord

    package init(record: OutingRecord) { self.record = record }

    /// Records an answer of `actor`, or of `person` by a host.
    func answer(
        _ id: OutingID, _ input: AnswerInput, for person: PersonID? = nil, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let action: Action = person == nil ? .answer : .answerForAttendee
        let (outing, _) = try await OutingEdits.open(id, actor, action, in: transaction)
        guard let person = person ?? actor.person,
            let row = try await transaction.first(.attendee(person, of: id))
        else { throw Denial.notFound }
        try check(outing, row, input)
        let partySize = input.partySize ?? row.answer.partySize
        let new = Answer(role: row.answer.role, status: input.status, partySize: partySize)
        try await transaction.execute(
            .answer(
                id, person, new, note: input.note.merged(over: row.note), at: input.answeredAt,
                rev: min(input.againstRevision ?? outing.rev, outing.rev),
                setBy: actor.person == person ? nil : actor.person),
            breaking: "outing_capacity_kept", is: OutingProblems.full(free: outing.free(besides: row.answer)))
        try await transaction.execute(.invitationAnswered(id, person))
        let note = input.note.merged(over: row.note)
        guard new != row.answer || note != row.note || row.changedSince(outing.whenWhereRev) else { return }
        var changes = new == row.answer ? [] : [OutingChange.attendee(person, from: row.answer, to: new)]
        if row.answer.status == .invited, outing.counts.invited == 1, row.invitation?.channel != .link {
            changes.append(.everyoneAnswered)
        }
        _ = try await record.record(changes, of: id, by: actor.person, in: transaction)
    }

    /// Takes `person` off the list: oneself, or somebody else by a host.
    func remove(
        _ person: PersonID, from id: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let leaves = person == actor.person
        let (outing, _) = try await OutingEdits.open(
            id, actor, leaves ? .leave : .removeAttendee, in: transaction)
        guard let row = try await transaction.first(.attendee(person, of: id)) else { throw Denial.notFound }
        guard row.answer.role != .host else { throw OutingProblems.hostStays }
        guard !outing.isOver else { throw OutingProblems.answersClosed }
        try await transaction.execute(.removeAttendee(person, from: id))
        try await transaction.execute(.endInvitation(of: person, to: id))
        try await transaction.execute(.endWatches(of: id, person, farewell: !leaves))
        _ = try await record.record(
            [.attendee(person, from: row.answer, to: nil)], of: id, by: actor.person, in: transaction)
    }

    /// Puts somebody who came by a share link on the list with their answer, or takes their answer if they are on it.
    ///
    /// - Parameter isMember: They have an address, and are told by mail too.
    func join(
        _ id: OutingID, _ person: PersonID, isMember: Bool, link: LinkID, _ input: AnswerInput, site: Site,
        in transaction: Transaction
    ) async throws {
        guard try await transaction.first(.lock(id)) != nil,
            let outing = try await transaction.first(.outing(id, for: person))
        else { throw Denial.notFound }
        if outing.mine == nil {
            guard outing.stage != .done else { throw OutingProblems.answersClosed }
            guard outing.counts.total < OutingLimits.invitees + 1 else {
                throw OutingProblems.tooManyInvitees(outing.counts.total + 1)
            }
            guard try await transaction.execute(.useLink(link, of: id)) == 1 else { throw Denial.notFound }
            try await transaction.execute(.insertInvitees([person], of: id))
            try await transaction.execute(
                .insertLinkInvitation(person, to: id, by: outing.host, key: site.key))
            try await transaction.beginWatches(
                of: id, [person], mail: isMember ? [person] : [], sentRev: outing.rev + 1)
            _ = try await record.record(
                [.attendee(person, from: nil, to: Answer())], of: id, by: person, in: transaction)
        }
        try await answer(id, input, by: .guest(person, outing: id), in: transaction)
        try await transaction.audit(AuditLine(.linkUsed, "link:\(link)", by: person))
    }

    private func check(_ outing: OutingRow, _ row: AttendanceRow, _ input: AnswerInput) throws(Problem) {
        guard outing.stage != .cancelled else { throw OutingProblems.cancelled }
        if let end = outing.endsInstant, outing.now > end + OutingLimits.answersAfterEnd {
            throw OutingProblems.answersClosed
        }
        if let pressed = input.answeredAt, let stored = row.respondedAt, pressed < stored {
            throw OutingProblems.newerAnswer
        }
    }
}

extension OutingRow {
    /// Seats that nobody else has taken; `Int.max` without a capacity.
    func free(besides answer: Answer) -> Int {
        guard let capacity = state.capacity else { return .max }
        let own = answer.status == .attending ? answer.partySize : 0
        return max(0, capacity - counts.seats - held + own)
    }
}

extension AttendanceCounts {
    /// Everybody on the list.
    var total: Int { invited + attending + maybe + declined + waitlisted }
}

extension Command {
    fileprivate static func answer(
        _ outing: OutingID, _ person: PersonID, _ answer: Answer, note: String?, at: Date?, rev: Int,
        setBy: PersonID?
    ) -> Command {
        Command(
            "attendances.answer",
            """
            UPDATE attendance
               SET status = \(answer.status.rawValue), party_size = \(answer.partySize), note = \(note),
                   responded_at = LEAST(coalesce(\(at), now()), now()), responded_rev = \(rev),
                   set_by_id = \(setBy)
             WHERE outing_id = \(outing) AND person_id = \(person)
            """)
    }

    fileprivate static func invitationAnswered(_ outing: OutingID, _ person: PersonID) -> Command {
        Command(
            "invitations.answered",
            """
            UPDATE invitation
               SET state = 'answered'
             WHERE outing_id = \(outing) AND person_id = \(person) AND state <> 'answered'
            """)
    }

    fileprivate static func removeAttendee(_ person: PersonID, from outing: OutingID) -> Command {
        Command(
            "attendances.remove",
            "DELETE FROM attendance WHERE outing_id = \(outing) AND person_id = \(person)")
    }

    fileprivate static func endInvitation(of person: PersonID, to outing: OutingID) -> Command {
        Command(
            "invitations.end",
            """
            UPDATE invitation
               SET ended_at = now()
             WHERE outing_id = \(outing) AND person_id = \(person) AND ended_at IS NULL
            """)
    }

    fileprivate static func insertLinkInvitation(
        _ person: PersonID, to outing: OutingID, by host: PersonID, key: SecretKey
    ) -> Command {
        let id = InvitationID.make()
        return Command(
            "invitations.insert_by_link",
            """
            INSERT INTO invitation (outing_id, id, person_id, channel, token_hash, state, invited_by)
            VALUES (\(outing), \(id), \(person), 'link', \(TokenHash(key.personalToken(of: id)).bytes),
                   'answered', \(host))
                ON CONFLICT ON CONSTRAINT invitation_once_a_person DO UPDATE
               SET ended_at = NULL, state = 'answered'
            """)
    }
}
