package import Access
import Foundation
import HTTPKit
import Journal
package import NoonishAPI
package import Postgres

/// The transactions that record answers and remove people from the list.
package struct AttendanceEdits: Sendable {
    let record: OutingRecord
    let waitlist: WaitlistEdits

    package init(record: OutingRecord) {
        self.record = record
        waitlist = WaitlistEdits(record: record)
    }

    /// A writer for one edit of many outings, which does not interrupt deferrals: see ``OutingRecord/quiet``.
    package var quiet: AttendanceEdits { AttendanceEdits(record: record.quiet) }

    /// Records the answer of `actor`, or of `person` if a host answers for them.
    package func answer(
        _ id: OutingID, _ input: AnswerInput, for person: PersonID? = nil, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let action: Action = person == nil ? .answer : .answerForAttendee
        let (outing, _) = try await OutingEdits.open(id, actor, action, in: transaction)
        let row: AttendanceRow? =
            if let person, person != actor.person {
                try await transaction.first(.attendee(person, of: id))
            } else {
                outing.mine
            }
        guard let row else { throw Denial.notFound }
        try await answer(outing, row, input, by: actor, in: transaction)
    }

    /// Records the answer of `actor` themselves.
    ///
    /// - Parameter outing: As read for `actor`. The caller holds its row lock.
    func answer(
        _ outing: OutingRow, _ input: AnswerInput, by actor: Actor, in transaction: Transaction
    ) async throws {
        _ = try decide(actor, .answer, outing.id, as: outing.relation(of: actor))
        guard let mine = outing.mine else { throw Denial.notFound }
        try await answer(outing, mine, input, by: actor, in: transaction)
    }

    /// Records the answer of the person of `row`. The caller holds the outing's row lock and has authorised
    /// the action.
    private func answer(
        _ outing: OutingRow, _ row: AttendanceRow, _ input: AnswerInput, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        if actor.person == row.person {
            try await checkLinkParty(input, over: row, in: outing.id, in: transaction)
        }
        let new = try await store(input, of: row.person, over: row, in: outing, by: actor, in: transaction)
        try await transaction.execute(.invitationAnswered(outing.id, row.person))
        let note = input.note.merged(over: row.note)
        let requeues = row.requeues(with: new)
        guard new != row.answer || note != row.note || requeues || row.changedSince(outing.whenWhereRev)
        else { return }
        let isNews = new != row.answer || note != row.note && note != nil
        var changes = isNews ? [Change.attendee(row.person, from: row.answer, to: new)] : []
        if requeues { changes.append(.requeue(row.person)) }
        if row.answer.status == .invited, outing.counts.invited == 1, row.invitation?.channel != .link {
            changes.append(.everyoneAnswered)
        }
        _ = try await record.record(changes, of: outing.id, by: actor.person, in: transaction)
        if outing.counts.waitlisted > 0 { try await waitlist.advance(outing.id, in: transaction) }
    }

    /// Checks and stores an answer without recording it as a change.
    ///
    /// - Parameter row: The previous answer; `nil` for a person who joins with this one.
    /// - Returns: The stored answer.
    func store(
        _ input: AnswerInput, of person: PersonID, over row: AttendanceRow?, in outing: OutingRow,
        by actor: Actor, in transaction: Transaction
    ) async throws -> Answer {
        let old = row?.answer ?? Answer()
        let isOwn = actor.person == person
        try check(
            outing, old, respondedAt: row?.respondedAt, input, isByHost: !isOwn || old.role != .invitee)
        let new = outing.answer(input, instead: old)
        try await transaction.execute(
            .answer(
                outing.id, person, new, note: input.note.merged(over: row?.note), at: input.answeredAt,
                rev: min(input.againstRevision ?? outing.rev, outing.rev),
                setBy: isOwn ? nil : actor.person),
            breaking: "outing_capacity_kept",
            is: OutingProblems.full(free: outing.free(besides: old), own: old.seats))
        return new
    }

    /// Removes `person` from the list: the actor themselves, or any attendee if the actor is a host.
    package func remove(
        _ person: PersonID, from id: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let leaves = person == actor.person
        let (outing, _) = try await OutingEdits.open(
            id, actor, leaves ? .leave : .removeAttendee, in: transaction)
        guard let row = try await transaction.first(.attendee(person, of: id)) else { throw Denial.notFound }
        guard row.answer.role != .host else { throw OutingProblems.hostStays }
        guard !outing.isOver else { throw OutingProblems.answersClosed }
        try await remove([row], from: outing, byHost: !leaves, actor, in: transaction)
    }

    /// Takes people off the list. The caller holds the outing's row lock and has authorised the action.
    func remove(
        _ rows: [AttendanceRow], from outing: OutingRow, byHost: Bool, _ actor: Actor,
        in transaction: Transaction
    ) async throws {
        guard !rows.isEmpty else { return }
        let people = rows.map(\.person)
        try await transaction.execute(.removeAttendees(people, from: outing.id))
        try await transaction.execute(
            byHost
                ? .removeInvitations(of: people, to: outing.id, by: outing.host)
                : .endInvitations(of: people, to: outing.id))
        try await transaction.execute(.endWatches(of: outing.id, people, farewell: byHost))
        _ = try await record.record(
            rows.map { .attendee($0.person, from: $0.answer, to: nil) }, of: outing.id, by: actor.person,
            in: transaction)
        if outing.counts.waitlisted > 0 { try await waitlist.advance(outing.id, in: transaction) }
    }

    /// Checks whether an answer is still permitted.
    ///
    /// - Parameters:
    ///   - respondedAt: When the person gave the old answer; `nil` if they have not answered.
    ///   - isByHost: Whether a host gives the answer, for themselves or another person; hosts may answer
    ///     after the deadline.
    private func check(
        _ outing: OutingRow, _ old: Answer, respondedAt: Date?, _ input: AnswerInput, isByHost: Bool
    ) throws(Problem) {
        guard outing.stage != .cancelled else { throw OutingProblems.cancelled }
        if let end = outing.endsInstant, outing.now > end + OutingLimits.answerCorrectionPeriod {
            throw OutingProblems.answersClosed
        }
        if let pressed = input.answeredAt, let respondedAt, pressed < respondedAt {
            throw OutingProblems.newerAnswer
        }
        if !isByHost, let deadline = outing.state.deadline, outing.now > deadline, old.wantsMore(input) {
            throw OutingProblems.answersDue
        }
    }
}

