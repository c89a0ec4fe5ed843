-- 0007 restaurants: the directory of restaurants, its imports, and what restaurants offer.
--
-- Why:     planning an outing begins with a search for a place.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE restaurant_offer, restaurant_staging, restaurant, restaurant_source; DROP FUNCTION
--          diet_offered, offers_fingerprint, analyze_restaurant_staging, restaurant_offer_touch, restaurant_touch;

SET LOCAL ROLE noonish_owner;

CREATE TABLE restaurant_source (
    id          text        PRIMARY KEY,
    name        text        NOT NULL,
    licence     text        NOT NULL,
    attribution text        NOT NULL,
    url         text        NOT NULL,
    imported_at timestamptz,

    CONSTRAINT restaurant_source_id_plain  CHECK (id ~ '^[a-z][a-z0-9-]{0,39}$'),
    CONSTRAINT restaurant_source_name_fits CHECK (char_length(name) BETWEEN 1 AND 200),
    CONSTRAINT restaurant_source_url_web   CHECK (url ~ '^https?://')
);

COMMENT ON COLUMN restaurant_source.attribution IS 'text to show wherever its data is shown';
COMMENT ON COLUMN restaurant_source.url         IS 'page of the licence or of the contributors';
COMMENT ON COLUMN restaurant_source.imported_at IS 'end of the last complete import';

CREATE TABLE restaurant (
    id                  uuid             PRIMARY KEY,
    source              text             NOT NULL REFERENCES restaurant_source,
    source_id           text             NOT NULL,
    name                text             NOT NULL,
    names               jsonb            NOT NULL DEFAULT '{}',
    kind                text             NOT NULL,
    cuisines            text[]           NOT NULL DEFAULT '{}',
    diets               jsonb            NOT NULL DEFAULT '{}',
    latitude            double precision NOT NULL,
    longitude           double precision NOT NULL,
    time_zone           text,
    opening_hours       text,
    phone               text,
    website             text,
    street              text,
    postcode            text,
    area                text,
    city                text,
    country             text,
    brand               text,
    price               smallint,
    rating              double precision,
    rating_count        int,
    extra               jsonb            NOT NULL DEFAULT '{}',
    imported_at         timestamptz      NOT NULL DEFAULT now(),
    vanished_at         timestamptz,
    owner_edited_at     timestamptz,
    updated_at          timestamptz      NOT NULL DEFAULT now(),
    changed_in          xid8             NOT NULL DEFAULT pg_current_xact_id(),
    source_rating       double precision,
    source_rating_count int,

    CONSTRAINT restaurant_source_once            UNIQUE (source, source_id),
    CONSTRAINT restaurant_source_id_fits         CHECK (char_length(source_id) BETWEEN 1 AND 200),
    CONSTRAINT restaurant_name_fits              CHECK (char_length(name) BETWEEN 1 AND 200),
    CONSTRAINT restaurant_names_object           CHECK (jsonb_typeof(names) = 'object'),
    CONSTRAINT restaurant_kind_known
        CHECK (kind IN ('restaurant', 'cafe', 'bar', 'pub', 'fast_food', 'food_court', 'ice_cream', 'biergarten',
            'bakery', 'deli')),
    CONSTRAINT restaurant_diets_object           CHECK (jsonb_typeof(diets) = 'object'),
    CONSTRAINT restaurant_latitude_in_range      CHECK (latitude BETWEEN -90 AND 90),
    CONSTRAINT restaurant_longitude_in_range     CHECK (longitude >= -180 AND longitude < 180),
    CONSTRAINT restaurant_phone_e164             CHECK (phone ~ '^\+[1-9][0-9]{4,14}$'),
    CONSTRAINT restaurant_website_web            CHECK (website ~ '^https?://' AND char_length(website) <= 500),
    CONSTRAINT restaurant_country_code           CHECK (country ~ '^[A-Z]{2}$'),
    CONSTRAINT restaurant_price_in_range         CHECK (price BETWEEN 1 AND 4),
    CONSTRAINT restaurant_rating_in_range        CHECK (rating BETWEEN 0 AND 5),
    CONSTRAINT restaurant_rating_whole           CHECK ((rating IS NULL) = (rating_count IS NULL)),
    CONSTRAINT restaurant_rating_counted         CHECK (rating_count >= 1),
    CONSTRAINT restaurant_extra_object           CHECK (jsonb_typeof(extra) = 'object'),
    CONSTRAINT restaurant_source_rating_in_range CHECK (source_rating BETWEEN 0 AND 5),
    CONSTRAINT restaurant_source_rating_whole    CHECK ((source_rating IS NULL) = (source_rating_count IS NULL)),
    CONSTRAINT restaurant_source_rating_counted  CHECK (source_rating_count >= 1)
);

