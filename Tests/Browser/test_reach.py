"""Toasts, the dock, large type, zoom, forced colours, live changes and the loss of the network."""

import re

import pytest
from conftest import in_days, take_picture
from playwright.sync_api import Page, expect

LARGE_TYPE = "document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/large-type.css' }))"


def set_root_font(page: Page, percent: int):
    """Sets the size of the root font, as people do in the settings of their browser."""
    page.route("**/large-type.css", lambda route: route.fulfill(content_type="text/css", body=f"html {{ font-size: {percent}% }}"))
    page.evaluate(LARGE_TYPE)
    page.wait_for_function("(size) => parseFloat(getComputedStyle(document.documentElement).fontSize) === size", arg=percent * 0.16)


@pytest.fixture
def outing(leila, mira) -> str:
    outing = leila.start("Friday dumplings", startsAt=in_days(6, "12:00"), place="Lumo Kitchen")
    leila.invite(outing, mira)
    return outing


def test_a_confirmation_survives_navigation_and_leaves_by_itself(leila, mira, outing):
    page = leila.page
    page.goto(f"/outings/{outing}/edit")
    page.clock.install()
    page.get_by_role("textbox", name="Note").fill("By the window")
    page.get_by_role("button", name=re.compile("^Save and tell")).click()

    expect(page.get_by_role("heading", level=1, name="Friday dumplings")).to_be_visible()
    expect(page.locator(".toast")).to_contain_text("Saved.")
    page.clock.fast_forward(6_500)
    expect(page.locator(".toast")).to_have_count(0)


def test_a_confirmation_does_not_stand_beside_a_later_error(leila, outing):
    page = leila.page
    page.goto(f"/outings/{outing}/people")
    field = page.get_by_label("Email addresses")
    send = page.get_by_role("button", name="Send invitations")
    field.fill("ada@example.org")
    send.click()
    expect(page.locator(".toast")).to_contain_text("One invitation is on its way.")
    page.locator(".toast button").last.focus()  # a toast with the focus stays

    field.fill("ada.example.org")
    send.click()

    expect(page.get_by_text("Entry 1 isn’t an email address")).to_be_visible()
    assert page.locator(".toast").count() == 0


def test_a_toast_covers_no_control(mira, outing):
    page = mira.page
    page.goto(f"/outings/{outing}")
    page.get_by_role("button", name="Maybe").click()
    expect(page.locator(".toast")).to_be_visible()

    covered = page.evaluate(
        """() => {
            const toast = document.querySelector('.toast').getBoundingClientRect();
            return [...document.querySelectorAll('.dock button, .hero-bar a')].map((node) => node.getBoundingClientRect())
                .filter((box) => box.bottom > toast.top && box.top < toast.bottom).length;
        }"""
    )
    page.get_by_role("link", name="Back to outings").click()

    assert covered == 0
    expect(page.get_by_role("heading", level=1, name="Outings")).to_be_visible()


# Each control that a toast covers: one that stays in its place, or one that no scrolling brings out from under the toast's buttons.
COVERED = """() => {
    const toast = document.querySelector('.toast');
    const covered = [];
    for (const node of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
        if (toast.contains(node) || !node.checkVisibility()) continue;
        node.scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = node.getBoundingClientRect();
        const other = toast.getBoundingClientRect();
        const name = node.getAttribute('aria-label') ?? node.textContent.trim() ?? node.name;
        if (node.closest('.nav, .dock') && box.bottom > other.top && box.top < other.bottom && box.right > other.left && box.left < other.right) {
            covered.push(name);
            continue;
        }
        const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
        const hits = parts.flatMap((x) => parts.map((y) => document.elementFromPoint(box.x + x * box.width, box.y + y * box.height)));
        if (hits.every((hit) => toast.contains(hit))) covered.push(name);
    }
    scrollTo(0, 0);
    return covered;
}"""
GO = "(path) => { const link = Object.assign(document.createElement('a'), { href: path }); document.body.append(link); link.click(); link.remove(); }"


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 320, "height": 640}, {"width": 1280, "height": 800}], ids=["390", "320", "1280"])
@pytest.mark.parametrize("path", ["people", "/restaurants?near=60.1699,24.9384", "/sign-in", "/pair"])
def test_a_toast_leaves_every_control_within_reach(leila, mira, outing, path, size):
    page = leila.page
    page.set_viewport_size(size)
    page.goto(f"/outings/{outing}/people")
    page.locator("input[name=names]").fill("Grandma")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("Grandma is on the list.")
    close = page.locator(".toast button").last
    close.focus()  # a toast with the focus stays

    if path != "people":
        page.evaluate(GO, path)  # a toast stays across screens
        expect(page).to_have_url(re.compile(re.escape(path.split("?")[0])))
        expect(page.get_by_role("heading", level=1, name="People")).to_have_count(0)
        expect(page.locator("main:not([aria-busy]) h1")).to_be_visible()
        close.focus()

    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("percent", [150, 200])
