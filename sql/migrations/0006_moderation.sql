-- 0006 moderation: reports of abuse.
--
-- Why:     operators act on reports of abuse.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE abuse_report;

SET LOCAL ROLE noonish_owner;

CREATE TABLE abuse_report (
    id         uuid        PRIMARY KEY,
    about_id   uuid        NOT NULL REFERENCES person ON DELETE CASCADE,
    by_id      uuid        REFERENCES person ON DELETE CASCADE,
    reason     text        NOT NULL,
    details    text,
    at         timestamptz NOT NULL DEFAULT now(),
    closed_at  timestamptz,
    outcome    text,
    message_id uuid        NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    quote      text,

    CONSTRAINT abuse_report_reason_known CHECK (reason IN ('name', 'picture', 'unwanted', 'impostor', 'other')),
    CONSTRAINT abuse_report_details_fit  CHECK (char_length(details) BETWEEN 1 AND 1000),
    CONSTRAINT abuse_report_outcome_fits CHECK (char_length(outcome) BETWEEN 1 AND 500),
    CONSTRAINT abuse_report_closed_whole CHECK ((closed_at IS NULL) = (outcome IS NULL)),
    CONSTRAINT abuse_report_not_of_self  CHECK (about_id <> by_id),
    CONSTRAINT abuse_report_quote_fits   CHECK (char_length(quote) BETWEEN 1 AND 2000)
);

COMMENT ON TABLE  abuse_report            IS 'reports about people or messages, for operators';
COMMENT ON COLUMN abuse_report.message_id IS 'the reported message; zero = the person';
COMMENT ON COLUMN abuse_report.quote      IS 'text of the message when it was reported';

CREATE INDEX abuse_report_by_idx ON abuse_report (by_id);
CREATE INDEX abuse_report_open_idx ON abuse_report (at) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX abuse_report_open_once ON abuse_report (about_id, by_id, message_id) WHERE closed_at IS NULL;

RESET ROLE;
