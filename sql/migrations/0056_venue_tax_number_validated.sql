-- 0056 venue tax number validated: the rule of 0055 holds for the venues that there were before it.
--
-- Why:     it was added NOT VALID, so as to block no request.
-- Locks:   none that blocks a request (SHARE UPDATE EXCLUSIVE on venue, one read of it).
-- Deploy:  after 0055.
-- Undo:    nothing to undo.

SET LOCAL ROLE noonish_owner;

ALTER TABLE venue VALIDATE CONSTRAINT venue_tax_number_fits;

RESET ROLE;
