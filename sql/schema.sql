-- What sql/migrations make, as pg_dump 15 says it. Renewed by SchemaTests; not for editing.

CREATE FUNCTION public.analyze_restaurant_staging() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$
BEGIN
    ANALYZE public.restaurant_staging;
END
$$;

COMMENT ON FUNCTION public.analyze_restaurant_staging() IS 'only a table''s owner may ANALYZE it, and imports run as noonish_worker';

CREATE FUNCTION public.are_blocked(one uuid, other uuid) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
    SELECT EXISTS (SELECT FROM block AS b WHERE b.person_id = one AND b.other_id = other)
           OR EXISTS (SELECT FROM block AS b WHERE b.person_id = other AND b.other_id = one)
$$;

CREATE FUNCTION public.attendance_count() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    was attendance;
    now attendance;
BEGIN
    IF TG_OP <> 'INSERT' THEN was := OLD; END IF;
    IF TG_OP <> 'DELETE' THEN now := NEW; END IF;
    UPDATE outing
       SET going            = going
                              + CASE WHEN now.status = 'attending' THEN now.party_size ELSE 0 END
                              - CASE WHEN was.status = 'attending' THEN was.party_size ELSE 0 END,
           held             = held
                              + CASE WHEN now.offer_ends_at IS NOT NULL THEN now.party_size ELSE 0 END
                              - CASE WHEN was.offer_ends_at IS NOT NULL THEN was.party_size ELSE 0 END,
           invited_count    = invited_count
                              + coalesce((now.status = 'invited')::int, 0) - coalesce((was.status = 'invited')::int, 0),
           attending_count  = attending_count
                              + coalesce((now.status = 'attending')::int, 0) - coalesce((was.status = 'attending')::int, 0),
           maybe_count      = maybe_count
                              + coalesce((now.status = 'maybe')::int, 0) - coalesce((was.status = 'maybe')::int, 0),
           declined_count   = declined_count
                              + coalesce((now.status = 'declined')::int, 0) - coalesce((was.status = 'declined')::int, 0),
           waitlisted_count = waitlisted_count
                              + coalesce((now.status = 'waitlisted')::int, 0) - coalesce((was.status = 'waitlisted')::int, 0)
     WHERE id = coalesce(now.outing_id, was.outing_id);
    RETURN NULL;
END
$$;

CREATE FUNCTION public.audit_chain() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
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

