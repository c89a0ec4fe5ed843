-- A verified venue has an owner, and the history of a venue counts from 1 without gaps.
SELECT v.restaurant_id
  FROM venue AS v
 WHERE v.state = 'verified'
   AND NOT EXISTS (SELECT FROM venue_person AS m WHERE m.restaurant_id = v.restaurant_id AND m.role = 'owner')
UNION ALL
SELECT c.restaurant_id
  FROM venue_change AS c
 GROUP BY c.restaurant_id
HAVING min(c.seq) <> 1 OR max(c.seq) <> count(*);
