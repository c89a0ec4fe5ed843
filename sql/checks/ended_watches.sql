-- No push row waits for a watch that has ended for more than a minute; the claim drops those.
SELECT p.watch_id
  FROM delivery AS p
  JOIN outing_watch AS w ON w.outing_id = p.outing_id AND w.id = p.watch_id
 WHERE NOT w.live
   AND p.due_at < now() - interval '1 minute';
