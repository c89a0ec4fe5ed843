-- 0012 decisions: suggestions and polls.
--
-- Why:     attendees who cannot edit an outing can suggest changes, and a group can vote.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE poll_vote, poll_ballot, poll, poll_option, suggestion_support, suggestion;

SET LOCAL ROLE noonish_owner;

CREATE TABLE suggestion (
    outing_id     uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    id            uuid        NOT NULL,
    author_id     uuid        NOT NULL REFERENCES person,
    content       text        NOT NULL,
    time_zone     text,
    starts_wall   timestamp,
    starts_at     timestamptz,
    ends_wall     timestamp,
    ends_at       timestamptz,
    restaurant_id uuid        REFERENCES restaurant,
    place_name    text,
    person_id     uuid        REFERENCES person,
    address       text,
    state         text        NOT NULL DEFAULT 'open',
    denial_reason text,
    created_at    timestamptz NOT NULL DEFAULT now(),
    decided_at    timestamptz,
    decided_by    uuid        REFERENCES person,

    PRIMARY KEY (outing_id, id),
    CONSTRAINT suggestion_state_known
        CHECK (state IN ('open', 'polled', 'accepted', 'denied', 'withdrawn', 'outvoted')),
    CONSTRAINT suggestion_time_whole         CHECK (num_nonnulls(time_zone, starts_wall, starts_at) IN (0, 3)),
    CONSTRAINT suggestion_end_whole          CHECK (num_nonnulls(ends_wall, ends_at) IN (0, 2)),
    CONSTRAINT suggestion_end_after_start    CHECK (ends_at IS NULL OR ends_at > starts_at),
    CONSTRAINT suggestion_place_fits         CHECK (char_length(place_name) BETWEEN 1 AND 400),
    CONSTRAINT suggestion_restaurant_named   CHECK (restaurant_id IS NULL OR place_name IS NOT NULL),
    CONSTRAINT suggestion_of_something
        CHECK ((state NOT IN ('open', 'polled')) OR num_nonnulls(starts_at, place_name, person_id, address) > 0),
    CONSTRAINT suggestion_guest_alone
        CHECK (num_nonnulls(person_id, address) <= 1 AND (num_nonnulls(person_id, address) = 0
            OR num_nonnulls(starts_at, place_name) = 0)),
    CONSTRAINT suggestion_address_lower      CHECK (address = lower(address)),
    CONSTRAINT suggestion_denial_reason_fits CHECK (char_length(denial_reason) BETWEEN 1 AND 500),
    CONSTRAINT suggestion_decided_whole      CHECK ((decided_at IS NULL) = (state IN ('open', 'polled')))
);

COMMENT ON TABLE  suggestion               IS 'change proposed by an attendee who may not make it; expires with the outing or the proposed time, which no column records';
COMMENT ON COLUMN suggestion.content       IS 'identifies equal suggestions: instants, the restaurant''s id or the place''s text in lower case, a person''s id or an address';
COMMENT ON COLUMN suggestion.place_name    IS 'the restaurant''s name when it was suggested, or free text where restaurant_id is NULL';
COMMENT ON COLUMN suggestion.address       IS 'address of a proposed guest; shown to the author and the hosts only';
COMMENT ON COLUMN suggestion.denial_reason IS 'why it was denied, in a host''s words';
COMMENT ON COLUMN suggestion.decided_by    IS 'person who accepted, denied or withdrew it; NULL = a poll that ended by itself';

