-- 0040 online payments: checks the payments that were stored before 0039.
--
-- Why:     a constraint that is not valid is no promise.
-- Locks:   SHARE UPDATE EXCLUSIVE on bill_payment, which blocks no request, while its rows are read.
-- Deploy:  after 0039.
-- Undo:    none is needed.

SET LOCAL ROLE noonish_owner;

ALTER TABLE bill_payment VALIDATE CONSTRAINT bill_payment_method_known;

RESET ROLE;
