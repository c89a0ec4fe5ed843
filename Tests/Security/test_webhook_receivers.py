"""Receivers of webhooks that attack: names that lead inside at the second look, redirects, and answers that never end.

The program runs with the rules of production in a network of its own, where the addresses of the whole Internet, the private ones,
and the name server belong to the test. `test_addresses_of_strangers.py` has what needs no network: addresses that are refused as such.
"""

import http.client
import itertools
import json
import pathlib
import shutil
import socket
import tempfile
import time
import uuid

import pytest
from conftest import Service, at_once, eventually
from isolated_network import IsolatedNetwork, Receivers, is_possible
from own_program import OwnProgram, needs_program

pytestmark = [needs_program, pytest.mark.skipif(not is_possible(), reason="takes root and network namespaces")]

PUBLIC, OTHER_PUBLIC, MUTE = "93.184.216.34", "151.101.1.69", "8.8.4.4"
PRIVATE = ["127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.1.1", "100.64.0.7", "::1", "fd00::7", "fe80::1", "::ffff:10.1.2.3",
           "64:ff9b::a01:203"]
KEYS = {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
# Beyond any limit of the program, and short enough to wait for.
ENDLESS = 30


class InsideService(Service):
    """The service as it is reached inside of the network."""

    network = None

    def socket(self):
        return self.network.connect(self.host, self.port, 60)

    def connect(self, timeout=60):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=timeout)
        connection.sock = self.network.connect(self.host, self.port, timeout)
        return connection


class World:
    """A program, the receivers of its webhooks, and all that could be reached besides."""

    def __init__(self, folder):
        self.network = IsolatedNetwork(folder)
        authority = self.network.authority
        self.contexts = {
            "expired": authority.context("expired.hooks.example", days=(-1, -0.5)),
            "early": authority.context("early.hooks.example", days=(0.5, 1)),
            "own": authority.context("own.hooks.example", is_trusted=False),
            "another": authority.context("elsewhere.example"),
            "wild": authority.context("*.example"),
        }
        self.good = authority.context("*.hooks.example")
        self.good.sni_callback = self.choose
        self.received = []  # (name, address, path, body)
        self.proofs = {}  # by the name of a website: the text of all its pages
        self.asked = []  # the requests that a receiver inside got
        self.receivers = Receivers(self.network, (443, 8443), self.receive)
        self.inside = Receivers(self.network, (80, 8080), lambda connection, *_: self.asked.append(connection.recv(4096)))
        InsideService.network = self.network
        self.program = OwnProgram(
            start=self.network.start, service=InsideService, NOONISH_WEB_PUSH_SERVICES="*.hooks.example")
        self.service = self.program.service
        self.names = (f"r{number}.hooks.example" for number in itertools.count())

    def name(self, addresses, label=None):
        """A name of a receiver, with its addresses."""
        name = f"{label}.hooks.example" if label else next(self.names)
        self.network.names[name] = addresses
        return name

    def register(self, name, path="/ok", person=None):
        person = person or self.service.person("hooker")
        return person.ask("POST", "/v1/subscriptions", {"kind": "webhook", "url": f"https://{name}{path}"})

    def connections(self, *addresses):
        return [address for address, _ in self.receivers.came + self.inside.came if address in addresses]

    def receive(self, connection, address, port):
        """One connection to a receiver: the name decides about its certificate, the path about its answers."""
        if address == MUTE:
            return time.sleep(ENDLESS)
        with self.good.wrap_socket(connection, server_side=True) as tls:
            reader = tls.makefile("rb")
            while head := reader.readline():
                path = head.split()[1].decode()
                length = 0
                while (line := reader.readline()) not in (b"\r\n", b""):
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                if head.startswith(b"GET "):
                    self.received.append((tls.asked_name, address, path, None))
                    text = self.proofs[tls.asked_name].encode()
                    tls.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(text), text))
                    continue
                body = reader.read(length)
                if path == "/push":
                    self.received.append((tls.asked_name, address, path, None))
                    tls.sendall(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
                    continue
                body = json.loads(body)
                self.received.append((tls.asked_name, address, path, body))
                self.answer(tls, path, body)

    def choose(self, tls, name, _):
        tls.asked_name = name
        tls.context = self.contexts.get((name or "").split(".")[0], self.good)

    def answer(self, tls, path, body):
        is_challenge = body["type"] == "webhook.challenge"
        kind, _, argument = path[1:].partition("/")
        if kind == "ok" or (kind == "later" and is_challenge):
            text = json.dumps({"challenge": body["data"].get("challenge")}).encode()
            return tls.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(text), text))
        if kind == "later":
            kind, _, argument = argument.partition("/")
        ATTACKS[kind](tls, argument)
        raise OSError("the end of this connection")


