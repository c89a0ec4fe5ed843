-- The planner knows what an import has just staged.
--
-- Why:     rows staged a moment ago are not in the statistics, which then say that the import has one row: marking what
--          vanished from a file of 428,005 records was planned as a loop in a loop and did not end within minutes.
-- Locks:   none.
-- Deploy:  before the code that calls it (expand).
-- Undo:    DROP FUNCTION analyze_restaurant_staging();

SET LOCAL ROLE noonish_owner;

CREATE FUNCTION analyze_restaurant_staging()
        RETURNS void
       LANGUAGE plpgsql
SECURITY DEFINER
            SET search_path = pg_catalog, public
AS $$
BEGIN
    ANALYZE public.restaurant_staging;
END
$$;

COMMENT ON FUNCTION analyze_restaurant_staging() IS 'only a table''s owner may ANALYZE it, and imports run as noonish_worker';

REVOKE EXECUTE ON FUNCTION analyze_restaurant_staging() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION analyze_restaurant_staging() TO noonish_app, noonish_worker;

RESET ROLE;
