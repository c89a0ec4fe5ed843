import Access
import Foundation
import HTTPKit
import NoonishAPI
import Postgres

/// A row of a share link. Its holder may see the outing's main details and answer with a name.
@Row
struct OutingLinkRow: TableRow {
    let id: LinkID
    let outing: OutingID
    let createdAt: Date
    let expiresAt: Date
    let maxUses: Int?
    /// The largest party of a person who comes by it.
    let maxPartySize: Int
    let uses: Int
    /// People on the list who came by it.
    let attendees: Int

    func wire(_ site: Site) -> OutingLink {
        OutingLink(
            id: id, url: site.url("/i/" + site.key.shareToken(of: id)), createdAt: createdAt,
            expiresAt: expiresAt, maxUses: maxUses, maxPartySize: maxPartySize, uses: uses,
            attendees: attendees)
    }

    /// The columns that ``init(row:)`` reads, in order. `l` is the link.
    static let columns: SQL = """
        l.id, l.outing_id, l.created_at, l.expires_at, l.max_uses, l.max_party_size, l.uses,
        (SELECT count(*) FROM invitation AS i
           JOIN attendance AS a ON a.outing_id = i.outing_id AND a.person_id = i.person_id
          WHERE i.outing_id = l.outing_id AND i.link_id = l.id)
        """
    static let tables: SQL = "outing_link AS l"
}

/// A validated request for a share link.
struct NewLink: Sendable {
    /// Seconds from now.
    let life: Double
    let maxUses: Int?
    let maxPartySize: Int

    init(_ body: ObjectReader, now: Date) throws(Problem) {
        var body = body
        let expiresAt = body.optional("expiresAt", .instant)
        maxUses = body.optional("maxUses", .integer(OutingLimits.linkUses))
        maxPartySize =
            body.optional("maxPartySize", .integer(OutingLimits.partySize)) ?? OutingLimits.linkPartySize
        life = expiresAt?.timeIntervalSince(now) ?? OutingLimits.linkLife
        if life <= 0 || life > OutingLimits.longestLinkLife {
            body.refuse("expiresAt", "out_of_range", "A link can expire at most a year from now.")
        }
        try body.finish()
    }
}

extension Query where Row == OutingLinkRow {
    /// Creates a link; only the hash of its token is stored.
    static func insertLink(
        _ link: NewLink, to outing: Capability<OutingID>, by person: PersonID, key: SecretKey
    ) -> Self {
        let id = LinkID.make()
        return Query(
            "outings.insert_link", on: .write,
            """
            INSERT INTO outing_link AS l (outing_id, id, token_hash, created_by, expires_at, max_uses, max_party_size)
            VALUES (\(outing.object), \(id), \(TokenHash(key.shareToken(of: id)).bytes), \(person),
                   now() + \(link.life) * interval '1 s', \(link.maxUses), \(link.maxPartySize))
            RETURNING \(fragment: OutingLinkRow.columns)
            """)
    }

    static func links(of outing: Capability<OutingID>) -> Self {
        .select(
            "outings.list_links",
            """
             WHERE outing_id = \(outing.object) AND revoked_at IS NULL AND expires_at > now()
             ORDER BY id DESC
            """)
    }

    /// Reads the link with this token, while it can still be used.
    static func link(_ hash: TokenHash) -> Self {
        .select(
            "outings.read_link_by_token",
            """
             WHERE token_hash = \(hash.bytes) AND revoked_at IS NULL AND expires_at > now()
               AND (max_uses IS NULL OR uses < max_uses)
            """)
    }
}

extension Query where Row == Bool {
    /// Returns whether a host removed the person from the link's outing, or a block keeps them from it; `nil` for a link that
    /// does not exist. The link of a series bars people who were removed from any of its outings that is not over.
    ///
    /// - Parameter tokens: Hashes of the tokens that they sent.
    static func isBarred(_ person: PersonID?, _ tokens: [[UInt8]], from link: OutingLinkRow) -> Self {
        Query(
            "outings.check_link_holder",
            """
            SELECT coalesce(are_blocked(o.host_id, \(person)) OR are_blocked(l.created_by, \(person)), false)
                   OR EXISTS (SELECT FROM invitation AS i
                               WHERE i.outing_id = o.id AND i.is_removed
                                 AND (i.person_id = \(person) OR i.token_hash = ANY (\(tokens))))
                   OR EXISTS (SELECT FROM outing AS other
                                JOIN invitation AS i ON i.outing_id = other.id
                               WHERE l.of_series AND other.series_id = o.series_id AND i.is_removed
                                 AND coalesce(outing_end(other.starts_at, other.ends_at) > now(), true)
                                 AND (i.person_id = \(person) OR i.token_hash = ANY (\(tokens))))
              FROM outing AS o
              JOIN outing_link AS l ON l.outing_id = o.id
             WHERE o.id = \(link.outing) AND l.id = \(link.id)
            """)
    }
}

extension Command {
    /// Counts a use. Affects no row if the link is used up, revoked or expired, so concurrent uses never
    /// exceed the maximum.
    static func useLink(_ id: LinkID, of outing: OutingID) -> Command {
        Command(
            "outings.use_link",
            """
            UPDATE outing_link
               SET uses = uses + 1
             WHERE outing_id = \(outing) AND id = \(id) AND revoked_at IS NULL AND expires_at > now()
               AND (max_uses IS NULL OR uses < max_uses)
            """)
    }

    static func revokeLink(_ id: LinkID, of outing: Capability<OutingID>) -> Command {
        Command(
            "outings.revoke_link",
            """
            UPDATE outing_link
               SET revoked_at = now()
             WHERE outing_id = \(outing.object) AND id = \(id) AND revoked_at IS NULL
            """)
    }

    static func revokeLinks(of outing: Capability<OutingID>) -> Command {
        Command(
            "outings.revoke_links",
            "UPDATE outing_link SET revoked_at = now() WHERE outing_id = \(outing.object) AND revoked_at IS NULL"
        )
    }
}
