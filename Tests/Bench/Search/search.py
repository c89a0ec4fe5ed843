"""Measures searching through the service's own door: a made-up directory is imported, asked over HTTP, and the process is
started again with and without its saved index; see script/bench.

`search.py FILE` prints a table and writes the rows to FILE. NOONISH_BINARY is a release build, NOONISH_BENCH_SIZE a share of
the usual 200,000 places.
"""

import json
import os
import random
import resource
import socket
import subprocess
import sys
import time
from urllib.parse import quote

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Chaos"))

from world import Failure, World, eventually  # noqa: E402

SIZE = float(os.environ.get("NOONISH_BENCH_SIZE", "1"))
PLACES = max(2_000, int(200_000 * SIZE))
QUESTIONS = 1_000
ROWS = []

MAPPING = """
source: {id: bench, name: Bench, licence: CC0, attribution: made up, url: "https://bench.example"}
country: FI
zone: Europe/Helsinki
id: id
latitude: lat
longitude: lon
tags: {name: name, amenity: kind, cuisine: cuisine, opening_hours: hours, addr:city: city}
"""
KITCHENS = ["pizza", "italian", "burger", "chinese", "sushi", "kebab", "indian", "ramen", "thai", "regional", "coffee_shop"]
HOURS = ["Mo-Fr 11:00-15:00", "Mo-Su 10:00-22:00", "Tu-Sa 17:00-02:00", "Mo-Fr 08:00-17:00; PH off", "24/7", ""]
SYLLABLES = ["ka", "lo", "mi", "ra", "te", "vu", "so", "ne", "pi", "hau", "ko", "la", "ri", "sa", "tuu"]


def row(name, value, unit, goal="", holds=None, peer="", peer_value=None):
    ratio = round(value / peer_value, 3) if peer_value else None
    ROWS.append({"name": name, "value": round(value, 3), "unit": unit, "peer": peer, "peerValue": peer_value,
                 "ratio": ratio, "goal": goal, "holds": holds})
    beside = f"{peer}: {peer_value:.4g} {unit}" if peer_value else peer
    shown = f"{value:.0f}" if value >= 1_000 else f"{value:.4g}"
    print(f"| {name} | {shown} {unit} | {beside} | {ratio or ''} | {goal} | "
          f"{'' if holds is None else 'yes' if holds else 'NO'} |", flush=True)


def write(path):
    """Towns of very different sizes with places around them, the same each time. Returns where the towns are."""
    chance = random.Random(11)
    towns = [(60 + 6 * chance.random(), 22 + 7 * chance.random(), "".join(chance.choices(SYLLABLES, k=3)).title())
             for _ in range(100)]
    sizes = [1 / (number + 3) for number in range(len(towns))]
    words = ["".join(chance.choices(SYLLABLES, k=chance.choice((2, 3)))).title() for _ in range(3_000)]
    with open(path, "w") as file:
        file.write("id,name,kind,cuisine,hours,city,lat,lon\n")
        for number in range(PLACES):
            latitude, longitude, town = chance.choices(towns, sizes)[0]
            kitchen = chance.choice(KITCHENS)
            name = " ".join(chance.choices(words, k=2) + ([kitchen.replace("_", " ").title()] if chance.random() < 0.4 else []))
            file.write(f"{number},{name},{chance.choice(('restaurant', 'cafe', 'bar'))},{kitchen},{chance.choice(HOURS)},{town},"
                       f"{latitude + chance.gauss(0, 0.03):.6f},{longitude + chance.gauss(0, 0.06):.6f}\n")
    return towns


def bring(world, path):
    """`noonish import` while the server runs: seconds, and bytes that it took at most."""
    with open(world.folder + "/mapping.yaml", "w") as file:
        file.write(MAPPING)
    begun = time.monotonic()
    result = subprocess.run([world.binary, "import", "csv", path, "--mapping", world.folder + "/mapping.yaml"],
                            env=world.environment, capture_output=True, text=True)
    if result.returncode:
        raise Failure(result.stderr[-500:])
    return time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024


class Line:
    """One kept connection, whose requests are made before they are timed."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def ask(self, path):
        """Seconds and body."""
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        begun = time.perf_counter()
        self.socket.sendall(request)
        data = self.rest
        while (end := data.find(b"\r\n\r\n")) < 0:
            data += self.receive()
        head = data[:end].lower()
        length = int(head.split(b"content-length: ")[1].split(b"\r\n")[0])
        while len(data) < end + 4 + length:
            data += self.receive()
        took = time.perf_counter() - begun
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise Failure(f"{path}: {data[:300]}")
        self.rest = data[end + 4 + length:]
        return took, data[end + 4:end + 4 + length]

    def receive(self):
        data = self.socket.recv(262_144)
        if not data:
            raise Failure("the connection was closed")
        return data


def processor(pid):
    """Seconds that a process has computed, all its threads."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            total += int(open(f"/proc/{pid}/task/{task}/schedstat").read().split()[0])
        except OSError:
            pass
    return total / 1e9


