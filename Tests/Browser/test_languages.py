"""Every language is complete: no main screen shows a key or another language's text, and Arabic runs right to left."""

import json
import os
import re
import urllib.request

import pytest
from conftest import DESKTOP, PHONE, SERVER, Person, in_days, take_picture, violations
from playwright.sync_api import Page, expect

LOCALES = {"ar": "ar", "de": "de-DE", "fi": "fi-FI", "ja": "ja-JP"}
HELSINKI = "60.1699,24.9384"

# All texts that are visible or read by screen readers, except what people wrote (in an invented language, see below),
# the names of time zones and languages, and restaurant data.
TEXTS = """() => {
    const said = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (parent.closest('script, style, noscript, option, .result, .pin, [translate=no]')) continue;
        if (parent.checkVisibility()) said.push(node.data.trim());
    }
    for (const node of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
        if (node.closest('.result, .pin')) continue;
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
            if (node.hasAttribute(name)) said.push(node.getAttribute(name).trim());
        }
    }
    return [...new Set(said)].filter(Boolean);
}"""

# Latin text that is the same in every language: names, addresses, and what the tests wrote.
NAMES = re.compile(
    r"Kim Lee|QR|IBAN|BIC|UPI|PIX|Pix|PayPal(?:\.Me)?|Noonish|OpenStreetMap|Open Database Licence|IANA|Cookie|Chromium|Chrome|Linux|Leila|Mira|Qwx\w*|Zuk\w*|https?://\S+"
    r"|[\w.+-]+@[\w.-]+|Europe/\w+|HeadlessChrome|JavaScript|Apple|JPEG|PNG|WebP|CSV|MB|[Ww]ebhook|Company|Someone"
)


def fetch_messages(tag: str) -> dict[str, str]:
    with urllib.request.urlopen(f"{SERVER}/locales/{tag}.json") as answer:
        return json.load(answer)


def get_plain_messages(tag: str) -> set[str]:
    """Returns the messages without arguments."""
    return {text.strip() for text in fetch_messages(tag).values() if "{" not in text}


@pytest.fixture
def screens(leila: Person, mira: Person):
    """Creates outings with texts in an invented language, and returns the paths of the screens that show them."""
    asked = mira.start("Qwxa", startsAt=in_days(9, "18:30"), respondBy=in_days(8, "12:00"))
    mira.invite(asked, leila)
    hosted = leila.start("Qwxb", startsAt=in_days(5, "12:15"), endsAt=in_days(5, "13:45"), capacity=12, note="Qwxc")
    leila.invite(hosted, mira)
    mira.call("PUT", f"/v1/outings/{hosted}/attendance", {"status": "attending", "partySize": 2})
    leila.start("Qwxd")
    cancelled = leila.start("Qwxe", startsAt=in_days(2, "17:00"))
    leila.call("PUT", f"/v1/outings/{cancelled}/cancellation", {"reason": "Qwxf"})
    return {
        "outings": "/",
        "start": "/outings/new",
        "outing": f"/outings/{asked}",
        "outing-host": f"/outings/{hosted}",
        "outing-cancelled": f"/outings/{cancelled}",
        "people": f"/outings/{hosted}/people",
        "edit": f"/outings/{hosted}/edit",
        "search": f"/restaurants?near={HELSINKI}",
        "updates": "/updates",
        "friends": "/friends",
        "settings": "/settings",
        "about": "/about",
        "privacy": "/privacy",
    }


@pytest.mark.parametrize("tag", LOCALES)
def test_every_screen_uses_one_language(leila: Person, mira: Person, screens, tag):
    leila.call("PATCH", "/v1/me", {"locale": LOCALES[tag]})
    foreign = get_plain_messages("en") - get_plain_messages(tag)
    faults = []
    for name, path in screens.items():
        open_screen(leila.page, path)
        faults += [f"{name}: {text!r}" for text in leila.page.evaluate(TEXTS) if is_untranslated(text, tag, foreign)]
        if tag == "ar":
            faults += find_rtl_faults(leila.page, name)

    assert leila.page.evaluate("document.documentElement.lang") == tag
    assert faults == []


