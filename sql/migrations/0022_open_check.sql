-- 0022 open_check: what is known of whether the chosen place is open at the chosen time, and whether hosts were told.
--
-- Why:     hours change after a place was chosen; hosts hear of it once, and not on every look.
-- Locks:   none that matter; the table is new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE open_check;

SET LOCAL ROLE noonish_owner;

CREATE TABLE open_check (
    outing_id  uuid        PRIMARY KEY REFERENCES outing ON DELETE CASCADE,
    rev        bigint      NOT NULL,
    state      text        NOT NULL,
    is_told    boolean     NOT NULL DEFAULT false,
    checked_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT open_check_state_known CHECK (state IN ('open', 'closed', 'unknown'))
);

COMMENT ON COLUMN open_check.rev     IS 'outing.when_where_rev that was looked at: another time or place starts anew';
COMMENT ON COLUMN open_check.is_told IS 'hosts have heard of this state';

RESET ROLE;
