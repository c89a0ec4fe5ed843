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
    package let files: [PersonalFile] = [("series.json", Query.ownSeries)]

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

extension Query where Row == JSONDocument {
    /// Exports the series that a person hosts or is in. Of the other people only the number is included, and the addresses
    /// that the person entered.
    fileprivate static func ownSeries(_ person: PersonID) -> Self {
        .export(
            "series.export_series",
            object: """
                'hosted', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                      'id', s.id, \(fragment: .plainMembers(of: "s")), 'place', s.place_name,
                                      'timeZone', s.time_zone, 'startsClock', s.starts_clock,
                                      'minutes', s.minutes, 'frequency', s.frequency, 'every', s.every,
                                      'weekdays', s.weekdays, 'week', s.week, 'startsOn', s.starts_on,
                                      'endsOn', s.ends_on, 'occurrences', s.occurrences,
                                      'holidaysOf', s.holidays_of, 'endedAt', s.ended_at,
                                      'createdAt', s.created_at,
                                      'linkCreatedAt', (SELECT l.created_at FROM series_link AS l
                                                         WHERE l.series_id = s.id),
                                      'skipped', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                                             'date', k.date, 'reason', k.reason) ORDER BY k.date), '[]')
                                                    FROM series_skip AS k WHERE k.series_id = s.id),
                                      'addresses', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                                               'address', i.address, 'name', i.name,
                                                               'since', i.added_at) ORDER BY i.address), '[]')
                                                      FROM series_invitee AS i
                                                     WHERE i.series_id = s.id AND i.added_by = \(person)),
                                      'people', (SELECT count(*) FROM series_person AS m WHERE m.series_id = s.id))
                                      ORDER BY s.id), '[]')
                             FROM series AS s WHERE s.host_id = \(person)),
                'invitedTo', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                         'series', i.series_id, 'title', s.title, 'address', i.address, 'name', i.name,
                                         'since', i.added_at) ORDER BY i.series_id), '[]')
                                FROM series_invitee AS i
                                JOIN series AS s ON s.id = i.series_id
                                JOIN person AS own ON own.id = \(person)
                                WHERE \(fragment: .isOwnAddress)),
                'in', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                  'series', m.series_id, 'title', s.title, 'comes', m.comes,
                                  'partySize', m.party_size, 'since', m.added_at) ORDER BY m.series_id), '[]')
                         FROM series_person AS m
                         JOIN series AS s ON s.id = m.series_id
                        WHERE m.person_id = \(person))
                """)
    }
}
