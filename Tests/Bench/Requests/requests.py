"""Measures the two most frequent requests, the list of outings and an edit, and compares them with the best equivalent
service that we could build with FastAPI and asyncpg, on one database server; see script/bench.

`requests.py FILE` prints a table and writes the rows to FILE. NOONISH_BINARY is a release build, NOONISH_FASTAPI the python of
an environment with Tests/Bench/peers/fastapi/requirements.txt. 100,000 people, 200,000 outings, a million attendances.

The figures are processor time from the kernel (schedstat), of the server and of PostgreSQL: on shared cores, requests per
second depend on other processes. Beside each row stands what a request that does no work costs the same server.
"""

import json
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PEER = os.path.join(HERE, "../peers/fastapi")
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../Chaos"), PEER]

import queries  # noqa: E402
from figures import Line, computed  # noqa: E402
from world import BINARIES, Failure, World, eventually, free_port  # noqa: E402

SECONDS = max(2, int(10 * float(os.environ.get("NOONISH_BENCH_SIZE", "1"))))
EDITED = 4_000
# Connections of pgbench, which does no work between two statements, so these keep the database busy.
CLIENTS = 8
# Requests that are the first on new connections to the database.
COLD = 20
ROWS = []


def row(name, value, unit, bare, peer, peer_value, goal="", holds=None, ratio=None):
    """`bare` is what a request that does no work costs, in the same unit; `None` where it has none."""
    ratio = ratio or peer_value / value
    ROWS.append({"name": name, "value": round(value, 1), "unit": unit, "bare": bare and round(bare, 1), "peer": peer,
                 "peerValue": round(peer_value, 1), "ratio": round(ratio, 2), "goal": goal, "holds": holds})
    print(f"| {name} | {value:.0f} {unit} | {f'{bare:.0f} {unit}' if bare else ''} | {peer}: {peer_value:.0f} {unit} | {ratio:.2f} | "
          f"{goal} | {'' if holds is None else 'yes' if holds else 'NO'} |", flush=True)


def cost(world, server, port, script, *arguments):
    """Processor time in microseconds of the server and of PostgreSQL per request, after a warm-up."""
    def run(seconds):
        said = subprocess.run(
            ["wrk", "-t1", "-c16", f"-d{seconds}s", "-s", f"{HERE}/{script}", f"http://127.0.0.1:{port}", "--", *arguments],
            capture_output=True, text=True, check=True).stdout
        failed, requests = map(int, re.search(r"failed=(\d+) requests=(\d+)", said).groups())
        if failed > requests / 100:
            raise Failure(f"{failed} of {requests} requests failed")
        return requests

    run(2)
    for path in world.edited.keys() & set(arguments):
        renew(world, path)
    before, database = computed(server), computed(world.postgres.process.pid)
    begun = time.monotonic()
    requests = run(SECONDS)
    took = time.monotonic() - begun
    return (computed(server) - before) / requests * 1e6, (computed(world.postgres.process.pid) - database) / requests * 1e6, requests / took


def cold(world):
    """Processor time in microseconds of the server and of PostgreSQL per request, for the first lists of active people after
    the server has lost its connections, as after a failover."""
    server = world.https[0]
    line = Line(server.port)
    lists = [("/v1/outings", {"Authorization": f"Bearer token-{number:032d}"}) for number in range(1, COLD + 1)]

    def run():
        for path, headers in lists:
            line.ask(path, headers=headers)

    run()  # The same rows, so that only the connections are cold.
    lost = world.postgres.ask("SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'noonish%'")
    eventually("the connections are closed", lambda: not any(os.path.exists(f"/proc/{pid}") for pid, _ in lost), 10)
    before, database = computed(server.process.pid), computed(world.postgres.process.pid)
    run()
    return [(computed(server.process.pid) - before) / COLD * 1e6, (computed(world.postgres.process.pid) - database) / COLD * 1e6]


def cached(server):
    """Percentage of listed outings that came from the server's cache, and the size of the cache in MB."""
    lines = server.request("GET", "/metrics", None, {})[2].decode().splitlines()
    hits, misses, size = (next(float(line.split()[1]) for line in lines if line.startswith(f"noonish_outing_cache_{name} "))
                          for name in ("hits_total", "misses_total", "bytes"))
    return 100 * hits / (hits + misses), size / 1e6


