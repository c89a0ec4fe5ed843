-- No delivery is due for a watch that ended more than a minute ago; claiming drops those.
SELECT p.watch_id
  FROM delivery AS p
  JOIN outing_watch AS w ON w.outing_id = p.outing_id AND w.id = p.watch_id
 WHERE NOT w.live
   AND p.due_at < now() - interval '1 minute';
