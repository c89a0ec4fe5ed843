"""Measures searches through the service's API: imports a generated directory, sends queries over HTTP, and restarts the
process with and without its saved index; see script/bench.

`search.py FILE` prints a table and writes the rows to FILE. NOONISH_BINARY is a release build, NOONISH_BENCH_SIZE a fraction
of the usual 200,000 places.
"""

import json
import os
import random
import re
import resource
import subprocess
import sys
import time
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../Chaos")]

from figures import Line, begin, end, processor, row  # noqa: E402
from world import Failure, World, eventually  # noqa: E402

SIZE = float(os.environ.get("NOONISH_BENCH_SIZE", "1"))
PLACES = max(2_000, int(200_000 * SIZE))
QUESTIONS = 1_000
SECONDS = max(1, int(4 * SIZE))

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


def write(path):
    """Writes towns of very different sizes with places around them, the same each time. Returns the positions of the towns."""
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
    """`noonish import` while the server runs: returns the seconds, and the peak memory in bytes."""
    with open(world.folder + "/mapping.yaml", "w") as file:
        file.write(MAPPING)
    begun = time.monotonic()
    result = subprocess.run([world.binary, "import", "csv", path, "--mapping", world.folder + "/mapping.yaml"],
                            env=world.environment, capture_output=True, text=True)
    if result.returncode:
        raise Failure(result.stderr[-500:])
    return time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024


def questions(towns):
    """Kinds of searches, each a function from a position to a path."""
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
    before = processor(server.process.pid)
    floor = sorted(line.ask("/healthz")[0] for _ in range(QUESTIONS))[QUESTIONS // 2]
    bare = (processor(server.process.pid) - before) / QUESTIONS
    row("a request that asks nothing, p50", floor * 1e6, "µs")
    row("the same, server's processor", bare * 1e6, "µs")
    for name, path in questions(towns).items():
        paths = [path() for _ in range(QUESTIONS)]
        for each in paths[:200]:
            line.ask(each)
        before = processor(server.process.pid)
        answers = [line.ask(each) for each in paths]
        spent = (processor(server.process.pid) - before) / QUESTIONS
        if not any(json.loads(body)["items"] for _, _, body in answers[:50]):
            raise Failure(f"{name}: no results")
        times = sorted(took for took, _, _ in answers)
        middle, slow = times[QUESTIONS // 2], times[QUESTIONS * 99 // 100]
        row(f"{name}, p50", middle * 1e6, "µs", peer="a request that asks nothing", peer_value=floor * 1e6)
        row(f"{name}, p99", slow * 1e6, "µs", "at most 4 x p50", slow <= 4 * middle, "p50", middle * 1e6)
        row(f"{name}, server's processor", spent * 1e6, "µs", peer="a request that asks nothing", peer_value=bare * 1e6)


def throughput(world, server, towns):
    """Requests per second over 16 connections: a plain search, compared with a request that does no work."""
    paths = world.folder + "/paths"

    def rate(path):
        with open(paths, "w") as file:
            file.writelines(path() + "\n" for _ in range(5_000))
        said = subprocess.run(["wrk", "-t1", "-c16", f"-d{SECONDS}s", "-s", f"{HERE}/paths.lua", f"http://127.0.0.1:{server.port}",
                               "--", paths], capture_output=True, text=True, check=True).stdout
        failed, requests, microseconds = map(int, re.search(r"failed=(\d+) requests=(\d+) microseconds=(\d+)", said).groups())
        if failed:
            raise Failure(f"{failed} of {requests} requests failed")
        return requests / microseconds * 1e6

    nearest = questions(towns)["nearest"]
    rate(nearest)
    # In turns, so that other load affects both alike; the medians count.
    turns = [(rate(lambda: "/healthz"), rate(nearest)) for _ in range(5)]
    bare, search = (sorted(side)[len(turns) // 2] for side in zip(*turns))
    row("nearest, requests a second", search, "a second", "at least 0.6 x", search >= 0.6 * bare, "a request that asks nothing", bare)


def start(server):
    """Seconds from the command until all places can be found."""
    begun = time.monotonic()
    server.start()
    eventually("the server is ready", lambda: server.get("/readyz")[0] == 200, 600, 0.02)
    return time.monotonic() - begun


def main():
    begin()
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
            raise Failure("some places are missing")
        kept = f"{world.folder}/{server.name}/restaurants.index"
        eventually("the index is saved", lambda: os.path.exists(kept), 600)
        latencies(server, towns)
        throughput(world, server, towns)
        world.closed.set()  # only this script starts it
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
    end(sys.argv[1])


main()
