"""Fixtures of the security tests: the running service, called from outside, and people who are signed in to it.

`NOONISH_TEST_URL` is the service. Its mail goes to the development outbox at once (NOONISH_UPDATES_QUIET_WINDOW=0s), its
limits are high, and `NOONISH_TEST_DATA` is its data folder, with the log of its database. No request may cause
an error of the service: `Service.ask` fails on every 5xx.
"""

import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.parse
import uuid

import pytest
from xdist.scheduler import LoadFileScheduling

IS_FULL = os.environ.get("NOONISH_FULL") == "1"
# Far above the time that anything here needs, because the machine may be busy.
PATIENCE = 60
# Errors of PostgreSQL that show that input has become part of a statement.
BROKEN_SQL = re.compile(r"syntax error|unterminated|invalid input syntax|does not exist|invalid byte sequence|22P02|42601")


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")

    @property
    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {self.text[:400]}"


class Service:
    """A running service, called like a program calls it."""

    def __init__(self, url, data=None):
        parts = urllib.parse.urlsplit(url)
        self.url, self.host, self.port, self.data = url, parts.hostname, parts.port, data

    def connect(self, timeout=PATIENCE):
        return http.client.HTTPConnection(self.host, self.port, timeout=timeout)

    def socket(self):
        return socket.create_connection((self.host, self.port), timeout=PATIENCE)

    def ask(self, method, path, body=None, token=None, headers=None, connection=None):
        """Sends a request. Any status is accepted except those of a failure of the service itself."""
        fields = dict(headers or {})
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
        if isinstance(body, str):
            body = body.encode("utf-8", "surrogatepass")
        if body is not None:
            patched = "application/merge-patch+json" if method == "PATCH" else "application/json"
            fields.setdefault("Content-Type", patched)
        if token:
            fields["Authorization"] = f"Bearer {token}"
        own = connection or self.connect()
        try:
            own.request(method, path, body, fields)
            response = own.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        finally:
            if connection is None:
                own.close()
        assert answer.status < 500, f"{method} {path}: {answer}"
        return answer

    def form(self, path, fields, **options):
        headers = {"Content-Type": "application/x-www-form-urlencoded"} | options.pop("headers", {})
        return self.ask("POST", path, urllib.parse.urlencode(fields), headers=headers, **options)

    def mails(self, address):
        return self.ask("GET", f"/dev/outbox?to={urllib.parse.quote(address)}").json["items"]

    def mail(self, address, wanted=lambda mail: True):
        return eventually(lambda: next(filter(wanted, self.mails(address)), None), f"a mail to {address}")

    def is_well(self):
        return self.ask("GET", "/healthz").status == 200

    def person(self, name="somebody"):
        return Person(self, name)

    def broken_statements(self):
        """Lines of the database's log that no input may cause."""
        log = pathlib.Path(self.data or "/nowhere") / "postgres" / "postgres.log"
        return [line for line in log.read_text(errors="replace").splitlines() if BROKEN_SQL.search(line)]


class Person:
    """A member, signed in like a program."""

    def __init__(self, service, name):
        self.service = service
        self.email = f"{name}-{uuid.uuid4().hex[:12]}@example.org"
        self.token = self.sign_in()
        self.ask("PATCH", "/v1/me", {"name": name.capitalize(), "timeZone": "Europe/Helsinki"})
        self.id = self.ask("GET", "/v1/me").json["id"]

    def sign_in(self):
        """Starts another session and returns its token."""
        self.service.ask("POST", "/v1/auth/email", {"email": self.email})
        code = self.service.mail(self.email, lambda mail: mail.get("code"))["code"]
        answer = self.service.ask("POST", "/v1/auth/email/verify", {"email": self.email, "code": code})
        return answer.json["token"]

    def ask(self, method, path, body=None, **options):
        return self.service.ask(method, path, body, token=self.token, **options)

    def start(self, title="Lunch", **fields):
        answer = self.ask("POST", "/v1/outings", {"title": title, "timeZone": "Europe/Helsinki"} | fields)
        assert answer.status == 201, answer
        return answer.json["id"]

    def edit(self, outing, **fields):
        """Edits the outing at its current version."""
        tag = self.ask("GET", f"/v1/outings/{outing}").headers["ETag"]
        answer = self.ask("PATCH", f"/v1/outings/{outing}", fields, headers={"If-Match": tag})
        assert answer.status == 200, answer

    def befriend(self, other):
        self.ask("POST", "/v1/friends/requests", {"email": other.email})
        request = other.ask("GET", "/v1/friends/requests").json["items"][0]["id"]
        assert other.ask("POST", f"/v1/friends/requests/{request}/accept").status < 300


