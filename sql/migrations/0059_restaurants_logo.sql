-- 0059 restaurants logo: the logo of a restaurant, which its owner uploads.
--
-- Why:     people know a place by its logo, on its page, its menu and its invoices.
-- Locks:   SHARE ROW EXCLUSIVE on restaurant for the reference of a new table; reads no rows.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE restaurant_logo.

SET LOCAL ROLE noonish_owner;

CREATE TABLE restaurant_logo (
    restaurant_id uuid        PRIMARY KEY REFERENCES restaurant ON DELETE CASCADE,
    tag           text        NOT NULL,
    small         bytea       NOT NULL,
    large         bytea       NOT NULL,
    at            timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT restaurant_logo_tag_plain  CHECK (tag ~ '^[0-9a-f]{16}$'),
    CONSTRAINT restaurant_logo_small_fits CHECK (octet_length(small) BETWEEN 1 AND 131072),
    CONSTRAINT restaurant_logo_large_fits CHECK (octet_length(large) BETWEEN 1 AND 1048576)
);

COMMENT ON TABLE  restaurant_logo       IS 'WebP encoded here; the uploaded file is not kept';
COMMENT ON COLUMN restaurant_logo.tag   IS 'hash of the bytes; changes with the logo';
COMMENT ON COLUMN restaurant_logo.small IS 'at most 160 pixels wide and high';
COMMENT ON COLUMN restaurant_logo.large IS 'at most 480 pixels wide and high';

-- The bytes are compressed already.
ALTER TABLE restaurant_logo
    ALTER COLUMN small SET STORAGE EXTERNAL,
    ALTER COLUMN large SET STORAGE EXTERNAL;

RESET ROLE;
