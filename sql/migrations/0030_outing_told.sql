-- 0030 outing_told: which outings have something to count over their people.
--
-- Why:     a list of outings asks for counts of origins and of diets; hardly any outing has either, and this says so in
--          the statement that reads the outing, with no second one.
-- Locks:   none; the view is new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP VIEW outing_told;

SET LOCAL ROLE noonish_owner;

-- As its owner, who may read both tables; whoever asks learns that there is a row and nothing of it.
CREATE VIEW outing_told AS
SELECT outing_id FROM origin
 UNION ALL
SELECT outing_id FROM diet_group;

COMMENT ON VIEW outing_told IS 'outings of whose people origin_counts() or diet_fit() may have something to say, more than once perhaps';

REVOKE ALL ON outing_told FROM noonish_app, noonish_worker;
GRANT SELECT ON outing_told TO noonish_app, noonish_worker;

RESET ROLE;
