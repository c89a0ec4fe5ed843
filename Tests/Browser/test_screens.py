"""
Checks the accessibility of every screen in both themes, on a phone and a desktop, in every language.

With NOONISH_FULL, this covers all combinations; otherwise one for each screen, which changes with each commit. NOONISH_PICTURES takes pictures of
every screen in English instead, in both themes and sizes (`script/pictures`).
"""

import os
import re
import subprocess
import time
import zlib

import pytest
from conftest import DESKTOP, PHONE, Person, in_days, mail_to, path_of, take_picture, violations
from playwright.sync_api import Page, expect

WIDTHS = {"phone": PHONE, "desktop": DESKTOP}
THEMES = ("light", "dark")
LANGUAGES = {"en": "en-GB", "fi": "fi-FI", "de": "de-DE", "ar": "ar", "ja": "ja-JP"}
MIN_TARGET = 44  # px, the minimum height of a touch target
HELSINKI = "60.1699,24.9384"
MAX_BYTES = 101_000  # compressed size of a screen with everything it needs except maps and pictures
MAX_VENUE_BYTES = 117_000  # of those with which people run a restaurant, and seldom on the way
VENUE_SCREENS = {"board", "claim", "venue", "venue-history", "venue-menu", "venue-new", "venue-people", "venue-records", "venue-customers", "venue-filters", "venue-invoices", "venue-invoice"}
MAP = re.compile("/assets/(leaflet|map)[/.]|/map/")  # what is loaded with the first map
MAX_REQUESTS = 15  # of a first visit, from an empty cache
MAX_SHIFT = 0.1  # the limit of a good "cumulative layout shift"


def count_commits() -> int:
    """Returns the number of commits, by which the choice rotates."""
    asked = subprocess.run(["git", "rev-list", "--count", "HEAD"], cwd=os.path.dirname(__file__), capture_output=True, text=True)
    return int(asked.stdout) if asked.returncode == 0 else 0


COMMITS = count_commits()


def combinations(name: str) -> dict[str, list[tuple[str, str]]]:
    """Returns the themes and widths to check a screen in, by language."""
    all_of_them = [(tag, theme, width) for tag in LANGUAGES for theme in THEMES for width in WIDTHS]
    if os.environ.get("NOONISH_PICTURES"):
        chosen = [each for each in all_of_them if each[0] == "en"]
    elif os.environ.get("NOONISH_FULL"):
        chosen = all_of_them
    else:
        chosen = [all_of_them[(COMMITS + zlib.crc32(name.encode())) % len(all_of_them)]]
    return {tag: [(theme, width) for one, theme, width in chosen if one == tag] for tag in LANGUAGES}


def wait_for_update(person: Person, outing: str, start: str):
    """Waits for an update about an outing whose text has the given start."""
    until = time.monotonic() + 30
    while not any(
        each["outing"]["id"] == outing and each["text"].startswith(start) for each in person.call("GET", "/v1/updates")["items"]
    ):
        assert time.monotonic() < until, f"no update begins with {start!r}"
        time.sleep(0.05)


