-- 0016 calendar: calendar subscriptions, and answers that come from calendars.
--
-- Why:     calendar programs have no session, and replies may arrive in any order.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE calendar_reply, calendar_feed;

SET LOCAL ROLE noonish_owner;

CREATE TABLE calendar_feed (
    person_id   uuid   PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    generation  bigint NOT NULL,
    secret_hash bytea,

    CONSTRAINT calendar_feed_secret_unique UNIQUE (secret_hash),
    CONSTRAINT calendar_feed_secret_whole  CHECK (octet_length(secret_hash) = 32)
);

COMMENT ON COLUMN calendar_feed.generation  IS 'increments when the address is renewed; the secret is derived from it with the server''s key';
COMMENT ON COLUMN calendar_feed.secret_hash IS 'SHA-256 of the secret in the address; NULL = no address';

CREATE TABLE calendar_reply (
    outing_id uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    person_id uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    sequence  bigint      NOT NULL,
    stamp     timestamptz NOT NULL,

    PRIMARY KEY (outing_id, person_id)
);

COMMENT ON TABLE  calendar_reply          IS 'newest answer from a person''s calendar; older ones are ignored (RFC 5546, 2.1.5)';
COMMENT ON COLUMN calendar_reply.sequence IS 'SEQUENCE of the event that was answered';
COMMENT ON COLUMN calendar_reply.stamp    IS 'DTSTAMP of the answer, but no later than its arrival';

CREATE INDEX calendar_reply_person_idx ON calendar_reply (person_id);

RESET ROLE;
