"""Measures the delivery of updates through the service's API, with real processes; see script/bench.

`updates.py FILE` prints a table and writes the rows to FILE. NOONISH_BINARY is a release build, NOONISH_CROWD the program
built from crowd.c, NOONISH_DOCUMENTED (if set) a server that streams in the way that Hummingbird documents.
"""

import contextlib
import json
import multiprocessing
import os
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Chaos"))

from faults import people_and_outings  # noqa: E402
from load import Load  # noqa: E402
from streams import Crowd  # noqa: E402
from world import BINARIES, Failure, World, crowd, eventually, free_port  # noqa: E402

SIZE = float(os.environ.get("NOONISH_BENCH_SIZE", "1"))
ROWS = []


def row(name, value, unit, goal, holds, peer="", peer_value=None):
    ROWS.append({"name": name, "value": round(value, 3), "unit": unit, "peer": peer, "peerValue": peer_value,
                 "ratio": round(value / peer_value, 3) if peer_value else None, "goal": goal, "holds": holds})
    print(f"| {name} | {value:.4g} {unit} | {f'{peer}: {peer_value:.4g} {unit}' if peer_value else peer} | "
          f"{f'{value / peer_value:.2f}' if peer_value else ''} | {goal} | "
          f"{'' if holds is None else 'yes' if holds else 'NO'} |", flush=True)


