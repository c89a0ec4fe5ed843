"""Requests of many people at a fixed rate, in the proportions of a day; used by script/load and `script/bench nodes`."""

import json
import multiprocessing
import os
import random
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))

from figures import Line, Unanswered  # noqa: E402

GROWTH = os.path.join(HERE, "../Growth")
PROCESSES, THREADS = 2, 8
# What people do, in parts of a hundred. A search needs places.
SHARES = {"list": 30, "outing": 20, "attendees": 8, "updates": 12, "me": 5, "search": 8, "answer": 6, "message": 5, "edit": 4, "create": 2}


def seed(outings, places):
    """SQL that adds so many outings, a quarter as many people with sessions, and places; see the files for who is who."""
    def part(name, first, last):
        return open(f"{GROWTH}/{name}.sql").read().replace(":from", str(first)).replace(":to", str(last))
    return part("outings", 0, outings) + ";\nRESET session_replication_role;\n" + part("places", 1, places) + ";\nANALYZE"


def identity(kind, number):
    return f"0190000{kind}-0000-7000-8000-{number:012x}"


class Someone:
    """One of the people of the seed at one of their own outings."""

    def __init__(self, line, chance, people):
        self.line, self.chance = line, chance
        self.number = 1 + chance.randrange(people - 10)
        self.path = f"/v1/outings/{identity(3, 4 * self.number - chance.randrange(4))}"
        self.headers = {"Authorization": f"Bearer token-{self.number:032d}"}

    def read(self, path):
        return self.line.ask(path, headers=self.headers)

    def send(self, method, path, body, kind="application/json", **headers):
        return self.line.ask(path, method, {**self.headers, "Content-Type": kind, **headers}, json.dumps(body))

    def list(self):
        self.read("/v1/outings")

    def outing(self):
        self.read(self.path)

    def attendees(self):
        self.read(self.path + "/attendees")

    def updates(self):
        self.read("/v1/updates?limit=20")

    def me(self):
        self.read("/v1/me")

    def search(self):
        near = f"{60 + 6 * self.chance.random():.4f},{22 + 7 * self.chance.random():.4f}"
        self.read(f"/v1/restaurants?near={near}&q=pizza&facets=false")

    def answer(self):
        self.send("PUT", self.path + "/attendance", {"status": "attending", "partySize": 1 + self.chance.randrange(3)})

    def message(self):
        self.send("POST", self.path + "/messages", {"text": f"Message {self.chance.random()}"})

    def edit(self):
        """Names the version that it is based on, which is read first. Two people rarely edit one outing at the same time."""
        _, head, _ = self.read(self.path)
        tag = head.split(b"etag: ")[1].split(b"\r\n")[0].decode()
        try:
            self.send("PATCH", self.path, {"note": f"Edited {self.chance.random()}"}, "application/merge-patch+json", **{"If-Match": tag})
        except Unanswered as refusal:
            if " 412 " not in str(refusal):
                raise

    def create(self):
        guests = [identity(1, self.number + step) for step in range(1, 6)]
        self.send("POST", "/v1/outings", {"title": "Lunch", "invite": {"people": guests}})


class Mix:
    """Sends requests in turn to servers, given as (host, port, name)."""

    def __init__(self, servers, outings, rate, shares=None):
        self.servers, self.people, self.rate = servers, outings // 4, rate
        self.shares = shares or SHARES
        self.times, self.wrong, self.seconds = {}, [], 0

    def run(self, seconds):
        """`times` are those from when a request was due, so that one that waits for others counts as slow."""
        fork = multiprocessing.get_context("fork")
        begun, results, processes = time.monotonic(), fork.SimpleQueue(), []
        for number in range(PROCESSES):
            processes.append(fork.Process(target=self.work, args=(number, seconds, results), daemon=True))
            processes[-1].start()
        for _ in processes:
            times, wrong = results.get()
            self.wrong += wrong
            for kind, found in times.items():
                self.times.setdefault(kind, []).extend(found)
        for process in processes:
            process.join()
        self.seconds = time.monotonic() - begun
        return self

    def work(self, process, seconds, results):
        times, wrong = {kind: [] for kind in self.shares}, []
        end = time.monotonic() + seconds
        threads = [threading.Thread(target=self.follow, args=(process * THREADS + turn, end, times, wrong)) for turn in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        results.put((times, wrong))

    def follow(self, number, end, times, wrong):
        chance, lines = random.Random(), {}
        kinds, weights = list(self.shares), list(self.shares.values())
        step = PROCESSES * THREADS / self.rate
        due = time.monotonic() + step * random.random()
        turn = number
        while due < end:
            time.sleep(max(0, due - time.monotonic()))
            server = self.servers[turn % len(self.servers)]
            kind = chance.choices(kinds, weights)[0]
            try:
                line = lines.get(server) or lines.setdefault(server, Line(server[1], server[0], server[2]))
                getattr(Someone(line, chance, self.people), kind)()
                times[kind].append(time.monotonic() - due)
            except (OSError, Unanswered) as fault:
                wrong.append(f"{kind}: {fault}")
                lines.pop(server, None)
            turn += 1
            due += step

    @property
    def done(self):
        return sum(len(found) for found in self.times.values())

    def percentile(self, kind, share):
        found = sorted(self.times[kind])
        return found[min(len(found) - 1, int(len(found) * share))] if found else 0
