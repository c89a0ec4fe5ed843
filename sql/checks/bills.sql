-- Versions count from 1 without gaps; charges sum to their bill and shares to their charge; no line is charged twice;
-- transfers that are asked for are those of the newest bill.
SELECT b.order_id
  FROM bill AS b
 GROUP BY b.outing_id, b.order_id
HAVING count(*) <> max(b.version) OR min(b.version) <> 1
UNION ALL
SELECT b.order_id
  FROM bill AS b
  LEFT JOIN bill_charge AS c ON c.outing_id = b.outing_id AND c.order_id = b.order_id AND c.version = b.version
 GROUP BY b.outing_id, b.order_id, b.version, b.total_minor
HAVING coalesce(sum(c.amount_minor), 0) <> b.total_minor
UNION ALL
SELECT c.order_id
  FROM bill_charge AS c
  LEFT JOIN bill_share AS s
    ON s.outing_id = c.outing_id AND s.order_id = c.order_id AND s.version = c.version AND s.number = c.number
 GROUP BY c.outing_id, c.order_id, c.version, c.number, c.amount_minor
HAVING coalesce(sum(s.amount_minor), 0) <> c.amount_minor
UNION ALL
SELECT c.order_id
  FROM bill_charge AS c
 WHERE c.line_id IS NOT NULL
 GROUP BY c.outing_id, c.order_id, c.version, c.line_id
HAVING count(*) > 1
UNION ALL
SELECT t.id
  FROM bill_transfer AS t
 WHERE t.state = 'asked'
   AND t.version <> (SELECT max(b.version) FROM bill AS b
                      WHERE b.outing_id = t.outing_id AND b.order_id = t.order_id);
