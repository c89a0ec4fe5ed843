-- Every poll has 2 to 20 options of one kind. Ballots in open polls are of people on the list. The winner of a closed
-- poll has the best tally, or shares it after a draw.
SELECT p.id
  FROM poll AS p
  JOIN poll_option AS o ON o.outing_id = p.outing_id AND o.poll_id = p.id
 GROUP BY p.outing_id, p.id
HAVING count(*) NOT BETWEEN 2 AND 20
    OR count(DISTINCT (o.starts_at IS NULL, o.place_name IS NULL)) > 1
UNION ALL
SELECT b.poll_id
  FROM poll_ballot AS b
  JOIN poll AS p ON p.outing_id = b.outing_id AND p.id = b.poll_id
 WHERE p.closed_at IS NULL
   AND b.person_id IS NOT NULL
   AND NOT EXISTS (SELECT FROM attendance AS a WHERE a.outing_id = b.outing_id AND a.person_id = b.person_id)
UNION ALL
SELECT p.id
  FROM poll AS p
 CROSS JOIN LATERAL (
       SELECT o.id, rank() OVER (ORDER BY count(v.answer) FILTER (WHERE v.answer = 'yes') DESC,
                                          count(v.answer) FILTER (WHERE v.answer = 'maybe') DESC,
                                          count(v.answer) FILTER (WHERE v.answer = 'no')) AS place
         FROM poll_option AS o
         LEFT JOIN poll_vote AS v ON v.outing_id = o.outing_id AND v.poll_id = o.poll_id AND v.option_id = o.id
        WHERE o.outing_id = p.outing_id AND o.poll_id = p.id
        GROUP BY o.id) AS ranked
 WHERE ranked.id = p.winner_id
   AND ranked.place <> 1;
