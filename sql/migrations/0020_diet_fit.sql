-- 0020 diet_fit: for how many people of an outing a place works, without saying for whom.
--
-- Why:     diets are private, and yet a group wants to know whether everybody can eat. So the database alone looks at them,
--          and what leaves it are numbers over three people or more.
-- Locks:   short ones on attendance and diet_need, for their triggers.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TRIGGER diet_need_told ON diet_need; DROP TRIGGER attendance_joined_diets, attendance_moved_diets,
--          attendance_left_diets ON attendance; DROP FUNCTION diet_fit, diet_group_renew, diet_group_told,
--          diet_group_followed, diet_group_now, diet_group_distance, diet_offered, diet_need_pass; DROP TABLE diet_group;

SET LOCAL ROLE noonish_owner;

CREATE TABLE diet_group (
    outing_id  uuid        PRIMARY KEY REFERENCES outing ON DELETE CASCADE,
    needs      text[]      NOT NULL,
    renewed_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT diet_group_large_enough CHECK (cardinality(needs) >= 3)
);

COMMENT ON TABLE  diet_group       IS 'what the people of an outing were last counted by: their needs, without who they are';
COMMENT ON COLUMN diet_group.needs IS 'one text for each person with needs: diets, and allergy, with commas between, sorted';

REVOKE ALL ON diet_group FROM noonish_app, noonish_worker;

-- What a place offers somebody who eats so: yes, no or unknown. A vegan kitchen feeds vegetarians; few dishes are nothing to
-- count on; no place says what it keeps out for an allergy.
CREATE FUNCTION diet_offered(offers jsonb, need text) RETURNS text
LANGUAGE sql
IMMUTABLE
SET search_path = public, pg_temp
AS $$
    SELECT CASE WHEN EXISTS (
                     SELECT FROM unnest(CASE need WHEN 'vegetarian'   THEN ARRAY['vegetarian', 'vegan']
                                                  WHEN 'pescetarian'  THEN ARRAY['pescetarian', 'vegetarian', 'vegan']
                                                  WHEN 'lactose_free' THEN ARRAY['lactose_free', 'vegan']
                                                  ELSE ARRAY[need] END) AS served (diet)
                      WHERE offers ->> served.diet IN ('yes', 'only'))
                THEN 'yes'
                WHEN offers ->> need = 'no' THEN 'no'
                ELSE 'unknown' END
$$;

-- In how many people two groups differ at least.
CREATE FUNCTION diet_group_distance(one text[], other text[]) RETURNS int
LANGUAGE sql
IMMUTABLE
SET search_path = public, pg_temp
AS $$
    SELECT greatest(coalesce(sum(greatest(more, 0)), 0), coalesce(sum(greatest(-more, 0)), 0))::int
      FROM (SELECT sum(sign) AS more
              FROM (SELECT unnest(one), 1 UNION ALL SELECT unnest(other), -1) AS each (need, sign)
             GROUP BY need) AS difference
$$;

-- The needs of those who come, might, or were asked and have not said no.
CREATE FUNCTION diet_group_now(outing uuid) RETURNS text[]
LANGUAGE sql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    SELECT coalesce(array_agg(needed.need ORDER BY needed.need), '{}')
      FROM attendance AS a
      JOIN diet_need AS d ON d.person_id = a.person_id
     CROSS JOIN LATERAL (
           SELECT array_to_string(
                      ARRAY(SELECT diet FROM unnest(d.diets) AS diet ORDER BY diet)
                      || CASE WHEN cardinality(d.allergies) > 0 THEN ARRAY['allergy'] ELSE '{}' END, ',')
           ) AS needed (need)
     WHERE a.outing_id = outing
       AND a.status IN ('attending', 'maybe', 'invited')
       AND needed.need <> ''
$$;

-- Counts a group anew, unless the numbers would give somebody away: a group is first counted, and counted again, when three
-- people differ; and where the same host has seen the numbers of a group that differs by one or two, it is that one.
CREATE FUNCTION diet_group_renew(renewed uuid) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
DECLARE
    told   text[];
    new    text[];
    nearby text[];
