-- 0020 venues: restaurants that people run here, their people, claims and devices.
--
-- Why:     owners edit their restaurant and its menu, and their staff answer the orders of groups.
-- Locks:   ACCESS EXCLUSIVE on restaurant and group_order for statements that read and write no rows.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE menu_item_off, venue_change, venue_device, venue_claim, venue_person, venue;
--          DROP TRIGGER restaurant_contact_touched ON restaurant; DROP FUNCTION restaurant_contact_touch;
--          ALTER TABLE restaurant DROP COLUMN contact_changed_at;
--          ALTER TABLE group_order DROP COLUMN board_day, DROP COLUMN board_number, DROP COLUMN seen_rev,
--          DROP COLUMN rejection;

SET LOCAL ROLE noonish_owner;

-- A fresh contact proves nothing: anyone can edit the sources of the directory.
ALTER TABLE restaurant ADD COLUMN contact_changed_at timestamptz NOT NULL DEFAULT now();

COMMENT ON COLUMN restaurant.contact_changed_at IS 'when its phone, website or email last changed, or it was added';

CREATE FUNCTION restaurant_contact_touch() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    NEW.contact_changed_at := now();
    RETURN NEW;
END
$$;

CREATE TRIGGER restaurant_contact_touched
BEFORE UPDATE ON restaurant
FOR EACH ROW
WHEN (ROW(OLD.phone, OLD.website, OLD.extra -> 'email', OLD.extra -> 'contact:email')
      IS DISTINCT FROM ROW(NEW.phone, NEW.website, NEW.extra -> 'email', NEW.extra -> 'contact:email'))
EXECUTE FUNCTION restaurant_contact_touch();

CREATE TABLE venue (
    restaurant_id uuid        PRIMARY KEY REFERENCES restaurant,
    state         text        NOT NULL,
    version       bigint      NOT NULL DEFAULT 1,
    takes_orders  boolean     NOT NULL DEFAULT false,
    created_at    timestamptz NOT NULL DEFAULT now(),
    verified_at   timestamptz,

    CONSTRAINT venue_state_known CHECK (state IN ('provisional', 'verified', 'orphaned')),
    CONSTRAINT venue_of_no_one_takes_no_orders CHECK (state = 'verified' OR NOT takes_orders)
) WITH (fillfactor = 80);

COMMENT ON TABLE  venue             IS 'a restaurant that people run here; its row is locked before every edit of it, after the orders';
COMMENT ON COLUMN venue.state       IS 'provisional: a claim is proven and can still be objected to; orphaned: the last owner was erased';
COMMENT ON COLUMN venue.version     IS 'increments when a field that PATCH can write changes; compared with If-Match';
COMMENT ON COLUMN venue.verified_at IS 'when it was, or will be, verified';

-- Serves the worker that verifies venues.
CREATE INDEX venue_provisional_idx ON venue (verified_at) WHERE state = 'provisional';

CREATE TABLE venue_person (
    restaurant_id uuid        NOT NULL REFERENCES venue ON DELETE CASCADE,
    person_id     uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    role          text        NOT NULL,
    since         timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (restaurant_id, person_id),
    CONSTRAINT venue_person_role_known CHECK (role IN ('owner', 'staff'))
);

COMMENT ON TABLE venue_person IS 'the members who run a venue or work there';

CREATE INDEX venue_person_person_idx ON venue_person (person_id);

CREATE TABLE venue_claim (
    id            uuid        PRIMARY KEY,
    restaurant_id uuid        NOT NULL REFERENCES restaurant,
    person_id     uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    way           text        NOT NULL,
    state         text        NOT NULL DEFAULT 'requested',
    secret_hash   bytea,
    attempts      int         NOT NULL DEFAULT 0,
    created_at    timestamptz NOT NULL DEFAULT now(),
    expires_at    timestamptz NOT NULL,
    decided_at    timestamptz,

    CONSTRAINT venue_claim_way_known   CHECK (way IN ('mail', 'website', 'operator', 'registration')),
    CONSTRAINT venue_claim_state_known CHECK (state IN ('requested', 'proven', 'accepted', 'refused', 'expired')),
    CONSTRAINT venue_claim_secret_whole CHECK (octet_length(secret_hash) = 32),
    CONSTRAINT venue_claim_decided_dated CHECK ((state IN ('accepted', 'refused')) = (decided_at IS NOT NULL))
);

COMMENT ON TABLE  venue_claim             IS 'requests of members to run a restaurant, with their proofs';
COMMENT ON COLUMN venue_claim.state       IS 'proven: the venue is theirs provisionally; accepted: it is theirs; refused: by an operator';
COMMENT ON COLUMN venue_claim.secret_hash IS 'HMAC of the code that was mailed; NULL for other methods';
COMMENT ON COLUMN venue_claim.attempts    IS 'proofs that were tried';

-- A person has one pending claim of a restaurant.
CREATE UNIQUE INDEX venue_claim_pending ON venue_claim (restaurant_id, person_id) WHERE state IN ('requested', 'proven');
CREATE INDEX venue_claim_person_idx ON venue_claim (person_id, created_at);
-- Serves the worker that ends claims.
CREATE INDEX venue_claim_expires_idx ON venue_claim (expires_at) WHERE state = 'requested';

