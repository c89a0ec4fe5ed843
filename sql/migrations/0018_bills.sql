-- 0018 bills: bills with everyone's shares, payments, transfers between people, and the ledger.
--
-- Why:     everyone pays their share to the cent, and what was once agreed can always be read again.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE ledger_posting, ledger_entry, payout_method, bill_transfer, bill_payment, bill_share, bill_charge,
--          bill_version, bill;
--          DROP FUNCTION reduce_bills, payout_methods_of, ledger_entry_balances, bill_charge_sums, bill_sums;

SET LOCAL ROLE noonish_owner;

CREATE TABLE bill (
    outing_id  uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    id         uuid        NOT NULL,
    order_id   uuid,
    currency   text        NOT NULL,
    version    int         NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz,
    reduced_at timestamptz,

    PRIMARY KEY (outing_id, id),
    CONSTRAINT bill_of_order FOREIGN KEY (outing_id, order_id) REFERENCES group_order ON DELETE CASCADE,
    CONSTRAINT bill_once_an_order    UNIQUE (outing_id, order_id),
    CONSTRAINT bill_currency_code    CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT bill_version_counted  CHECK (version >= 1)
) WITH (fillfactor = 80);

COMMENT ON TABLE  bill            IS 'what an outing has to pay, with an order or without; locked after its outing''s row';
COMMENT ON COLUMN bill.order_id   IS 'NULL = without an order: its items were typed';
COMMENT ON COLUMN bill.version    IS 'the newest of bill_version, which counts; compared with If-Match';
COMMENT ON COLUMN bill.settled_at IS 'when every account of the bill''s book was at zero';
COMMENT ON COLUMN bill.reduced_at IS 'when everything but its sums was deleted, long after its end: reduce_bills()';

CREATE TABLE bill_version (
    outing_id           uuid        NOT NULL,
    bill_id             uuid        NOT NULL,
    version             int         NOT NULL,
    made_by             uuid        REFERENCES person,
    at                  timestamptz NOT NULL DEFAULT now(),
    total_minor         bigint      NOT NULL,
    receipt_total_minor bigint,
    checksum            bytea       NOT NULL,

    PRIMARY KEY (outing_id, bill_id, version),
    CONSTRAINT bill_version_of_bill FOREIGN KEY (outing_id, bill_id) REFERENCES bill ON DELETE CASCADE,
    CONSTRAINT bill_version_number_counted   CHECK (version >= 1),
    CONSTRAINT bill_version_total_sensible   CHECK (total_minor BETWEEN 0 AND 1000000000000000),
    CONSTRAINT bill_version_receipt_sensible CHECK (receipt_total_minor BETWEEN 0 AND 1000000000000000),
    CONSTRAINT bill_version_checksum_whole   CHECK (octet_length(checksum) = 32)
);

COMMENT ON TABLE  bill_version                     IS 'append-only: the newest version counts';
COMMENT ON COLUMN bill_version.receipt_total_minor IS 'total that someone typed from the receipt';
COMMENT ON COLUMN bill_version.checksum            IS 'SHA-256 of the bill''s canonical text: docs/money.md';

CREATE INDEX bill_version_made_by_idx ON bill_version (made_by) WHERE made_by IS NOT NULL;