-- A repeated suggestion becomes support for the first.
CREATE UNIQUE INDEX suggestion_once_open ON suggestion (outing_id, content) WHERE state IN ('open', 'polled');
CREATE INDEX suggestion_author_idx ON suggestion (author_id);
CREATE INDEX suggestion_person_idx ON suggestion (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX suggestion_address_idx ON suggestion (address) WHERE address IS NOT NULL;

CREATE TABLE suggestion_support (
    outing_id     uuid        NOT NULL,
    suggestion_id uuid        NOT NULL,
    person_id     uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    answer        text        NOT NULL,
    at            timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (outing_id, suggestion_id, person_id),
    CONSTRAINT suggestion_support_answer_known  CHECK (answer IN ('yes', 'maybe', 'no')),
    CONSTRAINT suggestion_support_of_suggestion
        FOREIGN KEY (outing_id, suggestion_id) REFERENCES suggestion ON DELETE CASCADE
);

CREATE INDEX suggestion_support_person_idx ON suggestion_support (person_id);

CREATE TABLE poll_option (
    outing_id     uuid        NOT NULL,
    poll_id       uuid        NOT NULL,
    id            uuid        NOT NULL,
    content       text        NOT NULL,
    suggestion_id uuid,
    time_zone     text,
    starts_wall   timestamp,
    starts_at     timestamptz,
    ends_wall     timestamp,
    ends_at       timestamptz,
    restaurant_id uuid        REFERENCES restaurant,
    place_name    text,

    PRIMARY KEY (outing_id, poll_id, id),
    CONSTRAINT poll_option_once            UNIQUE (outing_id, poll_id, content),
    CONSTRAINT poll_option_time_whole      CHECK (num_nonnulls(time_zone, starts_wall, starts_at) IN (0, 3)),
    CONSTRAINT poll_option_end_whole       CHECK (num_nonnulls(ends_wall, ends_at) IN (0, 2)),
    CONSTRAINT poll_option_end_after_start CHECK (ends_at IS NULL OR ends_at > starts_at),
    CONSTRAINT poll_option_place_fits      CHECK (char_length(place_name) BETWEEN 1 AND 400),
    CONSTRAINT poll_option_of_something    CHECK (num_nonnulls(starts_at, place_name) > 0),
    CONSTRAINT poll_option_of_suggestion   FOREIGN KEY (outing_id, suggestion_id) REFERENCES suggestion
);

CREATE TABLE poll (
    outing_id  uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    id         uuid        NOT NULL,
    opened_by  uuid        NOT NULL REFERENCES person,
    opened_at  timestamptz NOT NULL DEFAULT now(),
    closes_at  timestamptz NOT NULL,
    hidden     boolean     NOT NULL,
    applies    boolean     NOT NULL,
    seed       bytea       NOT NULL,
    commitment bytea       NOT NULL,
    closed_at  timestamptz,
    closed_by  uuid        REFERENCES person,
    winner_id  uuid,
    drawn      boolean     NOT NULL DEFAULT false,
    applied_at timestamptz,

    PRIMARY KEY (outing_id, id),
    CONSTRAINT poll_seed_whole         CHECK (octet_length(seed) = 32),
    CONSTRAINT poll_commitment_holds   CHECK (commitment = sha256(seed)),
    CONSTRAINT poll_result_when_closed
        CHECK (closed_at IS NOT NULL OR num_nonnulls(closed_by, winner_id, applied_at) = 0),
    CONSTRAINT poll_drawn_is_won       CHECK (NOT drawn OR winner_id IS NOT NULL),
    CONSTRAINT poll_applied_is_won     CHECK (applied_at IS NULL OR winner_id IS NOT NULL),
    CONSTRAINT poll_winner_of_poll     FOREIGN KEY (outing_id, id, winner_id) REFERENCES poll_option
);

COMMENT ON TABLE  poll            IS 'vote on times, places or pairs of both';
COMMENT ON COLUMN poll.hidden     IS 'votes are hidden from people who have not voted';
COMMENT ON COLUMN poll.applies    IS 'the winning option is applied to the outing automatically';
COMMENT ON COLUMN poll.seed       IS 'breaks ties; secret until the poll is closed';
COMMENT ON COLUMN poll.commitment IS 'SHA-256 of seed; shown from the start';
COMMENT ON COLUMN poll.closed_by  IS 'NULL = the deadline';

CREATE INDEX poll_due_idx ON poll (closes_at) WHERE closed_at IS NULL;

CREATE TABLE poll_ballot (
    outing_id uuid        NOT NULL,
    poll_id   uuid        NOT NULL,
    id        uuid        NOT NULL,
    person_id uuid        REFERENCES person,
    at        timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (outing_id, poll_id, id),
    CONSTRAINT poll_ballot_once_a_person UNIQUE (outing_id, poll_id, person_id),
    CONSTRAINT poll_ballot_of_poll       FOREIGN KEY (outing_id, poll_id) REFERENCES poll ON DELETE CASCADE
);

COMMENT ON TABLE  poll_ballot           IS 'a person''s vote; after the poll, its votes are published under the ballot''s id, without a name';
COMMENT ON COLUMN poll_ballot.person_id IS 'NULL = a merged guest whose member had voted too; counts only if the poll had closed before';

CREATE INDEX poll_ballot_person_idx ON poll_ballot (person_id);

CREATE TABLE poll_vote (
    outing_id uuid NOT NULL,
    poll_id   uuid NOT NULL,
    ballot_id uuid NOT NULL,
    option_id uuid NOT NULL,
    answer    text NOT NULL,

    PRIMARY KEY (outing_id, poll_id, ballot_id, option_id),
    CONSTRAINT poll_vote_answer_known CHECK (answer IN ('yes', 'maybe', 'no')),
    CONSTRAINT poll_vote_on_ballot
        FOREIGN KEY (outing_id, poll_id, ballot_id) REFERENCES poll_ballot ON DELETE CASCADE,
    CONSTRAINT poll_vote_for_option
        FOREIGN KEY (outing_id, poll_id, option_id) REFERENCES poll_option ON DELETE CASCADE
);

ALTER TABLE poll_option
    ADD CONSTRAINT poll_option_of_poll FOREIGN KEY (outing_id, poll_id) REFERENCES poll ON DELETE CASCADE;

RESET ROLE;
