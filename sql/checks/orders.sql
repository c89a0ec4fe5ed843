-- Events count the revisions of their order without gaps; a live order has a coordinator who is on the list; while an order is
-- open, only people on the list have lines or share them; a line from the menu has the parts that its pick says, and others have none.
SELECT o.id
  FROM group_order AS o
  LEFT JOIN order_event AS e ON e.outing_id = o.outing_id AND e.order_id = o.id
 GROUP BY o.outing_id, o.id, o.rev
HAVING count(e.rev) <> o.rev OR coalesce(min(e.rev), 1) <> 1 OR coalesce(max(e.rev), 0) <> o.rev
UNION ALL
SELECT o.id
  FROM group_order AS o
 WHERE o.state NOT IN ('cancelled', 'handed_over')
   AND NOT EXISTS (SELECT FROM attendance AS a WHERE a.outing_id = o.outing_id AND a.person_id = o.coordinator_id)
UNION ALL
SELECT l.id
  FROM order_line AS l
  JOIN group_order AS o ON o.outing_id = l.outing_id AND o.id = l.order_id
 WHERE o.state = 'open'
   AND l.struck_at IS NULL
   AND NOT EXISTS (SELECT FROM attendance AS a WHERE a.outing_id = l.outing_id AND a.person_id = l.person_id)
UNION ALL
SELECT l.id
  FROM order_line AS l
  JOIN group_order AS o ON o.outing_id = l.outing_id AND o.id = l.order_id
  JOIN order_sharer AS w ON w.outing_id = l.outing_id AND w.order_id = l.order_id AND w.line_id = l.id
 WHERE o.state = 'open'
   AND l.struck_at IS NULL
   AND NOT EXISTS (SELECT FROM attendance AS a
                    WHERE a.outing_id = w.outing_id AND a.person_id = w.person_id AND a.status <> 'declined')
UNION ALL
SELECT o.id
  FROM group_order AS o
  JOIN outing AS t ON t.id = o.outing_id
 WHERE t.cancelled_at IS NOT NULL
   AND o.state IN ('open', 'locked')
UNION ALL
SELECT l.id
  FROM order_line AS l
 WHERE ARRAY(SELECT p.item_key COLLATE "C"
               FROM order_part AS p
              WHERE p.outing_id = l.outing_id AND p.order_id = l.order_id AND p.line_id = l.id
              ORDER BY 1)
       <> CASE WHEN l.pick IS NULL THEN '{}'
               WHEN jsonb_array_length(coalesce(l.pick -> 'parts', '[]')) = 0 THEN ARRAY[l.pick ->> 'item']
               ELSE ARRAY(SELECT (part ->> 'item') COLLATE "C"
                            FROM jsonb_array_elements(l.pick -> 'parts') AS part
                           ORDER BY 1) END;
