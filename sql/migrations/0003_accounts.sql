-- 0003 accounts: people, their addresses, sessions, sign-in codes, passkeys, identities at providers, and sign-in mail.
--
-- Why:     every other room refers to a person; members sign in with a mailed code, a passkey or a provider, and can combine them.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE mail_outbox, provider_deletion, provider_authorization, identity_friend, identity,
--          passkey_challenge, passkey, email_change, sign_in, session, person_email, person; DROP FUNCTION
--          erase_person;

SET LOCAL ROLE noonish_owner;

CREATE TABLE person (
    id               uuid        PRIMARY KEY,
    kind             text        NOT NULL,
    name             text        NOT NULL,
    time_zone        text,
    locale           text,
    inbox_seq        bigint      NOT NULL DEFAULT 0,
    inbox_read_seq   bigint      NOT NULL DEFAULT 0,
    created_at       timestamptz NOT NULL DEFAULT now(),
    updated_at       timestamptz NOT NULL DEFAULT now(),
    found_by_address boolean     NOT NULL DEFAULT false,
    is_operator      boolean     NOT NULL DEFAULT false,

    CONSTRAINT person_name_fits       CHECK (char_length(name) BETWEEN 1 AND 80),
    CONSTRAINT person_inbox_not_ahead CHECK (inbox_read_seq BETWEEN 0 AND inbox_seq),
    CONSTRAINT person_kind_known      CHECK (kind IN ('member', 'guest', 'erased'))
) WITH (fillfactor = 85);

COMMENT ON COLUMN person.kind             IS 'member: can sign in. guest: reached by a personal token only. erased: only the id remains, for what they did with others';
COMMENT ON COLUMN person.time_zone        IS 'tzdata name; NULL = unknown';
COMMENT ON COLUMN person.locale           IS 'BCP 47 tag; NULL = unknown';
COMMENT ON COLUMN person.inbox_seq        IS 'number of the newest entry of the inbox; gapless from 1';
COMMENT ON COLUMN person.inbox_read_seq   IS 'entries up to this number have been read';
COMMENT ON COLUMN person.found_by_address IS 'people who know the address may learn that it has an account';
COMMENT ON COLUMN person.is_operator      IS 'may use the operator console; set by noonish user operator';

CREATE TABLE person_email (
    address     text        PRIMARY KEY,
    person_id   uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    verified_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT person_email_lower_case CHECK (address = lower(address)),
    CONSTRAINT person_email_fits       CHECK (char_length(address) BETWEEN 3 AND 254)
);

COMMENT ON TABLE person_email IS 'addresses that a member has verified; mail goes to the oldest';

CREATE INDEX person_email_person_idx ON person_email (person_id, verified_at);

CREATE TABLE session (
    id         uuid        PRIMARY KEY,
    person_id  uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    token_hash bytea       NOT NULL,
    client     text        NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    seen_at    timestamptz NOT NULL DEFAULT now(),
    ends_at    timestamptz NOT NULL,
    proven_at  timestamptz NOT NULL DEFAULT now(),
    network    text,

    CONSTRAINT session_token_unique UNIQUE (token_hash),
    CONSTRAINT session_token_whole  CHECK (octet_length(token_hash) = 32),
    CONSTRAINT session_client_fits  CHECK (char_length(client) <= 200),
    CONSTRAINT session_network_fits CHECK (char_length(network) BETWEEN 1 AND 60)
);

COMMENT ON COLUMN session.token_hash IS 'SHA-256 of 256 random bits';
COMMENT ON COLUMN session.client     IS 'device name, from User-Agent or Noonish-Client';
COMMENT ON COLUMN session.seen_at    IS 'last use, updated at most once an hour; the idle limit counts from here';
COMMENT ON COLUMN session.ends_at    IS 'absolute end; never changes';
COMMENT ON COLUMN session.proven_at  IS 'when the person last authenticated: by a code, a passkey or a provider';
COMMENT ON COLUMN session.network    IS 'network of the last use, or machine; NULL = not used yet';

CREATE INDEX session_person_idx ON session (person_id);

