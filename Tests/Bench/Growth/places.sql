-- Invented places :from to :to around 300 towns of very different sizes, the same in every run.
CREATE FUNCTION pg_temp.chance(number bigint, salt bigint) RETURNS float8
    LANGUAGE sql IMMUTABLE AS $$ SELECT (hashint8extended(number, salt) & 2147483647) / 2147483648.0 $$;

INSERT INTO restaurant_source (id, name, licence, attribution, url)
VALUES ('bench', 'Bench', 'CC0', 'made up', 'https://bench.example')
ON CONFLICT (id) DO NOTHING;

INSERT INTO restaurant (id, source, source_id, name, kind, cuisines, latitude, longitude, time_zone, opening_hours, street, city, price)
SELECT format('01900002-0000-7000-8000-%s', lpad(to_hex(number), 12, '0'))::uuid, 'bench', number::text,
       (ARRAY['Ravintola', 'Kabob &', 'Le Petit', 'Noodle', 'Trattoria', 'Pizzeria', 'Café', 'Ramen'])[1 + number % 8] || ' '
       || (ARRAY['Aino', 'Björn', 'Chloé', 'Dmitri', 'Eeva', 'Fatima', 'Göran'])[1 + number % 7] || ' ' || town || '.' || number % 9973,
       (ARRAY['restaurant', 'cafe', 'bar', 'fast_food', 'pub'])[1 + number % 5],
       ARRAY[(ARRAY['pizza', 'italian', 'burger', 'sushi', 'ramen', 'indian', 'regional', 'coffee_shop', 'thai', 'kebab', 'vegan'])[1 + number % 11]],
       60 + 6 * pg_temp.chance(town, 1) + 0.03 * (pg_temp.chance(number, 2) + pg_temp.chance(number, 3) - 1),
       22 + 7 * pg_temp.chance(town, 4) + 0.06 * (pg_temp.chance(number, 5) + pg_temp.chance(number, 6) - 1),
       'Europe/Helsinki',
       (ARRAY['Mo-Fr 11:00-15:00', 'Mo-Su 10:00-22:00', 'Tu-Sa 17:00-02:00', 'Mo-Fr 08:00-17:00; PH off', '24/7', NULL])[1 + number % 6],
       (number % 300) || ' Long Street', 'Town ' || town, (1 + number % 4)::smallint
  FROM (SELECT number, floor(300 * pg_temp.chance(number, 7) ^ 2)::bigint AS town FROM generate_series(:from::bigint, :to::bigint) AS number) AS laid;
