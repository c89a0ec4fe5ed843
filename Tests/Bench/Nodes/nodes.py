"""Measures what more processes cost: statements at rest, statements of an edit beside more workers, and processor time of a
request with more HTTP processes; see script/bench.

`nodes.py FILE` prints a table and writes the rows to FILE. NOONISH_BINARY is a release build, NOONISH_BENCH_SIZE a fraction
of the durations. Counts and processor time do not depend on other load, so the machine may be busy.
"""

import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, ".."), os.path.join(HERE, "../../Chaos")]

from figures import begin, end, row  # noqa: E402
from mix import Mix  # noqa: E402
from service import Service  # noqa: E402
from world import Failure  # noqa: E402

SIZE = float(os.environ.get("NOONISH_BENCH_SIZE", "1"))
OUTINGS = 4_000
PLACES = 20_000
EDITS, REQUESTS = 20, 40  # a second; requests for each HTTP process, so that all have the same load
SECONDS = max(5, 30 * SIZE)


def at_rest():
    """Statements a second of N HTTP processes and N workers, when there is nothing to do."""
    world = Service(OUTINGS, PLACES)
    try:
        first = None
        for count in (1, 2, 4, 8):
            world.grow(count, count)
            _, statements, (http, workers, database) = world.measure(lambda: time.sleep(SECONDS))
            rate = statements / SECONDS
            first = first or rate
            row(f"statements at rest, {count} HTTP processes and {count} workers", rate, "a second", "at most 2 x",
                rate <= 2 * first, "1 and 1", first)
            row("the same, database's processor", 100 * database / SECONDS, "% of a core")
            row("the same, each process", 100 * (http + workers) / SECONDS / (2 * count), "% of a core")
    finally:
        world.close()


def edits():
    """Statements and processor time of an edit, with what follows from it, beside more workers."""
    world = Service(OUTINGS, PLACES)
    try:
        first = None
        for count in (1, 2, 4, 8):
            world.grow(1, count)
            mix = Mix(world.addresses(), OUTINGS, EDITS, {"edit": 1})

            def work():
                mix.run(SECONDS)
                world.settle()
                if mix.wrong:
                    raise Failure(f"{len(mix.wrong)} edits failed: {mix.wrong[0]}")
                return mix.done

            done, statements, (http, workers, database) = world.measure(work)
            found = statements / done, 1000 * database / done
            first = first or found
            row(f"statements of an edit to five people, {count} workers", found[0], "", "at most 1.2 x",
                found[0] <= 1.2 * first[0], "1 worker", first[0])
            row("the same, database's processor", found[1], "ms", "at most 1.2 x", found[1] <= 1.2 * first[1], "1 worker", first[1])
            row("the same, processor of all workers", 1000 * workers / done, "ms")
    finally:
        world.close()


def requests():
    """Processor time of a request of the mix with one, two and four HTTP processes, and what follows for machines of their own."""
    world = Service(OUTINGS, PLACES)
    try:
        found = {}
        for count in (1, 2, 4):
            world.grow(count, 1)
            Mix(world.addresses(), OUTINGS, REQUESTS * count).run(5)  # statements are prepared, caches filled
            mix = Mix(world.addresses(), OUTINGS, REQUESTS * count)

            def work():
                mix.run(SECONDS)
                if mix.wrong:
                    raise Failure(f"{len(mix.wrong)} requests failed: {mix.wrong[0]}")
                return mix.done

            done, statements, spent = world.measure(work)
            http, worker, database = (1000 * seconds / done for seconds in spent)
            found[count] = http, database
            one = found[1]
            row(f"a request of the mix, {count} HTTP processes: their processor", http, "ms", peer="1 process", peer_value=one[0])
            row("the same, database's processor", database, "ms", "at most 1.08 x", database <= 1.08 * one[1], "1 process", one[1])
            row("the same, the worker's processor", worker, "ms")
            row("the same, statements", statements / done, "")
        # Machines of as many cores each: capacity(n) = min(n * cores / http(n), cores / database(n)), so that the ratio needs no cores.
        gain = 4 * found[1][0] / found[4][0]
        row("throughput of 4 HTTP machines, by the model", gain, "x of one", "at least 3.2 x", gain >= 3.2)
        row("HTTP machines until one database machine of as many cores is full", found[4][0] / found[4][1], "")
    finally:
        world.close()


def main():
    begin()
    chosen = os.environ.get("NOONISH_BENCH_PARTS", "at_rest edits requests").split()
    for part in (part for part in (at_rest, edits, requests) if part.__name__ in chosen):
        try:
            part()
        except Failure as failure:
            row(f"{part.__name__}: {failure}", 0, "", "", False)
    end(sys.argv[1])


main()
