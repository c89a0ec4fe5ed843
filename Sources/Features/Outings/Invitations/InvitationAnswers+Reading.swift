package import Access
import Accounts
import NoonishAPI
package import Postgres

extension InvitationAnswers {
    /// Returns the content of a link.
    ///
    /// - Parameter call: A person on the list who opens a share link gets the content of their personal
    ///   link.
    /// - Throws: ``Denial/notFound`` for a token that is invalid or no longer valid; the two are
    ///   indistinguishable.
    package func view(
        _ token: String, for call: Call, from database: any Database
    ) async throws -> InvitationContent {
        let actor = call.actor
        let hash = TokenHash(token)
        if let invitation = try await database.first(.invitation(hash)) {
            return try await view(of: invitation, from: database)
        }
        guard let link = try await database.first(.link(hash)),
            let outing = try await database.first(.outing(link.outing, for: actor.person))
        else { throw Denial.notFound }
        if let invitation = try await invitation(of: actor, to: outing, from: database) {
            return try await view(of: invitation, from: database)
        }
        try await checkLinkHolder(call, of: link, for: outing, in: database)
        var content = InvitationContent(
            outing: outing, kind: .share, attendees: [], url: nil, openThen: hours.openThen(outing),
            isGuest: false)
        if let person = actor.person, try await isGuestOfSeries(actor, of: outing, from: database) {
            content.guestName = try await database.first(.people([person]))?.name
        }
        return content
    }

    /// Returns the content of the personal link of `invitation`.
    func view(of invitation: InvitationRow, from database: any Database) async throws -> InvitationContent {
        guard let outing = try await database.first(.outing(invitation.outing, for: invitation.person)) else {
            throw Denial.notFound
        }
        _ = try decide(
            invitation.holder, .openInvitation, outing.id, as: outing.relation(of: invitation.holder))
        return InvitationContent(
            outing: outing, kind: .personal, attendees: try await database.all(.attendees(of: outing.id)),
            url: site.url("/i/" + site.key.personalToken(of: invitation.id)),
            openThen: hours.openThen(outing), isGuest: invitation.isGuest)
    }
}
