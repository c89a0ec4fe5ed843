"""Cases that kill, stop and cut off: C1 to C7, C9 to C11, C15, C16."""

import json
import os
import random
import shutil
import signal
import subprocess
import threading
import time

from load import Load
from streams import Stream
from world import Failure, Person, World, crowd, eventually, run


def people_and_outings(world, count, guests=2):
    return [world.outing(Person(world, f"host{index}"), guests) for index in range(count)]


def finish(world, load, seconds=90):
    load.last()
    world.settle(seconds)
    load.expect_told()
    if load.wrong:
        raise Failure(f"{len(load.wrong)} wrong answers: {load.wrong[:2]} {world.said('request refused')[:2]}")
    return world.report(load)


def c1(full, kills=None):
    """kill -9 of workers at random moments."""
    world = World(http=1, workers=2)
    try:
        with Load(world, people_and_outings(world, 6), rate=10) as load:
            for _ in range(kills or (200 if full else 20)):
                time.sleep(random.uniform(0.05, 0.9))
                victim = random.choice(world.workers)
                victim.kill()
                victim.start()
                world.faults += 1
        report = finish(world, load)
        if report["doubles"] > world.faults * 4 * 4:  # a batch of four in each of four loops
            raise Failure(f"{report['doubles']} doubles for {world.faults} kills")
        return report
    finally:
        world.close()


def c2(full):
    """Killed between the receiver's response and the acknowledgement: one duplicate, with the same id."""
    world = World(http=1, workers=1)
    try:
        outing = people_and_outings(world, 1, guests=1)[0]
        world.settle()
        load = Load(world, [outing])
        worker = world.workers[0]
        for number in range(4 if full else 2):
            caught = threading.Event()

            def stop(mail):
                if not caught.is_set():
                    worker.signal(signal.SIGSTOP)
                    caught.set()

            world.sink.before_answer = stop
            before = len(world.sink.mails)
            load.once(outing, f"again {number}.", number)
            if not caught.wait(30):
                raise Failure("nothing was sent")
            eventually("the answer is on its way", lambda: len(world.sink.mails) > before, 10)
            time.sleep(0.1)
            worker.kill()
            world.sink.before_answer = None
            world.faults += 1
            worker.start()
            eventually("it is sent again", lambda: len(world.sink.mails) > before + 1, 60)
            first, second = world.sink.mails[before:before + 2]
            if (first.id, first.rev) != (second.id, second.rev):
                raise Failure(f"{first.id} came again as {second.id}")
        report = finish(world, load)
        if report["doubles"] != world.faults:
            raise Failure(f"{report['doubles']} doubles for {world.faults} kills")
        return report
    finally:
        world.close()


def c3(full):
    """The response to a write is cut off and the server killed: the same request again has one effect and one response."""
    from network import Proxy
    world = World(http=1, workers=1)
    try:
        host = Person(world, "host")
        server = world.https[0]
        for number in range(10 if full else 4):
            between = Proxy(("127.0.0.1", server.port))
            between.hole_where = None
            body = json.dumps({"title": f"Once {number}"})
            headers = {**host.headers, "Idempotency-Key": f"key-{number}", "Host": "localhost"}

            def ask_and_lose():
                import http.client
                connection = http.client.HTTPConnection("127.0.0.1", between.port, timeout=5)
                try:
                    connection.request("POST", "/v1/outings", body, headers)
                    time.sleep(random.uniform(0, 0.03))
                    between.cut()
                    connection.getresponse().read()
                except Exception:
                    pass

            ask_and_lose()
            server.kill()
            server.start().ready()
            world.faults += 1
            between.close()
            answers = [server.request("POST", "/v1/outings", body, headers) for _ in range(2)]
            if [answer[0] for answer in answers] != [201, 201] or answers[0][2] != answers[1][2]:
                raise Failure(f"not the same answer: {answers}")
            count = world.postgres.number(f"SELECT count(*) FROM outing WHERE title = 'Once {number}'")
            if count != 1:
                raise Failure(f"{count} outings of one request")
        world.settle()
        return world.report()
    finally:
        world.close()


