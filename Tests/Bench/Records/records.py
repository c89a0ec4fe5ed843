"""Measures reports and exports of a venue's sales; see script/bench.

`records.py FILE` prints a table and writes the rows to FILE. NOONISH_BINARY is a release build. The venue has a million lines within a
year. A report is compared with its statement by psql on the same server, the memory of an export with that of a tenth of it.
"""

import http.client
import os
import re
import subprocess
import sys
import time
import uuid

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../Chaos")]

from figures import begin, end, row  # noqa: E402
from world import BINARIES, Failure, Person, World, eventually  # noqa: E402

SIZE = float(os.environ.get("NOONISH_BENCH_SIZE", "1"))
LINES = int(1_000_000 * SIZE)
FROM, TO = "2026-01-01", "2026-12-31"
TIMES = 5

# What the report by day sums, without the program.
SUMS = """
SELECT currency, day, count(*) FILTER (WHERE number = 1), sum(quantity), sum(amount_minor - tax_minor) FILTER (WHERE kind = 'dish'),
       sum(tax_minor), sum(amount_minor) FILTER (WHERE kind = 'tip'), tax_ppm
  FROM sale_line
 WHERE restaurant_id = '{venue}' AND day BETWEEN '{first}' AND '{last}'
 GROUP BY GROUPING SETS ((currency, day), (currency, tax_ppm));
"""


def fill(world, venue):
    """Sells four dishes and a tip at a time, throughout a year."""
    world.sql(f"""
        INSERT INTO sale (restaurant_id, id, day, hour, source, currency, total_minor)
        SELECT '{venue}', gen_random_uuid(), date '{FROM}' + (n % 365)::int, 10 + (n % 12)::int, 'hand', 'EUR', 4 * 1200 + 100
          FROM generate_series(1, {LINES // 5}) AS n""")
    world.sql(f"""
        INSERT INTO sale_line (restaurant_id, day, sale_id, number, hour, kind, item_key, name, category, quantity, currency,
                               amount_minor, tax_minor, tax_ppm)
        SELECT s.restaurant_id, s.day, s.id, n, s.hour, CASE n WHEN 5 THEN 'tip' ELSE 'dish' END,
               CASE WHEN n < 5 THEN 'dish-' || (abs(hashtext(s.id::text)) + n) % 60 END,
               CASE WHEN n < 5 THEN 'Dish ' || (abs(hashtext(s.id::text)) + n) % 60 END, CASE WHEN n < 5 THEN 'Part ' || n END,
               CASE WHEN n < 5 THEN 1 ELSE 0 END, 'EUR', CASE n WHEN 5 THEN 100 ELSE 1200 END, CASE n WHEN 5 THEN 0 ELSE 147 END,
               CASE WHEN n < 5 THEN 140000 END
          FROM sale AS s, generate_series(1, 5) AS n""")
    world.sql("VACUUM (ANALYZE)")


def best(measure):
    """The shortest of some times in milliseconds: other load only adds."""
    times = []
    for _ in range(TIMES):
        start = time.perf_counter()
        measure()
        times.append((time.perf_counter() - start) * 1e3)
    return min(times)


def by_psql(world, venue):
    """Milliseconds of the statement as psql reports them, without its start."""
    script = "\\timing on\n" + SUMS.format(venue=venue, first=FROM, last=TO) * TIMES
    said = subprocess.run(
        [BINARIES + "/psql", "-X", "-q", "-o", "/dev/null", "-h", "127.0.0.1", "-p", str(world.postgres.port), "-U", "postgres", "noonish"],
        input=script, capture_output=True, text=True, check=True).stdout
    return min(float(one) for one in re.findall(r"Time: ([0-9.]+) ms", said))


def resident(process):
    """The resident memory of a process in bytes."""
    with open(f"/proc/{process}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) * 1_024


def export(server, owner, venue, last):
    """Reads an export slowly enough to see what it holds, and returns its lines, its bytes and the most memory meanwhile."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("GET", f"/v1/venues/{venue}/records/lines?from={FROM}&to={last}", headers={"Host": "localhost", **owner.headers})
    response = connection.getresponse()
    if response.status != 200:
        raise Failure(f"no export: {response.status}")
    lines = size = most = 0
    while block := response.read(1 << 20):
        lines, size = lines + block.count(b"\n"), size + len(block)
        most = max(most, resident(server.process.pid))
    return lines, size, most


def main():
    begin()
    world = World(http=1, workers=0, settings={"NOONISH_LOG_LEVEL": "warning"})
    try:
        server = world.https[0]
        server.stop()
        server.environment["NOONISH_DATABASE_URL"] = world.address(world.postgres.port)
        server.start().ready(120)
        owner = Person(world, "leila")
        eventually("the owner is known", lambda: server.get("/v1/me", owner.headers)[0] == 200, 10)
        venue = str(uuid.uuid4())
        world.sql(f"""
            INSERT INTO restaurant_source (id, name, licence, attribution, url)
            VALUES ('bench', 'Bench', 'CC0', 'Bench', 'https://bench.example') ON CONFLICT DO NOTHING;
            INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, time_zone)
            VALUES ('{venue}', 'bench', 'pier', 'Pier', 'restaurant', 60, 24, 'Europe/Helsinki');
            INSERT INTO venue (restaurant_id, state, verified_at) VALUES ('{venue}', 'verified', now());
            INSERT INTO venue_person (restaurant_id, person_id, role) VALUES ('{venue}', '{owner.id}', 'owner')""")
        fill(world, venue)

        def report(by):
            status, _, body = server.request("GET", f"/v1/venues/{venue}/records/sales?from={FROM}&to={TO}&by={by}", None, owner.headers)
            if status != 200:
                raise Failure(f"no report: {status} {body}")

        mine, other = best(lambda: report("day")), by_psql(world, venue)
        row(f"the days of {LINES:,} lines", mine, "ms", "at most 1.3 x", mine <= 1.3 * other, "the statement by psql", other)
        for by in ["hour", "weekday", "category", "dish"]:
            mine = best(lambda: report(by))
            row(f"a year by {by}", mine, "ms", "below 1,000", mine < 1_000)
        export(server, owner, venue, "2026-01-07")  # a warm-up
        _, _, some = export(server, owner, venue, "2026-02-06")
        lines, size, most = export(server, owner, venue, TO)
        row(f"memory for an export of {lines - 1:,} lines ({size / 1e6:.0f} MB)", most / 1e6, "MB", "at most 1.1 x", most <= 1.1 * some,
            "a tenth of it", some / 1e6)
        broken = world.sql(open(os.path.join(HERE, "../../../sql/checks/records.sql")).read())
        row("sales that do not balance", len(broken), "", "0", not broken)
    finally:
        world.close()
    end(sys.argv[1])


main()
