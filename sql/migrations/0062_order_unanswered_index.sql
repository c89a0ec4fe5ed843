-- noonish: no-transaction
-- 0062 order unanswered index: the orders that wait for their venue.
--
-- Why:     orders that no venue answers are looked up every 30 seconds, and must not be found by reading all orders.
-- Locks:   none that blocks a request (CONCURRENTLY).
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP INDEX group_order_unanswered_idx;

CREATE INDEX CONCURRENTLY IF NOT EXISTS group_order_unanswered_idx ON group_order (placed_at)
    WHERE state = 'placed' AND board_number IS NOT NULL;
