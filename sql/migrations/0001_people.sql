-- 0001 people: who is here, how they sign in, who their friends are.
--
-- Why:     every other table points at a person.
-- Locks:   none that matter; the tables are new.
-- Deploy:  first of all. The login that migrates needs CREATEROLE, or an administrator makes the three roles.
-- Undo:    DROP TABLE friend_request, friendship, session, sign_in, person_email, person;

-- Roles belong to the whole cluster, so another database may have made them already.
DO $$
DECLARE
    wanted text;
BEGIN
    FOREACH wanted IN ARRAY ARRAY['noonish_owner', 'noonish_app', 'noonish_worker'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
            BEGIN
                EXECUTE format('CREATE ROLE %I LOGIN NOBYPASSRLS', wanted);
            EXCEPTION WHEN duplicate_object OR unique_violation THEN
                NULL;  -- another migration was faster
            END;
        END IF;
        IF NOT pg_has_role(current_user, wanted, 'MEMBER') THEN
            EXECUTE format('GRANT %I TO %I', wanted, current_user);
        END IF;
    END LOOP;
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO noonish_app, noonish_worker', current_database());
END
$$;

GRANT USAGE, CREATE ON SCHEMA public TO noonish_owner;
GRANT USAGE ON SCHEMA public TO noonish_app, noonish_worker;

SET LOCAL ROLE noonish_owner;

-- Every table to come may be used by both; what one of them may not do is revoked where the table is made.
ALTER DEFAULT PRIVILEGES IN SCHEMA public
GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO noonish_app, noonish_worker;
ALTER DEFAULT PRIVILEGES IN SCHEMA public
GRANT USAGE ON SEQUENCES TO noonish_app, noonish_worker;

CREATE TABLE person (
    id             uuid        PRIMARY KEY,
    kind           text        NOT NULL,
    name           text        NOT NULL,
    time_zone      text,
    locale         text,
    inbox_seq      bigint      NOT NULL DEFAULT 0,
    inbox_read_seq bigint      NOT NULL DEFAULT 0,
    created_at     timestamptz NOT NULL DEFAULT now(),
    updated_at     timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT person_kind_known        CHECK (kind IN ('member', 'guest')),
    CONSTRAINT person_name_fits         CHECK (char_length(name) BETWEEN 1 AND 80),
    CONSTRAINT person_inbox_not_ahead   CHECK (inbox_read_seq BETWEEN 0 AND inbox_seq)
) WITH (fillfactor = 85);

COMMENT ON COLUMN person.kind           IS 'member: can sign in. guest: reached by a personal token only';
COMMENT ON COLUMN person.time_zone      IS 'name of tzdata; NULL = not said';
COMMENT ON COLUMN person.locale         IS 'BCP 47 tag; NULL = not said';
COMMENT ON COLUMN person.inbox_seq      IS 'number of the newest update in this person''s inbox; gapless from 1';
COMMENT ON COLUMN person.inbox_read_seq IS 'updates up to this number were read';

CREATE TABLE person_email (
    address     text        PRIMARY KEY,
    person_id   uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    verified_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT person_email_lower_case CHECK (address = lower(address)),
    CONSTRAINT person_email_fits       CHECK (char_length(address) BETWEEN 3 AND 254)
);

COMMENT ON TABLE person_email IS 'addresses that a member has proved to own; the oldest is written to';

CREATE INDEX person_email_person_idx ON person_email (person_id, verified_at);

CREATE TABLE sign_in (
    id           uuid        PRIMARY KEY,
    address      text        NOT NULL,
    code_hash    bytea       NOT NULL,
    link_hash    bytea       NOT NULL,
    browser_hash bytea,
    attempts     int         NOT NULL DEFAULT 0,
    created_at   timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz NOT NULL,
    used_at      timestamptz,

    CONSTRAINT sign_in_link_unique  UNIQUE (link_hash),
    CONSTRAINT sign_in_hashes_whole CHECK (octet_length(code_hash) = 32 AND octet_length(link_hash) = 32)
);

COMMENT ON TABLE  sign_in              IS 'a code and a link that were mailed; each works once, until it expires';
COMMENT ON COLUMN sign_in.code_hash    IS 'HMAC-SHA-256 of id and code with the server''s key: a code is too short for a plain hash';
COMMENT ON COLUMN sign_in.link_hash    IS 'SHA-256 of 256 random bits';
COMMENT ON COLUMN sign_in.browser_hash IS 'SHA-256 of a cookie of the browser that asked; NULL = a program asked';
COMMENT ON COLUMN sign_in.attempts     IS 'wrong codes so far';

CREATE INDEX sign_in_address_idx ON sign_in (address, created_at);

CREATE TABLE session (
    id         uuid        PRIMARY KEY,
    person_id  uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    token_hash bytea       NOT NULL,
    client     text        NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    seen_at    timestamptz NOT NULL DEFAULT now(),
    ends_at    timestamptz NOT NULL,

    CONSTRAINT session_token_unique UNIQUE (token_hash),
    CONSTRAINT session_token_whole  CHECK (octet_length(token_hash) = 32),
    CONSTRAINT session_client_fits  CHECK (char_length(client) <= 200)
);

COMMENT ON COLUMN session.token_hash IS 'SHA-256 of 256 random bits';
COMMENT ON COLUMN session.client     IS 'the device in words, from User-Agent or Noonish-Client';
COMMENT ON COLUMN session.seen_at    IS 'last use, moved at most once an hour; the idle limit counts from here';
COMMENT ON COLUMN session.ends_at    IS 'absolute end, never moved';

CREATE INDEX session_person_idx ON session (person_id);

CREATE TABLE friendship (
    low_id  uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    high_id uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    since   timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (low_id, high_id),
    CONSTRAINT friendship_stored_once CHECK (low_id < high_id)
);

CREATE INDEX friendship_high_idx ON friendship (high_id);

CREATE TABLE friend_request (
    id         uuid        PRIMARY KEY,
    from_id    uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    to_id      uuid        REFERENCES person ON DELETE CASCADE,
    to_address text,
    created_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT friend_request_to_one         CHECK (num_nonnulls(to_id, to_address) = 1),
    CONSTRAINT friend_request_not_to_self    CHECK (to_id <> from_id),
    CONSTRAINT friend_request_address_lower  CHECK (to_address = lower(to_address)),
    CONSTRAINT friend_request_person_once    UNIQUE (from_id, to_id),
    CONSTRAINT friend_request_address_once   UNIQUE (from_id, to_address)
);

COMMENT ON COLUMN friend_request.to_address IS 'nobody has proved to own it yet; becomes to_id when somebody does';

CREATE INDEX friend_request_to_idx      ON friend_request (to_id);
CREATE INDEX friend_request_address_idx ON friend_request (to_address);

-- Workers word and deliver news; they have no business with anybody's sign-in.
REVOKE ALL ON sign_in, session FROM noonish_worker;
RESET ROLE;
