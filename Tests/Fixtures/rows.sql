-- Rows of the fixture released.sql: two people, an outing they attend, and a notification on its way.
INSERT INTO person (id, kind, name, time_zone, locale)
VALUES ('0198c000-0000-7000-8000-000000000001', 'member', 'Leila', 'Europe/Berlin', 'en'),
       ('0198c000-0000-7000-8000-000000000002', 'guest', 'Ada', NULL, NULL);
INSERT INTO person_email (address, person_id)
VALUES ('leila@example.org', '0198c000-0000-7000-8000-000000000001');
INSERT INTO outing (id, host_id, title, time_zone, rev, version)
VALUES ('0198c000-0000-7000-8000-000000000010', '0198c000-0000-7000-8000-000000000001', 'Lunch', 'Europe/Berlin', 1, 1);
INSERT INTO attendance (outing_id, person_id, id, role, status, responded_at, responded_rev)
VALUES ('0198c000-0000-7000-8000-000000000010', '0198c000-0000-7000-8000-000000000001',
        '0198c000-0000-7000-8000-000000000011', 'host', 'attending', '2026-01-01T12:00:00Z', 1),
       ('0198c000-0000-7000-8000-000000000010', '0198c000-0000-7000-8000-000000000002',
        '0198c000-0000-7000-8000-000000000012', 'invitee', 'invited', NULL, NULL);
INSERT INTO outing_change (outing_id, rev, actor_id, audience, patch)
VALUES ('0198c000-0000-7000-8000-000000000010', 1, '0198c000-0000-7000-8000-000000000001', 'all',
        '[{"kind": "note_changed", "current": "Bring appetite"}]');
INSERT INTO outing_watch (outing_id, id, person_id, channel, sent_rev)
VALUES ('0198c000-0000-7000-8000-000000000010', '0198c000-0000-7000-8000-000000000021',
        '0198c000-0000-7000-8000-000000000001', 'inbox', 1),
       ('0198c000-0000-7000-8000-000000000010', '0198c000-0000-7000-8000-000000000022',
        '0198c000-0000-7000-8000-000000000002', 'mail', 0);
INSERT INTO delivery (watch_id, outing_id, channel, host_id, want_rev, due_at, latest)
VALUES ('0198c000-0000-7000-8000-000000000022', '0198c000-0000-7000-8000-000000000010', 'mail',
        '0198c000-0000-7000-8000-000000000001', 1,
        '2126-01-01T12:00:00Z', '2126-01-01T12:10:00Z');
