-- 0049 bumped items: what a station had made when it finished its part of an order.
--
-- Why:     a dish that moves to a station which has finished counted as made there, although no one had made it.
-- Locks:   ACCESS EXCLUSIVE on order_bump for a statement that reads and writes no rows.
-- Deploy:  before the code that writes it (expand).
-- Undo:    ALTER TABLE order_bump DROP COLUMN items;

SET LOCAL ROLE noonish_owner;

ALTER TABLE order_bump ADD COLUMN items text[];

COMMENT ON COLUMN order_bump.items IS 'keys of the items that were its own then; NULL, before 0049: whatever is its own now';

RESET ROLE;
