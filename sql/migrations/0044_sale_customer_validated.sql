-- 0044 sale customer validated: the rules of 0042 hold for the sales that there were before it.
--
-- Why:     they were added NOT VALID, so as to block no request.
-- Locks:   none that blocks a request (SHARE UPDATE EXCLUSIVE on sale, ROW SHARE on customer, one read of sale).
-- Deploy:  after 0042.
-- Undo:    nothing to undo.

SET LOCAL ROLE noonish_owner;

ALTER TABLE sale VALIDATE CONSTRAINT sale_of_customer;
ALTER TABLE sale VALIDATE CONSTRAINT sale_customer_by_hand;

RESET ROLE;
