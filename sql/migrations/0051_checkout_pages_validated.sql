-- 0051 checkout pages validated: the rules of 0050 hold for the rows that there were before it.
--
-- Why:     they were added NOT VALID, so as to block no request.
-- Locks:   none that blocks a request (SHARE UPDATE EXCLUSIVE, one read of checkout).
-- Deploy:  after 0050.
-- Undo:    nothing to undo.

SET LOCAL ROLE noonish_owner;

ALTER TABLE checkout VALIDATE CONSTRAINT checkout_url_here_or_sealed;
ALTER TABLE checkout VALIDATE CONSTRAINT checkout_url_sealed_fits;

RESET ROLE;
