-- 0037 records: what venues have sold, line by line.
--
-- Why:     owners read what was sold by day, hour and dish, with taxes and tips, and take it to their books.
-- Locks:   SHARE ROW EXCLUSIVE on group_order, person and restaurant for the references of new tables; reads no rows.
-- Deploy:  before the code that writes it (expand).
-- Undo:    DROP FUNCTION prune_sales; DROP TABLE sale_line, sale;

SET LOCAL ROLE noonish_owner;

CREATE TABLE sale (
    restaurant_id uuid        NOT NULL REFERENCES restaurant,
    id            uuid        NOT NULL,
    day           date        NOT NULL,
    hour          int         NOT NULL,
    at            timestamptz NOT NULL DEFAULT now(),
    source        text        NOT NULL,
    currency      text        NOT NULL,
    total_minor   bigint      NOT NULL,
    outing_id     uuid,
    order_id      uuid,
    order_number  int,
    made_by       uuid        REFERENCES person ON DELETE SET NULL,
    voided_at     timestamptz,
    voided_by     uuid        REFERENCES person ON DELETE SET NULL,
    void_reason   text,

    PRIMARY KEY (restaurant_id, id),
    CONSTRAINT sale_of_order
        FOREIGN KEY (outing_id, order_id) REFERENCES group_order ON DELETE SET NULL (outing_id, order_id),
    CONSTRAINT sale_once_a_day      UNIQUE (restaurant_id, day, id),
    CONSTRAINT sale_once_an_order   UNIQUE (outing_id, order_id),
    CONSTRAINT sale_hour_of_day     CHECK (hour BETWEEN 0 AND 23),
    CONSTRAINT sale_source_known    CHECK (source IN ('order', 'hand')),
    CONSTRAINT sale_source_of_order CHECK (source = 'order' OR num_nonnulls(outing_id, order_id, order_number) = 0),
    CONSTRAINT sale_currency_code   CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT sale_total_not_negative CHECK (total_minor >= 0),
    CONSTRAINT sale_void_dated      CHECK (voided_at IS NOT NULL OR num_nonnulls(voided_by, void_reason) = 0),
    CONSTRAINT sale_reason_fits     CHECK (char_length(void_reason) BETWEEN 1 AND 200)
);

COMMENT ON TABLE  sale             IS 'what a venue sold at once: the dishes of an order that it handed over, or what its people entered by hand; has the name of no guest';
COMMENT ON COLUMN sale.day         IS 'the venue''s business day, which ends at 4:00 in its time zone';
COMMENT ON COLUMN sale.hour        IS 'hour on the venue''s clock';
COMMENT ON COLUMN sale.total_minor IS 'sum of the lines with positive numbers: with taxes and tips';
COMMENT ON COLUMN sale.order_id    IS 'NULL once the order is deleted';
COMMENT ON COLUMN sale.made_by     IS 'who handed over or entered it; NULL = a device or the service, or the person is deleted';
COMMENT ON COLUMN sale.voided_at   IS 'the lines with negative numbers take it back, so that it counts zero';

-- Finds the oldest sales of all venues.
CREATE INDEX sale_old_idx ON sale USING brin (day);
CREATE INDEX sale_made_by_idx ON sale (made_by) WHERE made_by IS NOT NULL;
CREATE INDEX sale_voided_by_idx ON sale (voided_by) WHERE voided_by IS NOT NULL;

