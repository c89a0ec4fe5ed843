-- 0015 delivery: channels, devices, webhooks, and deliveries on their way.
--
-- Why:     a row states only that a watch is behind; the notification is worded when it is sent. See docs/updates.md.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    ALTER TABLE outing_watch DROP CONSTRAINT outing_watch_channel_fkey; DROP TABLE webhook_attempt,
--          webhook_message, webhook, push_device, dead_letter, delivery, inbox, notification_preference,
--          delivery_endpoint, delivery_channel; DROP FUNCTION transfer_history;

SET LOCAL ROLE noonish_owner;

CREATE TABLE delivery_channel (
    id            text     PRIMARY KEY,
    quiet         interval NOT NULL,
    max_wait      interval NOT NULL,
    lease_for     interval NOT NULL,
    max_attempts  int      NOT NULL,
    cap           interval NOT NULL,
    calm_quiet    interval NOT NULL DEFAULT '00:00:00',
    calm_max_wait interval NOT NULL DEFAULT '00:00:00'
);

COMMENT ON TABLE  delivery_channel               IS 'settings of a channel; quiet and max_wait are copied from the settings at start';
COMMENT ON COLUMN delivery_channel.quiet         IS 'time between the last edit and sending …';
COMMENT ON COLUMN delivery_channel.max_wait      IS '… and the limit, counted from the first edit';
COMMENT ON COLUMN delivery_channel.lease_for     IS 'after this time a worker is presumed dead';
COMMENT ON COLUMN delivery_channel.max_attempts  IS 'afterwards the row moves to dead_letter';
COMMENT ON COLUMN delivery_channel.cap           IS 'longest pause between two attempts';
COMMENT ON COLUMN delivery_channel.calm_quiet    IS 'quiet, for messages, many of which make one notification';
COMMENT ON COLUMN delivery_channel.calm_max_wait IS 'max_wait, likewise';

CREATE TABLE delivery_endpoint (
    person_id   uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    id          uuid        NOT NULL,
    channel     text        NOT NULL REFERENCES delivery_channel,
    destination text        NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (person_id, id),
    CONSTRAINT delivery_endpoint_destination_fits CHECK (char_length(destination) BETWEEN 1 AND 255)
);

COMMENT ON TABLE  delivery_endpoint             IS 'device, browser or program of a person to notify; channels keep their own data in tables that refer to this one';
COMMENT ON COLUMN delivery_endpoint.destination IS 'host to connect to: key of the limit on concurrent sends and of the circuit breaker';

CREATE TABLE notification_preference (
    person_id   uuid    NOT NULL REFERENCES person ON DELETE CASCADE,
    channel     text    NOT NULL REFERENCES delivery_channel,
    wanted      boolean NOT NULL DEFAULT true,
    quiet_from  int,
    quiet_until int,
    urgent      boolean NOT NULL DEFAULT true,
    everything  boolean NOT NULL DEFAULT false,

    PRIMARY KEY (person_id, channel),
    CONSTRAINT notification_preference_not_inbox    CHECK (channel <> 'inbox'),
    CONSTRAINT notification_preference_quiet_whole  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)),
    CONSTRAINT notification_preference_quiet_in_day
        CHECK (quiet_from BETWEEN 0 AND 1439 AND quiet_until BETWEEN 0 AND 1439 AND quiet_from <> quiet_until)
);

COMMENT ON TABLE  notification_preference             IS 'no row: wanted at all hours';
COMMENT ON COLUMN notification_preference.quiet_from  IS 'minutes after midnight in the person''s time zone; nothing is sent from here …';
COMMENT ON COLUMN notification_preference.quiet_until IS '… until here, on the next day if that is earlier';
COMMENT ON COLUMN notification_preference.urgent      IS 'false: not even urgent notifications are sent in quiet hours';
COMMENT ON COLUMN notification_preference.everything  IS 'true: also what the channel leaves out by default, such as messages in mail';

CREATE TABLE inbox (
    person_id      uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    seq            bigint      NOT NULL,
    outing_id      uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    from_rev       bigint      NOT NULL,
    to_rev         bigint      NOT NULL,
    changes        jsonb       NOT NULL,
    schema_version int         NOT NULL DEFAULT 1,
    at             timestamptz NOT NULL DEFAULT now(),
    is_read        boolean     NOT NULL DEFAULT false,

    PRIMARY KEY (person_id, seq),
    CONSTRAINT inbox_forward CHECK (to_rev > from_rev)
);

COMMENT ON COLUMN inbox.seq IS 'gapless from 1 for each person; cursor of the live stream';
COMMENT ON COLUMN inbox.is_read IS 'read with its outing; all entries up to person.inbox_read_seq are read too';

