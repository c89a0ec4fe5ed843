-- 0053 order reminders validated: the rules of 0052 hold for the orders and payments that there were before it.
--
-- Why:     they were added NOT VALID, so as to block no request.
-- Locks:   none that blocks a request (SHARE UPDATE EXCLUSIVE on group_order and bill_payment, one read of each).
-- Deploy:  after 0052.
-- Undo:    nothing to undo.

SET LOCAL ROLE noonish_owner;

ALTER TABLE group_order VALIDATE CONSTRAINT group_order_deadline_action_known;
ALTER TABLE bill_payment VALIDATE CONSTRAINT bill_payment_tip_within;

RESET ROLE;
