"""Web Push with a real Firefox, from the button in the settings to the notification, through the push service of the tests.

NOONISH_TEST_PROGRAM is the built program. The test starts it with its own embedded database.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
import uuid

import pytest

from marionette import Firefox

HERE = pathlib.Path(__file__).parent
PUSH_SETTLES_SECONDS = 8  # Firefox connects to its push service some time after its start, and rejects subscriptions until then


class Child:
    """A program whose output is read line by line."""

    def __init__(self, *command, **environment):
        self.process = subprocess.Popen(
            [str(part) for part in command], env=os.environ | environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.lines = []
        self.more = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            with self.more:
                self.lines.append(line)
                self.more.notify_all()

    def wait(self, what, find, seconds=60):
        """Returns the first true result of `find` for a line."""
        until = time.monotonic() + seconds
        with self.more:
            while True:
                for line in self.lines:
                    if found := find(line):
                        return found
                assert time.monotonic() < until, f"not seen: {what}, in {self.lines}"
                self.more.wait(1)

    def close(self):
        self.process.terminate()
        self.process.wait(60)


class Service:
    """The built program, and people who use it through its API."""

    def __init__(self, folder, **settings):
        self.child = Child(
            os.environ["NOONISH_TEST_PROGRAM"], "serve", NOONISH_HTTP_PORT="0", NOONISH_DATA_FOLDER=str(folder),
            NOONISH_UPDATES_QUIET_WINDOW="0s", NOONISH_SAMPLE_LOAD="false", **settings)
        self.url = self.child.wait("ready", lambda line: line.startswith("ready ") and line.split()[1], 120)

    def ask(self, method, path, body=None, token=None, **headers):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"} | headers, method=method)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        with urllib.request.urlopen(request) as answer:
            text = answer.read()
            return (json.loads(text) if text else None), answer.headers

    def code(self, address):
        """The code in the newest mail to an address."""
        mails, _ = self.ask("GET", "/dev/outbox?" + urllib.parse.urlencode({"to": address}))
        return mails["items"][0]["code"]

    def somebody(self):
        """A member's bearer token."""
        address = f"{uuid.uuid4().hex}@example.org"
        self.ask("POST", "/v1/auth/email", {"email": address})
        return self.ask("POST", "/v1/auth/email/verify", {"email": address, "code": self.code(address)})[0]["token"]


@pytest.fixture
def push_service():
    child = Child(sys.executable, HERE.parent / "Servers" / "browser_push_service.py")
    child.port = child.wait("its port", lambda line: json.loads(line).get("port"))
    child.event = lambda name, number=1: child.wait(
        f"{name} {number}", lambda line: numbered(child.lines, name, number))
    yield child
    child.close()


def numbered(lines, name, number):
    events = [json.loads(line) for line in lines]
    events = [event for event in events if event.get("event") == name]
    return events[number - 1] if len(events) >= number else None


@pytest.fixture
def place():
    """A folder that another user can access, because a server started by root runs its database as that user."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="noonish-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def service(place, push_service):
    service = Service(place / "data", NOONISH_WEB_PUSH_SERVICES=f"http://127.0.0.1:{push_service.port}")
    yield service
    service.child.close()


@pytest.fixture
def firefox(place, push_service):
    firefox = Firefox(place, f"ws://127.0.0.1:{push_service.port}/")
    yield firefox
    firefox.close()


NOTIFICATIONS = """
    const registration = await navigator.serviceWorker.getRegistration('/');
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, path: data.path }));
"""


def press(firefox, words):
    firefox.wait(words, f"""
        const button = [...document.querySelectorAll('button')].find((one) => one.textContent === {json.dumps(words)});
        button?.click();
        return !!button;""")


def test_a_notification_reaches_firefox_sealed_and_is_shown(service, push_service, firefox):
    address = f"tom-{uuid.uuid4().hex}@example.org"
    firefox.visit(f"{service.url}/about")
    send = """const response = await fetch(given[0], { method: 'POST', headers: { 'Content-Type': 'application/json' },
                  body: JSON.stringify(given[1]) });
              return response.status;"""
    assert firefox.run(send, "/v1/auth/email", {"email": address}) == 202
    assert firefox.run(send, "/v1/auth/email/verify", {"email": address, "code": service.code(address)}) == 200

    # The settings show the state, and enable notifications.
    firefox.visit(f"{service.url}/settings")
    firefox.wait("off", "return !!document.querySelector('[data-state=inactive]')")
    time.sleep(max(0, firefox.started + PUSH_SETTLES_SECONDS - time.monotonic()))
    press(firefox, "Turn on")
    firefox.wait("on", "return !!document.querySelector('[data-state=active]')")
    push_service.event("registered")

    # A test notification arrives.
    press(firefox, "Send a test")
    firefox.wait("the word of it", "return document.getElementById('toast').textContent.includes('Sent.')")
    assert push_service.event("acknowledged")["code"] == 100
    shown = firefox.wait("the test", NOTIFICATIONS)
    assert shown == [{"title": "Notifications work on this device", "body": "News about your outings will look like this.",
                      "tag": "test", "path": "/settings"}]

    # An invitation arrives, encrypted for this Firefox.
    leila = service.somebody()
    service.ask("POST", "/v1/friends/requests", {"email": address}, token=leila)
    assert firefox.run("""
        const { items } = await (await fetch('/v1/friends/requests')).json();
        return (await fetch(`/v1/friends/requests/${items[0].id}/accept`, { method: 'POST', body: '{}',
            headers: { 'Content-Type': 'application/json' } })).ok;""")
    friend = service.ask("GET", "/v1/friends", token=leila)[0]["items"][0]["id"]
    outing, headers = service.ask(
        "POST", "/v1/outings", {"title": "Dumplings 🥟", "invite": {"people": [friend]}}, token=leila)
    pushed = push_service.event("pushed", 2)
    assert pushed["status"] == 201
    assert pushed["headers"]["content-encoding"] == "aes128gcm"
    assert pushed["headers"]["authorization"].startswith("vapid t=")
    assert pushed["headers"]["topic"] == outing["id"].replace("-", "")
    assert push_service.event("acknowledged", 2)["code"] == 100
    invitation = firefox.wait("the invitation", f"""
        {NOTIFICATIONS.replace('return', 'const all =')}
        return all.find((one) => one.tag === {json.dumps(outing['id'])});""")
    assert invitation["title"].endswith("invited you to Dumplings 🥟")
    assert invitation["path"] == f"/outings/{outing['id']}"

    # Another time replaces it: of edits, people who have not answered only hear of a new time or place.
    noon = time.strftime("%Y-%m-%dT12:00", time.gmtime(time.time() + 3 * 86_400))
    edit = {"title": "Noodles 🍜", "startsAt": noon, "timeZone": "UTC"}
    service.ask("PATCH", f"/v1/outings/{outing['id']}", edit, token=leila,
                **{"If-Match": headers["ETag"], "Content-Type": "application/merge-patch+json"})
    assert push_service.event("acknowledged", 3)["code"] == 100
    firefox.wait("the edit in place of the invitation", f"""
        {NOTIFICATIONS.replace('return', 'const all =')}
        const here = all.filter((one) => one.tag === {json.dumps(outing['id'])});
        return here.length === 1 && here[0].title === 'Noodles 🍜';""")

    # After disabling notifications, nothing is left on either side.
    press(firefox, "Turn off")
    firefox.wait("off again", "return !!document.querySelector('[data-state=inactive]')")
    assert firefox.run("return (await (await fetch('/v1/subscriptions')).json()).items.length") == 0
    push_service.event("unregistered")
