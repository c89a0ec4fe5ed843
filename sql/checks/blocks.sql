-- Friends have not blocked each other, in either direction.
SELECT f.low_id
  FROM friendship AS f
 WHERE are_blocked(f.low_id, f.high_id);
