-- A sale is its lines, which count from 1 and have its day, hour and currency; a voided sale counts zero, line by line. The sale of an
-- order has the dishes and the prices of the order. The history of a customer counts from 1 without gaps, and so do the invoices of a
-- venue with their cancellations, in each year of which the law still requires all. A cancelled invoice is of a voided sale. An invoice
-- has lines of its sale, which stays as long.
SELECT s.id
  FROM sale AS s
  LEFT JOIN sale_line AS l ON l.restaurant_id = s.restaurant_id AND l.sale_id = s.id AND l.number > 0
 GROUP BY s.restaurant_id, s.id
HAVING coalesce(sum(l.amount_minor), 0) <> s.total_minor
    OR count(l.number) <> coalesce(max(l.number), 0)
    OR bool_or((l.day, l.hour, l.currency) <> (s.day, s.hour, s.currency))
UNION ALL
SELECT s.id
  FROM sale AS s
  JOIN sale_line AS l ON l.restaurant_id = s.restaurant_id AND l.sale_id = s.id AND l.number > 0
  LEFT JOIN sale_line AS v
    ON v.restaurant_id = l.restaurant_id AND v.day = l.day AND v.sale_id = l.sale_id AND v.number = -l.number
 WHERE (s.voided_at IS NOT NULL) <> (v.number IS NOT NULL)
    OR (v.hour, v.kind, v.currency, -v.quantity, -v.amount_minor, -v.tax_minor)
       <> (l.hour, l.kind, l.currency, l.quantity, l.amount_minor, l.tax_minor)
    OR (v.item_key, v.name, v.category, v.tax_ppm) IS DISTINCT FROM (l.item_key, l.name, l.category, l.tax_ppm)
       AND v.number IS NOT NULL
UNION ALL
SELECT s.id
  FROM sale AS s
  JOIN LATERAL (
       SELECT coalesce(sum(l.quantity), 0) AS portions, coalesce(sum(l.quantity * coalesce(l.unit_minor, 0)), 0) AS amount,
              coalesce(bool_and(l.tax_included), true) AS is_included
         FROM order_line AS l
        WHERE l.outing_id = s.outing_id AND l.order_id = s.order_id AND l.struck_at IS NULL) AS o ON true
  JOIN LATERAL (
       SELECT coalesce(sum(l.quantity), 0) AS portions, coalesce(sum(l.amount_minor), 0) AS amount,
              coalesce(sum(l.tax_minor), 0) AS tax
         FROM sale_line AS l
        WHERE l.restaurant_id = s.restaurant_id AND l.day = s.day AND l.sale_id = s.id AND l.number > 0 AND l.kind = 'dish'
       ) AS l ON true
 WHERE s.order_id IS NOT NULL
   AND (l.portions <> o.portions
        OR o.is_included AND l.amount <> o.amount
        OR NOT o.is_included AND o.amount NOT BETWEEN l.amount - l.tax AND l.amount)
UNION ALL
SELECT k.id
  FROM customer AS k
  LEFT JOIN customer_change AS h ON h.restaurant_id = k.restaurant_id AND h.customer_id = k.id
 GROUP BY k.restaurant_id, k.id
HAVING min(h.seq) IS DISTINCT FROM 1 OR max(h.seq) <> count(*)
UNION ALL
SELECT (array_agg(n.id))[1]
  FROM (SELECT i.restaurant_id, i.id, i.year, i.sequence
          FROM invoice AS i
        UNION ALL
        SELECT c.restaurant_id, c.invoice_id, c.year, c.sequence
          FROM invoice_cancellation AS c) AS n
 WHERE n.year > extract(year FROM now()) - 6
 GROUP BY n.restaurant_id, n.year
HAVING min(n.sequence) <> 1 OR max(n.sequence) <> count(*) OR count(*) <> count(DISTINCT n.sequence)
UNION ALL
SELECT i.id
  FROM invoice_cancellation AS c
  JOIN invoice AS i ON i.restaurant_id = c.restaurant_id AND i.id = c.invoice_id
  JOIN sale AS s ON s.restaurant_id = i.restaurant_id AND s.id = i.sale_id
 WHERE s.voided_at IS NULL
UNION ALL
SELECT i.id
  FROM invoice AS i
  LEFT JOIN sale AS s ON s.restaurant_id = i.restaurant_id AND s.id = i.sale_id
 WHERE i.line_count > (SELECT count(*)
                         FROM sale_line AS l
                        WHERE l.restaurant_id = s.restaurant_id AND l.day = s.day AND l.sale_id = s.id AND l.number > 0);
