package import Access
internal import Foundation
internal import HTTPKit
internal import Journal
package import NoonishAPI
package import Postgres

/// The transactions that record answers and take people off the list.
package struct AttendanceEdits: Sendable {
    let record: OutingRecord
    let waitlist: WaitlistEdits

    package init(record: OutingRecord) {
        self.record = record
        waitlist = WaitlistEdits(record: record)
    }

    /// The same for a single edit of many outings: see ``OutingRecord/quiet``.
    package var quiet: AttendanceEdits { AttendanceEdits(record: record.quiet) }

    /// Records the answer of `actor`, or of `person` if a host answers for them.
    package func answer(
        _ id: OutingID, _ input: AnswerInput, for person: PersonID? = nil, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let action: Action = person == nil ? .answer : .answerForAttendee
        let (outing, _) = try await OutingEdits.open(id, actor, action, in: transaction)
        guard let person = person ?? actor.person,
            let row = try await transaction.first(.attendee(person, of: id))
        else { throw Denial.notFound }
        try check(outing, row, input, isByHost: actor.person != person || row.answer.role != .invitee)
        let new = outing.answer(input, instead: row)
        try await transaction.execute(
            .answer(
                id, person, new, note: input.note.merged(over: row.note), at: input.answeredAt,
                rev: min(input.againstRevision ?? outing.rev, outing.rev),
                setBy: actor.person == person ? nil : actor.person),
            breaking: "outing_capacity_kept", is: OutingProblems.full(free: outing.free(besides: row.answer)))
        try await transaction.execute(.invitationAnswered(id, person))
        let note = input.note.merged(over: row.note)
        guard new != row.answer || note != row.note || row.changedSince(outing.whenWhereRev) else { return }
        var changes = new == row.answer ? [] : [Change.attendee(person, from: row.answer, to: new)]
        if row.answer.status == .invited, outing.counts.invited == 1, row.invitation?.channel != .link {
            changes.append(.everyoneAnswered)
        }
        _ = try await record.record(changes, of: id, by: actor.person, in: transaction)
        if outing.counts.waitlisted > 0 { try await waitlist.advance(id, in: transaction) }
    }

    /// Takes `person` off the list: the actor themselves, or any attendee if the actor is a host.
    package func remove(
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
        if outing.counts.waitlisted > 0 { try await waitlist.advance(id, in: transaction) }
    }

    /// Adds a person who used a share link to the list and records their answer. For a person who is on the
    /// list already it only records the answer.
    ///
    /// - Parameter isMember: Whether the person is a member; members have an address and are also notified by
    ///   mail.
    func join(
        _ id: OutingID, _ person: PersonID, isMember: Bool, link: LinkID, _ input: AnswerInput, site: Site,
        in transaction: Transaction
    ) async throws {
        guard let outing = try await transaction.locked(id, for: person)
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

    /// Checks whether an answer is still permitted.
    ///
    /// - Parameter isByHost: Whether a host gives the answer, for themselves or another person; hosts may
    ///   answer after the deadline.
    private func check(
        _ outing: OutingRow, _ row: AttendanceRow, _ input: AnswerInput, isByHost: Bool
    ) throws(Problem) {
        guard outing.stage != .cancelled else { throw OutingProblems.cancelled }
        if let end = outing.endsInstant, outing.now > end + OutingLimits.answerCorrectionPeriod {
            throw OutingProblems.answersClosed
        }
        if let pressed = input.answeredAt, let stored = row.respondedAt, pressed < stored {
            throw OutingProblems.newerAnswer
        }
        if !isByHost, let deadline = outing.state.deadline, outing.now > deadline, row.wantsMore(input) {
            throw OutingProblems.answersDue
        }
    }
}

extension AttendanceRow {
    /// Returns whether an answer requests seats, or a place in the queue, that the previous answer did not.
    fileprivate func wantsMore(_ input: AnswerInput) -> Bool {
        guard input.status == .attending || input.status == .waitlisted else { return false }
        let hasAsked = answer.status == .attending || answer.status == .waitlisted
        return !hasAsked || (input.partySize ?? answer.partySize) > answer.partySize
    }
}

extension OutingRow {
    /// Returns the answer to record: waiting for seats that are free becomes attending.
    fileprivate func answer(_ input: AnswerInput, instead row: AttendanceRow) -> Answer {
        let partySize = input.partySize ?? row.answer.partySize
        let fits = partySize <= free(besides: row.answer)
        return Answer(
            role: row.answer.role, status: input.status == .waitlisted && fits ? .attending : input.status,
            partySize: partySize)
    }
}

extension OutingRow {
    /// Returns the seats that other people have not taken; `Int.max` without a capacity.
    func free(besides answer: Answer) -> Int {
        guard let capacity = state.capacity else { return .max }
        let own = answer.status == .attending ? answer.partySize : 0
        return max(0, capacity - counts.seats - held + own)
    }
}

extension AttendanceCounts {
    /// The number of people on the list.
    var total: Int { invited + attending + maybe + declined + waitlisted }
}

extension Command {
    fileprivate static func answer(
        _ outing: OutingID, _ person: PersonID, _ answer: Answer, note: String?, at: Date?, rev: Int,
        setBy: PersonID?
    ) -> Command {
        // A place in the queue is kept, with its offer; after a missed offer the person goes to the end of
        // the queue.
        let waits = answer.status == .waitlisted
        return Command(
            "outings.set_answer",
            """
            UPDATE attendance
               SET status = \(answer.status.rawValue), party_size = \(answer.partySize), note = \(note),
                   responded_at = LEAST(coalesce(\(at), now()), now()), responded_rev = \(rev),
                   set_by_id = \(setBy),
                   waiting_rev = CASE WHEN NOT \(waits) THEN NULL
                                      WHEN status = 'waitlisted' AND NOT offer_missed THEN waiting_rev
                                      ELSE (SELECT o.rev + 1 FROM outing AS o WHERE o.id = \(outing)) END,
                   offer_ends_at = CASE WHEN \(waits) THEN offer_ends_at END,
                   offer_missed = false
             WHERE outing_id = \(outing) AND person_id = \(person)
            """)
    }

    fileprivate static func invitationAnswered(_ outing: OutingID, _ person: PersonID) -> Command {
        Command(
            "outings.mark_invitation_answered",
            """
            UPDATE invitation
               SET state = 'answered'
             WHERE outing_id = \(outing) AND person_id = \(person) AND state <> 'answered'
            """)
    }

    fileprivate static func removeAttendee(_ person: PersonID, from outing: OutingID) -> Command {
        Command(
            "outings.remove_attendee",
            "DELETE FROM attendance WHERE outing_id = \(outing) AND person_id = \(person)")
    }

    fileprivate static func endInvitation(of person: PersonID, to outing: OutingID) -> Command {
        Command(
            "outings.end_invitation",
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
            "outings.insert_link_invitation",
            """
            INSERT INTO invitation (outing_id, id, person_id, channel, token_hash, state, invited_by)
            VALUES (\(outing), \(id), \(person), 'link', \(TokenHash(key.personalToken(of: id)).bytes),
                   'answered', \(host))
                ON CONFLICT ON CONSTRAINT invitation_once_a_person DO UPDATE
               SET ended_at = NULL, state = 'answered'
            """)
    }
}
