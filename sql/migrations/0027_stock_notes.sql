-- 0027 stock notes: notes of erased people can be removed, and a count may find any difference.
--
-- Why:     a note can name a person; after a million receipts a count was refused by the limit of other moves.
-- Locks:   ACCESS EXCLUSIVE on stock_move for a statement that reads no rows.
-- Deploy:  before the code that writes it (expand).
-- Undo:    REVOKE UPDATE (note) ON stock_move FROM noonish_app, noonish_worker;

SET LOCAL ROLE noonish_owner;

ALTER TABLE stock_move DROP CONSTRAINT stock_move_sensible;
ALTER TABLE stock_move
  ADD CONSTRAINT stock_move_sensible
      CHECK (kind = 'count'
             OR quantity BETWEEN -1000000 AND 1000000 AND (kind IN ('correction', 'stop') OR quantity > 0)) NOT VALID;

GRANT UPDATE (note) ON stock_move TO noonish_app, noonish_worker;

RESET ROLE;
