package import Access
import Accounts
import HTTPKit
import Initializers
import NoonishAPI
import People
import Postgres
package import Restaurants

/// Reads outings by links, and records the answers that are given through them.
@MemberwiseInit
package struct InvitationAnswers: Sendable {
    let attendances: AttendanceEdits
    let site: Site
    let hours: HoursPatterns

    /// Unicode scalars of the name of a guest.
    static let nameLength = 1...80

    /// Records the answer of the holder of `token`, as one revision under one lock of the outing.
    ///
    /// A personal link answers for its person. A share link answers for the signed-in member, for the guest
    /// who answered on this device before, also another date of the series, or for a new guest, who must give a
    /// name.
    ///
    /// - Parameters:
    ///   - diets: The diets of a guest; `nil` keeps the stored ones. Members change theirs in their settings.
    ///   - locale: The language of a guest who answers for the first time.
    /// - Returns: The invitation whose personal link can change the answer.
    /// - Throws: ``Denial/notFound`` for a token that is invalid or no longer valid.
    func answer(
        _ token: String, _ answer: AnswerInput, name: String?, diets: DietNeeds? = nil, locale: String?,
        call: Call, in transaction: Transaction
    ) async throws -> InvitationRow {
        let actor = call.actor
        let hash = TokenHash(token)
        let invitation: InvitationRow
        if let invited = try await transaction.first(.invitation(hash)) {
            guard let outing = try await transaction.locked(invited.outing, for: invited.person) else {
                throw Denial.notFound
            }
            try await record(answer, of: invited, in: outing, name: name, locale: locale, in: transaction)
            invitation = invited
        } else {
            guard let link = try await transaction.first(.link(hash)),
                let outing = try await transaction.locked(link.outing, for: actor.person)
            else { throw Denial.notFound }
            if let invited = try await self.invitation(of: actor, to: outing, from: transaction) {
                try await record(answer, of: invited, in: outing, name: name, locale: locale, in: transaction)
                invitation = invited
            } else {
                try await checkLinkHolder(call, of: link, for: outing, in: transaction)
                invitation = try await join(
                    outing, by: link, answer, name: name, locale: locale, actor: actor, in: transaction)
            }
        }
        if let diets {
            // The link of a member answers for one outing and changes nothing else.
            guard invitation.isGuest else { throw OutingProblems.dietsInSettings }
            try await transaction.replaceDietNeeds(diets, of: invitation.person)
        }
        return invitation
    }

    /// Returns the invitation of an actor who is on the outing's list; `nil` for anyone else, and for the
    /// host, who has none.
    ///
    /// - Parameter outing: As read for `actor`.
    func invitation(
        of actor: Actor, to outing: OutingRow, from database: any Database
    ) async throws -> InvitationRow? {
        guard let mine = outing.mine else { return nil }
        if outing.relation(of: actor) == .stranger {
            guard try await isGuestOfSeries(actor, of: outing, from: database) else { return nil }
        }
        return try await database.first(.invitation(of: mine.person, to: outing.id))
    }

    /// Returns whether the actor is a guest of another date of the outing's series.
    func isGuestOfSeries(_ actor: Actor, of outing: OutingRow, from database: any Database) async throws
        -> Bool
    {
        guard let series = outing.series else { return false }
        return try await actor.isGuest(ofSeries: series.id, from: database)
    }

    /// Lets everyone use a share link but people whom a host removed, and people who blocked, or were blocked
    /// by, the host or the creator of the link.
    ///
    /// - Throws: ``Denial/notFound``, as for a link that has ended.
    func checkLinkHolder(
        _ call: Call, of link: OutingLinkRow, for outing: OutingRow, in database: any Database
    ) async throws {
        // A guest who was removed is known by the token that their browser still sends.
        let tokens = Credential.all(in: call.request, site: site).map(\.hash.bytes)
        let isBarred = try await database.first(.isBarred(call.actor.person, tokens, from: link))
        _ = try decide(call.actor, .openInvitation, outing.id, as: isBarred == true ? .stranger : .linkHolder)
    }

    /// Records the answer of a person who is on the list.
    private func record(
        _ answer: AnswerInput, of invitation: InvitationRow, in outing: OutingRow, name: String?,
        locale: String?, in transaction: Transaction
    ) async throws {
        _ = try decide(
            invitation.holder, .openInvitation, outing.id, as: outing.relation(of: invitation.holder))
        if let name { try await transaction.execute(.renameGuest(invitation.person, to: name)) }
        if let locale {
            try await transaction.execute(.storeLocale(locale, of: invitation.person, in: outing.id))
        }
        try await attendances.answer(outing, answer, by: invitation.holder, in: transaction)
    }

    /// Adds the holder of a share link to the list with their answer: the signed-in member, or a new guest.
    private func join(
        _ outing: OutingRow, by link: OutingLinkRow, _ answer: AnswerInput, name: String?, locale: String?,
        actor: Actor, in transaction: Transaction
    ) async throws -> InvitationRow {
        let person: PersonID
        let isMember: Bool
        if case .guest(let guest, _) = actor,
            try await isGuestOfSeries(actor, of: outing, from: transaction)
        {
            person = guest
            isMember = false
            if let name { try await transaction.execute(.renameGuest(guest, to: name)) }
        } else if case .person(let member, _) = actor {
            guard outing.host != member else { throw OutingProblems.ownOuting }
            guard outing.mine == nil else {
                // A former host is on the list without an invitation.
                try await attendances.answer(outing, answer, by: actor, in: transaction)
                return try await transaction.one(
                    .insertLinkInvitation(member, to: outing.id, by: outing.host, link: nil, key: site.key))
            }
            person = member
            isMember = true
        } else {
            guard let name else { throw OutingProblems.nameNeeded }
            person = .make()
            isMember = false
            try await transaction.execute(.createGuest(person, name: name, locale: locale))
        }
        return try await attendances.join(
            outing, person, isMember: isMember, link: link, answer, site: site, in: transaction)
    }
}
