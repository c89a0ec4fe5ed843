-- 0021 stock: how many portions of a menu's items restaurants have, and for which orders they are held.
--
-- Why:     two hundred people who order at the same time get fifty portions of fifty.
-- Locks:   none that matter; the tables are new.
-- Deploy:  before the code that reads it (expand).
-- Undo:    DROP TRIGGER group_order_releases_stock ON group_order; DROP TABLE stock_move, stock;
--          DROP FUNCTION hold_stock, release_deleted_stock, stock_sum.

SET LOCAL ROLE noonish_owner;

CREATE TABLE stock (
    restaurant_id uuid    NOT NULL REFERENCES restaurant,
    item_key      text    NOT NULL,
    day           date    NOT NULL DEFAULT '-infinity',
    counted       int     NOT NULL DEFAULT 0,
    held          int     NOT NULL DEFAULT 0,
    sold          int     NOT NULL DEFAULT 0,
    is_tracked    boolean NOT NULL DEFAULT true,

    PRIMARY KEY (restaurant_id, item_key, day),
    CONSTRAINT stock_key_fits     CHECK (char_length(item_key) BETWEEN 1 AND 100),
    CONSTRAINT stock_not_oversold CHECK (held + sold <= counted),
    CONSTRAINT stock_not_negative CHECK (counted >= 0 AND held >= 0 AND sold >= 0)
) WITH (fillfactor = 70);

COMMENT ON TABLE  stock            IS 'portions of an item of a menu; an item without a row is not limited';
COMMENT ON COLUMN stock.day        IS '-infinity: for every day, such as bottles; otherwise portions of that day, which count before those';
COMMENT ON COLUMN stock.counted    IS 'all portions that there have been; maintained by stock_sum(), as are held and sold';
COMMENT ON COLUMN stock.held       IS 'of these, promised to orders that are not handed over yet';
COMMENT ON COLUMN stock.sold       IS 'of these, handed over';
COMMENT ON COLUMN stock.is_tracked IS 'false: the restaurant no longer counts the item, so that it is not limited';

CREATE TABLE stock_move (
    restaurant_id uuid        NOT NULL,
    id            uuid        NOT NULL,
    item_key      text        NOT NULL,
    day           date        NOT NULL,
    kind          text        NOT NULL,
    quantity      int         NOT NULL,
    found         int,
    outing_id     uuid,
    order_id      uuid,
    actor_id      uuid        REFERENCES person ON DELETE SET NULL,
    note          text,
    at            timestamptz NOT NULL DEFAULT now(),

    PRIMARY KEY (restaurant_id, id),
    CONSTRAINT stock_move_of_stock FOREIGN KEY (restaurant_id, item_key, day) REFERENCES stock,
    CONSTRAINT stock_move_of_order
        FOREIGN KEY (outing_id, order_id) REFERENCES group_order ON DELETE SET NULL (outing_id, order_id),
    CONSTRAINT stock_move_kind_known
        CHECK (kind IN ('count', 'receipt', 'waste', 'correction', 'stop', 'hold', 'release', 'sale')),
    CONSTRAINT stock_move_order_whole CHECK ((outing_id IS NULL) = (order_id IS NULL)),
    CONSTRAINT stock_move_found       CHECK ((kind = 'count') = (found IS NOT NULL) AND found BETWEEN 0 AND 100000),
    CONSTRAINT stock_move_sensible
        CHECK (quantity BETWEEN -1000000 AND 1000000
               AND (kind IN ('count', 'correction', 'stop') OR quantity > 0)),
    CONSTRAINT stock_move_note_fits   CHECK (char_length(note) BETWEEN 1 AND 200)
);

COMMENT ON TABLE  stock_move          IS 'append-only: what changed the stock; stock has the sums';
COMMENT ON COLUMN stock_move.quantity IS 'portions; of a count the difference to what was expected, which stock_sum() computes';
COMMENT ON COLUMN stock_move.found    IS 'portions that were counted, those of orders included';
COMMENT ON COLUMN stock_move.order_id IS 'the order that the portions are for; NULL once it is deleted';
COMMENT ON COLUMN stock_move.actor_id IS 'who counted; NULL for moves by orders, and once the person is deleted';

CREATE INDEX stock_move_item_idx ON stock_move (restaurant_id, item_key, day, at);
CREATE INDEX stock_move_order_idx ON stock_move (outing_id, order_id) WHERE order_id IS NOT NULL;
CREATE INDEX stock_move_actor_idx ON stock_move (actor_id) WHERE actor_id IS NOT NULL;

-- Keeps the sums of stock. The first count or receipt of an item begins its row. The errors' codes and details are read by the
-- program: NS001 with the item and what is left, NS002 with the item and what is held.
CREATE FUNCTION stock_sum() RETURNS trigger
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
DECLARE
    level stock;
