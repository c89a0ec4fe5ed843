package import NoonishAPI
import Outings
package import Postgres
package import Privacy

/// Exports and erases a person's series and their memberships in series.
///
/// Erasing a person deletes the series they host, so that no more outings are created. Existing outings
/// remain ordinary outings, which a cohost may take over. The person is removed from the series of others, and so are the
/// addresses at which they were invited.
package struct SeriesPersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [
        PersonalFile(
            "series.json", "series.export_series",
            .object(["hosted": Self.hosted, "invitedTo": Self.invitations, "in": Self.memberships]))
    ]

    // Of the other people only the number is included, and the addresses that the person entered.
    private static let hosted = SQL.list(
        of: """
            'id', s.id, \(fragment: .plainMembers(of: "s")), 'place', s.place_name,
            'timeZone', s.time_zone, 'startsClock', s.starts_clock, 'minutes', s.minutes,
            'frequency', s.frequency, 'every', s.every, 'weekdays', s.weekdays, 'week', s.week,
            'startsOn', s.starts_on, 'endsOn', s.ends_on, 'occurrences', s.occurrences,
            'holidaysOf', s.holidays_of, 'endedAt', s.ended_at, 'createdAt', s.created_at,
            'linkCreatedAt', (SELECT l.created_at FROM series_link AS l WHERE l.series_id = s.id),
            'skipped', \(fragment: skipped), 'addresses', \(fragment: addresses),
            'people', (SELECT count(*) FROM series_person AS m WHERE m.series_id = s.id)
            """,
        orderedBy: "s.id", "FROM series AS s WHERE s.host_id = own.id")

    private static let skipped = SQL.list(
        of: "'date', k.date, 'reason', k.reason", orderedBy: "k.date",
        "FROM series_skip AS k WHERE k.series_id = s.id")

    private static let addresses = SQL.list(
        of: "'address', i.address, 'name', i.name, 'since', i.added_at", orderedBy: "i.address",
        "FROM series_invitee AS i WHERE i.series_id = s.id AND i.added_by = own.id")

    private static let invitations = SQL.list(
        of: """
            'series', i.series_id, 'title', s.title, 'address', i.address, 'name', i.name,
            'since', i.added_at
            """,
        orderedBy: "i.series_id",
        """
        FROM series_invitee AS i
        JOIN series AS s ON s.id = i.series_id
        WHERE \(fragment: .isOwnAddress)
        """)

    private static let memberships = SQL.list(
        of: """
            'series', m.series_id, 'title', s.title, 'comes', m.comes, 'partySize', m.party_size,
            'since', m.added_at
            """,
        orderedBy: "m.series_id",
        "FROM series_person AS m JOIN series AS s ON s.id = m.series_id WHERE m.person_id = own.id")

    package init() {}

    package func erasure(of person: PersonID) -> [Command] {
        [
            Command("series.erase_memberships", "DELETE FROM series_person WHERE person_id = \(person)"),
            Command(
                "series.erase_invitees",
                """
                DELETE FROM series_invitee AS i
                 USING person AS own
                 WHERE own.id = \(person) AND \(fragment: .isOwnAddress)
                """),
            Command("series.erase_series", "DELETE FROM series WHERE host_id = \(person)"),
        ]
    }
}

extension SQL {
    /// Whether the address of `i` is a verified address of the person `own`, or one at which they were invited as a guest.
    fileprivate static let isOwnAddress: SQL = """
        (EXISTS (SELECT FROM person_email AS e WHERE e.person_id = own.id AND e.address = i.address)
         OR EXISTS (SELECT FROM invitation AS v WHERE v.person_id = own.id AND v.address = i.address))
        """
}
