-- 0038 menu pictures: pictures of what a menu offers.
--
-- Why:     people choose with their eyes, and know a dish by its picture.
-- Locks:   SHARE ROW EXCLUSIVE on menu for a statement that reads and writes no rows.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE menu_picture;

SET LOCAL ROLE noonish_owner;

CREATE TABLE menu_picture (
    menu_id  uuid        NOT NULL REFERENCES menu ON DELETE CASCADE,
    item_key text        NOT NULL,
    tag      text        NOT NULL,
    small    bytea       NOT NULL,
    large    bytea       NOT NULL,
    at       timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (menu_id, item_key),
    CONSTRAINT menu_picture_tag_plain  CHECK (tag ~ '^[0-9a-f]{16}$'),
    CONSTRAINT menu_picture_small_fits CHECK (octet_length(small) BETWEEN 1 AND 131072),
    CONSTRAINT menu_picture_large_fits CHECK (octet_length(large) BETWEEN 1 AND 2097152)
);

COMMENT ON TABLE  menu_picture          IS 'WebP encoded here, for all restaurants that share the menu; the uploaded file is not kept';
COMMENT ON COLUMN menu_picture.item_key IS 'key of an item of the draft or of the published menu';
COMMENT ON COLUMN menu_picture.tag      IS 'hash of the bytes; changes with the picture';
COMMENT ON COLUMN menu_picture.small    IS 'the centre, 160 pixels wide and high';
COMMENT ON COLUMN menu_picture.large    IS 'at most 960 pixels wide and high';

-- The bytes are compressed already.
ALTER TABLE menu_picture
    ALTER COLUMN small SET STORAGE EXTERNAL,
    ALTER COLUMN large SET STORAGE EXTERNAL;

RESET ROLE;
