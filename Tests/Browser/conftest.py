"""The cast and the stage: a real server, a real Chromium, two people who are signed in.

`NOONISH_TEST_URL` (or `NOONISH_URL`) names the running server, for example http://localhost:8080. Its mail must go to the
development outbox at once (NOONISH_UPDATES_QUIET_WINDOW=0s), which is where codes and links are read from, and it must
have the sample town to search in.
"""

import json
import os
import pathlib
import re
import time
import urllib.parse
import urllib.request
import uuid

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect, sync_playwright

HERE = pathlib.Path(__file__).parent
SCREENSHOTS = HERE / "screenshots"
SERVER = (os.environ.get("NOONISH_TEST_URL") or os.environ.get("NOONISH_URL") or "").rstrip("/")
# Where the fake of an identity provider is to be, as the server was told when it was started.
PROVIDER = os.environ.get("NOONISH_TEST_PROVIDER", "")
# A pattern and no function: that would hold every request until this process attends to it, also while it waits for mail.
ELSEWHERE = re.compile(f"^(?!{'|'.join(re.escape(origin) for origin in (SERVER, PROVIDER) if origin)})")
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
MAIL_WAIT_SECONDS = 15
LIVE_WAIT_MS = 10_000  # far above what a change takes to arrive, far below a polling interval

PHONE = {"width": 320, "height": 640}
DESKTOP = {"width": 1280, "height": 800}

expect.set_options(timeout=LIVE_WAIT_MS)


def pytest_configure():
    if not SERVER:
        pytest.exit(
            "NOONISH_TEST_URL must name a running server, for example http://localhost:8080", returncode=2
        )
    SCREENSHOTS.mkdir(exist_ok=True)


@pytest.fixture(scope="session")
def browser():
    """One Chromium for all; `--no-sandbox` only for root, where it cannot start otherwise."""
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


class Stage:
    """Opens browser windows and remembers all that went wrong in them."""

    def __init__(self, browser):
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []
        # Chromium reports every answer of 4xx as an error; whether one is right is what the tests look at.
        self.excused = [r"status of 4\d\d", "Service Worker registration blocked"]

    def window(self, **options) -> Page:
        """
        A window of a browser of its own: no cookie and no storage of the others.

        Without a service worker, as what goes through one is not seen by the page's routes; `service_workers="allow"` has it.
        """
        options = {
            "viewport": DESKTOP, "locale": "en-GB", "timezone_id": "Europe/Helsinki", "service_workers": "block",
        } | options
        context = self.browser.new_context(base_url=SERVER, **options)
        context.route(ELSEWHERE, self._refuse)
        self.contexts.append(context)
        return self.watched(context.new_page())

    def watched(self, page: Page) -> Page:
        page.on("console", lambda message: self._heard(page, message))
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        return page

    def close(self):
        for context in self.contexts:
            context.close()

    def _refuse(self, route):
        self.faults.append(f"a request left for another host: {route.request.url}")
        route.abort()

    def _heard(self, page: Page, message: ConsoleMessage):
        if message.type not in ("error", "warning"):
            return
        if any(re.search(pattern, message.text) for pattern in self.excused):
            return
        self.faults.append(f"{page.url}: {message.type}: {message.text}")


@pytest.fixture
def stage(browser):
    stage = Stage(browser)
    yield stage
    stage.close()
    assert stage.faults == []


class Person:
    """Somebody with a browser."""

    def __init__(self, stage: Stage, name: str, page: Page):
        self.stage = stage
        self.name = name
        self.page = page
        self.email = f"{name.lower()}-{uuid.uuid4().hex[:12]}@example.org"

    def sign_in(self):
        page = self.page
        page.goto("/sign-in")
        page.get_by_label("E-mail").fill(self.email)
        page.get_by_role("button", name="Send me a code").click()
        page.get_by_label("Code").fill(
            mail_to(self.email, lambda mail: mail.get("code"))["code"]
        )  # sends itself
        page.get_by_label("What should friends call you?").fill(self.name)
        page.get_by_role("button", name="Done").click()
        expect(page.get_by_role("heading", level=1, name="Outings")).to_be_visible()
        expect(page.get_by_text("Live, all up to date")).to_be_attached()
        return self

    def call(self, method: str, path: str, body=None, **headers):
        """Asks the API as this person's browser does, and answers what it answered."""
        return self.page.evaluate(
            """async ([method, path, body, headers]) => {
                const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
                const response = await fetch(path, { method, headers: body === null ? headers : { 'Content-Type': type, ...headers },
                    body: body === null ? undefined : JSON.stringify(body) });
                const text = await response.text();
                if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
                return text ? JSON.parse(text) : null;
            }""",
            [method, path, body, headers],
        )

    def start(self, title: str, **fields) -> str:
        """Starts an outing by the API and answers its id."""
        return self.call("POST", "/v1/outings", {"title": title, "timeZone": "Europe/Helsinki"} | fields)[
            "id"
        ]

    def befriend(self, other: "Person"):
        """The two become friends, as they would by hand."""
        self.call("POST", "/v1/friends/requests", {"email": other.email})
        request = other.call("GET", "/v1/friends/requests")["items"][0]["id"]
        other.call("POST", f"/v1/friends/requests/{request}/accept", {})

    def invite(self, outing: str, other: "Person"):
        """Asks a friend to an outing; who is none yet becomes one first, since strangers are asked by mail alone."""
        if other.id not in [friend["id"] for friend in self.call("GET", "/v1/friends")["items"]]:
            self.befriend(other)
        self.call("POST", f"/v1/outings/{outing}/invitations", {"people": [other.id]})

    @property
    def id(self) -> str:
        return self.call("GET", "/v1/me")["id"]


@pytest.fixture
def leila(stage) -> Person:
    """The host."""
    return Person(stage, "Leila", stage.window()).sign_in()


@pytest.fixture
def mira(stage) -> Person:
    """The guest of honour; on a phone."""
    return Person(stage, "Mira", stage.window(viewport={"width": 390, "height": 844})).sign_in()


def mail_to(address: str, wanted) -> dict:
    """The newest mail to an address for which `wanted` is true; waits for it to be written."""
    query = urllib.parse.urlencode({"to": address})
    until = time.monotonic() + MAIL_WAIT_SECONDS
    while time.monotonic() < until:
        with urllib.request.urlopen(f"{SERVER}/dev/outbox?{query}") as answer:
            for mail in json.load(answer)["items"]:
                if wanted(mail):
                    return mail
        time.sleep(0.1)
    raise AssertionError(f"no such mail came to {address} within {MAIL_WAIT_SECONDS} s")


def path_of(address: str) -> str:
    """The path of a link in a mail, so that the test stays on the server it was pointed at."""
    parts = urllib.parse.urlsplit(address)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def in_days(days: int, hour: str) -> str:
    """A wall time some days from now."""
    return time.strftime("%Y-%m-%d", time.localtime(time.time() + days * 86_400)) + f"T{hour}"


def violations(found) -> list[str]:
    """
    What an axe run objects to.

    Pins of the map that lie over each other are too small to hit; each place stands in the list beside it too, which is the
    exception that the rule itself makes (WCAG 2.2, 2.5.8, "Equivalent").
    """
    told = []
    for rule in found.response["violations"]:
        nodes = [node for node in rule["nodes"] if rule["id"] != "target-size" or 'class="leaflet-marker-icon pin' not in node["html"]]
        told += [f"{rule['id']}: {node['target']} {node['failureSummary']}" for node in nodes[:1]]
    return told
