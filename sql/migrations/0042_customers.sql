-- 0042 customers: the people whom a venue knows by name, and the sales by hand that name them.
--
-- Why:     a venue finds its regular customers and what they bought, and forgets them when they ask.
-- Locks:   SHARE ROW EXCLUSIVE on restaurant for the references of new tables; sale, for an instant; reads no rows.
-- Deploy:  before the code that writes it (expand).
-- Undo:    ALTER TABLE sale DROP COLUMN customer_id; DROP TABLE customer_change, customer;

SET LOCAL ROLE noonish_owner;

CREATE TABLE customer (
    restaurant_id uuid        NOT NULL REFERENCES restaurant,
    id            uuid        NOT NULL,
    name          text        NOT NULL,
    email         text,
    phone         text,
    note          text,
    search_text   text        NOT NULL,
    version       int         NOT NULL DEFAULT 1,
    created_at    timestamptz NOT NULL DEFAULT now(),
    used_at       timestamptz NOT NULL DEFAULT now(),
    deleted_at    timestamptz,

    PRIMARY KEY (restaurant_id, id),
    CONSTRAINT customer_name_fits  CHECK (char_length(name) BETWEEN 1 AND 200),
    CONSTRAINT customer_email_fits CHECK (char_length(email) BETWEEN 1 AND 254),
    CONSTRAINT customer_phone_fits CHECK (char_length(phone) BETWEEN 1 AND 40),
    CONSTRAINT customer_note_fits  CHECK (char_length(note) BETWEEN 1 AND 1000)
);

COMMENT ON TABLE  customer             IS 'a person whom a venue knows by name: what its people wrote, without an account';
COMMENT ON COLUMN customer.search_text IS 'name, email and phone, without case and accents: TextFolding in Sources/Platform/GeoSearch';
COMMENT ON COLUMN customer.used_at     IS 'when it was added, edited or named by a sale; three years later it is removed';
COMMENT ON COLUMN customer.deleted_at  IS 'when it was deleted; it can be restored for 30 days, and its sales do not show it';

-- Finds the customers to remove.
CREATE INDEX customer_used_idx ON customer (used_at);
CREATE INDEX customer_deleted_idx ON customer (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE customer_change (
    restaurant_id uuid        NOT NULL,
    customer_id   uuid        NOT NULL,
    seq           int         NOT NULL,
    actor_id      uuid,
    kind          text        NOT NULL,
    before        jsonb,
    after         jsonb,
    at            timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (restaurant_id, customer_id, seq),
    CONSTRAINT customer_change_of_customer
        FOREIGN KEY (restaurant_id, customer_id) REFERENCES customer ON DELETE CASCADE,
    CONSTRAINT customer_change_kind_plain    CHECK (kind ~ '^[a-z_]{1,40}$'),
    CONSTRAINT customer_change_before_object CHECK (jsonb_typeof(before) = 'object'),
    CONSTRAINT customer_change_after_object  CHECK (jsonb_typeof(after) = 'object')
);

COMMENT ON TABLE  customer_change          IS 'append-only and gapless: who edited a customer, with old and new values; removed with the customer, which venue_change could not be';
COMMENT ON COLUMN customer_change.actor_id IS 'member, as in venue_change';

CREATE INDEX customer_change_actor_idx ON customer_change (actor_id);

REVOKE UPDATE, DELETE ON customer_change FROM noonish_app, noonish_worker;

ALTER TABLE sale ADD COLUMN customer_id uuid;

ALTER TABLE sale
    ADD CONSTRAINT sale_of_customer FOREIGN KEY (restaurant_id, customer_id) REFERENCES customer
        ON DELETE SET NULL (customer_id) NOT VALID;
ALTER TABLE sale ADD CONSTRAINT sale_customer_by_hand CHECK (customer_id IS NULL OR source = 'hand') NOT VALID;

COMMENT ON COLUMN sale.customer_id IS 'whom a sale by hand names; NULL = no customer, or the customer is removed';

-- Merging two customers moves their sales.
GRANT UPDATE (customer_id) ON sale TO noonish_app;

RESET ROLE;
