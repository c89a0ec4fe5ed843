-- 0008 outings: outings, attendance, invitations and links; what fits the group.
--
-- Why:     outings are the main aggregate; the database keeps their seat counts correct under concurrency.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TRIGGER diet_need_changed ON diet_need; DROP VIEW outing_with_aggregates; DROP TABLE
--          outing_diet_summary, starting_point, deferred_notification, outing_check_due, outing_offer_check, outing_open_check,
--          outing_link, invitation_mail, invitation_token, invitation, attendance, outing; DROP FUNCTION diet_fit, diet_counts,
--          diet_summary_follow_needs, diet_summary_follow_attendance, renew_diet_summary, current_diet_needs,
--          diet_summary_distance, delete_expired_starting_points, delete_declined_starting_point,
--          starting_point_counts, starting_points_of, attendance_count, outing_changes_checks, outing_updates_copies,
--          attendance_copies_outing, outing_over_at, outing_end;

SET LOCAL ROLE noonish_owner;

CREATE TABLE outing (
    id                uuid             PRIMARY KEY,
    host_id           uuid             NOT NULL REFERENCES person,
    rev               bigint           NOT NULL DEFAULT 0,
    version           bigint           NOT NULL DEFAULT 0,
    when_where_rev    bigint           NOT NULL DEFAULT 0,
    calendar_sequence int              NOT NULL DEFAULT 0,
    title             text             NOT NULL,
    note              text,
    time_zone         text             NOT NULL,
    starts_wall       timestamp,
    starts_at         timestamptz,
    ends_wall         timestamp,
    ends_at           timestamptz,
    restaurant_id     uuid             REFERENCES restaurant,
    place_name        text,
    place_address     text,
    place_phone       text,
    place_website     text,
    place_latitude    double precision,
    place_longitude   double precision,
    capacity          int,
    respond_by        timestamptz,
    going             int              NOT NULL DEFAULT 0,
    held              int              NOT NULL DEFAULT 0,
    invited_count     int              NOT NULL DEFAULT 0,
    attending_count   int              NOT NULL DEFAULT 0,
    maybe_count       int              NOT NULL DEFAULT 0,
    declined_count    int              NOT NULL DEFAULT 0,
    waitlisted_count  int              NOT NULL DEFAULT 0,
    cancelled_at      timestamptz,
    cancelled_by      uuid             REFERENCES person,
    cancel_reason     text,
    created_at        timestamptz      NOT NULL DEFAULT now(),
    updated_at        timestamptz      NOT NULL DEFAULT now(),
    place_attribution text,
    series_id         uuid,
    series_date       date,

    CONSTRAINT outing_once_a_date       UNIQUE (series_id, series_date),
    CONSTRAINT outing_title_fits        CHECK (char_length(title) BETWEEN 1 AND 120),
    CONSTRAINT outing_note_fits         CHECK (char_length(note) BETWEEN 1 AND 4000),
    CONSTRAINT outing_start_whole       CHECK ((starts_wall IS NULL) = (starts_at IS NULL)),
    CONSTRAINT outing_end_whole         CHECK ((ends_wall IS NULL) = (ends_at IS NULL)),
    CONSTRAINT outing_end_after_start   CHECK (ends_at IS NULL OR ends_at > starts_at),
    CONSTRAINT outing_end_needs_start   CHECK (ends_at IS NULL OR starts_at IS NOT NULL),
    CONSTRAINT outing_restaurant_named  CHECK (restaurant_id IS NULL OR place_name IS NOT NULL),
    CONSTRAINT outing_place_fits        CHECK (char_length(place_name) BETWEEN 1 AND 400),
    CONSTRAINT outing_capacity_sensible CHECK (capacity BETWEEN 1 AND 100000),
    CONSTRAINT outing_capacity_kept     CHECK (capacity IS NULL OR (going + held) <= capacity),
    CONSTRAINT outing_counts_sound
        CHECK (going >= 0 AND held >= 0 AND invited_count >= 0 AND attending_count >= 0 AND maybe_count >= 0
            AND declined_count >= 0 AND waitlisted_count >= 0),
    CONSTRAINT outing_cancelled_whole   CHECK ((cancelled_at IS NULL) = (cancelled_by IS NULL)),
    CONSTRAINT outing_of_a_date         CHECK (series_id IS NULL OR series_date IS NOT NULL)
) WITH (fillfactor = 80);

