-- 0014 series: rules by which outings recur.
--
-- Why:     an outing that recurs is planned once; each occurrence has its own answers.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    ALTER TABLE outing DROP CONSTRAINT outing_series_id_fkey; DROP TABLE series_skip, series_invitee, series_person, series;

SET LOCAL ROLE noonish_owner;

CREATE TABLE series (
    id            uuid        PRIMARY KEY,
    host_id       uuid        NOT NULL REFERENCES person,
    version       bigint      NOT NULL DEFAULT 1,
    title         text        NOT NULL,
    note          text,
    restaurant_id uuid        REFERENCES restaurant,
    place_name    text,
    capacity      int,
    answers_due   int,
    time_zone     text        NOT NULL,
    starts_clock  int         NOT NULL,
    minutes       int,
    frequency     text        NOT NULL,
    every         int         NOT NULL,
    weekdays      int[]       NOT NULL,
    week          int,
    starts_on     date        NOT NULL,
    ends_on       date,
    occurrences   int,
    holidays_of   text,
    made_through  date        NOT NULL,
    next_check_at timestamptz,
    ended_at      timestamptz,
    created_at    timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT series_title_fits        CHECK (char_length(title) BETWEEN 1 AND 120),
    CONSTRAINT series_note_fits         CHECK (char_length(note) BETWEEN 1 AND 4000),
    CONSTRAINT series_place_fits        CHECK (char_length(place_name) BETWEEN 1 AND 400),
    CONSTRAINT series_restaurant_named  CHECK (restaurant_id IS NULL OR place_name IS NOT NULL),
    CONSTRAINT series_capacity_sensible CHECK (capacity BETWEEN 1 AND 100000),
    CONSTRAINT series_answers_sensible  CHECK (answers_due BETWEEN 0 AND 20160),
    CONSTRAINT series_clock_of_day      CHECK (starts_clock BETWEEN 0 AND 1439),
    CONSTRAINT series_minutes_sensible  CHECK (minutes BETWEEN 1 AND 20160),
    CONSTRAINT series_frequency_known   CHECK (frequency IN ('weekly', 'monthly')),
    CONSTRAINT series_every_sensible    CHECK (every BETWEEN 1 AND 52),
    CONSTRAINT series_weekdays_known
        CHECK (weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7] AND cardinality(weekdays) BETWEEN 1 AND 7),
    CONSTRAINT series_week_of_month
        CHECK ((week IS NOT NULL) = (frequency = 'monthly') AND (week IN (-1, 1, 2, 3, 4))),
    CONSTRAINT series_end_after_start   CHECK (ends_on >= starts_on),
    CONSTRAINT series_one_end           CHECK (num_nonnulls(ends_on, occurrences) <= 1),
    CONSTRAINT series_occurs            CHECK (occurrences BETWEEN 1 AND 1000),
    CONSTRAINT series_country_code      CHECK (holidays_of ~ '^[A-Z]{2}$'),
    CONSTRAINT series_ended_rests       CHECK (ended_at IS NULL OR next_check_at IS NULL)
);

COMMENT ON TABLE  series               IS 'recurrence rule and the fields that its outings begin with; RFC 5545, 3.3.10, as typed columns';
COMMENT ON COLUMN series.place_name    IS 'the restaurant''s name, or free text where restaurant_id is NULL';
COMMENT ON COLUMN series.answers_due   IS 'minutes before the start; NULL = no deadline';
COMMENT ON COLUMN series.starts_clock  IS 'minutes after midnight in time_zone: local time of DTSTART';
COMMENT ON COLUMN series.minutes       IS 'DURATION; NULL = open end';
COMMENT ON COLUMN series.every         IS 'INTERVAL: weeks from the week of starts_on (WKST=MO), or months from its month';
COMMENT ON COLUMN series.weekdays      IS 'BYDAY: 1 is Monday, 7 is Sunday';
COMMENT ON COLUMN series.week          IS 'BYDAY''s ordinal in a month, -1 the last';
COMMENT ON COLUMN series.ends_on       IS 'UNTIL, itself included';
COMMENT ON COLUMN series.occurrences   IS 'COUNT; skipped dates count';
COMMENT ON COLUMN series.holidays_of   IS 'country whose public holidays are skipped; NULL = none';
COMMENT ON COLUMN series.made_through  IS 'dates up to here are done: an outing was generated, or the date was skipped';
COMMENT ON COLUMN series.next_check_at IS 'when an outing may be due to be generated; NULL = never again';

CREATE INDEX series_host_idx ON series (host_id);
CREATE INDEX series_due_idx ON series (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE TABLE series_person (
    series_id  uuid        NOT NULL REFERENCES series ON DELETE CASCADE,
    person_id  uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    comes      boolean     NOT NULL DEFAULT false,
    party_size int         NOT NULL DEFAULT 1,
    added_at   timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (series_id, person_id),
    CONSTRAINT series_person_party_sensible CHECK (party_size BETWEEN 1 AND 50)
);

COMMENT ON TABLE  series_person       IS 'people invited to every outing of a series, apart from the host; leaving deletes the row';
COMMENT ON COLUMN series_person.comes IS 'standing answer: attends every outing';

CREATE INDEX series_person_person_idx ON series_person (person_id);

CREATE TABLE series_invitee (
    series_id uuid        NOT NULL REFERENCES series ON DELETE CASCADE,
    id        uuid        NOT NULL,
    address   text        NOT NULL,
    name      text,
    added_by  uuid        NOT NULL REFERENCES person,
    added_at  timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (series_id, id),
    CONSTRAINT series_invitee_once         UNIQUE (series_id, address),
    CONSTRAINT series_invitee_address_fits CHECK (char_length(address) BETWEEN 3 AND 254),
    CONSTRAINT series_invitee_name_fits    CHECK (char_length(name) BETWEEN 1 AND 80)
);

COMMENT ON TABLE  series_invitee          IS 'addresses invited to every outing of a series: a guest of each outing, until the owner has an account';
COMMENT ON COLUMN series_invitee.address  IS 'in lower case';
COMMENT ON COLUMN series_invitee.name     IS 'the name that the host gave; NULL = none';
COMMENT ON COLUMN series_invitee.added_by IS 'the host who entered the address, the only person who sees it';

CREATE INDEX series_invitee_address_idx ON series_invitee (address);
CREATE INDEX series_invitee_added_by_idx ON series_invitee (added_by);

CREATE TABLE series_skip (
    series_id uuid        NOT NULL REFERENCES series ON DELETE CASCADE,
    date      date        NOT NULL,
    reason    text        NOT NULL,
    at        timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (series_id, date),
    CONSTRAINT series_skip_reason_known CHECK (reason IN ('host', 'holiday', 'rule'))
);

COMMENT ON TABLE  series_skip        IS 'dates of the rule without an outing: EXDATE';
COMMENT ON COLUMN series_skip.reason IS 'host: skipped by the host. holiday: a public holiday. rule: no longer part of a changed rule';

ALTER TABLE outing
    ADD CONSTRAINT outing_series_id_fkey FOREIGN KEY (series_id) REFERENCES series ON DELETE SET NULL;

RESET ROLE;
