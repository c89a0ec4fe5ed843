"""Measures the cost of common requests as the service grows: as people with a constant number of outings and friends, with
10,000 outings and places in the service, and with a million of each; see script/bench.

`growth.py FILE` prints a table and writes the rows to FILE. NOONISH_BINARY is a release build, NOONISH_BENCH_SIZE a fraction
of the million. The median counts. The figures are elapsed times, so they are meaningless on a busy machine.
"""

import json
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../Chaos")]

from figures import Line, Unanswered, begin, end, resident, row  # noqa: E402
from world import Failure, World, eventually  # noqa: E402

FEW = 10_000
MANY = max(2 * FEW, int(1_000_000 * float(os.environ.get("NOONISH_BENCH_SIZE", "1"))))
QUESTIONS = 300


def identity(kind, number):
    return f"0190000{kind}-0000-7000-8000-{number:012x}"


class Asker:
    """Requests by one of the first people, who are the same with few rows and with many."""

    def __init__(self, chance):
        self.chance = chance
        self.person = 1 + chance.randrange(FEW // 4 - 100)
        self.outing = 4 * self.person - chance.randrange(4)
        self.headers = {"Authorization": f"Bearer token-{self.person:032d}"}

    def spot(self):
        return f"{60 + 6 * self.chance.random():.4f},{22 + 7 * self.chance.random():.4f}"

    def read(self, path):
        return lambda line: line.ask(path, headers=self.headers)[0]

    def send(self, method, path, body, **headers):
        kind = "application/merge-patch+json" if method == "PATCH" else "application/json"
        return lambda line: line.ask(path, method, {**self.headers, "Content-Type": kind, **headers}, json.dumps(body))[0]

    def edit(self, line):
        """An edit names the version that it is based on, which is read first."""
        path = f"/v1/outings/{identity(3, self.outing)}"
        _, head, _ = line.ask(path, headers=self.headers)
        tag = head.split(b"etag: ")[1].split(b"\r\n")[0].decode()
        return self.send("PATCH", path, {"note": f"Edited {self.chance.random()}"}, **{"If-Match": tag})(line)


def questions():
    outing, place = lambda asker: f"/v1/outings/{identity(3, asker.outing)}", lambda asker: identity(2, asker.outing)
    return {
        "GET /v1/outings": lambda a: a.read("/v1/outings"),
        "GET /v1/outings/{id}": lambda a: a.read(outing(a)),
        "GET /v1/outings/{id}/attendees": lambda a: a.read(outing(a) + "/attendees"),
        "GET /v1/outings/{id}/history": lambda a: a.read(outing(a) + "/history"),
        "GET /v1/outings/{id}/messages": lambda a: a.read(outing(a) + "/messages"),
        "GET /v1/outings/{id}/suggestions": lambda a: a.read(outing(a) + "/suggestions"),
        "GET /v1/updates": lambda a: a.read("/v1/updates?limit=20"),
        "GET /v1/me": lambda a: a.read("/v1/me"),
        "GET /v1/friends": lambda a: a.read("/v1/friends"),
        "GET /v1/friends/companions": lambda a: a.read("/v1/friends/companions"),
        "GET /v1/circles": lambda a: a.read("/v1/circles"),
        "GET /v1/series": lambda a: a.read("/v1/series"),
        "GET /v1/restaurants, nearest": lambda a: a.read(f"/v1/restaurants?near={a.spot()}&facets=false"),
        "GET /v1/restaurants, a word": lambda a: a.read(f"/v1/restaurants?near={a.spot()}&q=pizza&facets=false"),
        "GET /v1/restaurants/suggest": lambda a: a.read(f"/v1/restaurants/suggest?near={a.spot()}&q=piz"),
        "GET /v1/restaurants/{id}": lambda a: a.read(f"/v1/restaurants/{place(a)}"),
        "POST /v1/outings": lambda a: a.send("POST", "/v1/outings", {"title": "Lunch", "invite": {"people": [identity(1, a.person + 1)]}}),
        "PUT /v1/outings/{id}/attendance": lambda a: a.send("PUT", outing(a) + "/attendance", {"status": "attending", "partySize": 1}),
        "PATCH /v1/outings/{id}": lambda a: a.edit,
    }


def measure(server):
    """The median time of each request in seconds."""
    line, found = Line(server.port), {}
    for name, question in questions().items():
        chance = random.Random(name)
        times = []
        for turn in range(QUESTIONS + 50):
            took = question(Asker(chance))(line)
            if turn >= 50:
                times.append(took)
        found[name] = sorted(times)[QUESTIONS // 2]
    return found, resident(server.process.pid)[0]


def grow(world, before, now):
    """Adds outings and places up to this number of each, and restarts the service."""
    server = world.https[0]
    server.stop(120)
    for name, first in (("outings", before), ("places", before + 1)):
        text = open(f"{HERE}/{name}.sql").read()
        world.sql(text.replace(":from", str(first)).replace(":to", str(now)))
    world.sql("VACUUM (ANALYZE)")
    kept = f"{world.folder}/{server.name}/restaurants.index"
    if os.path.exists(kept):
        os.unlink(kept)
    server.start().ready(600)
    eventually("the index is saved", lambda: os.path.exists(kept), 900)


def main():
    begin()
    world = World(http=1, workers=0, settings={
        "NOONISH_LOG_LEVEL": "warning", "NOONISH_LIMITS_SEARCH_BURST": "100000", "NOONISH_LIMITS_SEARCH_PER_SECOND": "10000"})
    try:
        world.closed.set()  # only this script starts it
        world.sql("ALTER SYSTEM SET max_wal_size = '4GB'; ALTER SYSTEM SET shared_buffers = '1GB'; ALTER SYSTEM SET autovacuum = off")
        world.https[0].stop()
        world.postgres.stop()
        world.postgres.start()
        grow(world, 0, FEW)
        few, small = measure(world.https[0])
        grow(world, FEW, MANY)
        many, large = measure(world.https[0])
        for name, seconds in many.items():
            row(f"{name}, p50 with {MANY} outings and places", seconds * 1e6, "µs", "at most 1.5 x", seconds <= 1.5 * few[name],
                f"with {FEW}", few[name] * 1e6)
        row("the program's own memory", large / 1e6, "MB", peer=f"with {FEW}", peer_value=small / 1e6)
    except (Failure, Unanswered) as failure:
        row(f"growth: {failure}", 0, "", "", False)
    finally:
        world.close()
    end(sys.argv[1])


main()
