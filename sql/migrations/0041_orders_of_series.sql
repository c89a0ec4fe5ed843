-- 0041 orders of series: how each date of a series opens its order, and whose dishes are ordered again by themselves.
--
-- Why:     a group that eats together every week should not set up the same order every week.
-- Locks:   SHARE ROW EXCLUSIVE on group_order, person and series for the references of new tables; reads no rows.
-- Deploy:  before the code that writes it (expand).
-- Undo:    DROP TABLE order_repetition, series_order_person, series_order;

SET LOCAL ROLE noonish_owner;

CREATE TABLE series_order (
    series_id            uuid    PRIMARY KEY REFERENCES series ON DELETE CASCADE,
    closes_before        int     NOT NULL,
    currency             text    NOT NULL,
    fulfilment           text    NOT NULL,
    address              text,
    note                 text,
    limit_per_head_minor bigint,
    lines_visible        boolean NOT NULL DEFAULT true,
    rotates              boolean NOT NULL DEFAULT false,

    CONSTRAINT series_order_closes_before_meal CHECK (closes_before BETWEEN 0 AND 7200),
    CONSTRAINT series_order_currency_code      CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT series_order_fulfilment_known   CHECK (fulfilment IN ('dine_in', 'pick_up', 'delivery')),
    CONSTRAINT series_order_address_fits       CHECK (char_length(address) BETWEEN 1 AND 400),
    CONSTRAINT series_order_note_fits          CHECK (char_length(note) BETWEEN 1 AND 1000),
    CONSTRAINT series_order_limit_sensible     CHECK (limit_per_head_minor BETWEEN 1 AND 1000000000000000)
);

COMMENT ON TABLE  series_order                      IS 'the order that each outing of a series opens by itself; none = people open orders themselves';
COMMENT ON COLUMN series_order.closes_before        IS 'minutes before the outing starts';
COMMENT ON COLUMN series_order.limit_per_head_minor IS 'budget: most that one person''s dishes of one date should come to, in minor units';
COMMENT ON COLUMN series_order.rotates              IS 'people of the series who come run the orders in turn; false = the host does';

CREATE TABLE series_order_person (
    series_id  uuid        NOT NULL REFERENCES series ON DELETE CASCADE,
    person_id  uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (series_id, person_id)
);

COMMENT ON TABLE series_order_person IS 'people of a series whose last dishes are ordered again when an order of it opens';

CREATE INDEX series_order_person_idx ON series_order_person (person_id);

CREATE TABLE order_repetition (
    outing_id uuid        NOT NULL,
    order_id  uuid        NOT NULL,
    person_id uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    result    jsonb,
    at        timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (outing_id, order_id, person_id),
    CONSTRAINT order_repetition_of_order
        FOREIGN KEY (outing_id, order_id) REFERENCES group_order ON DELETE CASCADE,
    CONSTRAINT order_repetition_result_object CHECK (jsonb_typeof(result) = 'object')
);

COMMENT ON TABLE  order_repetition        IS 'whose last dishes were ordered again by themselves; once an order, so that what a person takes off stays off';
COMMENT ON COLUMN order_repetition.result IS 'how many dishes were ordered, and which were not and why: OrderRepetition in Sources/API; NULL = not yet tried';

CREATE INDEX order_repetition_due_idx ON order_repetition (outing_id) WHERE result IS NULL;
CREATE INDEX order_repetition_person_idx ON order_repetition (person_id);

RESET ROLE;
