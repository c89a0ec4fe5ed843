package import Access
package import NoonishAPI
package import Postgres

/// Commands with which other rooms record whether an invitation's mail was delivered.
extension Command {
    /// Marks an invitation as sent, because a mail server accepted its mail.
    package static func markInvitationSent(to person: PersonID, of outing: OutingID) -> Self {
        Command(
            "outings.mark_invitation_sent",
            """
            UPDATE invitation
               SET state = 'sent'
             WHERE outing_id = \(outing) AND person_id = \(person) AND state IN ('queued', 'bounced')
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
