-- 0005 idempotency: the answer to a request that carried an Idempotency-Key, stored with its effect.
--
-- Why:     a client that lost the answer may ask again and gets the same one, not a second outing.
-- Locks:   none that matter; the table is new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE idempotent_request;

SET LOCAL ROLE noonish_owner;

CREATE TABLE idempotent_request (
    scope        bytea       NOT NULL,
    key          text        NOT NULL,
    request_hash bytea       NOT NULL,
    status       int         NOT NULL,
    headers      jsonb       NOT NULL,
    body         bytea       NOT NULL,
    at           timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (scope, key),
    CONSTRAINT idempotent_request_key_fits     CHECK (char_length(key) BETWEEN 1 AND 200),
    CONSTRAINT idempotent_request_hash_whole   CHECK (octet_length(request_hash) = 32),
    CONSTRAINT idempotent_request_not_a_fault  CHECK (status < 500)
);

COMMENT ON COLUMN idempotent_request.scope        IS 'SHA-256 of the session or guest token that asked';
COMMENT ON COLUMN idempotent_request.request_hash IS 'SHA-256 of method, path and body';

CREATE INDEX idempotent_request_at_idx ON idempotent_request (at);

RESET ROLE;
