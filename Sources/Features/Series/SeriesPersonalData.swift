package import NoonishAPI
import Outings
package import Postgres
package import Privacy

/// Exports and erases a person's series and their memberships in series.
///
/// Erasing a person deletes the series they host, so that no more outings are created. Existing outings
/// remain ordinary outings, which a cohost may take over. The person is removed from the series of others.
package struct SeriesPersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [("series.json", Query.ownSeries)]

    package init() {}

    package func erasure(of person: PersonID) -> [Command] {
        [
            Command("series.erase_memberships", "DELETE FROM series_person WHERE person_id = \(person)"),
            Command("series.erase_series", "DELETE FROM series WHERE host_id = \(person)"),
        ]
    }
}

extension Query where Row == JSONDocument {
    /// Exports the series that a person hosts or is in. Of the other people only the number is included.
    fileprivate static func ownSeries(_ person: PersonID) -> Self {
        Query(
            "series.export_series",
            """
            SELECT jsonb_pretty(jsonb_build_object(
                       'hosted', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                             'id', s.id, \(fragment: .plainMembers(of: "s")), 'place', s.place_name,
                                             'timeZone', s.time_zone, 'startsClock', s.starts_clock,
                                             'minutes', s.minutes, 'frequency', s.frequency, 'every', s.every,
                                             'weekdays', s.weekdays, 'week', s.week, 'startsOn', s.starts_on,
                                             'endsOn', s.ends_on, 'occurrences', s.occurrences,
                                             'holidaysOf', s.holidays_of, 'endedAt', s.ended_at,
                                             'createdAt', s.created_at,
                                             'skipped', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                                                    'date', k.date, 'reason', k.reason) ORDER BY k.date), '[]')
                                                           FROM series_skip AS k WHERE k.series_id = s.id),
                                             'people', (SELECT count(*) FROM series_person AS m WHERE m.series_id = s.id))
                                             ORDER BY s.id), '[]')
                                    FROM series AS s WHERE s.host_id = \(person)),
                       'in', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                         'series', m.series_id, 'title', s.title, 'comes', m.comes,
                                         'partySize', m.party_size, 'since', m.added_at) ORDER BY m.series_id), '[]')
                                FROM series_person AS m
                                JOIN series AS s ON s.id = m.series_id
                               WHERE m.person_id = \(person))))
            """)
    }
}