CREATE TABLE sign_in (
    id                uuid        PRIMARY KEY,
    address           text        NOT NULL,
    code_hash         bytea       NOT NULL,
    link_hash         bytea       NOT NULL,
    browser_hash      bytea,
    attempts          int         NOT NULL DEFAULT 0,
    created_at        timestamptz NOT NULL DEFAULT now(),
    expires_at        timestamptz NOT NULL,
    used_at           timestamptz,
    stranger_attempts int         NOT NULL DEFAULT 0,

    CONSTRAINT sign_in_link_unique  UNIQUE (link_hash),
    CONSTRAINT sign_in_hashes_whole CHECK (octet_length(code_hash) = 32 AND octet_length(link_hash) = 32)
);

COMMENT ON TABLE  sign_in                   IS 'code and link that were mailed; each works once, until it expires';
COMMENT ON COLUMN sign_in.code_hash         IS 'HMAC-SHA-256 of id and code with the server''s key, since a code is too short for a plain hash';
COMMENT ON COLUMN sign_in.link_hash         IS 'SHA-256 of 256 random bits';
COMMENT ON COLUMN sign_in.browser_hash      IS 'SHA-256 of a cookie of the browser that requested it; NULL = requested by an app';
COMMENT ON COLUMN sign_in.attempts          IS 'wrong codes from the requesting browser, or from anywhere if an app requested it';
COMMENT ON COLUMN sign_in.stranger_attempts IS 'wrong codes from other browsers; counted separately, so that they cannot lock out the requester';

CREATE INDEX sign_in_address_idx ON sign_in (address, created_at);

CREATE TABLE email_change (
    id         uuid        PRIMARY KEY,
    person_id  uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    address    text        NOT NULL,
    code_hash  bytea       NOT NULL,
    attempts   int         NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at    timestamptz,

    CONSTRAINT email_change_lower_case CHECK (address = lower(address)),
    CONSTRAINT email_change_hash_whole CHECK (octet_length(code_hash) = 32)
);

COMMENT ON TABLE  email_change           IS 'code that was mailed to a new address; works once, until it expires';
COMMENT ON COLUMN email_change.code_hash IS 'HMAC-SHA-256 of id and code with the server''s key';
COMMENT ON COLUMN email_change.attempts  IS 'wrong codes so far';

CREATE INDEX email_change_person_idx ON email_change (person_id, created_at);
CREATE INDEX email_change_address_idx ON email_change (address, created_at);

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

COMMENT ON COLUMN passkey.credential_id   IS 'the authenticator''s id for it';
COMMENT ON COLUMN passkey.public_key      IS 'COSE_Key (RFC 9052), as registered';
COMMENT ON COLUMN passkey.algorithm       IS 'COSE: -7 ES256, -8 EdDSA, -257 RS256';
COMMENT ON COLUMN passkey.sign_count      IS 'last value seen; 0 for authenticators that do not count';
COMMENT ON COLUMN passkey.backup_eligible IS 'can be synchronised to other devices; never changes';
COMMENT ON COLUMN passkey.backed_up       IS 'was synchronised, as of its last use';

CREATE INDEX passkey_person_idx ON passkey (person_id);

CREATE TABLE passkey_challenge (
    challenge_hash bytea       PRIMARY KEY,
    person_id      uuid        REFERENCES person ON DELETE CASCADE,
    created_at     timestamptz NOT NULL DEFAULT now(),
    expires_at     timestamptz NOT NULL,

    CONSTRAINT passkey_challenge_whole CHECK (octet_length(challenge_hash) = 32)
);

COMMENT ON TABLE  passkey_challenge           IS 'random bytes to be signed once';
COMMENT ON COLUMN passkey_challenge.person_id IS 'the person who registers a passkey; NULL = a sign-in';

CREATE INDEX passkey_challenge_expires_idx ON passkey_challenge (expires_at);

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

COMMENT ON TABLE  identity          IS 'account of a person at a provider, which they can sign in with';
COMMENT ON COLUMN identity.provider IS 'the operator''s name for the provider, as of the last use';
COMMENT ON COLUMN identity.subject  IS 'the provider''s id for the account; never reused for another person';
COMMENT ON COLUMN identity.address  IS 'mail address according to the provider, to tell accounts apart; unverified';

CREATE INDEX identity_person_idx ON identity (person_id);

CREATE TABLE identity_friend (
    identity_id uuid NOT NULL REFERENCES identity ON DELETE CASCADE,
    friend_id   uuid NOT NULL REFERENCES person ON DELETE CASCADE,

    PRIMARY KEY (identity_id, friend_id)
);

COMMENT ON TABLE identity_friend IS 'friends at the provider who had accounts here at the last sign-in';

CREATE INDEX identity_friend_friend_idx ON identity_friend (friend_id);

