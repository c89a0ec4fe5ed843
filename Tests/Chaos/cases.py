"""Cases of clocks, size and crowds: C8, C12 to C14, C17 to C22, C24, C25."""

import glob
import json
import os
import random
import re
import signal
import subprocess
import threading
import time

from faults import finish, people_and_outings
from load import Load
from silent_crowd import SilentCrowd
from streams import Crowd
from world import BINARIES, Failure, World, crowd, eventually, uuid7

FAKETIME = (glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1") or [None])[0]


def faked(time_text):
    return {"LD_PRELOAD": FAKETIME, "FAKETIME": time_text, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}


def c8(full):
    """Wrong clocks: of processes, then of the database. Only the database's clock matters, and a jump loses nothing."""
    if not FAKETIME:
        return None
    world = World(http=1, workers=1)
    try:
        for clock in ("+90m", "-3d"):
            world.add("worker").start(faked(clock))
            world.add("http").start(faked(clock))
            world.faults += 2
        for server in world.https:
            server.ready()
        with Load(world, people_and_outings(world, 6), rate=10) as load:
            time.sleep(6)
            for clock in ("+90m", "+80m"):  # ahead, then a step back
                world.postgres.stop(signal.SIGINT)
                world.postgres.start(faked(clock))
                world.faults += 1
                time.sleep(6)
        # Rows that were due by the fast clock are due by the slow one once it reaches that time.
        world.postgres.ask("UPDATE delivery SET due_at = least(due_at, now() + interval '1 s'), "
                           "latest = least(latest, now() + interval '1 s')")
        return finish(world, load)
    finally:
        world.close()


def backlog(world, rows):
    """Creates `rows` watches by mail that are behind, each of its own outing and person."""
    person = uuid7()
    world.sql(f"""
        INSERT INTO person (id, kind, name) VALUES ('{person}', 'member', 'Backlog');
        SET session_replication_role = replica;
        CREATE TEMP TABLE made AS SELECT gen_random_uuid() AS outing, gen_random_uuid() AS watch
          FROM generate_series(1, {rows});
        INSERT INTO outing (id, host_id, title, time_zone, rev) SELECT outing, '{person}', 'Lunch', 'Europe/Helsinki', 1
          FROM made;
        INSERT INTO outing_watch (outing_id, id, person_id, channel, sent_rev) SELECT outing, watch, '{person}', 'mail', 0
          FROM made;
        INSERT INTO delivery (watch_id, outing_id, channel, host_id, want_rev, due_at, latest)
        SELECT watch, outing, 'mail', '{person}', 1, now() - random() * interval '1 hour', now() FROM made;
        SET session_replication_role = origin;
        ANALYZE delivery; ANALYZE outing_watch; ANALYZE outing""")


def claim_statement(world):
    """The claim, as the program sends it."""
    text = eventually("a worker claims", lambda: [row[0] for row in world.sql(
        "SELECT replace(query, E'\\n', ' ') FROM pg_stat_activity WHERE query LIKE '%delivery.claim_deliveries%' "
        "AND pid <> pg_backend_pid()")], 60)[0]
    return re.sub(r"/\*.*?\*/", "", text)


def c12(full):
    """A million waiting rows with a fifth of dead tuples: a claim stays fast, because it uses one index."""
    world = World(http=1, workers=1)
    try:
        statement = claim_statement(world)
        for worker in world.workers:
            worker.stop()
        rows = 1_000_000 if full else 200_000
        backlog(world, rows)
        world.sql("UPDATE delivery SET attempts = attempts WHERE random() < 0.2")
        prepare = f"PREPARE claim (bigint[], timestamptz[], text, bigint, bigint) AS {statement};"
        given = "'{0,1,2,3,4}', '{NULL,NULL,NULL,NULL,NULL}', 'mail', 50, 50"
        plan = "\n".join(row[0] for row in world.sql(f"{prepare} EXPLAIN EXECUTE claim ({given})"))
        if "Seq Scan on delivery " in plan or "delivery_due_idx" not in plan:
            raise Failure(f"the claim reads more than its index:\n{plan}")
        times = [float(row[0].split(":")[1].split()[0]) for row in world.sql(
            prepare + f"EXPLAIN ANALYZE EXECUTE claim ({given});" * 200) if row[0].startswith("Execution Time")]
        p99 = sorted(times)[int(len(times) * 0.99)]
        world.faults += 1
        if p99 > 25:
            raise Failure(f"claims take {p99:.1f} ms")
        return {**world_report_of_backlog(world), "claim": f"p99 {p99:.1f} ms beside {rows} rows"}
    finally:
        world.close()


def world_report_of_backlog(world):
    """Deletes the backlog before the checks, because its rows have no changes."""
    world.sql("SET session_replication_role = replica; DELETE FROM delivery; DELETE FROM outing_watch; DELETE FROM outing")
    return world.report()


def c13(full):
    """A long transaction prevents the removal of dead rows: deliveries continue nearly as fast."""
    world = World(http=1, workers=1)
    try:
        outings = people_and_outings(world, 20)
        world.settle()
        seconds = 60 if full else 15

        def measure():
            before = world.postgres.number("SELECT sum(inbox_seq) FROM person") + len(world.sink.mails)
            with Load(world, outings, rate=20) as load:
                time.sleep(seconds)
            after = world.postgres.number("SELECT sum(inbox_seq) FROM person") + len(world.sink.mails)
            return load, (after - before) / seconds

        first, base = measure()
        holder = subprocess.Popen(
            [BINARIES + "/psql", "-h", world.postgres.socket, "-p", str(world.postgres.port), "-U", "postgres", "noonish",
             "-qAt"], stdin=subprocess.PIPE, text=True)
        holder.stdin.write("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM delivery_channel;\n")
        holder.stdin.flush()
        world.faults += 1
        second, held = measure()
        holder.kill()
        second.acknowledged += first.acknowledged
        report = finish(world, second)
        report["deliveries"] = f"{base:.0f} a second, {held:.0f} while it was held"
        if held < 0.8 * base:
            raise Failure(report["deliveries"])
        return report
    finally:
        world.close()


def c14(full):
    """Notifications do not delay writers: none is sent within an edit's transaction."""
    world = World(http=1, workers=1)
    try:
        outings = people_and_outings(world, 16, guests=1)
        world.settle()
        seconds = 20 if full else 8

        def rate(workers):
            for worker in world.workers:
                worker.start() if workers else worker.stop()
            time.sleep(1)
            with Load(world, outings) as load:
                time.sleep(seconds)
            return load, len(load.acknowledged) / seconds

        world.sql("ALTER SYSTEM SET log_statement = 'all'; SELECT pg_reload_conf()")
        rate_of_one = Load(world, outings[:1])
        for number in range(20):
            rate_of_one.once(outings[0], f"logged {number}.", number)
        world.sql("ALTER SYSTEM RESET log_statement; SELECT pg_reload_conf()")
        inside = transactions_that_notify(open(world.postgres.log).read())
        if inside:
            raise Failure(f"a transaction notifies: {inside[0]}")
        rates = {True: [], False: []}
        loads = []
        for workers in (False, True, False, True):
            load, found = rate(workers)
            rates[workers].append(found)
            loads.append(load)
        for load in loads[1:]:
            loads[0].acknowledged += load.acknowledged
        report = finish(world, loads[0])
        report["writes"] = f"{max(rates[False]):.0f} a second without fan-out, {max(rates[True]):.0f} with it"
        return report
    finally:
        world.close()


def transactions_that_notify(log):
    """Returns the log lines of a session that notifies between BEGIN and COMMIT."""
    open_in, found = {}, []
    for line in log.splitlines():
        process = re.search(r"\[(\d+)\]", line)
        if not process or ("statement:" not in line and "execute" not in line):
            continue
        if re.search(r"\bBEGIN\b", line):
            open_in[process[1]] = True
        elif re.search(r"\b(COMMIT|ROLLBACK)\b", line):
            open_in[process[1]] = False
        elif re.search(r"\bNOTIFY\b|pg_notify", line) and open_in.get(process[1]):
            found.append(line)
    return found


def c17(full):
    """A change that cannot be decoded: its watches become dead letters, and all others are notified."""
    world = World(http=1, workers=1)
    try:
        world.sql("UPDATE delivery_channel SET max_attempts = 2, cap = '1 s'")
        poisoned, *others = people_and_outings(world, 4)
        world.settle()
        for worker in world.workers:
            worker.stop()
        load = Load(world, others)
        Load(world, [poisoned]).once(poisoned, "unreadable.", 0)
        world.sql(f"""UPDATE outing_change SET patch = '[{{"kind": "title_changed", "previous": 1, "current": []}}]'
                       WHERE outing_id = '{poisoned.id}' AND rev = (SELECT rev FROM outing WHERE id = '{poisoned.id}')""")
        world.faults += 1
        for worker in world.workers:
            worker.start()
        load.last()
        world.settle()
        load.expect_told()
        dead = world.postgres.number(f"SELECT count(*) FROM dead_letter WHERE outing_id = '{poisoned.id}'")
        elsewhere = world.postgres.number("SELECT count(*) FROM dead_letter") - dead
        skipped = world.postgres.number(
            f"SELECT count(*) FROM outing_watch w JOIN outing o ON o.id = w.outing_id WHERE o.id = '{poisoned.id}'"
            " AND w.sent_rev = o.rev")
        watches = world.postgres.number(f"SELECT count(*) FROM outing_watch WHERE outing_id = '{poisoned.id}' AND live")
        if elsewhere or dead + skipped < watches:
            raise Failure(f"{dead} dead and {skipped} skipped of {watches}, {elsewhere} dead elsewhere")
        report = world.report(load)
        report["behind"] -= dead  # set aside, which an operator sees
        report["dead"] = f"{dead} of {watches} watches of the poisoned outing, {skipped} told without it"
        return report
    finally:
        world.close()


def c18(full):
    """The mail server refuses everything for a while: attempts are spread out, and afterwards all mail is delivered."""
    world = World(http=1, workers=2)
    try:
        world.sql("UPDATE delivery_channel SET cap = '30 s', max_attempts = 100")
        outings = people_and_outings(world, 20, guests=10)
        world.settle(120)
        world.sink.refuse = True
        world.sink.attempts.clear()
        load = Load(world, outings)
        for index, outing in enumerate(outings):
            load.once(outing, f"refused {index}.", index)
        world.faults += 1
        time.sleep(1200 if full else 75)
        world.sink.refuse = False
        back = time.monotonic()
        attempts = sorted(world.sink.attempts)
        late = [at for at in attempts if at > attempts[0] + 30]  # the first attempts are one burst, as the edit was
        buckets = {}
        for at in late:
            buckets[int(at)] = buckets.get(int(at), 0) + 1
        worst = max(buckets.values(), default=0) / max(1, len(late))
        # No mail is sent to a destination that keeps failing for up to five minutes.
        report = finish(world, load, seconds=400)
        report["retries"] = (f"{len(attempts)}, at most {worst:.0%} in one second after the first half minute; "
                             f"all delivered {time.monotonic() - back:.0f} s after")
        if len(late) >= 100 and worst > (0.05 if full else 0.15):
            raise Failure(report["retries"])
        return report
    finally:
        world.close()


def c19(full):
    """Eight processes at the change of an hour, two of them killed then: the work of that slot is done once."""
    if not FAKETIME:
        return None
    world = World(http=1, workers=0)
    try:
        if not world.number_of_tables("job"):
            return None
        workers = [world.add("worker") for _ in range(8)]
        world.postgres.stop(signal.SIGINT)
        world.postgres.start(faked("@2031-05-05 09:59:40"))
        for worker in workers:
            worker.start()
        eventually("the hour turns", lambda: world.sql("SELECT now() >= '2031-05-05 10:00'")[0][0] == "t", 60, 0.05)
        for victim in random.sample(workers, 2):
            victim.kill()
            world.faults += 1
        time.sleep(15)
        late = world.postgres.number("SELECT count(*) FROM job WHERE unique_key = 'cron' AND due_at < now() - interval '5 s'")
        slots = world.postgres.number("SELECT count(*) FROM job WHERE unique_key = 'cron' AND due_at > '2031-05-05 10:00'")
        if late or not slots:
            raise Failure(f"{slots} jobs have their next slot, {late} are late")
        return {**world.report(), "slots": slots}
    finally:
        world.close()


def c20(full):
    """Sixty-four people edit and answer the same two outings, with four workers: no deadlock."""
    world = World(http=2, workers=4)
    try:
        outings = people_and_outings(world, 2, guests=10)
        world.settle()
        both = [outings[number % 2] for number in range(64)]
        with Load(world, both) as load:
            time.sleep(60 if full else 12)
        world.faults += 1
        log = open(world.postgres.log).read()
        if "deadlock detected" in log:
            raise Failure("PostgreSQL found a deadlock")
        load.outings = outings
        return finish(world, load)
    finally:
        world.close()


def memory(server):
    """Returns the resident memory of a process in bytes."""
    text = open(f"/proc/{server.process.pid}/status").read()
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) * 1024


