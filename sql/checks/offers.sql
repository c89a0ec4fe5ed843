-- Attendees were notified only of offers of the outing's restaurant, unless a check is due.
SELECT c.outing_id, notified.id
  FROM outing_offer_check AS c
  JOIN outing AS o ON o.id = c.outing_id
 CROSS JOIN LATERAL unnest(c.notified_offers) AS notified (id)
  LEFT JOIN restaurant_offer AS f ON f.id = notified.id
 WHERE o.when_where_rev = c.rev
   AND f.restaurant_id IS DISTINCT FROM o.restaurant_id;
