-- 0026 webhook addresses validated: the rules of 0025 hold for the rows that there were before it.
--
-- Why:     they were added NOT VALID, so as to block no request.
-- Locks:   none that blocks a request (SHARE UPDATE EXCLUSIVE, one read of webhook).
-- Deploy:  after 0025.
-- Undo:    nothing to undo.

SET LOCAL ROLE noonish_owner;

ALTER TABLE webhook VALIDATE CONSTRAINT webhook_url_here_or_sealed;
ALTER TABLE webhook VALIDATE CONSTRAINT webhook_url_sealed_fits;
ALTER TABLE webhook VALIDATE CONSTRAINT webhook_host_of_sealed;
ALTER TABLE webhook VALIDATE CONSTRAINT webhook_host_fits;

RESET ROLE;
