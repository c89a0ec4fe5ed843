-- 0039 checkout: paying a share of a bill online, at a provider's page.
--
-- Why:     people pay the place by card, and every payment and refund is in the bill's book once.
-- Locks:   SHARE ROW EXCLUSIVE on bill and person for the references of new tables, and ACCESS EXCLUSIVE on venue for a
--          column and on bill_payment for a constraint that is not validated; reads no rows.
-- Deploy:  before the code that writes it (expand).
-- Undo:    DROP TABLE checkout_refund, checkout_customer, checkout; ALTER TABLE venue DROP COLUMN takes_online_payments;
--          ALTER TABLE bill_payment DROP CONSTRAINT bill_payment_method_known, and add it as it was.

SET LOCAL ROLE noonish_owner;

CREATE TABLE checkout (
    id             uuid        PRIMARY KEY,
    outing_id      uuid,
    bill_id        uuid,
    payer_id       uuid        NOT NULL REFERENCES person,
    amount_minor   bigint      NOT NULL,
    currency       text        NOT NULL,
    state          text        NOT NULL DEFAULT 'preparing',
    remember       boolean     NOT NULL DEFAULT false,
    session        text,
    url            text,
    intent         text,
    refunded_minor bigint      NOT NULL DEFAULT 0,
    fault          text,
    cleared_fault  text,
    created_at     timestamptz NOT NULL DEFAULT now(),
    expires_at     timestamptz NOT NULL,
    replaced_at    timestamptz,
    paid_at        timestamptz,
    reads          int         NOT NULL DEFAULT 0,
    next_read_at   timestamptz,

    CONSTRAINT checkout_of_bill FOREIGN KEY (outing_id, bill_id) REFERENCES bill ON DELETE SET NULL,
    CONSTRAINT checkout_session_once     UNIQUE (session),
    CONSTRAINT checkout_state_known
        CHECK (state IN ('preparing', 'open', 'paid', 'refunded', 'expired', 'failed', 'mismatched')),
    CONSTRAINT checkout_amount_sensible  CHECK (amount_minor BETWEEN 1 AND 1000000000000000),
    CONSTRAINT checkout_currency_code    CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT checkout_refund_within    CHECK (refunded_minor BETWEEN 0 AND amount_minor),
    CONSTRAINT checkout_refunded_whole   CHECK ((state = 'refunded') = (refunded_minor = amount_minor)),
    CONSTRAINT checkout_open_has_session CHECK (state IN ('preparing', 'failed') OR session IS NOT NULL),
    CONSTRAINT checkout_paid_dated       CHECK ((paid_at IS NOT NULL) = (state IN ('paid', 'refunded'))),
    CONSTRAINT checkout_session_fits     CHECK (char_length(session) BETWEEN 1 AND 255),
    CONSTRAINT checkout_url_fits         CHECK (char_length(url) BETWEEN 1 AND 8192),
    CONSTRAINT checkout_intent_fits      CHECK (char_length(intent) BETWEEN 1 AND 255),
    CONSTRAINT checkout_fault_fits       CHECK (char_length(fault) BETWEEN 1 AND 1000),
    CONSTRAINT checkout_cleared_fits     CHECK (char_length(cleared_fault) BETWEEN 1 AND 1000)
) WITH (fillfactor = 80);

COMMENT ON TABLE  checkout             IS 'a payment of one person at the provider''s page; has no data of cards';
COMMENT ON COLUMN checkout.id          IS 'also the idempotency key of its session, and the id of the bill''s payment';
COMMENT ON COLUMN checkout.bill_id     IS 'NULL once the bill is deleted with its outing';
COMMENT ON COLUMN checkout.session     IS 'the provider''s id of the page; NULL until the provider has answered';
COMMENT ON COLUMN checkout.url         IS 'the provider''s page, while it is open';
COMMENT ON COLUMN checkout.intent      IS 'the provider''s id of the payment, which refunds name';
COMMENT ON COLUMN checkout.fault       IS 'what the operator has to see to';
COMMENT ON COLUMN checkout.cleared_fault IS 'the fault that the operator has seen to; it is not shown again';
COMMENT ON COLUMN checkout.replaced_at IS 'when its page was to be closed, because what is owed has changed';
COMMENT ON COLUMN checkout.next_read_at IS 'when the provider is asked next; who asks moves it first, so that it is theirs while it stays; NULL = nothing is expected to change';

