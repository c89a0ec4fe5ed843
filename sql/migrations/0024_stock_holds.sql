-- 0024 stock holds: an order's moves are summed once when it holds portions.
--
-- Why:     every pick of a dish from a menu summed the order's moves once for the difference, and again for each item.
-- Locks:   none that matter.
-- Deploy:  before or after the code that reads it; the function does the same.
-- Undo:    CREATE OR REPLACE FUNCTION hold_stock as 0021 has it.

SET LOCAL ROLE noonish_owner;

CREATE OR REPLACE FUNCTION hold_stock(of_outing uuid, of_order uuid, raised text[]) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    ordered group_order;
    due     date;
    holds   boolean;
    refused text;
BEGIN
    SELECT * INTO STRICT ordered FROM group_order WHERE outing_id = of_outing AND id = of_order;
    IF ordered.restaurant_id IS NULL THEN RETURN; END IF;
    due := (coalesce(ordered.due_at, ordered.closes_at, ordered.placed_at) AT TIME ZONE ordered.time_zone)::date;
    holds := ordered.state IN ('placed', 'accepted', 'preparing', 'ready')
             OR ordered.state IN ('open', 'locked') AND coalesce(ordered.closes_at, ordered.due_at) <= now() + interval '7 days'
                AND coalesce(ordered.locked_at > now() - interval '2 hours', true);
    holds := coalesce(holds, false);

    IF NOT holds AND ordered.state = 'open' THEN
        SELECT min(p.item_key) INTO refused
          FROM order_part AS p
          JOIN order_line AS l ON l.outing_id = p.outing_id AND l.order_id = p.order_id AND l.id = p.line_id
          JOIN stock AS s ON s.restaurant_id = ordered.restaurant_id AND s.item_key = p.item_key
                         AND s.day IN (due, '-infinity') AND s.is_tracked
         WHERE p.outing_id = of_outing AND p.order_id = of_order AND l.struck_at IS NULL
           AND (raised IS NULL OR p.item_key = ANY (raised));
        IF refused IS NOT NULL THEN
            RAISE EXCEPTION 'the deadline is too far away' USING ERRCODE = 'NS003', DETAIL = refused || ' 0';
        END IF;
    END IF;

    INSERT INTO stock_move (restaurant_id, id, item_key, day, kind, quantity, outing_id, order_id)
    WITH needed AS (
         SELECT p.item_key, sum(l.quantity)::int AS quantity
           FROM order_part AS p
           JOIN order_line AS l ON l.outing_id = p.outing_id AND l.order_id = p.order_id AND l.id = p.line_id
          WHERE p.outing_id = of_outing AND p.order_id = of_order AND l.struck_at IS NULL AND holds
          GROUP BY p.item_key),
         held AS (
         SELECT m.item_key, m.day, sum(CASE m.kind WHEN 'hold' THEN m.quantity ELSE -m.quantity END)::int AS quantity
           FROM stock_move AS m
          WHERE m.outing_id = of_outing AND m.order_id = of_order AND m.kind IN ('hold', 'release')
          GROUP BY m.item_key, m.day),
         wanted AS (
         SELECT n.item_key, s.day, n.quantity
           FROM needed AS n
          CROSS JOIN LATERAL (
                SELECT s.day
                  FROM stock AS s
                  LEFT JOIN held AS h ON h.item_key = s.item_key AND h.day = s.day
                 WHERE s.restaurant_id = ordered.restaurant_id AND s.item_key = n.item_key
                   AND s.day IN (due, '-infinity') AND s.is_tracked
                 -- The portions that an order holds stay its own when the same item is counted for the day, until it is placed.
                 ORDER BY raised IS NOT NULL AND coalesce(h.quantity, 0) > 0 DESC,
                          s.day DESC
                 LIMIT 1) AS s),
         difference AS (
         SELECT item_key, day, coalesce(w.quantity, 0) - coalesce(h.quantity, 0) AS quantity
           FROM wanted AS w
           FULL JOIN held AS h USING (item_key, day)),
         moves AS (
         SELECT item_key, day, 'release' AS kind, -quantity AS quantity FROM difference WHERE quantity < 0
          UNION ALL
         SELECT item_key, day, 'hold', quantity FROM difference
          WHERE quantity > 0 AND (raised IS NULL OR item_key = ANY (raised))
          UNION ALL
         SELECT item_key, day, 'sale', -quantity FROM difference WHERE quantity < 0 AND ordered.state = 'handed_over')
    SELECT ordered.restaurant_id, gen_random_uuid(), item_key, day, kind, quantity, of_outing, of_order
      FROM moves
     ORDER BY item_key, day, kind <> 'release';
END
$$;

RESET ROLE;
