-- 0032 stations: the stations of a venue's kitchen, and which of them have made their part of an order.
--
-- Why:     the grill and the bar see their own dishes, and an order is ready when each station has made its part.
-- Locks:   SHARE ROW EXCLUSIVE on group_order and venue, and ACCESS EXCLUSIVE on order_event, for statements that read and write no rows.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TABLE order_bump, venue_station; and order_event_kind_known as 0017 has it, once no event has a new kind.

SET LOCAL ROLE noonish_owner;

CREATE TABLE venue_station (
    restaurant_id uuid   NOT NULL REFERENCES venue ON DELETE CASCADE,
    key           text   NOT NULL,
    position      int    NOT NULL,
    name          text   NOT NULL,
    sections      text[] NOT NULL DEFAULT '{}',
    items         text[] NOT NULL DEFAULT '{}',

    PRIMARY KEY (restaurant_id, key),
    CONSTRAINT venue_station_key_plain      CHECK (key ~ '^[a-z0-9-]{1,40}$' AND key <> 'other'),
    CONSTRAINT venue_station_position_known CHECK (position >= 0),
    CONSTRAINT venue_station_name_fits      CHECK (char_length(name) BETWEEN 1 AND 60)
);

COMMENT ON TABLE  venue_station          IS 'places of a venue''s kitchen, such as the grill; what belongs to none is made at "other"';
COMMENT ON COLUMN venue_station.position IS 'from 0, in the order in which the board shows them';
COMMENT ON COLUMN venue_station.sections IS 'keys of sections of the menu, whose items it makes';
COMMENT ON COLUMN venue_station.items    IS 'keys of items that it makes, whatever their section';

CREATE TABLE order_bump (
    outing_id uuid        NOT NULL,
    order_id  uuid        NOT NULL,
    station   text        NOT NULL,
    rev       bigint      NOT NULL,
    at        timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (outing_id, order_id, station),
    CONSTRAINT order_bump_of_order FOREIGN KEY (outing_id, order_id) REFERENCES group_order ON DELETE CASCADE,
    CONSTRAINT order_bump_station_fits CHECK (char_length(station) BETWEEN 1 AND 40)
);

COMMENT ON TABLE  order_bump         IS 'stations that have made their part of an order; a recall removes the row';
COMMENT ON COLUMN order_bump.station IS 'key of venue_station, or "other"';
COMMENT ON COLUMN order_bump.rev     IS 'revision of the order up to which it is made: a later change opens it again';

ALTER TABLE order_event DROP CONSTRAINT order_event_kind_known;
ALTER TABLE order_event
  ADD CONSTRAINT order_event_kind_known
      CHECK (kind IN ('opened', 'edited', 'locked', 'reopened', 'placed', 'taken_back', 'accepted', 'rejected',
          'promised', 'preparing', 'bumped', 'recalled', 'ready', 'handed_over', 'cancelled', 'settled',
          'coordinator_named', 'line_added', 'line_edited', 'line_struck', 'line_restored', 'passed', 'pass_withdrawn',
          'nudged')) NOT VALID;

RESET ROLE;
