-- 0010 circles: lists of people who are invited together.
--
-- Why:     members invite the same people again with one tap.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE circle_member, circle;

SET LOCAL ROLE noonish_owner;

CREATE TABLE circle (
    id         uuid        PRIMARY KEY,
    owner_id   uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    name       text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT circle_name_fits CHECK (char_length(name) BETWEEN 1 AND 60)
);

COMMENT ON TABLE circle IS 'list of people that owner_id invites together; private to the owner';

CREATE INDEX circle_owner_idx ON circle (owner_id);

CREATE TABLE circle_member (
    circle_id uuid        NOT NULL REFERENCES circle ON DELETE CASCADE,
    person_id uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    added_at  timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (circle_id, person_id)
);

CREATE INDEX circle_member_person_idx ON circle_member (person_id);

RESET ROLE;
