"""
The seconds that a person needs: from the first visit to a link to share, and from such a link to an answer.

No clock is read. Each step costs what people need for it, from published measurements, and the costs are summed. The server's and the browser's
time is not in the sum; test_screens.py holds their limits.

Sources: keys, pointing and deciding from S. K. Card, T. P. Moran, A. Newell, "The keystroke-level model for user performance time", 1980 (an
average typist's 40 words a minute); reading from M. Brysbaert, "How many words do we read per minute?", 2019 (238 words a minute).
"""

import re

import pytest
from conftest import Person, in_days, mail_to, path_of, take_picture
from playwright.sync_api import Locator, Page, expect

KEY = 0.28
POINT = 1.1
DECIDE = 1.35
READ_WORD = 60 / 238
FETCH_CODE = 5.0  # to change to the mailbox, open the mail and come back
LIMIT = 40


class Human:
    """Uses a page and adds up the seconds that its steps cost a person."""

    def __init__(self, page: Page):
        self.page = page
        self.steps: list[tuple[str, float]] = []

    @property
    def seconds(self) -> float:
        return sum(cost for _, cost in self.steps)

    def read(self, text: Locator):
        expect(text).to_be_visible()
        words = len(text.inner_text().split())
        self.steps.append((f"reads {words} words", words * READ_WORD))

    def press(self, button: Locator):
        button.click()
        self.steps.append(("decides and presses", DECIDE + POINT))

    def type(self, field: Locator, text: str):
        """Types into a field, and points at it first if it does not have the focus."""
        if not field.evaluate("(node) => node === document.activeElement"):
            field.click()
            self.steps.append(("points at a field", POINT))
        field.press_sequentially(text)
        self.steps.append((f"types {len(text)} characters", len(text) * KEY))

    def fetch_code(self, address: str) -> str:
        self.steps.append(("fetches a code", FETCH_CODE))
        return mail_to(address, lambda mail: mail.get("code"))["code"]


def test_a_newcomer_has_a_link_to_share_within_40_seconds(windows):
    noor = Person(windows, "Noor", windows.open(viewport={"width": 390, "height": 844}))
    page = noor.page
    human = Human(page)
    page.goto("/")

    human.read(page.get_by_role("heading", level=1))
    human.type(page.get_by_label("Title"), "Friday dumplings")
    human.press(page.get_by_role("button", name="Create the outing"))
    # The length of a usual address is counted, not that of the test's.
    human.type(page.get_by_label("Email"), "noor@example.org")
    page.get_by_label("Email").fill(noor.email)
    human.press(page.get_by_role("button", name="Send me a code"))
    human.type(page.get_by_label("Code"), human.fetch_code(noor.email))
    human.type(page.get_by_label("What should friends call you?"), "Noor")
    human.press(page.get_by_role("button", name="Done"))
    human.read(page.get_by_role("region", name="Share a link").locator("p").first)
    human.press(page.get_by_role("button", name="Create a link"))
    human.press(page.get_by_role("region", name="Share a link").get_by_role("button", name=re.compile("^Copy")).first)

    assert "/i/" in page.get_by_label("Link", exact=True).input_value()
    assert human.seconds < LIMIT, human.steps


def test_a_guest_of_a_shared_link_has_answered_within_40_seconds(windows, leila):
    outing = leila.start("Friday dumplings", startsAt=in_days(5, "12:15"), place="Lumo Kitchen")
    link = leila.call("POST", f"/v1/outings/{outing}/links", {})["url"]
    page = windows.open(java_script_enabled=False, viewport={"width": 390, "height": 844})
    human = Human(page)
    page.goto(path_of(link))

    human.read(page.locator("header"))
    human.read(page.locator("form.invite > p").first)
    page.get_by_label("Your name").fill("Emil")
    human.steps.append(("points and types", POINT + len("Emil") * KEY))  # without scripts the focus cannot be read
    human.press(page.get_by_role("button", name="Going"))
    human.read(page.get_by_role("status"))

    assert leila.call("GET", f"/v1/outings/{outing}")["counts"]["attending"] == 2
    assert human.seconds < LIMIT, human.steps


OPEN_TO_VISITORS = ["/", "/outings/new", "/restaurants", "/dishes", "/sign-in", "/about", "/privacy"]


def follow_refusals(page: Page) -> list[str]:
    """Returns a list that grows with each error in the page's console and each 4xx response."""
    refusals = []
    page.on("console", lambda message: refusals.append(message.text) if message.type == "error" else None)
    page.on("response", lambda response: refusals.append(f"{response.status} {response.url}") if response.status >= 400 else None)
    return refusals


def settle(page: Page):
    expect(page.locator("main:not([aria-busy]) h1")).to_be_visible()
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("path", OPEN_TO_VISITORS)
def test_a_visitor_is_refused_nothing(windows, path):
    page = windows.open()
    refusals = follow_refusals(page)
    page.goto(path)
    settle(page)

    assert refusals == []


