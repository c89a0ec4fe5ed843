-- No push row of a watch that has ended is overdue by more than a minute; leasing removes such rows.
SELECT p.watch_id
  FROM push AS p
  JOIN watch AS w ON w.outing_id = p.outing_id AND w.id = p.watch_id
 WHERE NOT w.live
   AND p.due_at < now() - interval '1 minute';