class Browser:
    """A client that keeps cookies and identifies itself as a browser."""

    def __init__(self, service, **cookies):
        self.service, self.cookies = service, cookies

    def ask(self, method, path, body=None, headers=None):
        fields = {"Sec-Fetch-Site": "same-origin"} | (headers or {})
        if self.cookies:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = self.service.ask(method, path, body, headers=fields)
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, value = line.split(";")[0].split("=", 1)
            if value and "Max-Age=0" not in line:
                self.cookies[name] = value
            else:
                self.cookies.pop(name, None)
        return answer


class Stream:
    """A live stream, or any other request, on its own connection."""

    def __init__(self, service, head):
        self.socket = service.socket()
        self.socket.sendall(head if isinstance(head, bytes) else head.encode())
        self.received = b""
        self.has_ended = False

    def waits_for(self, text):
        until = time.monotonic() + PATIENCE
        while text.encode() not in self.received and not self.has_ended:
            assert time.monotonic() < until, f"{text!r} did not arrive: {self.received[-400:]}"
            self.read()
        assert text.encode() in self.received, f"ended without {text!r}: {self.received[-400:]}"

    def waits_for_end(self):
        until = time.monotonic() + PATIENCE
        while not self.has_ended:
            assert time.monotonic() < until, "the stream is still open"
            self.read()
        return self.received

    def read(self):
        try:
            piece = self.socket.recv(65_536)
        except ConnectionError:
            piece = b""
        self.has_ended = not piece
        self.received += piece

    def close(self):
        self.socket.close()


def eventually(look, what="it"):
    """Returns the first true result of `look`."""
    until = time.monotonic() + PATIENCE
    while True:
        found = look()
        if found:
            return found
        assert time.monotonic() < until, f"did not appear: {what}"
        time.sleep(0.05)


def at_once(work, items, threads=16):
    """The results of `work` for all items, computed concurrently."""
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, items))


# These count the connections of the service, so no two of them may run at the same time.
COUNTING = ("test_connections", "test_half_closed", "test_malformed_http")


class ModuleScheduling(LoadFileScheduling):
    """Keeps the tests of a module on one worker, because its fixtures are expensive, and those that count connections."""

    def _split_scope(self, nodeid):
        module = pathlib.PurePath(super()._split_scope(nodeid)).stem
        return "connections" if module in COUNTING else module


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    return ModuleScheduling(config, log)


@pytest.fixture(scope="session")
def service():
    return Service(os.environ["NOONISH_TEST_URL"].rstrip("/"), os.environ.get("NOONISH_TEST_DATA"))


@pytest.fixture(scope="session")
def certificate():
    """The paths of a certificate and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("takes openssl")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="noonish-tls."))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-keyout",
         folder / "key.pem", "-out", folder / "certificate.pem"], check=True, capture_output=True)
    yield str(folder / "certificate.pem"), str(folder / "key.pem")
    shutil.rmtree(folder)


@pytest.fixture(autouse=True)
def unharmed(service):
    """Checks after every test that the service still responds, and that no input has become part of a statement."""
    before = len(service.broken_statements())
    yield
    assert service.is_well()
    assert service.broken_statements()[before:] == []