@pytest.mark.parametrize("tag", LOCALES)
def test_visitors_get_the_language_of_their_browser(windows, leila: Person, tag):
    outing = leila.start("Qwxa", startsAt=in_days(5, "12:15"), place="Qwxb", capacity=4, respondBy=in_days(4, "12:00"))
    link = leila.call("POST", f"/v1/outings/{outing}/links", {})["url"]
    page = windows.open(locale=LOCALES[tag], viewport=PHONE)
    foreign = get_plain_messages("en") - get_plain_messages(tag)
    faults = []
    for name, path in {"sign-in": "/sign-in", "invitation": link, "gone": "/i/none", "about": "/about"}.items():
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        faults += [f"{name}: {text!r}" for text in page.evaluate(TEXTS) if is_untranslated(text, tag, foreign)]
        assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == [
            tag,
            "rtl" if tag == "ar" else "ltr",
        ]
        take_picture(page, f"{name}-{tag}", full_page=False)
    page.goto(link)
    page.locator("input[name=name]").fill("Zuka")
    page.locator("button[value=attending]").click()
    expect(page.get_by_role("status")).to_be_visible()
    faults += [f"answered: {text!r}" for text in page.evaluate(TEXTS) if is_untranslated(text, tag, foreign)]

    assert faults == []


def test_no_space_stands_between_japanese_sentences(leila: Person):
    outing = leila.start("Lunch", startsAt=in_days(5, "12:15"), place="Soup Bar")
    leila.call("PATCH", "/v1/me", {"locale": "ja"})
    open_screen(leila.page, f"/outings/{outing}")
    expect(leila.page.get_by_text("誰にも表示されません。")).to_contain_text("誰にも表示されません。ほかには")


def test_changing_the_language_keeps_what_was_typed(leila: Person):
    page = leila.page
    open_screen(page, "/settings")
    page.locator("[data-field=name] input").first.fill("Leila the second")

    page.get_by_label("Language").select_option("fi")

    expect(page.get_by_role("button", name="Tallenna").first).to_be_visible()
    expect(page.locator("[data-field=name] input").first).to_have_value("Leila the second")
    expect(page.locator("html")).to_have_attribute("lang", "fi")
    expect(page.get_by_role("navigation", name="Päävalikko")).to_be_visible()
    assert leila.call("GET", "/v1/me")["locale"] == "fi"
    assert leila.call("GET", "/v1/me")["name"] == "Leila"
    page.reload()
    expect(page.get_by_role("button", name="Tallenna").first).to_be_visible()


def test_updates_and_problems_use_the_persons_language(leila: Person, mira: Person):
    outing = leila.start("Qwxa", startsAt=in_days(5, "12:15"))
    leila.invite(outing, mira)
    mira.call("PATCH", "/v1/me", {"locale": "ja"})

    mira.page.goto("/updates")

    expect(mira.page.get_by_text("Leilaさんから招待されています。")).to_be_visible()
    refused = mira.page.evaluate(
        """async (path) => (await (await fetch(path, { method: 'PUT', headers: { 'Content-Type': 'application/json',
            'Accept-Language': 'ja' }, body: '{"status": "attending", "partySize": 2}' })).json())""",
        f"/v1/outings/{outing.replace(outing[-4:], '0000')}/attendance",
    )
    assert refused["detail"] == "削除されたか、もともと存在しません。"


def test_messages_are_formatted_as_on_the_server(windows):
    page = windows.open()
    page.goto("/about")

    def format_message(message, values, tag="en", from_the_right=False, region=None):
        return page.evaluate(
            """([message, values, tag, isFromTheRight, region]) => import('/assets/message-format.js').then((it) =>
                it.formatMessage(message, values, { tag, region: region ?? (tag === 'en' ? 'en-GB' : tag), isFromTheRight }))""",
            [message, values, tag, from_the_right, region],
        )

    assert format_message("don't '{'{a}'}' it''s", {"a": "x"}) == "don't {x} it's"
    assert format_message("{n, plural, =0 {none} one {# and '#'} other {# of {m, number}}}", {"n": 1, "m": 1000}) == "1 and #"
    assert format_message("{n, plural, =0 {none} one {#} other {# of {m, number}}}", {"n": 2, "m": 1000}) == "2 of 1,000"
    assert format_message("{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", {"n": 22}) == "22nd"
    assert format_message("{k, select, a {A} other {{n, plural, other {#}}}}", {"k": "b", "n": 7}) == "7"
    forms = "{n, plural, zero {z} one {o} two {t} few {f#} many {m#} other {x#}}"
    assert [format_message(forms, {"n": n}, "ar") for n in (0, 1, 2, 3, 11, 100)] == ["z", "o", "t", "f3", "m11", "x100"]
    when = {"when": {"at": "2027-03-11T10:30:00Z", "zone": "Europe/Helsinki"}}
    assert format_message("{when, date, ::EEEEdMMMM}", when, "fi") == "torstai 11. maaliskuuta"
    assert format_message("{when, date, ::EdMMM} {when, time, ::jm}", when, "ja") == "3月11日(木) 12:30"
    assert format_message("{when, date, ::yEEEEdMMMM}", when) == "Thursday 11 March 2027"
    assert format_message("{when, date, ::yEEEEdMMMM}", when, region="en-US") == "Thursday, March 11, 2027"
    assert format_message("{name}", {"name": "Leila"}, "ar", True) == "\u2068Leila\u2069"
    assert format_message("{name}", {"name": "ليلى"}) == "\u2068ليلى\u2069"
    # browsers ignore isolates when they detect a direction, so a date of two isolated parts needs an explicit one
    assert format_message("{when}", {"when": "\u2068الخميس\u2069، \u206812:00\u2069"}, "ar", True) == "\u2067\u2068الخميس\u2069، \u206812:00\u2069\u2069"
    assert format_message("{name}", {"name": "Leila"}) == "Leila"