CREATE TABLE bill_charge (
    outing_id        uuid    NOT NULL,
    bill_id          uuid    NOT NULL,
    version          int     NOT NULL,
    number           int     NOT NULL,
    kind             text    NOT NULL,
    basis            text    NOT NULL,
    amount_minor     bigint  NOT NULL,
    percent_ppm      int,
    step_minor       bigint,
    before_discounts boolean NOT NULL DEFAULT false,
    on_receipt       boolean NOT NULL DEFAULT true,
    treats           boolean NOT NULL DEFAULT false,
    of_items         int[],
    line_id          uuid,
    visitor          text,
    tax_ppm          int,
    tax_included     boolean NOT NULL DEFAULT true,
    label            text,

    PRIMARY KEY (outing_id, bill_id, version, number),
    CONSTRAINT bill_charge_of_bill
        FOREIGN KEY (outing_id, bill_id, version) REFERENCES bill_version ON DELETE CASCADE,
    CONSTRAINT bill_charge_number_counted   CHECK (number >= 1),
    CONSTRAINT bill_charge_kind_known
        CHECK (kind IN ('items', 'tax', 'service', 'delivery', 'tip', 'discount', 'difference', 'rounding')),
    CONSTRAINT bill_charge_basis_known      CHECK (basis IN ('own', 'taxable', 'value', 'heads', 'named')),
    CONSTRAINT bill_charge_sign
        CHECK (CASE kind WHEN 'discount' THEN amount_minor <= 0 WHEN 'difference' THEN true WHEN 'rounding' THEN true
                         ELSE amount_minor >= 0 END),
    CONSTRAINT bill_charge_percent_sensible CHECK (percent_ppm BETWEEN 0 AND 1000000),
    CONSTRAINT bill_charge_step_of_rounding CHECK ((step_minor IS NOT NULL) = (kind = 'rounding')),
    CONSTRAINT bill_charge_step_counted     CHECK (step_minor >= 1),
    CONSTRAINT bill_charge_items_only
        CHECK (kind = 'items' OR num_nonnulls(line_id, visitor, tax_ppm) = 0),
    CONSTRAINT bill_charge_tax_sensible     CHECK (tax_ppm BETWEEN 0 AND 1000000),
    CONSTRAINT bill_charge_tax_on_top_has_rate CHECK (tax_included OR tax_ppm IS NOT NULL),
    CONSTRAINT bill_charge_visitor_fits     CHECK (char_length(visitor) BETWEEN 1 AND 100),
    CONSTRAINT bill_charge_label_fits       CHECK (char_length(label) BETWEEN 1 AND 200)
);

COMMENT ON COLUMN bill_charge.number   IS 'counts from 1 in a bill; enters the tie-break';
COMMENT ON COLUMN bill_charge.step_minor IS 'smallest coin of a cash rounding';
COMMENT ON COLUMN bill_charge.treats   IS 'one half of a treat: a discount for the guest, and its opposite for the host';
COMMENT ON COLUMN bill_charge.of_items IS 'numbers of the items that a discount or a percentage is on; NULL = all';
COMMENT ON COLUMN bill_charge.line_id  IS 'line of the order that the items are; NULL = typed';
COMMENT ON COLUMN bill_charge.visitor  IS 'name of a visitor without an account, for whom the person pays';

CREATE TABLE bill_share (
    outing_id    uuid   NOT NULL,
    bill_id      uuid   NOT NULL,
    version      int    NOT NULL,
    number       int    NOT NULL,
    position     int    NOT NULL,
    person_id    uuid   NOT NULL REFERENCES person,
    amount_minor bigint NOT NULL,
    weight       bigint,
    fraction     text   NOT NULL DEFAULT 'none',

    PRIMARY KEY (outing_id, bill_id, version, number, position),
    CONSTRAINT bill_share_of_charge
        FOREIGN KEY (outing_id, bill_id, version, number) REFERENCES bill_charge ON DELETE CASCADE,
    CONSTRAINT bill_share_weight_sensible CHECK (weight BETWEEN 1 AND 1000000000000000),
    CONSTRAINT bill_share_fraction_known
        CHECK (fraction IN ('none', 'dropped', 'raised', 'droppedByTieBreak', 'raisedByTieBreak'))
);

COMMENT ON COLUMN bill_share.position IS 'counts the shares of a charge; a guest who becomes a member may then have two';
COMMENT ON COLUMN bill_share.weight   IS 'as it was typed, for items and charges that name people';
COMMENT ON COLUMN bill_share.fraction IS 'what happened to the fraction of a minor unit: docs/money.md';

CREATE INDEX bill_share_person_idx ON bill_share (person_id);

