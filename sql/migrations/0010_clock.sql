-- 0010 clock: what happens at its time, once, whoever is alive; and what keeps the database in order.
--
-- Why:     reminders and cleaning need no leader if a row says that they were done.
-- Locks:   none that matter; the table is new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE cron_slot; DROP FUNCTION prune_change(interval, int);

SET LOCAL ROLE noonish_owner;

CREATE TABLE cron_slot (
    name   text        NOT NULL,
    slot   timestamptz NOT NULL,
    ran_at timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (name, slot)
);

COMMENT ON TABLE cron_slot IS 'work that is done once for each slot: inserted in the transaction of that work';

CREATE INDEX cron_slot_ran_idx     ON cron_slot (ran_at);
CREATE INDEX outing_respond_by_idx ON outing (respond_by) WHERE respond_by IS NOT NULL;

-- Changes come in the order of their time, so ranges of blocks are index enough; an edit pays nothing for it.
CREATE INDEX change_at_idx ON change USING brin (at);

-- Changes are append-only for everybody; the worker may let go of those that are older than a year, oldest first, so that
-- what is left of each outing has no gap.
CREATE FUNCTION prune_change(kept interval, batch int) RETURNS bigint
LANGUAGE sql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    WITH old AS (
         SELECT c.outing_id, c.rev
           FROM change AS c
          WHERE c.at < now() - greatest(kept, interval '365 days')
            AND NOT EXISTS (SELECT FROM change AS before
                             WHERE before.outing_id = c.outing_id AND before.rev < c.rev
                               AND before.at >= now() - greatest(kept, interval '365 days'))
          ORDER BY c.outing_id, c.rev
          LIMIT batch),
         gone AS (
         DELETE FROM change AS c USING old WHERE c.outing_id = old.outing_id AND c.rev = old.rev RETURNING 1)
    SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION prune_change(interval, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION prune_change(interval, int) TO noonish_worker;

RESET ROLE;

-- The last resort against a session that hangs, whatever its client asked for. And the watchdog sees the sessions of both
-- roles and may end them. A login that may do neither leaves it: sessions ask for their limits themselves.
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