@pytest.fixture
def screens(leila, mira) -> dict[str, str]:
    """Creates outings in every state that a screen can show, and returns their paths by screen."""
    asked = mira.start("Ramen and catching up", startsAt=in_days(9, "18:30"), respondBy=in_days(8, "12:00"))
    mira.invite(asked, leila)
    hosted = leila.start(
        "Lunch before the demo",
        startsAt=in_days(5, "12:15"),
        place="Lumo Kitchen",
        capacity=12,
        note="Table by the window under my name.\nBack at the office by 13:45, promised.",
    )
    leila.invite(hosted, mira)
    leila.call("POST", f"/v1/outings/{hosted}/links", {})
    cancelled = leila.start("Picnic", startsAt=in_days(2, "17:00"))
    leila.call("PUT", f"/v1/outings/{cancelled}/cancellation", {"reason": "Rain all day"})
    found = leila.call("GET", f"/v1/restaurants?near={HELSINKI}&limit=1")["items"]
    assert found, "the server under test has no restaurants near Helsinki: its sample city belongs there"
    place = found[0]["id"]
    dish = leila.call("GET", f"/v1/dishes?near={HELSINKI}&limit=1")["items"][0]
    served = leila.start("Lunch from the menu", startsAt=in_days(6, "12:15"), restaurantId=dish["restaurant"]["id"])
    leila.call("POST", f"/v1/outings/{served}/order", {"currency": dish["currency"], "closesBefore": 60})
    venue = leila.call("POST", "/v1/venues", {
        "name": "Aino’s soup bar", "kind": "cafe", "latitude": 61.5, "longitude": 23.7, "timeZone": "Europe/Helsinki", "distinct": True})["id"]
    own = leila.own_venue()
    sale = leila.call("POST", f"/v1/venues/{own}/sales", {"currency": "EUR", "tip": "1.00", "lines": [{"name": "Lunch of the day", "price": "12.50", "taxPercent": "14"}]})["id"]
    invoice = leila.call("POST", f"/v1/venues/{own}/sales/{sale}/invoice", {"name": "Kaisla Oy", "address": "Quay 2\n20100 Turku", "taxNumber": "FI87654321"})["id"]
    undated = leila.start("Farewell dinner for Tomás")
    mira.call("PUT", f"/v1/outings/{hosted}/attendance", {"status": "attending", "partySize": 2})
    mira.call("POST", f"/v1/outings/{hosted}/messages", {"text": "Shall I bring cake, @Leila?", "mentions": [leila.id]})
    leila.call("POST", f"/v1/outings/{hosted}/messages", {"text": "Always."})
    for hour, hall in [("12:00", "Lumo Kitchen"), ("13:00", "Kolme Kruunua"), ("13:00", "Lumo Kitchen")]:
        pair = {"time": {"startsAt": in_days(5, hour)}, "place": hall}
        suggested = mira.call("POST", f"/v1/outings/{hosted}/suggestions", pair)["id"]
    leila.call("POST", f"/v1/outings/{hosted}/suggestions/{suggested}/poll", {"closesAt": in_days(4, "12:00")})
    mira.call("POST", f"/v1/outings/{hosted}/suggestions", {"time": {"startsAt": in_days(5, "12:45")}})
    mira.call("POST", f"/v1/outings/{hosted}/suggestions", {"email": "ada@example.org"})
    leila.call("POST", f"/v1/outings/{hosted}/order", {"currency": "EUR", "closesBefore": 60, "limitPerHead": "15.00"})
    leila.call("POST", f"/v1/outings/{hosted}/order/lines", {"name": "Green curry", "price": "12.00", "options": "mild"})
    mira.call("POST", f"/v1/outings/{hosted}/order/lines", {"name": "Soup of the day", "price": "11.50", "options": "no onions", "note": "Dill apart"})
    mira.call("POST", f"/v1/outings/{hosted}/order/lines", {"name": "Lemonade", "quantity": 2, "forName": "Aunt May"})
    series = leila.call("POST", "/v1/series", {
        "title": "Thursday lunch", "startTime": "12:30", "timeZone": "Europe/Helsinki", "people": [mira.id], "skipHolidays": "FI",
        "rule": {"frequency": "weekly", "weekdays": ["th"], "startsOn": in_days(2, "12:30")[:10]},
    })["id"]
    hana = Person(leila.windows, "Hana", leila.windows.open()).sign_in()
    hana.call("POST", "/v1/friends/requests", {"email": leila.email})
    leila.call("POST", "/v1/friends/requests", {"email": "oskar@example.org"})
    circle = leila.call("POST", "/v1/circles", {"name": "Noodle club", "people": [mira.id]})["id"]
    eaten = leila.start("Ramen", startsAt=in_days(-3, "12:30"), restaurantId=place, invite={"circles": [circle]})
    mira.call("PUT", f"/v1/outings/{eaten}/attendance", {"status": "attending"})
    mine = {"personId": leila.id, "amount": "33.00"}
    leila.call("POST", f"/v1/outings/{eaten}/bills", {
        "currency": "EUR", "items": [{"amount": "30.00", "people": [{"personId": leila.id}, {"personId": mira.id}]}],
        "charges": [{"kind": "tip", "percent": "10"}], "payments": [mine],
    })
    wait_for_update(mira, eaten, "You owe")  # the last one, so that no live event refreshes a screen while it is measured
    return {
        "outings": "/",
        "start": "/outings/new",
        "outing": f"/outings/{asked}",
        "outing-host": f"/outings/{hosted}",
        "outing-cancelled": f"/outings/{cancelled}",
        "history": f"/outings/{hosted}/history",
        "order-sheet": f"/outings/{hosted}/order/sheet",
        "order-menu": f"/outings/{served}/order/menu",
        "order-receipt": f"/outings/{hosted}/order/receipt",
        "people": f"/outings/{hosted}/people",
        "people-new": f"/outings/{undated}/people",
        "edit": f"/outings/{hosted}/edit",
        "circle": f"/circles/{circle}",
        "rating": f"/outings/{eaten}",
        "bill": f"/outings/{eaten}/bill",
        "bill-edit": f"/outings/{eaten}/bill/edit",
        "suggestions": f"/outings/{hosted}/suggestions",
        "series": f"/series/{series}",
        "series-edit": f"/series/{series}/edit",
        "series-receipts": f"/series/{series}/receipts",
        "search": f"/restaurants?near={HELSINKI}",
        "search-nothing": f"/restaurants?near={HELSINKI}&q=qxqxqx",
        "restaurant": f"/restaurants/{place}",
        "restaurant-choose": f"/restaurants/{place}?for={hosted}",
        "restaurant-menu": f"/restaurants/{dish['restaurant']['id']}/menu",
        "dishes": f"/dishes?near={HELSINKI}",
        "dishes-grid": f"/dishes?near={HELSINKI}&view=grid",
        "dishes-nothing": f"/dishes?near={HELSINKI}&q=qxqxqx",
        "dish": f"/dishes/{dish['id']}",
        "dish-choose": f"/dishes/{dish['id']}?for={hosted}",
        "orders": "/orders",
        "claim": f"/restaurants/{place}/claim",
        "venue-new": "/venues/new",
        "venue": f"/venues/{venue}",
        "venue-menu": f"/venues/{venue}/menu",
        "venue-people": f"/venues/{venue}/people",
        "venue-history": f"/venues/{venue}/history",
        "venue-records": f"/venues/{venue}/records",
        "venue-customers": f"/venues/{venue}/customers",
        "venue-filters": f"/venues/{venue}/filters",
        "venue-invoices": f"/venues/{own}/invoices",
        "venue-invoice": f"/venues/{own}/invoices/{invoice}",
        "venues": "/venues",
        "board": f"/venues/{own}/board",
        "updates": "/updates",
        "friends": "/friends",
        "settings": "/settings",
        "about": "/about",
        "privacy": "/privacy",
        "nothing": "/outings/nothing-here",
    }


