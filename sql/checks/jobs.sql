-- Every requested erasure, every unfinished export and every mail for the mail server has a job.
SELECT e.person_id
  FROM erasure_request AS e
 WHERE NOT EXISTS (SELECT FROM job AS j
                    WHERE j.kind = 'privacy.erase_person' AND j.unique_key = e.person_id::text
                      AND j.given_up_at IS NULL)
 UNION ALL
SELECT x.id
  FROM data_export AS x
 WHERE x.ready_at IS NULL
   AND NOT EXISTS (SELECT FROM job AS j WHERE j.kind = 'privacy.make_export' AND j.unique_key = x.id::text)
 UNION ALL
SELECT m.id
  FROM mail_outbox AS m
 WHERE m.is_queued
   AND NOT EXISTS (SELECT FROM job AS j WHERE j.kind = 'accounts.send_mail' AND j.unique_key = m.id::text);
