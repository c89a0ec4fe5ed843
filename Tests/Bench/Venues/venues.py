"""Measures menus and the boards of venues; see script/bench.

`venues.py FILE` prints a table and writes the rows to FILE. NOONISH_BINARY is a release build. Costs are processor time from the
kernel, of the server and of PostgreSQL together. A menu of 500 dishes is compared with a file of the same bytes that the same
program serves to its web client. A board's event is compared with the revision of an outing: both are made by the same statement on
rows of the same number, so that what is left of the difference is how streams find and write it.
"""

import gzip
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../../.."))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../Chaos")]

from figures import begin, computed, end, row  # noqa: E402
from world import Failure, Person, World, crowd, eventually, uuid7  # noqa: E402

SIZE = float(os.environ.get("NOONISH_BENCH_SIZE", "1"))
SECONDS = max(2, int(8 * SIZE))
BOARDS = 50
ORDERS_A_SECOND = 20
WORDS = ["green", "red", "fried", "grilled", "spicy", "sweet", "curry", "noodles", "rice", "tofu", "salmon", "chicken", "salad", "soup"]


def menu():
    """A menu of 500 dishes as restaurants have them: most with a description, allergens and options, some in sizes."""
    sections = []
    for section in range(20):
        items = []
        for number in range(25):
            index = section * 25 + number
            words = [WORDS[(index * step + step) % len(WORDS)] for step in (1, 3, 5, 7)]
            item = {"key": f"dish-{index}", "kind": "dish", "name": f"{words[0]} {words[1]} no. {index}".capitalize(),
                    "description": f"With {words[2]} and {words[3]}, made to order", "contains": ["milk", "fish"][:index % 3],
                    "optionGroups": ["spice"]}
            if index % 5:
                item["priceMinor"] = 800 + index
            else:
                item["variants"] = [{"key": "small", "name": "Small", "priceMinor": 700 + index}, {"key": "large", "name": "Large", "priceMinor": 1000 + index}]
            items.append(item)
        sections.append({"key": f"section-{section}", "name": f"Section {section}", "items": items})
    return {"schemaVersion": 1, "language": "en", "currency": "EUR", "pricesIncludeTax": True, "sections": sections, "optionGroups": [
        {"key": "spice", "name": "Spice", "least": 1, "most": 1, "mostOfEach": 1, "options": [
            {"key": "mild", "name": "Mild", "priceMinor": 0, "preselected": True}, {"key": "hot", "name": "Hot", "priceMinor": 50, "preselected": False}]}]}


def add_restaurants(world, count):
    """Adds restaurants to the directory, and returns their ids."""
    ids = [uuid7() for _ in range(count)]
    world.sql("""
        INSERT INTO restaurant_source (id, name, licence, attribution, url)
        VALUES ('bench', 'Bench', 'CC0', 'made up', 'https://bench.example') ON CONFLICT DO NOTHING;
        INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, time_zone, country)
        VALUES """ + ",".join(f"('{id}', 'bench', '{id}', 'Bench', 'restaurant', 60.17, 24.94, 'Europe/Helsinki', 'FI')" for id in ids))
    return ids


def processes(world):
    return [world.https[0].process.pid, world.postgres.process.pid]


def cost(world, path, headers):
    """Processor time in microseconds of a response, after a warm-up."""
    def requests(seconds):
        said = subprocess.run(
            ["wrk", "-t1", "-c8", f"-d{seconds}s", "-H", "Host: localhost", *[part for header in headers for part in ("-H", header)],
             f"http://127.0.0.1:{world.https[0].port}{path}"], capture_output=True, text=True, check=True).stdout
        if "Non-2xx or 3xx" in said:
            raise Failure(f"{path}: {said}")
        return int(re.search(r"(\d+) requests in", said)[1])

    requests(2)
    before = sum(map(computed, processes(world)))
    count = requests(SECONDS)
    return (sum(map(computed, processes(world))) - before) / count * 1e6


def menus(world, web):
    restaurant, = add_restaurants(world, 1)
    file = f"{world.folder}/menu.json"
    with open(file, "w") as output:
        json.dump(menu(), output)
    subprocess.run([os.environ["NOONISH_BINARY"], "import", "menu", file, "--restaurant", restaurant, "--publish"],
                   env={**world.https[0].environment, "NOONISH_DATA_FOLDER": world.folder}, cwd=ROOT, check=True, capture_output=True)
    path = f"/v1/restaurants/{restaurant}/menu"
    _, _, body = world.https[0].request("GET", path)
    row("a menu of 500 dishes, plain", len(body) / 1000, "kB", "at most 150 kB", len(body) <= 150_000)
    small = len(gzip.compress(body, 6))
    row("the same, compressed", small / 1000, "kB", "at most 25 kB", small <= 25_000)

    # Files are read when they are first served.
    with open(f"{web}/assets/bench.json", "wb") as output:
        output.write(body)
    same = "/assets/bench.json"
    compressed = ["Accept-Encoding: gzip"]
    for goal, name, extra in ((0.8, "304", lambda tag: [f"If-None-Match: {tag}"]), (0.7, "200, compressed", lambda tag: [])):
        figures = []
        for address in (path, same):
            tag = world.https[0].request("GET", address)[1]["etag"]
            figures.append(1e6 / cost(world, address, compressed + extra(tag)))
        mine, other = figures
        row(f"a menu of 500 dishes, {name}", mine, "a second of processor", f"at least {goal} x", mine >= goal * other, "a file of the same bytes", other)


