-- Skipped dates of a series have no outing, its host is not among the people it invites, and one that has ended invites no
-- addresses and has no link.
SELECT o.id
  FROM series_skip AS s
  JOIN outing AS o ON o.series_id = s.series_id AND o.series_date = s.date
 WHERE o.cancelled_at IS NULL
   AND (o.starts_at IS NULL OR o.starts_at > now())
 UNION ALL
SELECT s.id
  FROM series AS s
  JOIN series_person AS p ON p.series_id = s.id AND p.person_id = s.host_id
 UNION ALL
SELECT s.id
  FROM series AS s
  JOIN series_invitee AS i ON i.series_id = s.id
 WHERE s.ended_at IS NOT NULL
 UNION ALL
SELECT s.id
  FROM series AS s
  JOIN series_link AS l ON l.series_id = s.id
 WHERE s.ended_at IS NOT NULL;
