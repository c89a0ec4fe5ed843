-- 0052 order reminders: an order whose deadline reminds its coordinator, and the tip that came from a payment.
--
-- Why:     people can order after a deadline that only reminds, a tip goes when its payment is taken back, and the mail to a
--          person who was removed has the ways to pay what they owe.
-- Locks:   group_order and bill_payment, for an instant each; reads no rows.
-- Deploy:  before the code that writes it (expand).
-- Undo:    REVOKE EXECUTE ON FUNCTION payout_methods_of(uuid, uuid, uuid, uuid) FROM noonish_worker;
--          ALTER TABLE bill_payment DROP COLUMN tip_minor; UPDATE group_order SET at_deadline = 'lock' WHERE at_deadline = 'remind';
--          ALTER TABLE group_order DROP CONSTRAINT group_order_deadline_action_known;
--          ALTER TABLE group_order ADD CONSTRAINT group_order_at_deadline_known CHECK (at_deadline IN ('lock', 'place'));

SET LOCAL ROLE noonish_owner;

ALTER TABLE group_order DROP CONSTRAINT group_order_at_deadline_known;
ALTER TABLE group_order ADD CONSTRAINT group_order_deadline_action_known
    CHECK (at_deadline IN ('lock', 'place', 'remind')) NOT VALID;

ALTER TABLE bill_payment ADD COLUMN tip_minor bigint;
ALTER TABLE bill_payment ADD CONSTRAINT bill_payment_tip_within CHECK (tip_minor BETWEEN 1 AND amount_minor) NOT VALID;

COMMENT ON COLUMN group_order.at_deadline IS
    'place: it is placed with a venue that takes orders, unless something is missing; remind: it stays open, and the coordinator is notified';
COMMENT ON COLUMN bill_payment.tip_minor IS 'part above the bill that became a tip of the payer; goes with the payment; NULL = none';

GRANT EXECUTE ON FUNCTION payout_methods_of(outing uuid, bill uuid, transfer uuid, reader uuid) TO noonish_worker;

RESET ROLE;