COMMENT ON COLUMN outing.rev               IS 'counts revisions and orders changes; incremented under the row''s lock, so gapless';
COMMENT ON COLUMN outing.version           IS 'increments when a field that PATCH can write changes; compared with If-Match';
COMMENT ON COLUMN outing.when_where_rev    IS 'rev of the last change of time or place; an older answer is "changed since"';
COMMENT ON COLUMN outing.calendar_sequence IS 'SEQUENCE of RFC 5545; incremented by time, place and cancellation only';
COMMENT ON COLUMN outing.starts_wall       IS 'local time in time_zone, which is authoritative; starts_at is computed from it in Swift';
COMMENT ON COLUMN outing.place_name        IS 'the restaurant''s name when it was chosen, or free text where restaurant_id is NULL';
COMMENT ON COLUMN outing.capacity          IS 'seats, including the host''s; NULL = no limit';
COMMENT ON COLUMN outing.going             IS 'sum of party sizes of those attending; maintained by attendance_count()';
COMMENT ON COLUMN outing.held              IS 'seats held by open offers to the waitlist';
COMMENT ON COLUMN outing.place_attribution IS 'attribution of the restaurant''s data; NULL for a place in free text';
COMMENT ON COLUMN outing.series_date       IS 'date of the rule that it was generated for, whenever it takes place: RECURRENCE-ID';

CREATE INDEX outing_host_idx ON outing (host_id);
CREATE INDEX outing_starts_idx ON outing (starts_at);

-- Serves delivery.end_old_watches.
CREATE INDEX outing_ended_idx ON outing (coalesce(ends_at, starts_at, cancelled_at));
-- Serves outings.list_due_place_checks and outings.list_due_offer_checks: outings at restaurants that have changed.
CREATE INDEX outing_restaurant_idx ON outing (restaurant_id, starts_at) WHERE restaurant_id IS NOT NULL;
CREATE INDEX outing_respond_by_idx ON outing (respond_by) WHERE respond_by IS NOT NULL;

CREATE TABLE attendance (
    outing_id     uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    person_id     uuid        NOT NULL REFERENCES person,
    id            uuid        NOT NULL,
    role          text        NOT NULL,
    status        text        NOT NULL,
    party_size    int         NOT NULL DEFAULT 1,
    note          text,
    responded_at  timestamptz,
    responded_rev bigint,
    set_by_id     uuid        REFERENCES person,
    created_at    timestamptz NOT NULL DEFAULT now(),
    queue_number  bigint,
    offer_ends_at timestamptz,
    offer_missed  boolean     NOT NULL DEFAULT false,
    starts_at     timestamptz,
    over_at       timestamptz NOT NULL,
    is_cancelled  boolean     NOT NULL,

    PRIMARY KEY (outing_id, person_id),
    CONSTRAINT attendance_id_unique      UNIQUE (outing_id, id),
    CONSTRAINT attendance_role_known     CHECK (role IN ('host', 'cohost', 'invitee')),
    CONSTRAINT attendance_status_known   CHECK (status IN ('invited', 'attending', 'maybe', 'declined', 'waitlisted')),
    CONSTRAINT attendance_party_sensible CHECK (party_size BETWEEN 1 AND 50),
    CONSTRAINT attendance_note_fits      CHECK (char_length(note) BETWEEN 1 AND 500),
    CONSTRAINT attendance_answer_dated   CHECK ((status = 'invited') = (responded_at IS NULL)),
    CONSTRAINT attendance_waiting_whole  CHECK ((status = 'waitlisted') = (queue_number IS NOT NULL)),
    CONSTRAINT attendance_offer_waits    CHECK (status = 'waitlisted' OR offer_ends_at IS NULL AND NOT offer_missed),
    CONSTRAINT attendance_offer_once     CHECK (offer_ends_at IS NULL OR NOT offer_missed)
) WITH (fillfactor = 80);

