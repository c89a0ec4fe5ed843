-- 0017 orders: the group order of an outing, its lines and its history.
--
-- Why:     a group collects what everyone wants, hands it to a place in one piece, and settles it to the cent.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE order_event, order_pass, order_sharer, order_part, order_line, group_order;

SET LOCAL ROLE noonish_owner;

CREATE TABLE group_order (
    outing_id            uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    id                   uuid        NOT NULL,
    state                text        NOT NULL DEFAULT 'open',
    rev                  bigint      NOT NULL DEFAULT 0,
    version              bigint      NOT NULL DEFAULT 1,
    coordinator_id       uuid        NOT NULL REFERENCES person,
    restaurant_id        uuid        REFERENCES restaurant,
    place_name           text        NOT NULL,
    currency             text        NOT NULL,
    fulfilment           text        NOT NULL,
    address              text,
    note                 text,
    time_zone            text        NOT NULL,
    closes_wall          timestamp,
    closes_at            timestamptz,
    closes_before        int,
    due_wall             timestamp,
    due_at               timestamptz,
    due_follows          boolean     NOT NULL DEFAULT true,
    start_moved_at       timestamptz,
    promised_at          timestamptz,
    taken_by             text,
    limit_per_head_minor bigint,
    lines_visible        boolean     NOT NULL DEFAULT true,
    nudged_at            timestamptz,
    created_at           timestamptz NOT NULL DEFAULT now(),
    locked_at            timestamptz,
    placed_at            timestamptz,
    placed_rev           bigint,
    accepted_at          timestamptz,
    ready_at             timestamptz,
    handed_over_at       timestamptz,
    cancelled_at         timestamptz,
    cancelled_by         uuid        REFERENCES person,
    cancel_reason        text,
    settled_at           timestamptz,

    PRIMARY KEY (outing_id, id),
    CONSTRAINT group_order_state_known
        CHECK (state IN ('open', 'locked', 'placed', 'accepted', 'preparing', 'ready', 'handed_over', 'cancelled')),
    CONSTRAINT group_order_place_fits         CHECK (char_length(place_name) BETWEEN 1 AND 400),
    CONSTRAINT group_order_currency_code      CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT group_order_fulfilment_known   CHECK (fulfilment IN ('dine_in', 'pick_up', 'delivery')),
    CONSTRAINT group_order_address_fits       CHECK (char_length(address) BETWEEN 1 AND 400),
    CONSTRAINT group_order_note_fits          CHECK (char_length(note) BETWEEN 1 AND 1000),
    CONSTRAINT group_order_closes_whole       CHECK ((closes_wall IS NULL) = (closes_at IS NULL)),
    CONSTRAINT group_order_closes_before_due  CHECK (closes_before BETWEEN 0 AND 20160),
    CONSTRAINT group_order_due_whole          CHECK ((due_wall IS NULL) = (due_at IS NULL)),
    CONSTRAINT group_order_taken_by_fits      CHECK (char_length(taken_by) BETWEEN 1 AND 100),
    CONSTRAINT group_order_limit_sensible     CHECK (limit_per_head_minor BETWEEN 1 AND 1000000000000000),
    CONSTRAINT group_order_locked_dated
        CHECK (state = 'cancelled' OR (state = 'open') = (locked_at IS NULL)),
    CONSTRAINT group_order_placed_dated
        CHECK (state = 'cancelled' OR (state IN ('open', 'locked')) = (placed_at IS NULL)),
    CONSTRAINT group_order_placed_whole       CHECK ((placed_at IS NULL) = (placed_rev IS NULL)),
    CONSTRAINT group_order_handed_over_dated
        CHECK (state = 'cancelled' OR (state = 'handed_over') = (handed_over_at IS NOT NULL)),
    CONSTRAINT group_order_cancelled_dated    CHECK ((state = 'cancelled') = (cancelled_at IS NOT NULL)),
    CONSTRAINT group_order_cancelled_whole
        CHECK (cancelled_at IS NOT NULL OR num_nonnulls(cancelled_by, cancel_reason) = 0),
    CONSTRAINT group_order_cancel_reason_fits CHECK (char_length(cancel_reason) BETWEEN 1 AND 500),
    CONSTRAINT group_order_settled_is_closed  CHECK (settled_at IS NULL OR state <> 'open')
) WITH (fillfactor = 80);

