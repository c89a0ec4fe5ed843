"""Response times of every route that takes an address: they do not reveal whether the address is known to the service.

Each pair has an address that belongs to a member, who was also invited as a guest, and one that was never seen, in random order.
Both are used in two pairs, so half of the requests repeat an earlier one. docs/security.md has the method. Usually a few pairs compare the responses only; with `--full`
1,000 of each route compare the times too, or `NOONISH_TIMING_PAIRS`, on a program of its own.
"""

import gc
import hashlib
import json
import math
import os
import random
import re
import socket
import statistics
import time
import urllib.parse
import uuid

import pytest
from conftest import IS_FULL
from own_program import ROOT, OwnProgram, needs_program

pytestmark = needs_program
# Of each route.
PAIRS = int(os.environ.get("NOONISH_TIMING_PAIRS", "1000")) if IS_FULL else 10
WARM_UP = 100 if IS_FULL else 2
# Pairs of one caller, outing, guest and two addresses: five codes for a new address an hour, three mails for an address.
PAIRS_OF_A_CALLER = 2
# A route reveals addresses if the known one is the slower of a pair in more than this share beyond half of all pairs, or
# this share of the slowest twentieth of all requests, and if chance explains either in less than one run of 1,000 of all routes.
SHARE, SHARE_OF_SLOWEST, CHANCE = 0.03, 0.1, 0.001


def digest(kind, number):
    return hashlib.sha256(f"{kind} {number}".encode()).hexdigest()


def address(kind):
    """Returns the address of each pair."""
    return lambda number: f"{digest(kind, number // PAIRS_OF_A_CALLER)[:20]}@example.org"


known, unknown = address("known"), address("unknown")


def identifier(kind, number):
    return str(uuid.UUID(digest(kind, number)[:32]))


class Caller:
    """A member with an outing, which has a guest, a series and a venue."""

    def __init__(self, number):
        number //= PAIRS_OF_A_CALLER
        self.token, self.guest = digest("session", number)[:43], digest("guest", number)[:43]
        self.id, self.outing = identifier("caller", number), f"/v1/outings/{identifier('outing', number)}"
        self.series, self.restaurant = identifier("series", number), identifier("restaurant", number)
        self.venue = identifier("venue", number)


def sale(number, email):
    """Returns the sale of the caller's venue for which one invoice is written."""
    return identifier(f"sale {email}", number)


def json_route(path, body, is_signed_in=True):
    def request(number, email):
        caller = Caller(number)
        return path(caller), json.dumps(body(email)), "application/json", caller.token if is_signed_in else None
    return request


def form_route(path, fields=lambda email, caller: {"email": email}):
    def request(number, email):
        caller = Caller(number)
        return path(caller), urllib.parse.urlencode(fields(email, caller)), "application/x-www-form-urlencoded", None
    return request


def invoice_route(number, email):
    caller = Caller(number)
    body = {"name": "Ada", "address": "1 Main Street", "email": email}
    return f"/v1/venues/{caller.venue}/sales/{sale(number, email)}/invoice", json.dumps(body), "application/json", caller.token


forms = {}  # the token of each guest's form

# The order matters: codes must have been requested before they are guessed.
ROUTES = {
    "/v1/auth/email": json_route(lambda _: "/v1/auth/email", lambda email: {"email": email}, False),
    "/v1/auth/email/verify": json_route(
        lambda _: "/v1/auth/email/verify", lambda email: {"email": email, "code": "00000000"}, False),
    "/v1/me/email": json_route(lambda _: "/v1/me/email", lambda email: {"email": email}),
    "/v1/me/email/verify": json_route(lambda _: "/v1/me/email/verify", lambda email: {"email": email, "code": "00000000"}),
    "/v1/friends/contacts": json_route(lambda _: "/v1/friends/contacts", lambda email: {"emails": [email]}),
    "/v1/friends/requests": json_route(lambda _: "/v1/friends/requests", lambda email: {"email": email}),
    "/v1/outings": json_route(lambda _: "/v1/outings", lambda email: {"title": "Lunch", "invite": {"emails": [email]}}),
    "/v1/outings/{id}/suggestions": json_route(lambda caller: caller.outing + "/suggestions", lambda email: {"email": email}),
    "/v1/outings/{id}/invitations": json_route(lambda caller: caller.outing + "/invitations", lambda email: {"emails": [email]}),
    "/v1/series": json_route(lambda _: "/v1/series", lambda email: {
        "title": "Lunch", "startTime": "12:30", "timeZone": "Europe/Helsinki", "emails": [email],
        "rule": {"frequency": "weekly", "weekdays": ["th"], "startsOn": "2100-03-04", "count": 1}}),
    "/v1/series/{id}/people": json_route(lambda caller: f"/v1/series/{caller.series}/people", lambda email: {"emails": [email]}),
    "/v1/invitations/resend": json_route(lambda _: "/v1/invitations/resend", lambda email: {"email": email}, False),
    # The route of a claim compares the address with the restaurant's, and sends a code to it.
    "/v1/restaurants/{id}/claims": json_route(
        lambda caller: f"/v1/restaurants/{caller.restaurant}/claims", lambda email: {"method": "mail", "address": email}),
    "/v1/venues/{id}/sales/{saleId}/invoice": invoice_route,
    "/lost-link": form_route(lambda _: "/lost-link"),
    "/v1/invitations/{token}/address": json_route(
        lambda caller: f"/v1/invitations/{caller.guest}/address", lambda email: {"email": email}, False),
    "/i/{token}/address": form_route(
        lambda caller: f"/i/{caller.guest}/address", lambda email, caller: {"email": email, "csrf": forms[caller.guest]}),
}


