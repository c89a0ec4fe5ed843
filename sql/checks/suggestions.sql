-- A suggestion in state polled is an option of an open poll. Open suggestions are supported only by people on the list.
SELECT s.id
  FROM suggestion AS s
 WHERE s.state = 'polled'
   AND NOT EXISTS (SELECT FROM poll_option AS o
                     JOIN poll AS p ON p.outing_id = o.outing_id AND p.id = o.poll_id
                    WHERE o.outing_id = s.outing_id AND o.suggestion_id = s.id AND p.closed_at IS NULL)
UNION ALL
SELECT u.suggestion_id
  FROM suggestion_support AS u
  JOIN suggestion AS s ON s.outing_id = u.outing_id AND s.id = u.suggestion_id
 WHERE s.state = 'open'
   AND NOT EXISTS (SELECT FROM attendance AS a WHERE a.outing_id = u.outing_id AND a.person_id = u.person_id);
