-- 0031 series links: one address for all dates of a series.
--
-- Why:     people without an account come to each date by one address, which stays the same.
-- Locks:   ACCESS EXCLUSIVE on outing_link for a statement that reads no rows.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE series_link; ALTER TABLE outing_link DROP COLUMN of_series;

SET LOCAL ROLE noonish_owner;

ALTER TABLE outing_link ADD COLUMN of_series boolean NOT NULL DEFAULT false;

COMMENT ON COLUMN outing_link.of_series IS 'the link of the series leads to this one';

CREATE TABLE series_link (
    series_id      uuid        PRIMARY KEY REFERENCES series ON DELETE CASCADE,
    id             uuid        NOT NULL,
    token_hash     bytea       NOT NULL,
    max_party_size int         NOT NULL,
    created_at     timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT series_link_token_unique   UNIQUE (token_hash),
    CONSTRAINT series_link_token_whole    CHECK (octet_length(token_hash) = 32),
    CONSTRAINT series_link_party_sensible CHECK (max_party_size BETWEEN 1 AND 50)
);

COMMENT ON TABLE  series_link                IS 'the link of a series, which leads to the share links of its outings; another link replaces it';
COMMENT ON COLUMN series_link.max_party_size IS 'largest party of a person who comes by it';

RESET ROLE;
