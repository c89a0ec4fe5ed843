"""Signing in with a provider, where every part of a valid exchange is changed, left out, repeated or taken from another.

An ID token may be accepted only if an independent reading of the standard says so (`may_be_accepted`), and then only for
the person whom it names.
"""

import copy
import functools
import json
import math
import os
import time
import urllib.parse
import uuid

import pytest
from conftest import Browser, at_once
from cryptography.hazmat.primitives import serialization
from hostile_provider import CLIENT, HostileProvider, Key, b64, token, with_shared_secret

pytestmark = pytest.mark.skipif("NOONISH_TEST_PROVIDER" not in os.environ, reason="takes a provider")
START, CALLBACK, NATIVE = ("/v1/auth/oidc/company" + path for path in ("", "/callback", "/token"))
ABSENT = object()
# Values in the place of any member of a claim set.
ODD = [ABSENT, None, "", " ", "x", 0, -1, 1, 1.5, True, False, [], {}, [None], ["x"], {"x": "y"}, 10**30, "\0", "👻", "x" * 10_000]


@pytest.fixture(scope="module")
def provider():
    provider = HostileProvider(os.environ["NOONISH_TEST_PROVIDER"])
    yield provider
    provider.server.shutdown()


@pytest.fixture(autouse=True)
def honest(provider):
    yield
    provider.token_response = lambda content: content


def begin(browser, **body):
    answer = browser.ask("POST", START, body)
    assert answer.status == 200, answer
    return answer.json["location"]


