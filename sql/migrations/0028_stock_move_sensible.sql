-- 0028 stock move sensible: checks the moves that were made before 0027.
--
-- Why:     a constraint that is not valid is no promise.
-- Locks:   SHARE UPDATE EXCLUSIVE on stock_move, which blocks no request, while its rows are read.
-- Deploy:  after 0027.
-- Undo:    none is needed.

SET LOCAL ROLE noonish_owner;

ALTER TABLE stock_move VALIDATE CONSTRAINT stock_move_sensible;

RESET ROLE;
