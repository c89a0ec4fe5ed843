import Foundation
package import Localization
import Money
package import NoonishAPI
import Outings
package import Postgres

/// What a person's calendar says about the order of an outing. In its columns, `g` is the order.
@Row
package struct CalendarOrder: PostgresJoinedRow {
    @Column("g.currency") let currency: String
    /// The last moment for picks, while it is open.
    @Column("CASE WHEN g.state = 'open' THEN g.closes_at END") let closesAt: Date?
    /// When the place says the food is there.
    @Column("CASE WHEN g.state <> 'handed_over' THEN g.promised_at END") let promisedAt: Date?
    /// The person's share of the bill or, before there is one, of their dishes with a price; `nil` for none.
    @Column("coalesce(g.billed, g.ordered)") let share: Int?
    @Column("g.changed_at") let changedAt: Date?

    /// The live order of outing `o` with the share of person `mine`.
    static let joined: SQL = """
        LEFT JOIN LATERAL (
              SELECT r.id, r.currency, r.state, r.closes_at, r.promised_at,
                     (SELECT sum(s.amount_minor)::bigint
                        FROM bill AS b
                        JOIN bill_share AS s
                          ON s.outing_id = b.outing_id AND s.bill_id = b.id AND s.version = b.version
                       WHERE b.outing_id = r.outing_id AND b.order_id = r.id
                         AND s.person_id = mine.person_id) AS billed,
                     (SELECT sum(round(l.quantity * l.unit_minor * coalesce(w.own / w.whole, 1)))::bigint
                        FROM order_line AS l
                       CROSS JOIN LATERAL (
                             SELECT sum(weight)::numeric AS whole,
                                    sum(weight) FILTER (WHERE person_id = mine.person_id) AS own
                               FROM order_sharer AS q
                              WHERE q.outing_id = l.outing_id AND q.order_id = l.order_id AND q.line_id = l.id) AS w
                       WHERE l.outing_id = r.outing_id AND l.order_id = r.id AND l.struck_at IS NULL
                         AND CASE WHEN w.whole IS NULL THEN l.person_id = mine.person_id
                                  ELSE w.own IS NOT NULL END) AS ordered,
                     (SELECT e.at
                        FROM order_event AS e
                       WHERE e.outing_id = r.outing_id AND e.order_id = r.id AND e.rev = r.rev) AS changed_at
                FROM group_order AS r
               WHERE r.outing_id = o.id AND r.state <> 'cancelled') AS g ON true
        """

    /// Returns the share as text; `nil` for none.
    package func share(in language: Language) -> String? {
        share.flatMap { share in Currency(currency).map { language.amount(Money(Int64(share), $0)) } }
    }

    /// Returns the deadline, the promised time and the share, each in a sentence.
    func lines(in zone: String, _ language: Language, now: Date) -> [String] {
        func sentence(_ key: String, _ instant: Date?) -> String? {
            guard let instant, let zone = TimeZone(identifier: zone) else { return nil }
            let time = ZonedTime(instant, in: zone).wall
            let moment = TimeFormatting(language).moment(
                time, withYear: time.year != ZonedTime(now, in: zone).wall.year)
            return language.say("calendar.order.\(key)", ["time": .words(moment)])
        }
        return [
            sentence("closes", closesAt), sentence("promised", promisedAt),
            share(in: language).map { language.say("calendar.order.share", ["amount": .words($0)]) },
        ].compactMap(\.self)
    }
}

extension Query where Row == CalendarOrder? {
    /// Returns the order of an outing with the share of a person, who may no longer be on the list.
    package static func order(of outing: OutingID, for person: PersonID) -> Self {
        Query(
            "calendar.read_order",
            """
            SELECT \(fragment: CalendarOrder.columns)
              FROM (SELECT \(person)::uuid AS person_id) AS mine
              JOIN outing AS o ON o.id = \(outing)
              \(fragment: CalendarOrder.joined)
            """
        ) { row throws(PostgresError) in try row.next(CalendarOrder.self) }
    }
}
