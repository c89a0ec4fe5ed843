"""The security headers of every response, and what is not served at all. Proves requirements of OWASP ASVS (docs/asvs.md)."""

import re

import pytest
from conftest import Stream

# Pages and the files of the web client, which are not in the document.
PAGES = [
    "/", "/outings/{id}", "/restaurants", "/settings", "/assets/look.css", "/service-worker.js", "/locales/en.json", "/docs",
    "/operator", "/dev/outbox", "/address/{token}", "/i/{token}", "/s/{token}", "/i/{token}/open", "/i/{token}/data", "/unsubscribe/{token}",
]
TEXTS = re.compile(r"text/|\+xml$|/javascript$")


@pytest.fixture(scope="module")
def person(service):
    return service.person("reader")


@pytest.fixture(scope="module")
def answers(service, person):
    """Responses of every kind of route, with every kind of outcome."""
    outing = person.start()
    paths = [
        path for path, methods in service.ask("GET", "/openapi.json").json["paths"].items()
        if "get" in methods and path not in ("/v1/updates/stream",)
    ] + PAGES
    found = {}
    for path in paths:
        for name, id in (("own", outing), ("wrong", "0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05"), ("odd", "<script>")):
            if "{" not in path and name != "own":
                continue
            filled = re.sub(r"\{\w+\}", id.replace("<", "%3C").replace(">", "%3E"), path)
            found[f"GET {filled}"] = person.ask("GET", filled)
            found[f"GET {filled} without a session"] = service.ask("GET", filled)
    for method, path, body in (
        ("POST", "/v1/outings", {}), ("POST", "/v1/outings", {"title": "Soup"}), ("POST", "/v1/outings", "not json"),
        ("PUT", "/v1/outings", {}), ("DELETE", "/v1/outings/x", None), ("GET", "/nowhere", None), ("POST", "/nowhere", {}),
        ("PATCH", f"/v1/outings/{outing}", {"title": "x"}), ("POST", "/v1/auth/email", {"email": "a@example.org"}),
        ("OPTIONS", "/v1/outings", None), ("HEAD", "/v1/outings", None), ("GET", "/?" + "x" * 9_000, None),
    ):
        found[f"{method} {path[:40]} {body}"] = person.ask(method, path, body)
    return found


def test_every_answer_says_what_browsers_may_do_with_it(answers):
    assert len(answers) > 100
    assert {answer.status for answer in answers.values()} >= {200, 201, 202, 400, 401, 404, 405, 414, 428}
    for name, answer in answers.items():
        fields, policy = answer.headers, answer.headers["Content-Security-Policy"]
        assert policy and policy.startswith("default-src 'none';") and "frame-ancestors 'none'" in policy, name
        assert "base-uri 'none'" in policy and "unsafe" not in policy and "*" not in policy, name
        assert fields["X-Content-Type-Options"] == "nosniff", name
        assert fields["Referrer-Policy"] in ("no-referrer", "same-origin"), name
        assert fields["Cross-Origin-Opener-Policy"] == fields["Cross-Origin-Resource-Policy"] == "same-origin", name
        assert "Server" not in fields and "X-Powered-By" not in fields, name
        if answer.body:
            kind = fields["Content-Type"]
            assert kind, name
            assert not TEXTS.search(kind.split(";")[0]) or "charset=utf-8" in kind.lower(), f"{name}: {kind}"
            assert ("sandbox" in policy) == (not kind.startswith(("text/html", "text/css", "text/javascript", "image/svg",
                                                                  "application/manifest"))), f"{name}: {kind}"


def test_no_other_origin_is_let_in(service, person):
    for origin in ("https://example.org", "null", "http://localhost.example.org"):
        for method, fields in (("GET", {}), ("OPTIONS", {"Access-Control-Request-Method": "PUT"})):
            answer = person.ask(method, "/v1/me", headers={"Origin": origin} | fields)

            assert not [name for name in answer.headers if name.lower().startswith("access-control-")]
    refused = service.ask(
        "PATCH", "/v1/me", {"name": "Evil"}, headers={"Origin": "https://example.org", "Cookie": f"noonish-s={person.token}"})
    assert refused.status == 403


def test_what_is_somebodys_is_kept_nowhere(answers):
    for name, answer in answers.items():
        if "/v1/" in name and answer.status < 400 and "without a session" not in name:
            assert re.search(r"no-store|private|no-cache", answer.headers["Cache-Control"] or ""), name


@pytest.mark.parametrize("path", [
    "/.git/config", "/.git/HEAD", "/.env", "/.gitignore", "/Package.swift", "/config/noonish.yaml", "/secret.key",
    "/var/secret.key",
    "/assets", "/assets/", "/assets/brand/", "/locales", "/locales/", "/templates/invitation.mustache", "/sql/schema.sql",
    "/assets/.DS_Store", "/assets/app.js.map", "/server-status", "/debug", "/debug/pprof", "/admin", "/actuator", "/phpinfo.php",
    "/swagger.json", "/graphql", "/backup.zip", "/index.html~", "/robots.txt.bak", "/..%5c..%5cetc%5cpasswd",
])
def test_nothing_is_served_that_is_not_meant_to_be(service, path):
    answer = service.ask("GET", path)

    assert answer.status in (400, 404), answer


def test_whoever_is_passed_on_by_a_proxy_gets_nothing_of_the_machines_own(service):
    for field in ("X-Forwarded-For", "Forwarded", "X-Forwarded-Host", "X-Forwarded-Proto"):
        for path in ("/dev/outbox", "/operator", "/v1/operator/people?query=a", "/metrics"):
            assert service.ask("GET", path, headers={field: "192.0.2.1"}).status in (401, 403, 404), (field, path)


def test_a_live_stream_says_the_same(service, person):
    for more in ("", "Upgrade: none\r\n"):
        stream = Stream(service, (
            f"GET /v1/updates/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {person.token}\r\n{more}\r\n"))
        stream.waits_for("event: hello")
        stream.close()
        head = stream.received.split(b"\r\n\r\n")[0].decode().lower()
        for field in ("content-security-policy: default-src 'none'", "x-content-type-options: nosniff", "cache-control: no-store",
                      "cross-origin-resource-policy: same-origin", "referrer-policy: no-referrer"):
            assert field in head, field
