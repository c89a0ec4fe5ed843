-- 0009 journal: every change of an outing, who follows it, and what is still to be fanned out.
--
-- Why:     notifications, history and live streams are derived from recorded revisions.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE outing_watch, outbox, outing_change; DROP FUNCTION prune_outing_changes, text_at, with_long_texts;

SET LOCAL ROLE noonish_owner;

CREATE TABLE outing_change (
    outing_id      uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    rev            bigint      NOT NULL,
    actor_id       uuid        REFERENCES person,
    at             timestamptz NOT NULL DEFAULT now(),
    audience       text        NOT NULL,
    patch          jsonb       NOT NULL,
    schema_version int         NOT NULL DEFAULT 1,

    PRIMARY KEY (outing_id, rev),
    CONSTRAINT outing_change_patch_list     CHECK (jsonb_typeof(patch) = 'array'),
    CONSTRAINT outing_change_audience_known CHECK (audience IN ('hosts', 'attending', 'unanswered', 'all'))
);

COMMENT ON TABLE  outing_change          IS 'append-only: what one edit changed, as a list of semantic changes with old and new values';
COMMENT ON COLUMN outing_change.actor_id IS 'the person who did it; NULL = the service';
COMMENT ON COLUMN outing_change.audience IS 'widest audience of the changes in patch';

-- Changes are stored in the order of their time, so a block range index is enough and costs an edit nothing.
CREATE INDEX outing_change_at_idx ON outing_change USING brin (at) WITH (autosummarize = on, pages_per_range = 32);

CREATE TABLE outbox (
    id        bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    outing_id uuid        NOT NULL,
    rev       bigint      NOT NULL,
    urgent    boolean     NOT NULL DEFAULT false,
    at        timestamptz NOT NULL DEFAULT now(),
    calm      boolean     NOT NULL DEFAULT false
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);

COMMENT ON COLUMN outbox.id   IS 'never a cursor: the order of commits differs';
COMMENT ON COLUMN outbox.calm IS 'all changes are messages, and none mentions a person';

CREATE TABLE outing_watch (
    outing_id   uuid        NOT NULL REFERENCES outing ON DELETE CASCADE,
    id          uuid        NOT NULL,
    person_id   uuid        NOT NULL REFERENCES person,
    channel     text        NOT NULL,
    endpoint_id uuid        NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    sent_rev    bigint      NOT NULL,
    live        boolean     NOT NULL DEFAULT true,
    leaving     boolean     NOT NULL DEFAULT false,
    muted       boolean     NOT NULL DEFAULT false,
    ended_at    timestamptz,

    PRIMARY KEY (outing_id, id),
    CONSTRAINT outing_watch_once_an_endpoint UNIQUE (outing_id, person_id, channel, endpoint_id),
    CONSTRAINT outing_watch_end_dated        CHECK (live = (ended_at IS NULL))
) WITH (fillfactor = 80);

COMMENT ON COLUMN outing_watch.sent_rev IS 'revision that the person was last notified of by this channel; only grows while live';
COMMENT ON COLUMN outing_watch.leaving  IS 'the person was removed: one last notification, then the watch ends';
COMMENT ON COLUMN outing_watch.muted    IS 'unsubscribed from this outing by this channel; a new invitation does not undo it';

CREATE INDEX outing_watch_person_idx ON outing_watch (person_id) WHERE live;

-- A long text is stored once: in the outing while it is present, then as the former value of the change that replaced it.
-- The text at a revision is therefore that of the first later change, or else the present one. It is null if the revision
-- was pruned, so that no one is shown a later text instead.
CREATE FUNCTION text_at(outing uuid, revision bigint, kind text, present text) RETURNS jsonb
LANGUAGE sql
STABLE
AS $$
    SELECT CASE WHEN EXISTS (SELECT FROM outing_change AS c WHERE c.outing_id = outing AND c.rev = revision)
           THEN coalesce((SELECT jsonb_path_query_first(c.patch, '$[*] ? (@.kind == $kind).previous',
                                                        jsonb_build_object('kind', kind))
                            FROM outing_change AS c
                           WHERE c.outing_id = outing AND c.rev > revision
                             AND c.patch @> jsonb_build_array(jsonb_build_object('kind', kind))
                           ORDER BY c.rev
                           LIMIT 1),
                         to_jsonb(present), 'null')
           ELSE 'null' END
$$;

-- Completes changes from the revision after "known" to "revision" with the long texts that they do not store. "present"
-- has the outing's texts by the kind of their changes.
CREATE FUNCTION with_long_texts(outing uuid, known bigint, revision bigint, changes jsonb, present jsonb) RETURNS jsonb
LANGUAGE sql
STABLE
AS $$
    SELECT jsonb_agg(CASE WHEN e.change @> '{"isLong": true}'
                          THEN jsonb_build_object('previous', text_at(outing, known, e.kind, present ->> e.kind))
                               || (e.change - 'isLong')
                               || jsonb_build_object('current', text_at(outing, revision, e.kind, present ->> e.kind))
                          ELSE e.change END
                     ORDER BY e.position)
      FROM (SELECT l.change, l.change ->> 'kind' AS kind, l.position
              FROM jsonb_array_elements(changes) WITH ORDINALITY AS l (change, position)) AS e
$$;

-- Changes are append-only. The worker may remove those older than a year, oldest first, so that each outing's
-- remaining changes have no gap.
CREATE FUNCTION prune_outing_changes(kept interval, batch int) RETURNS bigint
LANGUAGE sql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
    WITH old AS (
         SELECT c.outing_id, c.rev
           FROM outing_change AS c
          WHERE c.at < now() - greatest(kept, interval '365 days')
            AND NOT EXISTS (SELECT FROM outing_change AS before
                             WHERE before.outing_id = c.outing_id AND before.rev < c.rev
                               AND before.at >= now() - greatest(kept, interval '365 days'))
          ORDER BY c.outing_id, c.rev
          LIMIT batch),
         gone AS (
         DELETE FROM outing_change AS c USING old WHERE c.outing_id = old.outing_id AND c.rev = old.rev RETURNING 1)
    SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION prune_outing_changes(kept interval, batch int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION prune_outing_changes(kept interval, batch int) TO noonish_worker;

REVOKE UPDATE, DELETE ON outing_change FROM noonish_app, noonish_worker;

RESET ROLE;