CREATE TABLE sale_line (
    restaurant_id uuid   NOT NULL,
    day           date   NOT NULL,
    sale_id       uuid   NOT NULL,
    number        int    NOT NULL,
    hour          int    NOT NULL,
    kind          text   NOT NULL,
    item_key      text,
    made_of       text[] NOT NULL DEFAULT '{}',
    name          text,
    options       text,
    category      text,
    quantity      int    NOT NULL,
    currency      text   NOT NULL,
    amount_minor  bigint NOT NULL,
    tax_minor     bigint NOT NULL DEFAULT 0,
    tax_ppm       int,

    PRIMARY KEY (restaurant_id, day, sale_id, number),
    CONSTRAINT sale_line_of_sale FOREIGN KEY (restaurant_id, day, sale_id) REFERENCES sale (restaurant_id, day, id),
    CONSTRAINT sale_line_number_counted CHECK (number <> 0),
    CONSTRAINT sale_line_sign
        CHECK (CASE WHEN number > 0 THEN quantity >= 0 AND amount_minor >= 0 AND tax_minor BETWEEN 0 AND amount_minor
                    ELSE quantity <= 0 AND amount_minor <= 0 AND tax_minor BETWEEN amount_minor AND 0 END),
    CONSTRAINT sale_line_kind_known     CHECK (kind IN ('dish', 'tip')),
    CONSTRAINT sale_line_dish_named     CHECK ((kind = 'dish') = (name IS NOT NULL)),
    CONSTRAINT sale_line_dish_counted   CHECK ((kind = 'dish') = (quantity <> 0)),
    CONSTRAINT sale_line_tip_untaxed    CHECK (kind = 'dish' OR tax_minor = 0 AND tax_ppm IS NULL),
    CONSTRAINT sale_line_hour_of_day    CHECK (hour BETWEEN 0 AND 23),
    CONSTRAINT sale_line_key_fits       CHECK (char_length(item_key) BETWEEN 1 AND 100),
    CONSTRAINT sale_line_name_fits      CHECK (char_length(name) BETWEEN 1 AND 200),
    CONSTRAINT sale_line_options_fit    CHECK (char_length(options) BETWEEN 1 AND 4000),
    CONSTRAINT sale_line_category_fits  CHECK (char_length(category) BETWEEN 1 AND 200),
    CONSTRAINT sale_line_currency_code  CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT sale_line_tax_sensible   CHECK (tax_ppm BETWEEN 0 AND 1000000)
);

COMMENT ON TABLE  sale_line              IS 'append-only: a dish as it was sold, or a tip; reports sum lines and read nothing else';
COMMENT ON COLUMN sale_line.number       IS 'counts a sale''s lines from 1; the line -n takes line n back';
COMMENT ON COLUMN sale_line.hour         IS 'as the sale has it, like day and currency';
COMMENT ON COLUMN sale_line.item_key     IS 'item of the menu; NULL = typed';
COMMENT ON COLUMN sale_line.made_of      IS 'items that the kitchen makes for one: the dish, or the parts of a combo';
COMMENT ON COLUMN sale_line.category     IS 'section of the menu when it was sold; NULL = none';
COMMENT ON COLUMN sale_line.amount_minor IS 'with the tax';
COMMENT ON COLUMN sale_line.tax_ppm      IS 'NULL = no rate is stated';

-- Deletes sales that no law of the venue's country still wants, counted from the end of the year. Owned by the tables'
-- owner, because the program cannot delete from the books.
CREATE FUNCTION prune_sales() RETURNS bigint
LANGUAGE sql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    WITH old AS (
         SELECT s.restaurant_id, s.id, s.day
           FROM sale AS s
           JOIN restaurant AS r ON r.id = s.restaurant_id
          WHERE s.day < (date_trunc('year', now()) - interval '6 years')::date
            AND s.day < date_trunc('year', now())::date
                        - CASE r.country WHEN 'GB' THEN interval '6 years' WHEN 'US' THEN interval '7 years'
                                         ELSE interval '10 years' END
          LIMIT 10000
         ),
         lines AS (
         DELETE FROM sale_line AS l USING old AS o
          WHERE l.restaurant_id = o.restaurant_id AND l.day = o.day AND l.sale_id = o.id
         ),
         sales AS (
         DELETE FROM sale AS s USING old AS o
          WHERE s.restaurant_id = o.restaurant_id AND s.id = o.id
         RETURNING s.id
         )
    SELECT count(*) FROM sales
$$;

REVOKE ALL ON FUNCTION prune_sales() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION prune_sales() TO noonish_app, noonish_worker;

-- Books are append-only: a sale can be voided, and gets the tips that came with it.
REVOKE UPDATE, DELETE ON sale, sale_line FROM noonish_app, noonish_worker;
GRANT UPDATE (total_minor, voided_at, voided_by, void_reason) ON sale TO noonish_app;

RESET ROLE;
