"""Measures group orders; see script/bench.

`orders.py FILE` prints a table and writes the rows to FILE. NOONISH_BINARY is a release build. Costs are processor time from the
kernel, of the server and of PostgreSQL together. Picks a second are compared with pgbench, which sends the statements that a pick
cannot do without and nothing else: lock the order, find the line, raise its quantity, append the event.
"""

import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../Chaos")]

from figures import begin, computed, end, row  # noqa: E402
from world import BINARIES, Failure, Person, World, crowd, eventually  # noqa: E402

SIZE = float(os.environ.get("NOONISH_BENCH_SIZE", "1"))
SECONDS = max(2, int(8 * SIZE))
ORDERS = 64
WRITERS = 64

PICK = """
\\set line random(1, {lines})
BEGIN;
SELECT true FROM group_order WHERE (outing_id, id) = (SELECT outing_id, order_id FROM bench_line WHERE number = :line) FOR NO KEY UPDATE;
SELECT l.id, l.quantity FROM order_line AS l JOIN bench_line AS b USING (outing_id, order_id, content)
 WHERE b.number = :line AND l.person_id = b.person_id AND l.struck_at IS NULL;
UPDATE order_line AS l SET quantity = l.quantity % 99 + 1, version = l.version + 1
  FROM bench_line AS b
 WHERE b.number = :line AND l.outing_id = b.outing_id AND l.order_id = b.order_id AND l.id = b.id;
WITH counted AS (
     UPDATE group_order AS o SET rev = o.rev + 1 FROM bench_line AS b
      WHERE b.number = :line AND o.outing_id = b.outing_id AND o.id = b.order_id
  RETURNING o.outing_id, o.id, o.rev, b.id AS line_id, b.person_id)
INSERT INTO order_event (outing_id, order_id, rev, actor_id, kind, line_id, patch)
SELECT outing_id, id, rev, person_id, 'line_edited', line_id, '{{"quantity": [1, 2]}}' FROM counted;
COMMIT;
"""


class Outings:
    """Outings of one host with open orders, and the people who come to them."""

    def __init__(self, world, host, name, count, people):
        self.world, self.name = world, name
        self.outings = [world.outing(host, guests=0, title=f"{name} {number}") for number in range(count)]
        tokens = crowd(world, self.outings, count * people)
        self.rows = [(self.outings[index % count].id, token) for index, token in enumerate(tokens)]
        ids = ",".join(f"'{outing.id}'" for outing in self.outings)
        world.sql(f"UPDATE attendance SET status = 'attending', responded_at = now(), responded_rev = 1 WHERE outing_id IN ({ids})")
        for outing in self.outings:
            status, _, body = world.https[0].request(
                "POST", outing.path + "/order", '{"place":"Pier","currency":"EUR"}', host.headers)
            if status != 201:
                raise Failure(f"no order: {status} {body}")
        self.file = f"{world.folder}/{name}.tsv"
        with open(self.file, "w") as file:
            file.writelines(f"{outing}\t{token}\n" for outing, token in self.rows)

    def pick(self, dishes):
        """Has everyone pick this many dishes."""
        for outing, token in self.rows:
            for number in range(dishes):
                status, _, body = self.world.https[0].request(
                    "POST", f"/v1/outings/{outing}/order/lines", f'{{"name":"Dish {number}","price":"9.50"}}',
                    {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
                if status != 201:
                    raise Failure(f"no dish: {status} {body}")


def requests(world, outings, what, connections, seconds):
    """Sends requests for some time, and returns their number."""
    port = world.https[0].port
    said = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", f"{HERE}/orders.lua", f"http://127.0.0.1:{port}", "--", what,
         outings.file], capture_output=True, text=True, check=True).stdout
    failed, count = map(int, re.search(r"failed=(\d+) requests=(\d+)", said).groups())
    if failed > count / 100:
        raise Failure(f"{failed} of {count} requests failed: {what}")
    return count