def redirect(tls, target):
    status, _, place = target.partition("/")
    tls.sendall(f"HTTP/1.1 {status} Found\r\nLocation: {place}\r\nRefresh: 0; url={place}\r\nContent-Length: 0\r\n\r\n".encode())


def endlessly(tls, piece, pause=0.0, head=b""):
    tls.sendall(head)
    until = time.monotonic() + ENDLESS
    while time.monotonic() < until:
        tls.sendall(piece)
        time.sleep(pause)


ATTACKS = {
    "redirect": redirect,
    "silent": lambda tls, _: time.sleep(ENDLESS),
    "slow-head": lambda tls, _: endlessly(tls, b"X", 0.5, b"HTTP/1.1 200 OK\r\nX-Slow: "),
    "slow-body": lambda tls, _: endlessly(tls, b"x", 0.5, b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"),
    "huge-body": lambda tls, _: endlessly(tls, b"secret" * 10_000, 0, b"HTTP/1.1 200 OK\r\n\r\n"),
    "huge-length": lambda tls, _: endlessly(tls, b"x", 0.5, b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\n"),
    "odd-length": lambda tls, _: endlessly(tls, b"x", 0.5, b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\nContent-Length: 7\r\n\r\n"),
    "huge-head": lambda tls, _: endlessly(tls, b"X-Field: " + b"y" * 8_000 + b"\r\n", 0, b"HTTP/1.1 200 OK\r\n"),
    "huge-line": lambda tls, _: endlessly(tls, b"y" * 8_000, 0, b"HTTP/1.1 200 OK\r\nX-Field: "),
    "chunks": lambda tls, _: endlessly(tls, b"1\r\nx\r\n", 0, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
    "huge-chunk": lambda tls, _: endlessly(tls, b"x", 0.5, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n"),
    "continue": lambda tls, _: endlessly(tls, b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"),
    "switch": lambda tls, _: endlessly(tls, b"secret", 0.5, b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: tunnel\r\nConnection: upgrade\r\n\r\n"),
    "no-http": lambda tls, _: tls.sendall(b"SSH-2.0-secret\r\n"),
    "http-0.9": lambda tls, _: tls.sendall(b"secret words without any head"),
    "closed": lambda tls, _: None,
    "cut": lambda tls, _: tls.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsecret"),
    "status": lambda tls, status: tls.sendall(f"HTTP/1.1 {status} secret\r\nContent-Length: 6\r\n\r\nsecret".encode()),
    "retry-after": lambda tls, pause: tls.sendall(
        f"HTTP/1.1 503 Later\r\nRetry-After: {pause}\r\nContent-Length: 0\r\n\r\n".encode()),
}


@pytest.fixture(scope="module")
def world():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="noonish-network."))
    folder.chmod(0o755)
    world = World(folder)
    yield world
    log = world.program.log.read_text()
    assert "Fatal error" not in log and "secret" not in log
    world.program.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def not_reached(world):
    """No test may lead the program to a private address, whatever else it does."""
    yield
    own = {("127.0.0.1", world.program.port)}
    reached = {(address, port) for address, port in world.receivers.came + world.inside.came} - own
    assert {address for address, _ in reached} <= {PUBLIC, OTHER_PUBLIC, MUTE}, reached
    assert world.asked == []
    assert world.service.is_well()


def test_a_receiver_at_a_public_address_is_accepted(world):
    """Otherwise the refusals below would prove nothing."""
    name = world.name([PUBLIC])

    assert world.register(name).status == 201
    assert world.connections(PUBLIC) != []
    assert world.register(world.name(["2606:4700::1111", PUBLIC])).status == 201 or world.connections("2606:4700::1111")
    world.receivers.came[:] = [one for one in world.receivers.came if one[0] != "2606:4700::1111"]


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_of_a_private_address_is_refused_alone_and_among_public_ones(world, address):
    for addresses in ([address], [PUBLIC, address], [address, PUBLIC], [PUBLIC, OTHER_PUBLIC, "2606:4700::1111", address]):
        answer = world.register(world.name(addresses))

        assert (answer.status, answer.json["code"]) == (422, "webhook_not_confirmed"), answer


def test_a_person_does_not_learn_which_addresses_names_have_inside(world):
    """A name server of a company answers for names inside. Whoever may register a webhook must not read its answers."""
    person = world.service.person("mapper")
    names = [world.name(["10.1.2.3"]), world.name(["fd00::7"]), world.name([]), "nowhere.hooks.example"]

    answers = [world.register(name, person=person) for name in names]

    assert len({answer.text.replace(name, "NAME") for answer, name in zip(answers, names)}) == 1, answers


def test_a_name_that_leads_inside_at_the_second_look_is_looked_up_once(world):
    """The usual rebinding: checked at a public address, connected to a private one."""
    looks = []

    def addresses(family):
        looks.append(family)
        return [PUBLIC] if looks.count(family) == 1 else ["127.0.0.1", "10.1.2.3", "::1"]

    answer = world.register(world.name(addresses))

    assert answer.status == 201
    assert looks.count(socket.AF_INET) == 1 and looks.count(socket.AF_INET6) <= 1


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_that_leads_inside_later_gets_no_message(world, address):
    """The slow rebinding: registered at a public address that was kept open, moved inside before the next message."""
    owner, host = world.service.person("owner"), world.service.person("host")
    name = world.name([PUBLIC])
    hook = world.register(name, person=owner)
    assert hook.status == 201, hook
    before = len(world.received)

    world.network.names[name] = [address]
    tested = owner.ask("POST", f"/v1/subscriptions/{hook.json['id']}/test", {}).json
    host.befriend(owner)
    host.start("Lunch", invite={"people": [owner.id]})
    attempts = eventually(lambda: [
        one for one in owner.ask("GET", f"/v1/subscriptions/{hook.json['id']}/attempts").json["items"]
        if one["type"] == "outing.invited"], "an attempt")

    assert tested["delivered"] is False and address not in str(tested)
    assert "status" not in attempts[0] or attempts[0]["status"] is None, attempts
    assert address not in str(attempts)
    assert [name for name, *_ in world.received[before:]] == []


@pytest.mark.parametrize("status", [300, 301, 302, 303, 307, 308])
def test_no_redirect_is_followed(world, status):
    person = world.service.person("redirected")
    for place in ("http://169.254.169.254/latest/meta-data/", "http://127.0.0.1:8080/", f"https://{world.name(['10.1.2.3'])}/"):
        answer = world.register(world.name([PUBLIC]), f"/redirect/{status}/{place}", person=person)

        assert answer.status == 422 and f"answered {status}" in answer.text, answer


@pytest.mark.parametrize("kind", ["expired", "early", "own", "another"])
def test_a_wrong_certificate_is_no_receiver(world, kind):
    answer = world.register(world.name([PUBLIC], kind))

    assert (answer.status, answer.json["code"]) == (422, "webhook_not_confirmed")
    assert not [one for one in world.received if one[0] == f"{kind}.hooks.example"]


def test_a_receiver_without_end_is_given_up_in_seconds_and_harms_nobody(world):
    """All at once, while others are served."""
    kinds = [kind for kind in ATTACKS if kind not in ("redirect", "status", "retry-after")]
    people = at_once(lambda kind: world.service.person(kind), kinds)
    waits = []

    def attack(pair):
        kind, person = pair
        name = world.name([MUTE] if kind == "silent" else [PUBLIC])
        began = time.monotonic()
        answer = world.register(name, f"/{kind}", person=person)
        return kind, answer, time.monotonic() - began

    def ask(_):
        began = time.monotonic()
        world.service.is_well()
        waits.append(time.monotonic() - began)
        time.sleep(0.05)

    memory = resident(world)
    found = at_once(lambda work: work(), [
        *[lambda pair=pair: attack(pair) for pair in zip(kinds, people)],
        lambda: [ask(None) for _ in range(100)]], threads=len(kinds) + 1)[:-1]

    for kind, answer, seconds in found:
        assert (answer.status, answer.json["code"]) == (422, "webhook_not_confirmed"), (kind, answer)
        assert "secret" not in answer.text, (kind, answer)
        assert seconds < 20, (kind, seconds)
    assert sorted(waits)[len(waits) * 9 // 10] < 2, waits
    assert resident(world) - memory < 100_000_000


@pytest.mark.parametrize("status", [199, 204, 206, 226, 299, 304, 400, 404, 407, 410, 418, 500, 599, 999])
def test_a_status_without_the_challenge_is_no_receiver(world, status):
    answer = world.register(world.name([PUBLIC]), f"/status/{status}")

    assert (answer.status, answer.json["code"]) == (422, "webhook_not_confirmed"), answer
    assert "secret" not in answer.text


def test_a_name_server_that_is_silent_delays_only_its_own_requests(world):
    person = world.service.person("patient")
    began = time.monotonic()

    answer = world.register(world.name(lambda family: None), person=person)

    assert answer.status == 422 and time.monotonic() - began < 15
    assert world.register(world.name([PUBLIC])).status == 201


def claim(world, name):
    """A claim of a restaurant whose website has this name, and which the claimant proves by it."""
    restaurant = str(uuid.uuid4())
    world.program.sql(f"""
        INSERT INTO restaurant_source (id, name, licence, attribution, url)
        VALUES ('town', 'The town', 'CC0', 'The town', 'https://town.example') ON CONFLICT DO NOTHING;
        INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, website)
        VALUES ('{restaurant}', 'town', '{restaurant}', 'Pier', 'restaurant', 60, 24, 'https://{name}/');
        UPDATE restaurant SET contact_changed_at = now() - interval '15 days' WHERE id = '{restaurant}'""")
    person = world.service.person("claimant")
    answer = person.ask("POST", f"/v1/restaurants/{restaurant}/claims", {"method": "website"})
    assert answer.status == 201, answer
    world.proofs[name] = f'<meta name="noonish-venue" content="{answer.json["proof"]}">'
    return lambda: person.ask("POST", f"/v1/claims/{answer.json['id']}/proofs", {})


def test_a_website_at_a_public_address_proves_a_claim(world):
    """Otherwise the refusals below would prove nothing."""
    prove = claim(world, world.name([PUBLIC]))

    assert prove().status == 200


@pytest.mark.parametrize("address", PRIVATE)
def test_a_website_of_a_private_address_is_not_read_alone_or_among_public_ones(world, address):
    name = world.name([address])
    prove = claim(world, name)
    for addresses in ([address], [PUBLIC, address], [address, PUBLIC]):
        world.network.names[name] = addresses
        answer = prove()

        assert (answer.status, answer.json["code"]) == (422, "proof_missing") and address not in answer.text, answer


def test_a_website_that_leads_inside_at_the_second_look_is_not_read_there(world):
    """Rebinding: the file of the proof is read first, at a public address, and then the page."""
    looks = []

    def addresses(family):
        looks.append(family)
        return [PUBLIC] if looks.count(family) == 1 else ["127.0.0.1", "10.1.2.3", "::1"]

    name = world.name(addresses)
    prove = claim(world, name)
    answer = prove()

    assert (answer.status, answer.json["code"]) == (422, "proof_missing"), answer
    assert looks.count(socket.AF_INET) == 2
    assert [(one[1], one[2]) for one in world.received if one[0] == name] == [(PUBLIC, "/.well-known/noonish-venue.txt")]


def browser(world, name):
    """A browser that subscribed with a push service of this name. Returns a function that sends it a test message."""
    person = world.service.person("subscriber")
    answer = person.ask("POST", "/v1/subscriptions", {"kind": "webPush", "endpoint": f"https://{name}/push", "keys": KEYS})
    assert answer.status == 201, answer
    return lambda: person.ask("POST", f"/v1/subscriptions/{answer.json['id']}/test", {}).json


def test_a_push_service_at_a_public_address_is_reached(world):
    """Otherwise the refusals below would prove nothing."""
    name = world.name([PUBLIC])

    assert browser(world, name)()["delivered"] is True
    assert (name, PUBLIC, "/push", None) in world.received


@pytest.mark.parametrize("address", PRIVATE)
def test_a_push_service_of_a_private_address_is_not_reached_alone_or_among_public_ones(world, address):
    name = world.name([PUBLIC])
    send = browser(world, name)
    for addresses in ([address], [PUBLIC, address], [address, PUBLIC]):
        world.network.names[name] = addresses

        assert send()["delivered"] is False
    assert [one for one in world.received if one[0] == name] == []


def test_a_push_service_that_leads_inside_at_the_second_look_is_looked_up_once(world):
    looks = []

    def addresses(family):
        looks.append(family)
        return [PUBLIC] if looks.count(family) == 1 else ["127.0.0.1", "10.1.2.3", "::1"]

    name = world.name(addresses)
    send = browser(world, name)

    assert send()["delivered"] is True
    assert looks.count(socket.AF_INET) == 1 and looks.count(socket.AF_INET6) <= 1
    assert send()["delivered"] is False
    assert [one[1] for one in world.received if one[0] == name] == [PUBLIC]


def outing_for(host, owner):
    host.befriend(owner)
    return host.start("Lunch", invite={"people": [owner.id]})


def test_a_receiver_that_asks_for_a_pause_gets_it_alone(world):
    """Many receivers share a host: those of services for automation. One that fails must not stop the messages of the others."""
    name = world.name([PUBLIC])
    attacker, other, host = (world.service.person(name) for name in ("attacker", "other", "host"))
    paused = world.register(name, "/later/retry-after/86400", person=attacker)
    fine = world.register(name, "/ok/fine", person=other)
    assert (paused.status, fine.status) == (201, 201)
    outing_for(host, attacker)
    eventually(lambda: attacker.ask("GET", f"/v1/subscriptions/{paused.json['id']}/attempts").json["items"], "the pause")

    outing_for(host, other)

    eventually(lambda: [body for _, _, path, body in world.received
                        if path == "/ok/fine" and body["type"] == "outing.invited"], "a message to the other receiver")


def test_receivers_that_never_answer_do_not_delay_others(world):
    """Five webhooks of one person at five hosts that are silent, and sixty changes for each."""
    attacker, other, host = (world.service.person(name) for name in ("attacker", "other", "host"))
    for _ in range(5):
        assert world.register(world.name([PUBLIC]), "/later/silent", person=attacker).status == 201
    fine = world.register(world.name([PUBLIC]), "/ok/prompt", person=other)
    assert fine.status == 201
    host.befriend(attacker)
    host.befriend(other)
    for _ in range(12):
        host.start("Noise", invite={"people": [attacker.id]})
    time.sleep(1)
    began = time.monotonic()

    host.start("Signal", invite={"people": [other.id]})

    eventually(lambda: [body for _, _, path, body in world.received
                        if path == "/ok/prompt" and body["type"] == "outing.invited"], "a message to the other receiver")
    assert time.monotonic() - began < 20


def resident(world):
    """Bytes of memory of the program."""
    with open(f"/proc/{world.program.process.pid}/statm") as file:
        return int(file.read().split()[1]) * 4096