def paused_worker(world, outing, load, edit_meanwhile, seconds):
    """A worker stops while it holds a claim, and continues after its lease has ended."""
    first = world.workers[0]
    caught = threading.Event()

    def stop(mail):
        if not caught.is_set():
            first.signal(signal.SIGSTOP)
            caught.set()

    world.sink.before_answer = stop
    load.once(outing, "before the pause.", 0)
    if not caught.wait(30):
        raise Failure("nothing was sent")
    world.sink.before_answer = None
    world.faults += 1
    second = world.add("worker").start()
    if edit_meanwhile:
        load.once(outing, "during the pause.", 1)
    time.sleep(seconds)
    world.settle()
    told = world.sql("SELECT id, sent_rev FROM outing_watch ORDER BY id")
    sent = len(world.sink.mails)
    first.signal(signal.SIGCONT)
    time.sleep(5)
    if world.sql("SELECT id, sent_rev FROM outing_watch ORDER BY id") != told:
        raise Failure("an acknowledgement without a lease changed something")
    # A message that was being sent when it stopped may still arrive, with its old id; no other is started.
    late = world.sink.mails[sent:]
    if len(late) > 4:
        raise Failure(f"a worker began {len(late)} sends after its lease was over")
    if world.sink.backwards():
        raise Failure("somebody got older news after newer")
    return second


def c4(full):
    """A worker stops for longer than its lease and then continues: its later statements change nothing."""
    world = World(http=1, workers=1)
    try:
        outing = people_and_outings(world, 1, guests=12)[0]
        world.settle()
        load = Load(world, [outing])
        paused_worker(world, outing, load, False, 45)
        return finish(world, load)
    finally:
        world.close()


def c5(full):
    """The same with an edit meanwhile, which another worker sends: no one gets the older state after the newer one."""
    world = World(http=1, workers=1)
    try:
        outing = people_and_outings(world, 1, guests=3)[0]
        world.settle()
        load = Load(world, [outing])
        paused_worker(world, outing, load, True, 45)
        report = finish(world, load)
        if report["backwards"]:
            raise Failure(f"{report['backwards']} mails came after newer ones")
        return report
    finally:
        world.close()


def crash_database(stop, times, pause):
    world = World(http=1, workers=1)
    try:
        recoveries = []
        with Load(world, people_and_outings(world, 6), rate=20) as load:
            for _ in range(times):
                time.sleep(pause)
                stop(world)
                world.faults += 1
                accepted = time.monotonic()
                eventually("the first write after", lambda: any(
                    status == 200 and begun + took > accepted for begun, took, status in load.times[-40:]), 30, 0.02)
                recoveries.append(time.monotonic() - accepted)
        report = finish(world, load)
        report["recovery"] = f"{sorted(recoveries)[len(recoveries) // 2]:.2f} s median, {max(recoveries):.2f} s longest"
        if 503 not in load.answers:
            raise Failure(f"nobody was told 503: {load.answers}")
        if max(recoveries) > 10:
            raise Failure(f"a recovery took {max(recoveries):.1f} s")
        return report
    finally:
        world.close()


def c6(full, times=None):
    """pg_ctl stop -m immediate under load."""
    def stop(world):
        world.postgres.stop(signal.SIGQUIT)
        world.postgres.start()
    return crash_database(stop, times or (30 if full else 6), 10 if full else 3)


def c7(full):
    """SIGKILL of the postmaster, and of one backend, after which PostgreSQL recovers as after a crash."""
    state = {"turn": 0}

    def stop(world):
        state["turn"] += 1
        if state["turn"] % 2:
            world.postgres.stop(signal.SIGKILL)
            world.postgres.start()
        else:
            backend = world.sql("SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'noonish%' LIMIT 1")[0][0]
            os.kill(int(backend), signal.SIGKILL)
            time.sleep(0.3)
            world.postgres.wait()
    return crash_database(stop, 20 if full else 4, 4)


