-- 0026 open_check_change: which change of the restaurant was looked at, instead of when.
--
-- Why:     an import writes for minutes and its rows bear the time of its start: a look in between was later than
--          that, though it saw none of it, and nobody looked again before the last day.
-- Locks:   ACCESS EXCLUSIVE on open_check, for a moment.
-- Deploy:  before the code that reads it (expand); what was looked at before is looked at once more.
-- Undo:    ALTER TABLE open_check DROP COLUMN restaurant_changed_in;

SET LOCAL ROLE noonish_owner;

ALTER TABLE open_check ADD COLUMN restaurant_changed_in xid8;

COMMENT ON COLUMN open_check.restaurant_changed_in IS 'restaurant.changed_in that was looked at: another one starts a new look';

RESET ROLE;
