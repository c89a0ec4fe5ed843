-- 0007 endpoints: further ways for news to travel, each to many devices or addresses of one person.
--
-- Why:     a browser, a phone and a program are told like an inbox and a mailbox are: by a watch for each outing.
-- Locks:   channel for a moment; it is tiny. change and push_dead for a moment.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE endpoint; DELETE FROM channel WHERE id IN ('web_push', 'apple_push', 'webhook').

SET LOCAL ROLE noonish_owner;

INSERT INTO channel (id, quiet, max_wait, lease_for, max_attempts, cap)
VALUES ('web_push', '20 s', '2 min', '30 s', 12, '1 h'),
       ('apple_push', '20 s', '2 min', '30 s', 12, '1 h'),
       ('webhook', '1 s', '5 s', '30 s', 12, '1 h');

CREATE TABLE endpoint (
    person_id   uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    id          uuid        NOT NULL,
    channel     text        NOT NULL REFERENCES channel,
    destination text        NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (person_id, id),
    CONSTRAINT endpoint_destination_fits CHECK (char_length(destination) BETWEEN 1 AND 255)
);

COMMENT ON TABLE  endpoint             IS 'a device, browser or program of a person that news is sent to; what else a channel must know of it stands in a table of its own that references this one';
COMMENT ON COLUMN endpoint.destination IS 'host that is spoken to: what the limit of sends at once and the breaker count by';

-- Somebody who is asked to answer is told as somebody who has not.
ALTER TABLE change DROP CONSTRAINT change_audience_known;
ALTER TABLE change ADD CONSTRAINT change_audience_known
    CHECK (audience IN ('hosts', 'attending', 'unanswered', 'all')) NOT VALID;
ALTER TABLE change VALIDATE CONSTRAINT change_audience_known;

RESET ROLE;
