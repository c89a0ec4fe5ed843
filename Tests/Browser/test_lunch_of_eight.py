"""
A lunch of eight people with eight ways of taking part: the host, a member on a phone, one without a network, one with a keyboard only, one with
text at twice the size, a guest by mail, and two guests of a share link, one of them without JavaScript.
"""

import re

import pytest
from conftest import PHONE, Person, in_days, mail_to, path_of, take_picture
from playwright.sync_api import Page, expect

TWICE = "const sheet = new CSSStyleSheet(); sheet.replaceSync('html { font-size: 32px }'); document.adoptedStyleSheets = [sheet]"
LOADED = "main:not([aria-busy]) h1"


@pytest.fixture
def oskar(windows) -> Person:
    """A member whose service worker serves the client."""
    windows.ignored += ["ERR_INTERNET_DISCONNECTED", "Failed to fetch"]
    page = windows.open(viewport={"width": 390, "height": 844}, service_workers="allow")
    oskar = Person(windows, "Oskar", page).sign_in().open_outings()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return oskar


def tab_to(page: Page, name: str):
    """Presses the Tab key until the element with this text has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.textContent.trim()") == name:
            return
    raise AssertionError(f"the Tab key does not reach {name!r}")


def answer_without_network(page: Page, outing: str):
    page.goto("/")
    page.reload()  # from now on, the worker serves the client
    page.goto(f"/outings/{outing}")
    expect(page.get_by_role("button", name="Maybe")).to_be_attached()
    page.context.set_offline(True)
    page.get_by_role("button", name="Maybe").click()
    expect(page.get_by_text("You said maybe. Not sent yet.").first).to_be_visible()


def answer_by_keyboard(page: Page):
    page.goto("/")
    expect(page.get_by_role("button", name="Going")).to_be_visible()
    tab_to(page, "Going")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You’re going.").first).to_be_visible()


def answer_with_large_text(page: Page, outing: str):
    page.goto(f"/outings/{outing}")
    expect(page.locator(LOADED)).to_be_visible()
    page.evaluate(TWICE)
    button = page.get_by_role("button", name="Can’t make it")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    take_picture(page, "eight-large-text", full_page=False)
    button.click()
    expect(page.get_by_text("You said you can’t make it.").first).to_be_visible()


def answer_by_link(page: Page, link: str, name: str, guests: int):
    page.goto(path_of(link))
    page.get_by_label("Your name").fill(name)
    if guests > 0:
        page.get_by_text("Guests, diet, allergies or a note").click()
        page.get_by_label(re.compile("How many")).fill(str(1 + guests))
    page.get_by_role("button", name="Going").click()
    expect(page.get_by_role("status").first).to_be_visible()


def test_a_lunch_of_eight(windows, leila, mira, oskar):
    kei = Person(windows, "Kei", windows.open()).sign_in()
    vera = Person(windows, "Vera", windows.open(viewport={"width": 390, "height": 844})).sign_in()
    ben, kai, nora = windows.open(), windows.open(java_script_enabled=False, viewport=PHONE), windows.open(viewport={"width": 390, "height": 844})
    outing = leila.start("Lunch of eight", startsAt=in_days(4, "12:00"), place="Lumo Kitchen")
    for member in (mira, oskar, kei, vera):
        leila.invite(outing, member)
    address = f"ben-{outing[-12:]}@example.org"
    leila.call("POST", f"/v1/outings/{outing}/invitations", {"emails": [f"Ben <{address}>"]})
    mail = mail_to(address, lambda mail: any("/i/" in link for link in mail["links"]))
    link = leila.call("POST", f"/v1/outings/{outing}/links", {})["url"]

    # everyone answers in their own way
    answer_without_network(oskar.page, outing)
    mira.page.goto(f"/outings/{outing}")
    mira.page.get_by_role("button", name="Going").click()
    expect(mira.page.get_by_text("You’re going.").first).to_be_visible()
    answer_by_keyboard(kei.page)
    answer_with_large_text(vera.page, outing)
    ben.goto(path_of(next(link for link in mail["links"] if "/i/" in link)))
    ben.get_by_role("button", name="Maybe").click()
    expect(ben.get_by_role("status").first).to_be_visible()
    answer_by_link(kai, link, "Kai", guests=1)
    answer_by_link(nora, link, "Nora", guests=0)
    nora.get_by_role("button", name="Suggestions, votes and messages").click()
    nora.get_by_label("Write to everyone").fill("I bring cake.")
    nora.get_by_role("button", name="Send").click()

    # the host moves the lunch
    leila.page.goto(f"/outings/{outing}")
    expect(leila.page.get_by_text("I bring cake.")).to_be_visible()
    leila.page.get_by_role("button", name="Change the time").click()
    dialog = leila.page.get_by_role("dialog")
    dialog.get_by_label("Time").fill("12:30")
    dialog.get_by_role("button", name="Save").click()
    expect(leila.page.locator("[data-fact=when]")).to_contain_text("12:30")

    # what each of them sees at the end
    oskar.page.context.set_offline(False)
    expect(oskar.page.get_by_text("Sent for Lunch of eight: You said maybe.")).to_be_visible()
    for page in (oskar.page, mira.page, vera.page, nora):
        expect(page.locator("[data-fact=when]")).to_contain_text("12:30")
        expect(page.get_by_text("I bring cake.")).to_be_visible()
    expect(mira.page.get_by_text("The time or place has changed. Is your answer still right?")).to_be_visible()
    expect(kei.page.get_by_role("link", name=re.compile("Lunch of eight"))).to_contain_text("12:30")
    for page in (kai, ben):
        page.goto(page.url.split("?")[0])
        expect(page.get_by_text("12:30").first).to_be_visible()
        expect(page.get_by_text("The time or place has changed since you answered.")).to_be_visible()
    leila.page.goto(f"/outings/{outing}/people")
    groups = {"going": ("You", "Mira", "Kei", "Kai", "Nora"), "maybe": ("Oskar", "Ben"), "can’t make it": ("Vera",)}
    for words, names in groups.items():
        group = leila.page.get_by_role("region", name=re.compile(rf"^\d+ {words}"))
        expect(group.get_by_role("listitem")).to_have_count(len(names))
        for name in names:
            expect(group.get_by_role("listitem").filter(has_text=name)).to_be_visible()
    expect(leila.page.get_by_role("listitem").filter(has_text="Kai")).to_contain_text("with one guest")
    counts = leila.call("GET", f"/v1/outings/{outing}")["counts"]
    assert (counts["attending"], counts["maybe"], counts["declined"], counts["invited"], counts["seats"]) == (5, 2, 1, 0, 6)