COMMENT ON COLUMN attendance.party_size    IS 'seats needed: the person and their guests';
COMMENT ON COLUMN attendance.responded_rev IS 'rev of the outing that was answered';
COMMENT ON COLUMN attendance.set_by_id     IS 'host who answered for the person; NULL = the person did';
COMMENT ON COLUMN attendance.queue_number  IS 'orders the waitlist: one more than the largest of the outing when the person joined; not the place shown to people';
COMMENT ON COLUMN attendance.offer_ends_at IS 'until when the party''s seats are held; NULL = no offer';
COMMENT ON COLUMN attendance.offer_missed  IS 'an offer expired: no further offers until the person asks to wait again';
COMMENT ON COLUMN attendance.starts_at     IS 'copy of outing.starts_at; with over_at and is_cancelled a list picks its page before it reads any outing';
COMMENT ON COLUMN attendance.over_at       IS 'copy of outing_over_at() of the outing; maintained by attendance_copies_outing() and outing_updates_copies()';
COMMENT ON COLUMN attendance.is_cancelled  IS 'copy of outing.cancelled_at IS NOT NULL';

CREATE INDEX attendance_person_idx ON attendance (person_id, over_at);
CREATE UNIQUE INDEX attendance_queue_number_unique ON attendance (outing_id, queue_number) WHERE queue_number IS NOT NULL;
-- Serves outings.list_expired_seat_offers; few rows.
CREATE INDEX attendance_offer_idx ON attendance (offer_ends_at) WHERE offer_ends_at IS NOT NULL;
CREATE INDEX attendance_cohost_idx ON attendance (outing_id, person_id) WHERE role = 'cohost';

CREATE TABLE invitation (
    outing_id  uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    id         uuid        NOT NULL,
    person_id  uuid        NOT NULL REFERENCES person,
    channel    text        NOT NULL,
    address    text,
    token_hash bytea       NOT NULL,
    state      text        NOT NULL DEFAULT 'queued',
    invited_by uuid        NOT NULL REFERENCES person,
    created_at timestamptz NOT NULL DEFAULT now(),
    ended_at   timestamptz,
    link_id    uuid,
    is_removed boolean     NOT NULL DEFAULT false,
    own_address text,

    PRIMARY KEY (outing_id, id),
    CONSTRAINT invitation_once_a_person UNIQUE (outing_id, person_id),
    CONSTRAINT invitation_token_unique  UNIQUE (token_hash),
    CONSTRAINT invitation_token_whole   CHECK (octet_length(token_hash) = 32),
    CONSTRAINT invitation_channel_known CHECK (channel IN ('person', 'mail', 'link', 'name')),
    CONSTRAINT invitation_mail_address  CHECK ((channel = 'mail') = (address IS NOT NULL)),
    CONSTRAINT invitation_address_lower CHECK (address = lower(address)),
    CONSTRAINT invitation_own_address_lower CHECK (own_address = lower(own_address)),
    CONSTRAINT invitation_state_known   CHECK (state IN ('queued', 'sent', 'bounced', 'opened', 'answered')),
    CONSTRAINT invitation_removed_ended CHECK (ended_at IS NOT NULL OR NOT is_removed)
);

COMMENT ON COLUMN invitation.channel    IS 'person: a member was named. mail: an address was. link: joined by a share link. name: a person without an address was';
COMMENT ON COLUMN invitation.address    IS 'as the inviter typed it; shown to the inviter alone';
COMMENT ON COLUMN invitation.token_hash IS 'SHA-256 of the personal token, which is derived from id with the server''s key';
COMMENT ON COLUMN invitation.ended_at   IS 'removed from the list, and the token void; kept for the last notification, and reused by a new invitation';
COMMENT ON COLUMN invitation.link_id    IS 'the share link by which the person came last; NULL = a host invited them';
COMMENT ON COLUMN invitation.is_removed IS 'a host took the person off the list: share links do not bring them back, a new invitation does';
COMMENT ON COLUMN invitation.own_address IS 'as the guest gave it for news, and confirmed by a mail; shown to no one';

CREATE UNIQUE INDEX invitation_address_once ON invitation (outing_id, address) WHERE address IS NOT NULL;
-- Serves outings.list_guests_at_address and outings.list_lost_links.
CREATE INDEX invitation_address_idx ON invitation (address) WHERE address IS NOT NULL;
CREATE INDEX invitation_own_address_idx ON invitation (own_address) WHERE own_address IS NOT NULL;

