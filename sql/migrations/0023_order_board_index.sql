-- noonish: no-transaction
-- 0023 order board index: the orders that a venue works on, oldest first.
--
-- Why:     a board is read every few seconds, and must not read the orders of other restaurants.
-- Locks:   none that blocks a request (CONCURRENTLY).
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP INDEX group_order_board_idx;

CREATE INDEX CONCURRENTLY IF NOT EXISTS group_order_board_idx
    ON group_order (restaurant_id, placed_at, id) WHERE board_number IS NOT NULL;
