-- 0006 sign-in and friend mail: who spoilt a code, and to whom a friend request was mailed.
--
-- Why:     wrong codes from elsewhere must not lock out the browser that asked; asking, taking back and asking again
--          must not become a way to fill somebody's mailbox.
-- Locks:   sign_in for a moment; it is small.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE friend_mail; ALTER TABLE sign_in DROP COLUMN stranger_attempts;

SET LOCAL ROLE noonish_owner;

ALTER TABLE sign_in ADD COLUMN stranger_attempts int NOT NULL DEFAULT 0;

COMMENT ON COLUMN sign_in.attempts          IS 'wrong codes from the browser that asked, or from anywhere if a program asked';
COMMENT ON COLUMN sign_in.stranger_attempts IS 'wrong codes from elsewhere, where a browser asked; counted apart';

CREATE TABLE friend_mail (
    from_id    uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    to_address text        NOT NULL,
    at         timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (from_id, to_address),
    CONSTRAINT friend_mail_address_lower CHECK (to_address = lower(to_address))
);

COMMENT ON TABLE friend_mail IS 'the newest mail with a friend request from one person to one address; stays when the request is gone';

CREATE INDEX friend_mail_address_idx ON friend_mail (to_address, at);

COMMENT ON COLUMN friend_request.to_address IS 'as from_id typed it. It stays when somebody proves to own it: to_id would tell from_id who that is';

RESET ROLE;
