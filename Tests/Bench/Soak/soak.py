"""Loads the service for hours with every kind of request at once, and checks afterwards that nothing has leaked (memory,
descriptors, threads, connections, dead rows) and that all guarantees hold. See script/bench.

`soak.py FILE` prints a table and writes the rows to FILE. NOONISH_BINARY is the program, NOONISH_BENCH_MINUTES the duration (120).
"""

import json
import os
import random
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../Chaos")]

from faults import people_and_outings  # noqa: E402
from figures import Line, Unanswered, begin, descriptors, end, resident, row, threads  # noqa: E402
from load import Load  # noqa: E402
from streams import Crowd, request  # noqa: E402
from world import Failure, Person, World, crowd, eventually  # noqa: E402

MINUTES = float(os.environ.get("NOONISH_BENCH_MINUTES", "120"))
OUTINGS = 20
PLACES = 20_000
# Steps of each kind per second, some 60 requests in total: a busy town, and far below the capacity of two cores.
RATES = {"searches": 15, "answers": 10, "reads": 10, "outings": 1, "comings and goings": 3}
STREAMS = 200
# Dead rows that autovacuum leaves: its threshold, and what its scale factor allows in tables of this size.
DEAD = 5_000


class Visitors:
    """Threads that repeat one action at a rate, and record every unsuccessful response."""

    def __init__(self, world, outings, tokens):
        self.world, self.outings, self.tokens = world, outings, tokens
        self.port = world.https[0].port
        self.person = Person(world, "visitor")
        self.done, self.wrong, self.running = {}, [], True
        self.threads = [threading.Thread(target=self.follow, args=(kind, rate), daemon=True) for kind, rate in RATES.items()]
        for thread in self.threads:
            thread.start()

    def follow(self, kind, rate):
        step = {"searches": self.search, "answers": self.answer, "reads": self.read, "outings": self.outing,
                "comings and goings": self.come_and_go}[kind]
        chance, line, due, number = random.Random(kind), Line(self.port), time.monotonic(), 0
        while self.running:
            due += 1 / rate
            time.sleep(max(0, due - time.monotonic()))
            try:
                step(line, chance, number)
                self.done[kind] = self.done.get(kind, 0) + 1
            except (OSError, Unanswered) as fault:
                self.wrong.append(f"{kind}: {fault}")
                line = Line(self.port)
            number += 1

    def search(self, line, chance, number):
        spot = f"near={60 + 6 * chance.random():.4f},{22 + 7 * chance.random():.4f}"
        line.ask((f"/v1/restaurants?{spot}", f"/v1/restaurants?{spot}&q=pizza&sort=best", f"/v1/restaurants/suggest?{spot}&q=ra")[number % 3])

    def somebody(self, number):
        """A random attendee created by `crowd`, and their outing."""
        index = number % len(self.tokens)
        return {"Authorization": f"Bearer {self.tokens[index]}"}, self.outings[index % len(self.outings)]

    def answer(self, line, chance, number):
        headers, outing = self.somebody(number)
        status = ("attending", "maybe", "declined")[chance.randrange(3)]
        line.ask(outing.path + "/attendance", "PUT", {**headers, "Content-Type": "application/json"}, json.dumps({"status": status}))

    def read(self, line, chance, number):
        headers, outing = self.somebody(number * 7)
        line.ask(("/v1/outings", outing.path, outing.path + "/attendees", "/v1/updates?limit=20", "/v1/me", "/")[number % 6], headers=headers)

    def outing(self, line, chance, number):
        """Starts an outing and cancels it before anyone is notified."""
        headers = {**self.person.headers, "Idempotency-Key": f"soak-{number}-{chance.random()}"}
        _, _, body = line.ask("/v1/outings", "POST", headers, json.dumps({"title": f"Soup {number}"}))
        line.ask(f"/v1/outings/{json.loads(body)['id']}", "DELETE", {"Authorization": self.person.headers["Authorization"]})

    def come_and_go(self, line, chance, number):
        """Opens a live stream and closes it, sometimes in the middle of its head."""
        stream = Line(self.port)
        text = request(self.tokens[number % len(self.tokens)])
        stream.socket.sendall(text if number % 5 else text[:40])
        if number % 5:
            stream.receive()
        stream.socket.close()

    def stop(self):
        self.running = False
        for thread in self.threads:
            thread.join(60)


