"""A person is removed from the list: their stream, push, mail, calendar and links end. Fault case C36.

No test waits for silence: it waits for what another person on the same list gets for the same edit, by which time
anything for the removed person would have arrived.
"""

import http.server
import os
import threading
import urllib.parse
import uuid

import pytest
from conftest import Stream, eventually

KEYS = {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}


class PushService:
    """Accepts messages and counts them by path. The service is started with its address."""

    def __init__(self, origin):
        self.origin, self.taken = origin, []
        taken = self.taken

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                taken.append(self.path)
                self.send_response(201)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        place = urllib.parse.urlsplit(origin)
        self.server = http.server.ThreadingHTTPServer((place.hostname, place.port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def subscribe(self, person):
        path = f"/{uuid.uuid4().hex}"
        answer = person.ask("POST", "/v1/subscriptions", {"kind": "webPush", "endpoint": self.origin + path, "keys": KEYS})
        assert answer.status == 201, answer
        return path

    def waits_for_more(self, path, than):
        eventually(lambda: self.taken.count(path) > than, f"a push to {path}")


@pytest.fixture(scope="module")
def pushes():
    service = PushService(os.environ["NOONISH_TEST_PUSH"])
    yield service
    service.server.shutdown()


def invited(service, host, outing, address):
    """Invites an address, and returns the guest's id and personal token."""
    answer = host.ask("POST", f"/v1/outings/{outing}/invitations", {"emails": [address]})
    assert answer.status < 300, answer
    mail = service.mail(address, lambda mail: any("/i/" in link for link in mail["links"]))
    token = next(link.rsplit("/", 1)[1] for link in mail["links"] if "/i/" in link)
    items = host.ask("GET", f"/v1/outings/{outing}/attendees").json["items"]
    return next(item["person"]["id"] for item in items if (item["invitation"] or {}).get("address") == address), token


def test_a_guest_who_was_removed_hears_and_opens_nothing_any_more(service):
    host, outing = service.person("host"), None
    outing = host.start("Dinner", startsAt="2031-03-03T19:00", place="Here")
    gone_address, other_address = (f"{name}-{uuid.uuid4().hex[:8]}@example.org" for name in ("gone", "stays"))
    gone, token = invited(service, host, outing, gone_address)
    _, other_token = invited(service, host, outing, other_address)
    assert service.ask("PUT", f"/v1/invitations/{token}/attendance", {"status": "attending", "name": "Gone"}).status == 200
    stream = Stream(
        service, f"GET /v1/updates/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n")
    stream.waits_for("event: hello")
    calendar = f"/v1/outings/{outing}/calendar.ics"
    assert service.ask("GET", calendar, token=token).status == 200

    # An edit whose mail is pending, the removal after it, and an edit that they must not see.
    host.edit(outing, place="There")
    assert host.ask("DELETE", f"/v1/outings/{outing}/attendees/{gone}").status == 204
    host.edit(outing, place="Secret cellar")

    stream.waits_for_end()
    service.mail(other_address, lambda mail: "Secret cellar" in mail["subject"] + mail["text"])
    assert "Secret cellar" not in str(service.mails(gone_address))
    assert b"Secret cellar" not in stream.received
    for path in (f"/v1/outings/{outing}", f"/v1/outings/{outing}/attendees", calendar, "/v1/updates",
        f"/v1/outings/{outing}/messages"):
        answer = service.ask("GET", path, token=token)
        assert answer.status in (401, 404) and "Secret" not in answer.text, path
    for answer in (
        service.ask("GET", f"/v1/invitations/{token}"), service.ask("GET", f"/i/{token}"), service.ask("GET", f"/i/{token}/data"),
        service.ask("PUT", f"/v1/invitations/{token}/attendance", {"status": "attending"}),
        service.form(f"/i/{token}", {"status": "attending", "csrf": ""}),
        service.person("finder").ask("POST", f"/v1/invitations/{token}/claim"),
    ):
        assert answer.status in (403, 404) and "Secret" not in answer.text, answer
    service.ask("POST", "/v1/invitations/resend", {"email": gone_address})
    assert service.ask("GET", f"/v1/invitations/{other_token}").json["place"] == "Secret cellar"


def test_a_member_who_was_removed_hears_nothing_in_any_way_they_chose(service, pushes):
    host, member, other = (service.person(name) for name in ("host", "member", "other"))
    for friend in (member, other):
        host.befriend(friend)
    outing = host.start(
        "Dinner", startsAt="2031-03-03T19:00", invite={"people": [member.id, other.id]})
    own = member.start("Mine")
    feed = urllib.parse.urlsplit(member.ask("POST", "/v1/calendar/rotate").json["url"]).path
    gone_path, other_path = pushes.subscribe(member), pushes.subscribe(other)
    assert member.ask("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending"}).status == 200
    assert "Dinner" in service.ask("GET", feed).text
    stream = Stream(
        service, f"GET /v1/updates/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {member.token}\r\n\r\n")
    stream.waits_for("event: hello")

    assert host.ask("DELETE", f"/v1/outings/{outing}/attendees/{member.id}").status == 204
    eventually(lambda: "person_removed" in member.ask("GET", "/v1/updates").text, "the farewell")
    before, others_before = pushes.taken.count(gone_path), pushes.taken.count(other_path)
    host.edit(outing, place="Secret cellar")
    pushes.waits_for_more(other_path, others_before)
    service.mail(other.email, lambda mail: "Secret cellar" in mail["subject"] + mail["text"])

    # Their farewell may have been pending until now; nothing after it arrives.
    assert pushes.taken.count(gone_path) <= before + 1
    assert "Secret" not in member.ask("GET", "/v1/updates").text + str(service.mails(member.email))
    assert "Secret" not in service.ask("GET", feed).text and "SUMMARY:Dinner" not in service.ask("GET", feed).text
    member.edit(own, title="Still mine")
    stream.waits_for(f'"outing":"{own}","rev":2')  # the same stream continues with their own outings
    assert b"Secret" not in stream.received
    stream.close()
    for path in (f"/v1/outings/{outing}", f"/v1/outings/{outing}/calendar.ics", f"/v1/outings/{outing}/history"):
        assert member.ask("GET", path).status == 404
    assert member.ask("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending"}).status == 404
    assert member.ask("POST", f"/v1/outings/{outing}/messages", {"text": "Hello?"}).status == 404


def test_a_link_that_was_ended_lets_nobody_in_and_nobody_back_in(service):
    host = service.person("host")
    outing = host.start("Dinner")
    link = host.ask("POST", f"/v1/outings/{outing}/links", {}).json
    token = link["url"].rsplit("/", 1)[1]
    came = service.ask("PUT", f"/v1/invitations/{token}/attendance", {"status": "attending", "name": "Came"})
    assert came.status == 200, came
    personal = came.json["url"].rsplit("/", 1)[1]
    guest = next(item["person"]["id"] for item in host.ask("GET", f"/v1/outings/{outing}/attendees").json["items"]
                 if item["person"]["name"] == "Came")

    assert host.ask("DELETE", f"/v1/outings/{outing}/links/{link['id']}").status == 204
    assert service.ask("GET", f"/v1/invitations/{personal}").status == 200  # people who joined stay
    assert host.ask("DELETE", f"/v1/outings/{outing}/attendees/{guest}").status == 204

    for token in (token, personal):
        assert service.ask("GET", f"/v1/invitations/{token}").status == 404
        again = service.ask("PUT", f"/v1/invitations/{token}/attendance", {"status": "attending", "name": "Back"})
        assert again.status == 404
