-- The sums of stock are those of its moves. No order holds more than its dishes need, or a negative number, and none holds
-- anything once it is cancelled or handed over. An order has no more sales than dishes.
SELECT s.restaurant_id
  FROM stock AS s
  LEFT JOIN LATERAL (
       SELECT sum(CASE WHEN m.kind IN ('count', 'receipt', 'correction') THEN m.quantity
                       WHEN m.kind = 'waste' THEN -m.quantity ELSE 0 END) AS counted,
              sum(CASE m.kind WHEN 'hold' THEN m.quantity WHEN 'release' THEN -m.quantity ELSE 0 END) AS held,
              sum(CASE m.kind WHEN 'sale' THEN m.quantity ELSE 0 END) AS sold
         FROM stock_move AS m
        WHERE m.restaurant_id = s.restaurant_id AND m.item_key = s.item_key AND m.day = s.day) AS m ON true
 WHERE (s.counted, s.held, s.sold) IS DISTINCT FROM (coalesce(m.counted, 0), coalesce(m.held, 0), coalesce(m.sold, 0))
UNION ALL
SELECT o.id
  FROM (SELECT m.outing_id, m.order_id, m.item_key,
               sum(CASE m.kind WHEN 'hold' THEN m.quantity WHEN 'release' THEN -m.quantity ELSE 0 END) AS held,
               sum(CASE m.kind WHEN 'sale' THEN m.quantity ELSE 0 END) AS sold
          FROM stock_move AS m
         WHERE m.order_id IS NOT NULL
         GROUP BY m.outing_id, m.order_id, m.item_key) AS m
  JOIN group_order AS o ON o.outing_id = m.outing_id AND o.id = m.order_id
  LEFT JOIN LATERAL (
       SELECT coalesce(sum(l.quantity), 0) AS needed
         FROM order_part AS p
         JOIN order_line AS l ON l.outing_id = p.outing_id AND l.order_id = p.order_id AND l.id = p.line_id
        WHERE p.outing_id = m.outing_id AND p.order_id = m.order_id AND p.item_key = m.item_key
          AND l.struck_at IS NULL) AS p ON true
 WHERE m.held < 0
    OR m.held > CASE WHEN o.state IN ('cancelled', 'handed_over') THEN 0 ELSE p.needed END
    OR m.sold > CASE WHEN o.state = 'handed_over' THEN p.needed ELSE 0 END;