COMMENT ON TABLE  group_order                      IS 'what an outing orders from one place; locked after its outing''s row and before everything else';
COMMENT ON COLUMN group_order.rev                  IS 'counts order_event rows; incremented under the row''s lock, so gapless; open screens follow it';
COMMENT ON COLUMN group_order.version              IS 'increments when a field that PATCH can write changes; compared with If-Match';
COMMENT ON COLUMN group_order.coordinator_id       IS 'who runs the order; at first the host';
COMMENT ON COLUMN group_order.place_name           IS 'the restaurant''s name when the order was opened, or free text where restaurant_id is NULL';
COMMENT ON COLUMN group_order.closes_wall          IS 'local time in time_zone, which is authoritative; closes_at is computed from it in Swift';
COMMENT ON COLUMN group_order.closes_before        IS 'minutes before due_at; the deadline then follows it; NULL = a deadline of its own, or none';
COMMENT ON COLUMN group_order.due_follows          IS 'due_at is the outing''s start until it is set by hand or the order is placed';
COMMENT ON COLUMN group_order.start_moved_at       IS 'when the outing''s start moved away from due_at or promised_at; NULL once they agree, or another time is set';
COMMENT ON COLUMN group_order.promised_at          IS 'when the place says the food is there';
COMMENT ON COLUMN group_order.taken_by             IS 'who took the order at the place, in the coordinator''s words';
COMMENT ON COLUMN group_order.limit_per_head_minor IS 'most that one person''s lines may come to, in minor units';
COMMENT ON COLUMN group_order.lines_visible        IS 'false = attendees see how many of each dish, and not whose';
COMMENT ON COLUMN group_order.placed_rev           IS 'rev at which the order was handed to the place; later events are amendments';
COMMENT ON COLUMN group_order.cancelled_by         IS 'NULL = the service: no one picked a dish, the outing was cancelled, or its place changed';
COMMENT ON COLUMN group_order.settled_at           IS 'when everyone''s balance of the order''s bill was zero; food and money are two state machines, so the food may come later';

CREATE UNIQUE INDEX group_order_one_alive ON group_order (outing_id) WHERE state <> 'cancelled';
-- Serves the worker that locks orders at their deadline.
CREATE INDEX group_order_closes_idx ON group_order (closes_at) WHERE state = 'open';
CREATE INDEX group_order_coordinator_idx ON group_order (coordinator_id);
-- Serves "as last time".
CREATE INDEX group_order_restaurant_idx ON group_order (restaurant_id) WHERE restaurant_id IS NOT NULL;

CREATE TABLE order_line (
    outing_id          uuid        NOT NULL,
    order_id           uuid        NOT NULL,
    id                 uuid        NOT NULL,
    version            bigint      NOT NULL DEFAULT 1,
    person_id          uuid        NOT NULL REFERENCES person,
    set_by_id          uuid        REFERENCES person,
    visitor            text,
    content            text        NOT NULL,
    name               text        NOT NULL,
    options            text,
    note               text,
    quantity           int         NOT NULL,
    unit_minor         bigint,
    tax_ppm            int,
    tax_included       boolean     NOT NULL DEFAULT true,
    tells_kitchen      text,
    menu_restaurant_id uuid,
    menu_version       int,
    menu_position      int,
    pick               jsonb,
    amended_rev        bigint,
    gone_at            timestamptz,
    struck_at          timestamptz,
    struck_by          uuid        REFERENCES person,
    struck_why         text,
    created_at         timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (outing_id, order_id, id),
    CONSTRAINT order_line_of_order
        FOREIGN KEY (outing_id, order_id) REFERENCES group_order ON DELETE CASCADE,
    CONSTRAINT order_line_content_fits        CHECK (char_length(content) BETWEEN 1 AND 101),
    CONSTRAINT order_line_name_fits           CHECK (char_length(name) BETWEEN 1 AND 200),
    CONSTRAINT order_line_options_fit         CHECK (char_length(options) BETWEEN 1 AND 4000),
    CONSTRAINT order_line_note_fits           CHECK (char_length(note) BETWEEN 1 AND 500),
    CONSTRAINT order_line_kitchen_fits        CHECK (char_length(tells_kitchen) BETWEEN 1 AND 200),
    CONSTRAINT order_line_visitor_fits        CHECK (char_length(visitor) BETWEEN 1 AND 100),
    CONSTRAINT order_line_quantity_sensible   CHECK (quantity BETWEEN 1 AND 99),
    CONSTRAINT order_line_price_sensible      CHECK (unit_minor BETWEEN 0 AND 1000000000000),
    CONSTRAINT order_line_tax_sensible        CHECK (tax_ppm BETWEEN 0 AND 1000000),
    CONSTRAINT order_line_tax_on_top_has_rate CHECK (tax_included OR tax_ppm IS NOT NULL),
    CONSTRAINT order_line_of_menu_whole
        CHECK (num_nonnulls(menu_restaurant_id, menu_version, menu_position, pick) IN (0, 4)),
    CONSTRAINT order_line_pick_names_item     CHECK (pick IS NULL OR pick ->> 'item' IS NOT NULL),
    CONSTRAINT order_line_struck_whole        CHECK (struck_at IS NOT NULL OR num_nonnulls(struck_by, struck_why) = 0),
    CONSTRAINT order_line_struck_why_known
        CHECK (struck_why IN ('by_person', 'by_coordinator', 'left', 'removed', 'sold_out', 'merged', 'erased'))
) WITH (fillfactor = 80);

