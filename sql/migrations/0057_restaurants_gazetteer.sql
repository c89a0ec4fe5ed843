-- 0057 restaurants gazetteer: the places and streets of imported OpenStreetMap data.
--
-- Why:     a street without a restaurant, and a district that no restaurant names in its address, are found by name.
-- Locks:   SHARE ROW EXCLUSIVE on restaurant_source for the reference of a new table; reads no rows.
-- Deploy:  before the code that reads it (expand). The next import fills it.
-- Undo:    DROP TABLE gazetteer_entry.

SET LOCAL ROLE noonish_owner;

CREATE TABLE gazetteer_entry (
    id               uuid               PRIMARY KEY,
    source           text               NOT NULL REFERENCES restaurant_source ON DELETE CASCADE,
    staged_in        uuid,
    kind             text               NOT NULL,
    name             text               NOT NULL,
    other_names      text[]             NOT NULL,
    district         text,
    town             text,
    latitude         double precision   NOT NULL,
    longitude        double precision   NOT NULL,
    weight           int                NOT NULL,
    house_numbers    text[]             NOT NULL,
    house_latitudes  double precision[] NOT NULL,
    house_longitudes double precision[] NOT NULL,

    CONSTRAINT gazetteer_entry_kind_known         CHECK (kind IN ('town', 'district', 'street')),
    CONSTRAINT gazetteer_entry_name_fits          CHECK (char_length(name) BETWEEN 1 AND 200),
    CONSTRAINT gazetteer_entry_latitude_in_range  CHECK (latitude BETWEEN -90 AND 90),
    CONSTRAINT gazetteer_entry_longitude_in_range CHECK (longitude >= -180 AND longitude < 180),
    CONSTRAINT gazetteer_entry_weight_counted     CHECK (weight BETWEEN 0 AND 4),
    CONSTRAINT gazetteer_entry_houses_whole
        CHECK (cardinality(house_numbers) = cardinality(house_latitudes)
               AND cardinality(house_numbers) = cardinality(house_longitudes))
);

COMMENT ON TABLE  gazetteer_entry               IS 'a place or a street of an extract; replaced as a whole by the next import of its source';
COMMENT ON COLUMN gazetteer_entry.staged_in     IS 'running import that wrote it; NULL = of the last complete import, which alone is read';
COMMENT ON COLUMN gazetteer_entry.other_names   IS 'in other languages, former and short ones';
COMMENT ON COLUMN gazetteer_entry.district      IS 'of the nearest place, as is town; NULL = none near';
COMMENT ON COLUMN gazetteer_entry.latitude      IS 'of a street: a point of it';
COMMENT ON COLUMN gazetteer_entry.weight        IS '4 city, 3 town, 2 village, 1 hamlet, 0 anything else';
COMMENT ON COLUMN gazetteer_entry.house_numbers IS 'of a street, with house_latitudes and house_longitudes in the same order';

CREATE INDEX gazetteer_entry_source_idx ON gazetteer_entry (source);

RESET ROLE;
