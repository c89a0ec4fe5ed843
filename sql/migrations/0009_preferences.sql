-- 0009 preferences: by which channels somebody wants to be told, and when they want to be left alone.
--
-- Why:     a buzz at night is how a service is switched off for good.
-- Locks:   none that matter; the table is new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE preference;

SET LOCAL ROLE noonish_owner;

CREATE TABLE preference (
    person_id   uuid    NOT NULL REFERENCES person ON DELETE CASCADE,
    channel     text    NOT NULL REFERENCES channel,
    wanted      boolean NOT NULL DEFAULT true,
    quiet_from  int,
    quiet_until int,
    urgent      boolean NOT NULL DEFAULT true,

    PRIMARY KEY (person_id, channel),
    CONSTRAINT preference_not_inbox    CHECK (channel <> 'inbox'),
    CONSTRAINT preference_quiet_whole  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)),
    CONSTRAINT preference_quiet_in_day CHECK (quiet_from BETWEEN 0 AND 1439 AND quiet_until BETWEEN 0 AND 1439
                                              AND quiet_from <> quiet_until)
);

COMMENT ON TABLE  preference             IS 'no row: wanted at every hour';
COMMENT ON COLUMN preference.quiet_from  IS 'minutes after midnight on a clock in the person''s zone; nothing is sent from here …';
COMMENT ON COLUMN preference.quiet_until IS '… until here, on the next day if that is earlier';
COMMENT ON COLUMN preference.urgent      IS 'false: not even what cannot wait is sent in quiet hours';

RESET ROLE;
