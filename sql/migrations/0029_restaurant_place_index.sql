-- noonish: no-transaction
-- 0029 restaurant place index: the restaurants at a place.
--
-- Why:     a new restaurant is compared with those within 75 m, without reading all.
-- Locks:   none that blocks a request (CONCURRENTLY).
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP INDEX restaurant_place_idx;

CREATE INDEX CONCURRENTLY IF NOT EXISTS restaurant_place_idx
    ON restaurant (latitude, longitude) WHERE vanished_at IS NULL;
