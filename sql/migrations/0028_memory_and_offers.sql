-- 0028 memory and offers: where a circle has eaten, whose pick that was, and what places offer.
--
-- Why:     a group that remembers does not eat at the same place twice in a row, and hears of a deal in time to use it.
-- Locks:   a short one on restaurant: columns without a value are written nowhere.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TRIGGER restaurant_rated, restaurant_rated_first ON restaurant; DROP FUNCTION restaurant_rated(),
--          circle_visit(uuid, uuid); DROP TABLE offer_check, offer, pick; DROP FUNCTION offers_seen(uuid); ALTER TABLE restaurant DROP COLUMN source_rating,
--          DROP COLUMN source_rating_count; and rating_mean as 0024 has it.

SET LOCAL ROLE noonish_owner;

CREATE TABLE pick (
    outing_id uuid        PRIMARY KEY REFERENCES outing ON DELETE CASCADE,
    person_id uuid        REFERENCES person ON DELETE CASCADE,
    at        timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE  pick           IS 'whose idea the outing''s present place was; kept when its changes are let go of';
COMMENT ON COLUMN pick.person_id IS 'who suggested it, else who set it; NULL = the group, by a vote';

CREATE INDEX pick_person_idx ON pick (person_id);

-- Where a circle has eaten: outings that are over and took place at a restaurant, to which whoever keeps the circle came,
-- and at least half of those who are in it. Nobody else's circle, and nothing that its keeper was not at.
CREATE FUNCTION circle_visit(circle uuid, keeper uuid)
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
       AND coalesce(o.ends_at, o.starts_at + interval '2 hours') <= now()
       AND (SELECT count(came.person_id) > 0 AND 2 * count(came.person_id) >= count(*)
              FROM circle_member AS m
              LEFT JOIN attendance AS came
                     ON came.outing_id = o.id AND came.person_id = m.person_id AND came.status = 'attending'
             WHERE m.circle_id = c.id)
$$;

CREATE TABLE offer (
    id            uuid        PRIMARY KEY,
    source        text        NOT NULL,
    key           text        NOT NULL,
    restaurant_id uuid        NOT NULL REFERENCES restaurant,
    title         text        NOT NULL,
    words         text,
    link          text,
    first_day     date,
    last_day      date,
    weekdays      int[]       NOT NULL DEFAULT '{1,2,3,4,5,6,7}',
    from_minute   int,
    until_minute  int,
    ended_at      timestamptz,
    updated_at    timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT offer_source_once    UNIQUE (source, key),
    CONSTRAINT offer_source_plain   CHECK (source ~ '^[a-z][a-z0-9-]{0,39}$'),
    CONSTRAINT offer_key_fits       CHECK (char_length(key) BETWEEN 1 AND 200),
    CONSTRAINT offer_title_fits     CHECK (char_length(title) BETWEEN 1 AND 120),
    CONSTRAINT offer_words_fit      CHECK (char_length(words) BETWEEN 1 AND 1000),
    CONSTRAINT offer_link_web       CHECK (link ~ '^https?://' AND char_length(link) <= 500),
    CONSTRAINT offer_days_in_order  CHECK (last_day >= first_day),
    CONSTRAINT offer_weekdays_known CHECK (weekdays <@ '{1,2,3,4,5,6,7}' AND cardinality(weekdays) BETWEEN 1 AND 7),
    CONSTRAINT offer_hours_whole    CHECK ((from_minute IS NULL) = (until_minute IS NULL)),
    CONSTRAINT offer_hours_in_day   CHECK (from_minute BETWEEN 0 AND 1439 AND until_minute BETWEEN 1 AND 1440)
);

COMMENT ON TABLE  offer              IS 'what a place offers on some days, all times on its own clock';
COMMENT ON COLUMN offer.key          IS 'the source''s own id of it';
COMMENT ON COLUMN offer.first_day    IS 'NULL = since ever; last_day: NULL = for ever';
COMMENT ON COLUMN offer.weekdays     IS '1 Monday to 7 Sunday';
COMMENT ON COLUMN offer.until_minute IS 'minute of the day it ends before; not after from_minute: on the next day';
COMMENT ON COLUMN offer.ended_at     IS 'its source no longer has it';

CREATE INDEX offer_restaurant_idx ON offer (restaurant_id) WHERE ended_at IS NULL;

CREATE TABLE offer_check (
    outing_id uuid   PRIMARY KEY REFERENCES outing ON DELETE CASCADE,
    rev       bigint NOT NULL,
    seen      text,
    told      uuid[] NOT NULL
);

COMMENT ON TABLE  offer_check      IS 'what an outing to come was last looked at with, and of which offers its people have heard';
COMMENT ON COLUMN offer_check.rev  IS 'outing.when_where_rev that was looked at';
COMMENT ON COLUMN offer_check.seen IS 'offers_seen of its place then';

-- What a place offers, in a word that changes with any of it; NULL = nothing.
CREATE FUNCTION offers_seen(restaurant uuid) RETURNS text
LANGUAGE sql
STABLE
SET search_path = public, pg_temp
AS $$
    SELECT md5(string_agg(f.id::text || extract(epoch FROM f.updated_at)::text, ',' ORDER BY f.id))
      FROM offer AS f
     WHERE f.restaurant_id = restaurant AND f.ended_at IS NULL
$$;

-- What a restaurant's source says of it is kept apart from what those say who were there, and takes the place of the 3.5
-- that five people are taken to have given.
ALTER TABLE restaurant
    ADD COLUMN source_rating       double precision,
    ADD COLUMN source_rating_count int,
    ADD CONSTRAINT restaurant_source_rating_in_range CHECK (source_rating BETWEEN 0 AND 5),
    ADD CONSTRAINT restaurant_source_rating_whole    CHECK ((source_rating IS NULL) = (source_rating_count IS NULL)),
    ADD CONSTRAINT restaurant_source_rating_counted  CHECK (source_rating_count >= 1);

COMMENT ON COLUMN restaurant.source_rating IS 'mean of 0 to 5 that its source has; NULL = none';
COMMENT ON COLUMN restaurant.rating        IS 'what is shown, by rating_mean(); NULL = nobody has rated it';

ALTER TABLE restaurant_staging
    ADD COLUMN rating       double precision,
    ADD COLUMN rating_count int;

CREATE OR REPLACE FUNCTION rating_mean(place uuid, OUT mean double precision, OUT count bigint)
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

CREATE FUNCTION restaurant_rated() RETURNS trigger
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

CREATE TRIGGER restaurant_rated_first
AFTER INSERT ON restaurant
FOR EACH ROW WHEN (NEW.source_rating IS NOT NULL) EXECUTE FUNCTION restaurant_rated();
CREATE TRIGGER restaurant_rated
AFTER UPDATE OF source_rating, source_rating_count ON restaurant
FOR EACH ROW WHEN ((OLD.source_rating, OLD.source_rating_count) IS DISTINCT FROM (NEW.source_rating, NEW.source_rating_count))
EXECUTE FUNCTION restaurant_rated();

RESET ROLE;
