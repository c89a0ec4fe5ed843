"""Group orders under faults: C31 to C36. An acknowledged pick is on the order once, and none began after the deadline."""

import json
import random
import secrets
import signal
import subprocess
import threading
import time

from cases import FAKETIME, faked
from world import Failure, Outing, Person, World, crowd, eventually

PICKS_EACH = 12  # an order has at most 1,000 lines
PORTIONS = 60
RESTAURANT = "0198c0de-0000-7000-8000-000000000001"
MENU = {"schemaVersion": 1, "language": "en", "currency": "EUR", "pricesIncludeTax": True, "sections": [
    {"key": "mains", "name": "Mains", "items": [{"key": "rice", "kind": "dish", "name": "Rice", "priceMinor": 950}]}]}


class Picks:
    """An open order of a host's, and people who pick from it at the same time: each dish is asked for until there is an answer."""

    place = {"place": "Thai Garden"}

    def __init__(self, world, people):
        self.world, self.people = world, people
        self.host = Person(world, f"host-{secrets.token_hex(4)}")
        day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 5 * 86_400))
        body = self.done("POST", "/v1/outings", self.host.token, {
            "title": "Lunch", "startsAt": f"{day}T12:30", "timeZone": "Europe/Helsinki", **self.place})
        self.outing = Outing(body["id"], None, self.host, [])
        self.tokens = crowd(world, [self.outing], people)
        for token in self.tokens:
            self.done("PUT", f"{self.outing.path}/attendance", token, {"status": "attending"})
        self.order = self.done("POST", f"{self.outing.path}/order", self.host.token, {"currency": "EUR"})["id"]
        self.acknowledged, self.refused, self.unanswered, self.wrong = set(), 0, 0, []
        self.running = False
        self.threads = []

    def ask(self, method, path, token, body=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        server = random.choice(self.world.https)
        status, fields, text = server.request(
            method, path, None if body is None else json.dumps(body),
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json", **headers}, 20)
        return status, fields, json.loads(text) if text.startswith(b"{") else {}

    def done(self, *request):
        status, _, body = self.ask(*request)
        if status >= 300:
            raise Failure(f"{request[:2]}: {status} {body}")
        return body

    def pick(self, number, turn):
        """Picks a dish, with the same key until there is an answer. Returns the status."""
        name, key = f"Dish {number}.{turn}", secrets.token_hex(8)
        while True:
            status, fields, body = self.ask(
                "POST", f"{self.outing.path}/order/lines", self.tokens[number], {"name": name, "price": "9.50"}, Idempotency_Key=key)
            if status == 201:
                self.acknowledged.add(name)
            elif status == 409 and body.get("code") == "order_locked":
                self.refused += 1
            elif status == 0 or status == 503 and "retry-after" in fields:
                self.unanswered += 1
                time.sleep(0.1)
                continue
            else:
                self.wrong.append(f"{status} {body}")
            return status

    def work(self, number):
        for turn in range(PICKS_EACH):
            if not self.running or self.pick(number, turn) != 201:
                return
            time.sleep(random.uniform(0.1, 0.9))

    def __enter__(self):
        self.running = True
        self.threads = [threading.Thread(target=self.work, args=(number,), daemon=True) for number in range(self.people)]
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.running = False
        for thread in self.threads:
            thread.join(120)
        if any(thread.is_alive() for thread in self.threads):
            raise Failure("a pick got no answer within two minutes")

    def close_in(self, seconds):
        """Sets the deadline by the database's clock."""
        self.world.sql(f"""
            UPDATE group_order SET closes_at = at, closes_wall = at AT TIME ZONE time_zone
              FROM (SELECT clock_timestamp() + interval '{seconds} s') AS t (at) WHERE id = '{self.order}'""")

    def state(self):
        return self.world.sql(f"SELECT state FROM group_order WHERE id = '{self.order}'")[0][0]

    def wait_for_lock(self, seconds=90):
        eventually("the order is locked", lambda: self.state() == "locked", seconds, 0.25)

    def locks(self):
        return self.world.postgres.number(f"SELECT count(*) FROM order_event WHERE order_id = '{self.order}' AND kind = 'locked'")

    def expect_order(self):
        """Compares what was acknowledged with the order. Returns how many picks are lost."""
        if self.wrong:
            raise Failure(f"{len(self.wrong)} wrong answers: {self.wrong[:2]}")
        rows = self.world.sql(f"SELECT name, quantity FROM order_line WHERE order_id = '{self.order}'")
        stored = [name for name, _ in rows]
        if len(stored) != len(set(stored)) or any(quantity != "1" for _, quantity in rows):
            raise Failure("a pick was stored twice")
        if set(stored) - self.acknowledged:
            raise Failure(f"stored, and answered otherwise: {sorted(set(stored) - self.acknowledged)[:3]}")
        late = self.world.postgres.number(f"""
            SELECT count(*) FROM order_line AS l JOIN group_order AS o ON o.outing_id = l.outing_id AND o.id = l.order_id
             WHERE o.id = '{self.order}' AND l.created_at >= o.closes_at""")
        if late:
            raise Failure(f"{late} picks began after the deadline")
        return len(self.acknowledged - set(stored))


def finish(world, *orders):
    lost = sum(picks.expect_order() for picks in orders)
    world.settle()
    answers = (f"{sum(picks.refused for picks in orders)} refused in time, "
               f"{sum(picks.unanswered for picks in orders)} asked again")
    return {**world.report(), "acknowledged": sum(len(picks.acknowledged) for picks in orders), "lost": lost, "picks": answers}


def c31(full):
    """kill -9 between a pick and its answer: the same key again, and the dish is on the order once."""
    world = World(http=2, workers=1)
    try:
        picks = Picks(world, 32)
        with picks:
            for _ in range(20 if full else 5):
                time.sleep(random.uniform(0.3, 1))
                victim = random.choice(world.https)
                victim.kill()
                world.faults += 1
                victim.start().ready()
        if not picks.unanswered:
            raise Failure("no answer was lost")
        return finish(world, picks)
    finally:
        world.close()


def c32(full):
    """PostgreSQL stops during the picks of 64 people: what was acknowledged stays, and the rest is asked again."""
    world = World(http=2, workers=1)
    try:
        picks = Picks(world, 64)
        with picks:
            for number in range(9 if full else 3):
                time.sleep(1.5)
                world.postgres.stop((signal.SIGQUIT, signal.SIGINT, signal.SIGKILL)[number % 3])
                world.faults += 1
                time.sleep(0.5)
                world.postgres.start()
        return finish(world, picks)
    finally:
        world.close()


def c33(full):
    """Wrong clocks at the deadline: of processes, then of the database, ahead and stepping back. Only the database's clock decides."""
    if not FAKETIME:
        return None
    world = World(http=1, workers=0)
    try:
        for clock in ("+90m", "-3d"):
            world.add("http").start(faked(clock)).ready()
            world.add("worker").start(faked(clock))
            world.faults += 2
        orders = [Picks(world, 16)]
        close_while_picking(orders[-1])
        for clock in ("+90m", "+80m"):
            world.postgres.stop(signal.SIGINT)
            world.postgres.start(faked(clock))
            world.faults += 1
            for server in world.https:
                server.ready()
            orders.append(Picks(world, 16))
            close_while_picking(orders[-1])
        # Rows that were due by the fast clock are due by the slow one once it reaches that time.
        world.postgres.ask("UPDATE delivery SET due_at = least(due_at, now() + interval '1 s'), "
                           "latest = least(latest, now() + interval '1 s')")
        return finish(world, *orders)
    finally:
        world.close()


def close_while_picking(picks):
    with picks:
        picks.close_in(3)
        picks.wait_for_lock()
    if not picks.refused or not picks.acknowledged:
        raise Failure(f"{len(picks.acknowledged)} picks before the deadline, {picks.refused} after it")


def c34(full):
    """One of two workers stops at the deadline: the other locks the order once. While both stop, the edits refuse late picks themselves."""
    world = World(http=1, workers=2)
    try:
        orders = []
        for stopped in (world.workers[:1], world.workers) * (5 if full else 1):
            picks = Picks(world, 8)
            orders.append(picks)
            with picks:
                picks.close_in(2)
                time.sleep(random.uniform(1.9, 2.1))
                for worker in stopped:
                    worker.signal(signal.SIGSTOP)
                    world.faults += 1
                time.sleep(1)
                if picks.pick(0, PICKS_EACH) != 409:
                    raise Failure("a pick after the deadline was accepted")
                if len(stopped) == 1:
                    time.sleep(4)
                for worker in stopped:
                    worker.signal(signal.SIGCONT)
                picks.wait_for_lock()
            time.sleep(1)
            if picks.locks() != 1:
                raise Failure(f"locked {picks.locks()} times")
        return finish(world, *orders)
    finally:
        world.close()


def c35(full):
    """A crowd picks from one order at its deadline, by two processes: each pick counts or is refused, as its transaction began."""
    world = World(http=2, workers=2)
    try:
        orders = []
        for _ in range(20 if full else 2):
            orders.append(Picks(world, 48))
            close_while_picking(orders[-1])
            world.faults += orders[-1].refused
        if "deadlock detected" in open(world.postgres.log).read():
            raise Failure("PostgreSQL found a deadlock")
        return finish(world, *orders)
    finally:
        world.close()


class Portions(Picks):
    """An open order at a restaurant that has sixty portions of its only dish, and people who order more of them."""

    place = {"restaurantId": RESTAURANT}

    def __init__(self, world, people):
        publish_menu(world)
        super().__init__(world, people)
        self.count = 0

    def pick(self, number, turn):
        """Orders one portion, with the same key until there is an answer. Returns the status."""
        key = secrets.token_hex(8)
        while True:
            status, fields, body = self.ask(
                "POST", f"{self.outing.path}/order/lines", self.tokens[number], {"pick": {"item": "rice"}}, Idempotency_Key=key)
            if status == 201:
                self.acknowledged.add(key)
            elif status == 409 and body.get("code") == "sold_out" or status == 422 and body.get("code") == "quantity_over_cap":
                self.refused += 1
            elif status == 0 or status == 503 and "retry-after" in fields:
                self.unanswered += 1
                time.sleep(0.1)
                continue
            else:
                self.wrong.append(f"{status} {body}")
            return status

    def expect_order(self):
        """Compares the portions that were acknowledged with those on the order and those that are held."""
        if self.wrong:
            raise Failure(f"{len(self.wrong)} wrong answers: {self.wrong[:2]}")
        ordered = self.world.postgres.number(
            f"SELECT coalesce(sum(quantity), 0) FROM order_line WHERE order_id = '{self.order}' AND struck_at IS NULL")
        held = self.world.postgres.number(f"SELECT held FROM stock WHERE restaurant_id = '{RESTAURANT}'")
        if ordered != held or ordered > len(self.acknowledged) or ordered > PORTIONS:
            raise Failure(f"{ordered} portions ordered, {held} held, {len(self.acknowledged)} acknowledged")
        return len(self.acknowledged) - ordered


def publish_menu(world):
    """Adds a restaurant with a menu of one dish, of which it has counted sixty portions."""
    world.sql(f"""
        INSERT INTO restaurant_source (id, name, licence, attribution, url)
        VALUES ('town', 'The town', 'CC0', '© The town', 'https://town.example');
        INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, time_zone, country)
        VALUES ('{RESTAURANT}', 'town', '1', 'Thai Garden', 'restaurant', 60.17, 24.94, 'Europe/Helsinki', 'FI')""")
    path = world.folder + "/menu.json"
    with open(path, "w") as file:
        json.dump(MENU, file)
    subprocess.run([world.binary, "import", "menu", path, "--restaurant", RESTAURANT, "--publish"],
                   env=world.environment, check=True, stdout=subprocess.DEVNULL)
    world.sql(f"""
        INSERT INTO stock_move (restaurant_id, id, item_key, day, kind, quantity, found)
        VALUES ('{RESTAURANT}', gen_random_uuid(), 'rice', '-infinity', 'count', 0, {PORTIONS})""")


def c36(full):
    """kill -9 between the hold of a portion and its answer: the same key again, and it is held once; no more are ordered than there are."""
    world = World(http=2, workers=1)
    try:
        picks = Portions(world, 32)
        with picks:
            for _ in range(20 if full else 5):
                time.sleep(random.uniform(0.3, 1))
                victim = random.choice(world.https)
                victim.kill()
                world.faults += 1
                victim.start().ready()
        if not picks.unanswered:
            raise Failure("no answer was lost")
        return finish(world, picks)
    finally:
        world.close()
