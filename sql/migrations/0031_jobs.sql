-- 0031 jobs: one table for work that is done later.
--
-- Why:     exports, erasures, lost links and mail each had a queue of their own, with retries of their own or none.
-- Locks:   short ones on export, erasure and mail_outbox. Their rows move in one statement each; they are few.
-- Deploy:  stop the workers of the former version first: it claims by columns that are gone.
-- Undo:    restore the backup from before, or recreate link_request and the dropped columns from 0004, 0017 and 0018
--          and fill them from job.

SET LOCAL ROLE noonish_owner;

CREATE TABLE job (
    id          uuid             PRIMARY KEY,
    kind        text             NOT NULL,
    unique_key  text,
    arguments   jsonb            NOT NULL,
    created_at  timestamptz      NOT NULL,
    due_at      timestamptz      NOT NULL,
    lease       bigint           NOT NULL DEFAULT 0,
    attempts    int              NOT NULL DEFAULT 0,
    progress    double precision,
    failure     text,
    given_up_at timestamptz,

    CONSTRAINT job_kind_plain         CHECK (kind ~ '^[a-z_]+[.][a-z_]+$'),
    CONSTRAINT job_key_fits           CHECK (char_length(unique_key) BETWEEN 1 AND 200),
    CONSTRAINT job_arguments_object   CHECK (jsonb_typeof(arguments) = 'object'),
    CONSTRAINT job_attempts_counted   CHECK (attempts >= 0),
    CONSTRAINT job_progress_in_range  CHECK (progress BETWEEN 0 AND 1),
    CONSTRAINT job_given_up_explained CHECK (given_up_at IS NULL OR lease = 0 AND failure IS NOT NULL)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

COMMENT ON TABLE  job             IS 'work to be done later; a row is deleted when its work is done';
COMMENT ON COLUMN job.kind        IS 'room.verb_noun; decides which worker does it';
COMMENT ON COLUMN job.unique_key  IS 'of two unfinished jobs of one kind with one key there is one; cron = once in every slot';
COMMENT ON COLUMN job.due_at      IS 'when to work on it; while it is leased, when the lease ends';
COMMENT ON COLUMN job.lease       IS '0 = nobody works on it; else a number that never repeats and fences what its holder does';
COMMENT ON COLUMN job.attempts    IS 'attempts begun since the last success';
COMMENT ON COLUMN job.progress    IS 'share of the present attempt that is done, 0 to 1';
COMMENT ON COLUMN job.failure     IS 'why the last attempt failed';
COMMENT ON COLUMN job.given_up_at IS 'it is not retried; kept for the operator to see';

CREATE UNIQUE INDEX job_unique_key ON job (kind, unique_key) WHERE given_up_at IS NULL;
-- Serves jobs.claim.
CREATE INDEX job_due_idx      ON job (kind, due_at) WHERE given_up_at IS NULL;
CREATE INDEX job_given_up_idx ON job (given_up_at)  WHERE given_up_at IS NOT NULL;

INSERT INTO job (id, kind, unique_key, arguments, created_at, due_at)
SELECT gen_random_uuid(), 'privacy.make_export', id::text, jsonb_build_object('export', id), requested_at, now()
  FROM export
 WHERE ready_at IS NULL;

INSERT INTO job (id, kind, unique_key, arguments, created_at, due_at)
SELECT gen_random_uuid(), 'privacy.erase_person', person_id::text, jsonb_build_object('person', person_id),
       requested_at, due_at
  FROM erasure;

INSERT INTO job (id, kind, arguments, created_at, due_at)
SELECT id, 'outings.mail_lost_links', jsonb_build_object('address', address), at, at
  FROM link_request;

INSERT INTO job (id, kind, unique_key, arguments, created_at, due_at)
SELECT gen_random_uuid(), 'accounts.send_mail', id::text, jsonb_build_object('mail', id), at, due_at
  FROM mail_outbox
 WHERE due_at IS NOT NULL;

ALTER TABLE mail_outbox ADD COLUMN is_queued boolean NOT NULL DEFAULT false;
UPDATE mail_outbox SET is_queued = true WHERE due_at IS NOT NULL;
ALTER TABLE mail_outbox DROP COLUMN due_at, DROP COLUMN lease, DROP COLUMN attempts;

COMMENT ON COLUMN mail_outbox.is_queued IS 'a job takes it to the mail server; otherwise it is only kept to be read';

DROP TABLE link_request;
ALTER TABLE export DROP COLUMN claimed_at, DROP COLUMN attempts;
DROP INDEX erasure_due_idx;

RESET ROLE;