def questions(towns):
    """Kinds of searches, each a path from a spot."""
    chance = random.Random(12)

    def spot():
        latitude, longitude, _ = chance.choice(towns[:30])
        return f"{latitude + chance.gauss(0, 0.01):.5f},{longitude + chance.gauss(0, 0.02):.5f}"

    noon = quote("2027-03-11T12:30:00+02:00")
    search = "/v1/restaurants?"
    return {
        "nearest": lambda: f"{search}near={spot()}&facets=false",
        "nearest, with facets": lambda: f"{search}near={spot()}",
        "a word": lambda: f"{search}near={spot()}&q=pizza&facets=false",
        "words, open then, best": lambda: f"{search}near={spot()}&q=ramen&open=yes&openAt={noon}&sort=best&facets=false",
        "one typo": lambda: f"{search}near={spot()}&q=piza&facets=false",
        "while typing": lambda: f"/v1/restaurants/suggest?near={spot()}&q={chance.choice(('p', 'pi', 'piz', 'ka', 'su'))}",
    }


def latencies(server, towns):
    line = Line(server.port)
    floor = sorted(line.ask("/healthz")[0] for _ in range(QUESTIONS))[QUESTIONS // 2]
    row("a request that asks nothing, p50", floor * 1e6, "µs")
    for name, path in questions(towns).items():
        paths = [path() for _ in range(QUESTIONS)]
        for each in paths[:200]:
            line.ask(each)
        before = processor(server.process.pid)
        answers = [line.ask(each) for each in paths]
        spent = (processor(server.process.pid) - before) / QUESTIONS
        if not any(json.loads(body)["items"] for _, body in answers[:50]):
            raise Failure(f"{name}: nothing is found")
        times = sorted(took for took, _ in answers)
        middle, slow = times[QUESTIONS // 2], times[QUESTIONS * 99 // 100]
        row(f"{name}, p50", middle * 1e6, "µs", peer="a request that asks nothing", peer_value=floor * 1e6)
        row(f"{name}, p99", slow * 1e6, "µs", "at most 4 x p50", slow <= 4 * middle, "p50", middle * 1e6)
        row(f"{name}, server's processor", spent * 1e6, "µs")


def start(server):
    """Seconds from the command until everything can be found."""
    begun = time.monotonic()
    server.start()
    eventually("the server is ready", lambda: server.get("/readyz")[0] == 200, 600, 0.02)
    return time.monotonic() - begun


def main():
    print("| what | value | peer | ratio | goal | holds |\n| --- | --- | --- | --- | --- | --- |", flush=True)
    world = World(http=1, workers=0, settings={
        "NOONISH_LOG_LEVEL": "warning", "NOONISH_LIMITS_SEARCH_BURST": "100000",
        "NOONISH_LIMITS_SEARCH_PER_SECOND": "10000"})
    try:
        path = world.folder + "/places.csv"
        towns = write(path)
        for turn in ("first", "again"):
            seconds, memory = bring(world, path)
            row(f"import of {PLACES} places, {turn}", PLACES / seconds, "places a second")
        row("import, memory at most", memory / 1e6, "MB")
        server = world.https[0]
        if world.sql("SELECT count(*) FROM restaurant WHERE vanished_at IS NULL")[0][0] != str(PLACES):
            raise Failure("not all places are there")
        kept = f"{world.folder}/{server.name}/restaurants.index"
        eventually("the index is saved", lambda: os.path.exists(kept), 600)
        latencies(server, towns)
        world.closed.set()  # nobody starts it but we
        server.stop(120)
        saved = start(server)
        server.stop(120)
        os.unlink(kept)
        read = start(server)
        row(f"start with {PLACES} places, saved index", saved, "s", "sooner than the table", saved < read, "the table", read)
        server.stop(120)
    except Failure as failure:
        row(f"search: {failure}", 0, "", "", False)
    finally:
        world.close()
    with open(sys.argv[1], "w") as file:
        json.dump(ROWS, file)
    sys.exit(0 if all(found["holds"] is not False for found in ROWS) else 1)


main()