def come_back(browser, fields):
    """The page that the browser is sent to."""
    pairs = fields if isinstance(fields, list) else list(fields.items())
    answer = browser.ask("GET", f"{CALLBACK}?{urllib.parse.urlencode(pairs)}", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status == 303, answer
    return answer.headers["Location"]


def sign_in(service, provider, subject, make=None, **more):
    """Signs in as `subject`. Returns the browser, and the page that it is sent to."""
    browser = Browser(service)
    page = come_back(browser, provider.grant(begin(browser), subject, make, **more))
    return browser, page


def has_arrived(page):
    return page.startswith("/sign-in?arrived=1")


def identity(browser):
    """The id of the person who is signed in; `None` for nobody."""
    answer = browser.ask("GET", "/v1/me")
    return answer.json["id"] if answer.status == 200 else None


def somebody():
    return f"subject-{uuid.uuid4().hex}"


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def may_be_accepted(claims, provider, nonce, at_hash):
    """Whether OpenID Connect Core 1.0, 3.1.3.7, permits this set of claims, read independently and leniently."""
    now = time.time()
    audience = claims.get("aud")
    audiences = audience if isinstance(audience, list) else [audience]
    return (
        claims.get("iss") == provider.url and CLIENT in audiences and all(isinstance(one, str) for one in audiences)
        and (len(audiences) == 1 or claims.get("azp") == CLIENT) and claims.get("azp") in (None, CLIENT)
        and is_number(claims.get("exp")) and claims["exp"] > now - 65
        and is_number(claims.get("iat")) and now - 3_700 < claims["iat"] < now + 65
        and claims.get("nonce") == nonce and claims.get("at_hash") in (None, at_hash)
        and isinstance(claims.get("sub"), str) and 1 <= len(claims["sub"]) <= 255)


def variants(claims, victim):
    """Every member changed or left out, and what attackers of such tokens have tried."""
    for name in [*claims, "azp", "email", "email_verified"]:
        for value in ODD:
            yield name, value
        if isinstance(claims.get(name), str):
            text = claims[name]
            for value in (text + " ", " " + text, text + "\0", text + "/", text[:-1], text.swapcase(), [text], {"value": text}):
                yield name, value
        if is_number(claims.get(name)):
            now = claims[name]
            for value in (str(now), -now, now * 1000, now - 400, now + 400, now - 86_400, now + 86_400, now + 0.5, [now]):
                yield name, value
    for value in ([CLIENT, CLIENT], [CLIENT, "other"], ["other", CLIENT], [CLIENT, 1], [[CLIENT]], [CLIENT, None], f"{CLIENT},other",
                  f"{CLIENT} other"):
        yield "aud", value
    yield "sub", victim
    yield "sub", victim.upper()


def test_a_valid_exchange_signs_in(service, provider):
    """Otherwise the refusals below would prove nothing."""
    subject = somebody()
    first, page = sign_in(service, provider, subject)
    second, _ = sign_in(service, provider, subject)

    assert has_arrived(page)
    assert identity(first) == identity(second) is not None


def test_every_member_of_an_id_token_counts(service, provider):
    victim = somebody()
    owner, _ = sign_in(service, provider, victim)
    known = {victim: identity(owner)}
    outcomes = {True: 0, False: 0}

    def attempt(variant):
        name, value = variant
        made = {}

        def make(claims):
            claims = copy.deepcopy(claims)
            made["at_hash"], made["nonce"] = claims["at_hash"], claims["nonce"]
            claims.pop(name, None)
            if value is not ABSENT:
                claims[name] = value
            made["claims"] = claims
            return provider.signed(claims)

        browser, page = sign_in(service, provider, f"attacker-{uuid.uuid4().hex}", make)
        return name, value, made, identity(browser), page

    template = provider.claims("template", "nonce", "access")
    for name, value, made, person, page in at_once(attempt, list(variants(template, victim)), threads=8):
        allowed = may_be_accepted(made["claims"], provider, made["nonce"], made["at_hash"])
        outcomes[person is not None] += 1
        assert person is None or allowed, (name, value, page)
        assert person is not None or not has_arrived(page), (name, value, page)
        if person is not None:
            subject = made["claims"]["sub"]
            assert known.setdefault(subject, person) == person
            assert person != known[victim] or subject == victim, (name, value)
    assert min(outcomes.values()) > 20, outcomes


RAW = [
    '{"iss":ISS,"sub":VICTIM,"sub":SUB,"aud":AUD,"exp":EXP,"iat":IAT,"nonce":"wrong","nonce":NONCE}',
    '{"iss":"other","iss":ISS,"sub":SUB,"aud":"other","aud":AUD,"exp":1,"exp":EXP,"iat":IAT,"nonce":NONCE}',
    '{"iss":ISS,"iss":"other","sub":SUB,"aud":AUD,"aud":"other","exp":EXP,"exp":1,"iat":IAT,"nonce":NONCE,"nonce":"wrong"}',
    '{"iss":ISS,"sub":SUB,"aud":AUD,"exp":1e999,"iat":IAT,"nonce":NONCE}',
    '{"iss":ISS,"sub":SUB,"aud":AUD,"exp":NaN,"iat":IAT,"nonce":NONCE}',
    '{"iss":ISS,"sub":SUB,"aud":AUD,"exp":EXP,"iat":-1e999,"nonce":NONCE}',
    '{"iss":ISS,"sub":SUB,"aud":AUD,"exp":EXP,"iat":IAT,"nonce":NONCE,"auth_time":1e999}',
    '{"iss":ISS,"sub":SUB,"aud":AUD,"exp":EXP,"iat":IAT,"nonce":NONCE,"auth_time":-1e300}',
    '{"iss":ISS,"sub":SUB,"aud":AUD,"exp":EXP,"iat":IAT,"nonce":NONCE}{}',
    '[{"iss":ISS,"sub":SUB,"aud":AUD,"exp":EXP,"iat":IAT,"nonce":NONCE}]',
    '\ufeff{"iss":ISS,"sub":SUB,"aud":AUD,"exp":EXP,"iat":IAT,"nonce":NONCE}',
    "[" * 5_000, "{" * 5_000, '{"a":' * 5_000, "null", "", '"text"', "\ud800",
]


@pytest.mark.parametrize("number", range(len(RAW)))
def test_claims_that_no_library_writes_cause_no_fault(service, provider, number):
    """Members that occur twice, numbers beyond all bounds, nesting without end. Who is signed in at all, is not the victim."""
    victim = somebody()
    owner, _ = sign_in(service, provider, victim)

    def make(claims):
        text = RAW[number].encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        for name, value in (("ISS", claims["iss"]), ("VICTIM", victim), ("SUB", claims["sub"]), ("AUD", CLIENT),
                            ("EXP", claims["exp"]), ("IAT", claims["iat"]), ("NONCE", claims["nonce"])):
            text = text.replace(name, json.dumps(value))
        return provider.signed(text)

    browser, _ = sign_in(service, provider, somebody(), make)

    assert identity(browser) != identity(owner)


@functools.cache
def strange_keys(provider):
    return Key("RSA", provider.rsa.name), Key("EC", provider.ec.name)


def forgeries(provider, claims):
    """Tokens that the provider has not signed, and signatures that are not quite its own, each as a function that makes it."""
    attacker, other = strange_keys(provider)
    pem = provider.rsa.encoded(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    der = provider.rsa.encoded(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    pkcs1 = provider.rsa.encoded(serialization.Encoding.PEM, serialization.PublicFormat.PKCS1)
    honest = provider.signed(claims)
    head, body, signature = honest.split(".")
    for alg in ("none", "None", "NONE", "nOnE", "", " none", "none\0", None, 0, True, [], ["none"], {"alg": "none"}):
        for sign in (lambda _: b"", lambda data: provider.rsa.sign(data, "RS256")[:0] + b"x"):
            yield f"alg {alg}", lambda: token(provider.header(alg=alg), claims, sign)
    yield "no alg", lambda: token({"typ": "JWT", "kid": provider.rsa.name}, claims, lambda _: b"")
    for kid in (provider.rsa.name, provider.ec.name, "", None, "../../../../dev/null", "x' OR '1'='1"):
        for size in ("256", "384", "512"):
            for secret in (pem, pem.strip(), der, pkcs1, b"", json.dumps(provider.rsa.public).encode(), provider.rsa.public["n"].encode(),
                           b"a secret: with signs & spaces", b"noonish client"):
                yield f"HS{size} {kid}", lambda: token(
                    provider.header(alg=f"HS{size}", kid=kid), claims, with_shared_secret(secret, f"sha{size}"))
    by_attacker = lambda data: attacker.sign(data, "RS256")  # noqa: E731
    yield "another key", lambda: token(provider.header(), claims, by_attacker)
    for more in ({"jwk": attacker.public}, {"jku": "https://attacker.example/keys"}, {"x5u": "https://attacker.example/chain"},
                 {"x5c": [b64(b"certificate")]}, {"kid": "unknown"}, {"kid": None}, {"kid": 7}, {"kid": [provider.rsa.name]},
                 {"kid": "file:///dev/null"}):
        yield f"its own key by {more}", lambda: token(provider.header(**more), claims, by_attacker)
    for alg in ("RS384", "RS512", "PS256", "PS384", "PS512", "ES384", "ES512", "ES256K", "EdDSA", "Ed25519", "RSA1_5", "dir", "A128KW"):
        yield f"{alg} over RS256", lambda: f"{b64(provider.header(alg=alg))}.{body}.{signature}"
        yield f"{alg} of zeros", lambda: token(provider.header(alg=alg), claims, lambda _: bytes(256))
    for zeros in (bytes(64), bytes(63) + b"\1", bytes(31) + b"\1" + bytes(32), b"\x30\6\2\1\0\2\1\0", b""):
        yield "the signature of nothing", lambda: token(provider.header(alg="ES256", kid=provider.ec.name), claims, lambda _: zeros)
    yield "another EC key", lambda: token(provider.header(alg="ES256", kid=provider.ec.name), claims, lambda data: other.sign(data, "ES256"))
    yield "EC under the RSA key's name", lambda: token(provider.header(alg="ES256"), claims, lambda data: other.sign(data, "ES256"))
    for changed in (signature[:-4], signature[4:], signature[::-1], "", "A" * len(signature), signature.swapcase()):
        yield "a changed signature", lambda: f"{head}.{body}.{changed}"
    for shape in (f"{head}.{body}", f"{head}.{body}.{signature}.x", f".{body}.{signature}", f"{head}..{signature}", "...", "",
                  f"{head}.{body}.{signature}.{signature}.{signature}", f"{body}.{head}.{signature}", "x" * 40_000):
        yield "another shape", lambda: shape
    for crit in (["b64"], ["exp"], [], None, "b64", ["x"]):
        yield f"crit {crit}", lambda: provider.signed(claims, provider.header(crit=crit, b64=False, x=1))
    duplicate = '{"alg":"%s","alg":"%s","kid":"' + provider.rsa.name + '"}'
    for pair in (("RS256", "none"), ("none", "RS256"), ("HS256", "RS256"), ("RS256", "HS256")):
        yield f"alg twice: {pair}", lambda: token(duplicate % pair, claims, with_shared_secret(pem))
        yield f"alg twice, unsigned: {pair}", lambda: token(duplicate % pair, claims, lambda _: b"")
    swapped = b64(claims | {"sub": "somebody else"})
    yield "another body", lambda: f"{head}.{swapped}.{signature}"
    yield "another header", lambda: f"{b64(provider.header(typ='x'))}.{body}.{signature}"


def test_no_forged_token_signs_in(service, provider):
    victim = somebody()
    owner, page = sign_in(service, provider, victim)
    assert has_arrived(page)
    count = len(list(forgeries(provider, provider.claims(victim, "nonce"))))

    def attempt(number):
        made = []

        def make(claims):
            kind, forge = nth(forgeries(provider, claims), number)
            made.append(kind)
            return forge()

        browser, page = sign_in(service, provider, victim, make)
        return made[0], identity(browser), page

    outcomes = at_once(attempt, range(count), threads=8)

    assert [(kind, page) for kind, person, page in outcomes if person is not None or has_arrived(page)] == []
    assert identity(owner) is not None


def nth(items, number):
    for at, item in enumerate(items):
        if at == number:
            return item
    raise IndexError(number)


TOKEN_RESPONSES = {
    "no token": lambda content: {name: content[name] for name in content if name != "id_token"},
    "null": lambda content: content | {"id_token": None},
    "a number": lambda content: content | {"id_token": 7},
    "a list": lambda content: content | {"id_token": [content["id_token"]]},
    "no JSON": lambda _: b"<html>", "nothing": lambda _: b"", "a list of all": lambda content: [content],
    "too long": lambda content: content | {"x": "x" * 200_000}, "a long token": lambda content: content | {"id_token": "e" * 100_000},
    "deep": lambda _: b"[" * 50_000, "the token of another access": lambda content: content | {"access_token": "another"},
}


@pytest.mark.parametrize("kind", TOKEN_RESPONSES)
def test_an_odd_response_of_the_provider_signs_nobody_in(service, provider, kind):
    provider.token_response = TOKEN_RESPONSES[kind]

    browser, page = sign_in(service, provider, somebody())

    assert identity(browser) is None and "problem=" in page


def test_every_parameter_of_the_callback_counts_once_and_in_its_own_browser(service, provider):
    def attempt(change):
        browser, other = Browser(service), Browser(service)
        fields = provider.grant(begin(browser), somebody())
        strange = provider.grant(begin(other), somebody())
        acting, changed = change(browser, other, dict(fields), strange)
        page = come_back(acting, changed)
        return identity(browser), identity(other), page

    def without(name):
        return lambda own, _, fields, __: (own, {key: value for key, value in fields.items() if key != name})

    def replaced(**values):
        return lambda own, _, fields, __: (own, fields | values)

    changes = {
        **{f"no {name}": without(name) for name in ("code", "state", "iss")},
        **{f"{name} {value!r:.20}": replaced(**{name: value}) for name in ("code", "state", "iss")
           for value in ("", "x", "x" * 5_000, "\0", "null", "' OR true --")},
        "code of another": lambda own, _, fields, strange: (own, fields | {"code": strange["code"]}),
        "state of another": lambda own, _, fields, strange: (own, fields | {"state": strange["state"]}),
        "iss of another": replaced(iss="https://accounts.google.com"),
        "an error beside the code": replaced(error="access_denied"),
        "another state first": lambda own, _, fields, strange: (own, [("state", strange["state"]), *fields.items()]),
        "in another browser": lambda _, other, fields, __: (other, fields),
        "in no browser": lambda _, __, fields, ___: (Browser(service), fields),
        "with an odd cookie": lambda own, _, fields, __: (Browser(service, **{name: value[::-1] for name, value in own.cookies.items()}), fields),
    }
    for kind, change in changes.items():
        own, other, page = attempt(change)
        assert own is None and other is None and "problem=" in page, (kind, page)


def test_an_answer_is_used_once_however_often_it_comes(service, provider):
    browser = Browser(service)
    fields = provider.grant(begin(browser), somebody())
    cookies = dict(browser.cookies)

    pages = at_once(lambda _: come_back(Browser(service, **cookies), fields), range(12))
    later = come_back(Browser(service, **cookies), fields)

    assert [has_arrived(page) for page in pages].count(True) == 1
    assert "problem=" in later


def test_a_visit_of_another_purpose_or_person_is_not_taken_over(service, provider):
    """An attacker who makes a victim's browser finish the attacker's visit would add their identity to the victim's account."""
    victim, page = sign_in(service, provider, somebody())
    attacker, _ = sign_in(service, provider, somebody())
    assert has_arrived(page)
    before = identity(victim)
    extra = somebody()

    # The attacker's visit, in the victim's browser: without the attacker's cookie, and with it.
    fields = provider.grant(begin(attacker, purpose="link", to="/settings"), extra)
    own = {name: value for name, value in victim.cookies.items()}
    first = come_back(victim, fields)
    fields = provider.grant(begin(attacker, purpose="link", to="/settings"), extra)
    tossed = {name: value for name, value in attacker.cookies.items() if value not in own.values()}
    session = {name: value for name, value in own.items() if name not in ("o", "__Host-o")}
    mixed = Browser(service, **{**tossed, **session})
    second = come_back(mixed, fields)

    assert "problem=" in first and "added" not in first
    assert identity(victim) == before
    assert identity(mixed) == before or "problem=" in second
    methods = Browser(service, **own).ask("GET", "/v1/me/identities").json["items"]
    assert len(methods) == 1, methods

    # Proof of the victim's identity by another one.
    again = provider.grant(begin(victim, purpose="sign_in_again", to="/settings"), extra)
    assert "problem=" in come_back(victim, again)
    assert identity(victim) == before

    # A visit that was begun by a person is worth nothing after they have signed out.
    linking = provider.grant(begin(victim, purpose="link", to="/settings"), somebody())
    victim.ask("DELETE", "/v1/sessions/current")
    out = Browser(service, **{name: value for name, value in victim.cookies.items()})
    assert identity(out) is None
    assert "problem=" in come_back(out, linking) and identity(out) is None


def test_an_address_that_is_not_verified_or_not_trusted_opens_no_account(service, provider):
    """`trusted.example` is the only domain that the operator trusts the provider about."""
    victim = service.person("victim")
    name = f"owner-{uuid.uuid4().hex[:8]}"
    trusted = f"{name}@trusted.example"
    owner, _ = sign_in(service, provider, somebody(), email=trusted, email_verified=True)
    account = identity(owner)
    assert owner.ask("GET", "/v1/me").json["email"] == trusted
    odd = [
        (victim.email, True), (victim.email.upper(), "true"), (trusted, False), (trusted, "false"), (trusted, ABSENT), (trusted, None),
        (trusted, 0), (trusted, []), (trusted, "yes"), (f"{name}@trusted.example.attacker.example", True),
        (f"{name}@sub.trusted.example", True), (f"{name}@trusted.example ", True), (f"{name}@TRUSTED.example.", True),
        (f"{name}@trusted.example\0", True), (f'"{name}@trusted.example"@attacker.example', True),
        (f"attacker@attacker.example,{trusted}", True), (f"{name}@attacker.example@trusted.example", True), ([trusted], True),
        (f"{name}@ｔrusted.example", True), (f"{name}@trusted\u3002example", True),
    ]
    for email, verified in odd:
        more = {"email": email} | ({} if verified is ABSENT else {"email_verified": verified})
        browser, page = sign_in(service, provider, somebody(), **more)

        assert identity(browser) not in (account, victim.id), (email, verified, page)


def test_a_native_nonce_is_used_once_and_a_token_belongs_to_it(service, provider):
    subject = somebody()

    def nonce():
        return service.ask("POST", NATIVE, {}).json["nonce"]

    def attempt(nonce, claims, **body):
        return service.ask("POST", NATIVE, {"idToken": provider.signed(claims), "nonce": nonce} | body)

    good = nonce()
    honest = provider.claims(subject, good)
    first = attempt(good, honest)
    assert first.status == 200 and first.json["token"]
    replay = attempt(good, honest)
    other = nonce()
    wrong = [
        replay, attempt(nonce(), honest), attempt(other, provider.claims(subject, "x")), attempt(other, provider.claims(subject, other)),
        attempt("x", provider.claims(subject, "x")), attempt(nonce(), {name: value for name, value in honest.items() if name != "nonce"}),
        attempt(nonce(), honest | {"nonce": None}), attempt(nonce(), honest | {"nonce": ""}),
    ]
    browser = Browser(service)
    asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(begin(browser)).query))
    wrong += [attempt(asked["state"], provider.claims(subject, asked["state"])), attempt(asked["nonce"], provider.claims(subject, asked["nonce"]))]
    unfinished = nonce()
    by_browser = come_back(browser, {"state": unfinished, "code": "x", "iss": provider.url})

    assert [answer for answer in wrong if answer.status != 422] == []
    assert "problem=" in by_browser
    # The session of whoever asks does not count for a token of another person.
    person = service.person("member")
    begun = person.ask("POST", NATIVE, {"purpose": "sign_in_again"}).json["nonce"]
    assert person.ask("POST", NATIVE, {"idToken": provider.signed(provider.claims(subject, begun)), "nonce": begun}).status == 422
    linking = person.ask("POST", NATIVE, {"purpose": "link"}).json["nonce"]
    mine = {"idToken": provider.signed(provider.claims(somebody(), linking)), "nonce": linking}
    assert service.person("other").ask("POST", NATIVE, mine).status == 422