def uncached(world):
    """Processor time in microseconds of the server and of PostgreSQL per list, without the cache."""
    server = world.https[0]
    server.stop()
    server.start({"NOONISH_LIMITS_OUTING_CACHE_MEGABYTES": "0"}).ready(120)
    spent = cost(world, server.process.pid, server.port, "list.lua")[:2]
    server.stop()
    server.start().ready(120)
    return spent


def renew(world, path):
    """Writes the current version tags for the edits."""
    with open(path, "w") as file:
        file.writelines(f"{id}\t{host}\t{tag}\n" for id, host, tag in world.edited[path]())


def bare_edits(world):
    """Edits per second when pgbench sends the peer's own statement and nothing else: an upper bound for any service."""
    world.postgres.ask(open(f"{HERE}/targets.sql").read(), "yard")
    # pgbench does not know the revision, so any is accepted; otherwise the statement is unchanged.
    statement = queries.PATCH.replace("o.revision = $3", "o.revision >= 0")
    target = "SELECT {} FROM bench_target WHERE number = :number"
    for parameter, value in (("token_hash = $1", f"token_hash = ({target.format('token_hash')})"),
                             ("o.id = $2", f"o.id = ({target.format('outing_id')})"),
                             ("$4", "'Moved by edit ' || :number::text"), ("$5", "'The table is at the back, ask for it at the door.'")):
        statement = statement.replace(parameter, value)
    script = world.folder + "/edit.sql"
    with open(script, "w") as file:
        file.write(f"\\set number random(1, {EDITED})\n{statement.strip()};\n")

    def run(seconds):
        said = subprocess.run(
            [BINARIES + "/pgbench", "-n", "-M", "prepared", "-c", str(CLIENTS), "-j", "1", "-T", str(seconds), "-f", script, "-h", "127.0.0.1",
             "-p", str(world.postgres.port), "-U", "postgres", "yard"], capture_output=True, text=True, check=True).stdout
        return float(re.search(r"tps = ([0-9.]+)", said)[1])

    run(2)
    return run(SECONDS)


def seed(world):
    """The peer's own data, and the same as rows of the service."""
    folder = world.folder + "/seed"
    os.makedirs(folder, 0o777)
    os.chmod(folder, 0o777)
    world.postgres.ask("CREATE DATABASE yard", "postgres")
    for name in ("schema", "seed"):
        world.postgres.ask(open(f"{PEER}/{name}.sql").read(), "yard")
    tables = ("people", "restaurants", "outings", "attendances")
    for table in tables:
        world.postgres.ask(f"COPY {table} TO '{folder}/{table}'", "yard")
    words = "".join(f"\\set {table} {folder}/{table}\n" for table in tables)
    world.postgres.ask(words + open(f"{HERE}/seed.sql").read())
    world.postgres.ask("VACUUM (ANALYZE)")


def ours(world):
    server = world.https[0]
    targets = world.postgres.ask(f"""
        SELECT id, ('x' || right(host_id::text, 12))::bit(48)::bigint FROM outing
         WHERE host_id <= '01900001-0000-7000-8000-000000002710' AND starts_at > now() + interval '1 day' AND cancelled_at IS NULL
         ORDER BY md5(id::text) LIMIT {EDITED}""")

    def tags():
        for id, host in targets:
            status, headers, _ = server.request("GET", f"/v1/outings/{id}", None, {"Authorization": f"Bearer token-{int(host):032d}"})
            if status != 200:
                raise Failure(f"reading an outing returned {status}")
            yield id, host, headers["etag"]

    return server.process.pid, server.port, tags