def test_every_answer_can_be_reached_with_large_type(mira, outing, percent):
    page = mira.page
    page.goto(f"/outings/{outing}")
    expect(page.locator(".dock")).to_be_visible()
    set_root_font(page, percent)

    if percent == 200:
        expect(page.locator("body")).to_have_attribute("data-dock", "inline")
    take_picture(page, f"outing-390-type-{percent}")
    for button in page.locator(".dock button").all():
        box = button.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390, button.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_tab_can_be_reached_and_nothing_overflows_with_large_type(leila):
    page = leila.page
    place = page.context.request.get("/v1/dishes?near=60.1699,24.9384&limit=1").json()["items"][0]["restaurant"]["id"]
    leila.start("Friday dumplings and more", startsAt=in_days(6, "12:00"), place="Lumo Kitchen")
    page.set_viewport_size({"width": 390, "height": 844})
    for path in ("/", "/restaurants?near=60.1699,24.9384", "/dishes?near=60.1699,24.9384", f"/restaurants/{place}/menu", f"/restaurants/{place}", "/settings"):
        page.goto(path)
        expect(page.locator("main:not([aria-busy]) h1")).to_be_visible()
        set_root_font(page, 200)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        if not page.locator(".tab").first.is_visible():
            continue
        boxes = [each.bounding_box() for each in [*page.locator(".tab").all(), page.locator(".new-outing-button")]]
        assert all(before["x"] + before["width"] <= after["x"] for before, after in zip(boxes, boxes[1:])), path
        assert boxes[0]["x"] >= 0 and boxes[-1]["x"] + boxes[-1]["width"] <= 390, path
        expect(page.get_by_role("link", name="Places").first).to_be_visible()


def test_the_dock_is_a_part_of_the_page_on_short_screens(mira, outing):
    page = mira.page
    page.goto(f"/outings/{outing}")
    expect(page.locator("body")).to_have_attribute("data-dock", "fixed")

    page.set_viewport_size({"width": 320, "height": 256})  # 1280 x 1024 at 400 %

    expect(page.locator("body")).to_have_attribute("data-dock", "inline")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("screen", ["outing", "restaurant", "people", "search"])
def test_focus_is_never_under_the_dock(leila, mira, outing, screen):
    for number in range(6):
        leila.call("POST", f"/v1/outings/{outing}/messages", {"text": f"Line {number}"})
    place = leila.call("GET", "/v1/restaurants?near=60.1699,24.9384&limit=1")["items"][0]["id"]
    path, person, bar = {
        "outing": (f"/outings/{outing}", mira, ".dock"), "restaurant": (f"/restaurants/{place}", mira, ".dock"),
        "people": (f"/outings/{outing}/people", leila, ".tabs"), "search": ("/restaurants?near=60.1699,24.9384", mira, ".tabs"),
    }[screen]
    page = person.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(path)
    expect(page.locator("main:not([aria-busy]) h1")).to_be_visible()
    expect(page.locator(bar)).to_be_visible()
    if screen == "outing":
        expect(page.get_by_text("Line 5")).to_be_visible()

    hidden = []
    for _ in range(40):
        page.keyboard.press("Tab")
        hidden += page.evaluate(
            """() => {
                const node = document.activeElement;
                const bars = [...document.querySelectorAll('.dock, .nav .tabs')].filter((bar) => bar.checkVisibility());
                if (node === document.body || node.closest('.dock, .nav, #toast, .skip')) return [];
                const box = node.getBoundingClientRect();
                const visible = Math.min(box.bottom, ...bars.map((bar) => bar.getBoundingClientRect().top)) - Math.max(box.top, 0);
                return visible < Math.min(box.height, 24) ? [node.textContent.trim().slice(0, 30)] : [];
            }"""
        )

    assert hidden == []


