-- 0018 own data: what people keep here of themselves, how they take it along and how they take it away; and the book of
-- what was allowed and refused.
--
-- Why:     a profile has a face and a diet; whoever asks gets all that is kept of them, or is forgotten, also by backups;
--          and an operator can see what was done with which right, and that nobody rewrote it.
-- Locks:   person and session for a moment: the columns have no default that is computed.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE audit, report, erased, erasure, export, diet_need, picture; DROP FUNCTION audit_chain(),
--          audit_hash(audit), audit_of(uuid, int), audit_newest(int), audit_heads(), audit_fault(), prune_audit(interval), erase_person(uuid, text);
--          ALTER TABLE session DROP COLUMN network; ALTER TABLE person DROP COLUMN is_operator.

SET LOCAL ROLE noonish_owner;

ALTER TABLE person ADD COLUMN is_operator boolean NOT NULL DEFAULT false;
ALTER TABLE person DROP CONSTRAINT person_kind_known;
ALTER TABLE person ADD CONSTRAINT person_kind_known CHECK (kind IN ('member', 'guest', 'erased')) NOT VALID;
ALTER TABLE person VALIDATE CONSTRAINT person_kind_known;

COMMENT ON COLUMN person.kind        IS 'member: can sign in. guest: reached by a personal token only. erased: only the id is left, for what others did with them';
COMMENT ON COLUMN person.is_operator IS 'may use the operator''s console; set by noonish user operator';

ALTER TABLE session ADD COLUMN network text;
ALTER TABLE session ADD CONSTRAINT session_network_fits CHECK (char_length(network) BETWEEN 1 AND 60);

COMMENT ON COLUMN session.network IS 'where it was last used from: an address cut to its network, or machine; NULL = not used yet';

CREATE TABLE picture (
    person_id uuid        PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    tag       text        NOT NULL,
    small     bytea       NOT NULL,
    large     bytea       NOT NULL,
    at        timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT picture_tag_plain  CHECK (tag ~ '^[0-9a-f]{16}$'),
    CONSTRAINT picture_small_fits CHECK (octet_length(small) BETWEEN 1 AND 65536),
    CONSTRAINT picture_large_fits CHECK (octet_length(large) BETWEEN 1 AND 262144)
);

COMMENT ON TABLE  picture       IS 'WebP made here from what somebody sent, which is not kept';
COMMENT ON COLUMN picture.tag   IS 'of its bytes; moves when the picture does';
COMMENT ON COLUMN picture.small IS '64 pixels wide and high';
COMMENT ON COLUMN picture.large IS '256 pixels wide and high';

CREATE TABLE diet_need (
    person_id  uuid        PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    diets      text[]      NOT NULL DEFAULT '{}',
    allergies  text[]      NOT NULL DEFAULT '{}',
    note       text,
    updated_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT diet_need_diets_known     CHECK (diets <@ ARRAY['vegan', 'vegetarian', 'pescetarian', 'gluten_free',
                                                               'lactose_free', 'halal', 'kosher']),
    CONSTRAINT diet_need_allergies_known CHECK (allergies <@ ARRAY['gluten', 'crustaceans', 'eggs', 'fish', 'peanuts',
                                                                   'soybeans', 'milk', 'nuts', 'celery', 'mustard',
                                                                   'sesame', 'sulphites', 'lupin', 'molluscs']),
    CONSTRAINT diet_need_note_fits       CHECK (char_length(note) BETWEEN 1 AND 500)
);

COMMENT ON TABLE  diet_need           IS 'what somebody does not eat; theirs alone to read';
COMMENT ON COLUMN diet_need.allergies IS 'the fourteen of Regulation (EU) No 1169/2011, Annex II';

-- The last wall: a statement that forgets whose rows it may see sees none. The owner is not held to it, for backups.
ALTER TABLE diet_need ENABLE ROW LEVEL SECURITY;
CREATE POLICY diet_need_own ON diet_need
    USING      (person_id = (SELECT nullif(current_setting('noonish.person', true), '')::uuid))
    WITH CHECK (person_id = (SELECT nullif(current_setting('noonish.person', true), '')::uuid));
REVOKE ALL ON diet_need FROM noonish_worker;

CREATE TABLE export (
    id           uuid        PRIMARY KEY,
    person_id    uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    requested_at timestamptz NOT NULL DEFAULT now(),
    claimed_at   timestamptz,
    attempts     int         NOT NULL DEFAULT 0,
    ready_at     timestamptz,
    expires_at   timestamptz,
    archive      bytea,

    CONSTRAINT export_ready_whole CHECK (num_nonnulls(ready_at, expires_at, archive) IN (0, 3))
);