CREATE INDEX inbox_outing_idx ON inbox (outing_id);

CREATE TABLE delivery (
    watch_id  uuid        PRIMARY KEY,
    outing_id uuid        NOT NULL,
    channel   text        NOT NULL,
    host_id   uuid        NOT NULL,
    tier      smallint    NOT NULL DEFAULT 0,
    want_rev  bigint      NOT NULL,
    due_at    timestamptz NOT NULL,
    latest    timestamptz NOT NULL,
    lease     bigint      NOT NULL DEFAULT 0,
    attempts  int         NOT NULL DEFAULT 0,
    left_at   timestamptz,

    CONSTRAINT delivery_tier_known CHECK (tier BETWEEN 0 AND 4),
    CONSTRAINT delivery_of_watch   FOREIGN KEY (outing_id, watch_id) REFERENCES outing_watch ON DELETE CASCADE
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);

COMMENT ON TABLE  delivery         IS 'watches that are behind: one row each, however many edits';
COMMENT ON COLUMN delivery.host_id IS 'the outing''s host when the row was made: hosts take turns. No foreign key, since the row ends with its watch';
COMMENT ON COLUMN delivery.tier    IS 'how many deliveries of the host were pending before this one, as a class from 0; lower tiers are claimed first';
COMMENT ON COLUMN delivery.left_at IS 'when a worker first left the row to one of a newer program, which knows all kinds of its changes; NULL if none did';
COMMENT ON COLUMN delivery.lease   IS '0 = not leased; otherwise a number that never repeats and fences the acknowledgement';

-- Serves delivery.claim_deliveries: one range for each tier.
CREATE INDEX delivery_due_idx ON delivery (channel, tier, due_at);

-- Serves delivery.fan_out, which counts the pending deliveries of a host.
CREATE INDEX delivery_host_idx ON delivery (host_id, channel);

CREATE TABLE dead_letter (
    watch_id  uuid        PRIMARY KEY,
    outing_id uuid        NOT NULL,
    channel   text        NOT NULL,
    want_rev  bigint      NOT NULL,
    attempts  int         NOT NULL,
    died_at   timestamptz NOT NULL DEFAULT now(),
    reason    text        NOT NULL,

    CONSTRAINT dead_letter_of_watch FOREIGN KEY (outing_id, watch_id) REFERENCES outing_watch ON DELETE CASCADE
);

CREATE TABLE push_device (
    person_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    channel     text        NOT NULL,
    hash        bytea       NOT NULL,
    sealed      bytea       NOT NULL,
    environment text,
    name        text,
    created_at  timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (person_id, id),
    CONSTRAINT push_device_address_once      UNIQUE (channel, hash),
    CONSTRAINT push_device_hash_fits         CHECK (octet_length(hash) = 32),
    CONSTRAINT push_device_sealed_fits       CHECK (octet_length(sealed) BETWEEN 29 AND 16384),
    CONSTRAINT push_device_name_fits         CHECK (char_length(name) BETWEEN 1 AND 80),
    CONSTRAINT push_device_of_its_kind
        CHECK (
CASE channel
    WHEN 'web_push' THEN environment IS NULL
    WHEN 'apple_push' THEN environment IS NOT NULL
    ELSE false
END),
    CONSTRAINT push_device_environment_known CHECK (environment IN ('production', 'sandbox')),
    CONSTRAINT push_device_of_endpoint
        FOREIGN KEY (person_id, id) REFERENCES delivery_endpoint ON DELETE CASCADE
);

COMMENT ON TABLE  push_device             IS 'browser or phone of a person; deleted with its endpoint';
COMMENT ON COLUMN push_device.hash        IS 'SHA-256 of the address: URL at the push service, or device token';
COMMENT ON COLUMN push_device.sealed      IS 'the address with the keys of a browser, encrypted with the server''s key: they allow sending notifications';
COMMENT ON COLUMN push_device.environment IS 'Apple service that knows the token';

CREATE TABLE webhook (
    person_id     uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    id            uuid        NOT NULL,
    url           text        NOT NULL,
    events        text[]      NOT NULL DEFAULT '{}',
    name          text,
    secret        bytea       NOT NULL,
    former_secret bytea,
    former_until  timestamptz,
    created_at    timestamptz NOT NULL DEFAULT now(),
    ended_at      timestamptz,
    end_reason    text,

    PRIMARY KEY (person_id, id),
    CONSTRAINT webhook_url_once      UNIQUE (person_id, url),
    CONSTRAINT webhook_url_fits      CHECK (octet_length(url) BETWEEN 1 AND 2000),
    CONSTRAINT webhook_name_fits     CHECK (char_length(name) BETWEEN 1 AND 80),
    CONSTRAINT webhook_former_whole  CHECK ((former_secret IS NULL) = (former_until IS NULL)),
    CONSTRAINT webhook_end_explained CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);

