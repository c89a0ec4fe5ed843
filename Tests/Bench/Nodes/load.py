"""Loads a service with the requests of many people; see script/load."""

import argparse
import os
import subprocess
import sys
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, ".."), os.path.join(HERE, "../../Chaos")]

from mix import SHARES, Mix, identity, seed  # noqa: E402
from service import Service  # noqa: E402

# What a day looks like, for the estimate: in its busiest hour a tenth of all people make twenty requests each.
REQUESTS_A_SECOND_EACH = 0.1 * 20 / 3_600


def psql(database, sql):
    result = subprocess.run(["psql", database, "-XqAt", "-v", "ON_ERROR_STOP=1"], input=sql, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"script/load: {result.stderr.strip()}")
    return result.stdout.strip()


def server(url):
    """(host, port, name) of an http:// address."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme != "http" or not parts.hostname:
        sys.exit(f"script/load: {url} is not an address such as http://10.0.0.2:8080")
    return parts.hostname, parts.port or 80, None


def print_requests(mix):
    print(f"\n{mix.done} requests in {mix.seconds:.0f} s, {mix.done / mix.seconds:.1f} a second, {len(mix.wrong)} failed\n")
    print("| request | count | p50 | p99 |\n|---|---|---|---|")
    for kind in SHARES:
        print(f"| {kind} | {len(mix.times[kind])} | {mix.percentile(kind, 0.5) * 1000:.1f} ms | {mix.percentile(kind, 0.99) * 1000:.1f} ms |")
    for text in mix.wrong[:3]:
        print(f"failed: {text[:300]}", file=sys.stderr)


def load_own(given):
    """Starts a service for it, which also shows what a request costs each part."""
    world = Service(given.outings, given.places)
    try:
        world.grow(given.http, given.workers)
        Mix(world.addresses(), given.outings, given.rate).run(5)
        bytes_before, log_before = sizes(world)
        mix, _, spent = world.measure(lambda: Mix(world.addresses(), given.outings, given.rate).run(given.seconds))
        world.settle()
        bytes_after, log_after = sizes(world)
        print_requests(mix)
        print("\n| processor time of a request | ms |\n|---|---|")
        costs = [1000 * seconds / max(1, mix.done) for seconds in spent]
        for name, cost in zip(("HTTP processes", "workers", "database"), costs):
            print(f"| {name} | {cost:.2f} |")
        print(f"\nA request adds {(bytes_after - bytes_before) / mix.done / 1000:.1f} kB to the database and "
              f"{(log_after - log_before) / mix.done / 1000:.1f} kB to its log.")
        people = (10 ** power for power in (4, 5, 6, 7))
        print("\n| people | requests a second | cores, half of them in use: HTTP | workers | database |\n|---|---|---|---|---|")
        for count in people:
            rate = count * REQUESTS_A_SECOND_EACH
            cores = [f"{2 * rate * cost / 1000:.1f}" for cost in costs]
            print(f"| {count:,} | {rate:.0f} | {' | '.join(cores)} |")
        return mix
    finally:
        world.close()


def sizes(world):
    return (world.postgres.number("SELECT pg_database_size('noonish')"),
            world.postgres.number("SELECT (pg_current_wal_lsn() - '0/0')::bigint"))


def load_other(given):
    """Loads a running service. Its database gets the people and outings once."""
    if not psql(given.database, f"SELECT 1 FROM person WHERE id = '{identity(1, 1)}'"):
        psql(given.database, seed(given.outings, given.places))
    count = int(psql(given.database, f"SELECT count(*) FROM outing WHERE id BETWEEN '{identity(3, 0)}' AND '{identity(3, 2 ** 40)}'"))
    servers = [(host, port, given.name or host) for host, port, _ in map(server, given.url)]
    mix = Mix(servers, count, given.rate).run(given.seconds)
    print_requests(mix)
    return mix


def main():
    arguments = argparse.ArgumentParser(prog="script/load", description=__doc__)
    arguments.add_argument("--rate", type=float, default=50, help="requests a second (50)")
    arguments.add_argument("--seconds", type=float, default=60, help="(60)")
    arguments.add_argument("--outings", type=int, default=10_000, help="with a quarter as many people (10000)")
    arguments.add_argument("--places", type=int, default=20_000, help="restaurants to search (20000)")
    arguments.add_argument("--http", type=int, default=1, help="HTTP processes (1)")
    arguments.add_argument("--workers", type=int, default=1, help="worker processes (1)")
    arguments.add_argument("--url", action="append", help="a running service instead, http://HOST:PORT; repeat it for several processes")
    arguments.add_argument("--name", help="the host name in its http.publicURL, if it differs from HOST")
    arguments.add_argument("--database", help="the running service's database, as a superuser; it must be one for tests")
    given = arguments.parse_args()
    if given.url and not given.database:
        arguments.error("--url needs --database")
    if given.outings < 100 or given.rate <= 0 or given.places < 1:
        arguments.error("--outings is at least 100, --rate and --places are more than 0")
    mix = load_other(given) if given.url else load_own(given)
    sys.exit(1 if mix.wrong else 0)


main()
