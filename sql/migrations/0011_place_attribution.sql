-- 0011 place attribution: an outing keeps whose data its place is.
--
-- Why:     a licence asks that its source is named wherever the data is shown, and an outing shows its place in mails,
--          calendars and invitations long after the directory has changed.
-- Locks:   outing, for a moment: the column has no default.
-- Deploy:  before the code that writes it (expand).
-- Undo:    ALTER TABLE outing DROP COLUMN place_attribution;

SET LOCAL ROLE noonish_owner;

ALTER TABLE outing ADD COLUMN place_attribution text;

COMMENT ON COLUMN outing.place_attribution IS 'what must be said of the restaurant''s data; NULL for a place in words';

UPDATE outing
   SET place_attribution = restaurant_source.attribution
  FROM restaurant
  JOIN restaurant_source ON restaurant_source.id = restaurant.source
 WHERE restaurant.id = outing.restaurant_id;

RESET ROLE;
