"""Measures idle memory, and the time from the command to the first response, without any places and with a million; see
script/bench.

`start.py FILE` prints a table and writes the rows to FILE. NOONISH_BINARY is a release build, NOONISH_BENCH_SIZE a fraction
of the million.
"""

import json
import os
import socket
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../Chaos")]

from figures import begin, end, processor, resident, row  # noqa: E402
from world import Failure, World, eventually  # noqa: E402

PLACES = max(1_000, int(1_000_000 * float(os.environ.get("NOONISH_BENCH_SIZE", "1"))))
STARTS = 9
REST = 10  # seconds until the memory of the start is released


def answered(port, path):
    """Whether a request returns 200, and its body."""
    try:
        with socket.create_connection(("127.0.0.1", port), 5) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            data = b""
            while part := line.recv(65_536):
                data += part
    except OSError:
        return None
    head, _, body = data.partition(b"\r\n\r\n")
    return body if b" 200 " in head.split(b"\r\n")[0] else None


def started(server, path, holds):
    """Seconds from the command until `path` returns the expected response, and the processor time until then."""
    begun = time.monotonic()
    server.start()
    deadline = begun + 300
    while not ((body := answered(server.port, path)) and holds(body)):
        if time.monotonic() > deadline:
            raise Failure(f"{path} is not available")
        time.sleep(0.002)
    return time.monotonic() - begun, processor(server.process.pid)


def starts(server, path, holds):
    """The median of several starts."""
    found = []
    for _ in range(STARTS):
        server.stop(120)
        found.append(started(server, path, holds))
    return sorted(found)[STARTS // 2]


def main():
    begin()
    # One process that does everything, the usual setup; only this script starts it.
    world = World(http=1, workers=0, settings={"NOONISH_LOG_LEVEL": "warning"})
    try:
        world.closed.set()
        server = world.https[0]
        server.role = "all"
        server.stop(60)
        seconds, computed = starts(server, "/readyz", lambda body: True)
        row("start to the first answer, no places", seconds * 1_000, "ms", "under 150 ms", seconds < 0.15)
        row("the same, computed by it", computed * 1_000, "ms")
        time.sleep(REST)
        own, all_of_it = resident(server.process.pid)
        row("memory of the idle program, everything in one process", all_of_it / 1e6, "MB", "under 48 MB", all_of_it < 48e6)
        row("the same, its own alone", own / 1e6, "MB")
        server.stop(60)

        world.sql(open(os.path.join(HERE, "../Growth/places.sql")).read().replace(":from", "1").replace(":to", str(PLACES)))
        search = "/v1/restaurants?near=60.1699,24.9384&limit=3&facets=false"
        kept = f"{world.folder}/{server.name}/restaurants.index"
        server.start()
        eventually("the index is saved", lambda: os.path.exists(kept), 900)
        server.stop(120)
        seconds, computed = starts(server, search, lambda body: len(json.loads(body)["items"]) == 3)
        row(f"start to the first found of {PLACES} places", seconds * 1_000, "ms", "under 500 ms", seconds < 0.5)
        row("the same, computed by it", computed * 1_000, "ms")
        time.sleep(REST)
        own, all_of_it = resident(server.process.pid)
        row(f"memory with {PLACES} places, its own alone", own / 1e6, "MB")
        row("the same with the mapped file", all_of_it / 1e6, "MB")
        server.stop(120)
    except Failure as failure:
        row(f"start: {failure}", 0, "", "", False)
    finally:
        world.close()
    end(sys.argv[1])


main()
