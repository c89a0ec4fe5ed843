-- 0045 venue filters: the filters that the owners of a venue save.
--
-- Why:     owners find the same customers and sales again without putting the conditions together each time.
-- Locks:   SHARE ROW EXCLUSIVE on restaurant for the reference of a new table; reads no rows.
-- Deploy:  before the code that writes it (expand).
-- Undo:    DROP TABLE venue_filter;

SET LOCAL ROLE noonish_owner;

CREATE TABLE venue_filter (
    restaurant_id uuid        NOT NULL REFERENCES restaurant,
    id            uuid        NOT NULL,
    name          text        NOT NULL,
    kind          text        NOT NULL,
    definition    jsonb       NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (restaurant_id, id),
    CONSTRAINT venue_filter_name_fits         CHECK (char_length(name) BETWEEN 1 AND 100),
    CONSTRAINT venue_filter_kind_known        CHECK (kind IN ('customers', 'sales')),
    CONSTRAINT venue_filter_definition_object CHECK (jsonb_typeof(definition) = 'object')
);

COMMENT ON TABLE  venue_filter            IS 'a filter of customers or sales, with a name';
COMMENT ON COLUMN venue_filter.definition IS 'its condition: FilterDefinition in Sources/Features/Records/Filters, which validates it anew at each run';

RESET ROLE;
