-- An upcoming outing whose time or place has changed since its place was checked is due for a check, and so is the last day.
SELECT o.id
  FROM outing AS o
  LEFT JOIN outing_open_check AS c ON c.outing_id = o.id
 WHERE o.starts_at > now()
   AND o.cancelled_at IS NULL
   AND o.restaurant_id IS NOT NULL
   AND (c.outing_id IS NULL OR c.rev <> o.when_where_rev OR c.checked_at < o.starts_at - interval '24 hours')
   AND NOT EXISTS (SELECT FROM outing_check_due AS d
                    WHERE d.outing_id = o.id AND d.kind = 'place'
                      AND d.due_at <= greatest(o.starts_at - interval '24 hours', now()));
