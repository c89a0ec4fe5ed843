-- 0060 messages of venues: what a venue writes to the people of an outing whose order it has, and reports of it.
--
-- Why:     a kitchen that runs out of a dish, or is late, says so where the group talks.
-- Locks:   SHARE ROW EXCLUSIVE on restaurant for the references of new columns, and ACCESS EXCLUSIVE on message, abuse_report
--          and order_event, for statements that read and write no rows.
-- Deploy:  before the code that writes it (expand). A process of an older version leaves out messages of venues.
-- Undo:    DELETE FROM message WHERE venue_id IS NOT NULL; DELETE FROM abuse_report WHERE venue_id IS NOT NULL;
--          ALTER TABLE message DROP COLUMN venue_id, ALTER COLUMN author_id SET NOT NULL; the same for abuse_report and about_id;
--          and order_event_kind_known as 0032 has it, once no event has the new kind.

SET LOCAL ROLE noonish_owner;

ALTER TABLE message ADD COLUMN venue_id uuid REFERENCES restaurant;
ALTER TABLE message ALTER COLUMN author_id DROP NOT NULL;
ALTER TABLE message
    ADD CONSTRAINT message_of_person_or_venue CHECK (num_nonnulls(author_id, venue_id) = 1) NOT VALID;

COMMENT ON COLUMN message.author_id IS 'NULL for the words of a venue: order_event says who wrote them';
COMMENT ON COLUMN message.venue_id  IS 'venue that wrote it about an order of the outing; NULL = author_id did';

ALTER TABLE abuse_report ADD COLUMN venue_id uuid REFERENCES restaurant;
ALTER TABLE abuse_report ALTER COLUMN about_id DROP NOT NULL;
ALTER TABLE abuse_report
    ADD CONSTRAINT abuse_report_about_person_or_venue CHECK (num_nonnulls(about_id, venue_id) = 1) NOT VALID;

COMMENT ON COLUMN abuse_report.venue_id IS 'venue whose message is reported; NULL = about_id is';

ALTER TABLE order_event DROP CONSTRAINT order_event_kind_known;
ALTER TABLE order_event
  ADD CONSTRAINT order_event_kind_known
      CHECK (kind IN ('opened', 'edited', 'locked', 'reopened', 'placed', 'taken_back', 'accepted', 'rejected',
          'promised', 'preparing', 'bumped', 'recalled', 'ready', 'handed_over', 'cancelled', 'settled',
          'coordinator_named', 'line_added', 'line_edited', 'line_struck', 'line_restored', 'passed', 'pass_withdrawn',
          'nudged', 'messaged')) NOT VALID;

RESET ROLE;