def c9(full):
    """The database accepts connections and never responds: calls end at their deadline, and the service recovers."""
    world = World(http=1, workers=1, settings={"NOONISH_DATABASE_STATEMENT_TIMEOUT": "2s"})
    try:
        outings = people_and_outings(world, 3)
        with Load(world, outings, rate=5) as load:
            time.sleep(2)
            world.proxy.hole = True
            world.faults += 1
            begun = time.monotonic()
            time.sleep(1)
            status, _, _ = world.https[0].get("/v1/outings", outings[0].host.headers, timeout=30)
            took = time.monotonic() - begun
            if status != 503 or took > 20:
                raise Failure(f"asked of a silent database: {status} after {took:.1f} s")
            if world.https[0].get("/readyz", timeout=30)[0] != 503:
                raise Failure("says that it is ready")
            if world.https[0].get("/healthz", timeout=30)[0] != 200:
                raise Failure("says that it is dead")
            time.sleep(5)
            world.proxy.hole = False
            world.proxy.cut()
            eventually("ready again", lambda: world.https[0].get("/readyz")[0] == 200, 60)
        return finish(world, load)
    finally:
        world.close()


def c10(full):
    """The listening connection dies unnoticed: streams continue by polling, and it is replaced."""
    world = World(http=2, workers=1)
    try:
        outing = people_and_outings(world, 1)[0]
        here, there = world.https
        stream = Stream(there.port, outing.host.token)
        stream.wait("event: hello")
        dead = threading.Event()
        world.proxy.hole_where = lambda data: b"LISTEN" in data or b"pg_listening_channels" in data
        # From its next heartbeat on, every listening connection is dead, new ones too.
        eventually("the heartbeat is swallowed", lambda: True, 1)
        time.sleep(12)
        world.faults += 1
        load = Load(world, [outing])
        lags = []
        for number in range(10):
            begun = time.monotonic()
            status, headers, _ = here.request(
                "PATCH", outing.path, json.dumps({"note": f"heard {number}."}),
                {**outing.host.headers, "Content-Type": "application/merge-patch+json", "If-Match": outing.tag})
            if status != 200:
                raise Failure(f"an edit: {status}")
            load.acknowledged.append(f"heard {number}.")
            outing.tag = headers["etag"]
            stream.wait(f'"rev":{number + 2},', 10)
            lags.append(time.monotonic() - begun)
        world.proxy.hole_where = None
        listening = "SELECT count(*) FROM pg_stat_activity WHERE query ILIKE '%listen%' AND application_name LIKE 'noonish%'"
        begun = time.monotonic()
        # The heartbeat after the fault uses another connection.
        eventually("it listens again", lambda: world.postgres.number(listening) >= 2, 40)
        report = finish(world, load)
        report["lag"] = f"{max(lags):.2f} s at most"
        if max(lags) > 2.5:
            raise Failure(f"a stream was {max(lags):.1f} s late")
        return report
    finally:
        world.close()


def c11(full):
    """No connection to the database for 30 s, then one that loses packets."""
    rules = "tcp dport {port} {what}; tcp sport {port} {what}"
    # Only in a network namespace of its own, so that these rules affect nothing else.
    if os.environ.get("NOONISH_CHAOS_NETWORK") != "own" or not shutil.which("nft"):
        return None
    world = World(http=1, workers=1)

    def lose(what):
        subprocess.run(["nft", "flush", "ruleset"])
        if what:
            text = rules.format(port=world.postgres.port, what=what).replace("; ", "\n")
            subprocess.run(["nft", "-f", "-"], input=(
                f"table inet chaos {{\nchain in {{\ntype filter hook input priority 0\n{text}\n}}\n}}\n"),
                text=True, check=True)

    try:
        # Directly to PostgreSQL, because a proxy would hide the loss.
        for server in world.servers:
            server.kill()
            server.environment["NOONISH_DATABASE_URL"] = world.address(world.postgres.port)
            server.start()
        world.https[0].ready()
        with Load(world, people_and_outings(world, 4), rate=10) as load:
            time.sleep(2)
            lose("drop")
            world.faults += 1
            time.sleep(30 if full else 12)
            lose("reject with tcp reset")
            world.faults += 1
            time.sleep(3)
            for percent in (1, 10):
                lose(f"numgen random mod 100 < {percent} drop")
                world.faults += 1
                begun = time.monotonic()
                time.sleep(20 if full else 8)
                load.world_note = load.percentile(0.99, begun)
            lose(None)
            eventually("ready again", lambda: world.https[0].get("/readyz")[0] == 200, 90)
        report = finish(world, load)
        report["p99 at 10 % loss"] = f"{load.world_note:.2f} s"
        return report
    finally:
        subprocess.run(["nft", "flush", "ruleset"])
        world.close()


