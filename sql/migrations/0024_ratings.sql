-- 0024 ratings: what those who were there think of a place, and what everybody sees of it.
--
-- Why:     the best guide for friends is where friends liked it; who said what is nobody's business.
-- Locks:   none that matter; the table is new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE rating; DROP FUNCTION rating_mean(uuid), rating_counted();

SET LOCAL ROLE noonish_owner;

CREATE TABLE rating (
    outing_id     uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    person_id     uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    restaurant_id uuid        NOT NULL REFERENCES restaurant,
    stars         smallint    NOT NULL,
    words         text,
    created_at    timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (outing_id, person_id),
    CONSTRAINT rating_stars_in_range CHECK (stars BETWEEN 1 AND 5),
    CONSTRAINT rating_words_fit      CHECK (char_length(words) BETWEEN 1 AND 1000)
);

COMMENT ON TABLE  rating       IS 'one opinion a person and visit; whose it is nobody else reads';
COMMENT ON COLUMN rating.words IS 'for themselves';

CREATE INDEX rating_restaurant_idx ON rating (restaurant_id);
CREATE INDEX rating_person_idx     ON rating (person_id, restaurant_id);

-- The mean that is shown: as if five people had given 3.5 before anybody came, so that one voice alone is not the best of
-- the town. No row: nobody has rated it.
CREATE FUNCTION rating_mean(place uuid, OUT mean double precision, OUT count bigint)
LANGUAGE sql
STABLE
AS $$
    SELECT (sum(stars) + 5 * 3.5) / (count(*) + 5), nullif(count(*), 0) FROM rating WHERE restaurant_id = place
$$;

-- Keeps what is shown with the opinions, in their transaction. The restaurant's row is locked first, and what is counted
-- then has whatever was committed before.
CREATE FUNCTION rating_counted() RETURNS trigger
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

CREATE TRIGGER rating_counted
AFTER INSERT OR UPDATE OF stars OR DELETE ON rating
FOR EACH ROW EXECUTE FUNCTION rating_counted();

RESET ROLE;