def processor(pid):
    """Processor time of a process and all its threads in seconds, to the nanosecond."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            total += int(open(f"/proc/{pid}/task/{task}/schedstat").read().split()[0])
        except OSError:
            pass
    return total / 1e9


class Many:
    """Streams held by crowd.c, which uses less processor time than Python."""

    def __init__(self, port, path, tokens, folder, slow=0):
        names = f"{folder}/tokens"
        with open(names, "w") as file:
            file.writelines(token + "\n" for token in tokens)
        self.process = subprocess.Popen(
            [os.environ["NOONISH_CROWD"], str(port), path, names, str(slow)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        answer = self.process.stdout.readline().split()
        if not answer:
            raise Failure("the streams could not be opened")
        self.opened = float(answer[1])

    def events(self, count, text, act):
        """The times of the start of `act`, of the first and last arrival, and of the 50th and 99th percentile of the streams."""
        self.process.stdin.write(f"events {count} {text}\n")
        self.process.stdin.flush()
        self.process.stdout.readline()
        begun = time.monotonic()
        act()
        answer = self.process.stdout.readline().split()
        if answer[0] == "none":
            raise Failure("no stream received the event")
        return begun, int(answer[0]), *(float(word) for word in answer[1:])

    def drain(self, seconds):
        self.process.stdin.write(f"drain {seconds}\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline().split()[1])

    def close(self):
        self.process.stdin.close()
        self.process.kill()


def figures(pid, many, count, event, publish, first_memory, first_processor):
    """Memory and processor time per stream, and the cost of one event to all."""
    time.sleep(1)
    held = (resident(pid) - first_memory) / count
    opening = (processor(pid) - first_processor) / count
    lasts, spent = [], processor(pid)
    turns = 10
    for turn in range(turns):
        begun, reached, _, last, _, _ = many.events(1, event, lambda: publish(turn))
        if reached < count:
            raise Failure(f"{reached} of {count} streams received the event")
        lasts.append(last - begun)
        time.sleep(0.1)
    delivery = (processor(pid) - spent) / turns / count
    return held, opening, delivery, sorted(lasts)[turns // 2]


def resident(pid):
    return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{pid}/status").read())[1]) * 1024


def streams():
    """Streams of one outing that all receive one edit, compared with the way that Hummingbird documents, in the same run."""
    count = int(18_000 * SIZE)
    documented = None
    if binary := os.environ.get("NOONISH_DOCUMENTED"):
        port = free_port()
        process = subprocess.Popen([binary, str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            eventually("the documented way answers", lambda: publish_documented(port, "hello"), 20)
            first = resident(process.pid), processor(process.pid)
            folder = f"/tmp/noonish-bench.{os.getpid()}"
            os.makedirs(folder, exist_ok=True)
            many = Many(port, "/events", ["none"] * count, folder)
            documented = figures(process.pid, many, count, "revision", lambda turn: publish_documented(port, "revision"),
                                 *first)
            many.close()
        finally:
            process.kill()
            process.wait()
    world = World(http=1, workers=1, settings={"NOONISH_LOG_LEVEL": "warning"})
    try:
        outings = people_and_outings(world, 1, guests=0)
        world.sql("SELECT count(*) FROM person")
        tokens = crowd(world, outings, count)
        # They follow revisions; their inboxes are measured elsewhere.
        world.sql("UPDATE outing_watch SET live = false, ended_at = now() WHERE person_id IN (SELECT id FROM person WHERE name = 'One of many')")
        server = world.https[0]
        pid = server.process.pid
        load = Load(world, outings)
        load.once(outings[0], "warm", 0)
        first = resident(pid), processor(pid)
        many = Many(server.port, "/v1/updates/stream", tokens, world.folder)
        many.drain(3)
        held, opening, delivery, last = figures(
            pid, many, count, "revision", lambda turn: load.once(outings[0], f"turn {turn}", turn), *first)
        before = processor(pid)
        ended = many.drain(30)
        beat = (processor(pid) - before) / 30
        many.close()
        peers = documented or (None,) * 4
        way = "Hummingbird's documented way" if documented else "Hummingbird's documented way, measured before: 29.4 kB, 43 µs"
        row(f"memory of an open stream, {count} held", held / 1000, "kB", "at most 4 kB", held <= 4_000, way,
            peers[0] and peers[0] / 1000)
        row("opening one, server's processor", opening * 1e6, "µs", "", None, way if documented else "",
            peers[1] and peers[1] * 1e6)
        row(f"an event to {count} streams, processor a delivery", delivery * 1e6, "µs", "at most 17 µs",
            delivery <= 17e-6, way, peers[2] and peers[2] * 1e6)
        row(f"edit to the last of {count} streams", last * 1000, "ms", "at most 600 ms for 10,000", last <= 0.6 * count / 10_000,
            way if documented else "", peers[3] and peers[3] * 1000)
        row(f"{count} quiet streams: heartbeats, polls, session checks", beat * 100, "% of a core", "at most 1.5 %",
            beat <= 0.015)
        row("streams that ended by themselves meanwhile", ended, "", "0", ended == 0)
    finally:
        world.close()


def publish_documented(port, event):
    import http.client
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("POST", f"/publish/{event}")
        return connection.getresponse().read() is not None
    except OSError:
        return False
    finally:
        connection.close()


def edits(port, outings, rate, seconds, queue):
    """A process that edits at a rate, and reports the time of each request."""
    import http.client
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    begun, number, done = time.monotonic(), 0, []
    while time.monotonic() - begun < seconds:
        due = begun + number / rate
        time.sleep(max(0, due - time.monotonic()))
        outing = outings[number % len(outings)]
        asked = time.monotonic()
        connection.request("PATCH", outing.path, json.dumps({"note": f"edit {number}"}), {
            **outing.host.headers, "Content-Type": "application/merge-patch+json", "If-Match": outing.tag,
            "Host": "localhost"})
        answer = connection.getresponse()
        answer.read()
        if answer.status == 200:
            outing.tag = answer.headers["etag"]
            done.append((outing.id, int(outing.tag.strip('"').split(".")[0]), asked, time.monotonic()))
        number += 1
    queue.put(done)


def latency():
    """Edits at 200 a second to 500 outings with 10 streams each: from the request to the event."""
    outings_count, each, rate, seconds = int(500 * SIZE) or 1, 10, 200 * SIZE, 15
    world = World(http=1, workers=1, settings={"NOONISH_LOG_LEVEL": "warning"})
    try:
        outings = people_and_outings(world, outings_count, guests=0)
        tokens = crowd(world, outings, outings_count * each)
        world.settle()
        many = Crowd(world.https[0].port, tokens)
        many.wait_all(lambda number: many.revisions[number], 180)
        time.sleep(3)
        queue = multiprocessing.Queue()
        writers = 2
        processes = [multiprocessing.Process(target=edits, args=(
            world.https[0].port, outings[index::writers], rate / writers, seconds, queue)) for index in range(writers)]
        for process in processes:
            process.start()
        done = [edit for _ in processes for edit in queue.get(timeout=seconds + 60)]
        time.sleep(3)
        # A host's edit advances both version and rev, from the same first revision.
        asked = {(id, version): at for id, version, at, _ in done}
        index = {outing.id: number for number, outing in enumerate(outings)}
        lags, missed = [], 0
        for (id, version), at in asked.items():
            for stream in range(index[id], len(tokens), outings_count):
                seen = [when for rev, when in many.revisions[stream] if rev >= version]
                if seen:
                    lags.append(min(when for when in seen if when) - at)
                else:
                    missed += 1
        lags.sort()
        p50, p99 = lags[len(lags) // 2] * 1000, lags[int(len(lags) * 0.99)] * 1000
        what = f"{outings_count} outings, {each} streams each, {len(done) / seconds:.0f} edits a second"
        row(f"request of an edit to its event, p50 ({what})", p50, "ms", "under 15 ms", p50 < 15)
        row("the same, p99", p99, "ms", "under 80 ms", p99 < 80)
        row("events that never came", missed, "", "0", missed == 0)
        many.close()
    finally:
        world.close()


def deliveries():
    """Backlogs of updates for inboxes, whose receiver, the database itself, responds at once; the last ones while
    a snapshot is held, so that dead rows cannot be removed."""
    world = World(http=1, workers=1, settings={"NOONISH_LOG_LEVEL": "warning"})
    try:
        count = max(1, int(100 * SIZE))
        outings = people_and_outings(world, count, guests=0)
        crowd(world, outings, count * 100)
        world.settle()
        load = Load(world, outings)
        session = Session(world)

        def backlog(turn):
            for worker in world.workers:
                worker.stop()
            for index, outing in enumerate(outings):
                load.once(outing, f"backlog {turn} {index}", index)
            before = session.delivered()
            for worker in world.workers:
                worker.start()
            eventually("the first is delivered", lambda: session.delivered() > before, 60, 0.01)
            begun, first = time.monotonic(), session.delivered()
            eventually("all are", lambda: session.number(
                "SELECT (SELECT count(*) FROM delivery) + (SELECT count(*) FROM outbox)") == 0, 300, 0.1)
            took = time.monotonic() - begun
            return (session.delivered() - first) / took

        backlog(0)
        rate = sorted(backlog(turn) for turn in range(1, 4))[1]
        row("durable deliveries, one worker", rate, "a second", "5,000 a second", rate >= 5_000, "awa, as published", 5_369)
        begun = session.delivered()
        with snapshot(world):
            for turn in range(4, 8):
                backlog(turn)
            before = session.delivered() - begun
            held = sorted(backlog(turn) for turn in range(8, 11))[1]
        row(f"the same beside a snapshot held since {before:.0f} deliveries", held, "a second", "at least 0.8 x",
            held >= 0.8 * rate, "without", rate)
        world.report(load)
        session.close()
    finally:
        world.close()


class Session:
    """A persistent psql, so that queries cost the measured machine next to nothing."""

    def __init__(self, world):
        self.process = subprocess.Popen(
            [BINARIES + "/psql", "-h", world.postgres.socket, "-p", str(world.postgres.port), "-U", "postgres", "noonish",
             "-qAt"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def number(self, query):
        self.process.stdin.write(query + ";\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def delivered(self):
        return self.number("SELECT sum(inbox_seq) FROM person")

    def close(self):
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def snapshot(world):
    """A transaction with a snapshot of the database from its start."""
    holder = Session(world)
    holder.number("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM delivery_channel")
    try:
        yield
    finally:
        holder.close()


def writes():
    """Edits per second of eight writers without pauses, with and without fan-out and the deliveries that follow."""
    world = World(http=1, workers=1, settings={"NOONISH_LOG_LEVEL": "warning"})
    try:
        outings = people_and_outings(world, 8, guests=0)
        crowd(world, outings, 80)
        world.settle()

        def rate(workers, seconds=8):
            for worker in world.workers:
                if not workers:
                    worker.stop()
                elif worker.process is None:
                    worker.start()
            time.sleep(1)
            with Load(world, outings) as load:
                time.sleep(seconds)
            return len(load.acknowledged) / seconds

        off, on = rate(False), rate(True)
        off, on = max(off, rate(False)), max(on, rate(True))
        row("edits a second with fan-out", on, "a second", "at least 0.85 x", on >= 0.85 * off, "without", off)
    finally:
        world.close()


def main():
    print("| what | value | peer | ratio | goal | holds |\n| --- | --- | --- | --- | --- | --- |", flush=True)
    wanted = os.environ.get("NOONISH_BENCH_PARTS", "streams latency deliveries writes").split()
    for part in (streams, latency, deliveries, writes):
        if part.__name__ in wanted:
            try:
                part()
            except Failure as failure:
                row(f"{part.__name__}: {failure}", 0, "", "", False)
    with open(sys.argv[1], "w") as file:
        json.dump(ROWS, file)
    sys.exit(0 if all(found["holds"] is not False for found in ROWS) else 1)


main()