CREATE TABLE invitation_token (
    token_hash    bytea PRIMARY KEY,
    outing_id     uuid  NOT NULL,
    invitation_id uuid  NOT NULL,

    CONSTRAINT invitation_token_whole         CHECK (octet_length(token_hash) = 32),
    CONSTRAINT invitation_token_of_invitation
        FOREIGN KEY (outing_id, invitation_id) REFERENCES invitation ON DELETE CASCADE
);

COMMENT ON TABLE invitation_token IS 'further personal links of an invitation, from invitations merged into it';

CREATE INDEX invitation_token_invitation_idx ON invitation_token (outing_id, invitation_id);

CREATE TABLE invitation_mail (
    invited_by uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    id         uuid        NOT NULL,
    mails      int         NOT NULL,
    at         timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (invited_by, id)
);

COMMENT ON TABLE invitation_mail IS 'number of mails caused by an inviter and when, for the daily limit; independent of what becomes of the invitations';

CREATE TABLE outing_link (
    outing_id      uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    id             uuid        NOT NULL,
    token_hash     bytea       NOT NULL,
    created_by     uuid        NOT NULL REFERENCES person,
    created_at     timestamptz NOT NULL DEFAULT now(),
    expires_at     timestamptz NOT NULL,
    max_uses       int,
    max_party_size int         NOT NULL,
    uses           int         NOT NULL DEFAULT 0,
    revoked_at     timestamptz,

    PRIMARY KEY (outing_id, id),
    CONSTRAINT outing_link_token_unique   UNIQUE (token_hash),
    CONSTRAINT outing_link_token_whole    CHECK (octet_length(token_hash) = 32),
    CONSTRAINT outing_link_uses_kept      CHECK (uses >= 0 AND (max_uses IS NULL OR uses <= max_uses)),
    CONSTRAINT outing_link_party_sensible CHECK (max_party_size BETWEEN 1 AND 50)
);

COMMENT ON COLUMN outing_link.max_party_size IS 'largest party of a person who came by it';

ALTER TABLE invitation
    ADD CONSTRAINT invitation_of_link
        FOREIGN KEY (outing_id, link_id) REFERENCES outing_link ON DELETE SET NULL (link_id);

CREATE TABLE outing_open_check (
    outing_id             uuid        PRIMARY KEY REFERENCES outing ON DELETE CASCADE,
    rev                   bigint      NOT NULL,
    state                 text        NOT NULL,
    is_notified           boolean     NOT NULL DEFAULT false,
    checked_at            timestamptz NOT NULL DEFAULT now(),
    restaurant_changed_in xid8,
    vanished              boolean     NOT NULL DEFAULT false,

    CONSTRAINT outing_open_check_state_known CHECK (state IN ('open', 'closed', 'unknown'))
);

COMMENT ON COLUMN outing_open_check.rev                   IS 'outing.when_where_rev that was checked; another time or place needs a new check';
COMMENT ON COLUMN outing_open_check.is_notified           IS 'hosts were notified of this state';
COMMENT ON COLUMN outing_open_check.restaurant_changed_in IS 'restaurant.changed_in that was checked; another value needs a new check';
COMMENT ON COLUMN outing_open_check.vanished              IS 'hosts were notified that the source no longer lists the place';

CREATE TABLE outing_offer_check (
    outing_id       uuid   PRIMARY KEY REFERENCES outing ON DELETE CASCADE,
    rev             bigint NOT NULL,
    fingerprint     text,
    notified_offers uuid[] NOT NULL
);

COMMENT ON TABLE  outing_offer_check             IS 'what an outing was last checked with, and the offers its attendees were notified of';
COMMENT ON COLUMN outing_offer_check.rev         IS 'outing.when_where_rev that was checked';
COMMENT ON COLUMN outing_offer_check.fingerprint IS 'offers_fingerprint() of the restaurant at the check';

-- Serves outings.list_due_offer_checks: an offer that moved to another restaurant.
CREATE INDEX outing_offer_check_notified_idx ON outing_offer_check USING gin (notified_offers);

CREATE TABLE outing_check_due (
    outing_id uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    kind      text        NOT NULL,
    due_at    timestamptz NOT NULL,

    PRIMARY KEY (outing_id, kind),
    CONSTRAINT outing_check_due_kind_known CHECK (kind IN ('place', 'offers'))
);

