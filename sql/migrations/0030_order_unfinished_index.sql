-- noonish: no-transaction
-- 0030 order unfinished index: the orders that no one has locked or finished, oldest first.
--
-- Why:     a worker looks for those whose meal is over every ten minutes, and must not read all orders.
-- Locks:   none that blocks a request (CONCURRENTLY).
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP INDEX group_order_unfinished_idx;

CREATE INDEX CONCURRENTLY IF NOT EXISTS group_order_unfinished_idx
    ON group_order (created_at, outing_id) WHERE state IN ('open', 'placed', 'accepted', 'preparing', 'ready');
