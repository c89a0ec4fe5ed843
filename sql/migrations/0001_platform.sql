-- 0001 platform: roles, leases, scheduled work and live processes, which every room uses.
--
-- Why:     the roles own and use every table, and every room leases work and runs jobs at fixed times.
-- Locks:   none that matter; the tables are new.
-- Deploy:  first. The login that migrates needs CREATEROLE, or an administrator creates the three roles.
-- Undo:    DROP TABLE service_process, job, cron_slot; DROP SEQUENCE lease_seq;

-- Roles belong to the whole cluster, so another database may have created them already.
DO $$
DECLARE
    wanted text;
BEGIN
    FOREACH wanted IN ARRAY ARRAY['noonish_owner', 'noonish_app', 'noonish_worker'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
            BEGIN
                EXECUTE format('CREATE ROLE %I LOGIN NOBYPASSRLS', wanted);
            EXCEPTION WHEN duplicate_object OR unique_violation THEN
                NULL;  -- another migration was faster
            END;
        END IF;
        IF NOT pg_has_role(current_user, wanted, 'MEMBER') THEN
            EXECUTE format('GRANT %I TO %I', wanted, current_user);
        END IF;
    END LOOP;
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO noonish_app, noonish_worker', current_database());
END
$$;

-- Server-side limits for sessions that hang; and the watchdog may see and end the sessions of both roles. A login that
-- lacks the rights skips this: the program sets limits on its sessions too.
DO $$
DECLARE
    statement text;
BEGIN
    FOREACH statement IN ARRAY ARRAY[
        'ALTER ROLE noonish_app SET statement_timeout = ''60s''',
        'ALTER ROLE noonish_app SET lock_timeout = ''10s''',
        'ALTER ROLE noonish_app SET idle_in_transaction_session_timeout = ''60s''',
        'ALTER ROLE noonish_worker SET statement_timeout = ''60s''',
        'ALTER ROLE noonish_worker SET lock_timeout = ''10s''',
        'ALTER ROLE noonish_worker SET idle_in_transaction_session_timeout = ''60s''',
        'GRANT pg_read_all_stats TO noonish_worker',
        'GRANT pg_signal_backend TO noonish_worker'] LOOP
        BEGIN
            EXECUTE statement;
        EXCEPTION WHEN insufficient_privilege OR unique_violation THEN
            RAISE NOTICE 'not permitted here: %', statement;
        WHEN internal_error THEN
            NULL;  -- "tuple concurrently updated": another database of this cluster is being migrated and does the same
        END;
    END LOOP;
END
$$;

GRANT USAGE, CREATE ON SCHEMA public TO noonish_owner;
GRANT USAGE ON SCHEMA public TO noonish_app, noonish_worker;

SET LOCAL ROLE noonish_owner;

-- Both roles may use every new table; rights that a role must not have are revoked where the table is created.
ALTER DEFAULT PRIVILEGES IN SCHEMA public
GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO noonish_app, noonish_worker;
ALTER DEFAULT PRIVILEGES IN SCHEMA public
GRANT USAGE ON SEQUENCES TO noonish_app, noonish_worker;

CREATE SEQUENCE lease_seq;

CREATE TABLE cron_slot (
    name   text        NOT NULL,
    slot   timestamptz NOT NULL,
    ran_at timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (name, slot)
);

COMMENT ON TABLE cron_slot IS 'marks that the work of a slot was done; inserted in the transaction of that work';

CREATE INDEX cron_slot_ran_idx ON cron_slot (ran_at);

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

COMMENT ON TABLE  job             IS 'work to be done later; deleted when it is done';
COMMENT ON COLUMN job.kind        IS 'room.verb_noun; selects the worker';
COMMENT ON COLUMN job.unique_key  IS 'among unfinished jobs of a kind, at most one has a key; cron = once in every slot';
COMMENT ON COLUMN job.due_at      IS 'when to work on it; while leased, when the lease ends';
COMMENT ON COLUMN job.lease       IS '0 = not leased; otherwise a number that never repeats and fences the worker''s writes';
COMMENT ON COLUMN job.attempts    IS 'attempts begun since the last success';
COMMENT ON COLUMN job.progress    IS 'completed share of the current attempt, 0 to 1';
COMMENT ON COLUMN job.failure     IS 'why the last attempt failed';
COMMENT ON COLUMN job.given_up_at IS 'no longer retried; kept for the operator';

CREATE UNIQUE INDEX job_unique_key ON job (kind, unique_key) WHERE given_up_at IS NULL;
-- Serves jobs.claim.
CREATE INDEX job_due_idx ON job (kind, due_at) WHERE given_up_at IS NULL;
CREATE INDEX job_given_up_idx ON job (given_up_at) WHERE given_up_at IS NOT NULL;

CREATE TABLE service_process (
    id         uuid        PRIMARY KEY,
    role       text        NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    seen_at    timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT service_process_role_known CHECK (role IN ('http', 'worker', 'all'))
) WITH (fillfactor = 50);

COMMENT ON TABLE  service_process         IS 'processes of the service, as they report themselves every few seconds';
COMMENT ON COLUMN service_process.seen_at IS 'a process that has been silent for half a minute is presumed dead';

RESET ROLE;