COMMENT ON TABLE  outing_check_due      IS 'upcoming outings whose chosen place or its offers are to be checked because the outing changed, or its last day begins; changes of the restaurant are found by changed_in';
COMMENT ON COLUMN outing_check_due.kind IS 'place: outing_open_check. offers: outing_offer_check';

CREATE INDEX outing_check_due_idx ON outing_check_due (kind, due_at);

CREATE TABLE deferred_notification (
    outing_id uuid        PRIMARY KEY REFERENCES outing ON DELETE CASCADE,
    due_at    timestamptz NOT NULL,
    held_at   timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE deferred_notification IS 'until due_at, invitees who have not answered since held_at are not notified of this outing; then an outbox row replaces this one';

CREATE INDEX deferred_notification_due_idx ON deferred_notification (due_at);

CREATE TABLE starting_point (
    outing_id uuid             NOT NULL,
    person_id uuid             NOT NULL,
    latitude  double precision NOT NULL,
    longitude double precision NOT NULL,
    shared_at timestamptz      NOT NULL DEFAULT now(),

    PRIMARY KEY (outing_id, person_id),
    CONSTRAINT starting_point_latitude_in_range  CHECK (latitude BETWEEN -90 AND 90),
    CONSTRAINT starting_point_longitude_in_range CHECK (longitude BETWEEN -180 AND 180),
    CONSTRAINT starting_point_coarse
        CHECK (abs(latitude * 200 - round(latitude * 200)) < 0.000001
            AND abs(longitude * 200 - round(longitude * 200)) < 0.000001),
    CONSTRAINT starting_point_on_the_list
        FOREIGN KEY (outing_id, person_id) REFERENCES attendance ON UPDATE CASCADE ON DELETE CASCADE
);

COMMENT ON TABLE  starting_point          IS 'where a person starts from; shared for one outing by consent, never shown to others, deleted when it ends';
COMMENT ON COLUMN starting_point.latitude IS 'degrees north, WGS 84, rounded to 0.005 on arrival; longitude likewise';

CREATE INDEX starting_point_person_idx ON starting_point (person_id);

CREATE TABLE outing_diet_summary (
    outing_id  uuid        PRIMARY KEY REFERENCES outing ON DELETE CASCADE,
    needs      text[]      NOT NULL,
    renewed_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT outing_diet_summary_large_enough CHECK (cardinality(needs) >= 3)
);

COMMENT ON TABLE  outing_diet_summary       IS 'diet needs of an outing''s people as last published, without who has them';
COMMENT ON COLUMN outing_diet_summary.needs IS 'one text for each person with needs: diets and allergy, sorted, joined by commas';

-- Runs with the owner's rights, who may read both tables; callers learn only that a row exists.
CREATE VIEW outing_with_aggregates AS
SELECT outing_id FROM starting_point
 UNION ALL
SELECT outing_id FROM outing_diet_summary;

COMMENT ON VIEW outing_with_aggregates IS 'outings for which starting_point_counts() or diet_fit() may return rows; an outing may occur twice';

-- Returns when an outing ends: after two hours if its host gave no end. OutingLimits.defaultDuration is the same time.
-- STABLE like the addition in it, so that the planner inlines it.
CREATE FUNCTION outing_end(starts_at timestamptz, ends_at timestamptz) RETURNS timestamptz
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN coalesce(ends_at, starts_at + interval '2 hours');

-- Returns from when on an outing is in lists of past outings: a cancelled one without a start for a day longer.
CREATE FUNCTION outing_over_at(starts_at timestamptz, ends_at timestamptz, cancelled_at timestamptz) RETURNS timestamptz
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN coalesce(outing_end(starts_at, ends_at), cancelled_at + interval '1 day', 'infinity');

-- Copies to a new attendance what lists sort by. The lock keeps an edit of the time from missing the row.
CREATE FUNCTION attendance_copies_outing() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    SELECT o.starts_at, outing_over_at(o.starts_at, o.ends_at, o.cancelled_at), o.cancelled_at IS NOT NULL
      INTO NEW.starts_at, NEW.over_at, NEW.is_cancelled
      FROM outing AS o
     WHERE o.id = NEW.outing_id
       FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        -- The foreign key reports it.
        NEW.over_at := 'infinity';
        NEW.is_cancelled := false;
    END IF;
    RETURN NEW;
END
$$;

-- Copies a new time, or a cancellation, to the attendances.
CREATE FUNCTION outing_updates_copies() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    UPDATE attendance
       SET starts_at    = NEW.starts_at,
           over_at      = outing_over_at(NEW.starts_at, NEW.ends_at, NEW.cancelled_at),
           is_cancelled = NEW.cancelled_at IS NOT NULL
     WHERE outing_id = NEW.id;
    RETURN NULL;
END
$$;

-- Makes checks due when an outing gets another time or place. A cancelled or past outing needs none.
CREATE FUNCTION outing_changes_checks() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF NEW.cancelled_at IS NOT NULL OR NEW.starts_at IS NULL OR NEW.starts_at <= now() THEN
        DELETE FROM outing_check_due WHERE outing_id = NEW.id;
        RETURN NULL;
    END IF;
    IF NEW.restaurant_id IS NOT NULL THEN
        INSERT INTO outing_check_due (outing_id, kind, due_at)
        VALUES (NEW.id, 'place', now())
            ON CONFLICT (outing_id, kind) DO UPDATE SET due_at = excluded.due_at;
    END IF;
    IF EXISTS (SELECT FROM restaurant_offer WHERE restaurant_id = NEW.restaurant_id AND ended_at IS NULL)
       OR EXISTS (SELECT FROM outing_offer_check WHERE outing_id = NEW.id) THEN
        INSERT INTO outing_check_due (outing_id, kind, due_at)
        VALUES (NEW.id, 'offers', now())
            ON CONFLICT (outing_id, kind) DO UPDATE SET due_at = excluded.due_at;
    END IF;
    RETURN NULL;
END
$$;

-- Maintains the outing's counts in the transaction that changes an answer. The caller already holds the outing's row
-- lock; outing_capacity_kept rejects a seat too many.
CREATE FUNCTION attendance_count() RETURNS trigger
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

-- Points for a search, without people and in an order that reveals nothing; marks the reader's own.
CREATE FUNCTION starting_points_of(outing uuid, reader uuid)
RETURNS TABLE (latitude double precision, longitude double precision, is_own boolean)
LANGUAGE sql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    SELECT g.latitude, g.longitude, g.person_id IS NOT DISTINCT FROM reader
      FROM starting_point AS g
      JOIN attendance AS a ON a.outing_id = g.outing_id AND a.person_id = g.person_id
     WHERE g.outing_id = outing
       AND a.status IN ('attending', 'maybe', 'invited')
     ORDER BY g.latitude, g.longitude, 3
$$;

REVOKE ALL ON FUNCTION starting_points_of(outing uuid, reader uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION starting_points_of(outing uuid, reader uuid) TO noonish_app;

-- How many people have shared a starting point, and whether the reader has.
CREATE FUNCTION starting_point_counts(outings uuid[], reader uuid)
RETURNS TABLE (outing_id uuid, shared bigint, is_own boolean)
LANGUAGE plpgsql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT g.outing_id, count(*), coalesce(bool_or(g.person_id = reader), false)
      FROM starting_point AS g
      JOIN attendance AS a ON a.outing_id = g.outing_id AND a.person_id = g.person_id
     WHERE g.outing_id = ANY (outings)
       AND a.status IN ('attending', 'maybe', 'invited')
     GROUP BY g.outing_id;
END
$$;

REVOKE ALL ON FUNCTION starting_point_counts(outings uuid[], reader uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION starting_point_counts(outings uuid[], reader uuid) TO noonish_app;

-- A person who declines needs no starting point.
CREATE FUNCTION delete_declined_starting_point() RETURNS trigger
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
BEGIN
    DELETE FROM starting_point AS g WHERE g.outing_id = NEW.outing_id AND g.person_id = NEW.person_id;
    RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION delete_declined_starting_point() FROM PUBLIC;

-- Deletes the starting points of outings that have ended or were cancelled; of undated ones after 30 days.
CREATE FUNCTION delete_expired_starting_points() RETURNS bigint
LANGUAGE sql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    WITH gone AS (
         DELETE FROM starting_point AS g
          USING outing AS o
          WHERE o.id = g.outing_id
            AND (o.cancelled_at IS NOT NULL
                 OR coalesce(outing_end(o.starts_at, o.ends_at), g.shared_at + interval '30 days') <= now())
      RETURNING 1)
    SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION delete_expired_starting_points() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_expired_starting_points() TO noonish_app, noonish_worker;

-- The least number of people by which two groups differ.
CREATE FUNCTION diet_summary_distance(one text[], other text[]) RETURNS int
LANGUAGE sql
IMMUTABLE
SET search_path = public, pg_temp
AS $$
    SELECT greatest(coalesce(sum(greatest(more, 0)), 0), coalesce(sum(greatest(-more, 0)), 0))::int
      FROM (SELECT sum(sign) AS more
              FROM (SELECT unnest(one), 1 UNION ALL SELECT unnest(other), -1) AS each (need, sign)
             GROUP BY need) AS difference
$$;

-- The needs of people who attend, may attend, or have not answered.
CREATE FUNCTION current_diet_needs(outing uuid) RETURNS text[]
LANGUAGE sql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
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

REVOKE ALL ON FUNCTION current_diet_needs(outing uuid) FROM PUBLIC;

-- Publishes a group's needs again, unless that would disclose an individual's: only when three people differ from
-- what was published; and where the same host has seen a group that differs by one or two, that one's numbers are
-- published.
CREATE FUNCTION renew_diet_summary(renewed uuid) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
DECLARE
    published text[];
    new       text[];
    nearby    text[];
BEGIN
    SELECT g.needs INTO published FROM outing_diet_summary AS g WHERE g.outing_id = renewed FOR UPDATE;
    new := current_diet_needs(renewed);
    IF diet_summary_distance(coalesce(published, '{}'), new) < 3 THEN RETURN; END IF;
    IF cardinality(new) < 3 THEN
        DELETE FROM outing_diet_summary AS g WHERE g.outing_id = renewed;
        RETURN;
    END IF;
    SELECT g.needs INTO nearby
      FROM outing AS this
      JOIN outing AS o ON o.host_id = this.host_id AND o.id <> this.id
      JOIN outing_diet_summary AS g ON g.outing_id = o.id
     WHERE this.id = renewed
       AND diet_summary_distance(g.needs, new) BETWEEN 1 AND 2
     ORDER BY diet_summary_distance(g.needs, new), g.renewed_at DESC
     LIMIT 1;
    new := coalesce(nearby, new);
    IF diet_summary_distance(coalesce(published, '{}'), new) < 3 THEN RETURN; END IF;
    INSERT INTO outing_diet_summary AS g (outing_id, needs) VALUES (renewed, new)
        ON CONFLICT (outing_id) DO UPDATE SET needs = excluded.needs, renewed_at = now();
END
$$;

REVOKE ALL ON FUNCTION renew_diet_summary(renewed uuid) FROM PUBLIC;

CREATE FUNCTION diet_summary_follow_attendance() RETURNS trigger
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM renew_diet_summary(o.outing_id) FROM (SELECT DISTINCT outing_id FROM changed ORDER BY outing_id) AS o;
    RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION diet_summary_follow_attendance() FROM PUBLIC;

CREATE FUNCTION diet_summary_follow_needs() RETURNS trigger
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM renew_diet_summary(own.outing_id)
       FROM (SELECT a.outing_id
               FROM attendance AS a
               JOIN outing AS o ON o.id = a.outing_id
              WHERE a.person_id = coalesce(NEW.person_id, OLD.person_id)
                AND (o.starts_at IS NULL OR outing_end(o.starts_at, o.ends_at) > now())
              ORDER BY a.outing_id) AS own;
    RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION diet_summary_follow_needs() FROM PUBLIC;

-- For each outing and restaurant: how many of the counted people it suits, how many there are, and for how many it is
-- unknown.
CREATE FUNCTION diet_fit(outings uuid[], restaurants uuid[])
RETURNS TABLE (outing_id uuid, restaurant_id uuid, fits bigint, people bigint, unknown bigint)
LANGUAGE plpgsql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT g.outing_id, r.id,
           count(*) FILTER (WHERE fit.worst = 'yes'), count(*), count(*) FILTER (WHERE fit.worst = 'unknown')
      FROM unnest(outings, restaurants) AS asked (outing_id, restaurant_id)
      JOIN outing_diet_summary AS g ON g.outing_id = asked.outing_id
      JOIN restaurant AS r ON r.id = asked.restaurant_id
     CROSS JOIN LATERAL unnest(g.needs) AS person (needs)
     CROSS JOIN LATERAL (
           SELECT min(diet_offered(r.diets, need))  -- no, unknown, yes: as they stand in the alphabet
             FROM unnest(string_to_array(person.needs, ',')) AS need
           ) AS fit (worst)
     GROUP BY g.outing_id, r.id;
END
$$;

REVOKE ALL ON FUNCTION diet_fit(outings uuid[], restaurants uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION diet_fit(outings uuid[], restaurants uuid[]) TO noonish_app, noonish_worker;

-- How many people have which need, by the published copy: for the host to tell a caterer.
CREATE FUNCTION diet_counts(outing uuid) RETURNS TABLE (need text, people bigint)
LANGUAGE sql
STABLE
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    SELECT each.need, count(*)
      FROM outing_diet_summary AS g
     CROSS JOIN unnest(g.needs) AS person (needs)
     CROSS JOIN unnest(string_to_array(person.needs, ',')) AS each (need)
     WHERE g.outing_id = outing
     GROUP BY each.need
     ORDER BY count(*) DESC, each.need
$$;

REVOKE ALL ON FUNCTION diet_counts(outing uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION diet_counts(outing uuid) TO noonish_app;
CREATE TRIGGER attendance_copied
BEFORE INSERT ON attendance
FOR EACH ROW EXECUTE FUNCTION attendance_copies_outing();

CREATE TRIGGER outing_copied
AFTER UPDATE OF starts_at, ends_at, cancelled_at ON outing
FOR EACH ROW
WHEN ((old.starts_at, old.ends_at, old.cancelled_at) IS DISTINCT FROM (new.starts_at, new.ends_at, new.cancelled_at))
EXECUTE FUNCTION outing_updates_copies();

CREATE TRIGGER outing_created_checks
AFTER INSERT ON outing
FOR EACH ROW EXECUTE FUNCTION outing_changes_checks();

CREATE TRIGGER outing_moved_checks
AFTER UPDATE OF starts_at, restaurant_id, when_where_rev, cancelled_at ON outing
FOR EACH ROW
WHEN ((old.starts_at, old.restaurant_id, old.when_where_rev, old.cancelled_at)
      IS DISTINCT FROM (new.starts_at, new.restaurant_id, new.when_where_rev, new.cancelled_at))
EXECUTE FUNCTION outing_changes_checks();

CREATE TRIGGER attendance_counted
AFTER INSERT OR DELETE OR UPDATE OF status, party_size, offer_ends_at ON attendance
FOR EACH ROW EXECUTE FUNCTION attendance_count();

CREATE TRIGGER attendance_joined_diets
AFTER INSERT ON attendance REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION diet_summary_follow_attendance();

CREATE TRIGGER attendance_moved_diets
AFTER UPDATE ON attendance REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION diet_summary_follow_attendance();

CREATE TRIGGER attendance_left_diets
AFTER DELETE ON attendance REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION diet_summary_follow_attendance();

-- Deferred to the end of the transaction, since needs are replaced by a delete and an insert.
CREATE CONSTRAINT TRIGGER diet_need_changed
AFTER INSERT OR DELETE OR UPDATE ON diet_need DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION diet_summary_follow_needs();

CREATE TRIGGER attendance_declined_starting_point
AFTER UPDATE OF status ON attendance
FOR EACH ROW WHEN (new.status = 'declined') EXECUTE FUNCTION delete_declined_starting_point();

-- Last line of defence, as for diets: a statement that does not set its reader sees no rows. Referential actions are
-- exempt.
ALTER TABLE starting_point ENABLE ROW LEVEL SECURITY;
CREATE POLICY starting_point_own ON starting_point
    USING      (person_id = (SELECT nullif(current_setting('noonish.person', true), '')::uuid))
    WITH CHECK (person_id = (SELECT nullif(current_setting('noonish.person', true), '')::uuid));

REVOKE ALL ON starting_point FROM noonish_worker;
REVOKE ALL ON outing_diet_summary FROM noonish_app, noonish_worker;
REVOKE INSERT, UPDATE, DELETE ON outing_with_aggregates FROM noonish_app, noonish_worker;

RESET ROLE;