-- Checked at the end of the transaction that adds rows: a bill is its charges, and a charge its shares.
CREATE FUNCTION bill_sums() RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    IF EXISTS (SELECT FROM bill_version AS b
                WHERE b.outing_id = NEW.outing_id AND b.bill_id = NEW.bill_id AND b.version = NEW.version
                  AND b.total_minor <> (
                      SELECT coalesce(sum(c.amount_minor), 0)
                        FROM bill_charge AS c
                       WHERE c.outing_id = b.outing_id AND c.bill_id = b.bill_id AND c.version = b.version))
    THEN
        RAISE EXCEPTION 'the charges of version % do not sum to its total', NEW.version
            USING ERRCODE = 'check_violation', CONSTRAINT = 'bill_sums_to_total', TABLE = 'bill_version';
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION bill_charge_sums() RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    IF EXISTS (SELECT FROM bill_charge AS c
                WHERE c.outing_id = NEW.outing_id AND c.bill_id = NEW.bill_id AND c.version = NEW.version
                  AND c.number = NEW.number
                  AND c.amount_minor <> (
                      SELECT coalesce(sum(s.amount_minor), 0)
                        FROM bill_share AS s
                       WHERE s.outing_id = c.outing_id AND s.bill_id = c.bill_id AND s.version = c.version
                         AND s.number = c.number))
    THEN
        RAISE EXCEPTION 'the shares of charge % do not sum to its amount', NEW.number
            USING ERRCODE = 'check_violation', CONSTRAINT = 'bill_share_sums_to_charge', TABLE = 'bill_share';
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER bill_sums_to_total AFTER INSERT ON bill_version
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION bill_sums();
CREATE CONSTRAINT TRIGGER bill_charge_sums_to_total AFTER INSERT ON bill_charge
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION bill_sums();
CREATE CONSTRAINT TRIGGER bill_charge_has_shares AFTER INSERT ON bill_charge
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION bill_charge_sums();
CREATE CONSTRAINT TRIGGER bill_share_sums_to_charge AFTER INSERT ON bill_share
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION bill_charge_sums();

CREATE TABLE bill_payment (
    outing_id    uuid        NOT NULL,
    bill_id      uuid        NOT NULL,
    id           uuid        NOT NULL,
    person_id    uuid        NOT NULL REFERENCES person,
    amount_minor bigint      NOT NULL,
    method       text        NOT NULL,
    is_refund    boolean     NOT NULL DEFAULT false,
    recorded_by  uuid        REFERENCES person,
    at           timestamptz NOT NULL DEFAULT now(),
    reversed_at  timestamptz,
    reversed_by  uuid        REFERENCES person,

    PRIMARY KEY (outing_id, bill_id, id),
    CONSTRAINT bill_payment_of_bill FOREIGN KEY (outing_id, bill_id) REFERENCES bill ON DELETE CASCADE,
    CONSTRAINT bill_payment_amount_sensible CHECK (amount_minor BETWEEN 1 AND 1000000000000000),
    CONSTRAINT bill_payment_method_known    CHECK (method IN ('cash', 'card', 'other')),
    CONSTRAINT bill_payment_reversed_whole  CHECK (reversed_at IS NOT NULL OR reversed_by IS NULL)
);

COMMENT ON TABLE  bill_payment           IS 'what a person paid to the place; reversed, never deleted';
COMMENT ON COLUMN bill_payment.person_id IS 'who paid; may not have eaten';
COMMENT ON COLUMN bill_payment.is_refund IS 'true = the place paid it back to the person';

