-- A restaurant's versions count from 1 without gaps, two in a row differ, and they are of a menu of the restaurant. Its dishes
-- are the items of its newest version. A line of an order has its item at its place on the version that it was chosen from.
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
SELECT v.restaurant_id
  FROM (SELECT DISTINCT ON (restaurant_id) * FROM menu_version ORDER BY restaurant_id, number DESC) AS v
 WHERE ARRAY(SELECT d.item_key COLLATE "C" FROM dish AS d
              WHERE d.restaurant_id = v.restaurant_id AND d.is_offered AND d.menu_version = v.number
              ORDER BY 1)
       <> ARRAY(SELECT unnest(v.item_keys) COLLATE "C" ORDER BY 1)
    OR EXISTS (SELECT FROM dish AS d
                WHERE d.restaurant_id = v.restaurant_id AND d.is_offered AND d.menu_version <> v.number)
UNION ALL
SELECT l.menu_restaurant_id
  FROM order_line AS l
  JOIN menu_version AS v ON v.restaurant_id = l.menu_restaurant_id AND v.number = l.menu_version
 WHERE v.item_keys[l.menu_position + 1] IS DISTINCT FROM l.pick ->> 'item';
