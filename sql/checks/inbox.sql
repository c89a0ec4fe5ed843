-- Every inbox is numbered 1 to inbox_seq without a gap.
SELECT p.id
  FROM person AS p
  LEFT JOIN inbox AS i ON i.person_id = p.id
 GROUP BY p.id
HAVING count(i.seq) <> p.inbox_seq
    OR coalesce(max(i.seq), 0) <> p.inbox_seq;
