-- The outings that pgbench edits in the peer's database: the same as wrk's, by number, with a token of their host.
DROP TABLE IF EXISTS bench_target;
CREATE TABLE bench_target (number bigint PRIMARY KEY, outing_id bigint NOT NULL, token_hash bytea NOT NULL);
INSERT INTO bench_target (number, outing_id, token_hash)
SELECT row_number() OVER (ORDER BY md5(id::text)), id, sha256(convert_to('token-' || lpad(host_id::text, 32, '0'), 'UTF8'))
  FROM outings
 WHERE host_id <= 10000
 ORDER BY md5(id::text)
 LIMIT 4000;
ANALYZE bench_target;
