-- 0011 visits: ratings, and who proposed a place.
--
-- Why:     ratings of friends rank restaurants, and a group sees where it has been.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TRIGGER restaurant_rating_refresh_first ON restaurant; DROP TRIGGER restaurant_rating_refresh ON
--          restaurant; DROP TABLE place_proposer, rating; DROP FUNCTION circle_visits, restaurant_rating_refresh,
--          rating_recount, rating_mean;

SET LOCAL ROLE noonish_owner;

CREATE TABLE rating (
    outing_id     uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    person_id     uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    restaurant_id uuid        NOT NULL REFERENCES restaurant,
    stars         smallint    NOT NULL,
    comment       text,
    created_at    timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (outing_id, person_id),
    CONSTRAINT rating_stars_in_range CHECK (stars BETWEEN 1 AND 5),
    CONSTRAINT rating_comment_fits   CHECK (char_length(comment) BETWEEN 1 AND 1000)
);

COMMENT ON TABLE  rating         IS 'a person''s rating of one visit; private to the person';
COMMENT ON COLUMN rating.comment IS 'note for the person alone';

CREATE INDEX rating_restaurant_idx ON rating (restaurant_id);
CREATE INDEX rating_person_idx ON rating (person_id, restaurant_id);

CREATE TABLE place_proposer (
    outing_id uuid        PRIMARY KEY REFERENCES outing ON DELETE CASCADE,
    person_id uuid        REFERENCES person ON DELETE CASCADE,
    at        timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE  place_proposer           IS 'the person who proposed the outing''s current place; kept when its changes are pruned';
COMMENT ON COLUMN place_proposer.person_id IS 'the person who suggested it, otherwise the one who set it; NULL = the group, by a poll';

CREATE INDEX place_proposer_person_idx ON place_proposer (person_id);

-- The displayed mean: as if five people had given 3.5, or the source's own rating, before the first rating, so that
-- one rating alone does not rank a restaurant first. No row: not rated.
CREATE FUNCTION rating_mean(place uuid, OUT mean double precision, OUT count bigint)
LANGUAGE sql
STABLE
AS $$
    SELECT CASE WHEN own.count > 0 THEN (own.stars + 5 * coalesce(r.source_rating, 3.5)) / (own.count + 5)
                ELSE r.source_rating END,
           CASE WHEN own.count > 0 THEN own.count ELSE r.source_rating_count END
      FROM restaurant AS r
     CROSS JOIN (SELECT count(*), sum(stars) AS stars FROM rating WHERE restaurant_id = place) AS own
     WHERE r.id = place
$$;

-- Updates the displayed rating in the transaction that rates. The restaurant's row is locked first, so that the count
-- includes all committed ratings.
CREATE FUNCTION rating_recount() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    place uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.restaurant_id ELSE NEW.restaurant_id END;
BEGIN
    PERFORM FROM restaurant WHERE id = place FOR NO KEY UPDATE;
    UPDATE restaurant AS r
       SET rating = CASE WHEN shown.count IS NOT NULL THEN round(shown.mean::numeric, 3) END, rating_count = shown.count
      FROM rating_mean(place) AS shown
     WHERE r.id = place;
    RETURN NULL;
END
$$;

CREATE FUNCTION restaurant_rating_refresh() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    UPDATE restaurant AS r
       SET rating = round(shown.mean::numeric, 3), rating_count = shown.count
      FROM rating_mean(NEW.id) AS shown
     WHERE r.id = NEW.id;
    RETURN NULL;
END
$$;

-- Where a circle has eaten: past outings at a restaurant that the owner attended, together with at least half of the
-- members. Only for the circle's owner.
CREATE FUNCTION circle_visits(circle uuid, keeper uuid)
RETURNS TABLE (outing_id uuid, restaurant_id uuid, starts_at timestamptz)
LANGUAGE sql
STABLE
SET search_path = public, pg_temp
AS $$
    SELECT o.id, o.restaurant_id, o.starts_at
      FROM circle AS c
      JOIN attendance AS own ON own.person_id = c.owner_id AND own.status = 'attending'
      JOIN outing AS o ON o.id = own.outing_id
     WHERE c.id = circle
       AND c.owner_id = keeper
       AND o.restaurant_id IS NOT NULL
       AND o.cancelled_at IS NULL
       AND outing_end(o.starts_at, o.ends_at) <= now()
       AND (SELECT count(came.person_id) > 0 AND 2 * count(came.person_id) >= count(*)
              FROM circle_member AS m
              LEFT JOIN attendance AS came
                     ON came.outing_id = o.id AND came.person_id = m.person_id AND came.status = 'attending'
             WHERE m.circle_id = c.id)
$$;

CREATE TRIGGER rating_recount
AFTER INSERT OR DELETE OR UPDATE OF stars ON rating
FOR EACH ROW EXECUTE FUNCTION rating_recount();

CREATE TRIGGER restaurant_rating_refresh_first
AFTER INSERT ON restaurant
FOR EACH ROW WHEN (new.source_rating IS NOT NULL) EXECUTE FUNCTION restaurant_rating_refresh();

CREATE TRIGGER restaurant_rating_refresh
AFTER UPDATE OF source_rating, source_rating_count ON restaurant
FOR EACH ROW WHEN (old.source_rating IS DISTINCT FROM new.source_rating OR old.source_rating_count IS DISTINCT FROM new.source_rating_count) EXECUTE FUNCTION restaurant_rating_refresh();

RESET ROLE;
