-- 0033 order event kinds: checks the events that were stored before 0032.
--
-- Why:     a constraint that is not valid is no promise.
-- Locks:   SHARE UPDATE EXCLUSIVE on order_event, which blocks no request, while its rows are read.
-- Deploy:  after 0032.
-- Undo:    none is needed.

SET LOCAL ROLE noonish_owner;

ALTER TABLE order_event VALIDATE CONSTRAINT order_event_kind_known;

RESET ROLE;