COMMENT ON TABLE  export            IS 'a copy of all that is kept of one person, made when they ask and gone a day later';
COMMENT ON COLUMN export.claimed_at IS 'somebody makes it since then; after a while somebody else does';

CREATE UNIQUE INDEX export_one_under_way ON export (person_id) WHERE ready_at IS NULL;
CREATE INDEX export_person_idx  ON export (person_id, requested_at);
CREATE INDEX export_expires_idx ON export (expires_at);

CREATE TABLE erasure (
    person_id    uuid        PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    requested_at timestamptz NOT NULL DEFAULT now(),
    due_at       timestamptz NOT NULL,

    CONSTRAINT erasure_has_grace CHECK (due_at > requested_at)
);

COMMENT ON TABLE erasure IS 'who asked to be forgotten; taken back by deleting the row before it is due';

CREATE INDEX erasure_due_idx ON erasure (due_at);

CREATE TABLE erased (
    person_hash bytea       PRIMARY KEY,
    at          timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT erased_hash_whole CHECK (octet_length(person_hash) = 32)
);

COMMENT ON TABLE  erased             IS 'who was forgotten, so that a restored backup forgets them again; a file beside the database says the same';
COMMENT ON COLUMN erased.person_hash IS 'HMAC-SHA-256 of the person''s id with the server''s key: says nothing to whoever has only the table';

REVOKE UPDATE, DELETE ON erased FROM noonish_app, noonish_worker;

CREATE TABLE report (
    id         uuid        PRIMARY KEY,
    about_id   uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    by_id      uuid        REFERENCES person ON DELETE CASCADE,
    reason     text        NOT NULL,
    words      text,
    at         timestamptz NOT NULL DEFAULT now(),
    closed_at  timestamptz,
    outcome    text,

    CONSTRAINT report_reason_known CHECK (reason IN ('name', 'picture', 'unwanted', 'impostor', 'other')),
    CONSTRAINT report_words_fit    CHECK (char_length(words) BETWEEN 1 AND 1000),
    CONSTRAINT report_outcome_fits CHECK (char_length(outcome) BETWEEN 1 AND 500),
    CONSTRAINT report_closed_whole CHECK ((closed_at IS NULL) = (outcome IS NULL)),
    CONSTRAINT report_not_of_self  CHECK (about_id <> by_id)
);

COMMENT ON TABLE report IS 'what people tell the operator of other people';

CREATE UNIQUE INDEX report_open_once ON report (about_id, by_id) WHERE closed_at IS NULL;
CREATE INDEX report_by_idx  ON report (by_id);
CREATE INDEX report_open_idx ON report (at) WHERE closed_at IS NULL;

-- The book. Rows of one day are a chain: each has the hash of the one before it, so that none can be changed, left out or
-- put in between without every later one telling. Who writes may only add.
CREATE TABLE audit (
    day          date        NOT NULL,
    seq          bigint      NOT NULL,
    at           timestamptz NOT NULL,
    actor_id     uuid,
    session_hash bytea,
    action       text        NOT NULL,
    object       text,
    outcome      text        NOT NULL,
    network      text,
    request_id   text,
    prev_hash    bytea       NOT NULL,
    hash         bytea       NOT NULL,

    PRIMARY KEY (day, seq),
    CONSTRAINT audit_action_plain   CHECK (action ~ '^[a-z_.]{1,60}$'),
    CONSTRAINT audit_object_plain   CHECK (object ~ '^[A-Za-z0-9_./:{}*-]{1,200}$'),
    CONSTRAINT audit_outcome_known  CHECK (outcome IN ('done', 'denied')),
    CONSTRAINT audit_hashes_whole   CHECK (octet_length(prev_hash) = 32 AND octet_length(hash) = 32)
);

COMMENT ON TABLE  audit              IS 'sign-ins, refusals, tokens, roles, exports, erasures, operators'' acts: ids and words of ours, never a name, an address or a secret';
COMMENT ON COLUMN audit.day          IS 'of at, in UTC; set here, like seq, at, prev_hash and hash, whatever the writer says';
COMMENT ON COLUMN audit.session_hash IS 'SHA-256 of the token that was used';
COMMENT ON COLUMN audit.object       IS 'kind and id of what it was done to, or the route that was refused';
COMMENT ON COLUMN audit.network      IS 'the caller''s address cut to its network';