@pytest.mark.parametrize("tag", ["en"] if os.environ.get("NOONISH_PICTURES") else LANGUAGES)
def test_the_screens_of_a_person_are_accessible(leila: Person, screens, tag):
    leila.call("PATCH", "/v1/me", {"locale": LANGUAGES[tag]})
    assert find_faults(leila.page, tag, screens) == []


@pytest.mark.parametrize("tag", ["en"] if os.environ.get("NOONISH_PICTURES") else LANGUAGES)
def test_the_screens_of_a_visitor_are_accessible(windows, leila, tag):
    outing = leila.start("Lunch before the demo", startsAt=in_days(5, "12:15"), place="Lumo Kitchen")
    link = leila.call("POST", f"/v1/outings/{outing}/links", {})["url"]
    series = leila.call("POST", "/v1/series", {
        "title": "Thursday lunch", "startTime": "12:30", "timeZone": "Europe/Helsinki", "place": "Lumo Kitchen",
        "rule": {"frequency": "weekly", "weekdays": ["th"], "startsOn": in_days(2, "12:30")[:10]},
    })["id"]
    assert find_faults(windows.open(locale=LANGUAGES[tag]), tag, {
        "welcome": "/",
        "start-visitor": "/outings/new",
        "sign-in": "/sign-in",
        "sign-in-link": "/sign-in?token=none",
        "invitation": link,
        "invitation-gone": "/i/none",
        "series-link": path_of(leila.call("POST", f"/v1/series/{series}/link", {})["url"]),
        "pair": "/pair",
        "search-visitor": "/restaurants",
        "about-visitor": "/about",
    }) == []