BEGIN
    SELECT g.needs INTO told FROM diet_group AS g WHERE g.outing_id = renewed FOR UPDATE;
    new := diet_group_now(renewed);
    IF diet_group_distance(coalesce(told, '{}'), new) < 3 THEN RETURN; END IF;
    IF cardinality(new) < 3 THEN
        DELETE FROM diet_group AS g WHERE g.outing_id = renewed;
        RETURN;
    END IF;
    SELECT g.needs INTO nearby
      FROM outing AS this
      JOIN outing AS o ON o.host_id = this.host_id AND o.id <> this.id
      JOIN diet_group AS g ON g.outing_id = o.id
     WHERE this.id = renewed
       AND diet_group_distance(g.needs, new) BETWEEN 1 AND 2
     ORDER BY diet_group_distance(g.needs, new), g.renewed_at DESC
     LIMIT 1;
    new := coalesce(nearby, new);
    IF diet_group_distance(coalesce(told, '{}'), new) < 3 THEN RETURN; END IF;
    INSERT INTO diet_group AS g (outing_id, needs) VALUES (renewed, new)
        ON CONFLICT (outing_id) DO UPDATE SET needs = excluded.needs, renewed_at = now();
END
$$;

-- For how many of the counted people a place works, how many there are, and of how many nobody knows.
CREATE FUNCTION diet_fit(outings uuid[], restaurants uuid[])
RETURNS TABLE (outing_id uuid, restaurant_id uuid, fits bigint, people bigint, unknown bigint)
LANGUAGE sql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
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
     GROUP BY g.outing_id, r.id
$$;

CREATE FUNCTION diet_group_followed() RETURNS trigger
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM diet_group_renew(o.outing_id) FROM (SELECT DISTINCT outing_id FROM changed ORDER BY outing_id) AS o;
    RETURN NULL;
END
$$;

CREATE TRIGGER attendance_joined_diets
AFTER INSERT ON attendance REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION diet_group_followed();
CREATE TRIGGER attendance_moved_diets
AFTER UPDATE ON attendance REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION diet_group_followed();
CREATE TRIGGER attendance_left_diets
AFTER DELETE ON attendance REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION diet_group_followed();

CREATE FUNCTION diet_group_told() RETURNS trigger
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM diet_group_renew(own.outing_id)
       FROM (SELECT a.outing_id
               FROM attendance AS a
               JOIN outing AS o ON o.id = a.outing_id
              WHERE a.person_id = coalesce(NEW.person_id, OLD.person_id)
                AND (o.starts_at IS NULL OR coalesce(o.ends_at, o.starts_at + interval '2 hours') > now())
              ORDER BY a.outing_id) AS own;
    RETURN NULL;
END
$$;

-- At the end of the transaction: needs are written by taking the old ones away first.
CREATE CONSTRAINT TRIGGER diet_need_told
AFTER INSERT OR UPDATE OR DELETE ON diet_need DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION diet_group_told();

-- What a guest said goes with them to the account that they turn out to have, unless it says something itself. The row-level
-- wall lets nobody write for two people.
CREATE FUNCTION diet_need_pass(guest uuid, member uuid) RETURNS void
LANGUAGE sql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    UPDATE diet_need AS d
       SET person_id = member
      FROM person AS p
     WHERE d.person_id = guest AND p.id = guest AND p.kind = 'guest'
       AND NOT EXISTS (SELECT FROM diet_need AS own WHERE own.person_id = member)
$$;

REVOKE ALL ON FUNCTION diet_need_pass(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION diet_need_pass(uuid, uuid) TO noonish_app;
REVOKE ALL ON FUNCTION diet_group_now(uuid), diet_group_renew(uuid), diet_group_followed(), diet_group_told() FROM PUBLIC;
REVOKE ALL ON FUNCTION diet_fit(uuid[], uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION diet_fit(uuid[], uuid[]) TO noonish_app, noonish_worker;

RESET ROLE;