def test_the_first_field_has_the_focus_and_a_title_is_kept_when_one_goes_back(windows, leila):
    visitor = windows.open()
    visitor.goto("/sign-in")
    expect(visitor.get_by_label("Email")).to_be_focused()
    page = leila.page
    page.goto("/outings/new")
    expect(page.get_by_label("Title")).to_be_focused()
    page.get_by_label("Title").fill("Half a ti")
    page.goto("/updates")
    page.go_back()

    expect(page.get_by_label("Title")).to_have_value("Half a ti")


def test_nothing_is_refused_after_a_sign_out(leila):
    page = leila.open_outings().page
    page.goto("/settings")
    page.get_by_role("button", name="Sign out").first.click()
    expect(page.get_by_role("button", name="Send me a code")).to_be_visible()
    assert [cookie["name"] for cookie in page.context.cookies()] == []
    refusals = follow_refusals(page)
    page.goto("/")
    settle(page)

    expect(page.get_by_label("Title")).to_be_visible()
    assert refusals == []


def test_a_stranger_to_an_outing_is_refused_nothing(windows, leila):
    outing = leila.start("Lunch")
    page = windows.open()
    refusals = follow_refusals(page)
    page.goto(f"/outings/{outing}")
    settle(page)

    assert page.url.endswith("/sign-in?to=%2Foutings%2F" + outing)
    assert refusals == []


def test_a_guest_from_before_the_mark_gets_one_with_the_page(windows, leila):
    outing = leila.start("Lunch")
    page = windows.open()
    page.goto(path_of(leila.call("POST", f"/v1/outings/{outing}/links", {})["url"]))
    page.get_by_label("Your name").fill("Emil")
    page.get_by_role("button", name="Going").click()
    expect(page.get_by_role("status")).to_be_visible()
    assert {cookie["name"] for cookie in page.context.cookies()} == {"noonish-g", "noonish-n"}
    page.context.clear_cookies(name="noonish-n")

    page.goto(f"/outings/{outing}")

    expect(page.get_by_role("heading", level=1)).to_have_text("Lunch")


def test_an_expired_session_leads_to_the_sign_in_and_is_refused_once(leila):
    page = leila.open_outings().page
    other = leila.windows.open(storage_state=page.context.storage_state()).context
    other.request.delete("/v1/sessions/current", headers={"Sec-Fetch-Site": "same-origin"})  # this browser does not know

    page.goto("/updates")
    expect(page.get_by_role("button", name="Send me a code")).to_be_visible()
    assert page.url.endswith("/sign-in?to=%2Fupdates")
    assert page.context.cookies() == []
    refusals = follow_refusals(page)
    for path in ("/", "/sign-in", "/"):
        page.goto(path)
        settle(page)
    assert refusals == []


def test_a_session_from_before_the_mark_gets_one_with_the_page(leila):
    context = leila.page.context
    context.clear_cookies(name="noonish-m")
    assert [cookie["name"] for cookie in context.cookies()] == ["noonish-s"]

    leila.open_outings()

    assert {cookie["name"] for cookie in context.cookies()} == {"noonish-s", "noonish-m"}


@pytest.mark.parametrize(("locale", "width"), [("en-GB", 320), ("ar", 390)])
def test_the_privacy_page_says_the_same_without_scripts(windows, locale, width):
    size = {"width": width, "height": 640}
    with_scripts = windows.open(viewport=size, locale=locale)
    with_scripts.goto("/privacy")
    expect(with_scripts.locator(".retention-table")).to_be_visible()
    page = windows.open(viewport=size, locale=locale, java_script_enabled=False)
    page.goto("/privacy")
    expect(page.get_by_role("table")).to_be_visible()

    for part in ("h1", "h2", "p", "th"):
        texts = page.locator(f"noscript {part}").all_text_contents()
        assert texts == with_scripts.locator(f"main article {part}").all_text_contents() and texts
    spans = page.locator("noscript td").all_text_contents()
    assert len(spans) > 10 and all(spans)
    assert page.locator("noscript").evaluate("(node) => document.documentElement.scrollWidth <= innerWidth")
    take_picture(page, f"privacy-no-script-{locale}")


def test_a_screen_that_needs_scripts_says_so_and_finds_lost_links(windows):
    page = windows.open(java_script_enabled=False)
    for path in ("/", "/sign-in"):
        page.goto(path)
        expect(page.locator("noscript p").first).to_contain_text("needs JavaScript")
        page.locator("noscript a").click()
        page.get_by_label("Your email address").fill("ada@example.org")
        page.get_by_role("button", name="Send my links").click()
        expect(page.get_by_role("status")).to_be_visible()