CREATE INDEX bill_payment_person_idx ON bill_payment (person_id);
CREATE INDEX bill_payment_recorded_by_idx ON bill_payment (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE INDEX bill_payment_reversed_by_idx ON bill_payment (reversed_by) WHERE reversed_by IS NOT NULL;

CREATE TABLE bill_transfer (
    outing_id    uuid        NOT NULL,
    bill_id      uuid        NOT NULL,
    id           uuid        NOT NULL,
    version      int         NOT NULL,
    debtor_id    uuid        NOT NULL REFERENCES person,
    creditor_id  uuid        NOT NULL REFERENCES person,
    amount_minor bigint      NOT NULL,
    code         text        NOT NULL,
    state        text        NOT NULL DEFAULT 'asked',
    created_at   timestamptz NOT NULL DEFAULT now(),
    reminders    int         NOT NULL DEFAULT 0,
    remind_at    timestamptz,
    sent_at      timestamptz,
    ended_at     timestamptz,

    PRIMARY KEY (outing_id, bill_id, id),
    CONSTRAINT bill_transfer_of_bill
        FOREIGN KEY (outing_id, bill_id, version) REFERENCES bill_version ON DELETE CASCADE,
    CONSTRAINT bill_transfer_code_once         UNIQUE (outing_id, bill_id, code),
    CONSTRAINT bill_transfer_code_form         CHECK (code ~ '^[0-9A-Z]{4,25}$'),
    CONSTRAINT bill_transfer_amount_sensible   CHECK (amount_minor BETWEEN 1 AND 1000000000000000),
    CONSTRAINT bill_transfer_between_two       CHECK (debtor_id <> creditor_id OR ended_at IS NOT NULL),
    CONSTRAINT bill_transfer_state_known
        CHECK (state IN ('asked', 'sent', 'received', 'disputed', 'forgiven', 'void')),
    CONSTRAINT bill_transfer_ended_dated
        CHECK ((ended_at IS NOT NULL) = (state IN ('received', 'forgiven', 'void'))),
    CONSTRAINT bill_transfer_sent_dated        CHECK (state <> 'sent' OR sent_at IS NOT NULL),
    CONSTRAINT bill_transfer_reminders_at_most CHECK (reminders BETWEEN 0 AND 2),
    CONSTRAINT bill_transfer_reminds_if_open   CHECK (remind_at IS NULL OR state = 'asked')
) WITH (fillfactor = 80);

COMMENT ON TABLE  bill_transfer           IS 'what one person owes another who paid; the money itself moves outside the service';
COMMENT ON COLUMN bill_transfer.version   IS 'version of the bill that asked for it';
COMMENT ON COLUMN bill_transfer.code      IS 'identifies it on statements';
COMMENT ON COLUMN bill_transfer.remind_at IS 'next reminder of the debtor; after two there is none';

CREATE INDEX bill_transfer_debtor_idx ON bill_transfer (debtor_id);
CREATE INDEX bill_transfer_creditor_idx ON bill_transfer (creditor_id);
CREATE INDEX bill_transfer_remind_idx ON bill_transfer (remind_at) WHERE remind_at IS NOT NULL;

CREATE TABLE payout_method (
    person_id  uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    kind       text        NOT NULL,
    sealed     bytea       NOT NULL,
    masked     text        NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (person_id, kind),
    CONSTRAINT payout_method_kind_known  CHECK (kind IN ('account', 'upi', 'pix', 'payPal', 'link', 'other')),
    CONSTRAINT payout_method_sealed_fits CHECK (octet_length(sealed) BETWEEN 1 AND 4096),
    CONSTRAINT payout_method_masked_fits CHECK (char_length(masked) BETWEEN 1 AND 100)
);

COMMENT ON TABLE  payout_method        IS 'how a person wants to be paid; each person reads their own rows only, others through payout_methods_of()';
COMMENT ON COLUMN payout_method.sealed IS 'account, names and address, encrypted with secret.key';
COMMENT ON COLUMN payout_method.masked IS 'what lists show: "FI •••• 0785"';

ALTER TABLE payout_method ENABLE ROW LEVEL SECURITY;
CREATE POLICY payout_method_own ON payout_method
    USING      (person_id = (SELECT nullif(current_setting('noonish.person', true), '')::uuid))
    WITH CHECK (person_id = (SELECT nullif(current_setting('noonish.person', true), '')::uuid));

-- The creditor's methods, for the debtor of a transfer that is open. Owned by the tables' owner, so that no statement of the
-- program reads another person's rows.
CREATE FUNCTION payout_methods_of(outing uuid, bill uuid, transfer uuid, reader uuid)
RETURNS TABLE (kind text, sealed bytea)
LANGUAGE sql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    SELECT m.kind, m.sealed
      FROM bill_transfer AS t
      JOIN payout_method AS m ON m.person_id = t.creditor_id
     WHERE t.outing_id = payout_methods_of.outing
       AND t.bill_id = payout_methods_of.bill
       AND t.id = payout_methods_of.transfer
       AND t.debtor_id = payout_methods_of.reader
       AND t.state IN ('asked', 'sent', 'disputed')
     ORDER BY m.kind
$$;

REVOKE ALL ON FUNCTION payout_methods_of(outing uuid, bill uuid, transfer uuid, reader uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION payout_methods_of(outing uuid, bill uuid, transfer uuid, reader uuid) TO noonish_app;

CREATE TABLE ledger_entry (
    book        text        NOT NULL,
    book_id     uuid        NOT NULL,
    id          uuid        NOT NULL,
    outing_id   uuid        GENERATED ALWAYS AS (CASE book WHEN 'group' THEN book_id END) STORED
                            REFERENCES outing ON DELETE CASCADE,
    bill_id    uuid,
    kind        text        NOT NULL,
    actor_id    uuid        REFERENCES person,
    at          timestamptz NOT NULL DEFAULT now(),
    day         date        NOT NULL,
    reverses_id uuid,

    PRIMARY KEY (book, book_id, id),
    CONSTRAINT ledger_entry_book_known    CHECK (book IN ('group', 'venue')),
    CONSTRAINT ledger_entry_group_billed  CHECK (book <> 'group' OR bill_id IS NOT NULL),
    CONSTRAINT ledger_entry_kind_known
        CHECK (kind IN ('billed', 'paid', 'refunded', 'transferred', 'forgiven', 'reversed')),
    CONSTRAINT ledger_entry_reverses_whole CHECK ((reverses_id IS NOT NULL) = (kind = 'reversed')),
    CONSTRAINT ledger_entry_reverses_entry FOREIGN KEY (book, book_id, reverses_id) REFERENCES ledger_entry,
    CONSTRAINT ledger_entry_reversed_once  UNIQUE (book, book_id, reverses_id)
);

COMMENT ON TABLE  ledger_entry           IS 'append-only, double entry; the group''s book goes with its outing, a venue''s book is kept as the law wants';
COMMENT ON COLUMN ledger_entry.book_id   IS 'the outing, or the restaurant';
COMMENT ON COLUMN ledger_entry.outing_id IS 'the outing of a group''s book, for the foreign key';
COMMENT ON COLUMN ledger_entry.day       IS 'date in the outing''s time zone';
COMMENT ON COLUMN ledger_entry.actor_id  IS 'NULL = the service';

CREATE INDEX ledger_entry_bill_idx ON ledger_entry (outing_id, bill_id) WHERE outing_id IS NOT NULL;
CREATE INDEX ledger_entry_actor_idx ON ledger_entry (actor_id) WHERE actor_id IS NOT NULL;

CREATE TABLE ledger_posting (
    book         text   NOT NULL,
    book_id      uuid   NOT NULL,
    entry_id     uuid   NOT NULL,
    number       int    NOT NULL,
    account      text   NOT NULL,
    person_id    uuid   REFERENCES person,
    amount_minor bigint NOT NULL,
    currency     text   NOT NULL,

    PRIMARY KEY (book, book_id, entry_id, number),
    CONSTRAINT ledger_posting_of_entry
        FOREIGN KEY (book, book_id, entry_id) REFERENCES ledger_entry ON DELETE CASCADE,
    CONSTRAINT ledger_posting_not_nothing     CHECK (amount_minor <> 0),
    CONSTRAINT ledger_posting_currency_code   CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT ledger_posting_account_known   CHECK (book <> 'group' OR account IN ('person', 'place')),
    CONSTRAINT ledger_posting_person_account  CHECK ((account = 'person') = (person_id IS NOT NULL))
);

COMMENT ON COLUMN ledger_posting.amount_minor IS 'above 0: the person owes more, or the place has received more';

CREATE INDEX ledger_posting_person_idx ON ledger_posting (person_id) WHERE person_id IS NOT NULL;

-- Checked at the end of the transaction: an entry has at least two postings, and they sum to 0 in each currency.
CREATE FUNCTION ledger_entry_balances() RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
DECLARE
    entry uuid := CASE TG_TABLE_NAME WHEN 'ledger_entry' THEN to_jsonb(NEW) ->> 'id'
                                     ELSE to_jsonb(NEW) ->> 'entry_id' END;
BEGIN
    IF (SELECT count(*) FROM ledger_posting AS p
         WHERE p.book = NEW.book AND p.book_id = NEW.book_id AND p.entry_id = entry) < 2
       OR EXISTS (SELECT FROM ledger_posting AS p
                   WHERE p.book = NEW.book AND p.book_id = NEW.book_id AND p.entry_id = entry
                   GROUP BY p.currency
                  HAVING sum(p.amount_minor) <> 0)
    THEN
        RAISE EXCEPTION 'ledger entry % does not balance', entry
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_balances', TABLE = 'ledger_posting';
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER ledger_entry_balances AFTER INSERT ON ledger_entry
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entry_balances();
CREATE CONSTRAINT TRIGGER ledger_posting_balances AFTER INSERT ON ledger_posting
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entry_balances();

-- Deletes who bore, paid and owed what of bills that were last changed longer ago than `kept`, at least a year; their sums
-- remain. Owned by the tables' owner, because the program cannot delete from the books.
CREATE FUNCTION reduce_bills(kept interval) RETURNS bigint
LANGUAGE sql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    WITH reduced AS (
         UPDATE bill AS b
            SET reduced_at = now()
          WHERE b.reduced_at IS NULL
            AND greatest(
                    b.settled_at,
                    (SELECT max(v.at) FROM bill_version AS v WHERE v.outing_id = b.outing_id AND v.bill_id = b.id),
                    (SELECT max(e.at) FROM ledger_entry AS e WHERE e.outing_id = b.outing_id AND e.bill_id = b.id))
                < now() - greatest(kept, interval '365 days')
      RETURNING b.outing_id, b.id
         ),
         entries AS (
         DELETE FROM ledger_entry AS e USING reduced AS r WHERE e.outing_id = r.outing_id AND e.bill_id = r.id
         ),
         transfers AS (
         DELETE FROM bill_transfer AS t USING reduced AS r WHERE t.outing_id = r.outing_id AND t.bill_id = r.id
         ),
         payments AS (
         DELETE FROM bill_payment AS p USING reduced AS r WHERE p.outing_id = r.outing_id AND p.bill_id = r.id
         ),
         shares AS (
         DELETE FROM bill_share AS s USING reduced AS r WHERE s.outing_id = r.outing_id AND s.bill_id = r.id
         ),
         charges AS (
         UPDATE bill_charge AS c SET label = NULL, visitor = NULL
           FROM reduced AS r WHERE c.outing_id = r.outing_id AND c.bill_id = r.id
         ),
         versions AS (
         UPDATE bill_version AS v SET made_by = NULL
           FROM reduced AS r WHERE v.outing_id = r.outing_id AND v.bill_id = r.id
         )
    SELECT count(*) FROM reduced
$$;

REVOKE ALL ON FUNCTION reduce_bills(kept interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reduce_bills(kept interval) TO noonish_app;

-- Bills and the ledger are append-only; only a guest who becomes a member is renamed in them.
REVOKE UPDATE, DELETE ON bill_version, bill_charge, bill_share, ledger_entry, ledger_posting FROM noonish_app, noonish_worker;
REVOKE DELETE ON bill, bill_payment, bill_transfer FROM noonish_app, noonish_worker;
REVOKE ALL ON payout_method FROM noonish_worker;
GRANT UPDATE (made_by) ON bill_version TO noonish_app;
GRANT UPDATE (person_id) ON bill_share, ledger_posting TO noonish_app;
GRANT UPDATE (actor_id) ON ledger_entry TO noonish_app;

RESET ROLE;
