-- The changes of an outing are numbered up to rev without a gap, from 1 or from the oldest that is stored.
SELECT o.id
  FROM outing AS o
  LEFT JOIN outing_change AS c ON c.outing_id = o.id
 GROUP BY o.id
HAVING o.rev > 0
   AND (coalesce(max(c.rev), o.rev) <> o.rev
        OR count(c.rev) <> o.rev - coalesce(min(c.rev), o.rev + 1) + 1
        OR coalesce(min(c.rev), o.rev + 1) > 1 AND o.created_at > now() - interval '365 days');
