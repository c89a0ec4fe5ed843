internal import Access
internal import Foundation
internal import HTTPKit
internal import NoonishAPI
internal import Postgres

/// A row of a share link. Its holder may see the outing's main details and answer with a name.
@Row
struct OutingLinkRow: PostgresRow {
    let id: LinkID
    let outing: OutingID
    let createdAt: Date
    let expiresAt: Date
    let maxUses: Int?
    let uses: Int

    func wire(_ site: Site) -> OutingLink {
        OutingLink(
            id: id, url: site.url("/i/" + site.key.shareToken(of: id)), createdAt: createdAt,
            expiresAt: expiresAt, maxUses: maxUses, uses: uses)
    }
}

/// A validated request for a share link.
struct NewLink: Sendable {
    /// Seconds from now.
    let life: Double
    let maxUses: Int?

    init(_ body: ObjectReader, now: Date) throws(Problem) {
        var body = body
        let expiresAt = body.optional("expiresAt", .instant)
        maxUses = body.optional("maxUses", .integer(OutingLimits.linkUses))
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
            INSERT INTO outing_link (outing_id, id, token_hash, created_by, expires_at, max_uses)
            VALUES (\(outing.object), \(id), \(TokenHash(key.shareToken(of: id)).bytes), \(person),
                   now() + \(link.life) * interval '1 s', \(link.maxUses))
            RETURNING id, outing_id, created_at, expires_at, max_uses, uses
            """)
    }

    static func links(of outing: Capability<OutingID>) -> Self {
        Query(
            "outings.list_links",
            """
            SELECT id, outing_id, created_at, expires_at, max_uses, uses
              FROM outing_link
             WHERE outing_id = \(outing.object) AND revoked_at IS NULL AND expires_at > now()
             ORDER BY id DESC
            """)
    }

    /// Reads the link with this token, while it can still be used.
    static func link(_ hash: TokenHash) -> Self {
        Query(
            "outings.read_link_by_token",
            """
            SELECT id, outing_id, created_at, expires_at, max_uses, uses
              FROM outing_link
             WHERE token_hash = \(hash.bytes) AND revoked_at IS NULL AND expires_at > now()
               AND (max_uses IS NULL OR uses < max_uses)
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
