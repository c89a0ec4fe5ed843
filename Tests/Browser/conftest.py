"""Fixtures: a running server, Chromium, and two people who are signed in.

`NOONISH_TEST_URL` (or `NOONISH_URL`) is the address of the server, for example http://localhost:8080. The server must send mail to the
development outbox without delay (NOONISH_UPDATES_QUIET_WINDOW=0s), because the tests read codes and links there, and it must have the
sample city. `NOONISH_TEST_DATA` is its data folder, for the commands of an operator.

With pytest-xdist, each worker has its own Chromium, and all use the same server.
"""

import json
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import time
import urllib.parse
import urllib.request
import uuid
import zlib

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import APIResponse, Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

HERE = pathlib.Path(__file__).parent
SCREENSHOTS = HERE / "screenshots"
SERVER = (os.environ.get("NOONISH_TEST_URL") or os.environ.get("NOONISH_URL") or "").rstrip("/")
# The address at which the server expects an identity provider.
PROVIDER = os.environ.get("NOONISH_TEST_PROVIDER", "")
# The address at which the server expects the payment provider's API and its pages.
CHECKOUT = os.environ.get("NOONISH_TEST_CHECKOUT", "")
ORIGINS = tuple(origin for origin in (SERVER, PROVIDER, CHECKOUT) if origin)
# Chromium resolves no other host. Routing requests instead would disable its cache and slow down each of them.
HOSTS = "MAP * ~NOTFOUND" + "".join(f", EXCLUDE {urllib.parse.urlsplit(origin).hostname}" for origin in ORIGINS)
PROGRAM = HERE.parents[1] / ".build" / "debug" / "noonish"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
MAIL_WAIT_SECONDS = 15
LIVE_WAIT_MS = 10_000  # much longer than a live event takes, much shorter than a polling interval

ACCESSIBILITY_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
TAKES_PICTURES = bool(os.environ.get("NOONISH_FULL") or os.environ.get("NOONISH_PICTURES"))

PHONE = {"width": 320, "height": 640}
DESKTOP = {"width": 1280, "height": 800}

expect.set_options(timeout=LIVE_WAIT_MS)


def pytest_configure():
    if not SERVER:
        pytest.exit(
            "NOONISH_TEST_URL must name a running server, for example http://localhost:8080", returncode=2
        )
    SCREENSHOTS.mkdir(exist_ok=True)


def pytest_sessionstart(session: pytest.Session):
    """Starts the fake providers, once for all workers because each has one port."""
    if hasattr(session.config, "workerinput"):
        return
    for origin, fake in ((PROVIDER, "identity_provider_fake.py"), (CHECKOUT, "checkout_fake.py")):
        if origin:
            start_fake(session, origin, HERE.parent / "Servers" / fake)