COMMENT ON COLUMN restaurant.source_id       IS 'id in the source; for OpenStreetMap n, w or r and the number';
COMMENT ON COLUMN restaurant.names           IS 'other names: language tag, or alt, old, short and so on, to text';
COMMENT ON COLUMN restaurant.cuisines        IS 'keys of OpenStreetMap''s vocabulary, lower case';
COMMENT ON COLUMN restaurant.diets           IS 'diet to yes, only, limited or no; missing = unknown';
COMMENT ON COLUMN restaurant.latitude        IS 'degrees north, WGS 84';
COMMENT ON COLUMN restaurant.longitude       IS 'degrees east, WGS 84';
COMMENT ON COLUMN restaurant.time_zone       IS 'tzdata name; NULL = unknown';
COMMENT ON COLUMN restaurant.opening_hours   IS 'OpenStreetMap''s opening_hours syntax; NULL = unknown, never "closed"';
COMMENT ON COLUMN restaurant.phone           IS 'E.164';
COMMENT ON COLUMN restaurant.area            IS 'suburb or quarter';
COMMENT ON COLUMN restaurant.country         IS 'ISO 3166-1 alpha-2';
COMMENT ON COLUMN restaurant.price           IS '1 cheap to 4 expensive; NULL = unknown';
COMMENT ON COLUMN restaurant.rating          IS 'displayed rating, from rating_mean(); NULL = not rated';
COMMENT ON COLUMN restaurant.extra           IS 'other tags of the source: level, wheelchair, takeaway, …';
COMMENT ON COLUMN restaurant.vanished_at     IS 'missing from the last import of its source; kept, since outings refer to it';
COMMENT ON COLUMN restaurant.owner_edited_at IS 'edited by its owner: imports do not change the row';
COMMENT ON COLUMN restaurant.changed_in      IS 'transaction of the last change. A reader of changed_in >= pg_snapshot_xmin(pg_current_snapshot()) as of its last read misses no commit, however late';
COMMENT ON COLUMN restaurant.source_rating   IS 'mean of 0 to 5 in its source; NULL = none';

CREATE INDEX restaurant_changed_idx ON restaurant (changed_in, id);

-- COPY writes the rows of an import here before they are merged in chunks. Unlogged: an import interrupted by a crash
-- starts again.
CREATE UNLOGGED TABLE restaurant_staging (
    import_id     uuid             NOT NULL,
    ordinal       bigint           NOT NULL,
    id            uuid             NOT NULL,
    source_id     text             NOT NULL,
    name          text             NOT NULL,
    names         jsonb            NOT NULL,
    kind          text             NOT NULL,
    cuisines      text[]           NOT NULL,
    diets         jsonb            NOT NULL,
    latitude      double precision NOT NULL,
    longitude     double precision NOT NULL,
    time_zone     text,
    opening_hours text,
    phone         text,
    website       text,
    street        text,
    postcode      text,
    area          text,
    city          text,
    country       text,
    brand         text,
    price         smallint,
    extra         jsonb            NOT NULL,
    staged_at     timestamptz      NOT NULL DEFAULT now(),
    rating        double precision,
    rating_count  int,

    PRIMARY KEY (import_id, ordinal)
);

COMMENT ON TABLE  restaurant_staging         IS 'rows of running imports; kept until the import ends, to find what vanished';
COMMENT ON COLUMN restaurant_staging.ordinal IS 'position in the file; of rows with the same source_id the first counts';

CREATE INDEX restaurant_staging_source_idx ON restaurant_staging (import_id, source_id, ordinal);

