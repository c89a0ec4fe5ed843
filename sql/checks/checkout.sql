-- A payment at the provider is in its bill once, with its amount, and what was paid back is in the bill too; a bill that was
-- reduced to its sums has none of it. No other payment is online.
SELECT c.id
  FROM checkout AS c
  JOIN bill AS b ON b.outing_id = c.outing_id AND b.id = c.bill_id
  LEFT JOIN bill_payment AS y ON y.outing_id = c.outing_id AND y.bill_id = c.bill_id AND y.id = c.id
 WHERE b.reduced_at IS NULL
   AND ((c.state IN ('paid', 'refunded')) <> (y.id IS NOT NULL)
        OR y.amount_minor <> c.amount_minor OR y.method <> 'online' OR y.is_refund OR y.reversed_at IS NOT NULL)
UNION ALL
SELECT c.bill_id
  FROM checkout AS c
  JOIN bill AS b ON b.outing_id = c.outing_id AND b.id = c.bill_id
 WHERE b.reduced_at IS NULL
 GROUP BY c.outing_id, c.bill_id, c.payer_id
HAVING sum(c.refunded_minor) <> (
           SELECT coalesce(sum(y.amount_minor), 0)
             FROM bill_payment AS y
            WHERE y.outing_id = c.outing_id AND y.bill_id = c.bill_id AND y.person_id = c.payer_id
              AND y.method = 'online' AND y.is_refund)
UNION ALL
SELECT y.id
  FROM bill_payment AS y
  JOIN bill AS b ON b.outing_id = y.outing_id AND b.id = y.bill_id
 WHERE y.method = 'online' AND NOT y.is_refund AND b.reduced_at IS NULL
   AND NOT EXISTS (SELECT FROM checkout AS c WHERE c.id = y.id);
