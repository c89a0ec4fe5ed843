-- No two people are friends if one of them has blocked the other.
SELECT f.low_id
  FROM friendship AS f
 WHERE are_blocked(f.low_id, f.high_id);