CREATE TABLE restaurant_offer (
    id            uuid        PRIMARY KEY,
    source        text        NOT NULL,
    key           text        NOT NULL,
    restaurant_id uuid        NOT NULL REFERENCES restaurant,
    title         text        NOT NULL,
    description   text,
    link          text,
    first_day     date,
    last_day      date,
    weekdays      int[]       NOT NULL DEFAULT '{1,2,3,4,5,6,7}',
    from_minute   int,
    until_minute  int,
    ended_at      timestamptz,
    updated_at    timestamptz NOT NULL DEFAULT now(),
    changed_in    xid8        NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT restaurant_offer_source_once      UNIQUE (source, key),
    CONSTRAINT restaurant_offer_source_plain     CHECK (source ~ '^[a-z][a-z0-9-]{0,39}$'),
    CONSTRAINT restaurant_offer_key_fits         CHECK (char_length(key) BETWEEN 1 AND 200),
    CONSTRAINT restaurant_offer_title_fits       CHECK (char_length(title) BETWEEN 1 AND 120),
    CONSTRAINT restaurant_offer_description_fits CHECK (char_length(description) BETWEEN 1 AND 1000),
    CONSTRAINT restaurant_offer_link_web         CHECK (link ~ '^https?://' AND char_length(link) <= 500),
    CONSTRAINT restaurant_offer_days_in_order    CHECK (last_day >= first_day),
    CONSTRAINT restaurant_offer_weekdays_known
        CHECK (weekdays <@ '{1,2,3,4,5,6,7}'::int[] AND cardinality(weekdays) BETWEEN 1 AND 7),
    CONSTRAINT restaurant_offer_hours_whole      CHECK ((from_minute IS NULL) = (until_minute IS NULL)),
    CONSTRAINT restaurant_offer_hours_in_day
        CHECK (from_minute BETWEEN 0 AND 1439 AND until_minute BETWEEN 1 AND 1440)
);

COMMENT ON TABLE  restaurant_offer              IS 'offer of a restaurant on certain days, in its local time';
COMMENT ON COLUMN restaurant_offer.key          IS 'id in the source';
COMMENT ON COLUMN restaurant_offer.first_day    IS 'NULL = no beginning; last_day: NULL = no end';
COMMENT ON COLUMN restaurant_offer.weekdays     IS '1 Monday to 7 Sunday';
COMMENT ON COLUMN restaurant_offer.until_minute IS 'minute of the day at which it ends; if not after from_minute, on the next day';
COMMENT ON COLUMN restaurant_offer.ended_at     IS 'its source no longer has it';
COMMENT ON COLUMN restaurant_offer.changed_in   IS 'transaction of the last change, as in restaurant';

CREATE INDEX restaurant_offer_restaurant_idx ON restaurant_offer (restaurant_id) WHERE ended_at IS NULL;
CREATE INDEX restaurant_offer_changed_idx ON restaurant_offer (changed_in);

-- Marks every change of a row, which no writer can forget.
CREATE FUNCTION restaurant_touch() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    NEW.updated_at := now();
    NEW.changed_in := pg_current_xact_id();
    RETURN NEW;
END
$$;

CREATE FUNCTION restaurant_offer_touch() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    NEW.changed_in := pg_current_xact_id();
    RETURN NEW;
END
$$;

CREATE FUNCTION analyze_restaurant_staging() RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = pg_catalog, public
AS $$
BEGIN
    ANALYZE public.restaurant_staging;
END
$$;

COMMENT ON FUNCTION analyze_restaurant_staging() IS 'runs ANALYZE for imports, which run as noonish_worker; only the owner of a table may';

REVOKE ALL ON FUNCTION analyze_restaurant_staging() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION analyze_restaurant_staging() TO noonish_app, noonish_worker;

-- A text that changes with any of a restaurant's offers; NULL = none.
CREATE FUNCTION offers_fingerprint(restaurant uuid) RETURNS text
LANGUAGE sql
STABLE
SET search_path = public, pg_temp
AS $$
    SELECT md5(string_agg(f.id::text || extract(epoch FROM f.updated_at)::text, ',' ORDER BY f.id))
      FROM restaurant_offer AS f
     WHERE f.restaurant_id = restaurant AND f.ended_at IS NULL
$$;

-- Returns yes, no or unknown: whether a restaurant serves a diet. A vegan kitchen serves vegetarians; "limited" does
-- not count; no source says what is free of an allergen.
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

CREATE TRIGGER restaurant_touched
BEFORE INSERT OR UPDATE ON restaurant
FOR EACH ROW EXECUTE FUNCTION restaurant_touch();

CREATE TRIGGER restaurant_offer_touched
BEFORE UPDATE ON restaurant_offer
FOR EACH ROW EXECUTE FUNCTION restaurant_offer_touch();

RESET ROLE;
