package import Access
import Postgres

extension Retention {
    /// What people wrote about their dishes, and the addresses of deliveries, with the orders of series that are over.
    package static let orderTexts = Retention("orderTexts", OrderLimits.textsKept) { now in
        Command(
            "orders.remove_old_texts",
            """
            WITH ended AS (
                 SELECT o.outing_id, o.id
                   FROM group_order AS o
                   LEFT JOIN outing AS t ON t.id = o.outing_id
                  WHERE greatest(o.due_at, o.promised_at, o.created_at, outing_end(t.starts_at, t.ends_at))
                        < coalesce(\(now), now()) - \(OrderLimits.textsKept)),
                 freed AS (
                 UPDATE group_order AS o
                    SET address = NULL
                   FROM ended
                  WHERE o.outing_id = ended.outing_id AND o.id = ended.id AND o.address IS NOT NULL),
                 over AS (
                 DELETE FROM series_order AS w
                  USING series AS s
                  WHERE s.id = w.series_id AND s.next_check_at IS NULL
                    AND coalesce(s.ended_at, s.created_at) < coalesce(\(now), now()) - \(OrderLimits.textsKept)
                    AND NOT EXISTS (SELECT FROM outing AS t
                                     WHERE t.series_id = s.id
                                       AND outing_end(t.starts_at, t.ends_at)
                                           >= coalesce(\(now), now()) - \(OrderLimits.textsKept)))
            UPDATE order_line AS l
               SET note = NULL, tells_kitchen = NULL, content = l.id::text
              FROM ended
             WHERE l.outing_id = ended.outing_id AND l.order_id = ended.id
               AND num_nonnulls(l.note, l.tells_kitchen) > 0
            """)
    }
}
