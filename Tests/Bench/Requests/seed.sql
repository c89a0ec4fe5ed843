-- The peer's data as our own rows: :people, :restaurants, :outings and :attendances are files on the server, written by
-- the peer's database. The tables that every list also reads are filled as in service: each invitee has an invitation, half
-- of the people a picture, a third diets, and some attendances of the future a starting point. Triggers and foreign keys are
-- disabled in this session; the counts are computed at the end.
SET session_replication_role = replica;

CREATE TEMP TABLE people (id bigint, name text, avatar text);
CREATE TEMP TABLE restaurants (id bigint, name text, address text, city text, cuisine text, lat float8, lon float8, rating float8);
CREATE TEMP TABLE outings (id bigint, host_id bigint, restaurant_id bigint, title text, note text, state text, seats int,
                           starts_at timestamptz, closes_at timestamptz, created_at timestamptz, updated_at timestamptz,
                           revision bigint);
CREATE TEMP TABLE attendances (outing_id bigint, person_id bigint, status text, answered_at timestamptz);
COPY people FROM :'people';
COPY restaurants FROM :'restaurants';
COPY outings FROM :'outings';
COPY attendances FROM :'attendances';
UPDATE outings SET starts_at = date_trunc('minute', starts_at);

CREATE FUNCTION pg_temp.id(kind int, number bigint) RETURNS uuid
    LANGUAGE sql IMMUTABLE AS $$ SELECT format('0190000%s-0000-7000-8000-%s', kind, lpad(to_hex(number), 12, '0'))::uuid $$;

INSERT INTO person (id, kind, name, time_zone)
SELECT pg_temp.id(1, id), 'member', name, 'Europe/Helsinki' FROM people;

INSERT INTO session (id, person_id, token_hash, network, ends_at)
SELECT pg_temp.id(4, id), pg_temp.id(1, id), sha256(convert_to('token-' || lpad(id::text, 32, '0'), 'UTF8')),
       '127.0.0.0/24', now() + interval '180 days'
  FROM people;

INSERT INTO restaurant_source (id, name, licence, attribution, url)
VALUES ('bench', 'Bench', 'CC0', 'made up', 'https://bench.example');

INSERT INTO restaurant (id, source, source_id, name, kind, cuisines, latitude, longitude, time_zone, street, city)
SELECT pg_temp.id(2, id), 'bench', id::text, name, 'restaurant', ARRAY[cuisine], lat, lon, 'Europe/Helsinki', address, city
  FROM restaurants;

INSERT INTO outing (id, host_id, rev, version, when_where_rev, title, note, time_zone, starts_wall, starts_at, restaurant_id,
                    place_name, place_address, place_latitude, place_longitude, place_attribution, cancelled_at, cancelled_by,
                    created_at, updated_at)
SELECT pg_temp.id(3, o.id), pg_temp.id(1, o.host_id), 1, 1, 1, o.title, o.note, 'Europe/Helsinki',
       o.starts_at AT TIME ZONE 'Europe/Helsinki', o.starts_at, pg_temp.id(2, r.id), r.name, r.address, r.lat, r.lon, 'made up',
       CASE WHEN o.state = 'cancelled' THEN o.updated_at END,
       CASE WHEN o.state = 'cancelled' THEN pg_temp.id(1, o.host_id) END, o.created_at, o.updated_at
  FROM outings AS o
  JOIN restaurants AS r ON r.id = o.restaurant_id;

INSERT INTO attendance (outing_id, person_id, id, role, status, responded_at, responded_rev, starts_at, over_at, is_cancelled)
SELECT pg_temp.id(3, outing_id), pg_temp.id(1, person_id), gen_random_uuid(), role, status,
       CASE WHEN status <> 'invited' THEN now() END, CASE WHEN status <> 'invited' THEN 1 END,
       o.starts_at, outing_over_at(o.starts_at, o.ends_at, o.cancelled_at), o.cancelled_at IS NOT NULL
  FROM (SELECT id AS outing_id, host_id AS person_id, 'host' AS role, 'attending' AS status FROM outings
         UNION ALL
        SELECT a.outing_id, a.person_id, 'invitee', CASE a.status WHEN 'going' THEN 'attending' ELSE a.status END
          FROM attendances AS a
          JOIN outings AS o ON o.id = a.outing_id AND o.host_id <> a.person_id) AS listed
  JOIN outing AS o ON o.id = pg_temp.id(3, outing_id);

UPDATE outing AS o
   SET going = c.attending, attending_count = c.attending, invited_count = c.invited, maybe_count = c.maybe,
       declined_count = c.declined
  FROM (SELECT outing_id, count(*) FILTER (WHERE status = 'attending') AS attending,
               count(*) FILTER (WHERE status = 'invited') AS invited, count(*) FILTER (WHERE status = 'maybe') AS maybe,
               count(*) FILTER (WHERE status = 'declined') AS declined
          FROM attendance
         GROUP BY outing_id) AS c
 WHERE c.outing_id = o.id;

INSERT INTO invitation (outing_id, id, person_id, channel, token_hash, state, invited_by)
SELECT a.outing_id, gen_random_uuid(), a.person_id, 'person', sha256(uuid_send(a.outing_id) || uuid_send(a.person_id)),
       CASE a.status WHEN 'invited' THEN 'sent' ELSE 'answered' END, o.host_id
  FROM attendance AS a
  JOIN outing AS o ON o.id = a.outing_id
 WHERE a.role = 'invitee';

INSERT INTO profile_picture (person_id, tag, small, large)
SELECT id, left(md5(id::text), 16), '\x00', '\x00' FROM person WHERE hashint8(uuid_hash_extended(id, 0)) % 2 = 0;

INSERT INTO diet_need (person_id, diets, allergies)
SELECT id, (ARRAY['{vegan}', '{vegetarian}', '{gluten_free,lactose_free}'])[1 + abs(hash % 3)]::text[],
       CASE WHEN hash % 5 = 0 THEN '{nuts}' ELSE '{}' END::text[]
  FROM (SELECT id, hashint8(uuid_hash_extended(id, 1)) AS hash FROM person) AS hashed
 WHERE hash % 3 = 0;

INSERT INTO outing_diet_summary (outing_id, needs)
SELECT o.id, found.needs
  FROM outing AS o, current_diet_needs(o.id) AS found (needs)
 WHERE o.starts_at > now() AND o.cancelled_at IS NULL AND cardinality(found.needs) >= 3;

INSERT INTO starting_point (outing_id, person_id, latitude, longitude)
SELECT a.outing_id, a.person_id, 60.17, 24.94
  FROM attendance AS a
  JOIN outing AS o ON o.id = a.outing_id
 WHERE o.starts_at > now() AND o.cancelled_at IS NULL AND a.status IN ('attending', 'maybe')
   AND uuid_hash_extended(a.id, 0) % 100 = 0;
