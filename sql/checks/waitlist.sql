-- No one waits for seats that are free, and no two people share a place in the queue.
SELECT o.id
  FROM outing AS o
  JOIN attendance AS a ON a.outing_id = o.id AND a.status = 'waitlisted'
 WHERE o.cancelled_at IS NULL
   AND (o.starts_at IS NULL OR o.starts_at > now())
   AND a.offer_ends_at IS NULL AND NOT a.offer_missed
   AND (o.capacity IS NULL OR a.party_size <= o.capacity - o.going - o.held)
 UNION
SELECT outing_id
  FROM attendance
 WHERE status = 'waitlisted'
 GROUP BY outing_id, queue_number
HAVING count(*) > 1;
