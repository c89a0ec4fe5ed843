"""Online payments under faults: C40. What the provider took is in its bill once."""

import json
import random
import secrets
import subprocess
import sys
import time
import urllib.request

from orders import RESTAURANT
from world import ROOT, Failure, Outing, Person, World, crowd, eventually, free_port

SHARE = 10  # of each person, in whole euros
SLOW = 1.5  # seconds that the provider takes for an answer, which claims outlast


class Provider:
    """A fake of the payment provider, in a process of its own."""

    def __init__(self, port):
        self.port = port
        self.process = None

    def __enter__(self):
        # It complains of the connections that the cases cut.
        self.process = subprocess.Popen(
            [sys.executable, ROOT + "/Tests/Servers/checkout_fake.py", "--port", str(self.port)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.process.stdout.readline()
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    @property
    def settings(self):
        return {"NOONISH_CHECKOUT_PROVIDER": "stripe", "NOONISH_CHECKOUT_KEY": "sk_test_fake",
                "NOONISH_CHECKOUT_WEBHOOK_SECRET": "whsec_test", "NOONISH_CHECKOUT_URL": f"http://127.0.0.1:{self.port}"}

    def control(self, path, **body):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/control/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def reads(self):
        """Returns how often it was asked what became of a payment."""
        return self.control("state")["reads"]


def ask(world, method, path, token, body):
    status, _, text = world.https[0].request(
        method, path, json.dumps(body), {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}, 20)
    if not 200 <= status < 300:
        raise Failure(f"{method} {path}: {status} {text}")
    return json.loads(text) if text.startswith(b"{") else {}


def share_bill(world, people):
    """Makes a bill at a place that takes online payments, shared by a host and `people` others. Returns its path and their tokens."""
    host = Person(world, f"host-{secrets.token_hex(4)}")
    world.sql(f"""
        INSERT INTO restaurant_source (id, name, licence, attribution, url)
        VALUES ('town', 'The town', 'CC0', '© The town', 'https://town.example');
        INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, time_zone, country)
        VALUES ('{RESTAURANT}', 'town', '1', 'Thai Garden', 'restaurant', 60.17, 24.94, 'Europe/Helsinki', 'FI');
        INSERT INTO venue (restaurant_id, state, verified_at, takes_online_payments)
        VALUES ('{RESTAURANT}', 'verified', now(), true);
        INSERT INTO venue_person (restaurant_id, person_id, role) VALUES ('{RESTAURANT}', '{host.id}', 'owner')""")
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 5 * 86_400))
    outing = Outing(ask(world, "POST", "/v1/outings", host.token, {
        "title": "Dinner", "startsAt": f"{day}T19:00", "timeZone": "Europe/Helsinki", "restaurantId": RESTAURANT})["id"], None, host, [])
    tokens = crowd(world, [outing], people)
    for token in tokens:
        ask(world, "PUT", f"{outing.path}/attendance", token, {"status": "attending"})
    total = {"currency": "EUR", "total": f"{SHARE * (people + 1)}.00"}
    return f"{outing.path}/bills/{ask(world, 'POST', f'{outing.path}/bills', host.token, total)['id']}", tokens


def kill_while_reading(world, provider, bill, token, waits):
    """Pays a share, and kills the workers while they wait for the provider's answer, or else when they have just got it."""
    provider.control("fault", slow=0)
    session = ask(world, "POST", f"{bill}/checkouts", token, {})["url"].rpartition("/")[2]
    before = provider.reads()
    provider.control("fault", slow=SLOW)
    provider.control("pay", session=session)
    eventually("a worker asks the provider", lambda: provider.reads() > before, 30, 0.02)
    time.sleep(random.uniform(0, SLOW / 2) if waits else SLOW + random.uniform(0, 0.1))
    for worker in world.workers:
        worker.kill()
        world.faults += 1
    open_ones = world.postgres.number(f"SELECT count(*) FROM checkout WHERE state = 'open' AND session = '{session}'")
    if waits and not open_ones:
        raise Failure("a payment was booked before the provider had answered")
    provider.control("fault", slow=0)
    for worker in world.workers:
        worker.start()
    return open_ones


def c40(full):
    """Workers are killed while they read what became of a payment: it is booked once, by its event again or by the clock."""
    rounds = 20 if full else 6
    with Provider(free_port()) as provider:
        world = World(http=1, workers=2, settings=provider.settings)
        try:
            bill, tokens = share_bill(world, rounds)
            # Every second event is lost, and the others come twice.
            hints = {"url": f"http://127.0.0.1:{world.https[0].port}/v1/checkout/events", "host": "localhost", "double": True}
            unbooked = 0
            for number, token in enumerate(tokens):
                provider.control("events", **hints, drop=number % 4 > 1)
                unbooked += kill_while_reading(world, provider, bill, token, waits=number % 2 == 0)
            eventually("every payment is booked", lambda: world.postgres.number(
                "SELECT count(*) FROM checkout WHERE state = 'open'") == 0, 180, 0.5)
            # What was booked is read once more, as when an event comes late.
            world.sql("UPDATE checkout SET next_read_at = now()")
            eventually("everything is read again", lambda: world.postgres.number(
                "SELECT count(*) FROM checkout WHERE next_read_at < now() + interval '1 hour'") == 0, 90, 0.5)
            booked = world.sql("SELECT count(*), sum(amount_minor) FROM bill_payment GROUP BY person_id")
            if any(row != ["1", str(SHARE * 100)] for row in booked):
                raise Failure(f"booked otherwise than paid: {booked}")
            paid = sum(session["payment_status"] == "paid" for session in provider.control("state")["sessions"])
            world.settle()
            return {**world.report(), "acknowledged": paid, "lost": paid - len(booked), "unbooked": f"{unbooked} when the workers were killed"}
        finally:
            world.close()
