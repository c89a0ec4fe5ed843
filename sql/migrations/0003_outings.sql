-- 0003 outings: the aggregate that all else hangs off, who comes, how they were asked, and every change.
--
-- Why:     the main job.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE change, outing_link, invitation_mail, invitation, attendance, outing; DROP FUNCTION attendance_count();

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

    CONSTRAINT outing_title_fits         CHECK (char_length(title) BETWEEN 1 AND 120),
    CONSTRAINT outing_note_fits          CHECK (char_length(note) BETWEEN 1 AND 4000),
    CONSTRAINT outing_start_whole        CHECK ((starts_wall IS NULL) = (starts_at IS NULL)),
    CONSTRAINT outing_end_whole          CHECK ((ends_wall IS NULL) = (ends_at IS NULL)),
    CONSTRAINT outing_end_after_start    CHECK (ends_at IS NULL OR ends_at > starts_at),
    CONSTRAINT outing_end_needs_start    CHECK (ends_at IS NULL OR starts_at IS NOT NULL),
    CONSTRAINT outing_restaurant_named   CHECK (restaurant_id IS NULL OR place_name IS NOT NULL),
    CONSTRAINT outing_place_fits         CHECK (char_length(place_name) BETWEEN 1 AND 400),
    CONSTRAINT outing_capacity_sensible  CHECK (capacity BETWEEN 1 AND 100000),
    CONSTRAINT outing_capacity_kept      CHECK (capacity IS NULL OR going + held <= capacity),
    CONSTRAINT outing_counts_sound       CHECK (going >= 0 AND held >= 0 AND invited_count >= 0
                                                AND attending_count >= 0 AND maybe_count >= 0
                                                AND declined_count >= 0 AND waitlisted_count >= 0),
    CONSTRAINT outing_cancelled_whole    CHECK ((cancelled_at IS NULL) = (cancelled_by IS NULL))
) WITH (fillfactor = 80);

COMMENT ON COLUMN outing.rev               IS 'counts every happening; orders change; taken under this row''s lock, so gapless';
COMMENT ON COLUMN outing.version           IS 'moves when a field that PATCH can write changes; what If-Match compares';
COMMENT ON COLUMN outing.when_where_rev    IS 'rev at which time or place last changed; an older answer is "changed since"';
COMMENT ON COLUMN outing.calendar_sequence IS 'SEQUENCE of RFC 5545; moved by time, place and cancellation only';
COMMENT ON COLUMN outing.starts_wall       IS 'wall time in time_zone: the promise. starts_at is computed from it in Swift';
COMMENT ON COLUMN outing.place_name        IS 'the restaurant''s name when it was chosen, or the free text where restaurant_id is NULL';
COMMENT ON COLUMN outing.capacity          IS 'seats, the host counted; NULL = no limit';
COMMENT ON COLUMN outing.going             IS 'sum of party sizes of the attending; kept by attendance_count()';
COMMENT ON COLUMN outing.held              IS 'seats held by open offers to the waitlist';

CREATE INDEX outing_host_idx   ON outing (host_id);
CREATE INDEX outing_starts_idx ON outing (starts_at);

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

    PRIMARY KEY (outing_id, person_id),
    CONSTRAINT attendance_id_unique       UNIQUE (outing_id, id),
    CONSTRAINT attendance_role_known      CHECK (role IN ('host', 'cohost', 'invitee')),
    CONSTRAINT attendance_status_known
        CHECK (status IN ('invited', 'attending', 'maybe', 'declined', 'waitlisted')),
    CONSTRAINT attendance_party_sensible  CHECK (party_size BETWEEN 1 AND 50),
    CONSTRAINT attendance_note_fits       CHECK (char_length(note) BETWEEN 1 AND 500),
    CONSTRAINT attendance_answer_dated    CHECK ((status = 'invited') = (responded_at IS NULL))
) WITH (fillfactor = 80);