COMMENT ON TABLE  webhook               IS 'program that is notified over HTTP; has an endpoint of the same id until it ends';
COMMENT ON COLUMN webhook.events        IS 'types of message; empty = all';
COMMENT ON COLUMN webhook.secret        IS 'signs messages; AES-GCM with a key derived from the server''s, which is not in the database';
COMMENT ON COLUMN webhook.former_secret IS 'also signs until former_until, so that a receiver can change over';
COMMENT ON COLUMN webhook.ended_at      IS 'the receiver answered 410, or the owner turned it off';

CREATE TABLE webhook_message (
    person_id  uuid        NOT NULL,
    webhook_id uuid        NOT NULL,
    id         text        NOT NULL,
    type       text        NOT NULL,
    body       text        NOT NULL,
    at         timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (person_id, webhook_id, id),
    CONSTRAINT webhook_message_of_webhook FOREIGN KEY (person_id, webhook_id) REFERENCES webhook ON DELETE CASCADE
);

COMMENT ON TABLE  webhook_message    IS 'message as of its first attempt; retries and replays send the same';
COMMENT ON COLUMN webhook_message.id IS 'watch:revision';

CREATE INDEX webhook_message_at_idx ON webhook_message (at);

CREATE TABLE webhook_attempt (
    person_id    uuid        NOT NULL,
    webhook_id   uuid        NOT NULL,
    id           uuid        NOT NULL,
    message_id   text        NOT NULL,
    at           timestamptz NOT NULL DEFAULT now(),
    status       int,
    failure      text,
    milliseconds int         NOT NULL,

    PRIMARY KEY (person_id, webhook_id, id),
    CONSTRAINT webhook_attempt_went_somehow CHECK (num_nonnulls(status, failure) = 1),
    CONSTRAINT webhook_attempt_of_message
        FOREIGN KEY (person_id, webhook_id, message_id) REFERENCES webhook_message ON DELETE CASCADE
);

COMMENT ON TABLE webhook_attempt IS 'result of each attempt; of the response only the status is kept';

CREATE INDEX webhook_attempt_message_idx ON webhook_attempt (person_id, webhook_id, message_id);

ALTER TABLE outing_watch
    ADD CONSTRAINT outing_watch_channel_fkey FOREIGN KEY (channel) REFERENCES delivery_channel;

-- Changes are append-only. Merging a guest into their member account falsifies none: the same person acted, under the
-- member's id. The first id must be a guest's, so nothing else can be rewritten.
CREATE FUNCTION transfer_history(guest uuid, member uuid, outings uuid[]) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM person WHERE id = guest AND kind = 'guest')
       OR NOT EXISTS (SELECT FROM person WHERE id = member AND kind = 'member') THEN
        RAISE EXCEPTION 'only a guest can become one with a member';
    END IF;
    UPDATE outing_change
       SET actor_id = CASE WHEN actor_id = guest THEN member ELSE actor_id END,
           patch = replace(patch::text, guest::text, member::text)::jsonb
     WHERE outing_id = ANY (outings)
       AND (actor_id = guest OR strpos(patch::text, guest::text) > 0);
    UPDATE inbox
       SET changes = replace(changes::text, guest::text, member::text)::jsonb
     WHERE outing_id = ANY (outings) AND strpos(changes::text, guest::text) > 0;
END
$$;

REVOKE ALL ON FUNCTION transfer_history(guest uuid, member uuid, outings uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION transfer_history(guest uuid, member uuid, outings uuid[]) TO noonish_app;

INSERT INTO delivery_channel (id, quiet, max_wait, lease_for, max_attempts, cap, calm_quiet, calm_max_wait)
VALUES ('inbox', '00:00:00', '00:00:00', '00:00:30', 12, '00:01:00', '00:00:00', '00:00:00'),
       ('mail', '00:02:00', '00:10:00', '00:00:30', 12, '01:00:00', '00:02:00', '00:10:00'),
       ('web_push', '00:00:20', '00:02:00', '00:00:30', 12, '01:00:00', '00:00:20', '00:02:00'),
       ('apple_push', '00:00:20', '00:02:00', '00:00:30', 12, '01:00:00', '00:00:20', '00:02:00'),
       ('webhook', '00:00:01', '00:00:05', '00:00:30', 12, '01:00:00', '00:00:01', '00:00:05');

RESET ROLE;