def c15(full):
    """The disk is full for a while: reads continue, writes return 503, and nothing acknowledged is lost."""
    if os.getuid() != 0:
        return None
    place = f"/tmp/noonish-full.{os.getpid()}"
    os.makedirs(place)
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=160m", "noonish", place], capture_output=True)
    if mount.returncode:
        os.rmdir(place)
        return None
    os.chmod(place, 0o755)
    world = None
    try:
        world = World(http=1, workers=1, data=place + "/data")
        outings = people_and_outings(world, 4)
        with Load(world, outings, rate=20) as load:
            time.sleep(2)
            filler = place + "/filler"
            free = os.statvfs(place)
            with open(filler, "wb") as file:
                try:
                    file.write(b"x" * (free.f_bavail * free.f_frsize))
                except OSError:
                    pass
            world.faults += 1
            refused = len([1 for _, _, status in load.times if status == 503])

            def is_refused():
                try:
                    world.sql("SELECT pg_switch_wal()")  # until a segment is needed that there is no room for
                except Failure:
                    pass
                return len([1 for _, _, status in load.times if status == 503]) > refused

            try:
                eventually("writes are refused", is_refused, 60)
                reads = world.https[0].get("/v1/outings", outings[0].host.headers)[0]
            finally:
                os.remove(filler)
                run(["mount", "-o", "remount,size=400m", place])
            if world.postgres.process.poll() is not None:
                world.postgres.start()  # a full pg_wal is a panic, and the restart an operator's
                kind = "WAL: PostgreSQL stopped and was started again"
            else:
                kind = "PostgreSQL went on"
                if reads != 200:
                    raise Failure(f"reading: {reads}")
            eventually("ready again", lambda: world.https[0].get("/readyz")[0] == 200, 60)
        report = finish(world, load)
        report["disk"] = kind
        return report
    finally:
        if world:
            world.close()
        subprocess.run(["umount", "-l", place])
        os.rmdir(place)


def c16(full):
    """The log cannot be written: the service continues."""
    world = World(http=1, workers=1)
    try:
        for server in world.servers:
            server.stop()
            server.stderr = "/dev/full"
            server.start()
        world.https[0].ready()
        world.faults += 2
        with Load(world, people_and_outings(world, 3), rate=20) as load:
            time.sleep(5)
        return finish(world, load)
    finally:
        world.close()


def mix(full):
    """A minute of everything at once, for every change: kills of all kinds, crashes of the database, cut connections."""
    world = World(http=2, workers=2)
    try:
        outings = people_and_outings(world, 6)
        friend = crowd(world, outings[:1], 1)[0]
        stream = Stream(world.https[0].port, friend, ports=[server.port for server in world.https])
        with Load(world, outings, rate=8) as load:
            deadline = time.monotonic() + (900 if full else 30)
            while time.monotonic() < deadline:
                time.sleep(random.uniform(0.3, 1.2))
                fault = random.choice(["worker", "worker", "worker", "http", "database", "cut", "cut"])
                if fault in ("worker", "http"):
                    victim = random.choice(world.workers if fault == "worker" else world.https)
                    victim.kill()
                    victim.start()
                elif fault == "database":
                    world.postgres.stop(signal.SIGQUIT)
                    world.postgres.start()
                else:
                    world.proxy.cut()
                world.faults += 1
            for server in world.https:
                server.ready()
        report = finish(world, load)
        told = world.postgres.number("SELECT inbox_seq FROM person WHERE name = 'One of many'")
        stream.expect_ids(told)
        report["stream"] = f"{stream.connections} connections, {len(stream.ids)} updates, each once"
        return report
    finally:
        world.close()
