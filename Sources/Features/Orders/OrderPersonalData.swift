package import NoonishAPI
package import Postgres
package import Privacy
import Stock

/// Exports and erases what a person ordered.
///
/// Dishes of open orders are struck, others that they share are left to the rest, and the host runs the orders that the person ran. Other lines stay with the person's
/// id, because the others' shares depend on them. Their notes, what they tell the kitchen and the names of visitors are
/// removed.
package struct OrderPersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [
        PersonalFile(
            "orders.json", "orders.export_lines",
            .list(
                of: """
                    'outing', l.outing_id, 'place', o.place_name, 'dish', l.name, 'options', l.options,
                    'note', l.note, 'tellsKitchen', l.tells_kitchen, 'visitor', l.visitor,
                    'quantity', l.quantity, 'unitMinor', l.unit_minor, 'currency', o.currency,
                    'menuVersion', l.menu_version, 'pick', l.pick,
                    'at', l.created_at, 'struckAt', l.struck_at
                    """,
                orderedBy: "l.created_at, l.id",
                """
                FROM order_line AS l
                JOIN group_order AS o ON o.outing_id = l.outing_id AND o.id = l.order_id
                WHERE l.person_id = own.id
                """)),
        PersonalFile(
            "series_orders.json", "orders.export_series_orders",
            .list(
                of: """
                    'series', w.series_id, 'title', s.title, 'closesBefore', w.closes_before,
                    'currency', w.currency, 'fulfilment', w.fulfilment, 'address', w.address, 'note', w.note,
                    'limitPerHeadMinor', w.limit_per_head_minor, 'linesVisible', w.lines_visible,
                    'rotates', w.rotates
                    """,
                orderedBy: "s.created_at, w.series_id",
                """
                FROM series_order AS w
                JOIN series AS s ON s.id = w.series_id
                WHERE s.host_id = own.id
                """)),
        PersonalFile(
            "standing_orders.json", "orders.export_standing_orders",
            .list(
                of: "'series', w.series_id, 'title', s.title, 'since', w.created_at",
                orderedBy: "w.created_at, w.series_id",
                """
                FROM series_order_person AS w
                JOIN series AS s ON s.id = w.series_id
                WHERE w.person_id = own.id
                """)),
    ]

    /// Numbers the events of the lines in `edited`: their order's revisions follow one another.
    private static let numbering: SQL = """
           numbered AS (
           SELECT outing_id, order_id, id,
                  row_number() OVER (PARTITION BY outing_id, order_id ORDER BY id) AS number
             FROM edited),
           counted AS (
           UPDATE group_order AS o
              SET rev = o.rev + n.lines
             FROM (SELECT outing_id, order_id, max(number) AS lines
                     FROM numbered GROUP BY outing_id, order_id) AS n
            WHERE o.outing_id = n.outing_id AND o.id = n.order_id
        RETURNING o.outing_id, o.id, o.rev - n.lines AS rev)
        """

    package init() {}

    package func erasure(of person: PersonID) -> [Command] {
        [
            Command(
                "orders.strike_erased_lines",
                """
                WITH open AS (
                     SELECT o.outing_id, o.id
                       FROM group_order AS o
                      WHERE o.state = 'open'
                        AND EXISTS (SELECT FROM order_line AS l
                                     WHERE l.outing_id = o.outing_id AND l.order_id = o.id
                                       AND l.person_id = \(person) AND l.struck_at IS NULL)
                        FOR NO KEY UPDATE),
                     edited AS (
                     UPDATE order_line AS l
                        SET struck_at = now(), struck_why = 'erased', version = l.version + 1
                       FROM open
                      WHERE l.outing_id = open.outing_id AND l.order_id = open.id
                        AND l.person_id = \(person) AND l.struck_at IS NULL
                  RETURNING l.outing_id, l.order_id, l.id),
                     \(fragment: Self.numbering)
                INSERT INTO order_event (outing_id, order_id, rev, kind, line_id)
                SELECT c.outing_id, c.id, c.rev + n.number, 'line_struck', n.id
                  FROM counted AS c
                  JOIN numbered AS n ON n.outing_id = c.outing_id AND n.order_id = c.id
                """),
            .releaseStock(ofStruckLinesOf: person),
            Command(
                "orders.leave_shared_lines",
                """
                WITH open AS (
                     SELECT o.outing_id, o.id
                       FROM group_order AS o
                      WHERE o.state = 'open'
                        AND EXISTS (SELECT FROM order_sharer AS w
                                     WHERE w.outing_id = o.outing_id AND w.order_id = o.id AND w.person_id = \(person))
                        FOR NO KEY UPDATE),
                     freed AS (
                     DELETE FROM order_sharer AS w
                      USING open
                      WHERE w.outing_id = open.outing_id AND w.order_id = open.id AND w.person_id = \(person)
                  RETURNING w.outing_id, w.order_id, w.line_id),
                     edited AS (
                     UPDATE order_line AS l
                        SET version = l.version + 1
                       FROM freed
                      WHERE l.outing_id = freed.outing_id AND l.order_id = freed.order_id AND l.id = freed.line_id
                        AND l.struck_at IS NULL
                  RETURNING l.outing_id, l.order_id, l.id),
                     \(fragment: Self.numbering)
                INSERT INTO order_event (outing_id, order_id, rev, kind, line_id, patch)
                SELECT c.outing_id, c.id, c.rev + n.number, 'line_edited', n.id, '{"fields": ["sharedWith"]}'
                  FROM counted AS c
                  JOIN numbered AS n ON n.outing_id = c.outing_id AND n.order_id = c.id
                """),
            Command(
                "orders.hand_over_orders",
                """
                WITH handed AS (
                     UPDATE group_order AS o
                        SET coordinator_id = t.host_id, version = o.version + 1, rev = o.rev + 1
                       FROM outing AS t
                      WHERE o.coordinator_id = \(person) AND t.id = o.outing_id AND t.host_id <> \(person)
                        AND o.state NOT IN ('cancelled', 'handed_over')
                  RETURNING o.outing_id, o.id, o.rev)
                INSERT INTO order_event (outing_id, order_id, rev, kind)
                SELECT outing_id, id, rev, 'coordinator_named' FROM handed
                """),
            Command(
                "orders.erase_standing_orders",
                """
                WITH results AS (DELETE FROM order_repetition WHERE person_id = \(person))
                DELETE FROM series_order_person WHERE person_id = \(person)
                """),
            Command(
                "orders.erase_line_texts",
                """
                UPDATE order_line
                   SET note = NULL, tells_kitchen = NULL, visitor = NULL, content = id::text
                 WHERE person_id = \(person) AND num_nonnulls(note, tells_kitchen, visitor) > 0
                """),
        ]
    }
}