CREATE FUNCTION public.audit_fault() RETURNS TABLE(day date, seq bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
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

COMMENT ON FUNCTION public.audit_fault() IS 'the first line that does not follow from the one before it; none if the book is whole';

CREATE TABLE public.audit (
    day date NOT NULL,
    seq bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_id uuid,
    session_hash bytea,
    action text NOT NULL,
    object text,
    outcome text NOT NULL,
    network text,
    request_id text,
    prev_hash bytea NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT audit_action_plain CHECK ((action ~ '^[a-z_.]{1,60}$'::text)),
    CONSTRAINT audit_hashes_whole CHECK (((octet_length(prev_hash) = 32) AND (octet_length(hash) = 32))),
    CONSTRAINT audit_object_plain CHECK ((object ~ '^[A-Za-z0-9_./:{}*-]{1,200}$'::text)),
    CONSTRAINT audit_outcome_known CHECK ((outcome = ANY (ARRAY['done'::text, 'denied'::text])))
);

COMMENT ON TABLE public.audit IS 'sign-ins, refusals, tokens, roles, exports, erasures, operators'' acts: ids and words of ours, never a name, an address or a secret';

COMMENT ON COLUMN public.audit.day IS 'of at, in UTC; set here, like seq, at, prev_hash and hash, whatever the writer says';

COMMENT ON COLUMN public.audit.session_hash IS 'SHA-256 of the token that was used';

COMMENT ON COLUMN public.audit.object IS 'kind and id of what it was done to, or the route that was refused';

COMMENT ON COLUMN public.audit.network IS 'the caller''s address cut to its network';

CREATE FUNCTION public.audit_hash(line public.audit) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT sha256(convert_to(jsonb_build_array(
               line.day - date '2000-01-01', line.seq, (extract(epoch FROM line.at) * 1000000)::bigint, line.actor_id,
               encode(line.session_hash, 'hex'), line.action, line.object, line.outcome, line.network, line.request_id,
               encode(line.prev_hash, 'hex'))::text, 'UTF8'))
$$;

COMMENT ON FUNCTION public.audit_hash(line public.audit) IS 'SHA-256 of a JSON array of everything else in the row';

CREATE FUNCTION public.audit_heads() RETURNS TABLE(day date, seq bigint, hash bytea)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT DISTINCT ON (a.day) a.day, a.seq, a.hash
      FROM audit AS a
     ORDER BY a.day DESC, a.seq DESC
     LIMIT 2
$$;

COMMENT ON FUNCTION public.audit_heads() IS 'the end of the newest two days'' chains, for the log: what is in a log elsewhere cannot be cut off here';

CREATE FUNCTION public.audit_newest(most integer) RETURNS TABLE(at timestamp with time zone, actor_id uuid, action text, object text, outcome text, network text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT a.at, a.actor_id, a.action, a.object, a.outcome, a.network
      FROM audit AS a
     ORDER BY a.day DESC, a.seq DESC
     LIMIT most
$$;

CREATE FUNCTION public.audit_of(person uuid, most integer) RETURNS TABLE(at timestamp with time zone, action text, object text, outcome text, network text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT a.at, a.action, a.object, a.outcome, a.network
      FROM audit AS a
     WHERE a.actor_id = person
     ORDER BY a.at DESC
     LIMIT most
$$;

CREATE FUNCTION public.circle_visit(circle uuid, keeper uuid) RETURNS TABLE(outing_id uuid, restaurant_id uuid, starts_at timestamp with time zone)
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT o.id, o.restaurant_id, o.starts_at
      FROM circle AS c
      JOIN attendance AS own ON own.person_id = c.owner_id AND own.status = 'attending'
      JOIN outing AS o ON o.id = own.outing_id
     WHERE c.id = circle
       AND c.owner_id = keeper
       AND o.restaurant_id IS NOT NULL
       AND o.cancelled_at IS NULL
       AND coalesce(o.ends_at, o.starts_at + interval '2 hours') <= now()
       AND (SELECT count(came.person_id) > 0 AND 2 * count(came.person_id) >= count(*)
              FROM circle_member AS m
              LEFT JOIN attendance AS came
                     ON came.outing_id = o.id AND came.person_id = m.person_id AND came.status = 'attending'
             WHERE m.circle_id = c.id)
$$;

CREATE FUNCTION public.diet_fit(outings uuid[], restaurants uuid[]) RETURNS TABLE(outing_id uuid, restaurant_id uuid, fits bigint, people bigint, unknown bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT g.outing_id, r.id,
           count(*) FILTER (WHERE fit.worst = 'yes'), count(*), count(*) FILTER (WHERE fit.worst = 'unknown')
      FROM unnest(outings, restaurants) AS asked (outing_id, restaurant_id)
      JOIN diet_group AS g ON g.outing_id = asked.outing_id
      JOIN restaurant AS r ON r.id = asked.restaurant_id
     CROSS JOIN LATERAL unnest(g.needs) AS person (needs)
     CROSS JOIN LATERAL (
           SELECT min(diet_offered(r.diets, need))  -- no, unknown, yes: as they stand in the alphabet
             FROM unnest(string_to_array(person.needs, ',')) AS need
           ) AS fit (worst)
     GROUP BY g.outing_id, r.id;
END
$$;

CREATE FUNCTION public.diet_group_distance(one text[], other text[]) RETURNS integer
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT greatest(coalesce(sum(greatest(more, 0)), 0), coalesce(sum(greatest(-more, 0)), 0))::int
      FROM (SELECT sum(sign) AS more
              FROM (SELECT unnest(one), 1 UNION ALL SELECT unnest(other), -1) AS each (need, sign)
             GROUP BY need) AS difference
$$;

CREATE FUNCTION public.diet_group_followed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    PERFORM diet_group_renew(o.outing_id) FROM (SELECT DISTINCT outing_id FROM changed ORDER BY outing_id) AS o;
    RETURN NULL;
END
$$;

CREATE FUNCTION public.diet_group_now(outing uuid) RETURNS text[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT coalesce(array_agg(needed.need ORDER BY needed.need), '{}')
      FROM attendance AS a
      JOIN diet_need AS d ON d.person_id = a.person_id
     CROSS JOIN LATERAL (
           SELECT array_to_string(
                      ARRAY(SELECT diet FROM unnest(d.diets) AS diet ORDER BY diet)
                      || CASE WHEN cardinality(d.allergies) > 0 THEN ARRAY['allergy'] ELSE '{}' END, ',')
           ) AS needed (need)
     WHERE a.outing_id = outing
       AND a.status IN ('attending', 'maybe', 'invited')
       AND needed.need <> ''
$$;

CREATE FUNCTION public.diet_group_renew(renewed uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    told   text[];
    new    text[];
    nearby text[];
BEGIN
    SELECT g.needs INTO told FROM diet_group AS g WHERE g.outing_id = renewed FOR UPDATE;
    new := diet_group_now(renewed);
    IF diet_group_distance(coalesce(told, '{}'), new) < 3 THEN RETURN; END IF;
    IF cardinality(new) < 3 THEN
        DELETE FROM diet_group AS g WHERE g.outing_id = renewed;
        RETURN;
    END IF;
    SELECT g.needs INTO nearby
      FROM outing AS this
      JOIN outing AS o ON o.host_id = this.host_id AND o.id <> this.id
      JOIN diet_group AS g ON g.outing_id = o.id
     WHERE this.id = renewed
       AND diet_group_distance(g.needs, new) BETWEEN 1 AND 2
     ORDER BY diet_group_distance(g.needs, new), g.renewed_at DESC
     LIMIT 1;
    new := coalesce(nearby, new);
    IF diet_group_distance(coalesce(told, '{}'), new) < 3 THEN RETURN; END IF;
    INSERT INTO diet_group AS g (outing_id, needs) VALUES (renewed, new)
        ON CONFLICT (outing_id) DO UPDATE SET needs = excluded.needs, renewed_at = now();
END
$$;

CREATE FUNCTION public.diet_group_told() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    PERFORM diet_group_renew(own.outing_id)
       FROM (SELECT a.outing_id
               FROM attendance AS a
               JOIN outing AS o ON o.id = a.outing_id
              WHERE a.person_id = coalesce(NEW.person_id, OLD.person_id)
                AND (o.starts_at IS NULL OR coalesce(o.ends_at, o.starts_at + interval '2 hours') > now())
              ORDER BY a.outing_id) AS own;
    RETURN NULL;
END
$$;

CREATE FUNCTION public.diet_need_pass(guest uuid, member uuid) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    UPDATE diet_need AS d
       SET person_id = member
      FROM person AS p
     WHERE d.person_id = guest AND p.id = guest AND p.kind = 'guest'
       AND NOT EXISTS (SELECT FROM diet_need AS own WHERE own.person_id = member)
$$;

CREATE FUNCTION public.diet_offered(offers jsonb, need text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT CASE WHEN EXISTS (
                     SELECT FROM unnest(CASE need WHEN 'vegetarian'   THEN ARRAY['vegetarian', 'vegan']
                                                  WHEN 'pescetarian'  THEN ARRAY['pescetarian', 'vegetarian', 'vegan']
                                                  WHEN 'lactose_free' THEN ARRAY['lactose_free', 'vegan']
                                                  ELSE ARRAY[need] END) AS served (diet)
                      WHERE offers ->> served.diet IN ('yes', 'only'))
                THEN 'yes'
                WHEN offers ->> need = 'no' THEN 'no'
                ELSE 'unknown' END
$$;

CREATE FUNCTION public.erase_person(who uuid, called text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
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
$_$;

CREATE FUNCTION public.forget_origins() RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    WITH gone AS (
         DELETE FROM origin AS g
          USING outing AS o
          WHERE o.id = g.outing_id
            AND (o.cancelled_at IS NOT NULL
                 OR coalesce(o.ends_at, o.starts_at + interval '2 hours', g.shared_at + interval '30 days') <= now())
      RETURNING 1)
    SELECT count(*) FROM gone
$$;

CREATE FUNCTION public.offers_seen(restaurant uuid) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT md5(string_agg(f.id::text || extract(epoch FROM f.updated_at)::text, ',' ORDER BY f.id))
      FROM offer AS f
     WHERE f.restaurant_id = restaurant AND f.ended_at IS NULL
$$;

CREATE FUNCTION public.origin_counts(outings uuid[], reader uuid) RETURNS TABLE(outing_id uuid, shared bigint, is_own boolean)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT g.outing_id, count(*), coalesce(bool_or(g.person_id = reader), false)
      FROM origin AS g
      JOIN attendance AS a ON a.outing_id = g.outing_id AND a.person_id = g.person_id
     WHERE g.outing_id = ANY (outings)
       AND a.status IN ('attending', 'maybe', 'invited')
     GROUP BY g.outing_id;
END
$$;

CREATE FUNCTION public.origin_forgotten() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    DELETE FROM origin AS g WHERE g.outing_id = NEW.outing_id AND g.person_id = NEW.person_id;
    RETURN NULL;
END
$$;

CREATE FUNCTION public.origins_of(outing uuid, reader uuid) RETURNS TABLE(latitude double precision, longitude double precision, is_own boolean)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT g.latitude, g.longitude, g.person_id IS NOT DISTINCT FROM reader
      FROM origin AS g
      JOIN attendance AS a ON a.outing_id = g.outing_id AND a.person_id = g.person_id
     WHERE g.outing_id = outing
       AND a.status IN ('attending', 'maybe', 'invited')
     ORDER BY g.latitude, g.longitude, 3
$$;

CREATE FUNCTION public.pass_history(guest uuid, member uuid, outings uuid[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM person WHERE id = guest AND kind = 'guest')
       OR NOT EXISTS (SELECT FROM person WHERE id = member AND kind = 'member') THEN
        RAISE EXCEPTION 'only a guest can become one with a member';
    END IF;
    UPDATE change
       SET actor_id = CASE WHEN actor_id = guest THEN member ELSE actor_id END,
           patch = replace(patch::text, guest::text, member::text)::jsonb
     WHERE outing_id = ANY (outings)
       AND (actor_id = guest OR strpos(patch::text, guest::text) > 0);
    UPDATE inbox
       SET changes = replace(changes::text, guest::text, member::text)::jsonb
     WHERE outing_id = ANY (outings) AND strpos(changes::text, guest::text) > 0;
END
$$;

CREATE FUNCTION public.prune_audit(kept interval) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    WITH gone AS (
         DELETE FROM audit WHERE day < ((now() - greatest(kept, interval '365 days')) AT TIME ZONE 'UTC')::date
      RETURNING 1)
    SELECT count(*) FROM gone
$$;

CREATE FUNCTION public.prune_change(kept interval, batch integer) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    WITH old AS (
         SELECT c.outing_id, c.rev
           FROM change AS c
          WHERE c.at < now() - greatest(kept, interval '365 days')
            AND NOT EXISTS (SELECT FROM change AS before
                             WHERE before.outing_id = c.outing_id AND before.rev < c.rev
                               AND before.at >= now() - greatest(kept, interval '365 days'))
          ORDER BY c.outing_id, c.rev
          LIMIT batch),
         gone AS (
         DELETE FROM change AS c USING old WHERE c.outing_id = old.outing_id AND c.rev = old.rev RETURNING 1)
    SELECT count(*) FROM gone
$$;

CREATE FUNCTION public.rating_counted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    place uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.restaurant_id ELSE NEW.restaurant_id END;
BEGIN
    PERFORM FROM restaurant WHERE id = place FOR NO KEY UPDATE;
    UPDATE restaurant AS r
       SET rating = CASE WHEN shown.count IS NOT NULL THEN round(shown.mean::numeric, 3) END, rating_count = shown.count
      FROM rating_mean(place) AS shown
     WHERE r.id = place;
    RETURN NULL;
END
$$;

CREATE FUNCTION public.rating_mean(place uuid, OUT mean double precision, OUT count bigint) RETURNS record
    LANGUAGE sql STABLE
    AS $$
    SELECT CASE WHEN own.count > 0 THEN (own.stars + 5 * coalesce(r.source_rating, 3.5)) / (own.count + 5)
                ELSE r.source_rating END,
           CASE WHEN own.count > 0 THEN own.count ELSE r.source_rating_count END
      FROM restaurant AS r
     CROSS JOIN (SELECT count(*), sum(stars) AS stars FROM rating WHERE restaurant_id = place) AS own
     WHERE r.id = place
$$;

CREATE FUNCTION public.restaurant_rated() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE restaurant AS r
       SET rating = round(shown.mean::numeric, 3), rating_count = shown.count
      FROM rating_mean(NEW.id) AS shown
     WHERE r.id = NEW.id;
    RETURN NULL;
END
$$;

CREATE FUNCTION public.restaurant_touch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    NEW.updated_at := now();
    NEW.changed_in := pg_current_xact_id();
    RETURN NEW;
END
$$;

CREATE TABLE public.address_change (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    address text NOT NULL,
    code_hash bytea NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT address_change_hash_whole CHECK ((octet_length(code_hash) = 32)),
    CONSTRAINT address_change_lower_case CHECK ((address = lower(address)))
);

COMMENT ON TABLE public.address_change IS 'a code that was mailed to the address somebody wants to have; works once, until it expires';

COMMENT ON COLUMN public.address_change.code_hash IS 'HMAC-SHA-256 of id and code with the server''s key';

COMMENT ON COLUMN public.address_change.attempts IS 'guesses so far';

CREATE TABLE public.allowance (
    kind text NOT NULL,
    caller bytea NOT NULL,
    id uuid NOT NULL,
    amount integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT allowance_amount_positive CHECK ((amount > 0)),
    CONSTRAINT allowance_caller_hashed CHECK ((octet_length(caller) = 32))
);

COMMENT ON TABLE public.allowance IS 'what callers have used of limits on what costs money or trust; kept for a day';

COMMENT ON COLUMN public.allowance.caller IS 'SHA-256 of kind and caller: a person, an address or a network';

CREATE TABLE public.attendance (
    outing_id uuid NOT NULL,
    person_id uuid NOT NULL,
    id uuid NOT NULL,
    role text NOT NULL,
    status text NOT NULL,
    party_size integer DEFAULT 1 NOT NULL,
    note text,
    responded_at timestamp with time zone,
    responded_rev bigint,
    set_by_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    waiting_rev bigint,
    offer_ends_at timestamp with time zone,
    offer_missed boolean DEFAULT false NOT NULL,
    CONSTRAINT attendance_answer_dated CHECK (((status = 'invited'::text) = (responded_at IS NULL))),
    CONSTRAINT attendance_note_fits CHECK (((char_length(note) >= 1) AND (char_length(note) <= 500))),
    CONSTRAINT attendance_offer_once CHECK (((offer_ends_at IS NULL) OR (NOT offer_missed))),
    CONSTRAINT attendance_offer_waits CHECK (((status = 'waitlisted'::text) OR ((offer_ends_at IS NULL) AND (NOT offer_missed)))),
    CONSTRAINT attendance_party_sensible CHECK (((party_size >= 1) AND (party_size <= 50))),
    CONSTRAINT attendance_role_known CHECK ((role = ANY (ARRAY['host'::text, 'cohost'::text, 'invitee'::text]))),
    CONSTRAINT attendance_status_known CHECK ((status = ANY (ARRAY['invited'::text, 'attending'::text, 'maybe'::text, 'declined'::text, 'waitlisted'::text]))),
    CONSTRAINT attendance_waiting_whole CHECK (((status = 'waitlisted'::text) = (waiting_rev IS NOT NULL)))
)
WITH (fillfactor='80');

COMMENT ON COLUMN public.attendance.party_size IS 'seats this person needs: themselves and the guests they bring';

COMMENT ON COLUMN public.attendance.responded_rev IS 'rev of the outing they answered to';

COMMENT ON COLUMN public.attendance.set_by_id IS 'the host who answered for them; NULL = they did';

COMMENT ON COLUMN public.attendance.waiting_rev IS 'rev of the outing at which they asked to wait: their place in the queue';

COMMENT ON COLUMN public.attendance.offer_ends_at IS 'until when their party''s seats are held for them; NULL = no offer';

COMMENT ON COLUMN public.attendance.offer_missed IS 'an offer ran out: they wait on, and are offered nothing until they ask again';

CREATE TABLE public.block (
    person_id uuid NOT NULL,
    other_id uuid NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT block_not_of_self CHECK ((person_id <> other_id))
);

COMMENT ON TABLE public.block IS 'person_id wants to hear nothing of other_id; it hides each from the other';

CREATE TABLE public.calendar_feed (
    person_id uuid NOT NULL,
    generation bigint NOT NULL,
    secret_hash bytea,
    CONSTRAINT calendar_feed_secret_whole CHECK ((octet_length(secret_hash) = 32))
);

COMMENT ON COLUMN public.calendar_feed.generation IS 'how often the address was renewed; the secret is derived from it with the server''s key';

COMMENT ON COLUMN public.calendar_feed.secret_hash IS 'SHA-256 of the secret in the address; NULL = there is none now';

CREATE TABLE public.calendar_reply (
    outing_id uuid NOT NULL,
    person_id uuid NOT NULL,
    sequence bigint NOT NULL,
    stamp timestamp with time zone NOT NULL
);

COMMENT ON TABLE public.calendar_reply IS 'the newest answer that somebody''s calendar gave; older ones are dropped (RFC 5546, 2.1.5)';

COMMENT ON COLUMN public.calendar_reply.sequence IS 'SEQUENCE that they answered to';

COMMENT ON COLUMN public.calendar_reply.stamp IS 'DTSTAMP of the answer, but not later than it arrived';

CREATE TABLE public.change (
    outing_id uuid NOT NULL,
    rev bigint NOT NULL,
    actor_id uuid,
    at timestamp with time zone DEFAULT now() NOT NULL,
    audience text NOT NULL,
    patch jsonb NOT NULL,
    schema_version integer DEFAULT 1 NOT NULL,
    CONSTRAINT change_audience_known CHECK ((audience = ANY (ARRAY['hosts'::text, 'attending'::text, 'unanswered'::text, 'all'::text]))),
    CONSTRAINT change_patch_list CHECK ((jsonb_typeof(patch) = 'array'::text))
);

COMMENT ON TABLE public.change IS 'append-only: what one edit changed, as a list of semantic changes with old and new';

COMMENT ON COLUMN public.change.actor_id IS 'who did it; NULL = the service';

COMMENT ON COLUMN public.change.audience IS 'the widest audience of the changes in patch';

CREATE TABLE public.channel (
    id text NOT NULL,
    quiet interval NOT NULL,
    max_wait interval NOT NULL,
    lease_for interval NOT NULL,
    max_attempts integer NOT NULL,
    cap interval NOT NULL,
    calm_quiet interval DEFAULT '00:00:00'::interval NOT NULL,
    calm_max_wait interval DEFAULT '00:00:00'::interval NOT NULL
);

COMMENT ON TABLE public.channel IS 'how news travels; quiet and max_wait are set from the settings at start';

COMMENT ON COLUMN public.channel.quiet IS 'sent this long after the last edit …';

COMMENT ON COLUMN public.channel.max_wait IS '… but at most this long after the first';

COMMENT ON COLUMN public.channel.lease_for IS 'a worker that has not finished by then is taken for dead';

COMMENT ON COLUMN public.channel.max_attempts IS 'then the row goes to push_dead';

COMMENT ON COLUMN public.channel.cap IS 'longest pause between two attempts';

COMMENT ON COLUMN public.channel.calm_quiet IS 'quiet, for what many small things make one notice of: messages';

COMMENT ON COLUMN public.channel.calm_max_wait IS 'max_wait, likewise';

CREATE TABLE public.circle (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT circle_name_fits CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60)))
);

COMMENT ON TABLE public.circle IS 'people whom owner_id likes to invite together; nobody else sees it';

CREATE TABLE public.circle_member (
    circle_id uuid NOT NULL,
    person_id uuid NOT NULL,
    added_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.cron_slot (
    name text NOT NULL,
    slot timestamp with time zone NOT NULL,
    ran_at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.cron_slot IS 'work that is done once for each slot: inserted in the transaction of that work';

CREATE TABLE public.diet_group (
    outing_id uuid NOT NULL,
    needs text[] NOT NULL,
    renewed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT diet_group_large_enough CHECK ((cardinality(needs) >= 3))
);

COMMENT ON TABLE public.diet_group IS 'what the people of an outing were last counted by: their needs, without who they are';

COMMENT ON COLUMN public.diet_group.needs IS 'one text for each person with needs: diets, and allergy, with commas between, sorted';

CREATE TABLE public.diet_need (
    person_id uuid NOT NULL,
    diets text[] DEFAULT '{}'::text[] NOT NULL,
    allergies text[] DEFAULT '{}'::text[] NOT NULL,
    note text,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT diet_need_allergies_known CHECK ((allergies <@ ARRAY['gluten'::text, 'crustaceans'::text, 'eggs'::text, 'fish'::text, 'peanuts'::text, 'soybeans'::text, 'milk'::text, 'nuts'::text, 'celery'::text, 'mustard'::text, 'sesame'::text, 'sulphites'::text, 'lupin'::text, 'molluscs'::text])),
    CONSTRAINT diet_need_diets_known CHECK ((diets <@ ARRAY['vegan'::text, 'vegetarian'::text, 'pescetarian'::text, 'gluten_free'::text, 'lactose_free'::text, 'halal'::text, 'kosher'::text])),
    CONSTRAINT diet_need_note_fits CHECK (((char_length(note) >= 1) AND (char_length(note) <= 500)))
);

COMMENT ON TABLE public.diet_need IS 'what somebody does not eat; theirs alone to read';

COMMENT ON COLUMN public.diet_need.allergies IS 'the fourteen of Regulation (EU) No 1169/2011, Annex II';

CREATE TABLE public.endpoint (
    person_id uuid NOT NULL,
    id uuid NOT NULL,
    channel text NOT NULL,
    destination text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT endpoint_destination_fits CHECK (((char_length(destination) >= 1) AND (char_length(destination) <= 255)))
);

COMMENT ON TABLE public.endpoint IS 'a device, browser or program of a person that news is sent to; what else a channel must know of it stands in a table of its own that references this one';

COMMENT ON COLUMN public.endpoint.destination IS 'host that is spoken to: what the limit of sends at once and the breaker count by';

CREATE TABLE public.erased (
    person_hash bytea NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT erased_hash_whole CHECK ((octet_length(person_hash) = 32))
);

COMMENT ON TABLE public.erased IS 'who was forgotten, so that a restored backup forgets them again; a file beside the database says the same';

COMMENT ON COLUMN public.erased.person_hash IS 'HMAC-SHA-256 of the person''s id with the server''s key: says nothing to whoever has only the table';

CREATE TABLE public.erasure (
    person_id uuid NOT NULL,
    requested_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone NOT NULL,
    CONSTRAINT erasure_has_grace CHECK ((due_at > requested_at))
);

COMMENT ON TABLE public.erasure IS 'who asked to be forgotten; taken back by deleting the row before it is due';

CREATE TABLE public.export (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    requested_at timestamp with time zone DEFAULT now() NOT NULL,
    ready_at timestamp with time zone,
    expires_at timestamp with time zone,
    archive bytea,
    CONSTRAINT export_ready_whole CHECK ((num_nonnulls(ready_at, expires_at, archive) = ANY (ARRAY[0, 3])))
);

COMMENT ON TABLE public.export IS 'a copy of all that is kept of one person, made when they ask and gone a day later';

CREATE TABLE public.friend_mail (
    from_id uuid NOT NULL,
    to_address text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT friend_mail_address_lower CHECK ((to_address = lower(to_address)))
);

COMMENT ON TABLE public.friend_mail IS 'the newest mail with a friend request from one person to one address; stays when the request is gone';

CREATE TABLE public.friend_request (
    id uuid NOT NULL,
    from_id uuid NOT NULL,
    to_id uuid,
    to_address text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT friend_request_address_lower CHECK ((to_address = lower(to_address))),
    CONSTRAINT friend_request_not_to_self CHECK ((to_id <> from_id)),
    CONSTRAINT friend_request_to_one CHECK ((num_nonnulls(to_id, to_address) = 1))
);

COMMENT ON COLUMN public.friend_request.to_address IS 'as from_id typed it. It stays when somebody proves to own it: to_id would tell from_id who that is';

CREATE TABLE public.friendship (
    low_id uuid NOT NULL,
    high_id uuid NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT friendship_stored_once CHECK ((low_id < high_id))
);

CREATE TABLE public.held_news (
    outing_id uuid NOT NULL,
    due_at timestamp with time zone NOT NULL,
    held_at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.held_news IS 'until due_at those who were asked and have said nothing since held_at hear nothing of this outing; then an outbox row takes this one''s place';

CREATE TABLE public.idempotent_request (
    scope bytea NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    status integer NOT NULL,
    headers jsonb NOT NULL,
    body bytea NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT idempotent_request_hash_whole CHECK ((octet_length(request_hash) = 32)),
    CONSTRAINT idempotent_request_key_fits CHECK (((char_length(key) >= 1) AND (char_length(key) <= 200))),
    CONSTRAINT idempotent_request_not_a_fault CHECK ((status < 500))
);

COMMENT ON COLUMN public.idempotent_request.scope IS 'SHA-256 of the session or guest token that asked';

COMMENT ON COLUMN public.idempotent_request.request_hash IS 'SHA-256 of method, path and body';

CREATE TABLE public.identity (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    provider text NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    address text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    used_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT identity_fits CHECK ((((char_length(subject) >= 1) AND (char_length(subject) <= 255)) AND (char_length(issuer) <= 2000)))
);

COMMENT ON TABLE public.identity IS 'who somebody is at a provider: one of the ways into their account';

COMMENT ON COLUMN public.identity.provider IS 'what the operator called the provider when it was last used';

COMMENT ON COLUMN public.identity.subject IS 'the provider''s own name for them, which never passes to somebody else';

COMMENT ON COLUMN public.identity.address IS 'what the provider says their mail address is, for them to tell accounts apart; proves nothing';

CREATE TABLE public.identity_friend (
    identity_id uuid NOT NULL,
    friend_id uuid NOT NULL
);

COMMENT ON TABLE public.identity_friend IS 'who of somebody''s friends at a provider was here when they last signed in by it';

CREATE TABLE public.inbox (
    person_id uuid NOT NULL,
    seq bigint NOT NULL,
    outing_id uuid NOT NULL,
    from_rev bigint NOT NULL,
    to_rev bigint NOT NULL,
    changes jsonb NOT NULL,
    schema_version integer DEFAULT 1 NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT inbox_forward CHECK ((to_rev > from_rev))
);

COMMENT ON COLUMN public.inbox.seq IS 'gapless from 1 for each person; the cursor of the live stream';

CREATE TABLE public.invitation (
    outing_id uuid NOT NULL,
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    channel text NOT NULL,
    address text,
    token_hash bytea NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    invited_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT invitation_address_lower CHECK ((address = lower(address))),
    CONSTRAINT invitation_channel_known CHECK ((channel = ANY (ARRAY['person'::text, 'mail'::text, 'link'::text]))),
    CONSTRAINT invitation_mail_address CHECK (((channel = 'mail'::text) = (address IS NOT NULL))),
    CONSTRAINT invitation_state_known CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'bounced'::text, 'opened'::text, 'answered'::text]))),
    CONSTRAINT invitation_token_whole CHECK ((octet_length(token_hash) = 32))
);

COMMENT ON COLUMN public.invitation.channel IS 'person: a member was named. mail: an address was. link: they came by a share link';

COMMENT ON COLUMN public.invitation.address IS 'typed by invited_by and shown to them alone';

COMMENT ON COLUMN public.invitation.token_hash IS 'SHA-256 of the personal token, which is derived from id with the server''s key';

COMMENT ON COLUMN public.invitation.ended_at IS 'the person is off the list and the token void; kept for the farewell, and taken up again by a new invitation';

CREATE TABLE public.invitation_mail (
    invited_by uuid NOT NULL,
    id uuid NOT NULL,
    mails integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.invitation_mail IS 'how many mails somebody caused and when; what the daily limit counts, whatever became of the invitations';

CREATE TABLE public.invitation_token (
    token_hash bytea NOT NULL,
    outing_id uuid NOT NULL,
    invitation_id uuid NOT NULL,
    CONSTRAINT invitation_token_whole CHECK ((octet_length(token_hash) = 32))
);

COMMENT ON TABLE public.invitation_token IS 'further personal links of an invitation: those of one it was merged with';

CREATE TABLE public.job (
    id uuid NOT NULL,
    kind text NOT NULL,
    unique_key text,
    arguments jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    lease bigint DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    progress double precision,
    failure text,
    given_up_at timestamp with time zone,
    CONSTRAINT job_arguments_object CHECK ((jsonb_typeof(arguments) = 'object'::text)),
    CONSTRAINT job_attempts_counted CHECK ((attempts >= 0)),
    CONSTRAINT job_given_up_explained CHECK (((given_up_at IS NULL) OR ((lease = 0) AND (failure IS NOT NULL)))),
    CONSTRAINT job_key_fits CHECK (((char_length(unique_key) >= 1) AND (char_length(unique_key) <= 200))),
    CONSTRAINT job_kind_plain CHECK ((kind ~ '^[a-z_]+[.][a-z_]+$'::text)),
    CONSTRAINT job_progress_in_range CHECK (((progress >= (0)::double precision) AND (progress <= (1)::double precision)))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500');

COMMENT ON TABLE public.job IS 'work to be done later; a row is deleted when its work is done';

COMMENT ON COLUMN public.job.kind IS 'room.verb_noun; decides which worker does it';

COMMENT ON COLUMN public.job.unique_key IS 'of two unfinished jobs of one kind with one key there is one; cron = once in every slot';

COMMENT ON COLUMN public.job.due_at IS 'when to work on it; while it is leased, when the lease ends';

COMMENT ON COLUMN public.job.lease IS '0 = nobody works on it; else a number that never repeats and fences what its holder does';

COMMENT ON COLUMN public.job.attempts IS 'attempts begun since the last success';

COMMENT ON COLUMN public.job.progress IS 'share of the present attempt that is done, 0 to 1';

COMMENT ON COLUMN public.job.failure IS 'why the last attempt failed';

COMMENT ON COLUMN public.job.given_up_at IS 'it is not retried; kept for the operator to see';

CREATE SEQUENCE public.lease_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.mail_outbox (
    id uuid NOT NULL,
    message_id text NOT NULL,
    to_address text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    html text,
    at timestamp with time zone DEFAULT now() NOT NULL,
    calendar text,
    is_queued boolean DEFAULT false NOT NULL
);

COMMENT ON TABLE public.mail_outbox IS 'mail on its way to the mail server, or, while none is configured, kept for the operator to read on loopback';

COMMENT ON COLUMN public.mail_outbox.calendar IS 'the part that calendars read, of mail that is kept to be looked at';

COMMENT ON COLUMN public.mail_outbox.is_queued IS 'a job takes it to the mail server; otherwise it is only kept to be read';

CREATE TABLE public.message (
    outing_id uuid NOT NULL,
    id uuid NOT NULL,
    rev bigint NOT NULL,
    author_id uuid NOT NULL,
    text text,
    mentions uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    edited_at timestamp with time zone,
    deleted_at timestamp with time zone,
    CONSTRAINT message_deleted_is_bare CHECK ((((deleted_at IS NOT NULL) = (text IS NULL)) AND ((deleted_at IS NULL) OR (mentions = '{}'::uuid[])))),
    CONSTRAINT message_mentions_fit CHECK ((cardinality(mentions) <= 20)),
    CONSTRAINT message_text_fits CHECK (((char_length(text) >= 1) AND (char_length(text) <= 2000)))
);

COMMENT ON COLUMN public.message.rev IS 'the revision of the outing that it made: their order, and how far somebody has read';

COMMENT ON COLUMN public.message.text IS 'NULL = deleted; its place stays';

COMMENT ON COLUMN public.message.mentions IS 'people on the list whom it is about, by id';

CREATE TABLE public.message_reader (
    outing_id uuid NOT NULL,
    person_id uuid NOT NULL,
    read_rev bigint DEFAULT 0 NOT NULL,
    muted boolean DEFAULT false NOT NULL
);

COMMENT ON TABLE public.message_reader IS 'where somebody stands among the messages of an outing; no row = nothing read, not muted';

COMMENT ON COLUMN public.message_reader.read_rev IS 'read up to the message of this revision; only grows';

COMMENT ON COLUMN public.message_reader.muted IS 'wants to hear of messages only where they are mentioned';

CREATE TABLE public.offer (
    id uuid NOT NULL,
    source text NOT NULL,
    key text NOT NULL,
    restaurant_id uuid NOT NULL,
    title text NOT NULL,
    words text,
    link text,
    first_day date,
    last_day date,
    weekdays integer[] DEFAULT '{1,2,3,4,5,6,7}'::integer[] NOT NULL,
    from_minute integer,
    until_minute integer,
    ended_at timestamp with time zone,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT offer_days_in_order CHECK ((last_day >= first_day)),
    CONSTRAINT offer_hours_in_day CHECK ((((from_minute >= 0) AND (from_minute <= 1439)) AND ((until_minute >= 1) AND (until_minute <= 1440)))),
    CONSTRAINT offer_hours_whole CHECK (((from_minute IS NULL) = (until_minute IS NULL))),
    CONSTRAINT offer_key_fits CHECK (((char_length(key) >= 1) AND (char_length(key) <= 200))),
    CONSTRAINT offer_link_web CHECK (((link ~ '^https?://'::text) AND (char_length(link) <= 500))),
    CONSTRAINT offer_source_plain CHECK ((source ~ '^[a-z][a-z0-9-]{0,39}$'::text)),
    CONSTRAINT offer_title_fits CHECK (((char_length(title) >= 1) AND (char_length(title) <= 120))),
    CONSTRAINT offer_weekdays_known CHECK (((weekdays <@ '{1,2,3,4,5,6,7}'::integer[]) AND ((cardinality(weekdays) >= 1) AND (cardinality(weekdays) <= 7)))),
    CONSTRAINT offer_words_fit CHECK (((char_length(words) >= 1) AND (char_length(words) <= 1000)))
);

COMMENT ON TABLE public.offer IS 'what a place offers on some days, all times on its own clock';

COMMENT ON COLUMN public.offer.key IS 'the source''s own id of it';

COMMENT ON COLUMN public.offer.first_day IS 'NULL = since ever; last_day: NULL = for ever';

COMMENT ON COLUMN public.offer.weekdays IS '1 Monday to 7 Sunday';

COMMENT ON COLUMN public.offer.until_minute IS 'minute of the day it ends before; not after from_minute: on the next day';

COMMENT ON COLUMN public.offer.ended_at IS 'its source no longer has it';

CREATE TABLE public.offer_check (
    outing_id uuid NOT NULL,
    rev bigint NOT NULL,
    seen text,
    told uuid[] NOT NULL
);

COMMENT ON TABLE public.offer_check IS 'what an outing to come was last looked at with, and of which offers its people have heard';

COMMENT ON COLUMN public.offer_check.rev IS 'outing.when_where_rev that was looked at';

COMMENT ON COLUMN public.offer_check.seen IS 'offers_seen of its place then';

CREATE TABLE public.open_check (
    outing_id uuid NOT NULL,
    rev bigint NOT NULL,
    state text NOT NULL,
    is_told boolean DEFAULT false NOT NULL,
    checked_at timestamp with time zone DEFAULT now() NOT NULL,
    restaurant_changed_in xid8,
    CONSTRAINT open_check_state_known CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text, 'unknown'::text])))
);

COMMENT ON COLUMN public.open_check.rev IS 'outing.when_where_rev that was looked at: another time or place starts anew';

COMMENT ON COLUMN public.open_check.is_told IS 'hosts have heard of this state';

COMMENT ON COLUMN public.open_check.restaurant_changed_in IS 'restaurant.changed_in that was looked at: another one starts a new look';

CREATE TABLE public.origin (
    outing_id uuid NOT NULL,
    person_id uuid NOT NULL,
    latitude double precision NOT NULL,
    longitude double precision NOT NULL,
    shared_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT origin_coarse CHECK (((abs(((latitude * (200)::double precision) - round((latitude * (200)::double precision)))) < (0.000001)::double precision) AND (abs(((longitude * (200)::double precision) - round((longitude * (200)::double precision)))) < (0.000001)::double precision))),
    CONSTRAINT origin_latitude_in_range CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
    CONSTRAINT origin_longitude_in_range CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision)))
);

