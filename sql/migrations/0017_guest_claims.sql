-- 0017 guest claims: a guest who signs in becomes one with their account, and gets a lost link again.
--
-- Why:     whoever answered by a link and makes an account later is the same person, for everybody.
-- Locks:   invitation for as long as its index takes: seconds with a million rows.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP FUNCTION pass_history(uuid, uuid, uuid[]); DROP TABLE link_request, invitation_token;
--          DROP INDEX invitation_address_idx;

SET LOCAL ROLE noonish_owner;

CREATE TABLE invitation_token (
    token_hash    bytea PRIMARY KEY,
    outing_id     uuid  NOT NULL,
    invitation_id uuid  NOT NULL,

    CONSTRAINT invitation_token_of_invitation
        FOREIGN KEY (outing_id, invitation_id) REFERENCES invitation ON DELETE CASCADE,
    CONSTRAINT invitation_token_whole CHECK (octet_length(token_hash) = 32)
);

COMMENT ON TABLE invitation_token IS 'further personal links of an invitation: those of one it was merged with';

CREATE INDEX invitation_token_invitation_idx ON invitation_token (outing_id, invitation_id);

-- Serves guests.at_address and links.wanted: whom did anybody invite at this address?
CREATE INDEX invitation_address_idx ON invitation (address) WHERE address IS NOT NULL;

CREATE TABLE link_request (
    id      uuid        PRIMARY KEY,
    address text        NOT NULL,
    at      timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT link_request_address_lower CHECK (address = lower(address))
);

COMMENT ON TABLE link_request IS 'somebody lost their links; looked into after they were answered, so that the time tells nobody, and then gone';

-- Changes are append-only for everybody. That a guest was a member all along makes none untrue: the same people did the
-- same, under the member's id. Nothing else can be rewritten by this, for the first id must be a guest's.
CREATE FUNCTION pass_history(guest uuid, member uuid, outings uuid[]) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM person WHERE id = guest AND kind = 'guest')
       OR NOT EXISTS (SELECT FROM person WHERE id = member AND kind = 'member') THEN
        RAISE EXCEPTION 'only a guest can become one with a member';
    END IF;
    UPDATE change
       SET actor_id = CASE WHEN actor_id = guest THEN member ELSE actor_id END,
           patch = replace(patch::text, guest::text, member::text)::jsonb
     WHERE outing_id = ANY (outings)
       AND (actor_id = guest OR strpos(patch::text, guest::text) > 0);
    UPDATE inbox
       SET changes = replace(changes::text, guest::text, member::text)::jsonb
     WHERE outing_id = ANY (outings) AND strpos(changes::text, guest::text) > 0;
END
$$;

REVOKE ALL ON FUNCTION pass_history(uuid, uuid, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pass_history(uuid, uuid, uuid[]) TO noonish_app;

RESET ROLE;
