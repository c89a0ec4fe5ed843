import Access
import Foundation
import Journal
import NoonishAPI
import Postgres

/// The quiet hours of a person, on each channel that could notify them of an offer.
struct PersonQuietHours: PostgresRow {
    let person: PersonID
    private let zone: TimeZone
    /// The quiet hours of the channels, or the night where none are set.
    private let hours: [QuietHours]

    init(row: inout RowReader) throws(PostgresError) {
        person = try row.next()
        let zone: String = try row.next()
        self.zone = TimeZone(identifier: zone) ?? .gmt
        let from: [Int] = try row.next()
        let until: [Int] = try row.next()
        let set = zip(from, until).map { $0 < 0 ? OutingLimits.night : QuietHours(from: $0, until: $1) }
        hours = set.isEmpty ? [OutingLimits.night] : set
    }

    /// Returns when the first channel may reach the person; `nil` if one may now.
    func end(at now: Date) -> Date? {
        let ends = hours.map { $0.end(at: now, in: zone) ?? now }
        return ends.min().flatMap { $0 > now ? $0 : nil }
    }
}

extension Query where Row == PersonQuietHours {
    /// Reads the quiet hours of each person by the channels that notify them of the outing; -1 where none are set.
    static func quietHours(of people: [PersonID], in outing: OutingID) -> Self {
        Query(
            "outings.list_quiet_hours",
            """
            SELECT p.id, coalesce(p.time_zone, o.time_zone), reach.quiet_from, reach.quiet_until
              FROM outing AS o
              JOIN person AS p ON p.id = ANY (\(people))
             CROSS JOIN LATERAL (
                   SELECT coalesce(array_agg(coalesce(n.quiet_from, -1)::bigint ORDER BY w.id), '{}'),
                          coalesce(array_agg(coalesce(n.quiet_until, -1)::bigint ORDER BY w.id), '{}')
                     FROM outing_watch AS w
                     LEFT JOIN notification_preference AS n
                            ON n.person_id = w.person_id AND n.channel = w.channel
                    WHERE w.outing_id = o.id AND w.person_id = p.id AND w.live
                      AND w.channel IN ('mail', 'web_push', 'apple_push')
                      AND coalesce(n.wanted, true)
                   ) AS reach (quiet_from, quiet_until)
             WHERE o.id = \(outing)
            """)
    }
}
