-- 0019 menus: what restaurants serve, as drafts and as published versions that never change.
--
-- Why:     people choose dishes and their prices from a menu, before they go and when they order together.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE dish, menu_version, menu_branch, menu;

SET LOCAL ROLE noonish_owner;

CREATE TABLE menu (
    id         uuid        PRIMARY KEY,
    draft      text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT menu_draft_fits CHECK (octet_length(draft) BETWEEN 2 AND 4 * 1048576)
);

COMMENT ON TABLE  menu       IS 'a menu as its owner edits it, for one restaurant or for several branches';
COMMENT ON COLUMN menu.draft IS 'document in JSON: docs/menus.md; upgraded when it is read, see MenuVersions';

CREATE TABLE menu_branch (
    restaurant_id uuid NOT NULL PRIMARY KEY REFERENCES restaurant,
    menu_id       uuid NOT NULL REFERENCES menu
);

COMMENT ON TABLE menu_branch IS 'restaurants that share a menu; a restaurant has one at most';

CREATE INDEX menu_branch_menu_idx ON menu_branch (menu_id);

CREATE TABLE menu_version (
    restaurant_id  uuid        NOT NULL REFERENCES restaurant,
    number         int         NOT NULL,
    menu_id        uuid        NOT NULL REFERENCES menu,
    schema_version int         NOT NULL,
    item_keys      text[]      NOT NULL,
    sha256         bytea       NOT NULL,
    body           bytea       NOT NULL,
    published_at   timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (restaurant_id, number),
    CONSTRAINT menu_version_number_counted CHECK (number >= 1),
    CONSTRAINT menu_version_schema_counted CHECK (schema_version >= 1),
    CONSTRAINT menu_version_sha256_whole   CHECK (octet_length(sha256) = 32),
    CONSTRAINT menu_version_body_fits      CHECK (octet_length(body) BETWEEN 1 AND 4 * 1048576)
);

COMMENT ON TABLE  menu_version        IS 'append-only: a menu as published for one restaurant; the newest number counts';
COMMENT ON COLUMN menu_version.number IS 'counts the restaurant''s menus from 1 without gaps';
COMMENT ON COLUMN menu_version.item_keys IS 'keys of the items in the order of the menu, as order_line.menu_position counts them from 0';
COMMENT ON COLUMN menu_version.sha256 IS 'of the menu''s canonical text; the same menu is not published twice in a row';
COMMENT ON COLUMN menu_version.body   IS 'response to readers, compressed with gzip once';

-- Dishes of orders keep the version that they were chosen from.
ALTER TABLE order_line
  ADD CONSTRAINT order_line_of_menu_version
      FOREIGN KEY (menu_restaurant_id, menu_version) REFERENCES menu_version;

-- The bytes are compressed already.
ALTER TABLE menu_version ALTER COLUMN body SET STORAGE EXTERNAL;

CREATE INDEX menu_version_menu_idx ON menu_version (menu_id);

CREATE TABLE dish (
    id            uuid    PRIMARY KEY,
    restaurant_id uuid    NOT NULL,
    item_key      text    NOT NULL,
    menu_version  int     NOT NULL,
    kind          text    NOT NULL,
    name          text    NOT NULL,
    names         jsonb   NOT NULL,
    description   text,
    price_minor   bigint  NOT NULL,
    price_varies  boolean NOT NULL,
    currency      text    NOT NULL,
    diets         text[]  NOT NULL,
    contains      text[],
    attribution   text,
    is_offered    boolean NOT NULL DEFAULT true,
    changed_in    xid8    NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT dish_once_a_menu UNIQUE (restaurant_id, item_key),
    CONSTRAINT dish_price_not_negative CHECK (price_minor >= 0),
    CONSTRAINT dish_currency_coded     CHECK (currency ~ '^[A-Z]{3}$'),
    FOREIGN KEY (restaurant_id, menu_version) REFERENCES menu_version (restaurant_id, number)
);

COMMENT ON TABLE  dish             IS 'items of the newest menus, to search them; written by a publication';
COMMENT ON COLUMN dish.names       IS 'the name in other languages';
COMMENT ON COLUMN dish.price_minor IS 'in minor units; with the cheapest of what has to be chosen';
COMMENT ON COLUMN dish.contains    IS 'allergens; NULL = not stated, which never means none';
COMMENT ON COLUMN dish.is_offered  IS 'false: a former item, which keeps its id in case it comes back';
COMMENT ON COLUMN dish.changed_in  IS 'transaction of the last change, which the index follows';

CREATE INDEX dish_changed_idx ON dish (changed_in);

-- Requests read published menus only; menus are edited and published by commands. Versions are final.
REVOKE ALL ON menu, menu_branch FROM noonish_app;
REVOKE INSERT, UPDATE, DELETE ON menu_version, dish FROM noonish_app;
REVOKE UPDATE, DELETE ON menu_version FROM noonish_worker;
REVOKE DELETE ON menu, menu_branch, dish FROM noonish_worker;

RESET ROLE;