COMMENT ON TABLE  order_line                    IS 'what one person is charged for; struck, never deleted';
COMMENT ON COLUMN order_line.version            IS 'compared with If-Match of the line, so that host and eater never overwrite each other unseen';
COMMENT ON COLUMN order_line.set_by_id          IS 'person who picked it for another; NULL = the eater did';
COMMENT ON COLUMN order_line.visitor            IS 'name of a visitor without an account, for whom the person orders';
COMMENT ON COLUMN order_line.content            IS 'identifies equal lines: SHA-256 of name, options and note, folded, or of pick and note; an id keeps others apart';
COMMENT ON COLUMN order_line.options            IS 'in words: "large, no onions"';
COMMENT ON COLUMN order_line.unit_minor         IS 'price of one in minor units of the order''s currency, as it was picked; NULL = not known yet';
COMMENT ON COLUMN order_line.tax_ppm            IS 'tax rate in parts per million; NULL = not stated';
COMMENT ON COLUMN order_line.tells_kitchen      IS 'what the eater wants the kitchen to know, such as an allergy; removed 30 days after the meal';
COMMENT ON COLUMN order_line.menu_restaurant_id IS 'the restaurant of the menu that the dish was chosen from; NULL = it was typed';
COMMENT ON COLUMN order_line.menu_version       IS 'version of that menu; name, options, unit_minor and tax are as it had them, for ever';
COMMENT ON COLUMN order_line.menu_position      IS 'place of the dish on that menu, from 0; the sheet is in this order';
COMMENT ON COLUMN order_line.pick               IS 'keys of the item, its variant, options and parts: MenuPick in Sources/API';
COMMENT ON COLUMN order_line.amended_rev        IS 'rev of the last change after the order was placed';
COMMENT ON COLUMN order_line.gone_at            IS 'when it was noticed, before the order was placed, that the menu no longer has the dish or it is sold out';

-- The same pick at the same price again raises the quantity.
CREATE UNIQUE INDEX order_line_once
    ON order_line (outing_id, order_id, person_id, coalesce(visitor, ''), content, coalesce(unit_minor, -1))
 WHERE struck_at IS NULL;
CREATE INDEX order_line_person_idx ON order_line (person_id, created_at);
CREATE INDEX order_line_set_by_idx ON order_line (set_by_id) WHERE set_by_id IS NOT NULL;
CREATE INDEX order_line_menu_idx ON order_line (menu_restaurant_id, menu_version) WHERE menu_version IS NOT NULL;
CREATE INDEX order_line_struck_by_idx ON order_line (struck_by) WHERE struck_by IS NOT NULL;

CREATE TABLE order_part (
    outing_id uuid NOT NULL,
    order_id  uuid NOT NULL,
    line_id   uuid NOT NULL,
    number    int  NOT NULL,
    item_key  text NOT NULL,
    slot      text,
    name      text NOT NULL,
    options   text,

    PRIMARY KEY (outing_id, order_id, line_id, number),
    CONSTRAINT order_part_of_line
        FOREIGN KEY (outing_id, order_id, line_id) REFERENCES order_line ON DELETE CASCADE,
    CONSTRAINT order_part_number_counted CHECK (number >= 1),
    CONSTRAINT order_part_key_fits       CHECK (char_length(item_key) BETWEEN 1 AND 100),
    CONSTRAINT order_part_slot_fits      CHECK (char_length(slot) BETWEEN 1 AND 200),
    CONSTRAINT order_part_name_fits      CHECK (char_length(name) BETWEEN 1 AND 400),
    CONSTRAINT order_part_options_fit    CHECK (char_length(options) BETWEEN 1 AND 4000)
);

