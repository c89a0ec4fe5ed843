-- 0058 records cancellations: a cancellation of an invoice has a number of its own.
--
-- Why:     a cancellation is a credit note, which many countries require in the gapless series of the invoices.
-- Locks:   SHARE ROW EXCLUSIVE on invoice for the reference of a new table and for a trigger, for an instant; reads no rows.
-- Deploy:  before the code that writes it (expand).
-- Undo:    DROP TRIGGER invoice_number_free ON invoice; DROP TABLE invoice_cancellation; DROP FUNCTION invoice_number_free;
--          DROP FUNCTION next_invoice_number.

SET LOCAL ROLE noonish_owner;

CREATE TABLE invoice_cancellation (
    restaurant_id uuid NOT NULL,
    invoice_id    uuid NOT NULL,
    year          int  NOT NULL,
    sequence      int  NOT NULL,
    issued_on     date NOT NULL,

    PRIMARY KEY (restaurant_id, invoice_id),
    CONSTRAINT invoice_cancellation_of_invoice FOREIGN KEY (restaurant_id, invoice_id) REFERENCES invoice ON DELETE CASCADE,
    CONSTRAINT invoice_cancellation_number_once      UNIQUE (restaurant_id, year, sequence),
    CONSTRAINT invoice_cancellation_year_of_day      CHECK (year = extract(year FROM issued_on)),
    CONSTRAINT invoice_cancellation_sequence_counted CHECK (sequence > 0)
);

COMMENT ON TABLE  invoice_cancellation           IS 'append-only: the credit note that cancels an invoice whose sale was voided';
COMMENT ON COLUMN invoice_cancellation.sequence  IS 'counts in one series with the invoices of the venue in the year, under the lock of the venue''s row';
COMMENT ON COLUMN invoice_cancellation.issued_on IS 'date in the venue''s time zone';

-- Returns the next number of a venue's invoices and cancellations in a year. The caller holds the lock of the venue's row.
CREATE FUNCTION next_invoice_number(venue uuid, of_year int) RETURNS int
LANGUAGE sql
STABLE
SET search_path = public, pg_temp
AS $$
    SELECT 1 + greatest((SELECT coalesce(max(i.sequence), 0)
                           FROM invoice AS i
                          WHERE i.restaurant_id = venue AND i.year = of_year),
                        (SELECT coalesce(max(c.sequence), 0)
                           FROM invoice_cancellation AS c
                          WHERE c.restaurant_id = venue AND c.year = of_year))
$$;

-- Refuses a number that a row of the other table has.
CREATE FUNCTION invoice_number_free() RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    IF EXISTS (SELECT FROM invoice AS i
                WHERE i.restaurant_id = NEW.restaurant_id AND i.year = NEW.year AND i.sequence = NEW.sequence)
       OR EXISTS (SELECT FROM invoice_cancellation AS c
                   WHERE c.restaurant_id = NEW.restaurant_id AND c.year = NEW.year AND c.sequence = NEW.sequence)
    THEN
        RAISE EXCEPTION 'the number % of % is taken', NEW.sequence, NEW.year
            USING ERRCODE = 'unique_violation', CONSTRAINT = 'invoice_number_free', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER invoice_cancellation_number_free BEFORE INSERT ON invoice_cancellation
    FOR EACH ROW EXECUTE FUNCTION invoice_number_free();
CREATE TRIGGER invoice_number_free BEFORE INSERT ON invoice
    FOR EACH ROW EXECUTE FUNCTION invoice_number_free();

COMMENT ON COLUMN invoice.person_id IS 'member who had confirmed the address that the owner typed, which is not stored, and who ordered, paid or ran the order of the sale; their export and the page about erasure list the invoice; NULL = none, or erased';
COMMENT ON COLUMN invoice.sequence  IS 'counts the invoices and cancellations of the venue in the year from 1 without gaps, under the lock of the venue''s row';

REVOKE UPDATE, DELETE ON invoice_cancellation FROM noonish_app, noonish_worker;

RESET ROLE;
