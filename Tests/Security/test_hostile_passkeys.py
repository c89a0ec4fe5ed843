"""Passkeys, where every part of a valid ceremony is changed, left out, repeated or taken from another. Signed anew where a device
that is in an attacker's hand could sign it.
"""

import copy
import hashlib
import json
import os

import pytest
from conftest import Browser, at_once
from passkey_device import Device, b64, cbor, unb64

ALGORITHMS = [-7, -8, -257]
ODD = [None, "", "x", 0, 1, -1, True, [], {}, ["x"], "\0", "x" * 70_000, "!!!!", "====", "👻"]


class World:
    """A person with a passkey, whose browser has signed in recently."""

    def __init__(self, service):
        self.service = service
        options = service.ask("POST", "/v1/auth/passkeys/options", {})
        assert options.status == 200, options
        self.site = options.json["rpId"]
        scheme, _, rest = service.url.partition("://")
        self.origin = f"{scheme}://{self.site}:{service.port}"

    def device(self, algorithm=-7):
        return Device(self.site, self.origin, algorithm)

    def creation(self, person):
        answer = person.ask("POST", "/v1/me/passkeys/options", {})
        assert answer.status == 200, answer
        return answer.json

    def add(self, person, credential):
        return person.ask("POST", "/v1/me/passkeys", {"credential": credential, "name": "A device"})

    def request(self):
        return self.service.ask("POST", "/v1/auth/passkeys/options", {}).json

    def sign_in(self, credential):
        return self.service.ask("POST", "/v1/auth/passkeys/verify", {"credential": credential})

    def registered(self, person, algorithm=-7):
        device = self.device(algorithm)
        answer = self.add(person, device.create(self.creation(person)))
        assert answer.status == 201, answer
        return device


@pytest.fixture(scope="module")
def world(service):
    return World(service)


def refused(answer):
    return answer.status == 422 and answer.json["code"] == "passkey_void"