@pytest.mark.parametrize("tag", ["en"] if os.environ.get("NOONISH_PICTURES") else LANGUAGES)
def test_the_screens_of_a_guest_are_accessible(windows, leila, screens, tag):
    outing = screens["outing-host"].split("/")[-1]
    address = f"ada-{tag}-{outing[-12:]}@example.org"
    leila.call("POST", f"/v1/outings/{outing}/invitations", {"emails": [address]})
    mail = mail_to(address, lambda mail: any("/i/" in link for link in mail["links"]))
    page = windows.open(locale=LANGUAGES[tag])
    personal = path_of(next(link for link in mail["links"] if "/i/" in link))
    page.goto(personal)
    page.locator(".needs-script button").click()
    expect(page.locator("main:not([aria-busy]) h1")).to_be_visible()
    assert find_faults(page, tag, {
        "invitation-personal": personal,
        "outing-guest": f"/outings/{outing}",
        "suggestions-guest": f"/outings/{outing}/suggestions",
    }) == []


def test_every_screen_is_small(leila, screens):
    """Measures each screen on a phone with an empty cache, without maps and pictures."""
    leila.page.set_viewport_size(PHONE)
    leila.page.route(re.compile("^nothing:"), lambda route: route.abort())  # any route disables the browser's cache
    sizes, of, name = {}, {}, "signing in"

    def count(request):
        if request.resource_type != "image" and not MAP.search(request.url) and request in of:
            size = request.sizes()["responseBodySize"]  # other events are handled meanwhile
            sizes[of[request]] = sizes.get(of[request], 0) + size

    # A late response counts for the screen that sent the request.
    leila.page.on("request", lambda request: of.setdefault(request, name))
    leila.page.on("requestfinished", count)
    for name, path in screens.items():
        leila.page.goto(path)
        expect(leila.page.locator("main:not([aria-busy]) h1")).to_be_visible()
    expect(leila.page.get_by_text("Live, all up to date")).to_be_attached()

    assert 5_000 < min(sizes.values())
    assert {name: size for name, size in sizes.items() if size > (MAX_VENUE_BYTES if name in VENUE_SCREENS else MAX_BYTES)} == {}


def test_a_first_visit_takes_few_requests(leila, screens):
    """Counts what leaves the browser, which has loaded nothing before. The client is bundled, see docs/browser-client.md."""
    signed_in = leila.page.context.storage_state()
    counts = {}
    for name, path in {"sign-in": "/sign-in", "outings": "/", "outing": screens["outing-host"]}.items():
        page = leila.windows.open(storage_state=None if name == "sign-in" else signed_in)
        session = page.context.new_cdp_session(page)
        sent, from_memory = [], []
        session.on("Network.requestWillBeSent", lambda event, sent=sent: sent.append(event["request"]["url"]))
        session.on("Network.requestServedFromCache", lambda event, cached=from_memory: cached.append(event["requestId"]))
        session.send("Network.enable")
        page.goto(path)
        expect(page.locator("main:not([aria-busy]) h1")).to_be_visible()
        if name == "sign-in":
            page.wait_for_load_state("networkidle")
        else:
            expect(page.get_by_text("Live, all up to date")).to_be_attached()
        counts[name] = len(sent) - len(from_memory)

    assert 3 < min(counts.values())
    assert {name: count for name, count in counts.items() if count > MAX_REQUESTS} == {}


def test_only_visible_rows_of_a_thousand_outings_are_rendered(leila):
    leila.start("Lunch", startsAt=in_days(3, "12:00"))
    one = leila.call("GET", "/v1/outings?when=upcoming")["items"][0]
    many = [one | {"id": f"{at:08d}{one['id'][8:]}", "title": f"Lunch {at}"} for at in range(1_000)]
    leila.page.route("**/v1/outings?when=upcoming*", lambda route: route.fulfill(json={"items": many, "next": None}))
    leila.page.goto("/")
    rows = leila.page.locator(".rows > li")
    expect(rows).to_have_count(1_000)
    drawn = "(rows) => rows.filter((row) => row.firstElementChild.checkVisibility({ contentVisibilityAuto: true })).length"

    assert rows.evaluate_all(drawn) < 120
    assert leila.page.evaluate("document.querySelectorAll('*').length") < 40_000
    rows.last.scroll_into_view_if_needed()
    expect(leila.page.get_by_text("Lunch 999", exact=True)).to_be_in_viewport()
    assert rows.evaluate_all(drawn) < 240


