-- A restaurant's versions count from 1 without gaps, two in a row differ, and they are of a menu of the restaurant. Its dishes
-- are of its newest version.
SELECT v.restaurant_id
  FROM menu_version AS v
 GROUP BY v.restaurant_id
HAVING min(v.number) <> 1 OR max(v.number) <> count(*)
UNION ALL
SELECT v.restaurant_id
  FROM menu_version AS v
  JOIN menu_version AS w ON w.restaurant_id = v.restaurant_id AND w.number = v.number + 1
 WHERE v.sha256 = w.sha256
UNION ALL
SELECT v.restaurant_id
  FROM menu_version AS v
 WHERE NOT EXISTS (SELECT FROM menu_branch AS b WHERE b.restaurant_id = v.restaurant_id AND b.menu_id = v.menu_id)
UNION ALL
SELECT d.restaurant_id
  FROM dish AS d
 WHERE d.is_offered
   AND d.menu_version <> (SELECT max(v.number) FROM menu_version AS v WHERE v.restaurant_id = d.restaurant_id);
