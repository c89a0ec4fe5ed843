-- 0012 subscriptions: what must be known of an endpoint to speak to it, and what webhooks were told.
--
-- Why:     browsers and phones want keys and tokens; the owner of a webhook wants to see what became of it.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE webhook_attempt, webhook_message, webhook, push_device.

SET LOCAL ROLE noonish_owner;

CREATE TABLE push_device (
    person_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    channel     text        NOT NULL,
    address     text        NOT NULL,
    p256dh      bytea,
    auth        bytea,
    environment text,
    name        text,
    created_at  timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (person_id, id),
    CONSTRAINT push_device_of_endpoint  FOREIGN KEY (person_id, id) REFERENCES endpoint ON DELETE CASCADE,
    CONSTRAINT push_device_address_once UNIQUE (channel, address),
    CONSTRAINT push_device_address_fits CHECK (octet_length(address) BETWEEN 1 AND 2000),
    CONSTRAINT push_device_name_fits    CHECK (char_length(name) BETWEEN 1 AND 80),
    CONSTRAINT push_device_of_its_kind  CHECK (
        CASE channel
            WHEN 'web_push' THEN num_nonnulls(p256dh, auth) = 2 AND environment IS NULL
            WHEN 'apple_push' THEN num_nonnulls(p256dh, auth) = 0 AND environment IS NOT NULL
            ELSE false
        END),
    CONSTRAINT push_device_keys_whole   CHECK (octet_length(p256dh) = 65 AND octet_length(auth) = 16),
    CONSTRAINT push_device_environment_known CHECK (environment IN ('production', 'sandbox'))
);

COMMENT ON TABLE  push_device             IS 'a browser or phone of a person; gone with its endpoint';
COMMENT ON COLUMN push_device.address     IS 'web_push: the push service''s URL for it; apple_push: the device token, hexadecimal. Whoever has it can send';
COMMENT ON COLUMN push_device.p256dh      IS 'the browser''s public key: an uncompressed point of P-256';
COMMENT ON COLUMN push_device.environment IS 'which of Apple''s services knows the token';

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
    ended_why     text,

    PRIMARY KEY (person_id, id),
    CONSTRAINT webhook_url_once     UNIQUE (person_id, url),
    CONSTRAINT webhook_url_fits     CHECK (octet_length(url) BETWEEN 1 AND 2000),
    CONSTRAINT webhook_name_fits    CHECK (char_length(name) BETWEEN 1 AND 80),
    CONSTRAINT webhook_former_whole CHECK ((former_secret IS NULL) = (former_until IS NULL)),
    CONSTRAINT webhook_end_told     CHECK ((ended_at IS NULL) = (ended_why IS NULL))
);

COMMENT ON TABLE  webhook               IS 'a program that is told by HTTP; has an endpoint of the same id until it ends';
COMMENT ON COLUMN webhook.events        IS 'types of message; none = all';
COMMENT ON COLUMN webhook.secret        IS 'signs messages; AES-GCM with a key derived from the server''s, which is not in the database';
COMMENT ON COLUMN webhook.former_secret IS 'signs along until former_until, so that a receiver can change over';
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

COMMENT ON TABLE  webhook_message    IS 'what was said, as it was at the first attempt: later attempts and replays say the same';
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
    CONSTRAINT webhook_attempt_of_message FOREIGN KEY (person_id, webhook_id, message_id)
        REFERENCES webhook_message ON DELETE CASCADE,
    CONSTRAINT webhook_attempt_went_somehow CHECK (num_nonnulls(status, failure) = 1)
);

COMMENT ON TABLE webhook_attempt IS 'what became of each attempt; what the receiver answered is not kept but for its status';

CREATE INDEX webhook_attempt_message_idx ON webhook_attempt (person_id, webhook_id, message_id);

RESET ROLE;
