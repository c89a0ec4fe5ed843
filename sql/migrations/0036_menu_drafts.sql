-- 0036 menu drafts: the version of a draft.
--
-- Why:     two people who edit the same menu must not overwrite each other unseen.
-- Locks:   ACCESS EXCLUSIVE on menu for a statement that reads and writes no rows.
-- Deploy:  before the code that reads it (expand).
-- Undo:    ALTER TABLE menu DROP COLUMN draft_version;

SET LOCAL ROLE noonish_owner;

ALTER TABLE menu ADD COLUMN draft_version bigint NOT NULL DEFAULT 1;

COMMENT ON COLUMN menu.draft_version IS 'increments when the draft changes; compared with If-Match';

RESET ROLE;
