-- 0013 messages: messages about an outing.
--
-- Why:     attendees talk about an outing where they plan it.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE message_reader, message;

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
    CONSTRAINT message_deleted_is_bare
        CHECK ((deleted_at IS NOT NULL) = (text IS NULL) AND (deleted_at IS NULL OR mentions = '{}'::uuid[]))
);

COMMENT ON COLUMN message.rev      IS 'revision of the outing that it made: orders messages, and marks how far a person has read';
COMMENT ON COLUMN message.text     IS 'NULL = deleted; the row stays';
COMMENT ON COLUMN message.mentions IS 'ids of mentioned people of the outing';

CREATE INDEX message_author_idx ON message (author_id);

CREATE TABLE message_reader (
    outing_id uuid    NOT NULL REFERENCES outing ON DELETE CASCADE,
    person_id uuid    NOT NULL REFERENCES person ON DELETE CASCADE,
    read_rev  bigint  NOT NULL DEFAULT 0,
    muted     boolean NOT NULL DEFAULT false,

    PRIMARY KEY (outing_id, person_id)
);

COMMENT ON TABLE  message_reader          IS 'read position of a person in an outing''s messages; no row = nothing read, not muted';
COMMENT ON COLUMN message_reader.read_rev IS 'read up to the message of this revision; only grows';
COMMENT ON COLUMN message_reader.muted    IS 'notify only of messages that mention the person';

CREATE INDEX message_reader_person_idx ON message_reader (person_id);

RESET ROLE;
