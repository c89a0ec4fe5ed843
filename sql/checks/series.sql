-- Skipped dates of a series have no outing, and its host is not among the people it invites.
SELECT o.id
  FROM series_skip AS s
  JOIN outing AS o ON o.series_id = s.series_id AND o.series_date = s.date
 WHERE o.cancelled_at IS NULL
   AND (o.starts_at IS NULL OR o.starts_at > now())
 UNION ALL
SELECT s.id
  FROM series AS s
  JOIN series_person AS p ON p.series_id = s.id AND p.person_id = s.host_id;
