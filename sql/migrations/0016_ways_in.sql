-- 0016 ways in: identities at providers, passkeys, and what is under way to either.
--
-- Why:     people sign in by what they have already, and one account may have several ways in.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE passkey_challenge, passkey, provider_deletion, provider_visit, identity_friend, identity;

SET LOCAL ROLE noonish_owner;

CREATE TABLE identity (
    id         uuid        PRIMARY KEY,
    person_id  uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    provider   text        NOT NULL,
    issuer     text        NOT NULL,
    subject    text        NOT NULL,
    address    text,
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at    timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT identity_subject_once UNIQUE (issuer, subject),
    CONSTRAINT identity_fits         CHECK (char_length(subject) BETWEEN 1 AND 255 AND char_length(issuer) <= 2000)
);

COMMENT ON TABLE  identity          IS 'who somebody is at a provider: one of the ways into their account';
COMMENT ON COLUMN identity.provider IS 'what the operator called the provider when it was last used';
COMMENT ON COLUMN identity.subject  IS 'the provider''s own name for them, which never passes to somebody else';
COMMENT ON COLUMN identity.address  IS 'what the provider says their mail address is, for them to tell accounts apart; proves nothing';

CREATE INDEX identity_person_idx ON identity (person_id);

CREATE TABLE identity_friend (
    identity_id uuid NOT NULL REFERENCES identity ON DELETE CASCADE,
    friend_id   uuid NOT NULL REFERENCES person ON DELETE CASCADE,

    PRIMARY KEY (identity_id, friend_id)
);

COMMENT ON TABLE identity_friend IS 'who of somebody''s friends at a provider was here when they last signed in by it';

CREATE INDEX identity_friend_friend_idx ON identity_friend (friend_id);

CREATE TABLE provider_visit (
    state_hash   bytea       PRIMARY KEY,
    browser_hash bytea,
    provider     text        NOT NULL,
    purpose      text        NOT NULL,
    person_id    uuid        REFERENCES person ON DELETE CASCADE,
    destination  text        NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz NOT NULL,

    CONSTRAINT provider_visit_hashes_whole  CHECK (octet_length(state_hash) = 32 AND octet_length(browser_hash) = 32),
    CONSTRAINT provider_visit_purpose_known CHECK (purpose IN ('sign_in', 'sign_in_again', 'link')),
    CONSTRAINT provider_visit_link_has_who  CHECK (purpose <> 'link' OR person_id IS NOT NULL)
);

COMMENT ON TABLE  provider_visit              IS 'somebody who was sent to a provider and is to come back, once, in the same browser';
COMMENT ON COLUMN provider_visit.state_hash   IS 'SHA-256 of the state; nonce and PKCE verifier are made again from the state and the server''s key';
COMMENT ON COLUMN provider_visit.browser_hash IS 'SHA-256 of a cookie of that browser; NULL = a native program, which brings an ID token itself';
COMMENT ON COLUMN provider_visit.person_id    IS 'who wants to have the identity; NULL = whoever it is';
COMMENT ON COLUMN provider_visit.destination  IS 'the path of ours where they wanted to go';

CREATE INDEX provider_visit_expires_idx ON provider_visit (expires_at);

CREATE TABLE provider_deletion (
    code_hash  bytea       PRIMARY KEY,
    provider   text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT provider_deletion_code_whole CHECK (octet_length(code_hash) = 32)
);

COMMENT ON TABLE provider_deletion IS 'a deletion that somebody asked for at their provider and that was done; the code shows them so';

CREATE TABLE passkey (
    id              uuid        PRIMARY KEY,
    person_id       uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    credential_id   bytea       NOT NULL,
    public_key      bytea       NOT NULL,
    algorithm       int         NOT NULL,
    sign_count      bigint      NOT NULL,
    backup_eligible boolean     NOT NULL,
    backed_up       boolean     NOT NULL,
    transports      text[]      NOT NULL,
    name            text        NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    used_at         timestamptz,

    CONSTRAINT passkey_credential_once   UNIQUE (credential_id),
    CONSTRAINT passkey_credential_fits   CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
    CONSTRAINT passkey_algorithm_known   CHECK (algorithm IN (-7, -8, -257)),
    CONSTRAINT passkey_count_unsigned    CHECK (sign_count BETWEEN 0 AND 4294967295),
    CONSTRAINT passkey_backup_consistent CHECK (backup_eligible OR NOT backed_up),
    CONSTRAINT passkey_name_fits         CHECK (char_length(name) BETWEEN 1 AND 80)
);

COMMENT ON COLUMN passkey.credential_id   IS 'the authenticator''s name for it';
COMMENT ON COLUMN passkey.public_key      IS 'COSE_Key (RFC 9052), as it was registered';
COMMENT ON COLUMN passkey.algorithm       IS 'COSE: -7 ES256, -8 EdDSA, -257 RS256';
COMMENT ON COLUMN passkey.sign_count      IS 'the last one seen; 0 for those that do not count';
COMMENT ON COLUMN passkey.backup_eligible IS 'may be copied to other devices of its owner; never changes';
COMMENT ON COLUMN passkey.backed_up       IS 'is there more than once, as of its last use';

CREATE INDEX passkey_person_idx ON passkey (person_id);

CREATE TABLE passkey_challenge (
    challenge_hash bytea       PRIMARY KEY,
    person_id      uuid        REFERENCES person ON DELETE CASCADE,
    created_at     timestamptz NOT NULL DEFAULT now(),
    expires_at     timestamptz NOT NULL,

    CONSTRAINT passkey_challenge_whole CHECK (octet_length(challenge_hash) = 32)
);

COMMENT ON TABLE  passkey_challenge           IS 'random bytes that are to come back signed, once';
COMMENT ON COLUMN passkey_challenge.person_id IS 'who registers a passkey; NULL = somebody signs in';

CREATE INDEX passkey_challenge_expires_idx ON passkey_challenge (expires_at);

REVOKE ALL ON identity, identity_friend, provider_visit, provider_deletion, passkey, passkey_challenge FROM noonish_worker;
RESET ROLE;