def sample(world):
    """The resources of each process, and the statistics of the database."""
    found = {server.name: (resident(server.process.pid)[0], descriptors(server.process.pid), threads(server.process.pid))
             for server in world.servers}
    found["connections"] = world.postgres.number("SELECT count(*) FROM pg_stat_activity WHERE datname = 'noonish' AND pid <> pg_backend_pid()")
    found["dead"] = world.postgres.number("SELECT coalesce(sum(n_dead_tup), 0) FROM pg_stat_user_tables")
    return found


def middle(values):
    return sorted(values)[len(values) // 2]


def main():
    begin()
    world = World(http=1, workers=1, settings={
        "NOONISH_LOG_LEVEL": "warning", "NOONISH_LIMITS_SEARCH_BURST": "100000", "NOONISH_LIMITS_SEARCH_PER_SECOND": "10000"})
    try:
        world.sql(open(os.path.join(HERE, "../Growth/places.sql")).read().replace(":from", "1").replace(":to", str(PLACES)))
        outings = people_and_outings(world, OUTINGS)
        tokens = crowd(world, outings, STREAMS)
        world.settle()
        processes = {server.name: server.process.pid for server in world.servers}
        quiet = sample(world)
        streams = Crowd(world.https[0].port, tokens)
        visitors = Visitors(world, outings, tokens)
        samples, until = [], time.monotonic() + MINUTES * 60
        with Load(world, outings, rate=0.5) as load:
            while time.monotonic() < until:
                time.sleep(min(10, MINUTES * 3))
                samples.append(sample(world))
        visitors.stop()
        streams.close()
        load.last()
        world.settle(300)
        load.expect_told()
        # Resources of a request are released within the idle timeout of a connection.
        eventually("descriptors are given back", lambda: all(
            descriptors(server.process.pid) <= quiet[server.name][1] + 8 for server in world.servers), 120, 1)
        eventually("dead rows are cleared away", lambda: sample(world)["dead"] <= DEAD, 300, 5)
        last = sample(world)

        steps = sum(visitors.done.values()) + len(load.acknowledged)
        row(f"steps in {MINUTES:g} minutes", steps, "")
        row("edits that were promised", len(load.acknowledged), "")
        for server in world.servers:
            # Caches and pools fill at first, so only growth after the first quarter counts.
            held = [found[server.name][0] for found in samples]
            early, late = middle(held[len(held) // 4:len(held) // 2]), middle(held[-max(1, len(held) // 4):])
            row(f"{server.name}: memory in the last quarter", late / 1e6, "MB", "at most 1.1 x and 1 MB", late <= 1.1 * early + 1e6,
                "in the second", early / 1e6)
            row(f"{server.name}: descriptors afterwards", last[server.name][1], "", "at most 8 more", last[server.name][1] <= quiet[server.name][1] + 8,
                "before", quiet[server.name][1])
            most = max(found[server.name][2] for found in samples)
            row(f"{server.name}: threads at most", most, "", "at most 4 more", most <= quiet[server.name][2] + 4, "before", quiet[server.name][2])
        row("connections of the database, at most", max(found["connections"] for found in samples), "", "at most 40",
            max(found["connections"] for found in samples) <= 40, "before", quiet["connections"])
        row("dead rows afterwards", last["dead"], "", f"at most {DEAD}", last["dead"] <= DEAD)
        row("dead rows in the last quarter", middle([found["dead"] for found in samples[-max(1, len(samples) // 4):]]), "")
        died = [server.name for server in world.servers if server.process.pid != processes[server.name]]
        row(f"processes that ended {' '.join(died)}".strip(), len(died), "", "0", not died)
        wrong = visitors.wrong + load.wrong
        row(f"answers that were no good {wrong[0][:200] if wrong else ''}".strip(), len(wrong), "", "0", not wrong)
        row("streams that ended by themselves", len(streams.ended), "", "0", not streams.ended)
        report = world.report(load)
        broken = report["lost"] + report["gaps"] + report["behind"] + len(report["broken"])
        row(f"promises broken {' '.join(report['broken'])}".strip(), broken, "", "0", broken == 0)
    except Failure as failure:
        row(f"soak: {failure}", 0, "", "", False)
    finally:
        world.close()
    end(sys.argv[1])


main()
