-- 0003 people: people, their friends, blocks, pictures and diets.
--
-- Why:     every other table refers to a person.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE diet_need, person_block, friend_request_mail, friend_request, friendship, profile_picture,
--          person; DROP FUNCTION erase_person, transfer_diet_need, are_blocked;

SET LOCAL ROLE noonish_owner;

CREATE TABLE person (
    id               uuid        PRIMARY KEY,
    kind             text        NOT NULL,
    name             text        NOT NULL,
    time_zone        text,
    locale           text,
    inbox_seq        bigint      NOT NULL DEFAULT 0,
    inbox_read_seq   bigint      NOT NULL DEFAULT 0,
    created_at       timestamptz NOT NULL DEFAULT now(),
    updated_at       timestamptz NOT NULL DEFAULT now(),
    found_by_address boolean     NOT NULL DEFAULT false,
    is_operator      boolean     NOT NULL DEFAULT false,

    CONSTRAINT person_name_fits       CHECK (char_length(name) BETWEEN 1 AND 80),
    CONSTRAINT person_inbox_not_ahead CHECK (inbox_read_seq BETWEEN 0 AND inbox_seq),
    CONSTRAINT person_kind_known      CHECK (kind IN ('member', 'guest', 'erased'))
) WITH (fillfactor = 85);

COMMENT ON COLUMN person.kind             IS 'member: can sign in. guest: reached by a personal token only. erased: only the id remains, for what they did with others';
COMMENT ON COLUMN person.time_zone        IS 'tzdata name; NULL = unknown';
COMMENT ON COLUMN person.locale           IS 'BCP 47 tag; NULL = unknown';
COMMENT ON COLUMN person.inbox_seq        IS 'number of the newest entry of the inbox; gapless from 1';
COMMENT ON COLUMN person.inbox_read_seq   IS 'entries up to this number have been read';
COMMENT ON COLUMN person.found_by_address IS 'people who know the address may learn that it has an account';
COMMENT ON COLUMN person.is_operator      IS 'may use the operator console; set by noonish user operator';

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

COMMENT ON COLUMN friend_request.to_address IS 'as the sender typed it. Not replaced by to_id when somebody verifies the address, which would disclose who that is';

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

-- Deletes all rows that cascade from a person, which includes tables added later. Rows that do not cascade are shared
-- with others and keep the id; their rooms clear them.
CREATE FUNCTION erase_person(who uuid, called text) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
DECLARE
    own record;
BEGIN
    FOR own IN
        SELECT c.conrelid::regclass AS place, a.attname AS name
          FROM pg_constraint AS c
          JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
         WHERE c.contype = 'f' AND c.confrelid = 'person'::regclass AND c.confdeltype = 'c'
         ORDER BY c.conrelid::regclass::text, a.attname
    LOOP
        EXECUTE format('DELETE FROM %s WHERE %I = $1', own.place, own.name) USING who;
    END LOOP;
    UPDATE person
       SET kind = 'erased', name = called, time_zone = NULL, locale = NULL, inbox_seq = 0, inbox_read_seq = 0,
           is_operator = false, found_by_address = false, updated_at = now()
     WHERE id = who;
END
$$;

REVOKE ALL ON FUNCTION erase_person(who uuid, called text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_person(who uuid, called text) TO noonish_app;

-- Last line of defence: a statement that does not set its reader sees no rows. The owner is exempt, for backups.
ALTER TABLE diet_need ENABLE ROW LEVEL SECURITY;
CREATE POLICY diet_need_own ON diet_need
    USING      (person_id = (SELECT nullif(current_setting('noonish.person', true), '')::uuid))
    WITH CHECK (person_id = (SELECT nullif(current_setting('noonish.person', true), '')::uuid));

REVOKE ALL ON diet_need FROM noonish_worker;

RESET ROLE;