def open_screen(page: Page, path: str):
    page.goto(path)
    expect(page.locator("main:not([aria-busy]) h1")).to_be_visible()


def is_untranslated(text: str, tag: str, foreign: set[str]) -> bool:
    """Returns whether a text is a key, an English message, or in Latin script where another script is used."""
    rest = NAMES.sub("", text)
    if re.search(r"\b[a-z]+(\.\w+)+\b", rest) or text in foreign:
        return True
    return tag not in ("de", "fi") and re.search(r"[A-Za-z]{2,}", rest) is not None


def find_rtl_faults(page: Page, name: str) -> list[str]:
    """Returns the faults of a right-to-left page."""
    faults = []
    for width, size in {"phone": PHONE, "desktop": DESKTOP}.items():
        page.set_viewport_size(size)
        if page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") > 0:
            faults.append(f"{name}, {width}: wider than the screen")
        take_picture(page, f"{name}-ar-{width}", full_page=False)
    if os.environ.get("NOONISH_FULL"):  # test_screens.py checks every screen in one of the languages in each run
        faults += [f"{name}: {violation}" for violation in violations(page)]
    if page.evaluate("getComputedStyle(document.body).direction") != "rtl":
        faults.append(f"{name}: not read from the right")
    return faults


def test_numbers_have_the_digits_of_the_language_and_typed_text_its_own_direction(leila: Person):
    leila.call("PATCH", "/v1/me", {"locale": "ar-EG"})
    outing = leila.start("Lunch", startsAt=in_days(5, "12:15"), note="Bring your badge.")
    page = leila.page
    open_screen(page, f"/outings/{outing}")

    expect(page.get_by_role("status").filter(has_text="١").first).to_be_visible()
    open_screen(page, f"/outings/{outing}/people")
    assert page.locator("select option").first.inner_text() == "١"
    open_screen(page, f"/outings/{outing}/edit")
    note = page.locator("textarea[name=note]")
    assert note.evaluate("(node) => [getComputedStyle(node).direction, getComputedStyle(node).unicodeBidi]") == ["rtl", "plaintext"]


def test_the_dots_between_facts_follow_the_direction_of_the_page(leila: Person):
    leila.call("PATCH", "/v1/me", {"locale": "ar"})
    page = leila.page
    open_screen(page, f"/outings/{leila.start('Lunch', startsAt=in_days(5, '12:15'))}/history")

    name = page.locator(".facts > .has-next", has_text="Leila").first

    assert name.evaluate("(node) => [node, node.firstChild].map((each) => getComputedStyle(each).direction)") == ["rtl", "ltr"]


@pytest.mark.parametrize("locale", ["en-GB", "ar"])
def test_no_line_of_facts_begins_or_ends_with_a_dot(leila: Person, locale):
    """The dot before a fact is beyond the edge that cuts it off, if the fact begins a line. So all lines begin at the same place."""
    leila.call("PATCH", "/v1/me", {"locale": locale})
    page = leila.page
    page.set_viewport_size(PHONE)
    open_screen(page, "/settings")

    line = page.locator(".profile .facts")
    edge = f"(node) => ({'-node.getBoundingClientRect().right' if locale == 'ar' else 'node.getBoundingClientRect().left'})"
    heading = page.locator(".profile h1").evaluate(edge)
    facts = line.locator("bdi")
    expect(facts).to_have_count(2)
    assert facts.nth(1).bounding_box()["y"] > facts.nth(0).bounding_box()["y"], "the facts need two lines"
    starts = line.locator("> span").evaluate_all(f"(all) => all.map({edge})")
    assert starts[0] == starts[1]
    dot = float(line.evaluate("(node) => parseFloat(getComputedStyle(node.lastChild).paddingInlineStart)"))
    assert abs(starts[0] + dot - heading) < 1
    clip = line.evaluate("(node) => getComputedStyle(node).clipPath")
    assert abs(float(re.findall(r"-?[\d.]+px", clip)[1 if locale == "ar" else -1][:-2]) - dot) < 0.1, clip