extension Answer {
    /// Returns whether an answer requests more than this one: seats, or a place in the queue.
    fileprivate func wantsMore(_ input: AnswerInput) -> Bool {
        guard input.status == .attending || input.status == .waitlisted else { return false }
        let hasAsked = status == .attending || status == .waitlisted
        return !hasAsked || (input.partySize ?? partySize) > partySize
    }
}

extension AttendanceRow {
    /// Returns whether an answer moves the person to the end of the queue: they missed an offer and ask again.
    fileprivate func requeues(with answer: Answer) -> Bool {
        answer.status == .waitlisted && waiting?.hasMissed == true
    }
}

extension OutingRow {
    /// Returns the answer to record: waiting for seats that are free becomes attending.
    fileprivate func answer(_ input: AnswerInput, instead old: Answer) -> Answer {
        let partySize = input.partySize ?? old.partySize
        let fits = partySize <= free(besides: old)
        return Answer(
            role: old.role, status: input.status == .waitlisted && fits ? .attending : input.status,
            partySize: partySize)
    }
}

extension OutingRow {
    /// Returns the seats that other people have not taken; `Int.max` without a capacity.
    func free(besides answer: Answer) -> Int {
        guard let capacity = state.capacity else { return .max }
        return max(0, capacity - counts.seats - held + answer.seats)
    }
}

extension AttendanceCounts {
    /// The number of people on the list, by the counts of all statuses.
    var total: Int { invited + attending + maybe + declined + waitlisted }

    /// The people on the list besides the one who changes the outing.
    var others: Int { max(0, total - 1) }
}

extension Command {
    fileprivate static func answer(
        _ outing: OutingID, _ person: PersonID, _ answer: Answer, note: String?, at: Date?, rev: Int,
        setBy: PersonID?
    ) -> Command {
        // A place in the queue is kept, with its offer; see ``AttendanceRow/requeues(with:)`` for the exception.
        let waits = answer.status == .waitlisted
        return Command(
            "outings.set_answer",
            """
            UPDATE attendance
               SET status = \(answer.status.rawValue), party_size = \(answer.partySize), note = \(note),
                   responded_at = LEAST(coalesce(\(at), now()), now()), responded_rev = \(rev),
                   set_by_id = \(setBy),
                   queue_number = CASE WHEN NOT \(waits) THEN NULL
                                       WHEN status = 'waitlisted' AND NOT offer_missed THEN queue_number
                                       ELSE \(fragment: Waitlist.nextNumber) END,
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

    fileprivate static func removeAttendees(_ people: [PersonID], from outing: OutingID) -> Command {
        Command(
            "outings.remove_attendees",
            "DELETE FROM attendance WHERE outing_id = \(outing) AND person_id = ANY (\(people))")
    }

    fileprivate static func endInvitations(of people: [PersonID], to outing: OutingID) -> Command {
        Command(
            "outings.end_invitations",
            """
            UPDATE invitation
               SET ended_at = now()
             WHERE outing_id = \(outing) AND person_id = ANY (\(people)) AND ended_at IS NULL
            """)
    }

    /// Ends invitations so that no share link brings the people back. A former host, who has no invitation, gets
    /// one that has ended, with a token that is given to no one.
    fileprivate static func removeInvitations(
        of people: [PersonID], to outing: OutingID, by host: PersonID
    ) -> Command {
        let tokens = people.map { _ in TokenHash(RandomToken.make()).bytes }
        return Command(
            "outings.remove_invitations",
            """
            INSERT INTO invitation AS old
                   (outing_id, id, person_id, channel, token_hash, state, invited_by, ended_at, is_removed)
            SELECT \(outing), new.id, new.person_id, 'person', new.token_hash, 'answered', \(host), now(), true
              FROM unnest(\(people.map { _ in InvitationID.make() }), \(people), \(tokens))
                   AS new (id, person_id, token_hash)
                ON CONFLICT ON CONSTRAINT invitation_once_a_person DO UPDATE
               SET ended_at = coalesce(old.ended_at, now()), is_removed = true
            """)
    }
}
