-- 0027 frequent_reads: what every read of an outing asks, without looking at everybody on its list or planning anew.
--
-- Why:     cohosts were looked for among all attendances, twice for each row read: 9 of the 12 ms in which a worker read 50
--          notices of outings with 100 people. A function in SQL that runs with its owner's rights is planned at each call,
--          0.3 ms; one in PL/pgSQL once a session.
-- Locks:   SHARE on attendance while the index is built, which waits for nobody long: some milliseconds.
-- Deploy:  before or after the code (neither cares).
-- Undo:    DROP INDEX attendance_cohost_idx; the functions as in 0020 and 0021.

SET LOCAL ROLE noonish_owner;

CREATE INDEX attendance_cohost_idx ON attendance (outing_id, person_id) WHERE role = 'cohost';

CREATE OR REPLACE FUNCTION origin_counts(outings uuid[], reader uuid)
RETURNS TABLE (outing_id uuid, shared bigint, is_own boolean)
LANGUAGE plpgsql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT g.outing_id, count(*), coalesce(bool_or(g.person_id = reader), false)
      FROM origin AS g
      JOIN attendance AS a ON a.outing_id = g.outing_id AND a.person_id = g.person_id
     WHERE g.outing_id = ANY (outings)
       AND a.status IN ('attending', 'maybe', 'invited')
     GROUP BY g.outing_id;
END
$$;

CREATE OR REPLACE FUNCTION diet_fit(outings uuid[], restaurants uuid[])
RETURNS TABLE (outing_id uuid, restaurant_id uuid, fits bigint, people bigint, unknown bigint)
LANGUAGE plpgsql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT g.outing_id, r.id,
           count(*) FILTER (WHERE fit.worst = 'yes'), count(*), count(*) FILTER (WHERE fit.worst = 'unknown')
      FROM unnest(outings, restaurants) AS asked (outing_id, restaurant_id)
      JOIN diet_group AS g ON g.outing_id = asked.outing_id
      JOIN restaurant AS r ON r.id = asked.restaurant_id
     CROSS JOIN LATERAL unnest(g.needs) AS person (needs)
     CROSS JOIN LATERAL (
           SELECT min(diet_offered(r.diets, need))  -- no, unknown, yes: as they stand in the alphabet
             FROM unnest(string_to_array(person.needs, ',')) AS need
           ) AS fit (worst)
     GROUP BY g.outing_id, r.id;
END
$$;

RESET ROLE;