def cost(world, outings, what):
    """Processor time in microseconds of a request, after a warm-up."""
    requests(world, outings, what, 8, 2)
    processes = [world.https[0].process.pid, world.postgres.process.pid]
    before = sum(map(computed, processes))
    count = requests(world, outings, what, 8, SECONDS)
    return (sum(map(computed, processes)) - before) / count * 1e6


def rate(world, outings):
    """Picks a second by many connections."""
    requests(world, outings, "pick", WRITERS, 2)
    return requests(world, outings, "pick", WRITERS, SECONDS) / SECONDS


def yardstick(world, outings):
    """The same by pgbench, each line by its person."""
    ids = ",".join(f"'{outing.id}'" for outing in outings.outings)
    world.sql(f"""
        DROP TABLE IF EXISTS bench_line;
        CREATE TABLE bench_line AS
        SELECT row_number() OVER (ORDER BY l.id) AS number, l.outing_id, l.order_id, l.id, l.person_id, l.content
          FROM order_line AS l WHERE l.outing_id IN ({ids});
        ALTER TABLE bench_line ADD PRIMARY KEY (number);
        ANALYZE""")
    script = world.folder + "/pick.sql"
    with open(script, "w") as file:
        file.write(PICK.format(lines=world.postgres.number("SELECT count(*) FROM bench_line")))

    def run(seconds):
        said = subprocess.run(
            [BINARIES + "/pgbench", "-n", "-M", "prepared", "-c", str(WRITERS), "-j", "1", "-T", str(seconds), "-f", script, "-h",
             "127.0.0.1", "-p", str(world.postgres.port), "-U", "postgres", "noonish"], capture_output=True, text=True, check=True).stdout
        return float(re.search(r"tps = ([0-9.]+)", said)[1])

    run(2)
    return run(SECONDS)


def main():
    begin()
    world = World(http=1, workers=0, settings={"NOONISH_LOG_LEVEL": "warning"})
    try:
        # Not through the proxy, which would be measured too.
        server = world.https[0]
        server.stop()
        server.environment["NOONISH_DATABASE_URL"] = world.address(world.postgres.port)
        server.start().ready(120)
        host = Person(world, "leila")
        eventually("the host is known", lambda: server.get("/v1/me", host.headers)[0] == 200, 10)
        many = Outings(world, host, "many", ORDERS, 8)
        one = Outings(world, host, "one", 1, WRITERS)
        table = Outings(world, host, "table", 1, 29)
        large = Outings(world, host, "large", 1, 30)
        for outings, dishes in ((many, 1), (one, 1), (table, 3), (large, 10)):
            outings.pick(dishes)
        world.sql("VACUUM (ANALYZE)")
        for outings in (table, large):
            # The host alone reads the sheet, and everything else as the other rows do.
            with open(outings.file, "w") as file:
                file.write(f"{outings.outings[0].id}\t{host.token}\n")

        mine, other = cost(world, table, "order"), cost(world, table, "outing")
        row("reading an order of 30 people and 87 dishes", mine, "µs", "at most 1.5 x", mine <= 1.5 * other, "reading its outing", other)
        mine, other = cost(world, large, "sheet"), cost(world, large, "order")
        row("the sheet of 300 dishes", mine, "µs", "at most 1.5 x", mine <= 1.5 * other, "reading the order", other)
        mine, other = cost(world, many, "pick"), cost(world, many, "answer")
        row("a pick", mine, "µs", "at most 1.2 x", mine <= 1.2 * other, "an answer to an outing", other)
        for outings, name in ((one, "one order"), (many, f"{ORDERS} orders")):
            mine, other = rate(world, outings), yardstick(world, outings)
            row(f"picks a second into {name}, {WRITERS} writers", mine, "/s", "at least 0.6 x", mine >= 0.6 * other,
                "its statements by pgbench", other)
        broken = world.sql(open(os.path.join(HERE, "../../../sql/checks/orders.sql")).read())
        row("orders whose events and lines disagree", len(broken), "", "0", not broken)
    finally:
        world.close()
    end(sys.argv[1])


main()
