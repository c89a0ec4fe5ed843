"""Cases of one caller who takes more than a part, and of races for seats: C26 to C29."""

import contextlib
import json
import random
import subprocess
import threading
import time

from faults import finish, people_and_outings
from load import Load, SeparateLoad
from world import BINARIES, Failure, Person, World, crowd, eventually, uuid7


def friends(world, person, count):
    """Creates friends of a person, all with addresses. Returns their ids."""
    made = [uuid7() for _ in range(count)]
    values = ",".join(f"('{friend}'::uuid)" for friend in made)
    world.sql(f"""
        CREATE TEMP TABLE made (friend) AS SELECT * FROM (VALUES {values}) v;
        INSERT INTO person (id, kind, name, time_zone) SELECT friend, 'member', 'One of many', 'Europe/Helsinki' FROM made;
        INSERT INTO person_email (address, person_id) SELECT friend || '@example.org', friend FROM made;
        INSERT INTO friendship (low_id, high_id)
        SELECT least(friend, '{person.id}'), greatest(friend, '{person.id}') FROM made""")
    return made


def invite(world, host, people):
    return world.https[0].request(
        "POST", "/v1/outings", json.dumps({"title": "Invitation", "invite": {"people": people}}), host.headers, 40)


def news(world, host, friend):
    """Invites a friend. Returns the seconds until their inbox and their mailbox have it, and the mails that came before it."""
    begun, mails = time.monotonic(), len(world.sink.mails)
    status, _, body = invite(world, host, [friend])
    if status != 201:
        raise Failure(f"an invitation: {status} {body[:200]}")
    outing = json.loads(body)["id"]
    times = {}

    def arrived():
        if "inbox" not in times and world.sql(f"SELECT 1 FROM inbox WHERE outing_id = '{outing}' AND person_id = '{friend}'"):
            times["inbox"] = time.monotonic() - begun
        since = [mail.recipient for mail in world.sink.mails[mails:]]
        if "mail" not in times and f"{friend}@example.org" in since:
            times.update(mail=time.monotonic() - begun, before=since.index(f"{friend}@example.org"))
        return "inbox" in times and "mail" in times

    eventually("the invitation arrives", arrived, 200)
    return times["inbox"], times["mail"], times["before"]


# An edit beside the crowd takes at most so many times as long as usual. With four leases for everybody it took 1,000 times.
MOST_OF_USUAL = 3
# Below this no one notices; the usual time of a fast machine is a few milliseconds.
UNNOTICED = 0.1