def test_a_live_change_is_highlighted_and_announced(leila, mira, outing):
    page = mira.page
    page.goto(f"/outings/{outing}")
    expect(page.get_by_text("12:00")).to_be_visible()

    leila.call("PATCH", f"/v1/outings/{outing}", {"startsAt": in_days(6, "12:45")}, **{"If-Match": leila.entity_tag(f"/v1/outings/{outing}")})

    expect(page.locator("[data-fact=when].changed")).to_contain_text("12:45")
    expect(page.get_by_role("status").filter(has_text=re.compile("When changed: .*12:45"))).to_be_attached()
    expect(page.locator(".changed")).to_have_count(1)


def test_the_loss_of_the_network_is_shown_within_three_seconds(windows, mira, outing):
    windows.ignored += ["ERR_INTERNET_DISCONNECTED", "Failed to fetch"]
    page = mira.page
    page.goto(f"/outings/{outing}")
    expect(page.get_by_text("Live, all up to date")).to_be_attached()

    page.context.set_offline(True)
    expect(page.get_by_text("You’re offline")).to_be_visible(timeout=3_000)
    page.context.set_offline(False)

    expect(page.get_by_text("You’re offline")).to_have_count(0)


def test_buttons_have_outlines_in_forced_colours_and_prints_have_none(mira, outing):
    page = mira.page
    page.goto(f"/outings/{outing}")
    expect(page.locator(".dock")).to_be_visible()

    page.emulate_media(forced_colors="active")
    for part in (".segment", ".button", ".avatar"):
        assert page.locator(part).first.evaluate("(node) => getComputedStyle(node).borderTopWidth") == "1px", part
    page.emulate_media(forced_colors="none", media="print")
    expect(page.locator(".dock")).to_be_hidden()
    expect(page.get_by_role("heading", level=1, name="Friday dumplings")).to_be_visible()


def test_the_list_of_people_is_printed_without_controls(leila, mira, outing):
    mira.call("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending", "note": "No coriander"})
    page = leila.page
    page.goto(f"/outings/{outing}/people")
    expect(page.get_by_role("button", name="Print")).to_be_visible()

    page.emulate_media(media="print")

    for shown in (page.get_by_text("Friday dumplings"), page.get_by_role("heading", name="2 going"), page.get_by_text("Mira", exact=True),
                  page.get_by_text("No coriander"), page.get_by_role("heading", name="For the kitchen")):
        expect(shown).to_be_visible()
    for hidden in (page.locator(".nav"), page.locator("#share"), page.locator("#invite"), page.get_by_role("button", include_hidden=True), page.locator("form")):
        assert hidden.count() > 0
        assert [each.inner_text() for each in hidden.all() if each.is_visible()] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    take_picture(page, "people-print")


def test_an_outing_says_that_its_restaurant_left_the_directory(leila):
    place = leila.call("GET", "/v1/restaurants?near=60.1699,24.9384&limit=1")["items"][0]["id"]
    outing = leila.start("Friday dumplings", startsAt=in_days(6, "12:00"), restaurantId=place)
    page = leila.page
    page.goto(f"/outings/{outing}")
    sentence = page.locator("[data-fact=where]").get_by_text("The source no longer lists this place. It may have closed for good.")
    expect(page.locator("[data-fact=where]")).to_be_visible()
    expect(sentence).to_have_count(0)

    def remove_from_directory(route):  # only an import does so, and the first one would remove the sample city
        body = route.fetch().json()
        route.fulfill(json=body | {"restaurant": body["restaurant"] | {"vanished": True}, "openThen": None})

    page.route(re.compile(rf"/v1/outings/{outing}$"), remove_from_directory)
    page.reload()
    expect(sentence).to_be_visible()