class Line:
    """A connection that is kept, with as little work of our own between the first and the last byte as possible."""

    def __init__(self, service):
        self.socket, self.host = service.socket(), f"{service.host}:{service.port}"
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def message(self, path, body, kind, token):
        head = [f"POST {path} HTTP/1.1", f"Host: {self.host}", f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        return ("\r\n".join(head + ([f"Authorization: Bearer {token}"] if token else [])) + "\r\n\r\n" + body).encode()

    def ask(self, message):
        """Returns the nanoseconds until the response was complete, its status and its body."""
        began = time.perf_counter_ns()
        self.socket.sendall(message)
        received = self.socket.recv(65_536)
        while b"\r\n\r\n" not in received:
            received += self.more()
        head, _, body = received.partition(b"\r\n\r\n")
        length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
        while len(body) < length:
            body += self.more()
        took = time.perf_counter_ns() - began
        return took, int(head[9:12]), body

    def more(self):
        piece = self.socket.recv(65_536)
        assert piece, "the connection was closed"
        return piece


class Comparison:
    """The times of pairs, as rank tests see them: neither drift nor the few requests that the machine delays matter."""

    def __init__(self, pairs):
        self.known, self.other = ([pair[side] for pair in pairs] for side in (0, 1))
        differences = sorted((one - other for one, other in pairs if one != other), key=abs)
        count = len(differences)
        # Wilcoxon's signed ranks, with their normal approximation.
        ranks = sum(rank for rank, difference in enumerate(differences, 1) if difference > 0)
        spread = math.sqrt(count * (count + 1) * (2 * count + 1) / 24)
        self.chance = math.erfc(abs(ranks - count * (count + 1) / 4) / spread / math.sqrt(2))
        self.share = sum(difference > 0 for difference in differences) / count
        # Some work may be done for known addresses only now and then.
        slowest = sorted([(value, 1) for value in self.known] + [(value, 0) for value in self.other])[-len(pairs) // 10:]
        self.share_of_slowest = sum(is_known for _, is_known in slowest) / len(slowest)
        self.chance_of_slowest = math.erfc(abs(self.share_of_slowest - 0.5) * 2 * math.sqrt(len(slowest)) / math.sqrt(2))

    @property
    def is_told(self):
        chance = CHANCE / len(ROUTES) / 2
        return (self.chance < chance and abs(self.share - 0.5) > SHARE
                or self.chance_of_slowest < chance and abs(self.share_of_slowest - 0.5) > SHARE_OF_SLOWEST)

    def __str__(self):
        def quantiles(values):
            cuts = statistics.quantiles(values, n=100)
            return " ".join(f"{cuts[at] / 1e6:6.2f}" for at in (9, 49, 89, 98))
        return (f"known {quantiles(self.known)} ms, other {quantiles(self.other)} ms (p10 p50 p90 p99), known slower in "
                f"{self.share:.3f} (p {self.chance:.4f}), of the slowest {self.share_of_slowest:.3f} (p {self.chance_of_slowest:.4f})")


class Program(OwnProgram):
    def __init__(self):
        super().__init__(NOONISH_SAMPLE_LOAD="false", NOONISH_LIMITS_MAILS_PER_HOST_A_DAY="10000")
        self.people()

    def people(self):
        """Creates callers, each with an outing and a guest, and members whose addresses were invited to one."""
        pairs = range(PAIRS + WARM_UP)
        # The known addresses are on the list of an outing that no pair uses: a measured list must not have them yet.
        inviter = Caller(-PAIRS_OF_A_CALLER)
        callers = [inviter, *(Caller(number) for number in pairs[::PAIRS_OF_A_CALLER])]
        rows = ",".join(
            f"('{caller.id}', '{caller.outing.rsplit('/')[-1]}', '{caller.token}', '{caller.guest}', '{caller.series}', '{caller.restaurant}')" for caller in callers)
        venues = ",".join(f"('{caller.id}', '{caller.venue}')" for caller in callers[1:])
        sales = ",".join(f"('{Caller(number).venue}', '{sale(number, kind(number))}')" for number in pairs for kind in (known, unknown))
        members = ",".join(f"('{identifier('known', number)}', '{known(number)}')" for number in pairs[::PAIRS_OF_A_CALLER])
        self.sql(f"""
            CREATE TEMP TABLE caller (id, outing, token, guest, series, restaurant) AS
            SELECT id::uuid, outing::uuid, token, guest, series::uuid, restaurant::uuid
              FROM (VALUES {rows}) AS v (id, outing, token, guest, series, restaurant);
            CREATE TEMP TABLE member (id, address) AS SELECT id::uuid, address FROM (VALUES {members}) AS v (id, address);
            INSERT INTO person (id, kind, name) SELECT id, 'member', 'A caller' FROM caller;
            INSERT INTO person_email (address, person_id) SELECT id || '@example.net', id FROM caller;
            INSERT INTO session (id, person_id, token_hash, ends_at)
            SELECT gen_random_uuid(), id, sha256(token::bytea), now() + interval '1 day' FROM caller;
            INSERT INTO outing (id, host_id, title, time_zone, rev) SELECT outing, id, 'Lunch', 'Europe/Helsinki', 1 FROM caller;
            INSERT INTO attendance (outing_id, person_id, id, role, status, responded_at, responded_rev)
            SELECT outing, id, gen_random_uuid(), 'host', 'attending', now(), 1 FROM caller;
            INSERT INTO series (id, host_id, title, time_zone, starts_clock, frequency, every, weekdays, starts_on, made_through)
            SELECT series, id, 'Lunch', 'Europe/Helsinki', 750, 'weekly', 1, ARRAY[4], '2100-03-04', '2100-03-03' FROM caller;
            INSERT INTO restaurant_source (id, name, licence, attribution, url)
            VALUES ('town', 'The town', 'CC0', 'The town', 'https://town.example') ON CONFLICT DO NOTHING;
            INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, website, contact_changed_at)
            SELECT restaurant, 'town', restaurant, 'Pier', 'restaurant', 60, 24, 'https://example.org/', now() - interval '15 days' FROM caller;
            CREATE TEMP TABLE run (person, venue) AS SELECT person::uuid, venue::uuid FROM (VALUES {venues}) AS v (person, venue);
            CREATE TEMP TABLE sold (venue, id) AS SELECT venue::uuid, id::uuid FROM (VALUES {sales}) AS v (venue, id);
            INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude)
            SELECT venue, 'town', venue, 'Quay', 'restaurant', 60, 24 FROM run;
            INSERT INTO venue (restaurant_id, state, verified_at) SELECT venue, 'verified', now() - interval '1 day' FROM run;
            INSERT INTO venue_person (restaurant_id, person_id, role) SELECT venue, person, 'owner' FROM run;
            INSERT INTO sale (restaurant_id, id, day, hour, source, currency, total_minor)
            SELECT venue, id, current_date, 12, 'hand', 'EUR', 900 FROM sold;
            INSERT INTO sale_line (restaurant_id, day, sale_id, number, hour, kind, name, quantity, currency, amount_minor)
            SELECT venue, current_date, id, 1, 12, 'dish', 'Soup', 1, 'EUR', 900 FROM sold;
            INSERT INTO person (id, kind, name) SELECT id, 'member', 'A member' FROM member;
            INSERT INTO person_email (address, person_id) SELECT address, id FROM member;

            CREATE TEMP TABLE guest AS
            SELECT gen_random_uuid() AS id, outing, caller.id AS host, 'link' AS channel, NULL AS address, sha256(guest::bytea) AS hash
              FROM caller
             UNION ALL
            SELECT gen_random_uuid(), '{inviter.outing.rsplit('/')[-1]}'::uuid, '{inviter.id}'::uuid, 'mail', address,
                   sha256(address::bytea) FROM member;
            INSERT INTO person (id, kind, name) SELECT id, 'guest', 'A guest' FROM guest;
            INSERT INTO attendance (outing_id, person_id, id, role, status)
            SELECT outing, id, gen_random_uuid(), 'invitee', 'invited' FROM guest WHERE channel = 'link';
            INSERT INTO invitation (outing_id, id, person_id, channel, address, token_hash, invited_by)
            SELECT outing, gen_random_uuid(), id, channel, address, hash, host FROM guest;
            ANALYZE""")

    def measure(self, request, one=known, other=unknown):
        """Sends the pairs of a route. Returns their times; the two kinds of addresses must get the same responses."""
        self.sql("UPDATE session SET proven_at = now()")
        line, turns, times, answers = Line(self.service), random.Random(19), [], ({}, {})
        gc.disable()
        try:
            for number in [*range(PAIRS, PAIRS + WARM_UP), *range(PAIRS)]:
                pair = [line.message(*request(number, kind(number))) for kind in (one, other)]
                took = [0, 0]
                for place, side in enumerate(turns.sample((0, 1), 2)):
                    took[side], status, body = line.ask(pair[side])
                    # Whether the worker has sent the mail of an earlier request does not depend on the addresses of this one.
                    length = len(re.sub(rb'"state":"(queued|sent)"', b'"state":""', body))
                    answers[side].setdefault((number % PAIRS_OF_A_CALLER, place), set()).add((status, length))
                times.append(took)
        finally:
            gc.enable()
        assert answers[0] == answers[1]
        assert {status for found in answers[0].values() for status, _ in found} <= {200, 201, 202, 303, 409, 422, 429}
        return times[WARM_UP:]


@pytest.fixture(scope="module")
def program():
    program = Program()
    yield program
    program.stop()


@pytest.fixture(scope="module")
def service(program):
    return program.service


@pytest.mark.parametrize("path", ROUTES)
def test_a_known_address_takes_as_long_as_an_unknown_one(program, path):
    if path.startswith("/i/"):
        for number in range(0, PAIRS + WARM_UP, PAIRS_OF_A_CALLER):
            token = Caller(number).guest
            forms[token] = re.search(r'name="csrf" value="([^"]+)"', program.service.ask("GET", f"/i/{token}").text)[1]

    comparison = Comparison(program.measure(ROUTES[path]))

    print(f"\n{path}: {comparison}")
    if IS_FULL:
        assert not comparison.is_told, str(comparison)


@pytest.mark.skipif(not IS_FULL, reason="takes many pairs")
def test_the_method_finds_a_difference_and_only_a_difference(program):
    """Two unknown addresses are alike, until a third of the spread is added to one of them, or much to few requests."""
    times = program.measure(ROUTES["/v1/friends/contacts"], address("first"), address("second"))
    low, usual, high = statistics.quantiles([time for pair in times for time in pair], n=4)
    slow = [usual * 10 * (number % 10 == 0) for number in range(len(times))]

    assert not Comparison(times).is_told, str(Comparison(times))
    assert Comparison([(one + (high - low) / 3, other) for one, other in times]).is_told
    assert Comparison([(one + more, other) for more, (one, other) in zip(slow, times)]).is_told


# These routes store the published contact of a restaurant, or what its people know of a customer, and compare it with no account.
CONTACTS = {"/v1/venues", "/v1/venues/{id}", "/v1/venues/{id}/customers", "/v1/venues/{id}/customers/{customerId}"}


def resolved(value, components, depth=4):
    """The value with its references replaced by what they name, to a depth, because schemas may contain themselves."""
    if isinstance(value, list):
        return [resolved(one, components, depth) for one in value]
    if not isinstance(value, dict):
        return value
    if depth and value.get("$ref", "").startswith("#/components/"):
        kind, name = value["$ref"].split("/")[2:]
        return resolved({**components[kind][name], **{key: one for key, one in value.items() if key != "$ref"}}, components, depth - 1)
    return {key: resolved(one, components, depth) for key, one in value.items()}


def test_every_route_that_takes_an_address_is_measured():
    document = json.loads((ROOT / "docs" / "openapi.json").read_text())
    taking = {
        path for path, methods in document["paths"].items() for operation in methods.values()
        if isinstance(operation, dict) and re.search(r'"emails?": |"address": \{[^}]*"format": "email"', json.dumps(resolved(operation.get("requestBody", {}), document["components"])))}
    # The document leaves the pages out, whose forms are in the templates.
    pages = "".join(page.read_text() for page in (ROOT / "Sources" / "Web" / "templates").glob("*.mustache"))
    forms = re.findall(r'<form [^>]*action="([^"]*)"(.*?)</form>', pages, re.DOTALL)
    taking |= {action.replace("{{action}}", "/i/{token}") for action, fields in forms if 'type="email"' in fields}

    assert taking == set(ROUTES) | CONTACTS
