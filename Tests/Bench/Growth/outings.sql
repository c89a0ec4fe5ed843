-- Outings :from + 1 to :to with a quarter as many people. Each person has about twenty outings and ten friends, however
-- many other people there are. Triggers and foreign keys are disabled in this session.
SET session_replication_role = replica;

CREATE FUNCTION pg_temp.id(kind int, number bigint) RETURNS uuid
    LANGUAGE sql IMMUTABLE AS $$ SELECT format('0190000%s-0000-7000-8000-%s', kind, lpad(to_hex(number), 12, '0'))::uuid $$;

INSERT INTO person (id, kind, name, time_zone)
SELECT pg_temp.id(1, number), 'member', 'Person ' || number, 'Europe/Helsinki'
  FROM generate_series(:from / 4 + 1, :to / 4) AS number;

INSERT INTO session (id, person_id, token_hash, network, ends_at)
SELECT pg_temp.id(4, number), pg_temp.id(1, number), sha256(convert_to('token-' || lpad(number::text, 32, '0'), 'UTF8')),
       '127.0.0.0/24', now() + interval '180 days'
  FROM generate_series(:from / 4 + 1, :to / 4) AS number;

INSERT INTO friendship (low_id, high_id)
SELECT pg_temp.id(1, number), pg_temp.id(1, number + step)
  FROM generate_series(:from / 4 + 1, :to / 4 - 5) AS number, generate_series(1, 5) AS step;

INSERT INTO outing (id, host_id, rev, version, when_where_rev, title, note, time_zone, starts_wall, starts_at, place_name)
SELECT pg_temp.id(3, number), pg_temp.id(1, (number - 1) / 4 + 1), 1, 1, 1, 'Outing number ' || number,
       'Meeting at the door; "bring a coat", it may rain: ask me if anything.', 'Europe/Helsinki', starts_at AT TIME ZONE 'Europe/Helsinki',
       starts_at, 'The corner café'
  FROM (SELECT number, date_trunc('day', now()) + interval '1 day' + (hashint8(number) & 65535) * interval '1 minute' AS starts_at
          FROM generate_series(:from + 1, :to) AS number) AS laid;

INSERT INTO attendance (outing_id, person_id, id, role, status, responded_at, responded_rev, starts_at, over_at, is_cancelled)
SELECT outing_id, person_id, gen_random_uuid(), role, status, CASE WHEN status <> 'invited' THEN now() END,
       CASE WHEN status <> 'invited' THEN 1 END, o.starts_at, outing_over_at(o.starts_at, o.ends_at, o.cancelled_at), false
  FROM (SELECT pg_temp.id(3, number) AS outing_id, pg_temp.id(1, (number - 1) / 4 + 1) AS person_id, 'host' AS role,
               'attending' AS status
          FROM generate_series(:from + 1, :to) AS number
         UNION ALL
        SELECT pg_temp.id(3, number),
               pg_temp.id(1, :from / 4 + 1 + ((number - 1) / 4 - :from / 4 + turn * turn * 13 + number % 4 * 3) % ((:to - :from) / 4)),
               'invitee', (ARRAY['attending', 'maybe', 'declined', 'invited'])[1 + (number + turn) % 4]
          FROM generate_series(:from + 1, :to) AS number, generate_series(1, 4) AS turn) AS listed
  JOIN outing AS o ON o.id = outing_id
ON CONFLICT DO NOTHING;

UPDATE outing AS o
   SET going = c.attending, attending_count = c.attending, invited_count = c.invited, maybe_count = c.maybe,
       declined_count = c.declined
  FROM (SELECT outing_id, count(*) FILTER (WHERE status = 'attending') AS attending,
               count(*) FILTER (WHERE status = 'invited') AS invited, count(*) FILTER (WHERE status = 'maybe') AS maybe,
               count(*) FILTER (WHERE status = 'declined') AS declined
          FROM attendance
         GROUP BY outing_id) AS c
 WHERE c.outing_id = o.id AND o.id BETWEEN pg_temp.id(3, :from + 1) AND pg_temp.id(3, :to);

INSERT INTO outing_change (outing_id, rev, actor_id, audience, patch)
SELECT pg_temp.id(3, number), 1, pg_temp.id(1, (number - 1) / 4 + 1), 'all',
       '[{"kind": "note_changed", "previous": null, "current": "Meeting at the door"}]'
  FROM generate_series(:from + 1, :to) AS number;

INSERT INTO outing_watch (outing_id, id, person_id, channel, sent_rev)
SELECT outing_id, gen_random_uuid(), person_id, 'inbox', 1
  FROM attendance
 WHERE outing_id BETWEEN pg_temp.id(3, :from + 1) AND pg_temp.id(3, :to);

INSERT INTO inbox (person_id, seq, outing_id, from_rev, to_rev, changes)
SELECT person_id, row_number() OVER (PARTITION BY person_id ORDER BY outing_id), outing_id, 0, 1,
       '[{"kind": "note_changed", "previous": null, "current": "Meeting at the door"}]'
  FROM attendance
 WHERE outing_id BETWEEN pg_temp.id(3, :from + 1) AND pg_temp.id(3, :to);

UPDATE person AS p
   SET inbox_seq = i.newest
  FROM (SELECT person_id, max(seq) AS newest FROM inbox GROUP BY person_id) AS i
 WHERE i.person_id = p.id AND i.newest > p.inbox_seq;
