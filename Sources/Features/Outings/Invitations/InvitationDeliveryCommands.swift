package import Access
package import NoonishAPI
package import Postgres

/// Commands with which other rooms record whether an invitation's mail was delivered.
extension Command {
    /// Marks an invitation as sent, because a mail server accepted its mail.
    ///
    /// It does not wait for the disk: thousands of mails to a crowd would delay the edits of others there. The
    /// acknowledgement of the delivery comes later and does, so a crash that loses the mark repeats the delivery.
    package static func markInvitationSent(to person: PersonID, of outing: OutingID) -> Self {
        Command(
            "outings.mark_invitation_sent",
            """
            WITH asynchronous AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
            UPDATE invitation
               SET state = 'sent'
              FROM asynchronous
             WHERE outing_id = \(outing) AND person_id = \(person) AND state IN ('queued', 'bounced')
            """)
    }

    /// Marks an invitation as opened, because the person used it: opened the live page, or read the outing there or
    /// in the app. Reading the page of a link does not count, because link scanners and previews do that.
    static func markInvitationOpened(_ id: InvitationID, of outing: OutingID) -> Self {
        Command(
            "outings.mark_invitation_opened",
            """
            UPDATE invitation
               SET state = 'opened'
             WHERE outing_id = \(outing) AND id = \(id) AND state IN ('queued', 'sent')
            """)
    }

    /// Marks an invitation as bounced, because a mail server refused its mail. The host sees it.
    package static func markInvitationBounced(to person: PersonID, of outing: OutingID) -> Self {
        Command(
            "outings.mark_invitation_bounced",
            """
            UPDATE invitation
               SET state = 'bounced'
             WHERE outing_id = \(outing) AND person_id = \(person) AND state IN ('queued', 'sent')
            """)
    }

    /// Marks an invitation as bounced, because its mail was returned to an address that carries its token.
    package static func markInvitationBounced(_ token: TokenHash) -> Self {
        Command(
            "outings.mark_returned_invitation_bounced",
            """
            UPDATE invitation
               SET state = 'bounced'
             WHERE token_hash = \(token.bytes) AND state IN ('queued', 'sent')
            """)
    }
}

extension PostgresClient {
    /// Marks the invitation of an outing's reader as opened, if it is not yet.
    func markOpened(_ outing: OutingRow) async throws {
        guard let invitation = outing.mine?.invitation, [.queued, .sent].contains(invitation.state) else {
            return
        }
        try await execute(.markInvitationOpened(invitation.id, of: outing.id))
    }
}
