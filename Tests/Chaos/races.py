"""Random races of many callers for the same rows, round after round: C30."""

import concurrent.futures
import datetime
import hashlib
import json
import random
import secrets
import time

from world import Failure, World, eventually, uuid7

CALLERS_AT_ONCE = 32
# Of all answers; the rest of a race is lost in those that ask to come again.
MOST_UNAVAILABLE = 0.05


def day(number):
    """The date `number` days after one that is a month away."""
    return (datetime.date.today() + datetime.timedelta(days=30 + number)).isoformat()


class Member:
    def __init__(self, name):
        self.id, self.name, self.token = uuid7(), name, secrets.token_urlsafe(32)


class Races:
    def __init__(self, world):
        self.world, self.answers, self.rounds = world, {}, 0

    def members(self, count):
        """Creates members. All are friends of the first."""
        self.rounds += 1
        people = [Member(f"racer-{self.rounds}-{number}") for number in range(count)]
        rows = ",".join(f"('{one.id}'::uuid, '{one.name}', '\\x{hashlib.sha256(one.token.encode()).hexdigest()}'::bytea)" for one in people)
        self.world.sql(f"""
            CREATE TEMP TABLE made (id, name, hash) AS SELECT * FROM (VALUES {rows}) v;
            INSERT INTO person (id, kind, name, time_zone) SELECT id, 'member', name, 'Europe/Helsinki' FROM made;
            INSERT INTO person_email (address, person_id) SELECT name || '@example.org', id FROM made;
            INSERT INTO session (id, person_id, token_hash, ends_at)
            SELECT gen_random_uuid(), id, hash, now() + interval '30 days' FROM made;
            INSERT INTO friendship (low_id, high_id)
            SELECT least(id, '{people[0].id}'), greatest(id, '{people[0].id}') FROM made WHERE id <> '{people[0].id}'""")
        return people

    def ask(self, method, path, who=None, body=None, **headers):
        """Sends a request by a member, or by the holder of a link's token if `who` is a text."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if who:
            headers["Authorization"] = f"Bearer {getattr(who, 'token', who)}"
        if body is not None:
            headers["Content-Type"] = "application/merge-patch+json" if method == "PATCH" else "application/json"
        server = random.choice(self.world.https)
        status, fields, text = server.request(method, path, None if body is None else json.dumps(body), headers, 40)
        self.answers[status] = self.answers.get(status, 0) + 1
        # 503 asks to come again, when too many wait for one row.
        if status == 0 or status >= 500 and (status != 503 or "retry-after" not in fields):
            raise Failure(f"{method} {path}: {status} {text[:300]}")
        return status, json.loads(text) if text.startswith(b"{") else {}

    def done(self, *request, **headers):
        status, body = self.ask(*request, **headers)
        if status >= 300:
            raise Failure(f"{request[:2]}: {status} {body}")
        return body

    def at_once(self, requests, ask=None):
        """Sends all in random order, many at a time. Returns the answers."""
        requests = list(requests)
        random.shuffle(requests)
        with concurrent.futures.ThreadPoolExecutor(CALLERS_AT_ONCE) as pool:
            return list(pool.map(lambda request: (ask or self.ask)(*request), requests))

    def insist(self, *request):
        """Sends a request again for as long as the answer asks to come again."""
        until = time.monotonic() + 60
        while (answer := self.ask(*request))[0] == 503 and time.monotonic() < until:
            time.sleep(0.5)
        return answer

    def settle(self):
        """Waits until nothing is left to deliver but what waits for the evening."""
        eventually("everything is delivered", lambda: self.world.postgres.number("""
            SELECT (SELECT count(*) FROM outbox)
                   + (SELECT count(*) FROM delivery WHERE due_at < now() + interval '10 minutes')""") == 0, 90, 0.25)

    def outing(self, host, people, **fields):
        return self.done("POST", "/v1/outings", host, {
            "title": "Race", "startsAt": f"{day(0)}T12:30", "timeZone": "Europe/Helsinki",
            "invite": {"people": [one.id for one in people]}, **fields})["id"]

    def expect_views(self, outing, people):
        """Each person must see the state of the database."""
        _, _, rev = row = self.world.sql(f"SELECT going, capacity, rev FROM outing WHERE id = '{outing}'")[0]
        own = {person: (status, int(seats)) for person, status, seats in self.world.sql(
            f"SELECT person_id, status, party_size FROM attendance WHERE outing_id = '{outing}'")}
        for one in people:
            status, seen = self.ask("GET", f"/v1/outings/{outing}", one)
            mine = seen.get("myAttendance") or {}
            view = (mine.get("status"), mine.get("partySize"))
            if (status, view) != ((200, own[one.id]) if one.id in own else (404, (None, None))):
                raise Failure(f"{one.name} sees {status} {view}, the database has {own.get(one.id)}")
            if status == 200 and (seen["revision"], seen["counts"]["seats"]) != (int(rev), int(row[0])):
                raise Failure(f"{one.name} sees revision {seen['revision']}, {seen['counts']}; the database has {row}")

    # The races

    def keys(self):
        """Identical requests under one key have one effect."""
        one, = self.members(1)
        with concurrent.futures.ThreadPoolExecutor(CALLERS_AT_ONCE) as pool:
            answers = list(pool.map(
                lambda _: self.ask("POST", "/v1/outings", one, {"title": "Once"}, Idempotency_Key="one"), range(CALLERS_AT_ONCE)))
        made = {body["id"] for status, body in answers if status == 201}
        if len(made) != 1 or set(dict(answers)) - {201, 409}:
            raise Failure(f"{len(made)} outings of one request: {[status for status, _ in answers]}")

    def friends(self):
        """Everyone asks everyone else, then they block, unblock, leave and invite each other."""
        people = self.members(10)
        self.at_once((("POST", "/v1/friends/requests", one, {"email": f"{other.name}@example.org"})
                      for one in people for other in people if one is not other), self.insist)
        ids = ",".join(f"'{one.id}'" for one in people)
        found = self.world.postgres.number(f"SELECT count(*) FROM friendship WHERE low_id IN ({ids}) AND high_id IN ({ids})")
        if found != 45:
            raise Failure(f"{found} friendships of 45")
        requests = []
        for one in people:
            for other in random.sample([other for other in people if other is not one], 3):
                requests += [
                    ("PUT", f"/v1/people/{other.id}/block", one), ("DELETE", f"/v1/people/{other.id}/block", one),
                    ("DELETE", f"/v1/friends/{other.id}", one), ("POST", "/v1/friends/requests", other, {"personId": one.id})]
            requests.append(("POST", "/v1/outings", one, {
                "title": "Friends", "invite": {"people": [other.id for other in people if other is not one]}}))
        self.at_once(requests)

    def seats(self):
        """Seats are taken, waited for, offered, missed and given by the host."""
        host, *people = self.members(41)
        outing = self.outing(host, people, capacity=12)
        path = f"/v1/outings/{outing}"
        for _ in range(3):
            requests = []
            for one in people:
                seats = random.choice([1, 1, 1, 2, 3, 4])
                requests += random.choices([
                    ("PUT", path + "/attendance", one, {"status": "attending", "partySize": seats}),
                    ("PUT", path + "/attendance", one, {"status": "waitlisted", "partySize": seats}),
                    ("PUT", path + "/attendance", one, {"status": random.choice(["declined", "maybe"])}),
                    ("POST", path + "/waitlist/take", one),
                    ("DELETE", f"{path}/attendees/{one.id}", one),
                    ("PUT", f"{path}/attendees/{one.id}", host, {
                        "status": random.choice(["attending", "waitlisted", "declined"]), "partySize": seats}),
                    ("POST", path + "/invitations", host, {"people": [one.id]}),
                ], weights=[30, 30, 15, 12, 3, 4, 3], k=2)
            self.at_once(requests)
            self.ask("PATCH", path, host, {"capacity": random.randint(5, 25)}, If_Match="*")
            # Two hours pass for some offers. The outing is locked first, as the program does.
            self.world.sql(f"""
                BEGIN;
                SELECT FROM outing WHERE id = '{outing}' FOR UPDATE;
                UPDATE attendance SET offer_ends_at = now() - interval '1 s'
                 WHERE outing_id = '{outing}' AND offer_ends_at IS NOT NULL AND random() < 0.5;
                COMMIT""")
        eventually("expired offers have passed on", lambda: self.world.postgres.number(
            "SELECT count(*) FROM attendance WHERE offer_ends_at <= now()") == 0, 60)
        self.settle()
        self.expect_views(outing, [host, *people])

    def merging(self):
        """Guests are claimed by two members each, while they answer, write, suggest and are removed."""
        host, *people = self.members(24)
        outing = self.outing(host, people[:8], capacity=20)
        path = f"/v1/outings/{outing}"
        link = self.done("POST", path + "/links", host, {})["url"].rsplit("/", 1)[1]
        requests = []
        for number in range(15):
            status, guest = self.ask("PUT", f"/v1/invitations/{link}/attendance", None, {
                "status": random.choice(["attending", "maybe", "waitlisted"]), "name": f"Guest {number}"})
            if status != 200:
                continue
            token, person = guest["url"].rsplit("/", 1)[1], guest["attendance"]["person"]["id"]
            one, other = random.sample(people, 2)
            requests += [("POST", f"/v1/invitations/{token}/claim", member) for member in (one, other)]
            requests += [("PUT", f"/v1/invitations/{token}/attendance", None, {
                "status": random.choice(["attending", "declined", "waitlisted", "maybe"]), "partySize": random.randint(1, 3)})
                for _ in range(3)]
            requests += [
                ("POST", path + "/messages", token, {"text": "Hello"}),
                ("POST", path + "/suggestions", token, {"place": f"Place {number % 5}"}),
                ("PUT", path + "/attendance", one, {"status": "attending"})]
            if number % 4 == 0:
                requests.append(("DELETE", f"{path}/attendees/{person}", host))
        self.at_once(requests)
        self.settle()
        self.expect_views(outing, [host, *people])

    def series(self):
        """A series is edited while its outings are, with standing guests who come and go."""
        host, *people = self.members(9)
        rule = {"frequency": "weekly", "weekdays": ["mo", "we", "fr"], "startsOn": day(0)}
        made = self.done("POST", "/v1/series", host, {
            "title": "Race", "startTime": "12:30", "timeZone": "Europe/Helsinki", "capacity": 4, "rule": rule,
            "people": [one.id for one in people]})["id"]
        path, edit = f"/v1/series/{made}", {"If_Match": "*"}
        self.settle()
        dates = self.world.sql(f"SELECT id, series_date FROM outing WHERE series_id = '{made}' ORDER BY series_date LIMIT 5")
        requests = [("PATCH", path, host, {"rule": rule | {"weekdays": random.sample(["mo", "tu", "we", "th"], 2)}}) for _ in range(2)]
        requests += [("PATCH", path, host, {"capacity": random.choice([3, 5, 8, None])}) for _ in range(2)]
        for outing, date in dates:
            requests += [
                ("PATCH", f"{path}?from={date}", host, {"startTime": random.choice(["13:00", "14:00"])}),
                ("PATCH", f"/v1/outings/{outing}", host, {"place": "Elsewhere"}),
                ("POST", path + "/skips", host, {"date": date}), ("DELETE", f"{path}/skips/{date}", host),
                ("PUT", f"/v1/outings/{outing}/cancellation", host, {}), ("POST", f"/v1/outings/{outing}/undo", host, {})]
            requests += [("PUT", f"/v1/outings/{outing}/attendance", one, {
                "status": random.choice(["attending", "waitlisted", "declined"])}) for one in people[:4]]
        for one in people:
            requests += [("PUT", path + "/standing", one, {"comes": random.random() < 0.6, "partySize": random.randint(1, 2)})] * 2
        for one in people[:3]:
            requests += [("DELETE", f"{path}/people/{one.id}", host), ("POST", path + "/people", host, {"people": [one.id]})]
        requests.append(("POST", path + "/host", host, {"personId": people[-1].id}))
        with concurrent.futures.ThreadPoolExecutor(CALLERS_AT_ONCE) as pool:
            list(pool.map(lambda request: self.ask(*request, **edit), random.sample(requests, len(requests))))

    def hosts(self):
        """Both hosts accept, deny, cancel, undo, transfer and leave at the same time, and both accounts end."""
        host, cohost, *people = self.members(10)
        outing = self.outing(host, [cohost, *people], capacity=6)
        path = f"/v1/outings/{outing}"
        self.done("PUT", f"{path}/attendees/{cohost.id}/role", host, {"role": "cohost"})
        suggestions = [self.done("POST", path + "/suggestions", people[number], what)["id"] for number, what in enumerate([
            {"time": {"startsAt": f"{day(1)}T18:00"}, "place": "Together"}, {"time": {"startsAt": f"{day(2)}T18:00"}}, {"place": "Together"}])]
        poll = self.done("POST", path + "/polls", host, {
            "closesAt": f"{day(-9)}T12:30", "applies": True,
            "options": [{"time": {"startsAt": f"{day(number)}T18:00"}} for number in (3, 4)]})
        edit, requests = {"If_Match": "*"}, []
        for one in (host, cohost):
            requests += [("POST", f"{path}/suggestions/{suggestion}/{what}", one, {}) for suggestion, what in zip(
                [*suggestions, suggestions[0]], ["accept", "accept", "deny", "accept"])]
            requests += [
                ("PUT", path + "/cancellation", one, {}), ("DELETE", path + "/cancellation", one), ("POST", path + "/undo", one, {}),
                ("POST", f"{path}/polls/{poll['id']}/draw", one, {}), ("POST", f"{path}/polls/{poll['id']}/accept", one, {}),
                ("PATCH", path, one, {"startsAt": f"{day(2)}T18:00"}), ("DELETE", f"{path}/attendees/{one.id}", one)]
        requests += [("POST", f"{path}/suggestions/{suggestion}/withdraw", one, {}) for one, suggestion in zip(people, suggestions)]
        for one in people:
            requests += [
                ("PUT", path + "/attendance", one, {"status": "attending"}),
                ("PUT", f"{path}/polls/{poll['id']}/vote", one, {"votes": [{"option": poll["options"][0]["id"], "answer": "yes"}]}),
                ("PUT", f"{path}/suggestions/{suggestions[0]}/support", one, {"answer": "yes"})]
        requests += [
            ("POST", path + "/hosts/transfer", host, {"personId": cohost.id}),
            ("PUT", f"{path}/attendees/{cohost.id}/role", host, {"role": "invitee"})]
        for one in (host, cohost):
            self.done("PUT", "/v1/me/erasure", one)
        # Seven days pass.
        self.world.sql("""
            UPDATE erasure_request SET requested_at = now() - interval '7 days', due_at = now();
            UPDATE job SET due_at = now() WHERE kind = 'privacy.erase_person'""")
        with concurrent.futures.ThreadPoolExecutor(CALLERS_AT_ONCE) as pool:
            list(pool.map(lambda request: self.ask(*request, **edit), random.sample(requests, len(requests))))
        eventually("both accounts have ended", lambda: self.world.postgres.number(
            f"SELECT count(*) FROM person WHERE id IN ('{host.id}', '{cohost.id}') AND kind <> 'erased'") == 0, 90, 0.25)
        hosts = self.world.postgres.number(f"SELECT count(*) FROM attendance WHERE outing_id = '{outing}' AND role = 'host'")
        if hosts != 1:
            raise Failure(f"{hosts} hosts of one outing")
        self.settle()
        self.expect_views(outing, people)


def c30(full):
    """Random races: accounts, seats, guests, series and hosts, with no row in sql/checks after any round."""
    world = World(http=2, workers=2)
    try:
        races, begun = Races(world), time.monotonic()
        while True:
            for race in (races.keys, races.friends, races.seats, races.merging, races.series, races.hosts):
                race()
                races.settle()
                broken = world.report()["broken"]
                if broken:
                    raise Failure(f"{race.__name__}: {broken}")
            if time.monotonic() - begun > (3_600 if full else 20):
                break
        answers = sum(races.answers.values())
        world.faults += answers
        if races.answers.get(503, 0) > MOST_UNAVAILABLE * answers:
            raise Failure(f"too many requests were asked to come again: {races.answers}")
        # What waits for the evening or for a host is in sql/checks/behind.sql; the rest is set aside.
        return {**world.report(), "behind": world.postgres.number("SELECT count(*) FROM dead_letter"),
                "races": f"{races.rounds} rounds, answers {races.answers}"}
    finally:
        world.close()
