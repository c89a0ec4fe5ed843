"""SQL injection, in every parameter of every route, in bodies, header fields and cookies. Fault case C32.

No response is a 5xx, and PostgreSQL reports no error in any statement (`unharmed`). With NOONISH_FULL=1, sqlmap runs its own
attacks.
"""

import os
import pathlib
import re
import subprocess
import urllib.parse

import pytest
from conftest import IS_FULL, at_once

# Texts that break a statement between quotes, between dollars, in place of a number, in LIKE, or in a cast.
TEXTS = [
    "'", "\"", "\\'", "';--", "$$", "')) OR 1=1--", "1; SELECT pg_sleep(0)", "%_\\", "/*", "{1,2", "\\", "E'\\x00'",
    "' || current_user || '", "1 UNION SELECT NULL", "::regclass",
]
FEW = TEXTS[:6] if not IS_FULL else TEXTS
FIELDS = ["Accept-Language", "Cookie", "User-Agent", "If-None-Match", "If-Match", "Idempotency-Key", "Noonish-Client",
          "X-Forwarded-For", "Forwarded", "Referer", "Last-Event-ID", "Accept", "Origin"]
# Operations that end the session, or never end.
LEFT_OUT = {"endSession", "streamUpdates", "endAllSessions"}
# The pages that the document leaves out, with the fields of their forms.
DISH = ["name", "price", "quantity", "options", "note", "tellsKitchen", "forName"]
FORMS = {
    "/lost-link": ["email"], "/operator": ["act", "id", "words"], "/address/{token}": [], "/unsubscribe/{token}": [],
    "/i/{token}": ["status", "name", "partySize", "diet-vegan", "allergy-nuts", "note"], "/i/{token}/claim": [], "/i/{token}/open": [],
    "/i/{token}/address": ["email"], "/i/{token}/data": ["act"], "/i/{token}/order": DISH,
    "/i/{token}/order/lines/{lid}": ["act", "version", *DISH], "/i/{token}/order/pass": ["passes"],
}


@pytest.fixture(scope="module")
def contract(service):
    return service.ask("GET", "/openapi.json").json


@pytest.fixture(scope="module")
def person(service):
    return service.person("o'hara")