BEGIN
    IF NEW.kind IN ('count', 'receipt') THEN
        INSERT INTO stock (restaurant_id, item_key, day)
        VALUES (NEW.restaurant_id, NEW.item_key, NEW.day)
            ON CONFLICT DO NOTHING;
    END IF;
    SELECT * INTO level
      FROM stock
     WHERE restaurant_id = NEW.restaurant_id AND item_key = NEW.item_key AND day = NEW.day
       FOR NO KEY UPDATE;
    IF NEW.kind = 'count' THEN NEW.quantity := NEW.found + level.sold - level.counted; END IF;
    UPDATE stock
       SET counted    = counted + CASE WHEN NEW.kind IN ('count', 'receipt', 'correction') THEN NEW.quantity
                                       WHEN NEW.kind = 'waste' THEN -NEW.quantity ELSE 0 END,
           held       = held + CASE NEW.kind WHEN 'hold' THEN NEW.quantity WHEN 'release' THEN -NEW.quantity ELSE 0 END,
           sold       = sold + CASE NEW.kind WHEN 'sale' THEN NEW.quantity ELSE 0 END,
           is_tracked = CASE WHEN NEW.kind IN ('count', 'receipt') THEN true
                             WHEN NEW.kind = 'stop' THEN false ELSE is_tracked END
     WHERE restaurant_id = NEW.restaurant_id AND item_key = NEW.item_key AND day = NEW.day;
    RETURN NEW;
EXCEPTION WHEN check_violation THEN
    IF NEW.kind = 'hold' THEN
        RAISE EXCEPTION 'not enough portions' USING ERRCODE = 'NS001', CONSTRAINT = 'stock_not_oversold',
            DETAIL = NEW.item_key || ' ' || level.counted - level.held - level.sold;
    END IF;
    RAISE EXCEPTION 'orders hold more portions' USING ERRCODE = 'NS002', CONSTRAINT = 'stock_not_oversold',
        DETAIL = NEW.item_key || ' ' || level.held;
END
$$;

CREATE TRIGGER stock_move_sums BEFORE INSERT ON stock_move FOR EACH ROW EXECUTE FUNCTION stock_sum();

-- Makes an order hold what its dishes need: the difference is one move for each item, in the order of their keys, so that
-- orders lock rows of stock in the same order. The caller has locked the order.
--
-- An order holds while its restaurant may expect to cook it: until it is locked, with a deadline within seven days, or without
-- one a meal; for two hours after it was locked; and from when it is placed. Handing it over turns what it holds into sales.
--
-- raised: items of which the order may get more; NULL for all. What it no longer needs is released in any case.
-- Errors: NS001 of stock_sum(); NS003 with the item if an open order cannot hold because of its deadline.
CREATE FUNCTION hold_stock(of_outing uuid, of_order uuid, raised text[]) RETURNS void
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
         wanted AS (
         SELECT n.item_key, s.day, n.quantity
           FROM needed AS n
          CROSS JOIN LATERAL (
                SELECT s.day FROM stock AS s
                 WHERE s.restaurant_id = ordered.restaurant_id AND s.item_key = n.item_key
                   AND s.day IN (due, '-infinity') AND s.is_tracked
                 -- The portions that an order holds stay its own when the same item is counted for the day, until it is placed.
                 ORDER BY raised IS NOT NULL
                          AND coalesce((SELECT sum(CASE m.kind WHEN 'hold' THEN m.quantity ELSE -m.quantity END)
                                          FROM stock_move AS m
                                         WHERE m.outing_id = of_outing AND m.order_id = of_order
                                           AND m.item_key = n.item_key AND m.day = s.day
                                           AND m.kind IN ('hold', 'release')), 0) > 0 DESC,
                          s.day DESC
                 LIMIT 1) AS s),
         held AS (
         SELECT m.item_key, m.day, sum(CASE m.kind WHEN 'hold' THEN m.quantity ELSE -m.quantity END)::int AS quantity
           FROM stock_move AS m
          WHERE m.outing_id = of_outing AND m.order_id = of_order AND m.kind IN ('hold', 'release')
          GROUP BY m.item_key, m.day),
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

-- An outing that no one was invited to can be deleted with its order. The moves stay, without the order.
CREATE FUNCTION release_deleted_stock() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    INSERT INTO stock_move (restaurant_id, id, item_key, day, kind, quantity)
    SELECT m.restaurant_id, gen_random_uuid(), m.item_key, m.day, 'release',
           sum(CASE m.kind WHEN 'hold' THEN m.quantity ELSE -m.quantity END)
      FROM stock_move AS m
     WHERE m.outing_id = OLD.outing_id AND m.order_id = OLD.id AND m.kind IN ('hold', 'release')
     GROUP BY m.restaurant_id, m.item_key, m.day
    HAVING sum(CASE m.kind WHEN 'hold' THEN m.quantity ELSE -m.quantity END) > 0
     ORDER BY m.item_key, m.day;
    RETURN OLD;
END
$$;

CREATE TRIGGER group_order_releases_stock BEFORE DELETE ON group_order
   FOR EACH ROW EXECUTE FUNCTION release_deleted_stock();

-- Moves are final, and only their trigger changes the sums.
REVOKE INSERT, UPDATE, DELETE ON stock FROM noonish_app, noonish_worker;
REVOKE UPDATE, DELETE ON stock_move FROM noonish_app, noonish_worker;

RESET ROLE;