def owner_of(service, answer):
    return service.ask("GET", "/v1/me", token=answer.json["token"]).json["id"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_valid_ceremony_signs_in(service, world, algorithm):
    """Otherwise the refusals below would prove nothing."""
    person = service.person("owner")
    device = world.registered(person, algorithm)

    answer = world.sign_in(device.get(world.request()))

    assert answer.status == 200, answer
    assert owner_of(service, answer) == person.id


def client_variants(world, device, kind, challenge):
    """Client data that no browser of our page writes for this ceremony."""
    honest = device.client_data(kind, challenge)
    other = "webauthn.get" if kind == "webauthn.create" else "webauthn.create"
    for name in ("type", "challenge", "origin"):
        yield {key: value for key, value in honest.items() if key != name}
        for value in ODD:
            yield honest | {name: value}
    for value in (other, "payment.get", "webauthn.get ", "WEBAUTHN.GET", kind + "\0", [kind]):
        yield honest | {"type": value}
    for value in (challenge[:-1], challenge + "=", challenge + "A", challenge.swapcase(), [challenge], b64(challenge.encode()), b64(os.urandom(32))):
        yield honest | {"challenge": value}
    origin = world.origin
    for value in (origin + "/", origin.replace("http:", "https:"), origin.upper(), "null", "https://attacker.example", f"{origin}.attacker.example",
                  f"http://{world.site}", f"http://attacker.{world.site}", f"http://{world.site}:1", f"http://x@{world.site}:{world.service.port}",
                  "android:apk-key-hash:x", [origin]):
        yield honest | {"origin": value}
    for more in ({"crossOrigin": True}, {"crossOrigin": "false"}, {"crossOrigin": 0}, {"crossOrigin": None}, {"topOrigin": "https://attacker.example"},
                 {"topOrigin": origin}, {"topOrigin": None}):
        yield honest | more
    text = json.dumps(honest)
    for raw in (b"", b"null", b"[]", b"{", text.encode()[:-1], text.encode() + b"x", f"[{text}]".encode(), text.encode("utf-16"), b"\xff" + text.encode(),
                b"[" * 10_000, text.replace(world.origin, "https://attacker.example").encode() + text.encode()):
        yield raw


def data_variants(device, credential=None):
    """Authenticator data that must not count, each of which the device could sign."""
    flags = 0x45 if credential else 0x05
    honest = device.data(flags, credential)
    yield device.data(flags, credential, site="attacker.example")
    yield device.data(flags, credential, site=device.site.upper())
    yield device.data(flags, credential, site=device.origin)
    yield device.data(flags & ~0x01, credential)  # nobody was present
    yield device.data(flags & ~0x04, credential)  # nobody was verified
    yield device.data(flags | 0x10, credential)  # backed up, but not eligible
    yield device.data(flags | 0x80, credential)  # extensions that are not there
    for extensions in (b"\xff", b"\xa1", b"\x80", b"\xa1\x61x", b"\xbf\xff", b"\xf6", cbor({"x": 1}) + b"\0"):
        yield device.data(flags | 0x80, credential, extensions=extensions)
    yield device.data(flags, credential, extensions=b"\xa0")  # extensions that the flags deny
    for length in (0, 1, 31, 32, 36, len(honest) - 1):
        yield honest[:length]
    yield honest + b"\0"
    yield b"\0" * len(honest)
    if not credential:
        yield device.data(0x45)  # a credential that is not there
    else:
        yield device.data(0x05, credential)  # a credential that the flags deny
        yield device.data(0x45)


def key_variants(device):
    """Keys that must not be registered: other algorithms, points beside the curve, sizes and types that differ."""
    honest = device.public()
    for name in honest:
        yield {key: value for key, value in honest.items() if key != name}
        for value in (None, 0, -1, 2**63, b"", b"\0", b"\0" * 31, b"\xff" * 33, "x", [], {}, [honest[name]], True):
            if value != honest[name] or isinstance(value, bool):
                yield honest | {name: value}
    for algorithm in (0, -1, 5, -35, -36, -37, -47, -258, -259, -65535, 2**62, "ES256", "none"):
        yield honest | {3: algorithm}
    for kind in (0, 4, 5, -1, 2**62, "EC2"):
        yield honest | {1: kind}
    if device.algorithm == -7:
        for curve in (2, 3, 6, 8):
            yield honest | {-1: curve}
        yield honest | {-3: honest[-2]}
        yield honest | {-3: True}  # a compressed point
        yield honest | {-2: honest[-2] + b"\0"}
        yield honest | {-2: b"\0" + honest[-2]}
        yield {1: 1, 3: -8, -1: 6, -2: honest[-2] + honest[-3]}
    if device.algorithm == -257:
        for n in (b"\0" * 256, honest[-1][:127], honest[-1] * 5):
            yield honest | {-1: n}
        for e in (b"\0", b"", b"\1" * 9):
            yield honest | {-2: e}


def test_no_changed_registration_adds_a_passkey(service, world):
    person = service.person("owner")

    def attempt(change):
        device = world.device()
        options = world.creation(person)
        return change(device, options)

    def by_client(number):
        return lambda device, options: device.create(
            options, client=nth(client_variants(world, device, "webauthn.create", options["challenge"]), number))

    def by_data(number):
        return lambda device, options: device.create(
            options, data=nth(data_variants(device, (device.id, cbor(device.public()))), number))

    def by_credential(make):
        return lambda device, options: device.create(options, data=device.data(0x45, make(device)))

    device = world.device()
    changes = [by_client(number) for number in range(count(client_variants(world, device, "webauthn.create", "x" * 43)))]
    changes += [by_data(number) for number in range(count(data_variants(device, (device.id, b""))))]
    changes += [by_credential(make) for make in (
        lambda device: (b"", cbor(device.public())), lambda device: (device.id[:-1], cbor(device.public())),
        lambda device: (os.urandom(32), cbor(device.public())), lambda device: (device.id, b""), lambda device: (device.id, b"\xa0"),
        lambda device: (device.id, cbor(device.public())[:-1]), lambda device: (device.id, cbor(device.public()) + b"\0"),
        lambda device: (device.id, b"\xbf" + cbor(device.public())[1:] + b"\xff"), lambda device: (device.id, b"\xc0" + cbor(device.public())),
        lambda device: (device.id, b"\xa6" + cbor(device.public())[1:] + cbor(3) + cbor(-7)),  # a member twice
        lambda device: (os.urandom(2_000), cbor(device.public())),
    )]
    nested = cbor({"fmt": "none", "attStmt": {}, "authData": b""})
    changes += [lambda device, options, raw=raw: device.create(options, attestation=raw) for raw in (
        b"", b"\0", b"\xa0", b"\xff", nested, nested[:-1], b"\x9b" + b"\xff" * 8, b"\xbb" + b"\x7f" * 8, b"\x5b" + b"\xff" * 8, b"\x81" * 40_000,
        b"\xa1\x00" * 20_000, cbor({"authData": "text"}), cbor({"authData": None}), cbor([1]), cbor("x"), os.urandom(5_000))]
    sent = [attempt(change) for change in changes]
    for _ in range(3):
        credential = world.device().create(world.creation(person))
        sent += list(shapes(credential, ("clientDataJSON", "attestationObject")))

    answers = at_once(lambda credential: (world.add(person, credential), credential), sent, threads=8)

    accepted = [readable(credential) for answer, credential in answers if answer.status not in (400, 413, 422)]
    assert not accepted, accepted
    assert person.ask("GET", "/v1/me/passkeys").json["items"] == []


def readable(credential):
    """What a credential says, for the report of a failure."""
    response = credential["response"]
    return {name: unb64(response[name]) for name in ("clientDataJSON", "authenticatorData", "attestationObject") if name in response}


def count(items):
    return sum(1 for _ in items)


def nth(items, number):
    return next(item for at, item in enumerate(items) if at == number)


def shapes(credential, members):
    """A credential with each member that counts left out or replaced."""
    for name in ("rawId", "type", "response"):
        for value in ODD:
            yield credential | {name: value}
        yield {key: value for key, value in credential.items() if key != name}
    for name in members:
        for value in ODD:
            yield credential | {"response": credential["response"] | {name: value}}
        changed = copy.deepcopy(credential)
        del changed["response"][name]
        yield changed
    yield from (None, [], "x", 7, [credential], {"credential": credential})


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_no_odd_key_is_registered(service, world, algorithm):
    person, device = service.person("owner"), world.device(algorithm)
    keys = list(key_variants(device))

    def attempt(key):
        try:
            data = device.data(0x45, (device.id, cbor(key)))
        except OverflowError:
            return None, key
        return world.add(person, device.create(world.creation(person), data=data)), key

    answers = [attempt(key) for key in keys]

    assert [(answer, key) for answer, key in answers if answer is not None and not refused(answer)] == []


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_no_changed_use_of_a_passkey_signs_in(service, world, algorithm):
    owner, attacker = service.person("owner"), service.person("attacker")
    device, strange = world.registered(owner, algorithm), world.registered(attacker, algorithm)
    strange_alike = world.device(algorithm)
    strange_alike.id, strange_alike.user = device.id, device.user
    sent = []

    def add(change):
        sent.append(change(world.request()))

    for number in range(count(client_variants(world, device, "webauthn.get", "x" * 43))):
        add(lambda options: device.get(options, client=nth(client_variants(world, device, "webauthn.get", options["challenge"]), number)))
    for data in data_variants(device):
        add(lambda options: device.get(options, data=data))
    # Signatures over something else, by another key, and of no key
    for signature in (b"", b"\0", bytes(64), bytes(256), b"\x30\6\2\1\0\2\1\0", b"\x30\6\2\1\1\2\1\1", b"\xff" * 64, b"\xff" * 256, os.urandom(70)):
        add(lambda options: device.get(options, signature=signature))
    add(lambda options: device.get(options, signed=b"something else"))
    add(lambda options: device.get(options, signed=device.data(0x05)))
    add(lambda options: strange_alike.get(options))
    add(lambda options: device.get(options, data=device.data(0x0D), signed=device.data(0x05)))
    honest = device.get(world.request())
    signature = unb64(honest["response"]["signature"])
    for place in range(0, len(signature), max(1, len(signature) // 16)):
        flipped = bytearray(signature)
        flipped[place] ^= 1
        sent.append(honest | {"response": honest["response"] | {"signature": b64(bytes(flipped))}})
    # Parts of two people
    add(lambda options: device.get(options, rawId=b64(strange.id)))
    add(lambda options: strange.get(options, rawId=b64(device.id)))
    add(lambda options: device.get(options, user=strange.user))
    add(lambda options: strange.get(options, user=device.user))
    for user in (b"", b"\0", device.user + b"\0", device.user[:-1], device.user[::-1]):
        add(lambda options: device.get(options, user=user))
    # A device whose passkeys are not kept elsewhere does not begin to, and the other way round
    add(lambda options: device.get(options, data=device.data(0x0D)))
    add(lambda options: device.get(options, data=device.data(0x1D)))
    sent += list(shapes(device.get(world.request()), ("clientDataJSON", "authenticatorData", "signature")))

    answers = at_once(lambda credential: (world.sign_in(credential), credential), sent, threads=8)

    accepted = [readable(credential) for answer, credential in answers if answer.status not in (400, 413, 422)]
    assert not accepted, accepted
    assert world.sign_in(device.get(world.request())).status == 200


def test_a_challenge_is_used_once_for_one_purpose_by_one_person(service, world):
    owner, other = service.person("owner"), service.person("other")
    device = world.registered(owner)

    # For signing in: twice, at once, and after a failure
    credential = device.get(world.request())
    answers = at_once(lambda _: world.sign_in(credential), range(12))
    assert [answer.status for answer in answers].count(200) == 1
    assert refused(world.sign_in(credential))
    options = world.request()
    assert refused(world.sign_in(device.get(options, signature=b"x")))
    assert refused(world.sign_in(device.get(options)))

    # For registering: twice, by another person, and for the other purpose
    new = world.device()
    credential = new.create(world.creation(owner))
    assert refused(world.add(other, credential))
    assert [world.add(owner, credential).status, refused(world.add(owner, credential))] == [201, True]
    assert refused(world.sign_in(device.get(world.creation(owner))))
    creation = world.creation(other)
    assert refused(world.add(other, world.device().create(creation | {"challenge": world.request()["challenge"]})))
    assert refused(world.add(other, world.device().create(creation | {"challenge": b64(os.urandom(32))})))

    # A passkey that somebody else has registered
    handle = new.user
    again = world.add(other, new.create(world.creation(other)))
    new.user = handle
    assert (again.status, again.json["code"]) == (409, "passkey_known")
    assert owner_of(service, world.sign_in(new.get(world.request()))) == owner.id


def test_a_counter_that_stands_still_or_steps_back_is_a_copy(service, world):
    owner = service.person("owner")
    device = world.registered(owner)

    for number, accepted in ((5, True), (5, False), (4, False), (0, False), (6, True), (2**32 - 1, True), (0, False), (1, False)):
        answer = world.sign_in(device.get(world.request(), data=device.data(0x05, count=number)))
        assert (answer.status == 200) == accepted, (number, answer)


def test_a_removed_passkey_and_an_old_session_are_worth_nothing(service, world):
    owner = service.person("owner")
    device = world.registered(owner)
    passkey = owner.ask("GET", "/v1/me/passkeys").json["items"][0]["id"]
    ready, creation = device.get(world.request()), world.creation(owner)

    assert service.person("other").ask("DELETE", f"/v1/me/passkeys/{passkey}").status == 404
    assert owner.ask("DELETE", f"/v1/me/passkeys/{passkey}").status == 204
    owner.ask("DELETE", "/v1/sessions/current")

    assert refused(world.sign_in(ready))
    assert world.add(owner, world.device().create(creation)).status == 401


def test_other_sites_cannot_use_a_browser(service, world):
    """A form on another site would sign a visitor in as the attacker."""
    owner = service.person("owner")
    device = world.registered(owner)
    for site in ("cross-site", "same-site"):
        answer = Browser(service).ask(
            "POST", "/v1/auth/passkeys/verify", {"credential": device.get(world.request())}, headers={"Sec-Fetch-Site": site})
        assert answer.status == 403 and "Set-Cookie" not in answer.headers, answer


def test_no_options_tell_whose_passkeys_there_are(service, world):
    """The request is the same for everybody: it names no credential, and its challenge is new each time."""
    world.registered(service.person("owner"))
    requests = [world.request() for _ in range(20)]

    assert {len(request["allowCredentials"]) for request in requests} == {0}
    assert len({request["challenge"] for request in requests}) == 20
    assert len({hashlib.sha256(unb64(request["challenge"])).digest() for request in requests}) == 20