CREATE TABLE provider_authorization (
    state_hash   bytea       PRIMARY KEY,
    browser_hash bytea,
    provider     text        NOT NULL,
    purpose      text        NOT NULL,
    person_id    uuid        REFERENCES person ON DELETE CASCADE,
    destination  text        NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz NOT NULL,

    CONSTRAINT provider_authorization_hashes_whole
        CHECK (octet_length(state_hash) = 32 AND octet_length(browser_hash) = 32),
    CONSTRAINT provider_authorization_purpose_known CHECK (purpose IN ('sign_in', 'sign_in_again', 'link')),
    CONSTRAINT provider_authorization_link_has_who  CHECK (purpose <> 'link' OR person_id IS NOT NULL)
);

COMMENT ON TABLE  provider_authorization              IS 'pending redirect to a provider; completes once, in the same browser';
COMMENT ON COLUMN provider_authorization.state_hash   IS 'SHA-256 of the state; the nonce and PKCE verifier are derived from the state and the server''s key';
COMMENT ON COLUMN provider_authorization.browser_hash IS 'SHA-256 of a cookie of the browser; NULL = a native app, which sends an ID token itself';
COMMENT ON COLUMN provider_authorization.person_id    IS 'the person who links the identity; NULL = a sign-in';
COMMENT ON COLUMN provider_authorization.destination  IS 'path to redirect to afterwards';

CREATE INDEX provider_authorization_expires_idx ON provider_authorization (expires_at);

CREATE TABLE provider_deletion (
    code_hash  bytea       PRIMARY KEY,
    provider   text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT provider_deletion_code_whole CHECK (octet_length(code_hash) = 32)
);

COMMENT ON TABLE provider_deletion IS 'completed deletion that was requested at a provider; the code shows its status';

CREATE TABLE mail_outbox (
    id         uuid        PRIMARY KEY,
    message_id text        NOT NULL,
    to_address text        NOT NULL,
    subject    text        NOT NULL,
    body       bytea       NOT NULL,
    at         timestamptz NOT NULL DEFAULT now(),
    is_queued  boolean     NOT NULL DEFAULT false,

    CONSTRAINT mail_outbox_message_once UNIQUE (message_id)
);

COMMENT ON TABLE  mail_outbox           IS 'mail to be sent, or, while no mail server is configured, kept for the operator to read on localhost';
COMMENT ON COLUMN mail_outbox.body      IS 'text, HTML and iCalendar part, encrypted with the server''s key: they carry codes and links';
COMMENT ON COLUMN mail_outbox.is_queued IS 'a job takes it to the mail server; otherwise it is only kept to be read';

CREATE INDEX mail_outbox_to_idx ON mail_outbox (to_address, at);

-- Deletes all rows that cascade from a person, which includes tables added later. Rows that do not cascade are shared
-- with others and keep the id; their rooms clear them.
CREATE FUNCTION erase_person(who uuid, called text) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
DECLARE
    own record;
BEGIN
    FOR own IN
        SELECT c.conrelid::regclass AS place, a.attname AS name
          FROM pg_constraint AS c
          JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
         WHERE c.contype = 'f' AND c.confrelid = 'person'::regclass AND c.confdeltype = 'c'
         ORDER BY c.conrelid::regclass::text, a.attname
    LOOP
        EXECUTE format('DELETE FROM %s WHERE %I = $1', own.place, own.name) USING who;
    END LOOP;
    UPDATE person
       SET kind = 'erased', name = called, time_zone = NULL, locale = NULL, inbox_seq = 0, inbox_read_seq = 0,
           is_operator = false, found_by_address = false, updated_at = now()
     WHERE id = who;
END
$$;

REVOKE ALL ON FUNCTION erase_person(who uuid, called text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_person(who uuid, called text) TO noonish_app;

REVOKE ALL ON session FROM noonish_worker;
REVOKE ALL ON sign_in FROM noonish_worker;
REVOKE ALL ON email_change FROM noonish_worker;
REVOKE ALL ON passkey FROM noonish_worker;
REVOKE ALL ON passkey_challenge FROM noonish_worker;
REVOKE ALL ON identity FROM noonish_worker;
REVOKE ALL ON identity_friend FROM noonish_worker;
REVOKE ALL ON provider_authorization FROM noonish_worker;
REVOKE ALL ON provider_deletion FROM noonish_worker;

RESET ROLE;