def theirs(world):
    port = free_port()
    dsn = f"postgresql://postgres@127.0.0.1:{world.postgres.port}/yard"
    process = subprocess.Popen(
        [os.environ["NOONISH_FASTAPI"], "-m", "uvicorn", "app:app", "--host", "127.0.0.1", "--port", str(port), "--loop", "uvloop",
         "--http", "httptools", "--no-access-log", "--log-level", "warning"], cwd=PEER,
        env={**os.environ, "DSN": dsn, "PYTHONDONTWRITEBYTECODE": "1"})
    eventually("the yardstick answers", lambda: subprocess.run(
        ["curl", "-sf", "-o", "/dev/null", f"http://127.0.0.1:{port}/hello"]).returncode == 0, 30)

    def tags():
        return [(id, host, f'"{revision}"') for id, host, revision in world.postgres.ask(
            f"SELECT id, host_id, revision FROM outings WHERE host_id <= 10000 ORDER BY md5(id::text) LIMIT {EDITED}", "yard")]

    return process, port, tags


def main():
    print("| what | value | a bare request | peer | ratio | goal | holds |\n| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    world = World(http=1, workers=0, settings={"NOONISH_LOG_LEVEL": "warning"})
    peer = None
    try:
        world.sql("ALTER SYSTEM SET shared_buffers = '1GB'; ALTER SYSTEM SET random_page_cost = 1.1; ALTER SYSTEM SET max_wal_size = '4GB'; "
                  "ALTER SYSTEM SET jit = off")
        server = world.https[0]
        server.stop()
        world.postgres.stop()
        world.postgres.start()
        seed(world)
        server.environment["NOONISH_DATABASE_URL"] = world.address(world.postgres.port)
        server.start().ready(120)
        pid, port, our_tags = ours(world)
        peer, peer_port, peer_tags = theirs(world)
        ours_file, theirs_file = world.folder + "/ours.tsv", world.folder + "/theirs.tsv"
        world.edited = {ours_file: our_tags, theirs_file: peer_tags}
        for path in world.edited:
            renew(world, path)
        name = "FastAPI and asyncpg"
        bare, other = cost(world, pid, port, "bare.lua", "/healthz")[0], cost(world, peer.pid, peer_port, "bare.lua", "/hello")[0]
        row("a request that does no work, server's processor", bare, "µs", None, name, other)
        mine, other = cost(world, pid, port, "list.lua")[:2], cost(world, peer.pid, peer_port, "list.lua")[:2]
        row("list of 20 outings, server's processor", mine[0], "µs", bare, name, other[0], "at most 2.3 x a bare request",
            mine[0] <= 2.3 * bare)
        row("the same, PostgreSQL's", mine[1], "µs", bare, name, other[1], "at least 2.5 x less", mine[1] * 2.5 <= other[1])
        row("the same, together", sum(mine), "µs", bare, name, sum(other), "at least 2.4 x less", sum(mine) * 2.4 <= sum(other))
        share, size = cached(server)
        row("listed outings from the cache", share, "%", None, "all", 100, ratio=share / 100)
        row("the cache", size, "MB", None, "its limit", 64)
        without = uncached(world)
        pid, port = server.process.pid, server.port
        row("the same without the cache, server's processor", without[0], "µs", bare, "with it", mine[0])
        row("the same without the cache, PostgreSQL's", without[1], "µs", bare, "with it", mine[1])
        first = cold(world)
        row(f"the first {COLD} lists on new connections, together", sum(first), "µs", bare, "the list", sum(mine))
        mine = cost(world, pid, port, "patch.lua", ours_file)
        other = cost(world, peer.pid, peer_port, "patch.lua", theirs_file)
        rate, mine, other = mine[2], mine[:2], other[:2]
        row("edit with revision, change and outbox, server's processor", mine[0], "µs", bare, name, other[0])
        row("the same, PostgreSQL's", mine[1], "µs", bare, name, other[1])
        row("the same, together", sum(mine), "µs", bare, name, sum(other), "at most 1.33 x as much", sum(mine) * 0.75 <= sum(other))
        yard = bare_edits(world)
        row("edits a second, 16 connections", rate, "/s", None, "the yardstick's statement by pgbench", yard, "at least 0.45 x",
            rate >= 0.45 * yard, rate / yard)
    finally:
        if peer:
            peer.kill()
        world.close()
    with open(sys.argv[1], "w") as file:
        json.dump(ROWS, file)
    sys.exit(0 if all(found["holds"] is not False for found in ROWS) else 1)


main()
