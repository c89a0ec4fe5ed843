-- Every message has a revision that its outing has reached and recorded; read positions do not exceed the outing's revision.
SELECT m.id
  FROM message AS m
  JOIN outing AS o ON o.id = m.outing_id
 WHERE m.rev > o.rev
    OR m.at > now() - interval '365 days'
       AND NOT EXISTS (SELECT FROM outing_change AS c
                        WHERE c.outing_id = m.outing_id AND c.rev = m.rev
                          AND c.patch @> jsonb_build_array(jsonb_build_object('message', m.id)))
 UNION ALL
SELECT r.outing_id
  FROM message_reader AS r
  JOIN outing AS o ON o.id = r.outing_id
 WHERE r.read_rev > o.rev;
