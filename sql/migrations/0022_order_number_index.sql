-- noonish: no-transaction
-- 0022 order number index: no two orders of a venue's day have the same number.
--
-- Why:     the people of a venue call an order by its number.
-- Locks:   none that blocks a request (CONCURRENTLY).
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP INDEX group_order_number;

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS group_order_number
    ON group_order (restaurant_id, board_day, board_number) WHERE board_number IS NOT NULL;
