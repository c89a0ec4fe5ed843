-- 0004 privacy: exports and erasures of a person's data.
--
-- Why:     members can download their data and delete their account, also from restored backups.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE erased_person, erasure_request, data_export;

SET LOCAL ROLE noonish_owner;

CREATE TABLE data_export (
    id           uuid        PRIMARY KEY,
    person_id    uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    requested_at timestamptz NOT NULL DEFAULT now(),
    ready_at     timestamptz,
    expires_at   timestamptz,
    archive      bytea,

    CONSTRAINT data_export_ready_whole CHECK (num_nonnulls(ready_at, expires_at, archive) IN (0, 3))
);

COMMENT ON TABLE data_export IS 'archive of a person''s data; made on request and deleted a day later';

CREATE UNIQUE INDEX data_export_one_under_way ON data_export (person_id) WHERE ready_at IS NULL;
CREATE INDEX data_export_person_idx ON data_export (person_id, requested_at);
CREATE INDEX data_export_expires_idx ON data_export (expires_at);

CREATE TABLE erasure_request (
    person_id    uuid        PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    requested_at timestamptz NOT NULL DEFAULT now(),
    due_at       timestamptz NOT NULL,

    CONSTRAINT erasure_request_has_grace CHECK (due_at > requested_at)
);

COMMENT ON TABLE erasure_request IS 'account to be erased when due; cancelled by deleting the row';

CREATE TABLE erased_person (
    person_hash bytea       PRIMARY KEY,
    at          timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT erased_person_hash_whole CHECK (octet_length(person_hash) = 32)
);

COMMENT ON TABLE  erased_person             IS 'erased people, so that restoring a backup erases them again; a file beside the database holds the same list';
COMMENT ON COLUMN erased_person.person_hash IS 'HMAC-SHA-256 of the person''s id with the server''s key; reveals nothing without the key';

REVOKE UPDATE, DELETE ON erased_person FROM noonish_app, noonish_worker;

RESET ROLE;