def start_fake(session: pytest.Session, origin: str, fake: pathlib.Path):
    port = origin.rpartition(":")[2]
    process = subprocess.Popen([sys.executable, str(fake), "--port", port], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert json.loads(process.stdout.readline())["port"] == int(port)
    session.config.add_cleanup(lambda: (process.terminate(), process.wait()))


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    """One Chromium without windows for all tests of a worker: it needs less than half of the processor time of the other."""
    yield from launch(playwright, CHROMIUM)


def launch(playwright, executable: str):
    """Yields a browser. Chromium's sandbox does not work for root."""
    arguments = [f"--host-resolver-rules={HOSTS}", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    browser = playwright.chromium.launch(executable_path=executable, args=arguments)
    yield browser
    browser.close()


class Windows:
    """Opens browser windows and collects what goes wrong in them."""

    def __init__(self, browser: Browser):
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []
        # Chromium logs every 4xx response as an error. The tests check the ones that matter.
        self.ignored = [r"status of 4\d\d", "Service Worker registration blocked"]

    def open(self, **options) -> Page:
        """
        Opens a window with cookies and storage of its own.

        Service workers are blocked, because page routes do not see requests that go through one. A test that needs one passes
        `service_workers="allow"`.
        """
        options = {
            "viewport": DESKTOP, "locale": "en-GB", "timezone_id": "Europe/Helsinki", "service_workers": "block",
        } | options
        context = self.browser.new_context(base_url=SERVER, **options)
        context.on("requestfailed", self._check_host)
        self.contexts.append(context)
        return self.watch(context.new_page())

    def watch(self, page: Page) -> Page:
        """Collects the errors and warnings of a page."""
        page.on("console", lambda message: self._collect(page, message))
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        return page

    def close(self):
        for context in self.contexts:
            context.close()

    def _check_host(self, request: Request):
        if request.url.startswith("http") and not request.url.startswith(ORIGINS):
            self.faults.append(f"a request left for another host: {request.url}")

    def _collect(self, page: Page, message: ConsoleMessage):
        if message.type not in ("error", "warning"):
            return
        if any(re.search(pattern, message.text) for pattern in self.ignored):
            return
        self.faults.append(f"{page.url}: {message.type}: {message.text}")


@pytest.fixture
def windows(browser):
    windows = Windows(browser)
    yield windows
    windows.close()
    assert windows.faults == []


class Person:
    """A person with a browser window."""

    def __init__(self, windows: Windows, name: str, page: Page):
        self.windows = windows
        self.name = name
        self.page = page
        self.email = f"{name.lower()}-{uuid.uuid4().hex[:12]}@example.org"

    def sign_in(self) -> "Person":
        """Signs in by the API, which is faster than by hand. The page stays where it is."""
        self.call("POST", "/v1/auth/email", {"email": self.email})
        code = mail_to(self.email, lambda mail: mail.get("code"))["code"]
        self.call("POST", "/v1/auth/email/verify", {"email": self.email, "code": code})
        self.call("PATCH", "/v1/me", {"name": self.name, "timeZone": "Europe/Helsinki", "locale": "en-GB"})
        return self

    def sign_in_by_hand(self) -> "Person":
        """Signs in on the page and gives the person's name, which opens the list of outings."""
        page = self.page
        page.goto("/sign-in")
        page.get_by_label("Email").fill(self.email)
        page.get_by_role("button", name="Send me a code").click()
        code = mail_to(self.email, lambda mail: mail.get("code"))["code"]
        page.get_by_label("Code").fill(code)  # a complete code is submitted automatically
        page.get_by_label("What should friends call you?").fill(self.name)
        page.get_by_role("button", name="Done").click()
        self.expect_outings()
        return self

    def open_outings(self) -> "Person":
        """Opens the list of outings and waits until it is live."""
        self.page.goto("/")
        self.expect_outings()
        return self

    def expect_outings(self):
        expect(self.page.get_by_role("heading", level=1, name="Outings")).to_be_visible()
        expect(self.page.get_by_text("Live, all up to date")).to_be_attached()

    def call(self, method: str, path: str, body=None, **headers):
        """Sends an API request with the cookies of this person's browser and returns the body of the response."""
        response = self.fetch(method, path, body, **headers)
        assert response.ok, f"{method} {path}: {response.status} {response.text()}"
        return response.json() if response.body() else None

    def fetch(self, method: str, path: str, body=None, **headers) -> APIResponse:
        """Sends an API request with the cookies of this person's browser and returns the response."""
        kind = "application/merge-patch+json" if method == "PATCH" else "application/json"
        headers = {"Sec-Fetch-Site": "same-origin"} | headers
        if body is not None:
            headers |= {"Content-Type": kind}
        data = None if body is None else json.dumps(body)
        return self.page.context.request.fetch(path, method=method, data=data, headers=headers)

    def entity_tag(self, path: str) -> str:
        """Returns the entity tag of a resource, for `If-Match`."""
        return self.fetch("GET", path).headers["etag"]

    def start(self, title: str, **fields) -> str:
        """Starts an outing by the API and returns its id."""
        return self.call("POST", "/v1/outings", {"title": title, "timeZone": "Europe/Helsinki"} | fields)["id"]

    def befriend(self, other: "Person"):
        """Makes the two friends by the API."""
        self.call("POST", "/v1/friends/requests", {"email": other.email})
        request = other.call("GET", "/v1/friends/requests")["items"][0]["id"]
        other.call("POST", f"/v1/friends/requests/{request}/accept", {})

    def invite(self, outing: str, other: "Person"):
        """Invites another person to an outing. Only friends can be invited by id, so the two become friends first."""
        if other.id not in [friend["id"] for friend in self.call("GET", "/v1/friends")["items"]]:
            self.befriend(other)
        self.call("POST", f"/v1/outings/{outing}/invitations", {"people": [other.id]})

    def own_venue(self, has_menu: bool = False, **fields) -> str:
        """
        Makes the person an owner of a restaurant, as an operator would, that takes orders: a new one far from the sample city, with other fields if they are
        stated, or the one with a menu there, which other tests use too.
        """
        if has_menu:
            found = [one["id"] for one in self.call("GET", "/v1/restaurants?near=60.1699,24.9384&limit=20")["items"]]
            place = next(one for one in found if self.fetch("GET", f"/v1/restaurants/{one}/menu").ok)
        else:
            place = self.call("POST", "/v1/venues", {
                "name": f"Kitchen {uuid.uuid4().hex[:6]}", "kind": "restaurant", "latitude": random.uniform(68, 69), "longitude": random.uniform(25, 27),
                "timeZone": "Europe/Helsinki", "distinct": True,
            } | fields)["id"]
        environment = os.environ | {"NOONISH_DATA_FOLDER": os.environ["NOONISH_TEST_DATA"]}
        subprocess.run([PROGRAM, "venue", "owner", self.email, place], env=environment, check=True, capture_output=True)
        path = f"/v1/venues/{place}"
        self.call("PATCH", path, {"takesOrders": True}, **{"If-Match": self.entity_tag(path)})
        return place

    @property
    def id(self) -> str:
        return self.call("GET", "/v1/me")["id"]


@pytest.fixture
def leila(windows) -> Person:
    """The host."""
    return Person(windows, "Leila", windows.open()).sign_in()


@pytest.fixture
def mira(windows) -> Person:
    """The invitee, on a phone."""
    return Person(windows, "Mira", windows.open(viewport={"width": 390, "height": 844})).sign_in()


def mail_to(address: str, wanted) -> dict:
    """Waits for a mail to an address for which `wanted` is true, and returns the newest one."""
    query = urllib.parse.urlencode({"to": address})
    until = time.monotonic() + MAIL_WAIT_SECONDS
    while time.monotonic() < until:
        with urllib.request.urlopen(f"{SERVER}/dev/outbox?{query}") as answer:
            for mail in json.load(answer)["items"]:
                if wanted(mail):
                    return mail
        time.sleep(0.05)
    raise AssertionError(f"no such mail arrived at {address} within {MAIL_WAIT_SECONDS} s")


def path_of(address: str) -> str:
    """Returns the path of a link in a mail, so that the test stays on the server under test."""
    parts = urllib.parse.urlsplit(address)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def in_days(days: int, hour: str) -> str:
    """Returns a wall time some days from now."""
    return time.strftime("%Y-%m-%d", time.localtime(time.time() + days * 86_400)) + f"T{hour}"


def create_png(width: int, height: int) -> bytes:
    """Returns a PNG image of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\xd0\x60\x20" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def take_picture(page: Page, name: str, full_page: bool = True):
    """Saves a screenshot for people to look at, if NOONISH_FULL or NOONISH_PICTURES is set."""
    if TAKES_PICTURES:
        page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=full_page)


def take_pictures(page: Page, name: str):
    """Takes pictures of a page at both sizes in both themes."""
    if not TAKES_PICTURES:
        return
    for size, viewport in (("phone", PHONE), ("desktop", DESKTOP)):
        for theme in ("light", "dark"):
            page.set_viewport_size(viewport)
            page.emulate_media(color_scheme=theme)
            take_picture(page, f"{name}-{size}-{theme}")


def violations(page: Page) -> list[str]:
    """
    Returns the accessibility rules that a page violates.

    Map pins that overlap are too small to hit. Each place is also in the list beside the map, an exception that the rule allows (WCAG
    2.2, 2.5.8, "Equivalent").
    """
    found = []
    for rule in Axe().run(page, options={"runOnly": ACCESSIBILITY_RULES}).response["violations"]:
        nodes = [node for node in rule["nodes"] if rule["id"] != "target-size" or 'class="leaflet-marker-icon pin' not in node["html"]]
        found += [f"{rule['id']}: {node['target']} {node['failureSummary']}" for node in nodes[:1]]
    return found
