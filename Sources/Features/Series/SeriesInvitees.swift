import Access
import HTTPKit
package import NoonishAPI
package import Postgres

/// An address that is invited to every outing of a series.
@Row
struct SeriesInviteeRow: PostgresRow {
    let series: SeriesID
    let id: SeriesInviteeID
    let address: String
    let name: String?
    let addedBy: PersonID
}

extension SeriesInviteeRow {
    /// Returns the invitee as `reader` sees it. Only the person who entered the address sees it, and other hosts the part
    /// of it before the @, as in an outing.
    func wire(for reader: PersonID, isHost: Bool) -> SeriesInvitee {
        let part = isHost ? address.lastIndex(of: "@").map { String(address[..<$0]) } : nil
        return SeriesInvitee(
            id: id, name: name ?? part, address: isHost && addedBy == reader ? address : nil)
    }
}

extension Query where Row == SeriesInviteeRow {
    static func invitees(of series: [SeriesID]) -> Self {
        Query(
            "series.list_invitees",
            """
            SELECT series_id, id, address, name, added_by
              FROM series_invitee
             WHERE series_id = ANY (\(series))
             ORDER BY series_id, lower(coalesce(name, address)), id
            """)
    }
}

extension Query where Row == NamedAddress {
    /// Returns the addresses to invite to the next outing, without those that belong to the host by now.
    static func addressesToInvite(to series: SeriesID) -> Self {
        Query(
            "series.list_addresses_to_invite",
            """
            SELECT i.address, i.name
              FROM series_invitee AS i
              JOIN series AS s ON s.id = i.series_id
             WHERE i.series_id = \(series)
               AND NOT EXISTS (SELECT FROM person_email AS e
                                WHERE e.address = i.address AND e.person_id = s.host_id)
             ORDER BY i.added_at, i.id
            """
        ) { (row: inout RowReader) throws(PostgresError) in
            NamedAddress(address: try row.next(), name: try row.next())
        }
    }
}

extension Query where Row == PersonID {
    static func person(invitedAt address: String, to outing: OutingID) -> Self {
        Query(
            "series.find_invited_person",
            "SELECT person_id FROM invitation WHERE outing_id = \(outing) AND address = \(address)")
    }
}

extension Query where Row == String {
    /// Stops inviting an address and returns it.
    static func removeInvitee(_ invitee: SeriesInviteeID, from series: SeriesID) -> Self {
        Query(
            "series.remove_invitee", on: .write,
            "DELETE FROM series_invitee WHERE series_id = \(series) AND id = \(invitee) RETURNING address")
    }
}

extension Command {
    /// Adds addresses to a series, skipping those that are in it.
    static func add(_ addresses: [NamedAddress], to series: SeriesID, by host: PersonID) -> Command {
        Command(
            "series.add_invitees",
            """
            INSERT INTO series_invitee (series_id, id, address, name, added_by)
            SELECT \(series), new.id, new.address, new.name, \(host)
              FROM unnest(\(addresses.map { _ in SeriesInviteeID.make() }), \(addresses.map(\.address)),
                          \(addresses.map(\.name))) AS new (id, address, name)
                ON CONFLICT (series_id, address) DO NOTHING
            """)
    }

    /// Stops inviting the address that a mail of an outing went to, if the outing belongs to a series.
    package static func endSeriesMail(ofWatch watch: WatchID, in outing: OutingID) -> Command {
        Command(
            "series.end_mail",
            """
            DELETE FROM series_invitee AS i
             USING outing_watch AS w, outing AS o, invitation AS v
             WHERE w.outing_id = \(outing) AND w.id = \(watch)
               AND o.id = w.outing_id AND i.series_id = o.series_id
               AND v.outing_id = w.outing_id AND v.person_id = w.person_id AND v.address = i.address
            """)
    }
}