def c26(full):
    """One host invites a crowd to one outing after another: others' edits and news do not wait for it."""
    world, seconds = World(http=1, workers=1), 20 if full else 8
    try:
        outings = people_and_outings(world, 4)
        busy, other = Person(world, "busy"), Person(world, "other")
        many, friend = friends(world, busy, 450 if full else 100), friends(world, other, 1)[0]
        world.settle()
        answers = {}

        def flood():
            for _ in range(60 if full else 12):
                status, _, _ = invite(world, busy, many)
                answers[status] = answers.get(status, 0) + 1
                time.sleep(0.2)

        with SeparateLoad(world, outings, rate=5) as load:
            alone = news(world, other, friend)
            time.sleep(seconds)
            begun = time.monotonic()
            flooding = threading.Thread(target=flood, daemon=True)
            flooding.start()
            beside = []
            while flooding.is_alive() or len(beside) < 3:
                beside.append(news(world, other, friend))
            ended = time.monotonic()
            left = world.postgres.number("SELECT count(*) FROM delivery")
        base, p99 = load.percentile(0.99, until=begun), load.percentile(0.99, begun, ended)
        world.faults += sum(answers.values())
        report = finish(world, load, seconds=600)
        with SeparateLoad(world, outings, rate=5) as later:
            time.sleep(seconds)
        # Other work on this machine comes and goes, so the usual time is that before or after, whichever is longer.
        usual_edit = max(base, later.percentile(0.99))
        inbox, mail, before = (max(figures) for figures in zip(*beside))
        usual = sorted(figures[1] for figures in beside)[len(beside) // 2]
        report["edits"] = (f"p99 {base * 1000:.0f} ms before, {p99 * 1000:.0f} ms beside it, {later.percentile(0.99) * 1000:.0f} ms after: "
                           f"{p99 / usual_edit:.1f} times the usual; answers {load.answers}")
        report["news"] = (f"inbox {alone[0]:.1f} s, mail {alone[1]:.1f} s before; of {len(beside)} at most {inbox:.1f} s and "
                          f"{mail:.1f} s (median {usual:.1f} s), after {before} mails, beside {answers.get(201, 0)} outings with {len(many)} people, of which "
                          f"{left} deliveries were left")
        # Of the mails before it, two workers have claimed a batch each, and one in four begins with the last tier.
        if max(inbox, usual) > 5 or before > 200:
            raise Failure(report["news"])
        if p99 > max(UNNOTICED, MOST_OF_USUAL * usual_edit) or set(load.answers) != {200}:
            raise Failure(report["edits"])
        return report
    finally:
        world.close()


def c27(full):
    """Large responses with an Idempotency-Key each: a person's budget of bytes ends them, and only theirs."""
    burst, rate = 240, 20
    world = World(http=1, workers=1, settings={
        "NOONISH_LIMITS_REQUEST_BURST": str(burst), "NOONISH_LIMITS_REQUESTS_PER_SECOND": str(rate)})
    try:
        outing, *others = people_and_outings(world, 3)
        world.settle()
        values = ",".join(f"('{uuid7()}'::uuid)" for _ in range(400))
        world.sql(f"""
            CREATE TEMP TABLE made (person) AS SELECT * FROM (VALUES {values}) v;
            INSERT INTO person (id, kind, name) SELECT person, 'guest', 'A guest with a long note' FROM made;
            INSERT INTO attendance (outing_id, person_id, id, role, status, note, responded_at, responded_rev)
            SELECT '{outing.id}', person, gen_random_uuid(), 'invitee', 'declined',
                   (SELECT string_agg(md5(person::text || n), '') FROM generate_series(1, 15) n), now(), 1 FROM made""")
        answers, largest, ends = {}, [0], time.monotonic() + (60 if full else 10)

        def store():
            while time.monotonic() < ends:
                status, headers, body = world.https[0].request(
                    "POST", outing.path + "/invitations", json.dumps({"emails": outing.guests[:1]}),
                    {**outing.host.headers, "Idempotency-Key": uuid7()})
                answers[status] = answers.get(status, 0) + 1
                largest[0] = max(largest[0], len(body))
                if status == 429 and "retry-after" not in headers:
                    answers["429 without Retry-After"] = 1

        size = "SELECT pg_total_relation_size('idempotent_request')"
        before = world.postgres.number(size)
        with Load(world, others, rate=2) as load:
            threads = [threading.Thread(target=store) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        grown = world.postgres.number(size) - before
        world.faults += sum(answers.values())
        report = finish(world, load)
        report["stored"] = f"{grown / 1e6:.1f} MB for responses of up to {largest[0] // 1000} kB, answers {answers}"
        # The budget of docs/security.md, once more for encryption, pages that are partly full and requests under way.
        if grown > 2 * burst * 32_768 or not answers.get(429) or set(answers) - {200, 201, 429} or load.answers.get(429):
            raise Failure(f"{report['stored']}; others {load.answers}")
        return report
    finally:
        world.close()


def c28(full):
    """Seats are taken, given up and offered at the same time: no place in the queue is shared, and no free seat has a queue."""
    world = World(http=2, workers=2)
    try:
        outing = people_and_outings(world, 1, guests=0)[0]
        tokens = crowd(world, [outing], 16)
        world.settle()
        answers, ends = {}, time.monotonic() + (600 if full else 15)
        host = {**outing.host.headers, "Content-Type": "application/merge-patch+json", "If-Match": "*"}

        def ask(number, method, path, body, headers):
            status, _, text = world.https[number % 2].request(method, path, json.dumps(body), headers)
            answers[status] = answers.get(status, 0) + 1
            if status >= 500 or status == 0:
                raise Failure(f"{method} {path}: {status} {text[:200]}")

        def guest(number):
            headers = {"Authorization": f"Bearer {tokens[number]}", "Content-Type": "application/json"}
            while time.monotonic() < ends:
                status = random.choice(["attending", "attending", "waitlisted", "waitlisted", "declined", "maybe"])
                ask(number, "PUT", outing.path + "/attendance", {"status": status, "partySize": random.choice([1, 1, 2])}, headers)

        def change_seats():
            while time.monotonic() < ends:
                ask(0, "PATCH", outing.path, {"capacity": random.randint(8, 14)}, host)
                # Two hours pass for some of those who have an offer. The outing is locked first, as the program does.
                world.sql(f"""
                    BEGIN;
                    SELECT FROM outing WHERE id = '{outing.id}' FOR UPDATE;
                    UPDATE attendance SET offer_ends_at = now() - interval '1 s' WHERE offer_ends_at > now() AND random() < 0.5;
                    COMMIT""")
                time.sleep(0.5)

        failures = []

        def run(work, *arguments):
            try:
                work(*arguments)
            except Failure as failure:
                failures.append(failure)

        threads = [threading.Thread(target=run, args=(guest, number)) for number in range(len(tokens))]
        threads.append(threading.Thread(target=run, args=(change_seats,)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]
        eventually("expired offers have passed on", lambda: world.postgres.number(
            "SELECT count(*) FROM attendance WHERE offer_ends_at <= now()") == 0, 60)
        world.settle()
        world.faults += sum(answers.values())
        missed = world.postgres.number(
            "SELECT count(*) FROM outing_change, jsonb_array_elements(patch) e WHERE e ->> 'kind' = 'seat_offer_ended'")
        return {**world.report(), "races": f"answers {answers}, {missed} offers ran out"}
    finally:
        world.close()


@contextlib.contextmanager
def lock(world, outing):
    """Holds the lock of an outing's row, as a transaction that hangs."""
    holder = subprocess.Popen(
        [BINARIES + "/psql", "-h", world.postgres.socket, "-p", str(world.postgres.port), "-U", "postgres", "noonish", "-qAt"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        holder.stdin.write(f"BEGIN; SELECT 1 FROM outing WHERE id = '{outing.id}' FOR UPDATE;\n")
        holder.stdin.flush()
        holder.stdout.readline()
        yield
    finally:
        holder.kill()
        holder.wait()


def c29(full):
    """One outing's row stays locked while it is edited: edits of all others go on."""
    world = World(http=1, workers=1)
    try:
        outing, *others = people_and_outings(world, 9)
        world.settle()
        answers = {}

        def edit(number):
            status, _, _ = world.https[0].request(
                "PATCH", outing.path, json.dumps({"note": f"locked {number}."}),
                {**outing.host.headers, "Content-Type": "application/merge-patch+json", "If-Match": "*"}, 40)
            answers[status] = answers.get(status, 0) + 1

        threads = []
        with Load(world, others, rate=3) as load:
            time.sleep(4)
            base, begun = load.percentile(0.99), time.monotonic()
            with lock(world, outing):
                for number in range(1_200 if full else 240):  # 20 a second
                    threads.append(threading.Thread(target=edit, args=(number,), daemon=True))
                    threads[-1].start()
                    time.sleep(0.05)
                p99 = load.percentile(0.99, begun)
        for thread in threads:
            thread.join()
        edit(len(threads))
        world.faults += len(threads)
        report = finish(world, load)
        report["edits"] = f"p99 of others {base * 1000:.0f} ms before, {p99 * 1000:.0f} ms beside it; of the locked outing {answers}"
        if set(load.answers) != {200} or p99 > 1:
            raise Failure(f"others were answered {load.answers}; {report['edits']}")
        return report
    finally:
        world.close()
