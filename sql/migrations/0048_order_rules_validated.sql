-- 0048 order rules validated: the rules of 0047 hold for the venues and orders that there were before it.
--
-- Why:     they were added NOT VALID, so as to block no request.
-- Locks:   none that blocks a request (SHARE UPDATE EXCLUSIVE on venue and group_order, one read of each).
-- Deploy:  after 0047.
-- Undo:    nothing to undo.

SET LOCAL ROLE noonish_owner;

ALTER TABLE venue VALIDATE CONSTRAINT venue_lead_sensible;
ALTER TABLE venue VALIDATE CONSTRAINT venue_portions_sensible;
ALTER TABLE venue VALIDATE CONSTRAINT venue_currency_form;
ALTER TABLE venue VALIDATE CONSTRAINT venue_limits_have_currency;
ALTER TABLE venue VALIDATE CONSTRAINT venue_limits_in_order;
ALTER TABLE group_order VALIDATE CONSTRAINT group_order_at_deadline_known;

RESET ROLE;
