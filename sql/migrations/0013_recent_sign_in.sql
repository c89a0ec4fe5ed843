-- 0013 recent sign-in: when a session was last proven, and addresses on their way to an account.
--
-- Why:     what could take an account away (another address, another way in) is asked for a sign-in of this moment.
-- Locks:   session for a moment, to set a column of every row; it is small.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE address_change; ALTER TABLE session DROP COLUMN proven_at;

SET LOCAL ROLE noonish_owner;

ALTER TABLE session ADD COLUMN proven_at timestamptz;
UPDATE session SET proven_at = created_at;
ALTER TABLE session ALTER COLUMN proven_at SET NOT NULL, ALTER COLUMN proven_at SET DEFAULT now();

COMMENT ON COLUMN session.proven_at IS 'when its person last proved who they are: by a code, a passkey, or at a provider';

CREATE TABLE address_change (
    id         uuid        PRIMARY KEY,
    person_id  uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    address    text        NOT NULL,
    code_hash  bytea       NOT NULL,
    attempts   int         NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at    timestamptz,

    CONSTRAINT address_change_lower_case CHECK (address = lower(address)),
    CONSTRAINT address_change_hash_whole CHECK (octet_length(code_hash) = 32)
);

COMMENT ON TABLE  address_change           IS 'a code that was mailed to the address somebody wants to have; works once, until it expires';
COMMENT ON COLUMN address_change.code_hash IS 'HMAC-SHA-256 of id and code with the server''s key';
COMMENT ON COLUMN address_change.attempts  IS 'guesses so far';

CREATE INDEX address_change_person_idx  ON address_change (person_id, created_at);
CREATE INDEX address_change_address_idx ON address_change (address, created_at);

REVOKE ALL ON address_change FROM noonish_worker;
RESET ROLE;