def c21(full):
    """A tenth of the streams never read: the others stay as fast as without them, and memory stays bounded."""
    world = World(http=1, workers=1)
    try:
        outings = people_and_outings(world, 10, guests=0)
        count = 5000 if full else 600
        tokens = crowd(world, outings, count)
        world.settle()

        def measure(slow):
            many = Crowd(world.https[0].port, tokens, slow)
            many.wait_all(lambda number: many.revisions[number], 120)
            before = memory(world.https[0])
            load = Load(world, outings)
            lags = []
            for turn in range(40):
                outing = turn % len(outings)
                begun = time.monotonic()
                # Long notes, so that a stream that is not read soon falls far behind.
                load.once(outings[outing], f"{turn} " + "x" * 3900, turn)
                rev = world.postgres.number(f"SELECT rev FROM outing WHERE id = '{outings[outing].id}'")
                mine = [number for number in range(slow, count) if number % len(outings) == outing]
                eventually("all have it", lambda: all(
                    many.revisions[number] and many.revisions[number][-1][0] >= rev for number in mine), 60, 0.01)
                lags += [many.revisions[number][-1][1] - begun for number in mine]
            grown = memory(world.https[0]) - before
            many.close()
            return sorted(lags), grown, load

        base, _, first = measure(0)
        time.sleep(2)
        with_slow, grown, second = measure(count // 10)
        world.faults += count // 10
        p99 = lambda lags: lags[int(len(lags) * 0.99)] * 1000
        second.acknowledged += first.acknowledged
        report = finish(world, second)
        report["p99"] = f"{p99(base):.0f} ms without, {p99(with_slow):.0f} ms with {count // 10} that do not read"
        report["memory"] = f"{grown / max(1, count // 10) / 1000:.0f} kB for each of them"
        if grown > count // 10 * 80_000 + 8_000_000:
            raise Failure(f"memory grew by {grown / 1e6:.0f} MB")
        return report
    finally:
        world.close()


def c22(full):
    """SIGTERM with all streams open: they end over ten seconds, reconnect elsewhere, and miss and repeat nothing."""
    world = World(http=2, workers=1)
    try:
        outings = people_and_outings(world, 20, guests=0)
        count = 15000 if full else 1000
        tokens = crowd(world, outings, count)
        world.settle()
        here, there = world.https
        many = Crowd(here.port, tokens)
        many.wait_all(lambda number: many.last[number] is not None, 180)
        load = Load(world, outings)
        for index, outing in enumerate(outings):
            load.once(outing, f"before {index}.", index)
        many.wait_all(lambda number: many.ids[number], 60)
        begun = time.monotonic()
        many.port = there.port
        here.signal(signal.SIGTERM)
        world.faults += 1
        back = 0
        while back < count:
            if time.monotonic() - begun > 60:
                raise Failure(f"{back} of {count} streams were told within a minute")
            if back < len(many.ended):
                many.connect(many.ended[back][0])
                back += 1
            else:
                time.sleep(0.005)
        ended = [at - begun for _, at in many.ended[:count]]
        here.process.wait(30)
        here.process = None
        world.servers.remove(here)
        for index, outing in enumerate(outings):
            load.once(outing, f"after {index}.", index)
        world.settle()
        ends = len(many.ids[0]) and world.postgres.number("SELECT max(inbox_seq) FROM person WHERE name = 'One of many'")
        many.wait_all(lambda number: many.ids[number] and many.ids[number][-1] >= ends, 60)
        wrong = [ids for ids in many.ids if ids != list(range(ids[0], ids[0] + len(ids)))]
        if wrong or many.resets:
            raise Failure(f"{len(wrong)} streams with gaps or doubles such as {wrong[:1]}, {many.resets} resets")
        report = finish(world, load)
        report["drained"] = f"{count} streams in {max(ended):.1f} s, all back in {max(ended) + 0.1:.1f} s"
        many.close()
        return report
    finally:
        world.close()


def c24(full):
    """A link for three uses, used by a hundred people and revoked meanwhile: three join at most, and none afterwards."""
    world = World(http=2, workers=1)
    try:
        outing = people_and_outings(world, 1, guests=0)[0]
        world.settle()
        joined = []
        for revoke in (False, True):
            before = world.postgres.number("SELECT count(*) FROM attendance WHERE role = 'invitee'")
            won, late = race(world, outing, revoke)
            after = world.postgres.number("SELECT count(*) FROM attendance WHERE role = 'invitee'") - before
            joined.append(after)
            if late or after > 3 or after != won or not revoke and after < 3:
                raise Failure(f"{after} joined, {won} were told so, {late} after the end")
        world.faults += 200
        world.settle()
        return {**world.report(), "won": f"{joined[0]} of 100, and {joined[1]} of 100 with a link that was revoked"}
    finally:
        world.close()


def c25(full):
    """A crowd of silent connections: more than there are files. Others are served while it comes, and as fast as usual beside it."""
    world = World(http=1, workers=1)
    crowd = None
    try:
        server = world.https[0]
        server.kill()
        server.files, count, seconds = (20_000, 20_000, 60) if full else (256, 400, 10)
        server.start().ready()
        process = server.process
        with Load(world, people_and_outings(world, 4), rate=5) as load:
            before = percentile_of_requests(server, seconds)
            crowd = SilentCrowd(server.port, count)
            crowd.wait()
            coming = percentile_of_requests(server, seconds)
            crowd.rest()
            resting = percentile_of_requests(server, seconds)
            crowd.close()
            time.sleep(5)
            usual = max(before, percentile_of_requests(server, seconds))
        if server.process is not process:
            raise Failure("the server has ended")
        if load.answers.get(0):
            raise Failure(f"{load.answers[0]} edits were not answered")
        world.faults += count
        report = finish(world, load)
        report["p99"] = (f"{usual * 1000:.0f} ms without them, {coming * 1000:.0f} ms while {count} come again and again, "
                         f"{resting * 1000:.0f} ms beside them")
        # Other work on this machine delays a few requests by some milliseconds.
        if resting > max(2 * usual, 0.05):
            raise Failure(report["p99"])
        return report
    finally:
        if crowd:
            crowd.close()
        world.close()


def percentile_of_requests(server, seconds):
    """The 99th percentile of requests on connections of their own, all of which must be answered."""
    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.monotonic()
        status, _, text = server.get("/readyz")
        times.append(time.monotonic() - begun)
        if status != 200:
            raise Failure(f"/readyz: {status} {text[:200]}")
        time.sleep(0.02)
    return sorted(times)[int(len(times) * 0.99)]


def race(world, outing, revoke):
    """A hundred people use a new link for three uses. Returns how many joined, and how many of them after its end."""
    status, _, body = world.https[0].request(
        "POST", outing.path + "/links", json.dumps({"maxUses": 3}), outing.host.headers)
    if status != 201:
        raise Failure(f"no link: {status} {body}")
    link = json.loads(body)
    token = link["url"].rsplit("/", 1)[1]
    won, late, revoked = [], [], threading.Event()

    def ask(number):
        was_revoked = revoked.is_set()
        status, _, _ = world.https[number % 2].request(
            "PUT", f"/v1/invitations/{token}/attendance",
            json.dumps({"status": "attending", "name": f"Racer {number}"}), {"Content-Type": "application/json"})
        if 200 <= status < 300:
            (late if was_revoked else won).append(number)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(100)]
    for thread in threads[:60]:
        thread.start()
    if revoke:
        eventually("the first has a place", lambda: won, 30, 0.001)
        status, _, _ = world.https[0].request("DELETE", f"{outing.path}/links/{link['id']}", None, outing.host.headers)
        if status not in (200, 204):
            raise Failure(f"not revoked: {status}")
        revoked.set()
    for thread in threads[60:]:
        thread.start()
    for thread in threads:
        thread.join()
    return len(won), len(late)
