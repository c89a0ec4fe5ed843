-- 0014 circles and blocks: groups of friends, who hears nothing of whom, and limits that outlast a restart.
--
-- Why:     one tap invites those who often eat together; somebody who is pestered needs a door to close.
-- Locks:   person for a moment: a column with a constant default is written nowhere.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE allowance, circle_member, circle; DROP FUNCTION are_blocked(uuid, uuid); DROP TABLE block;
--          ALTER TABLE person DROP COLUMN found_by_address;

SET LOCAL ROLE noonish_owner;

ALTER TABLE person ADD COLUMN found_by_address boolean NOT NULL DEFAULT false;

COMMENT ON COLUMN person.found_by_address IS 'whoever has their address may learn that they are here';

CREATE TABLE block (
    person_id uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    other_id  uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    since     timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (person_id, other_id),
    CONSTRAINT block_not_of_self CHECK (person_id <> other_id)
);

COMMENT ON TABLE block IS 'person_id wants to hear nothing of other_id; it hides each from the other';

CREATE INDEX block_other_idx ON block (other_id);

-- Whether one of the two has blocked the other.
CREATE FUNCTION are_blocked(one uuid, other uuid) RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL SAFE
AS $$
    SELECT EXISTS (SELECT FROM block AS b WHERE b.person_id = one AND b.other_id = other)
           OR EXISTS (SELECT FROM block AS b WHERE b.person_id = other AND b.other_id = one)
$$;

CREATE TABLE circle (
    id         uuid        PRIMARY KEY,
    owner_id   uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    name       text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT circle_name_fits CHECK (char_length(name) BETWEEN 1 AND 60)
);

COMMENT ON TABLE circle IS 'people whom owner_id likes to invite together; nobody else sees it';

CREATE INDEX circle_owner_idx ON circle (owner_id);

CREATE TABLE circle_member (
    circle_id uuid        NOT NULL REFERENCES circle ON DELETE CASCADE,
    person_id uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    added_at  timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (circle_id, person_id)
);

CREATE INDEX circle_member_person_idx ON circle_member (person_id);

CREATE TABLE allowance (
    kind   text        NOT NULL,
    caller bytea       NOT NULL,
    id     uuid        NOT NULL,
    amount int         NOT NULL,
    at     timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (kind, caller, id),
    CONSTRAINT allowance_amount_positive CHECK (amount > 0),
    CONSTRAINT allowance_caller_hashed   CHECK (octet_length(caller) = 32)
);

COMMENT ON TABLE  allowance        IS 'what callers have used of limits on what costs money or trust; kept for a day';
COMMENT ON COLUMN allowance.caller IS 'SHA-256 of kind and caller: a person, an address or a network';

CREATE INDEX allowance_at_idx ON allowance (at);

RESET ROLE;