COMMENT ON TABLE public.origin IS 'shared for one outing, by consent, shown to nobody, deleted when it ends';

COMMENT ON COLUMN public.origin.latitude IS 'degrees north, WGS 84, rounded to 0.005 on arrival; longitude likewise';

CREATE TABLE public.outbox (
    id bigint NOT NULL,
    outing_id uuid NOT NULL,
    rev bigint NOT NULL,
    urgent boolean DEFAULT false NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    calm boolean DEFAULT false NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_vacuum_cost_delay='0');

COMMENT ON COLUMN public.outbox.id IS 'never a cursor: commit order differs';

COMMENT ON COLUMN public.outbox.calm IS 'nothing but messages that mention nobody';

ALTER TABLE public.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.outing (
    id uuid NOT NULL,
    host_id uuid NOT NULL,
    rev bigint DEFAULT 0 NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    when_where_rev bigint DEFAULT 0 NOT NULL,
    calendar_sequence integer DEFAULT 0 NOT NULL,
    title text NOT NULL,
    note text,
    time_zone text NOT NULL,
    starts_wall timestamp without time zone,
    starts_at timestamp with time zone,
    ends_wall timestamp without time zone,
    ends_at timestamp with time zone,
    restaurant_id uuid,
    place_name text,
    place_address text,
    place_phone text,
    place_website text,
    place_latitude double precision,
    place_longitude double precision,
    capacity integer,
    respond_by timestamp with time zone,
    going integer DEFAULT 0 NOT NULL,
    held integer DEFAULT 0 NOT NULL,
    invited_count integer DEFAULT 0 NOT NULL,
    attending_count integer DEFAULT 0 NOT NULL,
    maybe_count integer DEFAULT 0 NOT NULL,
    declined_count integer DEFAULT 0 NOT NULL,
    waitlisted_count integer DEFAULT 0 NOT NULL,
    cancelled_at timestamp with time zone,
    cancelled_by uuid,
    cancel_reason text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    place_attribution text,
    series_id uuid,
    series_date date,
    CONSTRAINT outing_cancelled_whole CHECK (((cancelled_at IS NULL) = (cancelled_by IS NULL))),
    CONSTRAINT outing_capacity_kept CHECK (((capacity IS NULL) OR ((going + held) <= capacity))),
    CONSTRAINT outing_capacity_sensible CHECK (((capacity >= 1) AND (capacity <= 100000))),
    CONSTRAINT outing_counts_sound CHECK (((going >= 0) AND (held >= 0) AND (invited_count >= 0) AND (attending_count >= 0) AND (maybe_count >= 0) AND (declined_count >= 0) AND (waitlisted_count >= 0))),
    CONSTRAINT outing_end_after_start CHECK (((ends_at IS NULL) OR (ends_at > starts_at))),
    CONSTRAINT outing_end_needs_start CHECK (((ends_at IS NULL) OR (starts_at IS NOT NULL))),
    CONSTRAINT outing_end_whole CHECK (((ends_wall IS NULL) = (ends_at IS NULL))),
    CONSTRAINT outing_note_fits CHECK (((char_length(note) >= 1) AND (char_length(note) <= 4000))),
    CONSTRAINT outing_of_a_date CHECK (((series_id IS NULL) OR (series_date IS NOT NULL))),
    CONSTRAINT outing_place_fits CHECK (((char_length(place_name) >= 1) AND (char_length(place_name) <= 400))),
    CONSTRAINT outing_restaurant_named CHECK (((restaurant_id IS NULL) OR (place_name IS NOT NULL))),
    CONSTRAINT outing_start_whole CHECK (((starts_wall IS NULL) = (starts_at IS NULL))),
    CONSTRAINT outing_title_fits CHECK (((char_length(title) >= 1) AND (char_length(title) <= 120)))
)
WITH (fillfactor='80');