def test_a_list_of_latin_names_runs_from_the_right_in_arabic(leila, mira):
    omar = Person(leila.windows, "Omar", leila.windows.open()).sign_in()
    for friend in (mira, omar):
        leila.befriend(friend)
    circle = leila.call("POST", "/v1/circles", {"name": "Noodle club", "people": [mira.id, omar.id]})["id"]
    leila.call("PATCH", "/v1/me", {"locale": "ar"})
    page = leila.page
    page.goto(f"/circles/{circle}")
    names = page.get_by_text(re.compile("Mira.*Omar|Omar.*Mira")).last
    expect(names).to_be_visible()

    first, second = names.evaluate("""(node) => {
        const text = document.createTreeWalker(node, NodeFilter.SHOW_TEXT).nextNode();
        return ['Mira', 'Omar'].sort((one, other) => text.data.indexOf(one) - text.data.indexOf(other)).map((name) => {
            const range = new Range();
            range.setStart(text, text.data.indexOf(name));
            range.setEnd(text, text.data.indexOf(name) + name.length);
            return range.getBoundingClientRect().x;
        });
    }""")
    assert first > second


def test_the_options_of_a_dish_run_from_the_right_in_arabic(leila: Person):
    dishes = leila.call("GET", f"/v1/dishes?near={HELSINKI}&radius=3000&q=soup")["items"]
    leila.call("PATCH", "/v1/me", {"locale": "ar"})
    page = leila.page
    open_screen(page, f"/dishes/{dishes[0]['id']}")

    name, price = page.locator(".menu-choices dd").first.locator("bdi").all()

    assert name.inner_text() == "Small"
    assert name.bounding_box()["x"] > price.bounding_box()["x"]


# Each visible text with a name that people or sources wrote, outside an element or isolate of its own direction.
UNISOLATED = """(names) => {
    const faults = [];
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        let text = node.data;
        for (let outer = ''; outer !== text;) [outer, text] = [text, text.replace(/[\\u2066-\\u2068][^\\u2066-\\u2069]*\\u2069/g, '')];
        if (!parent.checkVisibility() || parent.closest('[dir=auto], bdi, [dir=ltr], option, textarea, [aria-hidden=true]')) continue;
        faults.push(...names.filter((name) => text.includes(name)).map((name) => `${name}: ${node.data.trim()}`));
    }
    return faults;
}"""


def test_every_name_on_the_main_screens_has_its_own_direction_in_arabic(leila: Person, mira: Person):
    place = leila.call("GET", f"/v1/restaurants?near={HELSINKI}&limit=1")["items"][0]
    full = leila.call("GET", f"/v1/restaurants/{place['id']}")
    outing = leila.start("Qwxa", startsAt=in_days(5, "12:15"), restaurantId=place["id"], note="Qwxc")
    leila.invite(outing, mira)
    mira.call("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending", "note": "Zukn"})
    mira.call("POST", f"/v1/outings/{outing}/messages", {"text": "Zukm"})
    mira.call("POST", f"/v1/outings/{outing}/suggestions", {"place": "Zukp"})
    circle = leila.call("POST", "/v1/circles", {"name": "Qwxg", "people": [mira.id]})["id"]
    leila.call("PATCH", "/v1/me", {"locale": "ar"})
    names = ["Qwx", "Zuk", "Mira", "Leila", place["name"], full["source"]["attribution"] or full["source"]["name"]]
    page = leila.page

    faults = []
    for path in (
        "/", f"/outings/{outing}", f"/outings/{outing}/people", f"/outings/{outing}/suggestions", f"/outings/{outing}/history", f"/restaurants?near={HELSINKI}",
        f"/restaurants/{place['id']}", f"/dishes?near={HELSINKI}", "/friends", f"/circles/{circle}", "/updates", "/settings",
    ):
        open_screen(page, path)
        faults += [f"{path}: {fault}" for fault in page.evaluate(UNISOLATED, names)]

    assert faults == []
    open_screen(page, f"/restaurants/{place['id']}")
    source = page.get_by_text(names[-1]).last
    assert source.evaluate("(node) => getComputedStyle(node).direction") == "ltr"
