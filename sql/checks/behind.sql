-- Every live watch that is behind is in outbox, deferred_notification, delivery or dead_letter; otherwise an update is lost.
SELECT w.id
  FROM outing_watch AS w
  JOIN outing AS o ON o.id = w.outing_id
 WHERE w.live
   AND w.sent_rev < o.rev
   AND NOT EXISTS (SELECT FROM outbox AS b WHERE b.outing_id = w.outing_id AND b.rev > w.sent_rev)
   AND NOT EXISTS (SELECT FROM deferred_notification AS h WHERE h.outing_id = w.outing_id)
   AND NOT EXISTS (SELECT FROM delivery AS p WHERE p.watch_id = w.id)
   AND NOT EXISTS (SELECT FROM dead_letter AS d WHERE d.watch_id = w.id);