CREATE TABLE venue_device (
    restaurant_id uuid        NOT NULL REFERENCES venue ON DELETE CASCADE,
    id            uuid        NOT NULL,
    name          text        NOT NULL,
    code_hash     bytea,
    code_ends_at  timestamptz,
    token_hash    bytea,
    created_at    timestamptz NOT NULL DEFAULT now(),
    paired_at     timestamptz,
    seen_at       timestamptz,

    PRIMARY KEY (restaurant_id, id),
    CONSTRAINT venue_device_name_fits   CHECK (char_length(name) BETWEEN 1 AND 60),
    CONSTRAINT venue_device_code_once   UNIQUE (code_hash),
    CONSTRAINT venue_device_token_once  UNIQUE (token_hash),
    CONSTRAINT venue_device_code_whole  CHECK (octet_length(code_hash) = 32),
    CONSTRAINT venue_device_token_whole CHECK (octet_length(token_hash) = 32),
    CONSTRAINT venue_device_code_dated  CHECK ((code_hash IS NULL) = (code_ends_at IS NULL)),
    CONSTRAINT venue_device_paired      CHECK ((token_hash IS NULL) = (paired_at IS NULL)),
    CONSTRAINT venue_device_code_or_token CHECK (num_nonnulls(code_hash, token_hash) = 1)
);

COMMENT ON TABLE  venue_device            IS 'tablets that show a venue''s board; removing the row revokes the token';
COMMENT ON COLUMN venue_device.code_hash  IS 'HMAC of the code that pairs the device; NULL once it is paired';
COMMENT ON COLUMN venue_device.token_hash IS 'SHA-256 of the device''s token, which can do nothing but show and advance this venue''s board';

-- An order that is placed at a venue which takes orders gets a number and is on its board.
ALTER TABLE group_order
  ADD COLUMN board_day    date,
  ADD COLUMN board_number int,
  ADD COLUMN seen_rev     bigint,
  ADD COLUMN rejection    text;

COMMENT ON COLUMN group_order.board_day    IS 'the venue''s day, which ends at 4:00 in its time zone';
COMMENT ON COLUMN group_order.board_number IS 'counts the venue''s orders of board_day from 1; NULL = no venue has the order';
COMMENT ON COLUMN group_order.seen_rev     IS 'rev up to which the people of the venue have seen the order; later amendments are marked';
COMMENT ON COLUMN group_order.rejection    IS 'words with which the venue gave the order back; NULL once it is placed again';

CREATE TABLE menu_item_off (
    restaurant_id uuid NOT NULL REFERENCES restaurant,
    item_key      text NOT NULL,
    until         timestamptz,

    PRIMARY KEY (restaurant_id, item_key),
    CONSTRAINT menu_item_off_key_fits CHECK (char_length(item_key) BETWEEN 1 AND 64)
);

COMMENT ON TABLE  menu_item_off       IS 'items that a venue has taken off its menu for a time';
COMMENT ON COLUMN menu_item_off.until IS 'NULL = until it is put on again';

CREATE TABLE venue_change (
    restaurant_id  uuid        NOT NULL REFERENCES restaurant,
    seq            bigint      NOT NULL,
    actor_id       uuid,
    at             timestamptz NOT NULL DEFAULT now(),
    kind           text        NOT NULL,
    before         jsonb,
    after          jsonb,
    schema_version int         NOT NULL DEFAULT 1,

    PRIMARY KEY (restaurant_id, seq),
    CONSTRAINT venue_change_kind_plain    CHECK (kind ~ '^[a-z_]{1,40}$'),
    CONSTRAINT venue_change_before_object CHECK (jsonb_typeof(before) = 'object'),
    CONSTRAINT venue_change_after_object  CHECK (jsonb_typeof(after) = 'object')
);

COMMENT ON TABLE  venue_change          IS 'append-only and gapless: who edited a venue; numbered under the lock of its row';
COMMENT ON COLUMN venue_change.actor_id IS 'member; NULL = an operator on the machine, or the service. As in audit, guests are never one, so merging them moves nothing';
COMMENT ON COLUMN venue_change.before   IS 'former values: ids, and what the venue publishes about itself';

-- Owners edit and publish the menus of their restaurants by requests. Versions stay final.
GRANT SELECT, INSERT, UPDATE ON menu, menu_branch TO noonish_app;
GRANT INSERT ON menu_version TO noonish_app;
GRANT INSERT, UPDATE ON dish TO noonish_app;

COMMENT ON COLUMN restaurant.vanished_at IS 'missing from the last import of its source; or added by an owner whose venue is not verified yet. Kept, since outings refer to it';

-- A venue whose claim was refused is removed; its history stays.
REVOKE UPDATE, DELETE ON venue_change FROM noonish_app, noonish_worker;
REVOKE DELETE ON venue_claim FROM noonish_app, noonish_worker;

RESET ROLE;