-- A person has one page of a bill at a time.
CREATE UNIQUE INDEX checkout_current_once ON checkout (outing_id, bill_id, payer_id)
 WHERE state IN ('preparing', 'open') AND replaced_at IS NULL;
CREATE INDEX checkout_next_read_idx ON checkout (next_read_at) WHERE next_read_at IS NOT NULL;
CREATE INDEX checkout_bill_idx ON checkout (outing_id, bill_id);
CREATE INDEX checkout_payer_idx ON checkout (payer_id);
CREATE INDEX checkout_created_idx ON checkout (created_at);
CREATE INDEX checkout_intent_idx ON checkout (intent) WHERE intent IS NOT NULL;
CREATE INDEX checkout_fault_idx ON checkout (id) WHERE fault IS NOT NULL;

CREATE TABLE checkout_refund (
    id           uuid        PRIMARY KEY,
    checkout_id  uuid        NOT NULL REFERENCES checkout ON DELETE CASCADE,
    amount_minor bigint      NOT NULL,
    reason       text        NOT NULL,
    state        text        NOT NULL DEFAULT 'asked',
    created_at   timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT checkout_refund_amount_sensible CHECK (amount_minor >= 1),
    CONSTRAINT checkout_refund_reason_known    CHECK (reason IN ('cancelled', 'surplus', 'operator')),
    CONSTRAINT checkout_refund_state_known     CHECK (state IN ('asked', 'sent', 'refused'))
);

COMMENT ON TABLE  checkout_refund       IS 'what the provider is to pay back, or was asked to';
COMMENT ON COLUMN checkout_refund.id    IS 'also its idempotency key';
COMMENT ON COLUMN checkout_refund.state IS 'sent: the provider has accepted it; the book has what the provider says was paid back';

CREATE INDEX checkout_refund_checkout_idx ON checkout_refund (checkout_id);

CREATE TABLE checkout_customer (
    id         uuid        PRIMARY KEY,
    person_id  uuid        UNIQUE REFERENCES person ON DELETE CASCADE,
    sealed     bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    removed_at timestamptz,

    CONSTRAINT checkout_customer_sealed_fits   CHECK (octet_length(sealed) BETWEEN 1 AND 4096),
    CONSTRAINT checkout_customer_removed_whole CHECK ((person_id IS NULL) = (removed_at IS NOT NULL))
);

COMMENT ON TABLE  checkout_customer            IS 'for whom the provider remembers a card';
COMMENT ON COLUMN checkout_customer.sealed     IS 'the provider''s id of the customer, encrypted with secret.key';
COMMENT ON COLUMN checkout_customer.removed_at IS 'when the person removed the card; the row is deleted once the provider has deleted the customer';

CREATE INDEX checkout_customer_removed_idx ON checkout_customer (removed_at) WHERE removed_at IS NOT NULL;

ALTER TABLE venue ADD COLUMN takes_online_payments boolean NOT NULL DEFAULT false;

COMMENT ON COLUMN venue.takes_online_payments IS 'whether its owner wants bills to be paid online, to the account of the service''s operator';

ALTER TABLE bill_payment DROP CONSTRAINT bill_payment_method_known;
ALTER TABLE bill_payment ADD CONSTRAINT bill_payment_method_known
    CHECK (method IN ('cash', 'card', 'other', 'online')) NOT VALID;

RESET ROLE;
