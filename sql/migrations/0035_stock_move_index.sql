-- noonish: no-transaction
-- 0035 stock move index: the moves of a venue, newest first.
--
-- Why:     the people of a venue read what changed their portions, page by page.
-- Locks:   none that blocks a request (CONCURRENTLY).
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP INDEX stock_move_at_idx;

CREATE INDEX CONCURRENTLY IF NOT EXISTS stock_move_at_idx ON stock_move (restaurant_id, at, id);