COMMENT ON COLUMN public.outing.rev IS 'counts every happening; orders change; taken under this row''s lock, so gapless';

COMMENT ON COLUMN public.outing.version IS 'moves when a field that PATCH can write changes; what If-Match compares';

COMMENT ON COLUMN public.outing.when_where_rev IS 'rev at which time or place last changed; an older answer is "changed since"';

COMMENT ON COLUMN public.outing.calendar_sequence IS 'SEQUENCE of RFC 5545; moved by time, place and cancellation only';

COMMENT ON COLUMN public.outing.starts_wall IS 'wall time in time_zone: the promise. starts_at is computed from it in Swift';

COMMENT ON COLUMN public.outing.place_name IS 'the restaurant''s name when it was chosen, or the free text where restaurant_id is NULL';

COMMENT ON COLUMN public.outing.capacity IS 'seats, the host counted; NULL = no limit';

COMMENT ON COLUMN public.outing.going IS 'sum of party sizes of the attending; kept by attendance_count()';

COMMENT ON COLUMN public.outing.held IS 'seats held by open offers to the waitlist';

COMMENT ON COLUMN public.outing.place_attribution IS 'what must be said of the restaurant''s data; NULL for a place in words';

COMMENT ON COLUMN public.outing.series_date IS 'the date of the rule that it was made for, whenever it takes place: RECURRENCE-ID';

CREATE TABLE public.outing_link (
    outing_id uuid NOT NULL,
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    max_uses integer,
    uses integer DEFAULT 0 NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT outing_link_token_whole CHECK ((octet_length(token_hash) = 32)),
    CONSTRAINT outing_link_uses_kept CHECK (((uses >= 0) AND ((max_uses IS NULL) OR (uses <= max_uses))))
);

CREATE VIEW public.outing_told AS
 SELECT origin.outing_id
   FROM public.origin
UNION ALL
 SELECT diet_group.outing_id
   FROM public.diet_group;

COMMENT ON VIEW public.outing_told IS 'outings of whose people origin_counts() or diet_fit() may have something to say, more than once perhaps';

CREATE TABLE public.passkey (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    algorithm integer NOT NULL,
    sign_count bigint NOT NULL,
    backup_eligible boolean NOT NULL,
    backed_up boolean NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT passkey_algorithm_known CHECK ((algorithm = ANY (ARRAY['-7'::integer, '-8'::integer, '-257'::integer]))),
    CONSTRAINT passkey_backup_consistent CHECK ((backup_eligible OR (NOT backed_up))),
    CONSTRAINT passkey_count_unsigned CHECK (((sign_count >= 0) AND (sign_count <= '4294967295'::bigint))),
    CONSTRAINT passkey_credential_fits CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
    CONSTRAINT passkey_name_fits CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
);

COMMENT ON COLUMN public.passkey.credential_id IS 'the authenticator''s name for it';

COMMENT ON COLUMN public.passkey.public_key IS 'COSE_Key (RFC 9052), as it was registered';

COMMENT ON COLUMN public.passkey.algorithm IS 'COSE: -7 ES256, -8 EdDSA, -257 RS256';

COMMENT ON COLUMN public.passkey.sign_count IS 'the last one seen; 0 for those that do not count';

COMMENT ON COLUMN public.passkey.backup_eligible IS 'may be copied to other devices of its owner; never changes';

COMMENT ON COLUMN public.passkey.backed_up IS 'is there more than once, as of its last use';

CREATE TABLE public.passkey_challenge (
    challenge_hash bytea NOT NULL,
    person_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT passkey_challenge_whole CHECK ((octet_length(challenge_hash) = 32))
);

COMMENT ON TABLE public.passkey_challenge IS 'random bytes that are to come back signed, once';

COMMENT ON COLUMN public.passkey_challenge.person_id IS 'who registers a passkey; NULL = somebody signs in';

CREATE TABLE public.person (
    id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    time_zone text,
    locale text,
    inbox_seq bigint DEFAULT 0 NOT NULL,
    inbox_read_seq bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    found_by_address boolean DEFAULT false NOT NULL,
    is_operator boolean DEFAULT false NOT NULL,
    CONSTRAINT person_inbox_not_ahead CHECK (((inbox_read_seq >= 0) AND (inbox_read_seq <= inbox_seq))),
    CONSTRAINT person_kind_known CHECK ((kind = ANY (ARRAY['member'::text, 'guest'::text, 'erased'::text]))),
    CONSTRAINT person_name_fits CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
)
WITH (fillfactor='85');

COMMENT ON COLUMN public.person.kind IS 'member: can sign in. guest: reached by a personal token only. erased: only the id is left, for what others did with them';

COMMENT ON COLUMN public.person.time_zone IS 'name of tzdata; NULL = not said';

COMMENT ON COLUMN public.person.locale IS 'BCP 47 tag; NULL = not said';

COMMENT ON COLUMN public.person.inbox_seq IS 'number of the newest update in this person''s inbox; gapless from 1';

COMMENT ON COLUMN public.person.inbox_read_seq IS 'updates up to this number were read';

COMMENT ON COLUMN public.person.found_by_address IS 'whoever has their address may learn that they are here';

COMMENT ON COLUMN public.person.is_operator IS 'may use the operator''s console; set by noonish user operator';

CREATE TABLE public.person_email (
    address text NOT NULL,
    person_id uuid NOT NULL,
    verified_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT person_email_fits CHECK (((char_length(address) >= 3) AND (char_length(address) <= 254))),
    CONSTRAINT person_email_lower_case CHECK ((address = lower(address)))
);

COMMENT ON TABLE public.person_email IS 'addresses that a member has proved to own; the oldest is written to';

CREATE TABLE public.pick (
    outing_id uuid NOT NULL,
    person_id uuid,
    at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.pick IS 'whose idea the outing''s present place was; kept when its changes are let go of';

COMMENT ON COLUMN public.pick.person_id IS 'who suggested it, else who set it; NULL = the group, by a vote';

CREATE TABLE public.picture (
    person_id uuid NOT NULL,
    tag text NOT NULL,
    small bytea NOT NULL,
    large bytea NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT picture_large_fits CHECK (((octet_length(large) >= 1) AND (octet_length(large) <= 262144))),
    CONSTRAINT picture_small_fits CHECK (((octet_length(small) >= 1) AND (octet_length(small) <= 65536))),
    CONSTRAINT picture_tag_plain CHECK ((tag ~ '^[0-9a-f]{16}$'::text))
);

COMMENT ON TABLE public.picture IS 'WebP made here from what somebody sent, which is not kept';

COMMENT ON COLUMN public.picture.tag IS 'of its bytes; moves when the picture does';

COMMENT ON COLUMN public.picture.small IS '64 pixels wide and high';

COMMENT ON COLUMN public.picture.large IS '256 pixels wide and high';

CREATE TABLE public.poll (
    outing_id uuid NOT NULL,
    id uuid NOT NULL,
    opened_by uuid NOT NULL,
    opened_at timestamp with time zone DEFAULT now() NOT NULL,
    closes_at timestamp with time zone NOT NULL,
    hidden boolean NOT NULL,
    applies boolean NOT NULL,
    seed bytea NOT NULL,
    commitment bytea NOT NULL,
    closed_at timestamp with time zone,
    closed_by uuid,
    winner_id uuid,
    drawn boolean DEFAULT false NOT NULL,
    applied_at timestamp with time zone,
    CONSTRAINT poll_applied_is_won CHECK (((applied_at IS NULL) OR (winner_id IS NOT NULL))),
    CONSTRAINT poll_commitment_holds CHECK ((commitment = sha256(seed))),
    CONSTRAINT poll_drawn_is_won CHECK (((NOT drawn) OR (winner_id IS NOT NULL))),
    CONSTRAINT poll_result_when_closed CHECK (((closed_at IS NOT NULL) OR (num_nonnulls(closed_by, winner_id, applied_at) = 0))),
    CONSTRAINT poll_seed_whole CHECK ((octet_length(seed) = 32))
);

COMMENT ON TABLE public.poll IS 'a vote on times, places or pairs of both';

COMMENT ON COLUMN public.poll.hidden IS 'who has not voted does not see what others did';

COMMENT ON COLUMN public.poll.applies IS 'what wins becomes the outing''s by itself';

COMMENT ON COLUMN public.poll.seed IS 'what a tie is drawn with; shown to nobody before the poll is closed';

COMMENT ON COLUMN public.poll.commitment IS 'SHA-256 of seed; shown from the start';

COMMENT ON COLUMN public.poll.closed_by IS 'NULL = the deadline';

CREATE TABLE public.poll_ballot (
    outing_id uuid NOT NULL,
    poll_id uuid NOT NULL,
    id uuid NOT NULL,
    person_id uuid,
    at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.poll_ballot IS 'that somebody voted; what is published of it after the vote has its id and nobody''s name';

COMMENT ON COLUMN public.poll_ballot.person_id IS 'NULL = a guest who turned out to be a member who had voted too; counted only if the vote was over by then';

CREATE TABLE public.poll_option (
    outing_id uuid NOT NULL,
    poll_id uuid NOT NULL,
    id uuid NOT NULL,
    content text NOT NULL,
    suggestion_id uuid,
    time_zone text,
    starts_wall timestamp without time zone,
    starts_at timestamp with time zone,
    ends_wall timestamp without time zone,
    ends_at timestamp with time zone,
    restaurant_id uuid,
    place_name text,
    CONSTRAINT poll_option_end_after_start CHECK (((ends_at IS NULL) OR (ends_at > starts_at))),
    CONSTRAINT poll_option_end_whole CHECK ((num_nonnulls(ends_wall, ends_at) = ANY (ARRAY[0, 2]))),
    CONSTRAINT poll_option_of_something CHECK ((num_nonnulls(starts_at, place_name) > 0)),
    CONSTRAINT poll_option_place_fits CHECK (((char_length(place_name) >= 1) AND (char_length(place_name) <= 400))),
    CONSTRAINT poll_option_time_whole CHECK ((num_nonnulls(time_zone, starts_wall, starts_at) = ANY (ARRAY[0, 3])))
);

CREATE TABLE public.poll_vote (
    outing_id uuid NOT NULL,
    poll_id uuid NOT NULL,
    ballot_id uuid NOT NULL,
    option_id uuid NOT NULL,
    answer text NOT NULL,
    CONSTRAINT poll_vote_answer_known CHECK ((answer = ANY (ARRAY['yes'::text, 'maybe'::text, 'no'::text])))
);

CREATE TABLE public.preference (
    person_id uuid NOT NULL,
    channel text NOT NULL,
    wanted boolean DEFAULT true NOT NULL,
    quiet_from integer,
    quiet_until integer,
    urgent boolean DEFAULT true NOT NULL,
    CONSTRAINT preference_not_inbox CHECK ((channel <> 'inbox'::text)),
    CONSTRAINT preference_quiet_in_day CHECK ((((quiet_from >= 0) AND (quiet_from <= 1439)) AND ((quiet_until >= 0) AND (quiet_until <= 1439)) AND (quiet_from <> quiet_until))),
    CONSTRAINT preference_quiet_whole CHECK (((quiet_from IS NULL) = (quiet_until IS NULL)))
);

COMMENT ON TABLE public.preference IS 'no row: wanted at every hour';

COMMENT ON COLUMN public.preference.quiet_from IS 'minutes after midnight on a clock in the person''s zone; nothing is sent from here …';

COMMENT ON COLUMN public.preference.quiet_until IS '… until here, on the next day if that is earlier';

COMMENT ON COLUMN public.preference.urgent IS 'false: not even what cannot wait is sent in quiet hours';

CREATE TABLE public.provider_deletion (
    code_hash bytea NOT NULL,
    provider text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT provider_deletion_code_whole CHECK ((octet_length(code_hash) = 32))
);

COMMENT ON TABLE public.provider_deletion IS 'a deletion that somebody asked for at their provider and that was done; the code shows them so';

CREATE TABLE public.provider_visit (
    state_hash bytea NOT NULL,
    browser_hash bytea,
    provider text NOT NULL,
    purpose text NOT NULL,
    person_id uuid,
    destination text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT provider_visit_hashes_whole CHECK (((octet_length(state_hash) = 32) AND (octet_length(browser_hash) = 32))),
    CONSTRAINT provider_visit_link_has_who CHECK (((purpose <> 'link'::text) OR (person_id IS NOT NULL))),
    CONSTRAINT provider_visit_purpose_known CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'sign_in_again'::text, 'link'::text])))
);

COMMENT ON TABLE public.provider_visit IS 'somebody who was sent to a provider and is to come back, once, in the same browser';

COMMENT ON COLUMN public.provider_visit.state_hash IS 'SHA-256 of the state; nonce and PKCE verifier are made again from the state and the server''s key';

COMMENT ON COLUMN public.provider_visit.browser_hash IS 'SHA-256 of a cookie of that browser; NULL = a native program, which brings an ID token itself';

COMMENT ON COLUMN public.provider_visit.person_id IS 'who wants to have the identity; NULL = whoever it is';

COMMENT ON COLUMN public.provider_visit.destination IS 'the path of ours where they wanted to go';

CREATE TABLE public.push (
    watch_id uuid NOT NULL,
    outing_id uuid NOT NULL,
    channel text NOT NULL,
    want_rev bigint NOT NULL,
    due_at timestamp with time zone NOT NULL,
    latest timestamp with time zone NOT NULL,
    lease bigint DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_vacuum_cost_delay='0');

