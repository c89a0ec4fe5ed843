package import Access
package import NoonishAPI
package import Postgres

/// The share link of an outing of a series, to which the link of the series leads.
@Row
package struct SeriesDateLink: PostgresRow {
    package let outing: OutingID
    package let id: LinkID

    package func url(_ site: Site) -> String { site.url("/i/" + site.key.shareToken(of: id)) }
}

extension OutingEdits {
    /// Creates the share links to which the link of a series leads.
    ///
    /// - Parameters:
    ///   - outings: Those that `host` neither hosts nor cohosts are left out.
    ///   - maxPartySize: The largest party of a person who comes by them.
    package func openToSeriesLink(
        _ outings: [OutingID], by host: PersonID, maxPartySize: Int, in transaction: Transaction
    ) async throws {
        try await transaction.execute(
            .insertSeriesLinks(
                to: outings, by: host, maxPartySize: maxPartySize, key: invitations.site.key))
    }
}

extension Query where Row == SeriesDateLink {
    /// Reads those of outings' links that can still be used.
    package static func seriesLinks(of outings: [OutingID]) -> Self {
        Query(
            "outings.list_series_links",
            """
            SELECT outing_id, id
              FROM outing_link
             WHERE outing_id = ANY (\(outings)) AND of_series AND revoked_at IS NULL AND expires_at > now()
            """)
    }
}

extension Query where Row == Bool {
    /// Returns whether a person is a guest who came by a share link to another outing of the series.
    fileprivate static func isGuest(
        _ person: PersonID, of outing: OutingID, inSeries series: SeriesID
    ) -> Self {
        Query(
            "outings.check_series_guest",
            """
            SELECT EXISTS (SELECT FROM invitation AS i
                             JOIN outing AS o ON o.id = i.outing_id
                             JOIN person AS p ON p.id = i.person_id
                            WHERE i.outing_id = \(outing) AND i.person_id = \(person) AND i.channel = 'link'
                              AND i.ended_at IS NULL AND p.kind = 'guest' AND o.series_id = \(series))
            """)
    }
}

extension Actor {
    /// Returns whether this is a guest who came to an outing of the series by a share link. In their browser they are
    /// the same guest for all dates, so that one link and one name do for the whole series.
    package func isGuest(ofSeries series: SeriesID, from database: any Database) async throws -> Bool {
        guard case .guest(let person, let outing) = self else { return false }
        return try await database.one(.isGuest(person, of: outing, inSeries: series))
    }
}

extension Command {
    fileprivate static func insertSeriesLinks(
        to outings: [OutingID], by host: PersonID, maxPartySize: Int, key: SecretKey
    ) -> Command {
        let ids = outings.map { _ in LinkID.make() }
        return Command(
            "outings.insert_series_links",
            """
            INSERT INTO outing_link (outing_id, id, token_hash, created_by, expires_at, max_party_size, of_series)
            SELECT o.id, new.id, new.token_hash, \(host),
                   greatest(o.starts_at, now()) + \(OutingLimits.longestLinkLife) * interval '1 s',
                   \(maxPartySize), true
              FROM unnest(\(outings), \(ids), \(ids.map { TokenHash(key.shareToken(of: $0)).bytes }))
                   AS new (outing_id, id, token_hash)
              JOIN outing AS o ON o.id = new.outing_id
              JOIN attendance AS own ON own.outing_id = o.id AND own.person_id = \(host)
             WHERE own.role IN ('host', 'cohost')
            """)
    }

    /// Revokes the links of all outings of a series to which its link leads.
    package static func revokeSeriesLinks(of series: SeriesID) -> Command {
        Command(
            "outings.revoke_series_links",
            """
            UPDATE outing_link AS l
               SET revoked_at = now()
              FROM outing AS o
             WHERE o.id = l.outing_id AND o.series_id = \(series) AND l.of_series AND l.revoked_at IS NULL
            """)
    }
}
