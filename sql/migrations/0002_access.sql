-- 0002 access: stored responses, rate limits, the audit log, and what processes have in common.
--
-- Why:     a repeated request returns the stored response, limits survive a restart, operators can prove who did what, and
--          processes with different keys do not serve together.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE service_identity, audit, rate_allowance, idempotent_request; DROP FUNCTION prune_audit, audit_fault, audit_heads,
--          audit_newest, audit_of, audit_chain, audit_hash;

SET LOCAL ROLE noonish_owner;

CREATE TABLE idempotent_request (
    scope        bytea       NOT NULL,
    key          text        NOT NULL,
    request_hash bytea       NOT NULL,
    status       int         NOT NULL,
    response     bytea       NOT NULL,
    at           timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (scope, key),
    CONSTRAINT idempotent_request_key_fits    CHECK (char_length(key) BETWEEN 1 AND 200),
    CONSTRAINT idempotent_request_hash_whole  CHECK (octet_length(request_hash) = 32),
    CONSTRAINT idempotent_request_not_a_fault CHECK (status < 500)
);

COMMENT ON COLUMN idempotent_request.scope        IS 'SHA-256 of the session or guest token of the caller';
COMMENT ON COLUMN idempotent_request.request_hash IS 'SHA-256 of method, path and body';
COMMENT ON COLUMN idempotent_request.response     IS 'header fields and body, compressed if large, then encrypted with the server''s key: responses carry links and secrets';

CREATE INDEX idempotent_request_at_idx ON idempotent_request (at);

CREATE TABLE service_identity (
    name  text        PRIMARY KEY,
    value text        NOT NULL,
    at    timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT service_identity_name_known CHECK (name IN ('secret.key', 'webPush.key', 'http.publicURL'))
);

COMMENT ON TABLE  service_identity       IS 'settings that all processes must have in common; the first process registers them';
COMMENT ON COLUMN service_identity.value IS 'no secret: fingerprint of the secret key, public key for push services, address of links';

-- `noonish key` changes it, as the owner.
REVOKE UPDATE, DELETE ON service_identity FROM noonish_app, noonish_worker;

CREATE TABLE rate_allowance (
    kind   text        NOT NULL,
    caller bytea       NOT NULL,
    id     uuid        NOT NULL,
    amount int         NOT NULL,
    at     timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (kind, caller, id),
    CONSTRAINT rate_allowance_amount_positive CHECK (amount > 0),
    CONSTRAINT rate_allowance_caller_hashed   CHECK (octet_length(caller) = 32)
);

COMMENT ON TABLE  rate_allowance        IS 'use of limits on anything that costs money or trust, by caller; kept for a day';
COMMENT ON COLUMN rate_allowance.caller IS 'SHA-256 of the kind and the caller: a person, an address or a network';

CREATE INDEX rate_allowance_at_idx ON rate_allowance (at);

-- The entries of a day form chains: each has the hash of the one before it, so that changing, removing or inserting
-- an entry breaks every later hash. The program may only insert. There are several chains, because an entry waits for
-- the transaction of the one before it.
CREATE TABLE audit (
    day          date        NOT NULL,
    chain        smallint    NOT NULL,
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

    PRIMARY KEY (day, chain, seq),
    CONSTRAINT audit_action_plain  CHECK (action ~ '^[a-z_.]{1,60}$'),
    CONSTRAINT audit_object_plain  CHECK (object ~ '^[A-Za-z0-9_./:{}*-]{1,200}$'),
    CONSTRAINT audit_outcome_known CHECK (outcome IN ('done', 'denied')),
    CONSTRAINT audit_hashes_whole  CHECK (octet_length(prev_hash) = 32 AND octet_length(hash) = 32)
);

COMMENT ON TABLE  audit              IS 'sign-ins, refusals, tokens, roles, exports, erasures and operators'' actions: ids and fixed words, never a name, an address or a secret';
COMMENT ON COLUMN audit.day          IS 'UTC day of at; the trigger sets it, as well as chain, seq, at, prev_hash and hash';
COMMENT ON COLUMN audit.chain        IS 'from 0; entries go to the first chain that no other transaction is writing to';
COMMENT ON COLUMN audit.session_hash IS 'SHA-256 of the session token used';
COMMENT ON COLUMN audit.object       IS 'kind and id of the object, or the route that was refused';
COMMENT ON COLUMN audit.network      IS 'network part of the caller''s address';

CREATE INDEX audit_actor_idx ON audit (actor_id, at);

-- Serves audit_newest.
CREATE INDEX audit_at_idx ON audit (at);

