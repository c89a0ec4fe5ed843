-- 0055 records invoices: invoices of sales, in the names of those who asked for one.
--
-- Why:     a guest who needs an invoice gets one with a gapless number, and the venue keeps it as long as the law of its
--          country requires, whatever becomes of the guest's account.
-- Locks:   SHARE ROW EXCLUSIVE on sale and person for the references of a new table; ACCESS EXCLUSIVE on venue, which comes last, so
--          that it is locked for an instant; reads no rows.
-- Deploy:  before the code that writes it (expand).
-- Undo:    CREATE OR REPLACE FUNCTION prune_sales as 0037 has it; DROP FUNCTION unlink_invoices; DROP TABLE invoice;
--          DROP FUNCTION books_kept_until; ALTER TABLE venue DROP COLUMN tax_number.

SET LOCAL ROLE noonish_owner;

CREATE TABLE invoice (
    restaurant_id     uuid NOT NULL,
    id                uuid NOT NULL,
    sale_id           uuid NOT NULL,
    year              int  NOT NULL,
    sequence          int  NOT NULL,
    issued_on         date NOT NULL,
    line_count        int  NOT NULL,
    seller_name       text NOT NULL,
    seller_address    text,
    seller_tax_number text,
    name              text NOT NULL,
    address           text NOT NULL,
    tax_number        text,
    person_id         uuid REFERENCES person ON DELETE SET NULL,
    keep_until        date NOT NULL,

    PRIMARY KEY (restaurant_id, id),
    CONSTRAINT invoice_of_sale FOREIGN KEY (restaurant_id, sale_id) REFERENCES sale,
    CONSTRAINT invoice_once_a_sale           UNIQUE (restaurant_id, sale_id),
    CONSTRAINT invoice_number_once           UNIQUE (restaurant_id, year, sequence),
    CONSTRAINT invoice_year_of_day           CHECK (year = extract(year FROM issued_on)),
    CONSTRAINT invoice_sequence_counted      CHECK (sequence > 0),
    CONSTRAINT invoice_has_lines             CHECK (line_count > 0),
    CONSTRAINT invoice_seller_name_fits      CHECK (char_length(seller_name) BETWEEN 1 AND 200),
    CONSTRAINT invoice_seller_tax_number_fits CHECK (char_length(seller_tax_number) BETWEEN 1 AND 40),
    CONSTRAINT invoice_name_fits             CHECK (char_length(name) BETWEEN 1 AND 200),
    CONSTRAINT invoice_address_fits          CHECK (char_length(address) BETWEEN 1 AND 500),
    CONSTRAINT invoice_tax_number_fits       CHECK (char_length(tax_number) BETWEEN 1 AND 40),
    CONSTRAINT invoice_kept_after_its_day    CHECK (keep_until >= issued_on)
);

COMMENT ON TABLE  invoice             IS 'append-only: the invoice of a sale. Its lines and amounts are those of the sale; owners alone read it';
COMMENT ON COLUMN invoice.sequence    IS 'counts the invoices of the venue in the year from 1 without gaps, under the lock of the venue''s row';
COMMENT ON COLUMN invoice.issued_on   IS 'date in the venue''s time zone';
COMMENT ON COLUMN invoice.line_count  IS 'lines that the sale had: a tip that came later is not on the invoice';
COMMENT ON COLUMN invoice.seller_name IS 'the venue as it was, like seller_address and seller_tax_number';
COMMENT ON COLUMN invoice.name        IS 'the recipient, in the words of the venue''s owner';
COMMENT ON COLUMN invoice.person_id   IS 'member who had confirmed the address that the owner typed, which is not stored; their export and the page about erasure list the invoice; NULL = none, or erased';
COMMENT ON COLUMN invoice.keep_until  IS 'the last day on which the law of the venue''s country requires it; an erasure leaves it until then';

CREATE INDEX invoice_person_idx ON invoice (person_id) WHERE person_id IS NOT NULL;
-- Finds the oldest invoices of all venues.
CREATE INDEX invoice_old_idx ON invoice USING brin (keep_until);

-- Returns the last day on which the law of a country requires the books of a day, counted from the end of its year.
CREATE FUNCTION books_kept_until(country text, day date) RETURNS date
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN make_date(extract(year FROM day)::int + CASE country WHEN 'GB' THEN 6 WHEN 'US' THEN 7 ELSE 10 END, 12, 31);

-- Deletes invoices, and then sales without one, that the law of the venue's country no longer requires. A cancelled invoice stays as
-- long as its cancellation. Owned by the tables' owner, because the program cannot delete from the books.
CREATE OR REPLACE FUNCTION prune_sales() RETURNS bigint
LANGUAGE sql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    DELETE FROM invoice AS i
     USING (SELECT o.restaurant_id, o.id
              FROM invoice AS o
              JOIN sale AS s ON s.restaurant_id = o.restaurant_id AND s.id = o.sale_id
              JOIN restaurant AS r ON r.id = o.restaurant_id
             WHERE o.keep_until < now()::date
               AND (s.voided_at IS NULL OR books_kept_until(r.country, s.voided_at::date) < now()::date)
             LIMIT 10000) AS old
     WHERE i.restaurant_id = old.restaurant_id AND i.id = old.id;

    WITH old AS (
         SELECT s.restaurant_id, s.id, s.day
           FROM sale AS s
           JOIN restaurant AS r ON r.id = s.restaurant_id
          WHERE s.day < (date_trunc('year', now()) - interval '6 years')::date
            AND books_kept_until(r.country, s.day) < now()::date
            AND NOT EXISTS (SELECT FROM invoice AS i WHERE i.restaurant_id = s.restaurant_id AND i.sale_id = s.id)
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

-- Ends the links of invoices to a person who is erased. Owned by the table's owner, because the program cannot change an invoice.
CREATE FUNCTION unlink_invoices(who uuid) RETURNS void
LANGUAGE sql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    UPDATE invoice SET person_id = NULL WHERE person_id = who
$$;

REVOKE ALL ON FUNCTION unlink_invoices(who uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unlink_invoices(who uuid) TO noonish_app;

ALTER TABLE venue ADD COLUMN tax_number text;
ALTER TABLE venue ADD CONSTRAINT venue_tax_number_fits CHECK (char_length(tax_number) BETWEEN 1 AND 40) NOT VALID;

COMMENT ON COLUMN venue.tax_number IS 'under which it pays its taxes, as its invoices state it; NULL = not stated, or the venue has lost its last owner';

REVOKE UPDATE, DELETE ON invoice FROM noonish_app, noonish_worker;

RESET ROLE;