COMMENT ON TABLE  order_part          IS 'what the kitchen makes for one portion of a line from the menu: the dish, or what was chosen for each slot of a combo';
COMMENT ON COLUMN order_part.item_key IS 'item of the menu: stock counts parts';
COMMENT ON COLUMN order_part.slot     IS 'the slot''s name; NULL for a dish by itself';
COMMENT ON COLUMN order_part.name     IS 'with the variant, as the menu had it when it was picked; options likewise';

CREATE TABLE order_sharer (
    outing_id uuid NOT NULL,
    order_id  uuid NOT NULL,
    line_id   uuid NOT NULL,
    person_id uuid NOT NULL REFERENCES person,
    weight    int  NOT NULL DEFAULT 1,

    PRIMARY KEY (outing_id, order_id, line_id, person_id),
    CONSTRAINT order_sharer_of_line
        FOREIGN KEY (outing_id, order_id, line_id) REFERENCES order_line ON DELETE CASCADE,
    CONSTRAINT order_sharer_weight_sensible CHECK (weight BETWEEN 1 AND 1000)
);

COMMENT ON TABLE order_sharer IS 'people who share a plate, with their weights; none = the line''s person alone';

CREATE INDEX order_sharer_person_idx ON order_sharer (person_id);

CREATE TABLE order_pass (
    outing_id uuid        NOT NULL,
    order_id  uuid        NOT NULL,
    person_id uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    at        timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (outing_id, order_id, person_id),
    CONSTRAINT order_pass_of_order FOREIGN KEY (outing_id, order_id) REFERENCES group_order ON DELETE CASCADE
);

COMMENT ON TABLE order_pass IS '"nothing for me": the person is not asked again; ends with a pick';

CREATE INDEX order_pass_person_idx ON order_pass (person_id);

CREATE TABLE order_event (
    outing_id      uuid        NOT NULL,
    order_id       uuid        NOT NULL,
    rev            bigint      NOT NULL,
    actor_id       uuid        REFERENCES person,
    at             timestamptz NOT NULL DEFAULT now(),
    kind           text        NOT NULL,
    line_id        uuid,
    patch          jsonb       NOT NULL DEFAULT '{}',
    schema_version int         NOT NULL DEFAULT 1,

    PRIMARY KEY (outing_id, order_id, rev),
    CONSTRAINT order_event_of_order FOREIGN KEY (outing_id, order_id) REFERENCES group_order ON DELETE CASCADE,
    CONSTRAINT order_event_of_line
        FOREIGN KEY (outing_id, order_id, line_id) REFERENCES order_line ON DELETE CASCADE,
    CONSTRAINT order_event_kind_known
        CHECK (kind IN ('opened', 'edited', 'locked', 'reopened', 'placed', 'taken_back', 'accepted', 'rejected',
            'promised', 'preparing', 'ready', 'handed_over', 'cancelled', 'settled', 'coordinator_named',
            'line_added', 'line_edited', 'line_struck', 'line_restored', 'passed', 'pass_withdrawn', 'nudged')),
    CONSTRAINT order_event_line_named CHECK (line_id IS NOT NULL OR kind NOT LIKE 'line\_%'),
    CONSTRAINT order_event_patch_object CHECK (jsonb_typeof(patch) = 'object')
);

COMMENT ON TABLE  order_event          IS 'append-only and gapless: who did what to an order';
COMMENT ON COLUMN order_event.actor_id IS 'NULL = the service';
COMMENT ON COLUMN order_event.patch    IS 'old and new values: numbers, ids and dishes, never what a person typed about themselves';

CREATE INDEX order_event_actor_idx ON order_event (actor_id) WHERE actor_id IS NOT NULL;

-- Lines are struck, events are final. A guest who becomes a member keeps their actions.
REVOKE DELETE ON group_order, order_line FROM noonish_app, noonish_worker;
REVOKE UPDATE, DELETE ON order_event FROM noonish_app, noonish_worker;
GRANT UPDATE (actor_id) ON order_event TO noonish_app;

RESET ROLE;