def test_loading_outings_causes_no_layout_shift(leila, screens):
    leila.page.add_init_script(SHIFTS)

    leila.page.goto("/")
    expect(leila.page.get_by_role("heading", name="Hosting")).to_be_visible()

    assert leila.page.evaluate("window.jumps") < 0.02


def test_a_long_list_of_people_leaves_no_gap_beside_it(leila: Person):
    outing = leila.start("Lunch", startsAt=in_days(5, "12:15"))
    leila.call("POST", f"/v1/outings/{outing}/invitations", {"emails": [f"Guest {number} <guest{number}@example.org>" for number in range(24)]})
    page = leila.page
    page.goto(f"/outings/{outing}")
    expect(page.get_by_text("24 no answer yet")).to_be_visible()

    main = page.locator(".outing > .main").bounding_box()
    messages = page.get_by_role("heading", name="Messages").bounding_box()
    people = page.locator(".outing > .attendees ul").last.bounding_box()

    assert people["y"] + people["height"] > messages["y"], "the list is too short to show anything"
    assert messages["y"] - (main["y"] + main["height"]) < 100
    assert messages["x"] + messages["width"] <= people["x"]


def test_text_at_twice_the_size_fits_a_phone(leila, screens):
    for path in (screens["outings"], screens["outing-host"], screens["edit"]):
        leila.page.set_viewport_size({"width": 640, "height": 900})
        leila.page.goto(path)
        expect(leila.page.locator("main:not([aria-busy]) h1")).to_be_visible()
        leila.page.evaluate("document.documentElement.classList.add('twice')")
        leila.page.evaluate(
            "const sheet = new CSSStyleSheet(); sheet.replaceSync('html { font-size: 32px }'); document.adoptedStyleSheets = [sheet]"
        )
        assert measure_overflow(leila.page) <= 0, path


# Sums up the layout shifts that no input caused.
SHIFTS = """
    window.jumps = 0;
    new PerformanceObserver((list) => { for (const each of list.getEntries()) if (!each.hadRecentInput) window.jumps += each.value; })
        .observe({ type: 'layout-shift', buffered: true });
"""


def find_faults(page: Page, tag: str, screens: dict[str, str]) -> list[str]:
    """Returns the faults of screens, each in the combinations that are its turn."""
    page.add_init_script(SHIFTS)
    faults = []
    for name, path in screens.items():
        if chosen := combinations(name)[tag]:
            page.set_viewport_size(WIDTHS[chosen[0][1]])
            page.goto(path)
            expect(page.locator("main:not([aria-busy]) h1")).to_be_visible()
            faults += check_page(page, name, tag, chosen)
    return faults


def check_page(page: Page, name: str, tag: str, chosen: list[tuple[str, str]]) -> list[str]:
    """Checks the open page for accessibility, overflow, small targets and layout shifts."""
    faults = []
    shift = page.evaluate("window.jumps")
    if shift > MAX_SHIFT:
        faults.append(f"{name}, {tag}: it jumped by {shift:.3f} while it came")
    if page.evaluate("document.documentElement.lang") != tag:
        faults.append(f"{name}: does not speak {tag}")
    for theme, width in chosen:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.set_viewport_size(WIDTHS[width])
        where = f"{name}, {tag}, {width}, {theme}"
        faults += [f"{where}: {violation}" for violation in violations(page)]
        if measure_overflow(page) > 0:
            faults.append(f"{where}: {measure_overflow(page)} px wider than the screen")
        take_picture(page, f"{name}-{width}-{theme}{'' if tag == 'en' else f'-{tag}'}", full_page=False)
    return faults + [f"{name}, {tag}: {small}" for small in find_small_targets(page)]


def measure_overflow(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def find_small_targets(page: Page) -> list[str]:
    """Returns the buttons, fields and rows that are too small to hit. Links within a sentence are exempt."""
    return page.evaluate(
        """(least) => [...document.querySelectorAll('button, .button, select, .input, .tab, .row[href], .setting[href], summary')]
            .filter((node) => node.checkVisibility() && node.getBoundingClientRect().height < least - 0.5)
            .map((node) => `${node.className} "${node.textContent.trim().slice(0, 30)}" is ${node.getBoundingClientRect().height} px high`)""",
        MIN_TARGET,
    )