COMMENT ON TABLE public.push IS 'watches that are behind: one row each, however many edits';

COMMENT ON COLUMN public.push.lease IS '0 = not leased; else a number that never repeats and fences the ack';

CREATE TABLE public.push_dead (
    watch_id uuid NOT NULL,
    outing_id uuid NOT NULL,
    channel text NOT NULL,
    want_rev bigint NOT NULL,
    attempts integer NOT NULL,
    died_at timestamp with time zone DEFAULT now() NOT NULL,
    why text NOT NULL
);

CREATE TABLE public.push_device (
    person_id uuid NOT NULL,
    id uuid NOT NULL,
    channel text NOT NULL,
    address text NOT NULL,
    p256dh bytea,
    auth bytea,
    environment text,
    name text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT push_device_address_fits CHECK (((octet_length(address) >= 1) AND (octet_length(address) <= 2000))),
    CONSTRAINT push_device_environment_known CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
    CONSTRAINT push_device_keys_whole CHECK (((octet_length(p256dh) = 65) AND (octet_length(auth) = 16))),
    CONSTRAINT push_device_name_fits CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
    CONSTRAINT push_device_of_its_kind CHECK (
CASE channel
    WHEN 'web_push'::text THEN ((num_nonnulls(p256dh, auth) = 2) AND (environment IS NULL))
    WHEN 'apple_push'::text THEN ((num_nonnulls(p256dh, auth) = 0) AND (environment IS NOT NULL))
    ELSE false
END)
);

COMMENT ON TABLE public.push_device IS 'a browser or phone of a person; gone with its endpoint';

COMMENT ON COLUMN public.push_device.address IS 'web_push: the push service''s URL for it; apple_push: the device token, hexadecimal. Whoever has it can send';

COMMENT ON COLUMN public.push_device.p256dh IS 'the browser''s public key: an uncompressed point of P-256';

COMMENT ON COLUMN public.push_device.environment IS 'which of Apple''s services knows the token';

CREATE TABLE public.rating (
    outing_id uuid NOT NULL,
    person_id uuid NOT NULL,
    restaurant_id uuid NOT NULL,
    stars smallint NOT NULL,
    words text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT rating_stars_in_range CHECK (((stars >= 1) AND (stars <= 5))),
    CONSTRAINT rating_words_fit CHECK (((char_length(words) >= 1) AND (char_length(words) <= 1000)))
);

COMMENT ON TABLE public.rating IS 'one opinion a person and visit; whose it is nobody else reads';

COMMENT ON COLUMN public.rating.words IS 'for themselves';

CREATE TABLE public.report (
    id uuid NOT NULL,
    about_id uuid NOT NULL,
    by_id uuid,
    reason text NOT NULL,
    words text,
    at timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone,
    outcome text,
    message_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    quote text,
    CONSTRAINT report_closed_whole CHECK (((closed_at IS NULL) = (outcome IS NULL))),
    CONSTRAINT report_not_of_self CHECK ((about_id <> by_id)),
    CONSTRAINT report_outcome_fits CHECK (((char_length(outcome) >= 1) AND (char_length(outcome) <= 500))),
    CONSTRAINT report_quote_fits CHECK (((char_length(quote) >= 1) AND (char_length(quote) <= 2000))),
    CONSTRAINT report_reason_known CHECK ((reason = ANY (ARRAY['name'::text, 'picture'::text, 'unwanted'::text, 'impostor'::text, 'other'::text]))),
    CONSTRAINT report_words_fit CHECK (((char_length(words) >= 1) AND (char_length(words) <= 1000)))
);

COMMENT ON TABLE public.report IS 'what people tell the operator of other people';

COMMENT ON COLUMN public.report.message_id IS 'the message that is reported; zero = the person';

COMMENT ON COLUMN public.report.quote IS 'what the message said when it was reported, whatever became of it';

CREATE TABLE public.restaurant (
    id uuid NOT NULL,
    source text NOT NULL,
    source_id text NOT NULL,
    name text NOT NULL,
    names jsonb DEFAULT '{}'::jsonb NOT NULL,
    kind text NOT NULL,
    cuisines text[] DEFAULT '{}'::text[] NOT NULL,
    diets jsonb DEFAULT '{}'::jsonb NOT NULL,
    latitude double precision NOT NULL,
    longitude double precision NOT NULL,
    time_zone text,
    opening_hours text,
    phone text,
    website text,
    street text,
    postcode text,
    area text,
    city text,
    country text,
    brand text,
    price smallint,
    rating double precision,
    rating_count integer,
    extra jsonb DEFAULT '{}'::jsonb NOT NULL,
    imported_at timestamp with time zone DEFAULT now() NOT NULL,
    vanished_at timestamp with time zone,
    owner_edited_at timestamp with time zone,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_in xid8 DEFAULT pg_current_xact_id() NOT NULL,
    source_rating double precision,
    source_rating_count integer,
    CONSTRAINT restaurant_country_code CHECK ((country ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT restaurant_diets_object CHECK ((jsonb_typeof(diets) = 'object'::text)),
    CONSTRAINT restaurant_extra_object CHECK ((jsonb_typeof(extra) = 'object'::text)),
    CONSTRAINT restaurant_kind_known CHECK ((kind = ANY (ARRAY['restaurant'::text, 'cafe'::text, 'bar'::text, 'pub'::text, 'fast_food'::text, 'food_court'::text, 'ice_cream'::text, 'biergarten'::text, 'bakery'::text, 'deli'::text]))),
    CONSTRAINT restaurant_latitude_in_range CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
    CONSTRAINT restaurant_longitude_in_range CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude < (180)::double precision))),
    CONSTRAINT restaurant_name_fits CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT restaurant_names_object CHECK ((jsonb_typeof(names) = 'object'::text)),
    CONSTRAINT restaurant_phone_e164 CHECK ((phone ~ '^\+[1-9][0-9]{4,14}$'::text)),
    CONSTRAINT restaurant_price_in_range CHECK (((price >= 1) AND (price <= 4))),
    CONSTRAINT restaurant_rating_counted CHECK ((rating_count >= 1)),
    CONSTRAINT restaurant_rating_in_range CHECK (((rating >= (0)::double precision) AND (rating <= (5)::double precision))),
    CONSTRAINT restaurant_rating_whole CHECK (((rating IS NULL) = (rating_count IS NULL))),
    CONSTRAINT restaurant_source_id_fits CHECK (((char_length(source_id) >= 1) AND (char_length(source_id) <= 200))),
    CONSTRAINT restaurant_source_rating_counted CHECK ((source_rating_count >= 1)),
    CONSTRAINT restaurant_source_rating_in_range CHECK (((source_rating >= (0)::double precision) AND (source_rating <= (5)::double precision))),
    CONSTRAINT restaurant_source_rating_whole CHECK (((source_rating IS NULL) = (source_rating_count IS NULL))),
    CONSTRAINT restaurant_website_web CHECK (((website ~ '^https?://'::text) AND (char_length(website) <= 500)))
);

COMMENT ON COLUMN public.restaurant.source_id IS 'the source''s own id; for OpenStreetMap n, w or r and the number';

COMMENT ON COLUMN public.restaurant.names IS 'other names: language tag, or alt, old, short and the like, to text';

COMMENT ON COLUMN public.restaurant.cuisines IS 'keys in OpenStreetMap''s vocabulary, lower case';

COMMENT ON COLUMN public.restaurant.diets IS 'diet to yes, only, limited or no; one that is missing is unknown';

COMMENT ON COLUMN public.restaurant.latitude IS 'degrees north, WGS 84';

COMMENT ON COLUMN public.restaurant.longitude IS 'degrees east, WGS 84';

COMMENT ON COLUMN public.restaurant.time_zone IS 'name of tzdata; NULL = not known';

COMMENT ON COLUMN public.restaurant.opening_hours IS 'OpenStreetMap''s opening_hours syntax; NULL = unknown, never "closed"';

COMMENT ON COLUMN public.restaurant.phone IS 'E.164';

COMMENT ON COLUMN public.restaurant.area IS 'suburb or quarter';

COMMENT ON COLUMN public.restaurant.country IS 'ISO 3166-1 alpha-2';

COMMENT ON COLUMN public.restaurant.price IS '1 cheap to 4 expensive; NULL = unknown';

COMMENT ON COLUMN public.restaurant.rating IS 'what is shown, by rating_mean(); NULL = nobody has rated it';

COMMENT ON COLUMN public.restaurant.extra IS 'what the source says besides: level, wheelchair, takeaway, …';

COMMENT ON COLUMN public.restaurant.vanished_at IS 'the last import of its source no longer had it; kept, since outings point here';

COMMENT ON COLUMN public.restaurant.owner_edited_at IS 'an owner wrote this row: imports leave it alone';

COMMENT ON COLUMN public.restaurant.changed_in IS 'transaction of the last change. A follower that reads changed_in >= pg_snapshot_xmin(pg_current_snapshot()) as of its last read misses no commit, however late';

COMMENT ON COLUMN public.restaurant.source_rating IS 'mean of 0 to 5 that its source has; NULL = none';

CREATE TABLE public.restaurant_source (
    id text NOT NULL,
    name text NOT NULL,
    licence text NOT NULL,
    attribution text NOT NULL,
    url text NOT NULL,
    imported_at timestamp with time zone,
    CONSTRAINT restaurant_source_id_plain CHECK ((id ~ '^[a-z][a-z0-9-]{0,39}$'::text)),
    CONSTRAINT restaurant_source_name_fits CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT restaurant_source_url_web CHECK ((url ~ '^https?://'::text))
);

COMMENT ON COLUMN public.restaurant_source.attribution IS 'what must be said wherever its data is shown';

COMMENT ON COLUMN public.restaurant_source.url IS 'the licence, or the page that names the contributors';

COMMENT ON COLUMN public.restaurant_source.imported_at IS 'end of its last whole import';

CREATE UNLOGGED TABLE public.restaurant_staging (
    import_id uuid NOT NULL,
    ordinal bigint NOT NULL,
    id uuid NOT NULL,
    source_id text NOT NULL,
    name text NOT NULL,
    names jsonb NOT NULL,
    kind text NOT NULL,
    cuisines text[] NOT NULL,
    diets jsonb NOT NULL,
    latitude double precision NOT NULL,
    longitude double precision NOT NULL,
    time_zone text,
    opening_hours text,
    phone text,
    website text,
    street text,
    postcode text,
    area text,
    city text,
    country text,
    brand text,
    price smallint,
    extra jsonb NOT NULL,
    staged_at timestamp with time zone DEFAULT now() NOT NULL,
    rating double precision,
    rating_count integer
);

COMMENT ON TABLE public.restaurant_staging IS 'rows of running imports; kept until the import ends, to know what vanished';

COMMENT ON COLUMN public.restaurant_staging.ordinal IS 'position in the file; of rows with the same source_id the first counts';

