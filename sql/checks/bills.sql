-- Versions count from 1 to the bill's without gaps; charges sum to their version and shares to their charge; no line of an order
-- is charged twice; a bill that was reduced to its sums has no shares; transfers that are asked for are those of the newest version, and a settled bill has none that is open.
SELECT b.id
  FROM bill AS b
  LEFT JOIN bill_version AS v ON v.outing_id = b.outing_id AND v.bill_id = b.id
 GROUP BY b.outing_id, b.id, b.version
HAVING count(v.version) <> b.version OR min(v.version) <> 1 OR max(v.version) <> b.version
UNION ALL
SELECT v.bill_id
  FROM bill_version AS v
  LEFT JOIN bill_charge AS c ON c.outing_id = v.outing_id AND c.bill_id = v.bill_id AND c.version = v.version
 GROUP BY v.outing_id, v.bill_id, v.version, v.total_minor
HAVING coalesce(sum(c.amount_minor), 0) <> v.total_minor
UNION ALL
SELECT c.bill_id
  FROM bill_charge AS c
  JOIN bill AS b ON b.outing_id = c.outing_id AND b.id = c.bill_id
  LEFT JOIN bill_share AS s
    ON s.outing_id = c.outing_id AND s.bill_id = c.bill_id AND s.version = c.version AND s.number = c.number
 GROUP BY c.outing_id, c.bill_id, c.version, c.number, c.amount_minor, b.reduced_at
HAVING coalesce(sum(s.amount_minor), 0) <> CASE WHEN b.reduced_at IS NULL THEN c.amount_minor ELSE 0 END
UNION ALL
SELECT c.bill_id
  FROM bill_charge AS c
 WHERE c.line_id IS NOT NULL
 GROUP BY c.outing_id, c.bill_id, c.version, c.line_id
HAVING count(*) > 1
UNION ALL
SELECT t.id
  FROM bill_transfer AS t
  JOIN bill AS b ON b.outing_id = t.outing_id AND b.id = t.bill_id
 WHERE t.state = 'asked' AND t.version <> b.version
    OR t.ended_at IS NULL AND b.settled_at IS NOT NULL;
