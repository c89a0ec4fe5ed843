import Access
import Foundation
import NoonishAPI
import Outings
import Postgres

/// The link of a series, at which anyone who has it finds the next dates, until the host replaces or removes it.
@Row
struct SeriesLinkRow: TableRow {
    let series: SeriesID
    let id: LinkID
    /// The largest party of a person who comes by it.
    let maxPartySize: Int
    let createdAt: Date

    func wire(_ site: Site) -> SeriesLink {
        SeriesLink(
            url: site.url("/s/" + site.key.seriesToken(of: id)), createdAt: createdAt,
            maxPartySize: maxPartySize)
    }

    /// The columns that ``init(row:)`` reads, in order. `l` is the link.
    static let columns: SQL = "l.series_id, l.id, l.max_party_size, l.created_at"
    static let tables: SQL = "series_link AS l"
}

extension Query where Row == SeriesLinkRow {
    static func link(of series: SeriesID) -> Self {
        .select("series.read_link", "WHERE l.series_id = \(series)")
    }

    static func link(_ hash: TokenHash) -> Self {
        .select("series.read_link_by_token", "WHERE l.token_hash = \(hash.bytes)")
    }

    /// Creates the link of a series, in place of the one that it has; only the hash of its token is stored.
    static func replaceLink(of series: SeriesID, maxPartySize: Int, key: SecretKey) -> Self {
        let id = LinkID.make()
        return Query(
            "series.replace_link", on: .write,
            """
            INSERT INTO series_link AS l (series_id, id, token_hash, max_party_size)
            VALUES (\(series), \(id), \(TokenHash(key.seriesToken(of: id)).bytes), \(maxPartySize))
                ON CONFLICT (series_id) DO UPDATE
               SET id = excluded.id, token_hash = excluded.token_hash,
                   max_party_size = excluded.max_party_size, created_at = excluded.created_at
            RETURNING \(fragment: SeriesLinkRow.columns)
            """)
    }
}

extension Query where Row == Bool {
    /// Returns whether a host removed the person from an outing of the series that is not over, or a block between
    /// them and the host of the series keeps them from it.
    ///
    /// - Parameter tokens: Hashes of the tokens that they sent.
    static func isBarred(_ person: PersonID?, _ tokens: [[UInt8]], from series: SeriesID) -> Self {
        Query(
            "series.check_link_holder",
            """
            SELECT coalesce(are_blocked(s.host_id, \(person)), false)
                   OR EXISTS (SELECT FROM outing AS o
                                JOIN invitation AS i ON i.outing_id = o.id
                               WHERE o.series_id = s.id AND i.is_removed
                                 AND coalesce(\(fragment: OutingRow.end) > now(), true)
                                 AND (i.person_id = \(person) OR i.token_hash = ANY (\(tokens))))
              FROM series AS s
             WHERE s.id = \(series)
            """)
    }
}

extension Command {
    static func removeLink(of series: SeriesID) -> Command {
        Command("series.remove_link", "DELETE FROM series_link WHERE series_id = \(series)")
    }
}

extension SecretKey {
    /// Returns the token of the link of a series; it is derived, so that the host can view it again.
    fileprivate func seriesToken(of link: LinkID) -> String { token("series", link.description) }
}
