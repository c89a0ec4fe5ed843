import Access
import HTTPKit
import Journal
import NoonishAPI
import Postgres

/// People who come by share links.
extension AttendanceEdits {
    private static let joinLimit = DurableLimit(
        "link_joins", most: OutingLimits.linkJoinsPerHour, window: .seconds(3_600))
    private static let warningLimit = DurableLimit("link_warnings", most: 1, window: .seconds(3_600))

    /// Adds a person who used a share link to the list with their answer, as one revision and one change.
    ///
    /// - Parameters:
    ///   - outing: An outing without `person` on its list. The caller holds its row lock.
    ///   - isMember: Whether the person is a member; members have an address and are also notified by mail.
    /// - Returns: Their invitation.
    func join(
        _ outing: OutingRow, _ person: PersonID, isMember: Bool, link: OutingLinkRow, _ input: AnswerInput,
        site: Site, in transaction: Transaction
    ) async throws -> InvitationRow {
        let id = outing.id
        guard outing.stage != .done else { throw OutingProblems.answersClosed }
        guard outing.counts.total < OutingLimits.invitees + 1 - OutingLimits.placesForHosts else {
            throw OutingProblems.noPlaceByLink
        }
        guard (input.partySize ?? 1) <= link.maxPartySize else {
            throw OutingProblems.partyTooLarge(link.maxPartySize)
        }
        guard try await Self.joinLimit.take(by: link.id.description, in: transaction) else {
            throw try await Self.joinLimit.problem(of: link.id.description, in: transaction)
        }
        guard try await transaction.execute(.useLink(link.id, of: id)) == 1 else { throw Denial.notFound }
        try await transaction.execute(.insertInvitees([person], of: id))
        let invitation = try await transaction.one(
            .insertLinkInvitation(person, to: id, by: outing.host, link: link.id, key: site.key))
        try await transaction.beginWatches(
            of: id, [person], mail: isMember ? [person] : [], sentRev: outing.rev + 1)
        let new = try await store(
            input, of: person, over: nil, in: outing, by: invitation.holder, in: transaction)
        let isRush = try await isRush(by: link.id, of: id, in: transaction)
        _ = try await record.record(
            [.attendee(person, from: nil, to: new)] + (isRush ? [.linkRush(link.id)] : []), of: id,
            by: person,
            urgent: isRush, in: transaction)
        if outing.counts.waitlisted > 0 { try await waitlist.advance(id, in: transaction) }
        try await transaction.audit(AuditLine(.linkUsed, "link:\(link.id)", by: person))
        return invitation
    }

    /// Returns whether the hosts should be warned that many people join by a link, of which they have not been
    /// warned within an hour.
    private func isRush(
        by link: LinkID, of outing: OutingID, in transaction: Transaction
    ) async throws -> Bool {
        guard try await transaction.one(.recentJoins(by: link, of: outing)) >= OutingLimits.linkRush else {
            return false
        }
        return try await Self.warningLimit.take(by: link.description, in: transaction)
    }

    /// Refuses a larger party than the link permits by which the person came.
    func checkLinkParty(
        _ input: AnswerInput, over row: AttendanceRow, in outing: OutingID, in transaction: Transaction
    ) async throws {
        guard row.answer.role == .invitee, let size = input.partySize, size > row.answer.partySize,
            let most = try await transaction.first(.linkPartySize(for: row.person, in: outing)), size > most
        else { return }
        throw OutingProblems.partyTooLarge(most)
    }

    /// Revokes a share link and takes the invitees who came by it off the list.
    func removeAll(
        cameBy link: LinkID, from id: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let (outing, capability) = try await OutingEdits.open(id, actor, .removeAttendee, in: transaction)
        guard try await transaction.first(.hasLink(link, of: id)) == true else { throw Denial.notFound }
        guard !outing.isOver else { throw OutingProblems.answersClosed }
        try await transaction.execute(.revokeLink(link, of: capability))
        let people = Set(try await transaction.all(.invitees(cameBy: link, to: id)))
        let rows = try await transaction.all(.attendees(of: id)).filter { people.contains($0.person) }
        try await remove(rows, from: outing, byHost: true, actor, in: transaction)
    }
}

extension Query where Row == Int {
    /// Counts who joined by a link within the last minute, this transaction included.
    fileprivate static func recentJoins(by link: LinkID, of outing: OutingID) -> Self {
        Query(
            "outings.count_recent_joins",
            """
            SELECT count(*)
              FROM invitation
             WHERE outing_id = \(outing) AND link_id = \(link)
               AND created_at > clock_timestamp() - \(OutingLimits.linkRushWindow)
            """)
    }

    /// Reads the largest party of a person who came by a share link; no row for others.
    fileprivate static func linkPartySize(for person: PersonID, in outing: OutingID) -> Self {
        Query(
            "outings.read_link_party_size",
            """
            SELECT l.max_party_size
              FROM invitation AS i
              JOIN outing_link AS l ON l.outing_id = i.outing_id AND l.id = i.link_id
             WHERE i.outing_id = \(outing) AND i.person_id = \(person)
            """)
    }
}

extension Query where Row == PersonID {
    /// Reads the invitees on the list who came by a share link.
    fileprivate static func invitees(cameBy link: LinkID, to outing: OutingID) -> Self {
        Query(
            "outings.list_link_invitees",
            """
            SELECT a.person_id
              FROM invitation AS i
              JOIN attendance AS a ON a.outing_id = i.outing_id AND a.person_id = i.person_id
             WHERE i.outing_id = \(outing) AND i.link_id = \(link) AND a.role = 'invitee'
            """)
    }
}

extension Query where Row == Bool {
    /// Whether the outing has or had the link.
    fileprivate static func hasLink(_ link: LinkID, of outing: OutingID) -> Self {
        Query(
            "outings.check_link", "SELECT true FROM outing_link WHERE outing_id = \(outing) AND id = \(link)")
    }
}
