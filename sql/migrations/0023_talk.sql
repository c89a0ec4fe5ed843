-- 0023 talk: what people say to each other about an outing, and how far each has read.
--
-- Why:     a lunch is talked over; a second chat elsewhere is where people are left out.
-- Locks:   report, channel and outbox for a moment: columns with a constant default are written nowhere; the index of open
--          reports is made anew, of which there are few.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE message_reader, message; DROP INDEX report_open_once; ALTER TABLE report DROP COLUMN message_id,
--          DROP COLUMN quote; CREATE UNIQUE INDEX report_open_once ON report (about_id, by_id) WHERE closed_at IS NULL;
--          ALTER TABLE channel DROP COLUMN calm_quiet, DROP COLUMN calm_max_wait; ALTER TABLE outbox DROP COLUMN calm;

SET LOCAL ROLE noonish_owner;

CREATE TABLE message (
    outing_id  uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    id         uuid        NOT NULL,
    rev        bigint      NOT NULL,
    author_id  uuid        NOT NULL REFERENCES person,
    text       text,
    mentions   uuid[]      NOT NULL DEFAULT '{}',
    at         timestamptz NOT NULL DEFAULT now(),
    edited_at  timestamptz,
    deleted_at timestamptz,

    PRIMARY KEY (outing_id, id),
    CONSTRAINT message_rev_once        UNIQUE (outing_id, rev),
    CONSTRAINT message_id_once         UNIQUE (id),
    CONSTRAINT message_text_fits       CHECK (char_length(text) BETWEEN 1 AND 2000),
    CONSTRAINT message_mentions_fit    CHECK (cardinality(mentions) <= 20),
    CONSTRAINT message_deleted_is_bare CHECK ((deleted_at IS NOT NULL) = (text IS NULL)
                                              AND (deleted_at IS NULL OR mentions = '{}'))
);

COMMENT ON COLUMN message.rev        IS 'the revision of the outing that it made: their order, and how far somebody has read';
COMMENT ON COLUMN message.text       IS 'NULL = deleted; its place stays';
COMMENT ON COLUMN message.mentions   IS 'people on the list whom it is about, by id';

CREATE INDEX message_author_idx ON message (author_id);

CREATE TABLE message_reader (
    outing_id uuid    NOT NULL REFERENCES outing ON DELETE CASCADE,
    person_id uuid    NOT NULL REFERENCES person ON DELETE CASCADE,
    read_rev  bigint  NOT NULL DEFAULT 0,
    muted     boolean NOT NULL DEFAULT false,

    PRIMARY KEY (outing_id, person_id)
);

COMMENT ON TABLE  message_reader          IS 'where somebody stands among the messages of an outing; no row = nothing read, not muted';
COMMENT ON COLUMN message_reader.read_rev IS 'read up to the message of this revision; only grows';
COMMENT ON COLUMN message_reader.muted    IS 'wants to hear of messages only where they are mentioned';

CREATE INDEX message_reader_person_idx ON message_reader (person_id);

ALTER TABLE report ADD COLUMN message_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
ALTER TABLE report ADD COLUMN quote text;
ALTER TABLE report ADD CONSTRAINT report_quote_fits CHECK (char_length(quote) BETWEEN 1 AND 2000) NOT VALID;
ALTER TABLE report VALIDATE CONSTRAINT report_quote_fits;

COMMENT ON COLUMN report.message_id IS 'the message that is reported; zero = the person';
COMMENT ON COLUMN report.quote      IS 'what the message said when it was reported, whatever became of it';

DROP INDEX report_open_once;
CREATE UNIQUE INDEX report_open_once ON report (about_id, by_id, message_id) WHERE closed_at IS NULL;

ALTER TABLE channel ADD COLUMN calm_quiet    interval NOT NULL DEFAULT '0 s';
ALTER TABLE channel ADD COLUMN calm_max_wait interval NOT NULL DEFAULT '0 s';

COMMENT ON COLUMN channel.calm_quiet    IS 'quiet, for what many small things make one notice of: messages';
COMMENT ON COLUMN channel.calm_max_wait IS 'max_wait, likewise';

-- As ever, until the next start sets them.
UPDATE channel SET calm_quiet = quiet, calm_max_wait = max_wait;

ALTER TABLE outbox ADD COLUMN calm boolean NOT NULL DEFAULT false;

COMMENT ON COLUMN outbox.calm IS 'nothing but messages that mention nobody';

RESET ROLE;
