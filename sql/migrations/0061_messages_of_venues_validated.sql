-- 0061 messages of venues validated: the rules of 0060 hold for the rows that there were before it.
--
-- Why:     they were added NOT VALID, so as to block no request.
-- Locks:   none that blocks a request (SHARE UPDATE EXCLUSIVE on message, abuse_report and order_event, one read of each).
-- Deploy:  after 0060.
-- Undo:    nothing to undo.

SET LOCAL ROLE noonish_owner;

ALTER TABLE message VALIDATE CONSTRAINT message_of_person_or_venue;
ALTER TABLE abuse_report VALIDATE CONSTRAINT abuse_report_about_person_or_venue;
ALTER TABLE order_event VALIDATE CONSTRAINT order_event_kind_known;

RESET ROLE;
