-- 0019 waitlist: a queue for the seats of an outing that is full, and seats held for whoever is offered them.
--
-- Why:     a seat that comes free goes to whoever asked first, without a host who watches.
-- Locks:   attendance for the length of a catalogue change and one look at its rows.
-- Deploy:  before the code that reads it (expand).
-- Undo:    ALTER TABLE attendance DROP COLUMN waiting_rev, DROP COLUMN offer_ends_at, DROP COLUMN offer_missed; then
--          attendance_count() and its trigger as 0003 has them.

SET LOCAL ROLE noonish_owner;

ALTER TABLE attendance
    ADD COLUMN waiting_rev   bigint,
    ADD COLUMN offer_ends_at timestamptz,
    ADD COLUMN offer_missed  boolean NOT NULL DEFAULT false;

UPDATE attendance SET waiting_rev = 0 WHERE status = 'waitlisted';

ALTER TABLE attendance
    ADD CONSTRAINT attendance_waiting_whole CHECK ((status = 'waitlisted') = (waiting_rev IS NOT NULL)),
    ADD CONSTRAINT attendance_offer_waits   CHECK (status = 'waitlisted' OR offer_ends_at IS NULL AND NOT offer_missed),
    ADD CONSTRAINT attendance_offer_once    CHECK (offer_ends_at IS NULL OR NOT offer_missed);

COMMENT ON COLUMN attendance.waiting_rev   IS 'rev of the outing at which they asked to wait: their place in the queue';
COMMENT ON COLUMN attendance.offer_ends_at IS 'until when their party''s seats are held for them; NULL = no offer';
COMMENT ON COLUMN attendance.offer_missed  IS 'an offer ran out: they wait on, and are offered nothing until they ask again';

-- Serves outings.ended_offers, and there are never many.
CREATE INDEX attendance_offer_idx ON attendance (offer_ends_at) WHERE offer_ends_at IS NOT NULL;

CREATE OR REPLACE FUNCTION attendance_count() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    was attendance;
    now attendance;
BEGIN
    IF TG_OP <> 'INSERT' THEN was := OLD; END IF;
    IF TG_OP <> 'DELETE' THEN now := NEW; END IF;
    UPDATE outing
       SET going            = going
                              + CASE WHEN now.status = 'attending' THEN now.party_size ELSE 0 END
                              - CASE WHEN was.status = 'attending' THEN was.party_size ELSE 0 END,
           held             = held
                              + CASE WHEN now.offer_ends_at IS NOT NULL THEN now.party_size ELSE 0 END
                              - CASE WHEN was.offer_ends_at IS NOT NULL THEN was.party_size ELSE 0 END,
           invited_count    = invited_count
                              + coalesce((now.status = 'invited')::int, 0) - coalesce((was.status = 'invited')::int, 0),
           attending_count  = attending_count
                              + coalesce((now.status = 'attending')::int, 0) - coalesce((was.status = 'attending')::int, 0),
           maybe_count      = maybe_count
                              + coalesce((now.status = 'maybe')::int, 0) - coalesce((was.status = 'maybe')::int, 0),
           declined_count   = declined_count
                              + coalesce((now.status = 'declined')::int, 0) - coalesce((was.status = 'declined')::int, 0),
           waitlisted_count = waitlisted_count
                              + coalesce((now.status = 'waitlisted')::int, 0) - coalesce((was.status = 'waitlisted')::int, 0)
     WHERE id = coalesce(now.outing_id, was.outing_id);
    RETURN NULL;
END
$$;

DROP TRIGGER attendance_counted ON attendance;
CREATE TRIGGER attendance_counted
AFTER INSERT OR UPDATE OF status, party_size, offer_ends_at OR DELETE ON attendance
FOR EACH ROW EXECUTE FUNCTION attendance_count();

RESET ROLE;
