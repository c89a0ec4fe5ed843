-- 0002 restaurants: where one can eat, where that is known from, and the staging of imports.
--
-- Why:     somebody who starts an outing looks for a place first.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE restaurant_staging, restaurant, restaurant_source; DROP FUNCTION restaurant_touch();

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

COMMENT ON COLUMN restaurant_source.attribution IS 'what must be said wherever its data is shown';
COMMENT ON COLUMN restaurant_source.url         IS 'the licence, or the page that names the contributors';
COMMENT ON COLUMN restaurant_source.imported_at IS 'end of its last whole import';

CREATE TABLE restaurant (
    id              uuid             PRIMARY KEY,
    source          text             NOT NULL REFERENCES restaurant_source,
    source_id       text             NOT NULL,
    name            text             NOT NULL,
    names           jsonb            NOT NULL DEFAULT '{}',
    kind            text             NOT NULL,
    cuisines        text[]           NOT NULL DEFAULT '{}',
    diets           jsonb            NOT NULL DEFAULT '{}',
    latitude        double precision NOT NULL,
    longitude       double precision NOT NULL,
    time_zone       text,
    opening_hours   text,
    phone           text,
    website         text,
    street          text,
    postcode        text,
    area            text,
    city            text,
    country         text,
    brand           text,
    price           smallint,
    rating          double precision,
    rating_count    int,
    extra           jsonb            NOT NULL DEFAULT '{}',
    imported_at     timestamptz      NOT NULL DEFAULT now(),
    vanished_at     timestamptz,
    owner_edited_at timestamptz,
    updated_at      timestamptz      NOT NULL DEFAULT now(),
    changed_in      xid8             NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT restaurant_source_once        UNIQUE (source, source_id),
    CONSTRAINT restaurant_source_id_fits     CHECK (char_length(source_id) BETWEEN 1 AND 200),
    CONSTRAINT restaurant_name_fits          CHECK (char_length(name) BETWEEN 1 AND 200),
    CONSTRAINT restaurant_names_object       CHECK (jsonb_typeof(names) = 'object'),
    CONSTRAINT restaurant_kind_known         CHECK (kind IN ('restaurant', 'cafe', 'bar', 'pub', 'fast_food',
                                                             'food_court', 'ice_cream', 'biergarten', 'bakery', 'deli')),
    CONSTRAINT restaurant_diets_object       CHECK (jsonb_typeof(diets) = 'object'),
    CONSTRAINT restaurant_latitude_in_range  CHECK (latitude BETWEEN -90 AND 90),
    CONSTRAINT restaurant_longitude_in_range CHECK (longitude >= -180 AND longitude < 180),
    CONSTRAINT restaurant_phone_e164         CHECK (phone ~ '^\+[1-9][0-9]{4,14}$'),
    CONSTRAINT restaurant_website_web        CHECK (website ~ '^https?://' AND char_length(website) <= 500),
    CONSTRAINT restaurant_country_code       CHECK (country ~ '^[A-Z]{2}$'),
    CONSTRAINT restaurant_price_in_range     CHECK (price BETWEEN 1 AND 4),
    CONSTRAINT restaurant_rating_in_range    CHECK (rating BETWEEN 0 AND 5),
    CONSTRAINT restaurant_rating_whole       CHECK ((rating IS NULL) = (rating_count IS NULL)),
    CONSTRAINT restaurant_rating_counted     CHECK (rating_count >= 1),
    CONSTRAINT restaurant_extra_object       CHECK (jsonb_typeof(extra) = 'object')
);

COMMENT ON COLUMN restaurant.source_id       IS 'the source''s own id; for OpenStreetMap n, w or r and the number';
COMMENT ON COLUMN restaurant.names           IS 'other names: language tag, or alt, old, short and the like, to text';
COMMENT ON COLUMN restaurant.cuisines        IS 'keys in OpenStreetMap''s vocabulary, lower case';
COMMENT ON COLUMN restaurant.diets           IS 'diet to yes, only, limited or no; one that is missing is unknown';
COMMENT ON COLUMN restaurant.latitude        IS 'degrees north, WGS 84';
COMMENT ON COLUMN restaurant.longitude       IS 'degrees east, WGS 84';
COMMENT ON COLUMN restaurant.time_zone       IS 'name of tzdata; NULL = not known';
COMMENT ON COLUMN restaurant.opening_hours   IS 'OpenStreetMap''s opening_hours syntax; NULL = unknown, never "closed"';
COMMENT ON COLUMN restaurant.phone           IS 'E.164';
COMMENT ON COLUMN restaurant.area            IS 'suburb or quarter';
COMMENT ON COLUMN restaurant.country         IS 'ISO 3166-1 alpha-2';
COMMENT ON COLUMN restaurant.price           IS '1 cheap to 4 expensive; NULL = unknown';
COMMENT ON COLUMN restaurant.rating          IS 'mean of 0 to 5; NULL = nobody has rated it';
COMMENT ON COLUMN restaurant.extra           IS 'what the source says besides: level, wheelchair, takeaway, …';
COMMENT ON COLUMN restaurant.vanished_at     IS 'the last import of its source no longer had it; kept, since outings point here';
COMMENT ON COLUMN restaurant.owner_edited_at IS 'an owner wrote this row: imports leave it alone';
COMMENT ON COLUMN restaurant.changed_in      IS 'transaction of the last change. A follower that reads changed_in >= '
    'pg_snapshot_xmin(pg_current_snapshot()) as of its last read misses no commit, however late';

CREATE INDEX restaurant_changed_idx ON restaurant (changed_in, id);

-- No writer can forget to say that a row changed.
CREATE FUNCTION restaurant_touch() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := now();
    NEW.changed_in := pg_current_xact_id();
    RETURN NEW;
END
$$;

CREATE TRIGGER restaurant_touched BEFORE INSERT OR UPDATE ON restaurant
FOR EACH ROW EXECUTE FUNCTION restaurant_touch();

-- Where COPY puts the rows of an import before one statement per chunk merges them. Unlogged: an import that was cut
-- off by a crash is run again from the start.
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

    PRIMARY KEY (import_id, ordinal)
);

COMMENT ON TABLE  restaurant_staging         IS 'rows of running imports; kept until the import ends, to know what vanished';
COMMENT ON COLUMN restaurant_staging.ordinal IS 'position in the file; of rows with the same source_id the first counts';

CREATE INDEX restaurant_staging_source_idx ON restaurant_staging (import_id, source_id, ordinal);

RESET ROLE;
