-- noonish: no-transaction
-- 0034 order board open index: the orders that a venue has not handed over.
--
-- Why:     open boards are compared every second, and must not read all orders that a venue ever had.
-- Locks:   none that blocks a request (CONCURRENTLY).
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP INDEX group_order_board_open_idx;

CREATE INDEX CONCURRENTLY IF NOT EXISTS group_order_board_open_idx
    ON group_order (restaurant_id) WHERE board_number IS NOT NULL AND state <> 'handed_over';