def operations(contract):
    for path, methods in contract["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and operation.get("operationId") not in LEFT_OUT:
                yield method.upper(), path, operation


def filled(path, text, ids):
    return re.sub(r"\{(\w+)\}", lambda name: urllib.parse.quote(text if text is not None else ids, safe=""), path)


def with_text(value, text):
    """All copies of an example with one of its texts replaced."""
    if isinstance(value, str):
        yield text
    elif isinstance(value, dict):
        for name, member in value.items():
            for changed in with_text(member, text):
                yield value | {name: changed}
    elif isinstance(value, list):
        for index, item in enumerate(value[:1]):
            for changed in with_text(item, text):
                yield value[:index] + [changed] + value[index + 1:]


def resolved(contract, value):
    """What a value refers to, with the members beside the reference."""
    while "$ref" in value:
        kind, name = value["$ref"].split("/")[2:]
        own = {key: one for key, one in value.items() if key != "$ref"}
        value = {**contract["components"][kind][name], **own}
    return value


def example(contract, schema, depth=0):
    """A value that matches a schema, with the text wherever a text is allowed."""
    schema = resolved(contract, schema)
    for choice in ("oneOf", "anyOf", "allOf"):
        if choice in schema:
            return example(contract, schema[choice][0], depth)
    if "example" in schema:
        return schema["example"]
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object" or "properties" in schema:
        members = schema.get("properties", {}) if depth < 4 else {}
        return {name: example(contract, one, depth + 1) for name, one in members.items()}
    if kind == "array":
        return [example(contract, schema["items"], depth + 1)]
    return {"integer": 1, "number": 1.5, "boolean": True}.get(kind, schema.get("enum", ["text"])[0])


def requests(contract, own):
    for method, path, operation in operations(contract):
        plain = filled(path, None, own)
        parameters = [resolved(contract, one) for one in operation.get("parameters", [])]
        names = [one["name"] for one in parameters if one["in"] == "query"]
        for text in FEW:
            quoted = urllib.parse.quote(text)
            if "{" in path:
                yield method, filled(path, text, own), None
            for name in names:
                yield method, f"{plain}?{name}={quoted}", None
        contents = resolved(contract, operation.get("requestBody", {})).get("content", {})
        body = contents.get("application/json")
        if body:
            whole = example(contract, body["schema"])
            for text in TEXTS[:3]:
                for changed in with_text(whole, text):
                    yield method, plain, changed
        form = contents.get("application/x-www-form-urlencoded")
        if form:
            for text in TEXTS[:3]:
                yield method, plain, urllib.parse.urlencode({name: text for name in resolved(contract, form["schema"]).get("properties", {})})
    for path, names in FORMS.items():
        for text in FEW:
            yield "GET", filled(path, text, own), None
            yield "POST", filled(path, None, own), urllib.parse.urlencode({name: text for name in [*names, "csrf"]})


def test_no_text_becomes_a_part_of_a_statement(service, contract, person):
    own = person.start("Mine")
    all_of_them = list(requests(contract, own))

    def send(request):
        method, path, body = request
        try:
            if isinstance(body, str):
                service.form(path, dict(urllib.parse.parse_qsl(body)))
            else:
                person.ask(method, path, body, headers={"If-Match": "*"})
        except AssertionError as fault:
            return str(fault)

    faults = [fault for fault in at_once(send, all_of_them, threads=8) if fault]

    assert len(all_of_them) > 1_000
    assert faults == []
    # The service still works.
    assert person.ask("GET", "/v1/me").status == 200


def test_no_header_field_becomes_a_part_of_a_statement(service, person):
    paths = ["/v1/me", "/v1/outings", "/v1/updates", "/v1/restaurants?near=60.17,24.94", "/i/nothing", "/"]
    for field in FIELDS:
        for text in TEXTS:
            value = f"noonish-s={text}; noonish-g={text}" if field == "Cookie" else text
            for path in paths[:6 if IS_FULL else 2]:
                for token in (person.token, None):
                    assert service.ask("GET", path, headers={field: value}, token=token).status < 500
    for text in TEXTS:
        assert service.ask("GET", "/v1/me", token=text).status in (400, 401)


def test_texts_are_kept_as_they_were_written(person):
    for text in TEXTS:
        outing = person.start(title=text, place=text, note=text)

        made = person.ask("GET", f"/v1/outings/{outing}").json

        assert (made["title"], made["note"]) == (text, text)


@pytest.mark.skipif("NOONISH_TEST_SQLMAP" not in os.environ, reason="script/test --full has sqlmap")
@pytest.mark.parametrize("target", [
    "/v1/restaurants?near=60.17,24.94&q=sushi&cuisine=sushi&diet=vegan&sort=distance&limit=5",
    "/v1/restaurants/suggest?q=su&near=60.17,24.94", "/v1/outings?role=host&status=attending&when=upcoming&limit=5",
    "/v1/outings/{own}*", "/v1/friends?query=ada", "/v1/updates?after=0&limit=5", "/i/nothing*", "/operator?query=ada",
    'POST /v1/outings {"title":"Soup","place":"Here","timeZone":"Europe/Helsinki"}',
    'POST /v1/auth/email {"email":"a@example.org"}', 'POST /v1/auth/email/verify {"email":"a@example.org","code":"00000000"}', 'POST /v1/circles {"name":"Soup"}',
    'PATCH /v1/me {"name":"Soup","locale":"en"}', 'POST /v1/friends/contacts {"emails":["a@example.org"]}',
])
def test_sqlmap_finds_nothing(service, person, target, tmp_path):
    method, _, rest = target.partition(" ") if " " in target else ("GET", "", target)
    path, _, body = rest.partition(" ")
    program = pathlib.Path(os.environ["NOONISH_TEST_SQLMAP"]) / "bin" / "sqlmap"
    command = [
        str(program), "-u", service.url + path.replace("{own}", person.start()), "--batch", "--level", "3", "--risk", "2",
        "--method", method, "--dbms", "PostgreSQL", "--technique", "BEUSTQ", "--threads", "4", "--flush-session",
        "--output-dir", str(tmp_path), "--disable-coloring",
        "--ignore-code", "400,401,403,404,409,415,422,428,429", "--skip-waf", "--time-sec", "3",
    ]
    fields = f"Authorization: Bearer {person.token}"
    if body:
        fields += f"\nContent-Type: application/{'merge-patch+' if method == 'PATCH' else ''}json"
        command += ["--data", body]
    command += ["--headers", fields]

    outcome = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=os.environ | {"HOME": str(tmp_path)})

    assert outcome.returncode == 0, outcome.stdout[-4000:] + outcome.stderr[-2000:]
    assert "all tested parameters do not appear to be injectable" in outcome.stdout, outcome.stdout[-4000:]
    assert not re.search(r"is vulnerable|identified the following injection", outcome.stdout), outcome.stdout