class Streams:
    """Streams that count the events of one name."""

    def __init__(self, port, event, requests):
        self.marker, self.count, self.lock = f"event: {event}".encode(), 0, threading.Lock()
        self.sockets = []
        for path, token in requests:
            connection = socket.create_connection(("127.0.0.1", port))
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
            self.sockets.append(connection)
            threading.Thread(target=self.read, args=(connection,), daemon=True).start()
        eventually("every stream has its first event", lambda: self.count >= len(self.sockets), 30)

    def read(self, connection):
        while data := connection.recv(65536):
            if found := data.count(self.marker):
                with self.lock:
                    self.count += found

    def close(self):
        for connection in self.sockets:
            connection.shutdown(socket.SHUT_RDWR)  # ends its reader


def spent(world, edit, streams=None):
    """Processor time of edits at a steady rate, and the number of events that they made."""
    before, events = sum(map(computed, processes(world))), streams.count if streams else 0
    start = time.monotonic()
    for turn in range(SECONDS * ORDERS_A_SECOND):
        time.sleep(max(0, start + turn / ORDERS_A_SECOND - time.monotonic()))
        edit(turn % BOARDS)
    time.sleep(2)
    return sum(map(computed, processes(world))) - before, (streams.count if streams else 0) - events


def delivery(world, event, requests, edit):
    """Processor time in microseconds of an event: of edits with streams, less that of the same edits without."""
    idle, _ = spent(world, edit)
    streams = Streams(world.https[0].port, event, requests)
    busy, events = spent(world, edit, streams)
    streams.close()
    if events < SECONDS * BOARDS / 10:
        raise Failure(f"only {events} events named {event}")
    return (busy - idle) / events * 1e6


def boards(world):
    host = Person(world, "leila")
    eventually("the host is known", lambda: world.https[0].get("/v1/me", host.headers)[0] == 200, 10)
    venues = add_restaurants(world, BOARDS)
    outings = [world.outing(host, guests=0, title=f"Lunch {number}").id for number in range(BOARDS)]
    orders = [uuid7() for _ in range(BOARDS)]
    tokens = [os.urandom(16).hex() for _ in range(BOARDS)]
    for venue, outing, order, token in zip(venues, outings, orders, tokens):
        world.sql(f"""
            INSERT INTO venue (restaurant_id, state, takes_orders, verified_at) VALUES ('{venue}', 'verified', true, now());
            INSERT INTO venue_device (restaurant_id, id, name, token_hash, paired_at)
            VALUES ('{venue}', '{uuid7()}', 'Counter', sha256('{token}'::bytea), now());
            INSERT INTO group_order (outing_id, id, state, coordinator_id, restaurant_id, place_name, currency, fulfilment, time_zone,
                                     locked_at, placed_at, placed_rev, board_day, board_number, seen_rev)
            VALUES ('{outing}', '{order}', 'placed', '{host.id}', '{venue}', 'Bench', 'EUR', 'pick_up', 'UTC',
                    now(), now(), 0, current_date, 1, 0)""")
    readers = crowd(world, [type("Row", (), {"id": outing}) for outing in outings], BOARDS)
    mine = delivery(world, "board", [("/v1/updates/stream", token) for token in tokens],
                    lambda turn: world.sql(f"UPDATE group_order SET rev = rev + 1 WHERE id = '{orders[turn]}'"))
    other = delivery(world, "revision", [(f"/v1/updates/stream?outings={outing}", token) for outing, token in zip(outings, readers)],
                     lambda turn: world.sql(f"UPDATE group_order SET rev = rev + 1 WHERE id = '{orders[turn]}'"))
    row(f"an event to one of {BOARDS} boards, {ORDERS_A_SECOND} orders a second", mine, "µs", "at most 1.2 x", mine <= 1.2 * other,
        "a revision to one of as many outings", other)


def main():
    begin()
    web = f"/tmp/noonish-bench-web.{os.getpid()}"
    shutil.copytree(f"{ROOT}/Sources/Web", web)
    world = None
    try:
        world = World(http=1, workers=0, settings={
            "NOONISH_LOG_LEVEL": "warning", "NOONISH_WEB_FOLDER": web, "NOONISH_LIMITS_SEARCH_BURST": "100000",
            "NOONISH_LIMITS_SEARCH_PER_SECOND": "10000"})
        # Not through the proxy, which would be measured too.
        server = world.https[0]
        server.stop()
        server.environment["NOONISH_DATABASE_URL"] = world.address(world.postgres.port)
        server.start().ready(120)
        menus(world, web)
        boards(world)
    finally:
        if world:
            world.close()
        shutil.rmtree(web)
    end(sys.argv[1])


main()
