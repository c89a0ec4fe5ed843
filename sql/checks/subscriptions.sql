-- Every endpoint has its device or webhook, and every webhook that has not ended has its endpoint. (A foreign key ensures
-- that a device does not outlive its endpoint.)
SELECT e.id
  FROM delivery_endpoint AS e
 WHERE e.channel IN ('web_push', 'apple_push')
   AND NOT EXISTS (SELECT FROM push_device AS d
                    WHERE d.person_id = e.person_id AND d.id = e.id AND d.channel = e.channel)
UNION ALL
SELECT e.id
  FROM delivery_endpoint AS e
 WHERE e.channel = 'webhook'
   AND NOT EXISTS (SELECT FROM webhook AS w WHERE w.person_id = e.person_id AND w.id = e.id AND w.ended_at IS NULL)
UNION ALL
SELECT w.id
  FROM webhook AS w
 WHERE w.ended_at IS NULL
   AND NOT EXISTS (SELECT FROM delivery_endpoint AS e
                    WHERE e.person_id = w.person_id AND e.id = w.id AND e.channel = 'webhook');
