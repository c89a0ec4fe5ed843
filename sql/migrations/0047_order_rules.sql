-- 0047 order rules: what a venue asks of orders, and what happens at an order's deadline.
--
-- Why:     a venue that cannot make an order that is too small, too large or too soon need not reject it by hand.
-- Locks:   venue and group_order, for an instant each; reads no rows.
-- Deploy:  before the code that writes it (expand).
-- Undo:    ALTER TABLE venue DROP COLUMN lead_minutes, DROP COLUMN currency, DROP COLUMN order_min_minor,
--          DROP COLUMN order_max_minor, DROP COLUMN most_portions; ALTER TABLE group_order DROP COLUMN at_deadline;

SET LOCAL ROLE noonish_owner;

-- The service locks orders before venues.
ALTER TABLE group_order ADD COLUMN at_deadline text NOT NULL DEFAULT 'lock';
ALTER TABLE group_order ADD CONSTRAINT group_order_at_deadline_known CHECK (at_deadline IN ('lock', 'place')) NOT VALID;

ALTER TABLE venue
    ADD COLUMN lead_minutes    int,
    ADD COLUMN currency        text,
    ADD COLUMN order_min_minor bigint,
    ADD COLUMN order_max_minor bigint,
    ADD COLUMN most_portions   int;

ALTER TABLE venue ADD CONSTRAINT venue_lead_sensible CHECK (lead_minutes BETWEEN 0 AND 10080) NOT VALID;
ALTER TABLE venue ADD CONSTRAINT venue_portions_sensible CHECK (most_portions BETWEEN 1 AND 10000) NOT VALID;
ALTER TABLE venue ADD CONSTRAINT venue_currency_form CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE venue ADD CONSTRAINT venue_limits_have_currency
    CHECK (currency IS NOT NULL OR num_nonnulls(order_min_minor, order_max_minor) = 0) NOT VALID;
ALTER TABLE venue ADD CONSTRAINT venue_limits_in_order
    CHECK (order_min_minor > 0 AND order_max_minor > 0 AND order_max_minor >= order_min_minor) NOT VALID;

COMMENT ON COLUMN venue.lead_minutes    IS 'minutes that an order is placed before its food is due, at least; NULL = not stated';
COMMENT ON COLUMN venue.currency        IS 'ISO 4217, of the amounts in this row: orders in another currency are not compared';
COMMENT ON COLUMN venue.order_min_minor IS 'the least that an order comes to, in minor units; NULL = no minimum';
COMMENT ON COLUMN venue.order_max_minor IS 'the most that an order comes to, in minor units; NULL = no maximum';
COMMENT ON COLUMN venue.most_portions   IS 'the most portions of an order; NULL = no limit';

COMMENT ON COLUMN group_order.at_deadline IS 'place: at its deadline it is placed with a venue that takes orders, unless something is missing';

RESET ROLE;
