-- 0004 updates: from a recorded change to a notice, level-triggered; see docs/updates.md.
--
-- Why:     a row says only "this watch is behind"; what to say is worked out when it is sent.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE mail_outbox, inbox, push_dead, push, watch, outbox, channel; DROP SEQUENCE lease_seq;

SET LOCAL ROLE noonish_owner;

CREATE TABLE channel (
    id           text     PRIMARY KEY,
    quiet        interval NOT NULL,
    max_wait     interval NOT NULL,
    lease_for    interval NOT NULL,
    max_attempts int      NOT NULL,
    cap          interval NOT NULL
);

COMMENT ON TABLE  channel              IS 'how news travels; quiet and max_wait are set from the settings at start';
COMMENT ON COLUMN channel.quiet        IS 'sent this long after the last edit …';
COMMENT ON COLUMN channel.max_wait     IS '… but at most this long after the first';
COMMENT ON COLUMN channel.lease_for    IS 'a worker that has not finished by then is taken for dead';
COMMENT ON COLUMN channel.max_attempts IS 'then the row goes to push_dead';
COMMENT ON COLUMN channel.cap          IS 'longest pause between two attempts';

INSERT INTO channel (id, quiet, max_wait, lease_for, max_attempts, cap)
VALUES ('inbox', '0 s', '0 s', '30 s', 12, '1 min'),
       ('mail', '2 min', '10 min', '30 s', 12, '1 h');

CREATE TABLE outbox (
    id        bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    outing_id uuid        NOT NULL,
    rev       bigint      NOT NULL,
    urgent    boolean     NOT NULL DEFAULT false,
    at        timestamptz NOT NULL DEFAULT now()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);

COMMENT ON COLUMN outbox.id IS 'never a cursor: commit order differs';

CREATE TABLE watch (
    outing_id   uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    id          uuid        NOT NULL,
    person_id   uuid        NOT NULL REFERENCES person,
    channel     text        NOT NULL REFERENCES channel,
    endpoint_id uuid        NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    sent_rev    bigint      NOT NULL,
    live        boolean     NOT NULL DEFAULT true,
    leaving     boolean     NOT NULL DEFAULT false,
    muted       boolean     NOT NULL DEFAULT false,
    ended_at    timestamptz,

    PRIMARY KEY (outing_id, id),
    CONSTRAINT watch_once_an_endpoint UNIQUE (outing_id, person_id, channel, endpoint_id),
    CONSTRAINT watch_end_dated        CHECK (live = (ended_at IS NULL))
) WITH (fillfactor = 80);

COMMENT ON COLUMN watch.sent_rev IS 'what this person was told by this channel; only grows while live';
COMMENT ON COLUMN watch.muted    IS 'unsubscribed from this outing by this channel; a new invitation does not undo it';
COMMENT ON COLUMN watch.leaving  IS 'was removed: one farewell, then the watch ends';

CREATE INDEX watch_person_idx ON watch (person_id) WHERE live;

CREATE SEQUENCE lease_seq;

CREATE TABLE push (
    watch_id  uuid        PRIMARY KEY,
    outing_id uuid        NOT NULL,
    channel   text        NOT NULL,
    want_rev  bigint      NOT NULL,
    due_at    timestamptz NOT NULL,
    latest    timestamptz NOT NULL,
    lease     bigint      NOT NULL DEFAULT 0,
    attempts  int         NOT NULL DEFAULT 0,

    CONSTRAINT push_of_watch FOREIGN KEY (outing_id, watch_id) REFERENCES watch ON DELETE CASCADE
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
        autovacuum_vacuum_cost_delay = 0);

COMMENT ON TABLE  push       IS 'watches that are behind: one row each, however many edits';
COMMENT ON COLUMN push.lease IS '0 = not leased; else a number that never repeats and fences the ack';

CREATE INDEX push_due_idx ON push (channel, due_at);

CREATE TABLE push_dead (
    watch_id  uuid        PRIMARY KEY,
    outing_id uuid        NOT NULL,
    channel   text        NOT NULL,
    want_rev  bigint      NOT NULL,
    attempts  int         NOT NULL,
    died_at   timestamptz NOT NULL DEFAULT now(),
    why       text        NOT NULL,

    CONSTRAINT push_dead_of_watch FOREIGN KEY (outing_id, watch_id) REFERENCES watch ON DELETE CASCADE
);

CREATE TABLE inbox (
    person_id      uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    seq            bigint      NOT NULL,
    outing_id      uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    from_rev       bigint      NOT NULL,
    to_rev         bigint      NOT NULL,
    changes        jsonb       NOT NULL,
    schema_version int         NOT NULL DEFAULT 1,
    at             timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (person_id, seq),
    CONSTRAINT inbox_forward CHECK (to_rev > from_rev)
);

CREATE INDEX inbox_outing_idx ON inbox (outing_id);

COMMENT ON COLUMN inbox.seq IS 'gapless from 1 for each person; the cursor of the live stream';

CREATE TABLE mail_outbox (
    id           uuid        PRIMARY KEY,
    message_id   text        NOT NULL,
    to_address   text        NOT NULL,
    subject      text        NOT NULL,
    text         text        NOT NULL,
    html         text,
    at           timestamptz NOT NULL DEFAULT now(),
    due_at       timestamptz,
    lease        bigint      NOT NULL DEFAULT 0,
    attempts     int         NOT NULL DEFAULT 0,

    CONSTRAINT mail_outbox_message_once UNIQUE (message_id)
);

COMMENT ON TABLE  mail_outbox        IS 'mail on its way to the mail server, or, while none is configured, kept for the operator to read on loopback';
COMMENT ON COLUMN mail_outbox.due_at IS 'when to hand it to the mail server; NULL = only kept to be read';
COMMENT ON COLUMN mail_outbox.lease  IS '0 = not leased; else a number that never repeats';

CREATE INDEX mail_outbox_to_idx  ON mail_outbox (to_address, at);
CREATE INDEX mail_outbox_due_idx ON mail_outbox (due_at) WHERE due_at IS NOT NULL;

RESET ROLE;
