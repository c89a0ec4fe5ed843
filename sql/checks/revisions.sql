-- Every outing's changes are numbered 1 to rev without a gap.
SELECT o.id
  FROM outing AS o
  LEFT JOIN change AS c ON c.outing_id = o.id
 GROUP BY o.id
HAVING count(c.rev) <> o.rev
    OR coalesce(max(c.rev), 0) <> o.rev;