CREATE FUNCTION audit_hash(line audit) RETURNS bytea
LANGUAGE sql
IMMUTABLE
AS $$
    SELECT sha256(convert_to(jsonb_build_array(
               line.day - date '2000-01-01', line.chain, line.seq, (extract(epoch FROM line.at) * 1000000)::bigint, line.actor_id,
               encode(line.session_hash, 'hex'), line.action, line.object, line.outcome, line.network, line.request_id,
               encode(line.prev_hash, 'hex'))::text, 'UTF8'))
$$;

COMMENT ON FUNCTION audit_hash(line audit) IS 'SHA-256 of a JSON array of all other columns';

-- One transaction at a time for each chain: the lock is held until the transaction ends, so that no entry refers to one
-- that is rolled back. If all chains are taken, the entry waits for one of them.
CREATE FUNCTION audit_chain() RETURNS trigger
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
DECLARE
    before audit;
    chains CONSTANT int := 16;
BEGIN
    NEW.chain := 0;
    WHILE NEW.chain < chains AND NOT pg_try_advisory_xact_lock(hashtextextended('noonish.audit', NEW.chain)) LOOP
        NEW.chain := NEW.chain + 1;
    END LOOP;
    IF NEW.chain = chains THEN
        NEW.chain := pg_backend_pid() % chains;
        PERFORM pg_advisory_xact_lock(hashtextextended('noonish.audit', NEW.chain));
    END IF;
    NEW.at := clock_timestamp();
    NEW.day := (NEW.at AT TIME ZONE 'UTC')::date;
    SELECT * INTO before FROM audit WHERE day = NEW.day AND chain = NEW.chain ORDER BY seq DESC LIMIT 1;
    NEW.seq := coalesce(before.seq, 0) + 1;
    NEW.prev_hash := coalesce(before.hash, decode(repeat('00', 32), 'hex'));
    NEW.hash := audit_hash(NEW);
    RETURN NEW;
END
$$;

CREATE FUNCTION audit_of(person uuid, most int)
RETURNS TABLE (at timestamptz, action text, object text, outcome text, network text)
LANGUAGE sql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    SELECT a.at, a.action, a.object, a.outcome, a.network
      FROM audit AS a
     WHERE a.actor_id = person
     ORDER BY a.at DESC
     LIMIT most
$$;

REVOKE ALL ON FUNCTION audit_of(person uuid, most int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_of(person uuid, most int) TO noonish_app;

CREATE FUNCTION audit_newest(most int)
RETURNS TABLE (at timestamptz, actor_id uuid, action text, object text, outcome text, network text)
LANGUAGE sql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    SELECT a.at, a.actor_id, a.action, a.object, a.outcome, a.network
      FROM audit AS a
     ORDER BY a.at DESC
     LIMIT most
$$;

REVOKE ALL ON FUNCTION audit_newest(most int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_newest(most int) TO noonish_app;

CREATE FUNCTION audit_heads() RETURNS TABLE (day date, chain smallint, seq bigint, hash bytea)
LANGUAGE sql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    SELECT DISTINCT ON (a.day, a.chain) a.day, a.chain, a.seq, a.hash
      FROM audit AS a
     WHERE a.day >= (SELECT max(b.day) FROM audit AS b) - 1
     ORDER BY a.day DESC, a.chain, a.seq DESC
$$;

COMMENT ON FUNCTION audit_heads() IS 'last entries of the chains of the newest two days, for the log: a copy elsewhere proves that none was cut off here';

REVOKE ALL ON FUNCTION audit_heads() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_heads() TO noonish_app;

CREATE FUNCTION audit_fault() RETURNS TABLE (day date, chain smallint, seq bigint)
LANGUAGE sql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    SELECT broken.day, broken.chain, broken.seq
      FROM (SELECT a.day, a.chain, a.seq, a.hash <> audit_hash(a)
                OR a.seq <> row_number() OVER days
                OR a.prev_hash <> lag(a.hash, 1, decode(repeat('00', 32), 'hex')) OVER days AS is_broken
              FROM audit AS a
            WINDOW days AS (PARTITION BY a.day, a.chain ORDER BY a.seq)) AS broken
     WHERE broken.is_broken
     ORDER BY broken.day, broken.chain, broken.seq
     LIMIT 1
$$;

COMMENT ON FUNCTION audit_fault() IS 'first entry that does not follow from the one before it; no row if the log is intact';

REVOKE ALL ON FUNCTION audit_fault() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_fault() TO noonish_app;

-- Removes whole days, so that the rest stays a chain, and none younger than a year, whatever the caller passes.
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

REVOKE ALL ON FUNCTION prune_audit(kept interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION prune_audit(kept interval) TO noonish_app;

CREATE TRIGGER audit_chained
BEFORE INSERT ON audit
FOR EACH ROW EXECUTE FUNCTION audit_chain();

REVOKE ALL ON audit FROM noonish_app, noonish_worker;
GRANT INSERT (actor_id, session_hash, action, object, outcome, network, request_id)
   ON audit TO noonish_app, noonish_worker;

RESET ROLE;
