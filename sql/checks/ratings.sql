-- The displayed rating of a restaurant equals the mean of its ratings.
SELECT r.id
  FROM restaurant AS r
 CROSS JOIN LATERAL rating_mean(r.id) AS shown
 WHERE r.rating_count IS DISTINCT FROM shown.count
    OR r.rating IS DISTINCT FROM CASE WHEN shown.count IS NOT NULL
                                      THEN round(shown.mean::numeric, 3)::double precision END;