CREATE TABLE public.schema_migration (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.schema_migration IS 'Files of sql/migrations that are applied, with the SHA-256 of each';

CREATE TABLE public.series (
    id uuid NOT NULL,
    host_id uuid NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    title text NOT NULL,
    note text,
    restaurant_id uuid,
    place_name text,
    capacity integer,
    answers_due integer,
    time_zone text NOT NULL,
    starts_clock integer NOT NULL,
    minutes integer,
    frequency text NOT NULL,
    every integer NOT NULL,
    weekdays integer[] NOT NULL,
    week integer,
    starts_on date NOT NULL,
    ends_on date,
    occurrences integer,
    holidays_of text,
    made_through date NOT NULL,
    look_at timestamp with time zone,
    ended_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT series_answers_sensible CHECK (((answers_due >= 0) AND (answers_due <= 20160))),
    CONSTRAINT series_capacity_sensible CHECK (((capacity >= 1) AND (capacity <= 100000))),
    CONSTRAINT series_clock_of_day CHECK (((starts_clock >= 0) AND (starts_clock <= 1439))),
    CONSTRAINT series_country_code CHECK ((holidays_of ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT series_end_after_start CHECK ((ends_on >= starts_on)),
    CONSTRAINT series_ended_rests CHECK (((ended_at IS NULL) OR (look_at IS NULL))),
    CONSTRAINT series_every_sensible CHECK (((every >= 1) AND (every <= 52))),
    CONSTRAINT series_frequency_known CHECK ((frequency = ANY (ARRAY['weekly'::text, 'monthly'::text]))),
    CONSTRAINT series_minutes_sensible CHECK (((minutes >= 1) AND (minutes <= 20160))),
    CONSTRAINT series_note_fits CHECK (((char_length(note) >= 1) AND (char_length(note) <= 4000))),
    CONSTRAINT series_occurs CHECK (((occurrences >= 1) AND (occurrences <= 1000))),
    CONSTRAINT series_one_end CHECK ((num_nonnulls(ends_on, occurrences) <= 1)),
    CONSTRAINT series_place_fits CHECK (((char_length(place_name) >= 1) AND (char_length(place_name) <= 400))),
    CONSTRAINT series_restaurant_named CHECK (((restaurant_id IS NULL) OR (place_name IS NOT NULL))),
    CONSTRAINT series_title_fits CHECK (((char_length(title) >= 1) AND (char_length(title) <= 120))),
    CONSTRAINT series_week_of_month CHECK ((((week IS NOT NULL) = (frequency = 'monthly'::text)) AND (week = ANY (ARRAY['-1'::integer, 1, 2, 3, 4])))),
    CONSTRAINT series_weekdays_known CHECK (((weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7]) AND ((cardinality(weekdays) >= 1) AND (cardinality(weekdays) <= 7))))
);

COMMENT ON TABLE public.series IS 'a rule by which outings are made, and what each of them begins with; RFC 5545, 3.3.10, as typed columns';

COMMENT ON COLUMN public.series.place_name IS 'the restaurant''s name, or the host''s words where restaurant_id is NULL';

COMMENT ON COLUMN public.series.answers_due IS 'minutes before the start; NULL = no deadline';

COMMENT ON COLUMN public.series.starts_clock IS 'minutes after midnight on a clock in time_zone: DTSTART''s local time';

COMMENT ON COLUMN public.series.minutes IS 'DURATION; NULL = open end';

COMMENT ON COLUMN public.series.every IS 'INTERVAL: weeks from the week of starts_on (WKST=MO), or months from its month';

COMMENT ON COLUMN public.series.weekdays IS 'BYDAY: 1 is Monday, 7 is Sunday';

COMMENT ON COLUMN public.series.week IS 'BYDAY''s ordinal in a month, -1 the last';

COMMENT ON COLUMN public.series.ends_on IS 'UNTIL, itself included';

COMMENT ON COLUMN public.series.occurrences IS 'COUNT: what is skipped counts';

COMMENT ON COLUMN public.series.holidays_of IS 'country whose public holidays are skipped; NULL = none are';

COMMENT ON COLUMN public.series.made_through IS 'dates up to here were looked at: an outing was made, or it is skipped';

COMMENT ON COLUMN public.series.look_at IS 'when there may be something to make; NULL = never again';

CREATE TABLE public.series_person (
    series_id uuid NOT NULL,
    person_id uuid NOT NULL,
    comes boolean DEFAULT false NOT NULL,
    party_size integer DEFAULT 1 NOT NULL,
    added_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT series_person_party_sensible CHECK (((party_size >= 1) AND (party_size <= 50)))
);

COMMENT ON TABLE public.series_person IS 'who is asked to every outing of a series beside its host; whoever leaves has no row';

COMMENT ON COLUMN public.series_person.comes IS 'they said that they come to all';

CREATE TABLE public.series_skip (
    series_id uuid NOT NULL,
    date date NOT NULL,
    reason text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT series_skip_reason_known CHECK ((reason = ANY (ARRAY['host'::text, 'holiday'::text, 'rule'::text])))
);

COMMENT ON TABLE public.series_skip IS 'dates of the rule on which nothing takes place: EXDATE';

COMMENT ON COLUMN public.series_skip.reason IS 'the host said so, it is a holiday, or the rule was changed and has it no more';

CREATE TABLE public.session (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    client text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    proven_at timestamp with time zone DEFAULT now() NOT NULL,
    network text,
    CONSTRAINT session_client_fits CHECK ((char_length(client) <= 200)),
    CONSTRAINT session_network_fits CHECK (((char_length(network) >= 1) AND (char_length(network) <= 60))),
    CONSTRAINT session_token_whole CHECK ((octet_length(token_hash) = 32))
);

COMMENT ON COLUMN public.session.token_hash IS 'SHA-256 of 256 random bits';

COMMENT ON COLUMN public.session.client IS 'the device in words, from User-Agent or Noonish-Client';

COMMENT ON COLUMN public.session.seen_at IS 'last use, moved at most once an hour; the idle limit counts from here';

COMMENT ON COLUMN public.session.ends_at IS 'absolute end, never moved';

COMMENT ON COLUMN public.session.proven_at IS 'when its person last proved who they are: by a code, a passkey, or at a provider';

COMMENT ON COLUMN public.session.network IS 'where it was last used from: an address cut to its network, or machine; NULL = not used yet';

CREATE TABLE public.sign_in (
    id uuid NOT NULL,
    address text NOT NULL,
    code_hash bytea NOT NULL,
    link_hash bytea NOT NULL,
    browser_hash bytea,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    stranger_attempts integer DEFAULT 0 NOT NULL,
    CONSTRAINT sign_in_hashes_whole CHECK (((octet_length(code_hash) = 32) AND (octet_length(link_hash) = 32)))
);

COMMENT ON TABLE public.sign_in IS 'a code and a link that were mailed; each works once, until it expires';

COMMENT ON COLUMN public.sign_in.code_hash IS 'HMAC-SHA-256 of id and code with the server''s key: a code is too short for a plain hash';

COMMENT ON COLUMN public.sign_in.link_hash IS 'SHA-256 of 256 random bits';

COMMENT ON COLUMN public.sign_in.browser_hash IS 'SHA-256 of a cookie of the browser that asked; NULL = a program asked';

COMMENT ON COLUMN public.sign_in.attempts IS 'wrong codes from the browser that asked, or from anywhere if a program asked';

COMMENT ON COLUMN public.sign_in.stranger_attempts IS 'wrong codes from elsewhere, where a browser asked; counted apart';

CREATE TABLE public.suggestion (
    outing_id uuid NOT NULL,
    id uuid NOT NULL,
    author_id uuid NOT NULL,
    content text NOT NULL,
    time_zone text,
    starts_wall timestamp without time zone,
    starts_at timestamp with time zone,
    ends_wall timestamp without time zone,
    ends_at timestamp with time zone,
    restaurant_id uuid,
    place_name text,
    person_id uuid,
    address text,
    state text DEFAULT 'open'::text NOT NULL,
    word text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_at timestamp with time zone,
    decided_by uuid,
    CONSTRAINT suggestion_address_lower CHECK ((address = lower(address))),
    CONSTRAINT suggestion_decided_whole CHECK (((decided_at IS NULL) = (state = ANY (ARRAY['open'::text, 'polled'::text])))),
    CONSTRAINT suggestion_end_after_start CHECK (((ends_at IS NULL) OR (ends_at > starts_at))),
    CONSTRAINT suggestion_end_whole CHECK ((num_nonnulls(ends_wall, ends_at) = ANY (ARRAY[0, 2]))),
    CONSTRAINT suggestion_guest_alone CHECK (((num_nonnulls(person_id, address) <= 1) AND ((num_nonnulls(person_id, address) = 0) OR (num_nonnulls(starts_at, place_name) = 0)))),
    CONSTRAINT suggestion_of_something CHECK (((state <> ALL (ARRAY['open'::text, 'polled'::text])) OR (num_nonnulls(starts_at, place_name, person_id, address) > 0))),
    CONSTRAINT suggestion_place_fits CHECK (((char_length(place_name) >= 1) AND (char_length(place_name) <= 400))),
    CONSTRAINT suggestion_restaurant_named CHECK (((restaurant_id IS NULL) OR (place_name IS NOT NULL))),
    CONSTRAINT suggestion_state_known CHECK ((state = ANY (ARRAY['open'::text, 'polled'::text, 'accepted'::text, 'denied'::text, 'withdrawn'::text, 'outvoted'::text]))),
    CONSTRAINT suggestion_time_whole CHECK ((num_nonnulls(time_zone, starts_wall, starts_at) = ANY (ARRAY[0, 3]))),
    CONSTRAINT suggestion_word_fits CHECK (((char_length(word) >= 1) AND (char_length(word) <= 500)))
);

COMMENT ON TABLE public.suggestion IS 'a change that somebody who may not make it proposes; expired once the outing or the time is over, which no column says';

COMMENT ON COLUMN public.suggestion.content IS 'what makes two suggestions the same: instants, the restaurant''s id or the place''s words in lower case, a person''s id or an address';

COMMENT ON COLUMN public.suggestion.place_name IS 'the restaurant''s name when it was suggested, or the author''s words where restaurant_id is NULL';

COMMENT ON COLUMN public.suggestion.address IS 'of one more guest; shown to the author and the hosts alone';

COMMENT ON COLUMN public.suggestion.word IS 'why it was denied, in a host''s words';

COMMENT ON COLUMN public.suggestion.decided_by IS 'who accepted, denied or withdrew it; NULL = a vote that ended by itself';

CREATE TABLE public.suggestion_support (
    outing_id uuid NOT NULL,
    suggestion_id uuid NOT NULL,
    person_id uuid NOT NULL,
    answer text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT suggestion_support_answer_known CHECK ((answer = ANY (ARRAY['yes'::text, 'maybe'::text, 'no'::text])))
);

CREATE TABLE public.watch (
    outing_id uuid NOT NULL,
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    channel text NOT NULL,
    endpoint_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    sent_rev bigint NOT NULL,
    live boolean DEFAULT true NOT NULL,
    leaving boolean DEFAULT false NOT NULL,
    muted boolean DEFAULT false NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT watch_end_dated CHECK ((live = (ended_at IS NULL)))
)
WITH (fillfactor='80');

COMMENT ON COLUMN public.watch.sent_rev IS 'what this person was told by this channel; only grows while live';

COMMENT ON COLUMN public.watch.leaving IS 'was removed: one farewell, then the watch ends';

COMMENT ON COLUMN public.watch.muted IS 'unsubscribed from this outing by this channel; a new invitation does not undo it';

CREATE TABLE public.webhook (
    person_id uuid NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    events text[] DEFAULT '{}'::text[] NOT NULL,
    name text,
    secret bytea NOT NULL,
    former_secret bytea,
    former_until timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    ended_why text,
    CONSTRAINT webhook_end_told CHECK (((ended_at IS NULL) = (ended_why IS NULL))),
    CONSTRAINT webhook_former_whole CHECK (((former_secret IS NULL) = (former_until IS NULL))),
    CONSTRAINT webhook_name_fits CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
    CONSTRAINT webhook_url_fits CHECK (((octet_length(url) >= 1) AND (octet_length(url) <= 2000)))
);

COMMENT ON TABLE public.webhook IS 'a program that is told by HTTP; has an endpoint of the same id until it ends';

COMMENT ON COLUMN public.webhook.events IS 'types of message; none = all';

COMMENT ON COLUMN public.webhook.secret IS 'signs messages; AES-GCM with a key derived from the server''s, which is not in the database';

COMMENT ON COLUMN public.webhook.former_secret IS 'signs along until former_until, so that a receiver can change over';

COMMENT ON COLUMN public.webhook.ended_at IS 'the receiver answered 410, or the owner turned it off';

CREATE TABLE public.webhook_attempt (
    person_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    id uuid NOT NULL,
    message_id text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    status integer,
    failure text,
    milliseconds integer NOT NULL,
    CONSTRAINT webhook_attempt_went_somehow CHECK ((num_nonnulls(status, failure) = 1))
);

COMMENT ON TABLE public.webhook_attempt IS 'what became of each attempt; what the receiver answered is not kept but for its status';

CREATE TABLE public.webhook_message (
    person_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    id text NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.webhook_message IS 'what was said, as it was at the first attempt: later attempts and replays say the same';

COMMENT ON COLUMN public.webhook_message.id IS 'watch:revision';

ALTER TABLE ONLY public.address_change
    ADD CONSTRAINT address_change_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.allowance
    ADD CONSTRAINT allowance_pkey PRIMARY KEY (kind, caller, id);

ALTER TABLE ONLY public.attendance
    ADD CONSTRAINT attendance_id_unique UNIQUE (outing_id, id);

ALTER TABLE ONLY public.attendance
    ADD CONSTRAINT attendance_pkey PRIMARY KEY (outing_id, person_id);

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (day, seq);

ALTER TABLE ONLY public.block
    ADD CONSTRAINT block_pkey PRIMARY KEY (person_id, other_id);

ALTER TABLE ONLY public.calendar_feed
    ADD CONSTRAINT calendar_feed_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY public.calendar_feed
    ADD CONSTRAINT calendar_feed_secret_unique UNIQUE (secret_hash);

ALTER TABLE ONLY public.calendar_reply
    ADD CONSTRAINT calendar_reply_pkey PRIMARY KEY (outing_id, person_id);

ALTER TABLE ONLY public.change
    ADD CONSTRAINT change_pkey PRIMARY KEY (outing_id, rev);

ALTER TABLE ONLY public.channel
    ADD CONSTRAINT channel_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.circle_member
    ADD CONSTRAINT circle_member_pkey PRIMARY KEY (circle_id, person_id);

ALTER TABLE ONLY public.circle
    ADD CONSTRAINT circle_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.cron_slot
    ADD CONSTRAINT cron_slot_pkey PRIMARY KEY (name, slot);

ALTER TABLE ONLY public.diet_group
    ADD CONSTRAINT diet_group_pkey PRIMARY KEY (outing_id);

ALTER TABLE ONLY public.diet_need
    ADD CONSTRAINT diet_need_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY public.endpoint
    ADD CONSTRAINT endpoint_pkey PRIMARY KEY (person_id, id);

ALTER TABLE ONLY public.erased
    ADD CONSTRAINT erased_pkey PRIMARY KEY (person_hash);

ALTER TABLE ONLY public.erasure
    ADD CONSTRAINT erasure_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY public.export
    ADD CONSTRAINT export_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.friend_mail
    ADD CONSTRAINT friend_mail_pkey PRIMARY KEY (from_id, to_address);

ALTER TABLE ONLY public.friend_request
    ADD CONSTRAINT friend_request_address_once UNIQUE (from_id, to_address);

ALTER TABLE ONLY public.friend_request
    ADD CONSTRAINT friend_request_person_once UNIQUE (from_id, to_id);

ALTER TABLE ONLY public.friend_request
    ADD CONSTRAINT friend_request_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.friendship
    ADD CONSTRAINT friendship_pkey PRIMARY KEY (low_id, high_id);

ALTER TABLE ONLY public.held_news
    ADD CONSTRAINT held_news_pkey PRIMARY KEY (outing_id);

ALTER TABLE ONLY public.idempotent_request
    ADD CONSTRAINT idempotent_request_pkey PRIMARY KEY (scope, key);

ALTER TABLE ONLY public.identity_friend
    ADD CONSTRAINT identity_friend_pkey PRIMARY KEY (identity_id, friend_id);

ALTER TABLE ONLY public.identity
    ADD CONSTRAINT identity_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity
    ADD CONSTRAINT identity_subject_once UNIQUE (issuer, subject);

ALTER TABLE ONLY public.inbox
    ADD CONSTRAINT inbox_pkey PRIMARY KEY (person_id, seq);

ALTER TABLE ONLY public.invitation_mail
    ADD CONSTRAINT invitation_mail_pkey PRIMARY KEY (invited_by, id);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_once_a_person UNIQUE (outing_id, person_id);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_pkey PRIMARY KEY (outing_id, id);

ALTER TABLE ONLY public.invitation_token
    ADD CONSTRAINT invitation_token_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_token_unique UNIQUE (token_hash);

ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mail_outbox
    ADD CONSTRAINT mail_outbox_message_once UNIQUE (message_id);

ALTER TABLE ONLY public.mail_outbox
    ADD CONSTRAINT mail_outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_id_once UNIQUE (id);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (outing_id, id);

ALTER TABLE ONLY public.message_reader
    ADD CONSTRAINT message_reader_pkey PRIMARY KEY (outing_id, person_id);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_rev_once UNIQUE (outing_id, rev);

ALTER TABLE ONLY public.offer_check
    ADD CONSTRAINT offer_check_pkey PRIMARY KEY (outing_id);

ALTER TABLE ONLY public.offer
    ADD CONSTRAINT offer_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.offer
    ADD CONSTRAINT offer_source_once UNIQUE (source, key);

ALTER TABLE ONLY public.open_check
    ADD CONSTRAINT open_check_pkey PRIMARY KEY (outing_id);

ALTER TABLE ONLY public.origin
    ADD CONSTRAINT origin_pkey PRIMARY KEY (outing_id, person_id);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outing_link
    ADD CONSTRAINT outing_link_pkey PRIMARY KEY (outing_id, id);

ALTER TABLE ONLY public.outing_link
    ADD CONSTRAINT outing_link_token_unique UNIQUE (token_hash);

ALTER TABLE ONLY public.outing
    ADD CONSTRAINT outing_once_a_date UNIQUE (series_id, series_date);

ALTER TABLE ONLY public.outing
    ADD CONSTRAINT outing_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_pkey PRIMARY KEY (challenge_hash);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_credential_once UNIQUE (credential_id);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.person_email
    ADD CONSTRAINT person_email_pkey PRIMARY KEY (address);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.pick
    ADD CONSTRAINT pick_pkey PRIMARY KEY (outing_id);

ALTER TABLE ONLY public.picture
    ADD CONSTRAINT picture_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY public.poll_ballot
    ADD CONSTRAINT poll_ballot_once_a_person UNIQUE (outing_id, poll_id, person_id);

ALTER TABLE ONLY public.poll_ballot
    ADD CONSTRAINT poll_ballot_pkey PRIMARY KEY (outing_id, poll_id, id);

ALTER TABLE ONLY public.poll_option
    ADD CONSTRAINT poll_option_once UNIQUE (outing_id, poll_id, content);

ALTER TABLE ONLY public.poll_option
    ADD CONSTRAINT poll_option_pkey PRIMARY KEY (outing_id, poll_id, id);

ALTER TABLE ONLY public.poll
    ADD CONSTRAINT poll_pkey PRIMARY KEY (outing_id, id);

ALTER TABLE ONLY public.poll_vote
    ADD CONSTRAINT poll_vote_pkey PRIMARY KEY (outing_id, poll_id, ballot_id, option_id);

ALTER TABLE ONLY public.preference
    ADD CONSTRAINT preference_pkey PRIMARY KEY (person_id, channel);

ALTER TABLE ONLY public.provider_deletion
    ADD CONSTRAINT provider_deletion_pkey PRIMARY KEY (code_hash);

ALTER TABLE ONLY public.provider_visit
    ADD CONSTRAINT provider_visit_pkey PRIMARY KEY (state_hash);

ALTER TABLE ONLY public.push_dead
    ADD CONSTRAINT push_dead_pkey PRIMARY KEY (watch_id);

ALTER TABLE ONLY public.push_device
    ADD CONSTRAINT push_device_address_once UNIQUE (channel, address);

ALTER TABLE ONLY public.push_device
    ADD CONSTRAINT push_device_pkey PRIMARY KEY (person_id, id);

ALTER TABLE ONLY public.push
    ADD CONSTRAINT push_pkey PRIMARY KEY (watch_id);

ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_pkey PRIMARY KEY (outing_id, person_id);

ALTER TABLE ONLY public.report
    ADD CONSTRAINT report_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.restaurant
    ADD CONSTRAINT restaurant_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.restaurant
    ADD CONSTRAINT restaurant_source_once UNIQUE (source, source_id);

ALTER TABLE ONLY public.restaurant_source
    ADD CONSTRAINT restaurant_source_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.restaurant_staging
    ADD CONSTRAINT restaurant_staging_pkey PRIMARY KEY (import_id, ordinal);

ALTER TABLE ONLY public.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.series_person
    ADD CONSTRAINT series_person_pkey PRIMARY KEY (series_id, person_id);

ALTER TABLE ONLY public.series
    ADD CONSTRAINT series_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.series_skip
    ADD CONSTRAINT series_skip_pkey PRIMARY KEY (series_id, date);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token_unique UNIQUE (token_hash);

ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT sign_in_link_unique UNIQUE (link_hash);

ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT sign_in_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.suggestion
    ADD CONSTRAINT suggestion_pkey PRIMARY KEY (outing_id, id);

ALTER TABLE ONLY public.suggestion_support
    ADD CONSTRAINT suggestion_support_pkey PRIMARY KEY (outing_id, suggestion_id, person_id);

ALTER TABLE ONLY public.watch
    ADD CONSTRAINT watch_once_an_endpoint UNIQUE (outing_id, person_id, channel, endpoint_id);

ALTER TABLE ONLY public.watch
    ADD CONSTRAINT watch_pkey PRIMARY KEY (outing_id, id);

ALTER TABLE ONLY public.webhook_attempt
    ADD CONSTRAINT webhook_attempt_pkey PRIMARY KEY (person_id, webhook_id, id);

ALTER TABLE ONLY public.webhook_message
    ADD CONSTRAINT webhook_message_pkey PRIMARY KEY (person_id, webhook_id, id);

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (person_id, id);

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_url_once UNIQUE (person_id, url);

CREATE INDEX address_change_address_idx ON public.address_change USING btree (address, created_at);

CREATE INDEX address_change_person_idx ON public.address_change USING btree (person_id, created_at);

CREATE INDEX allowance_at_idx ON public.allowance USING btree (at);

CREATE INDEX attendance_cohost_idx ON public.attendance USING btree (outing_id, person_id) WHERE (role = 'cohost'::text);

CREATE INDEX attendance_offer_idx ON public.attendance USING btree (offer_ends_at) WHERE (offer_ends_at IS NOT NULL);

CREATE INDEX attendance_person_idx ON public.attendance USING btree (person_id, outing_id);

CREATE INDEX audit_actor_idx ON public.audit USING btree (actor_id, at);

CREATE INDEX block_other_idx ON public.block USING btree (other_id);

CREATE INDEX calendar_reply_person_idx ON public.calendar_reply USING btree (person_id);

CREATE INDEX change_at_idx ON public.change USING brin (at);

CREATE INDEX circle_member_person_idx ON public.circle_member USING btree (person_id);

CREATE INDEX circle_owner_idx ON public.circle USING btree (owner_id);

CREATE INDEX cron_slot_ran_idx ON public.cron_slot USING btree (ran_at);

CREATE INDEX export_expires_idx ON public.export USING btree (expires_at);

CREATE UNIQUE INDEX export_one_under_way ON public.export USING btree (person_id) WHERE (ready_at IS NULL);

CREATE INDEX export_person_idx ON public.export USING btree (person_id, requested_at);

CREATE INDEX friend_mail_address_idx ON public.friend_mail USING btree (to_address, at);

CREATE INDEX friend_request_address_idx ON public.friend_request USING btree (to_address);

CREATE INDEX friend_request_to_idx ON public.friend_request USING btree (to_id);

CREATE INDEX friendship_high_idx ON public.friendship USING btree (high_id);

CREATE INDEX held_news_due_idx ON public.held_news USING btree (due_at);

CREATE INDEX idempotent_request_at_idx ON public.idempotent_request USING btree (at);

CREATE INDEX identity_friend_friend_idx ON public.identity_friend USING btree (friend_id);

CREATE INDEX identity_person_idx ON public.identity USING btree (person_id);

CREATE INDEX inbox_outing_idx ON public.inbox USING btree (outing_id);

CREATE INDEX invitation_address_idx ON public.invitation USING btree (address) WHERE (address IS NOT NULL);

CREATE UNIQUE INDEX invitation_address_once ON public.invitation USING btree (outing_id, address) WHERE (address IS NOT NULL);

CREATE INDEX invitation_token_invitation_idx ON public.invitation_token USING btree (outing_id, invitation_id);

CREATE INDEX job_due_idx ON public.job USING btree (kind, due_at) WHERE (given_up_at IS NULL);

CREATE INDEX job_given_up_idx ON public.job USING btree (given_up_at) WHERE (given_up_at IS NOT NULL);

CREATE UNIQUE INDEX job_unique_key ON public.job USING btree (kind, unique_key) WHERE (given_up_at IS NULL);

CREATE INDEX mail_outbox_to_idx ON public.mail_outbox USING btree (to_address, at);

CREATE INDEX message_author_idx ON public.message USING btree (author_id);

CREATE INDEX message_reader_person_idx ON public.message_reader USING btree (person_id);

CREATE INDEX offer_restaurant_idx ON public.offer USING btree (restaurant_id) WHERE (ended_at IS NULL);

CREATE INDEX origin_person_idx ON public.origin USING btree (person_id);

CREATE INDEX outing_host_idx ON public.outing USING btree (host_id);

CREATE INDEX outing_respond_by_idx ON public.outing USING btree (respond_by) WHERE (respond_by IS NOT NULL);

CREATE INDEX outing_starts_idx ON public.outing USING btree (starts_at);

CREATE INDEX passkey_challenge_expires_idx ON public.passkey_challenge USING btree (expires_at);

CREATE INDEX passkey_person_idx ON public.passkey USING btree (person_id);

CREATE INDEX person_email_person_idx ON public.person_email USING btree (person_id, verified_at);

CREATE INDEX pick_person_idx ON public.pick USING btree (person_id);

CREATE INDEX poll_ballot_person_idx ON public.poll_ballot USING btree (person_id);

CREATE INDEX poll_due_idx ON public.poll USING btree (closes_at) WHERE (closed_at IS NULL);

CREATE INDEX provider_visit_expires_idx ON public.provider_visit USING btree (expires_at);

CREATE INDEX push_due_idx ON public.push USING btree (channel, due_at);

CREATE INDEX rating_person_idx ON public.rating USING btree (person_id, restaurant_id);

CREATE INDEX rating_restaurant_idx ON public.rating USING btree (restaurant_id);

CREATE INDEX report_by_idx ON public.report USING btree (by_id);

CREATE INDEX report_open_idx ON public.report USING btree (at) WHERE (closed_at IS NULL);

CREATE UNIQUE INDEX report_open_once ON public.report USING btree (about_id, by_id, message_id) WHERE (closed_at IS NULL);

CREATE INDEX restaurant_changed_idx ON public.restaurant USING btree (changed_in, id);

CREATE INDEX restaurant_staging_source_idx ON public.restaurant_staging USING btree (import_id, source_id, ordinal);

CREATE INDEX series_due_idx ON public.series USING btree (look_at) WHERE (look_at IS NOT NULL);

CREATE INDEX series_host_idx ON public.series USING btree (host_id);

CREATE INDEX series_person_person_idx ON public.series_person USING btree (person_id);

CREATE INDEX session_person_idx ON public.session USING btree (person_id);

CREATE INDEX sign_in_address_idx ON public.sign_in USING btree (address, created_at);

CREATE INDEX suggestion_address_idx ON public.suggestion USING btree (address) WHERE (address IS NOT NULL);

CREATE INDEX suggestion_author_idx ON public.suggestion USING btree (author_id);

CREATE UNIQUE INDEX suggestion_once_open ON public.suggestion USING btree (outing_id, content) WHERE (state = ANY (ARRAY['open'::text, 'polled'::text]));

CREATE INDEX suggestion_person_idx ON public.suggestion USING btree (person_id) WHERE (person_id IS NOT NULL);

CREATE INDEX suggestion_support_person_idx ON public.suggestion_support USING btree (person_id);

CREATE INDEX watch_person_idx ON public.watch USING btree (person_id) WHERE live;

CREATE INDEX webhook_attempt_message_idx ON public.webhook_attempt USING btree (person_id, webhook_id, message_id);

CREATE INDEX webhook_message_at_idx ON public.webhook_message USING btree (at);

CREATE TRIGGER attendance_counted AFTER INSERT OR DELETE OR UPDATE OF status, party_size, offer_ends_at ON public.attendance FOR EACH ROW EXECUTE FUNCTION public.attendance_count();

CREATE TRIGGER attendance_declined_origin AFTER UPDATE OF status ON public.attendance FOR EACH ROW WHEN ((new.status = 'declined'::text)) EXECUTE FUNCTION public.origin_forgotten();

CREATE TRIGGER attendance_joined_diets AFTER INSERT ON public.attendance REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.diet_group_followed();

CREATE TRIGGER attendance_left_diets AFTER DELETE ON public.attendance REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.diet_group_followed();

CREATE TRIGGER attendance_moved_diets AFTER UPDATE ON public.attendance REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.diet_group_followed();

CREATE TRIGGER audit_chained BEFORE INSERT ON public.audit FOR EACH ROW EXECUTE FUNCTION public.audit_chain();

CREATE CONSTRAINT TRIGGER diet_need_told AFTER INSERT OR DELETE OR UPDATE ON public.diet_need DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.diet_group_told();

CREATE TRIGGER rating_counted AFTER INSERT OR DELETE OR UPDATE OF stars ON public.rating FOR EACH ROW EXECUTE FUNCTION public.rating_counted();

CREATE TRIGGER restaurant_rated AFTER UPDATE OF source_rating, source_rating_count ON public.restaurant FOR EACH ROW WHEN (((old.source_rating IS DISTINCT FROM new.source_rating) OR (old.source_rating_count IS DISTINCT FROM new.source_rating_count))) EXECUTE FUNCTION public.restaurant_rated();

CREATE TRIGGER restaurant_rated_first AFTER INSERT ON public.restaurant FOR EACH ROW WHEN ((new.source_rating IS NOT NULL)) EXECUTE FUNCTION public.restaurant_rated();

CREATE TRIGGER restaurant_touched BEFORE INSERT OR UPDATE ON public.restaurant FOR EACH ROW EXECUTE FUNCTION public.restaurant_touch();

ALTER TABLE ONLY public.address_change
    ADD CONSTRAINT address_change_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.attendance
    ADD CONSTRAINT attendance_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.attendance
    ADD CONSTRAINT attendance_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.attendance
    ADD CONSTRAINT attendance_set_by_id_fkey FOREIGN KEY (set_by_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.block
    ADD CONSTRAINT block_other_id_fkey FOREIGN KEY (other_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.block
    ADD CONSTRAINT block_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_feed
    ADD CONSTRAINT calendar_feed_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_reply
    ADD CONSTRAINT calendar_reply_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_reply
    ADD CONSTRAINT calendar_reply_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.change
    ADD CONSTRAINT change_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.change
    ADD CONSTRAINT change_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.circle_member
    ADD CONSTRAINT circle_member_circle_id_fkey FOREIGN KEY (circle_id) REFERENCES public.circle(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.circle_member
    ADD CONSTRAINT circle_member_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.circle
    ADD CONSTRAINT circle_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.diet_group
    ADD CONSTRAINT diet_group_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.diet_need
    ADD CONSTRAINT diet_need_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.endpoint
    ADD CONSTRAINT endpoint_channel_fkey FOREIGN KEY (channel) REFERENCES public.channel(id);

ALTER TABLE ONLY public.endpoint
    ADD CONSTRAINT endpoint_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.erasure
    ADD CONSTRAINT erasure_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.export
    ADD CONSTRAINT export_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.friend_mail
    ADD CONSTRAINT friend_mail_from_id_fkey FOREIGN KEY (from_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.friend_request
    ADD CONSTRAINT friend_request_from_id_fkey FOREIGN KEY (from_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.friend_request
    ADD CONSTRAINT friend_request_to_id_fkey FOREIGN KEY (to_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.friendship
    ADD CONSTRAINT friendship_high_id_fkey FOREIGN KEY (high_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.friendship
    ADD CONSTRAINT friendship_low_id_fkey FOREIGN KEY (low_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.held_news
    ADD CONSTRAINT held_news_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.identity_friend
    ADD CONSTRAINT identity_friend_friend_id_fkey FOREIGN KEY (friend_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.identity_friend
    ADD CONSTRAINT identity_friend_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES public.identity(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.identity
    ADD CONSTRAINT identity_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.inbox
    ADD CONSTRAINT inbox_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.inbox
    ADD CONSTRAINT inbox_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.invitation_mail
    ADD CONSTRAINT invitation_mail_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.invitation_token
    ADD CONSTRAINT invitation_token_of_invitation FOREIGN KEY (outing_id, invitation_id) REFERENCES public.invitation(outing_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message_reader
    ADD CONSTRAINT message_reader_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message_reader
    ADD CONSTRAINT message_reader_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.offer_check
    ADD CONSTRAINT offer_check_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.offer
    ADD CONSTRAINT offer_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES public.restaurant(id);

ALTER TABLE ONLY public.open_check
    ADD CONSTRAINT open_check_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.origin
    ADD CONSTRAINT origin_on_the_list FOREIGN KEY (outing_id, person_id) REFERENCES public.attendance(outing_id, person_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.outing
    ADD CONSTRAINT outing_cancelled_by_fkey FOREIGN KEY (cancelled_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.outing
    ADD CONSTRAINT outing_host_id_fkey FOREIGN KEY (host_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.outing_link
    ADD CONSTRAINT outing_link_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.outing_link
    ADD CONSTRAINT outing_link_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.outing
    ADD CONSTRAINT outing_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES public.restaurant(id);

ALTER TABLE ONLY public.outing
    ADD CONSTRAINT outing_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.series(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.person_email
    ADD CONSTRAINT person_email_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.pick
    ADD CONSTRAINT pick_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.pick
    ADD CONSTRAINT pick_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.picture
    ADD CONSTRAINT picture_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.poll_ballot
    ADD CONSTRAINT poll_ballot_of_poll FOREIGN KEY (outing_id, poll_id) REFERENCES public.poll(outing_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.poll_ballot
    ADD CONSTRAINT poll_ballot_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.poll
    ADD CONSTRAINT poll_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.poll
    ADD CONSTRAINT poll_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.poll_option
    ADD CONSTRAINT poll_option_of_poll FOREIGN KEY (outing_id, poll_id) REFERENCES public.poll(outing_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.poll_option
    ADD CONSTRAINT poll_option_of_suggestion FOREIGN KEY (outing_id, suggestion_id) REFERENCES public.suggestion(outing_id, id);

ALTER TABLE ONLY public.poll_option
    ADD CONSTRAINT poll_option_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES public.restaurant(id);

ALTER TABLE ONLY public.poll
    ADD CONSTRAINT poll_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.poll_vote
    ADD CONSTRAINT poll_vote_for_option FOREIGN KEY (outing_id, poll_id, option_id) REFERENCES public.poll_option(outing_id, poll_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.poll_vote
    ADD CONSTRAINT poll_vote_on_ballot FOREIGN KEY (outing_id, poll_id, ballot_id) REFERENCES public.poll_ballot(outing_id, poll_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.poll
    ADD CONSTRAINT poll_winner_of_poll FOREIGN KEY (outing_id, id, winner_id) REFERENCES public.poll_option(outing_id, poll_id, id);

ALTER TABLE ONLY public.preference
    ADD CONSTRAINT preference_channel_fkey FOREIGN KEY (channel) REFERENCES public.channel(id);

ALTER TABLE ONLY public.preference
    ADD CONSTRAINT preference_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.provider_visit
    ADD CONSTRAINT provider_visit_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.push_dead
    ADD CONSTRAINT push_dead_of_watch FOREIGN KEY (outing_id, watch_id) REFERENCES public.watch(outing_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.push_device
    ADD CONSTRAINT push_device_of_endpoint FOREIGN KEY (person_id, id) REFERENCES public.endpoint(person_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.push
    ADD CONSTRAINT push_of_watch FOREIGN KEY (outing_id, watch_id) REFERENCES public.watch(outing_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES public.restaurant(id);

ALTER TABLE ONLY public.report
    ADD CONSTRAINT report_about_id_fkey FOREIGN KEY (about_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.report
    ADD CONSTRAINT report_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.restaurant
    ADD CONSTRAINT restaurant_source_fkey FOREIGN KEY (source) REFERENCES public.restaurant_source(id);

ALTER TABLE ONLY public.series
    ADD CONSTRAINT series_host_id_fkey FOREIGN KEY (host_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.series_person
    ADD CONSTRAINT series_person_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.series_person
    ADD CONSTRAINT series_person_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.series(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.series
    ADD CONSTRAINT series_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES public.restaurant(id);

ALTER TABLE ONLY public.series_skip
    ADD CONSTRAINT series_skip_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.series(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.suggestion
    ADD CONSTRAINT suggestion_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.suggestion
    ADD CONSTRAINT suggestion_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.suggestion
    ADD CONSTRAINT suggestion_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.suggestion
    ADD CONSTRAINT suggestion_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.suggestion
    ADD CONSTRAINT suggestion_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES public.restaurant(id);

ALTER TABLE ONLY public.suggestion_support
    ADD CONSTRAINT suggestion_support_of_suggestion FOREIGN KEY (outing_id, suggestion_id) REFERENCES public.suggestion(outing_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.suggestion_support
    ADD CONSTRAINT suggestion_support_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.watch
    ADD CONSTRAINT watch_channel_fkey FOREIGN KEY (channel) REFERENCES public.channel(id);

ALTER TABLE ONLY public.watch
    ADD CONSTRAINT watch_outing_id_fkey FOREIGN KEY (outing_id) REFERENCES public.outing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.watch
    ADD CONSTRAINT watch_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.webhook_attempt
    ADD CONSTRAINT webhook_attempt_of_message FOREIGN KEY (person_id, webhook_id, message_id) REFERENCES public.webhook_message(person_id, webhook_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_message
    ADD CONSTRAINT webhook_message_of_webhook FOREIGN KEY (person_id, webhook_id) REFERENCES public.webhook(person_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE public.diet_need ENABLE ROW LEVEL SECURITY;

CREATE POLICY diet_need_own ON public.diet_need USING ((person_id = ( SELECT (NULLIF(current_setting('noonish.person'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('noonish.person'::text, true), ''::text))::uuid AS "nullif")));

ALTER TABLE public.origin ENABLE ROW LEVEL SECURITY;

CREATE POLICY origin_own ON public.origin USING ((person_id = ( SELECT (NULLIF(current_setting('noonish.person'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('noonish.person'::text, true), ''::text))::uuid AS "nullif")));

GRANT ALL ON SCHEMA public TO noonish_owner;
GRANT USAGE ON SCHEMA public TO noonish_app;
GRANT USAGE ON SCHEMA public TO noonish_worker;

REVOKE ALL ON FUNCTION public.analyze_restaurant_staging() FROM PUBLIC;
GRANT ALL ON FUNCTION public.analyze_restaurant_staging() TO noonish_app;
GRANT ALL ON FUNCTION public.analyze_restaurant_staging() TO noonish_worker;

REVOKE ALL ON FUNCTION public.audit_fault() FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_fault() TO noonish_app;

GRANT INSERT(actor_id) ON TABLE public.audit TO noonish_app;
GRANT INSERT(actor_id) ON TABLE public.audit TO noonish_worker;

GRANT INSERT(session_hash) ON TABLE public.audit TO noonish_app;
GRANT INSERT(session_hash) ON TABLE public.audit TO noonish_worker;

GRANT INSERT(action) ON TABLE public.audit TO noonish_app;
GRANT INSERT(action) ON TABLE public.audit TO noonish_worker;

GRANT INSERT(object) ON TABLE public.audit TO noonish_app;
GRANT INSERT(object) ON TABLE public.audit TO noonish_worker;

GRANT INSERT(outcome) ON TABLE public.audit TO noonish_app;
GRANT INSERT(outcome) ON TABLE public.audit TO noonish_worker;

GRANT INSERT(network) ON TABLE public.audit TO noonish_app;
GRANT INSERT(network) ON TABLE public.audit TO noonish_worker;

GRANT INSERT(request_id) ON TABLE public.audit TO noonish_app;
GRANT INSERT(request_id) ON TABLE public.audit TO noonish_worker;

REVOKE ALL ON FUNCTION public.audit_heads() FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_heads() TO noonish_app;

REVOKE ALL ON FUNCTION public.audit_newest(most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_newest(most integer) TO noonish_app;

REVOKE ALL ON FUNCTION public.audit_of(person uuid, most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_of(person uuid, most integer) TO noonish_app;

REVOKE ALL ON FUNCTION public.diet_fit(outings uuid[], restaurants uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.diet_fit(outings uuid[], restaurants uuid[]) TO noonish_app;
GRANT ALL ON FUNCTION public.diet_fit(outings uuid[], restaurants uuid[]) TO noonish_worker;

REVOKE ALL ON FUNCTION public.diet_group_followed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.diet_group_now(outing uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.diet_group_renew(renewed uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.diet_group_told() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.diet_need_pass(guest uuid, member uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.diet_need_pass(guest uuid, member uuid) TO noonish_app;

REVOKE ALL ON FUNCTION public.erase_person(who uuid, called text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.erase_person(who uuid, called text) TO noonish_app;

REVOKE ALL ON FUNCTION public.forget_origins() FROM PUBLIC;
GRANT ALL ON FUNCTION public.forget_origins() TO noonish_app;
GRANT ALL ON FUNCTION public.forget_origins() TO noonish_worker;

REVOKE ALL ON FUNCTION public.origin_counts(outings uuid[], reader uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.origin_counts(outings uuid[], reader uuid) TO noonish_app;

REVOKE ALL ON FUNCTION public.origin_forgotten() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.origins_of(outing uuid, reader uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.origins_of(outing uuid, reader uuid) TO noonish_app;

REVOKE ALL ON FUNCTION public.pass_history(guest uuid, member uuid, outings uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pass_history(guest uuid, member uuid, outings uuid[]) TO noonish_app;

REVOKE ALL ON FUNCTION public.prune_audit(kept interval) FROM PUBLIC;
GRANT ALL ON FUNCTION public.prune_audit(kept interval) TO noonish_app;

REVOKE ALL ON FUNCTION public.prune_change(kept interval, batch integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.prune_change(kept interval, batch integer) TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.address_change TO noonish_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.allowance TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.allowance TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.attendance TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.attendance TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.block TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.block TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.calendar_feed TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.calendar_feed TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.calendar_reply TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.calendar_reply TO noonish_worker;

GRANT SELECT,INSERT ON TABLE public.change TO noonish_app;
GRANT SELECT,INSERT ON TABLE public.change TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.channel TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.channel TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.circle TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.circle TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.circle_member TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.circle_member TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.cron_slot TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.cron_slot TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.diet_need TO noonish_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.endpoint TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.endpoint TO noonish_worker;

GRANT SELECT,INSERT ON TABLE public.erased TO noonish_app;
GRANT SELECT,INSERT ON TABLE public.erased TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.erasure TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.erasure TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.export TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.export TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.friend_mail TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.friend_mail TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.friend_request TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.friend_request TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.friendship TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.friendship TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.held_news TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.held_news TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.idempotent_request TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.idempotent_request TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity TO noonish_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_friend TO noonish_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.inbox TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.inbox TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invitation TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invitation TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invitation_mail TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invitation_mail TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invitation_token TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invitation_token TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.job TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.job TO noonish_worker;

GRANT USAGE ON SEQUENCE public.lease_seq TO noonish_app;
GRANT USAGE ON SEQUENCE public.lease_seq TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail_outbox TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail_outbox TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message_reader TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message_reader TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.offer TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.offer TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.offer_check TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.offer_check TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.open_check TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.open_check TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.origin TO noonish_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outbox TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outbox TO noonish_worker;

GRANT USAGE ON SEQUENCE public.outbox_id_seq TO noonish_app;
GRANT USAGE ON SEQUENCE public.outbox_id_seq TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outing TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outing TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outing_link TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outing_link TO noonish_worker;

GRANT SELECT ON TABLE public.outing_told TO noonish_app;
GRANT SELECT ON TABLE public.outing_told TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passkey TO noonish_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passkey_challenge TO noonish_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.person TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.person TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.person_email TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.person_email TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pick TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pick TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.picture TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.picture TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.poll TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.poll TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.poll_ballot TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.poll_ballot TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.poll_option TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.poll_option TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.poll_vote TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.poll_vote TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.preference TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.preference TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.provider_deletion TO noonish_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.provider_visit TO noonish_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.push TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.push TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.push_dead TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.push_dead TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.push_device TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.push_device TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rating TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rating TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.report TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.report TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.restaurant TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.restaurant TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.restaurant_source TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.restaurant_source TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.restaurant_staging TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.restaurant_staging TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.series TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.series TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.series_person TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.series_person TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.series_skip TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.series_skip TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.session TO noonish_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in TO noonish_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.suggestion TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.suggestion TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.suggestion_support TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.suggestion_support TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.watch TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.watch TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_attempt TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_attempt TO noonish_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_message TO noonish_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_message TO noonish_worker;

ALTER DEFAULT PRIVILEGES FOR ROLE noonish_owner IN SCHEMA public GRANT USAGE ON SEQUENCES  TO noonish_app;
ALTER DEFAULT PRIVILEGES FOR ROLE noonish_owner IN SCHEMA public GRANT USAGE ON SEQUENCES  TO noonish_worker;

ALTER DEFAULT PRIVILEGES FOR ROLE noonish_owner IN SCHEMA public GRANT SELECT,INSERT,DELETE,UPDATE ON TABLES  TO noonish_app;
ALTER DEFAULT PRIVILEGES FOR ROLE noonish_owner IN SCHEMA public GRANT SELECT,INSERT,DELETE,UPDATE ON TABLES  TO noonish_worker;
