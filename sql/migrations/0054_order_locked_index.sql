-- noonish: no-transaction
-- 0054 order locked index: the orders that are locked and not placed.
--
-- Why:     orders to place at their deadline are looked up every 30 seconds, and must not be found by reading all orders.
-- Locks:   none that blocks a request (CONCURRENTLY).
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP INDEX group_order_locked_idx;

CREATE INDEX CONCURRENTLY IF NOT EXISTS group_order_locked_idx ON group_order (closes_at) WHERE state = 'locked';
