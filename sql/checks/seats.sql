-- The counts on an outing equal the sums over its attendances, and no outing holds more than its capacity.
SELECT o.id
  FROM outing AS o
  LEFT JOIN attendance AS a ON a.outing_id = o.id
 GROUP BY o.id
HAVING o.going <> coalesce(sum(a.party_size) FILTER (WHERE a.status = 'attending'), 0)
    OR o.held <> coalesce(sum(a.party_size) FILTER (WHERE a.offer_ends_at IS NOT NULL), 0)
    OR o.invited_count <> count(a.id) FILTER (WHERE a.status = 'invited')
    OR o.attending_count <> count(a.id) FILTER (WHERE a.status = 'attending')
    OR o.maybe_count <> count(a.id) FILTER (WHERE a.status = 'maybe')
    OR o.declined_count <> count(a.id) FILTER (WHERE a.status = 'declined')
    OR o.waitlisted_count <> count(a.id) FILTER (WHERE a.status = 'waitlisted')
    OR o.going + o.held > o.capacity;