@pytest.mark.parametrize(("contact", "address"), [("hello@lunch.example", "mailto:hello@lunch.example"), ("https://lunch.example/contact",) * 2])
def test_the_operator_is_named_with_a_contact(windows, contact, address):
    page = windows.open()

    def name_operator(route):
        route.fulfill(json=route.fetch().json() | {"operator": {"name": "Kallio lunch club", "contact": contact}})

    page.route(re.compile("/v1/privacy$"), name_operator)
    for path in ("/privacy", "/about"):
        page.goto(path)
        expect(page.get_by_text("Kallio lunch club")).to_be_visible()
        expect(page.get_by_role("link", name=contact)).to_have_attribute("href", address)


def test_titles_keep_their_own_direction(leila):
    leila.start("!مرحبا", startsAt=in_days(2, "12:00"))
    leila.open_outings()
    title = leila.page.locator(".row-title").first

    assert title.evaluate("(node) => getComputedStyle(node).direction") == "rtl"
    assert title.evaluate("(node) => getComputedStyle(node).textAlign") == "left"  # on the side of the page's own direction


def test_home_screens_and_shared_links_have_a_picture(leila, outing):
    manifest = leila.fetch("GET", "/assets/manifest.webmanifest").json()
    assert {icon["sizes"] for icon in manifest["icons"] if icon["type"] == "image/png"} == {"192x192", "512x512"}
    for icon in manifest["icons"]:
        assert leila.fetch("GET", icon["src"]).ok
    page = leila.page
    page.goto("/")
    measure = "async (source) => { const image = new Image(); image.src = source; await image.decode(); return `${image.naturalWidth}x${image.naturalHeight}`; }"
    shots = {shot["form_factor"]: shot for shot in manifest["screenshots"]}
    assert shots.keys() == {"narrow", "wide"}
    assert {name: page.evaluate(measure, shot["src"]) for name, shot in shots.items()} == {name: shot["sizes"] for name, shot in shots.items()}
    assert leila.fetch("GET", page.locator("link[rel=apple-touch-icon]").get_attribute("href")).headers["content-type"] == "image/png"


def test_a_server_without_mail_says_that_invitations_are_not_sent(leila, outing):
    page = leila.page
    page.route("**/v1/auth/providers", lambda route: route.fulfill(json={"email": False, "passkeys": False, "items": []}))
    page.goto(f"/outings/{outing}/people")
    expect(page.get_by_text("This server can’t send email.")).to_be_visible()
    expect(page.get_by_role("button", name="Send invitations")).to_have_count(0)

    page.get_by_label("Email addresses").fill("ada@example.org")
    page.get_by_role("button", name="Add them").click()
    expect(page.get_by_text("One person was added. Send them the link.")).to_be_visible()
    take_picture(page, "people-without-mail")


# The contrast between the backgrounds of two elements, as WCAG 2.2 defines it for colours.
CONTRAST = """([one, other]) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const luminance = (node) => {
        context.fillStyle = getComputedStyle(node).backgroundColor;
        context.fillRect(0, 0, 1, 1);
        const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((value) => value / 255)
            .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
}"""


def test_the_buttons_of_a_dialog_stand_out_and_warn_of_an_end(leila, mira, outing):
    page = leila.page
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.goto(f"/outings/{outing}/people")
    page.get_by_role("button", name="More: Mira").click()
    menu = page.get_by_role("dialog")
    for button in menu.locator(".button:not(.plain)").all():
        assert page.evaluate(CONTRAST, [button.element_handle(), menu.element_handle()]) > 1.15, button.inner_text()
    menu.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Remove")).to_have_class("button danger")
    page.keyboard.press("Escape")

    page.goto(f"/outings/{outing}")
    page.get_by_role("button", name="Find a day together").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Start the vote")).to_have_class("button primary")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Cancel this outing").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Cancel it and tell")).to_have_class("button danger")
