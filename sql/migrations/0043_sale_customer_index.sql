-- noonish: no-transaction
-- 0043 sale customer index: the sales of a customer, newest first.
--
-- Why:     owners read what a customer bought, and removing a customer clears it from its sales.
-- Locks:   none that blocks a request (CONCURRENTLY).
-- Deploy:  after 0042, before the code that reads it (expand).
-- Undo:    DROP INDEX sale_customer_idx;

CREATE INDEX CONCURRENTLY IF NOT EXISTS sale_customer_idx ON sale (restaurant_id, customer_id, id) WHERE customer_id IS NOT NULL;
