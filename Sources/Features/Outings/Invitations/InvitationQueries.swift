import Access
import NoonishAPI
import Postgres

/// An invitation and the person it invites. In its columns, `i` is the invitation, `p` its person.
@Row
struct InvitationRow: TableRow {
    @Column("i.id") let id: InvitationID
    @Column("i.outing_id") let outing: OutingID
    @Column("i.person_id") let person: PersonID
    /// Whether the person has no account.
    @Column("p.kind = 'guest'") let isGuest: Bool

    static let tables: SQL = "invitation AS i JOIN person AS p ON p.id = i.person_id"

    /// The actor that the holder of the personal link acts as.
    var holder: Actor { .guest(person, outing: outing) }
}

extension Query where Row == InvitationRow {
    /// Reads the invitation with this token. It is valid until some time after the outing's start.
    static func invitation(_ hash: TokenHash) -> Self {
        .select(
            "outings.read_invitation_by_token",
            """
              JOIN outing AS o ON o.id = i.outing_id
             WHERE (i.outing_id, i.id) IN (
                   SELECT outing_id, id FROM invitation WHERE token_hash = \(hash.bytes)
                    UNION ALL
                   SELECT outing_id, invitation_id FROM invitation_token WHERE token_hash = \(hash.bytes))
               AND i.ended_at IS NULL
               AND (o.starts_at IS NULL
                    OR o.starts_at > now() - \(OutingLimits.personalLinkAfterStart) * interval '1 s')
            """)
    }

    static func invitation(_ id: InvitationID, to outing: OutingID) -> Self {
        .select(
            "outings.read_invitation_by_id",
            "WHERE i.outing_id = \(outing) AND i.id = \(id) AND i.ended_at IS NULL")
    }

    /// Reads the invitations of these guests whose personal links are still valid.
    static func invitations(of guests: [(person: PersonID, outing: OutingID)]) -> Self {
        .select(
            "outings.list_guest_invitations",
            """
              JOIN unnest(\(guests.map(\.person)), \(guests.map(\.outing))) AS guest (person_id, outing_id)
                ON guest.outing_id = i.outing_id AND guest.person_id = i.person_id
              JOIN outing AS o ON o.id = i.outing_id
             WHERE i.ended_at IS NULL
               AND (o.starts_at IS NULL
                    OR o.starts_at > now() - \(OutingLimits.personalLinkAfterStart) * interval '1 s')
            """)
    }

    static func invitation(of person: PersonID, to outing: OutingID) -> Self {
        .select(
            "outings.read_invitation",
            "WHERE i.outing_id = \(outing) AND i.person_id = \(person) AND i.ended_at IS NULL")
    }

    /// Creates the invitation of a person who used a share link. A person who was on the list before keeps
    /// theirs.
    ///
    /// - Parameter link: `nil` for a person who did not join by it.
    static func insertLinkInvitation(
        _ person: PersonID, to outing: OutingID, by host: PersonID, link: LinkID?, key: SecretKey
    ) -> Self {
        let id = InvitationID.make()
        return Query(
            "outings.insert_link_invitation", on: .write,
            """
            INSERT INTO invitation AS i (outing_id, id, person_id, channel, token_hash, state, invited_by, link_id)
            VALUES (\(outing), \(id), \(person), 'link', \(TokenHash(key.personalToken(of: id)).bytes),
                   'answered', \(host), \(link))
                ON CONFLICT ON CONSTRAINT invitation_once_a_person DO UPDATE
               SET ended_at = NULL, state = 'answered', link_id = excluded.link_id, created_at = now()
            RETURNING i.id, i.outing_id, i.person_id,
                      (SELECT p.kind = 'guest' FROM person AS p WHERE p.id = i.person_id)
            """)
    }
}

extension Command {
    /// Renames a guest. Affects no row for a member, who can change their name only when signed in.
    static func renameGuest(_ person: PersonID, to name: String) -> Command {
        Command(
            "outings.rename_guest",
            """
            UPDATE person
               SET name = \(name), updated_at = now()
             WHERE id = \(person) AND kind = 'guest' AND name <> \(name)
            """)
    }

    /// Stores the language of a guest at their first answer; until then they have the host's. Affects no
    /// member.
    static func storeLocale(_ locale: String, of person: PersonID, in outing: OutingID) -> Command {
        Command(
            "outings.set_guest_locale",
            """
            UPDATE person AS p
               SET locale = \(locale), updated_at = now()
              FROM attendance AS a
             WHERE p.id = \(person) AND p.kind = 'guest'
               AND a.outing_id = \(outing) AND a.person_id = p.id AND a.status = 'invited'
            """)
    }
}
