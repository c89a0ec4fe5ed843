-- 0046 diets offered, inline: diet_offered as an expression that PostgreSQL puts into the statements that call it.
--
-- Why:     a function with a search_path is called, and its query planned, for each diet of each person of each outing: a
--          quarter of the time of an edit, and most of that of the counts in a list.
-- Locks:   none.
-- Deploy:  any time; it returns the same.
-- Undo:    the function of 0007.

SET LOCAL ROLE noonish_owner;

-- As before: yes, no or unknown, whether a restaurant serves a diet. A vegan kitchen serves vegetarians.
CREATE OR REPLACE FUNCTION diet_offered(offers jsonb, need text) RETURNS text
LANGUAGE sql
IMMUTABLE
RETURN CASE WHEN offers ->> need IN ('yes', 'only')
              OR need IN ('vegetarian', 'pescetarian', 'lactose_free') AND offers ->> 'vegan' IN ('yes', 'only')
              OR need = 'pescetarian' AND offers ->> 'vegetarian' IN ('yes', 'only') THEN 'yes'
            WHEN offers ->> need = 'no' THEN 'no'
            ELSE 'unknown' END;

RESET ROLE;
