"""Sessions that were planted, stolen or ended. Fault case C28; `SessionTests` tests time limits."""

import uuid

import pytest
from conftest import Browser, Stream, at_once, eventually

STREAM = "/v1/updates/stream"
# The second is unusual, so the ordinary handler serves it.
HEADS = {"bare": "", "ordinary": "Upgrade: none\r\n"}


def stream(service, token, more=""):
    opened = Stream(service, f"GET {STREAM} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n{more}\r\n")
    opened.waits_for("event: hello")
    return opened


def test_a_session_that_was_planted_is_not_the_one_that_signs_in(service):
    thief = service.person("thief")
    address = f"victim-{uuid.uuid4().hex[:12]}@example.org"
    planted = {"noonish-s": "planted" + "x" * 36, "other": "1"}
    for cookies in (planted, {"noonish-s": thief.sign_in()}):
        browser = Browser(service, **cookies)
        known = browser.cookies["noonish-s"]
        browser.ask("POST", "/v1/auth/email", {"email": address})
        code = service.mail(address, lambda mail: mail.get("code"))["code"]

        browser.ask("POST", "/v1/auth/email/verify", {"email": address, "code": code})

        assert browser.cookies["noonish-s"] != known
        assert browser.ask("GET", "/v1/me").json["email"] == address
        assert service.ask("GET", "/v1/me", headers={"Cookie": f"noonish-s={known}"}).status == 401
        assert service.ask("GET", "/v1/me", token=known).status == 401


def test_a_session_is_taken_from_where_it_belongs_and_from_nowhere_else(service):
    person = service.person("careful")
    token = person.token
    places = [
        ("GET", f"/v1/me?token={token}", {}), ("GET", f"/v1/me?access_token={token}", {}),
        ("GET", "/v1/me", {"X-Auth-Token": token}), ("GET", "/v1/me", {"Authorization": token}),
        ("GET", "/v1/me", {"Authorization": f"Basic {token}"}), ("GET", "/v1/me", {"Cookie": f"session={token}"}),
        ("GET", "/v1/me", {"Authorization": f"Bearer {token[:-1]}"}),
        ("GET", "/v1/me", {"Authorization": f"Bearer {token}x"}),
        # A token takes precedence over a cookie.
        ("GET", "/v1/me", {"Authorization": "Bearer wrong", "Cookie": f"noonish-s={token}"}),
    ]

    statuses = [service.ask(method, path, headers=headers).status for method, path, headers in places]

    assert set(statuses) <= {400, 401}
    assert service.ask("GET", "/v1/me", token=token).status == 200


def test_ending_all_sessions_while_everybody_uses_and_ends_them(service):
    person = service.person("leaver")
    tokens = [person.token] + [person.sign_in() for _ in range(3)]

    def use(number):
        token = tokens[number % len(tokens)]
        if number % 4 == 0:
            return service.ask("DELETE", "/v1/sessions/all", token=token).status
        if number % 4 == 1:
            return service.ask("DELETE", "/v1/sessions/current", token=token).status
        return service.ask("GET", "/v1/me", token=token).status

    statuses = at_once(use, range(60))

    assert set(statuses) <= {200, 204, 401, 404}
    assert [service.ask("GET", "/v1/me", token=token).status for token in tokens] == [401] * len(tokens)
    person.token = person.sign_in()
    assert len(person.ask("GET", "/v1/sessions").json["items"]) == 1


@pytest.mark.parametrize("way", HEADS)
def test_a_stolen_token_is_worth_nothing_after_all_sessions_were_ended_and_its_stream_is_over(service, way):
    person = service.person("robbed")
    outing = person.start()
    stolen, other = person.sign_in(), service.person("bystander")
    others = other.start()
    thief, bystander = stream(service, stolen, HEADS[way]), stream(service, other.token)

    person.ask("DELETE", "/v1/sessions/all")

    thief.waits_for_end()
    paths = ["/v1/me", "/v1/outings", f"/v1/outings/{outing}", "/v1/updates", STREAM, "/v1/calendar", "/v1/sessions"]
    assert {service.ask("GET", path, token=stolen).status for path in paths} == {401}
    assert service.ask("PATCH", "/v1/me", {"name": "Thief"}, token=stolen).status == 401
    other.edit(others, title="Still there")
    bystander.waits_for(f'"outing":"{others}","rev":2')
    bystander.close()


def test_a_session_that_was_ended_alone_takes_no_other_with_it(service):
    person = service.person("careful")
    other, outing = person.sign_in(), person.start()
    stays, goes = stream(service, person.token), stream(service, other)
    sessions = service.ask("GET", "/v1/sessions", token=other).json["items"]
    ended = next(item["id"] for item in sessions if item["current"])

    assert person.ask("DELETE", f"/v1/sessions/{ended}").status == 204

    goes.waits_for_end()
    person.edit(outing, title="After it")
    stays.waits_for(f'"outing":"{outing}","rev":2')
    eventually(lambda: service.ask("GET", "/v1/me", token=other).status == 401, "an end")
    stays.close()
