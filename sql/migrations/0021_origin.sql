-- 0021 origin: roughly where somebody comes from, for one outing, for as long as it is to come.
--
-- Why:     a fair meeting point is one that is not far for anybody, so each may say where they start.
-- Locks:   none that matter; the table is new. A short one on attendance for its trigger.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TRIGGER attendance_declined_origin ON attendance; DROP FUNCTION origins_of(uuid, uuid),
--          origin_counts(uuid[], uuid), forget_origins(), origin_forgotten(); DROP TABLE origin;

SET LOCAL ROLE noonish_owner;

CREATE TABLE origin (
    outing_id  uuid             NOT NULL,
    person_id  uuid             NOT NULL,
    latitude   double precision NOT NULL,
    longitude  double precision NOT NULL,
    shared_at  timestamptz      NOT NULL DEFAULT now(),

    PRIMARY KEY (outing_id, person_id),
    -- With their place on the list: it goes when they leave, and with a guest to their account.
    CONSTRAINT origin_on_the_list FOREIGN KEY (outing_id, person_id)
        REFERENCES attendance ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT origin_latitude_in_range  CHECK (latitude BETWEEN -90 AND 90),
    CONSTRAINT origin_longitude_in_range CHECK (longitude BETWEEN -180 AND 180),
    CONSTRAINT origin_coarse
        CHECK (abs(latitude * 200 - round(latitude * 200)) < 1e-6
               AND abs(longitude * 200 - round(longitude * 200)) < 1e-6)
);

COMMENT ON TABLE  origin          IS 'shared for one outing, by consent, shown to nobody, deleted when it ends';
COMMENT ON COLUMN origin.latitude IS 'degrees north, WGS 84, rounded to 0.005 on arrival; longitude likewise';

CREATE INDEX origin_person_idx ON origin (person_id);

-- The last wall, as for diets: a statement that forgets whose rows it may see sees none. Referential actions pass it.
ALTER TABLE origin ENABLE ROW LEVEL SECURITY;
CREATE POLICY origin_own ON origin
    USING      (person_id = (SELECT nullif(current_setting('noonish.person', true), '')::uuid))
    WITH CHECK (person_id = (SELECT nullif(current_setting('noonish.person', true), '')::uuid));
REVOKE ALL ON origin FROM noonish_worker;

-- What a search may use: points without people, in the order of the points; and which is the asker's own.
CREATE FUNCTION origins_of(outing uuid, reader uuid)
RETURNS TABLE (latitude double precision, longitude double precision, is_own boolean)
LANGUAGE sql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    SELECT g.latitude, g.longitude, g.person_id IS NOT DISTINCT FROM reader
      FROM origin AS g
      JOIN attendance AS a ON a.outing_id = g.outing_id AND a.person_id = g.person_id
     WHERE g.outing_id = outing
       AND a.status IN ('attending', 'maybe', 'invited')
     ORDER BY g.latitude, g.longitude, 3
$$;

-- How many have shared, and whether the reader has.
CREATE FUNCTION origin_counts(outings uuid[], reader uuid)
RETURNS TABLE (outing_id uuid, shared bigint, is_own boolean)
LANGUAGE sql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    SELECT g.outing_id, count(*), coalesce(bool_or(g.person_id = reader), false)
      FROM origin AS g
      JOIN attendance AS a ON a.outing_id = g.outing_id AND a.person_id = g.person_id
     WHERE g.outing_id = ANY (outings)
       AND a.status IN ('attending', 'maybe', 'invited')
     GROUP BY g.outing_id
$$;

-- Deletes the origins of outings that have ended or were cancelled; of undated ones after 30 days.
CREATE FUNCTION forget_origins() RETURNS bigint
LANGUAGE sql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    WITH gone AS (
         DELETE FROM origin AS g
          USING outing AS o
          WHERE o.id = g.outing_id
            AND (o.cancelled_at IS NOT NULL
                 OR coalesce(o.ends_at, o.starts_at + interval '2 hours', g.shared_at + interval '30 days') <= now())
      RETURNING 1)
    SELECT count(*) FROM gone
$$;

-- Who does not come has no way to go.
CREATE FUNCTION origin_forgotten() RETURNS trigger
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
BEGIN
    DELETE FROM origin AS g WHERE g.outing_id = NEW.outing_id AND g.person_id = NEW.person_id;
    RETURN NULL;
END
$$;

CREATE TRIGGER attendance_declined_origin
AFTER UPDATE OF status ON attendance
FOR EACH ROW WHEN (NEW.status = 'declined') EXECUTE FUNCTION origin_forgotten();

REVOKE ALL ON FUNCTION origins_of(uuid, uuid), origin_counts(uuid[], uuid), forget_origins(), origin_forgotten() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION origins_of(uuid, uuid), origin_counts(uuid[], uuid) TO noonish_app;
GRANT EXECUTE ON FUNCTION forget_origins() TO noonish_app, noonish_worker;

RESET ROLE;
