-- Nobody is a friend of somebody they blocked, or who blocked them.
SELECT f.low_id
  FROM friendship AS f
 WHERE are_blocked(f.low_id, f.high_id);
