-- Every outing has exactly one host, who is among its attendees.
SELECT o.id
  FROM outing AS o
 WHERE (SELECT count(*) FROM attendance AS a WHERE a.outing_id = o.id AND a.role = 'host') <> 1
    OR NOT EXISTS (SELECT FROM attendance AS a
                    WHERE a.outing_id = o.id AND a.person_id = o.host_id AND a.role = 'host');
