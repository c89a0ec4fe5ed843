-- 0001 platform: roles, leases and scheduled work, which every room uses.
--
-- Why:     the roles own and use every table, and every room leases work and runs jobs at fixed times.
-- Locks:   none that matter; the tables are new.
-- Deploy:  first. The login that migrates needs CREATEROLE, or an administrator creates the three roles.
-- Undo:    DROP TABLE cron_slot; DROP SEQUENCE lease_seq;

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

RESET ROLE;
