-- 0005 people: friends, blocks, pictures and diets.
--
-- Why:     members find each other, invite friends and hide from people they blocked.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE diet_need, person_block, friend_request_mail, friend_request, friendship, profile_picture; DROP
--          FUNCTION transfer_diet_need, are_blocked;

SET LOCAL ROLE noonish_owner;

CREATE TABLE profile_picture (
    person_id uuid        PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    tag       text        NOT NULL,
    small     bytea       NOT NULL,
    large     bytea       NOT NULL,
    at        timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT profile_picture_tag_plain  CHECK (tag ~ '^[0-9a-f]{16}$'),
    CONSTRAINT profile_picture_small_fits CHECK (octet_length(small) BETWEEN 1 AND 65536),
    CONSTRAINT profile_picture_large_fits CHECK (octet_length(large) BETWEEN 1 AND 262144)
);

COMMENT ON TABLE  profile_picture       IS 'WebP encoded here; the uploaded file is not kept';
COMMENT ON COLUMN profile_picture.tag   IS 'hash of the bytes; changes with the picture';
COMMENT ON COLUMN profile_picture.small IS '64 pixels wide and high';
COMMENT ON COLUMN profile_picture.large IS '256 pixels wide and high';

CREATE TABLE friendship (
    low_id  uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    high_id uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    since   timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (low_id, high_id),
    CONSTRAINT friendship_stored_once CHECK (low_id < high_id)
);

CREATE INDEX friendship_high_idx ON friendship (high_id);

CREATE TABLE friend_request (
    id         uuid        PRIMARY KEY,
    from_id    uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    to_id      uuid        REFERENCES person ON DELETE CASCADE,
    to_address text,
    created_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT friend_request_person_once   UNIQUE (from_id, to_id),
    CONSTRAINT friend_request_address_once  UNIQUE (from_id, to_address),
    CONSTRAINT friend_request_to_one        CHECK (num_nonnulls(to_id, to_address) = 1),
    CONSTRAINT friend_request_not_to_self   CHECK (to_id <> from_id),
    CONSTRAINT friend_request_address_lower CHECK (to_address = lower(to_address))
);

COMMENT ON COLUMN friend_request.to_address IS 'as the sender typed it. Kept when a person verifies the address, because replacing it by to_id would disclose who that is';

CREATE INDEX friend_request_to_idx ON friend_request (to_id);
CREATE INDEX friend_request_address_idx ON friend_request (to_address);

CREATE TABLE friend_request_mail (
    from_id    uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    to_address text        NOT NULL,
    at         timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (from_id, to_address),
    CONSTRAINT friend_request_mail_address_lower CHECK (to_address = lower(to_address))
);

COMMENT ON TABLE friend_request_mail IS 'newest mail with a friend request from a person to an address; outlives the request';

CREATE INDEX friend_request_mail_address_idx ON friend_request_mail (to_address, at);

CREATE TABLE person_block (
    person_id uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    other_id  uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    since     timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (person_id, other_id),
    CONSTRAINT person_block_not_of_self CHECK (person_id <> other_id)
);

COMMENT ON TABLE person_block IS 'person_id blocked other_id; hides each from the other';

CREATE INDEX person_block_other_idx ON person_block (other_id);

CREATE TABLE diet_need (
    person_id  uuid        PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    diets      text[]      NOT NULL DEFAULT '{}',
    allergies  text[]      NOT NULL DEFAULT '{}',
    note       text,
    updated_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT diet_need_diets_known
        CHECK (diets <@ ARRAY['vegan', 'vegetarian', 'pescetarian', 'gluten_free', 'lactose_free', 'halal',
            'kosher']),
    CONSTRAINT diet_need_allergies_known
        CHECK (allergies <@ ARRAY['gluten', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soybeans', 'milk', 'nuts',
            'celery', 'mustard', 'sesame', 'sulphites', 'lupin', 'molluscs']),
    CONSTRAINT diet_need_note_fits       CHECK (char_length(note) BETWEEN 1 AND 500)
);

COMMENT ON TABLE  diet_need           IS 'diets and allergies of a person, who alone can read them';
COMMENT ON COLUMN diet_need.allergies IS 'the fourteen allergens of Regulation (EU) No 1169/2011, Annex II';

-- Returns whether either person has blocked the other.
CREATE FUNCTION are_blocked(one uuid, other uuid) RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL SAFE
AS $$
    SELECT EXISTS (SELECT FROM person_block AS b WHERE b.person_id = one AND b.other_id = other)
           OR EXISTS (SELECT FROM person_block AS b WHERE b.person_id = other AND b.other_id = one)
$$;

-- Moves a guest's diets to the member they turn out to be, unless the member has some. Row-level security lets no
-- session write for two people.
CREATE FUNCTION transfer_diet_need(guest uuid, member uuid) RETURNS void
LANGUAGE sql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    UPDATE diet_need AS d
       SET person_id = member
      FROM person AS p
     WHERE d.person_id = guest AND p.id = guest AND p.kind = 'guest'
       AND NOT EXISTS (SELECT FROM diet_need AS own WHERE own.person_id = member)
$$;

REVOKE ALL ON FUNCTION transfer_diet_need(guest uuid, member uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION transfer_diet_need(guest uuid, member uuid) TO noonish_app;

-- Last line of defence: a statement that does not set its reader sees no rows. The owner is exempt, for backups.
ALTER TABLE diet_need ENABLE ROW LEVEL SECURITY;
CREATE POLICY diet_need_own ON diet_need
    USING      (person_id = (SELECT nullif(current_setting('noonish.person', true), '')::uuid))
    WITH CHECK (person_id = (SELECT nullif(current_setting('noonish.person', true), '')::uuid));

REVOKE ALL ON diet_need FROM noonish_worker;

RESET ROLE;