COMMENT ON COLUMN attendance.party_size    IS 'seats this person needs: themselves and the guests they bring';
COMMENT ON COLUMN attendance.responded_rev IS 'rev of the outing they answered to';
COMMENT ON COLUMN attendance.set_by_id     IS 'the host who answered for them; NULL = they did';

CREATE INDEX attendance_person_idx ON attendance (person_id, outing_id);

-- Keeps the counts of the outing in the transaction that changes an answer. The caller holds the outing's row lock
-- already, so this waits for nobody; outing_capacity_kept refuses the seat too many.
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

CREATE TRIGGER attendance_counted
AFTER INSERT OR UPDATE OF status, party_size OR DELETE ON attendance
FOR EACH ROW EXECUTE FUNCTION attendance_count();

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

    PRIMARY KEY (outing_id, id),
    CONSTRAINT invitation_once_a_person UNIQUE (outing_id, person_id),
    CONSTRAINT invitation_token_unique  UNIQUE (token_hash),
    CONSTRAINT invitation_token_whole   CHECK (octet_length(token_hash) = 32),
    CONSTRAINT invitation_channel_known CHECK (channel IN ('person', 'mail', 'link')),
    CONSTRAINT invitation_mail_address  CHECK ((channel = 'mail') = (address IS NOT NULL)),
    CONSTRAINT invitation_address_lower CHECK (address = lower(address)),
    CONSTRAINT invitation_state_known   CHECK (state IN ('queued', 'sent', 'bounced', 'opened', 'answered'))
);

COMMENT ON COLUMN invitation.channel    IS 'person: a member was named. mail: an address was. link: they came by a share link';
COMMENT ON COLUMN invitation.address    IS 'typed by invited_by and shown to them alone';
COMMENT ON COLUMN invitation.ended_at   IS 'the person is off the list and the token void; kept for the farewell, and taken up again by a new invitation';
COMMENT ON COLUMN invitation.token_hash IS 'SHA-256 of the personal token, which is derived from id with the server''s key';

CREATE UNIQUE INDEX invitation_address_once ON invitation (outing_id, address) WHERE address IS NOT NULL;

CREATE TABLE invitation_mail (
    invited_by uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    id         uuid        NOT NULL,
    mails      int         NOT NULL,
    at         timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (invited_by, id)
);

COMMENT ON TABLE invitation_mail IS 'how many mails somebody caused and when; what the daily limit counts, whatever became of the invitations';

CREATE TABLE outing_link (
    outing_id  uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    id         uuid        NOT NULL,
    token_hash bytea       NOT NULL,
    created_by uuid        NOT NULL REFERENCES person,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    max_uses   int,
    uses       int         NOT NULL DEFAULT 0,
    revoked_at timestamptz,

    PRIMARY KEY (outing_id, id),
    CONSTRAINT outing_link_token_unique UNIQUE (token_hash),
    CONSTRAINT outing_link_token_whole  CHECK (octet_length(token_hash) = 32),
    CONSTRAINT outing_link_uses_kept    CHECK (uses >= 0 AND (max_uses IS NULL OR uses <= max_uses))
);

CREATE TABLE change (
    outing_id      uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    rev            bigint      NOT NULL,
    actor_id       uuid        REFERENCES person,
    at             timestamptz NOT NULL DEFAULT now(),
    audience       text        NOT NULL,
    patch          jsonb       NOT NULL,
    schema_version int         NOT NULL DEFAULT 1,

    PRIMARY KEY (outing_id, rev),
    CONSTRAINT change_audience_known CHECK (audience IN ('hosts', 'attending', 'all')),
    CONSTRAINT change_patch_list     CHECK (jsonb_typeof(patch) = 'array')
);

COMMENT ON TABLE  change          IS 'append-only: what one edit changed, as a list of semantic changes with old and new';
COMMENT ON COLUMN change.actor_id IS 'who did it; NULL = the service';
COMMENT ON COLUMN change.audience IS 'the widest audience of the changes in patch';

REVOKE UPDATE, DELETE ON change FROM noonish_app, noonish_worker;
RESET ROLE;