CREATE INDEX audit_actor_idx ON audit (actor_id, at);

CREATE FUNCTION audit_hash(line audit) RETURNS bytea
LANGUAGE sql
IMMUTABLE
AS $$
    SELECT sha256(convert_to(jsonb_build_array(
               line.day - date '2000-01-01', line.seq, (extract(epoch FROM line.at) * 1000000)::bigint, line.actor_id,
               encode(line.session_hash, 'hex'), line.action, line.object, line.outcome, line.network, line.request_id,
               encode(line.prev_hash, 'hex'))::text, 'UTF8'))
$$;

COMMENT ON FUNCTION audit_hash(audit) IS 'SHA-256 of a JSON array of everything else in the row';

-- One line after another: the lock is held until the transaction ends, so nobody links to a line that is then undone.
CREATE FUNCTION audit_chain() RETURNS trigger
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
DECLARE
    before audit;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('noonish.audit', 0));
    NEW.at := clock_timestamp();
    NEW.day := (NEW.at AT TIME ZONE 'UTC')::date;
    SELECT * INTO before FROM audit WHERE day = NEW.day ORDER BY seq DESC LIMIT 1;
    NEW.seq := coalesce(before.seq, 0) + 1;
    NEW.prev_hash := coalesce(before.hash, decode(repeat('00', 32), 'hex'));
    NEW.hash := audit_hash(NEW);
    RETURN NEW;
END
$$;

CREATE TRIGGER audit_chained BEFORE INSERT ON audit
FOR EACH ROW EXECUTE FUNCTION audit_chain();

REVOKE ALL ON audit FROM noonish_app, noonish_worker;
GRANT INSERT (actor_id, session_hash, action, object, outcome, network, request_id) ON audit
   TO noonish_app, noonish_worker;

CREATE FUNCTION audit_of(person uuid, most int)
        RETURNS TABLE (at timestamptz, action text, object text, outcome text, network text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    SELECT a.at, a.action, a.object, a.outcome, a.network
      FROM audit AS a
     WHERE a.actor_id = person
     ORDER BY a.at DESC
     LIMIT most
$$;

CREATE FUNCTION audit_newest(most int)
        RETURNS TABLE (at timestamptz, actor_id uuid, action text, object text, outcome text, network text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    SELECT a.at, a.actor_id, a.action, a.object, a.outcome, a.network
      FROM audit AS a
     ORDER BY a.day DESC, a.seq DESC
     LIMIT most
$$;

CREATE FUNCTION audit_heads() RETURNS TABLE (day date, seq bigint, hash bytea)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    SELECT DISTINCT ON (a.day) a.day, a.seq, a.hash
      FROM audit AS a
     ORDER BY a.day DESC, a.seq DESC
     LIMIT 2
$$;

COMMENT ON FUNCTION audit_heads() IS 'the end of the newest two days'' chains, for the log: what is in a log elsewhere cannot be cut off here';

CREATE FUNCTION audit_fault() RETURNS TABLE (day date, seq bigint)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    SELECT broken.day, broken.seq
      FROM (SELECT a.day, a.seq, a.hash <> audit_hash(a)
                OR a.seq <> row_number() OVER days
                OR a.prev_hash <> lag(a.hash, 1, decode(repeat('00', 32), 'hex')) OVER days AS is_broken
              FROM audit AS a
            WINDOW days AS (PARTITION BY a.day ORDER BY a.seq)) AS broken
     WHERE broken.is_broken
     ORDER BY broken.day, broken.seq
     LIMIT 1
$$;

COMMENT ON FUNCTION audit_fault() IS 'the first line that does not follow from the one before it; none if the book is whole';

-- Whole days alone, so that what is left stays a chain; and none that is younger than a year, whatever the caller says.
CREATE FUNCTION prune_audit(kept interval) RETURNS bigint
LANGUAGE sql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    WITH gone AS (
         DELETE FROM audit WHERE day < ((now() - greatest(kept, interval '365 days')) AT TIME ZONE 'UTC')::date
      RETURNING 1)
    SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION audit_of(uuid, int), audit_newest(int), audit_heads(), audit_fault(), prune_audit(interval)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_of(uuid, int), audit_newest(int), audit_heads(), audit_fault(), prune_audit(interval)
   TO noonish_app;

-- What cascades from a person is theirs, so a table that is made later is emptied of them too. What does not cascade is
-- shared with others and keeps the id; the features see to that.
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

REVOKE ALL ON FUNCTION erase_person(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_person(uuid, text) TO noonish_app;

RESET ROLE;
