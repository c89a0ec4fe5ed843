-- What attendances copy of their outing for lists is what the outing says.
SELECT a.outing_id, a.person_id
  FROM attendance AS a
  JOIN outing AS o ON o.id = a.outing_id
 WHERE (a.starts_at, a.over_at, a.is_cancelled)
       IS DISTINCT FROM (o.starts_at, outing_over_at(o.starts_at, o.ends_at, o.cancelled_at), o.cancelled_at IS NOT NULL);
