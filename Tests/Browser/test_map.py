"""The map: beside the list in wide windows, instead of it on phones, by mouse and by keyboard."""

import base64
import re

import pytest
from conftest import SERVER, in_days, take_picture, violations
from playwright.sync_api import Page, expect

HELSINKI = "60.1699,24.9384"
GREY = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGO4AQAA2gDZGAzmcgAAAABJRU5ErkJggg==")


@pytest.fixture
def page(windows) -> Page:
    page = windows.open()
    page.goto(f"/restaurants?near={HELSINKI}&around=Helsinki")
    return page


def find_pins(page: Page):
    return page.locator(".map .pin")


def enable_tiles(page: Page) -> list[str]:
    """Enables map tiles for a page, and returns the list that collects their addresses."""
    asked = []

    def picture(route):
        asked.append(route.request.url)
        route.fulfill(body=GREY, content_type="image/png")

    def show_tiles(route):
        answer = route.fetch()
        attributes = 'data-map="tiles" data-map-credit="© OpenStreetMap contributors"'
        route.fulfill(response=answer, body=re.sub(r'data-map="\w+" data-map-credit="[^"]*"', attributes, answer.text()))

    page.route("**/tiles/**", picture)
    page.route(lambda address: "/v1/" not in address and "/assets/" not in address and "/tiles/" not in address and "/locales/" not in address, show_tiles)
    return asked


def read_drawing(page: Page, *names: str) -> list[float]:
    """Returns the share of the drawing's pixels that have each of these colours of the style sheet."""
    return page.evaluate(r"""(names) => {
        const canvas = document.querySelector('.map-drawing');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const probe = document.querySelector('.map').appendChild(document.createElement('i'));
        const shares = names.map((name) => {
            probe.style.color = `var(--map-${name})`;
            const [red, green, blue] = getComputedStyle(probe).color.match(/\d+/g).map(Number);
            let found = 0;
            for (let at = 0; at < data.length; at += 4) if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) found++;
            return found / (data.length / 4);
        });
        probe.remove();
        return shares;
    }""", list(names))


def await_drawing(page: Page, texts: list[str] = ["Kahvikatu"]):
    """Waits until the drawing has these texts, which `record_texts` records."""
    page.wait_for_function("(texts) => texts.every((text) => window.written?.includes(text))", arg=texts)


def record_texts(page: Page):
    page.add_init_script("""
        window.written = [];
        const { fillText } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
            window.written.push(text);
            return fillText.call(this, text, ...rest);
        };""")


def test_every_result_has_a_numbered_pin_with_a_pop_up(page):
    rows = page.locator(".results .result")
    expect(find_pins(page)).to_have_count(rows.count())
    expect(page.locator(".map").get_by_text("Made up for Noonish, CC0", exact=True)).to_be_visible()
    second = rows.nth(1)
    name = second.locator(".row-title").text_content()

    pin = page.get_by_role("application", name="Map of the places found").get_by_role("button", name=name, exact=True)
    expect(pin).to_have_text("2")
    second.hover()
    expect(pin).to_have_class(re.compile("chosen"))
    row = second.bounding_box()
    for icon in second.locator(".icon").all():
        box = icon.bounding_box()
        assert row["x"] <= box["x"] <= row["x"] + row["width"] and row["y"] <= box["y"] <= row["y"] + row["height"]
    page.get_by_label("What are you looking for?").or_(page.locator("#q")).first.hover()
    expect(pin).not_to_have_class(re.compile("chosen"))

    # by keyboard
    pin.focus()
    page.keyboard.press("Enter")
    call = page.locator(".map-popup")
    expect(call.get_by_role("link", name=name)).to_be_focused()
    expect(call).to_contain_text("m")
    expect(second).to_have_class(re.compile("chosen"))
    page.keyboard.press("Escape")
    expect(call).to_have_count(0)
    pin.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()


def test_no_pin_hides_a_place(page):
    expect(page.locator(".map .pin")).to_have_count(20)
    touching = page.evaluate("""() => {
        const pins = [...document.querySelectorAll('.map .pin')].map((node) => [node.getAttribute('aria-label'), node.getBoundingClientRect()]);
        const touch = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
        return Object.fromEntries(pins.map(([name, box]) => [name, pins.filter(([, other]) => touch(box, other)).map(([other]) => other)]));
    }""")
    assert max(len(names) for names in touching.values()) > 2
    links = page.locator(".map-popup").get_by_role("link")

    for name, names in touching.items():
        page.locator(".map").get_by_role("button", name=name, exact=True).focus()
        page.keyboard.press("Enter")
        expect(links.first).to_be_focused()
        expect(links.first).to_have_text(name)
        assert sorted(links.all_text_contents()) == sorted(names)
        page.keyboard.press("Escape")
        expect(links).to_have_count(0)

    name, names = max(touching.items(), key=lambda item: len(item[1]))
    page.locator(".map").get_by_role("button", name=name, exact=True).focus()
    page.keyboard.press("Enter")
    second = links.nth(1).text_content()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name=second)).to_be_visible()


def test_a_pop_up_in_arabic_is_beside_the_buttons_of_the_map(windows):
    page = windows.open(viewport={"width": 390, "height": 844}, locale="ar", reduced_motion="reduce")
    page.goto(f"/restaurants?near={HELSINKI}")
    page.locator(".map-toggle").click()
    find_pins(page).nth(2).click()
    popup = page.locator(".leaflet-popup-content-wrapper")
    expect(popup).to_be_visible()
    buttons = page.locator(".map-tools").bounding_box()
    page.wait_for_function(
        "(edge) => document.querySelector('.leaflet-popup-content-wrapper').getBoundingClientRect().left >= edge", arg=buttons["x"] + buttons["width"])
    box = popup.bounding_box()
    assert box["x"] + box["width"] <= 390
    link = page.locator(".map-popup a").first
    assert link.evaluate("(node) => getComputedStyle(node).textAlign === 'start' && getComputedStyle(node).direction === 'rtl'")
    chosen = page.locator(".result.chosen")
    assert chosen.locator(".icon").first.evaluate("(node) => getComputedStyle(node).position") == "static"


def test_a_search_can_be_moved_to_the_centre_of_the_map(page):
    expect(find_pins(page).first).to_be_visible()
    box = page.locator(".map-canvas").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 80)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 300, steps=5)
    page.mouse.up()

    page.get_by_role("button", name="Search here").click()

    expect(page.get_by_text("Near this part of the map", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("around=this"))
    expect(page.get_by_role("button", name="Search here")).to_have_count(0)


def test_on_phones_the_results_are_a_sheet_over_the_map_which_is_loaded_on_demand(windows):
    page = windows.open(viewport={"width": 390, "height": 844})
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/restaurants?near={HELSINKI}")
    expect(page.locator(".result").first).to_be_visible()
    assert [url for url in asked if "leaflet" in url] == []

    page.get_by_role("button", name="Map").click()
    expect(find_pins(page).first).to_be_visible()
    expect(page.locator(".result").first).to_be_in_viewport(ratio=1)
    take_picture(page, "map-phone", full_page=False)
    assert violations(page) == []
    map = page.locator(".map")
    credit, sheet = map.get_by_text("Made up for Noonish, CC0", exact=True).bounding_box(), page.locator(".search-results").bounding_box()
    assert credit["y"] + credit["height"] <= sheet["y"]
    before = map.bounding_box()["y"]
    page.mouse.move(sheet["x"] + 100, sheet["y"] + 60)
    scrolled = page.evaluate("scrollY")
    page.mouse.wheel(0, 260)
    page.wait_for_function("(scrolled) => scrollY > scrolled + 200", arg=scrolled)
    sheet = page.locator(".search-results").bounding_box()
    assert 0 <= map.bounding_box()["y"] <= before, "the map stays"
    assert sheet["y"] < map.bounding_box()["y"] + map.bounding_box()["height"] - 100, "the sheet covers a part of it"
    assert page.evaluate("([x, y]) => !!document.elementFromPoint(x, y)?.closest('.search-results')", [sheet["x"] + 100, sheet["y"] + 30])
    page.get_by_role("button", name="List").click()

    expect(page.locator(".result").first).to_be_visible()
    expect(find_pins(page).first).to_be_hidden()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_map_with_an_open_pop_up_is_accessible(page, theme):
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    expect(find_pins(page).first).to_be_visible()
    find_pins(page).last.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".map-popup")).to_be_visible()

    take_picture(page, f"map-desktop-{theme}", full_page=False)
    assert violations(page) == []


def test_map_tiles_come_from_this_server_and_show_a_single_place(windows):
    page = windows.open()
    asked = enable_tiles(page)
    page.goto(f"/restaurants?near={HELSINKI}")
    expect(find_pins(page).first).to_be_visible()
    expect(page.locator(".leaflet-tile-loaded").first).to_be_attached()

    name = page.locator(".result .row-title").first.text_content()
    page.locator(".result").first.click()
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
    page.reload()

    expect(page.get_by_role("application", name=f"Map: {name}")).to_be_visible()
    expect(find_pins(page)).to_have_count(1)
    assert asked and all(re.fullmatch(re.escape(SERVER) + r"/tiles/\d+/\d+/\d+", url) for url in asked)


def test_the_map_of_an_outing_is_replaced_only_if_its_place_changes(leila):
    page = leila.page
    place = leila.call("GET", f"/v1/restaurants?near={HELSINKI}&limit=1")["items"][0]
    outing = leila.start("Lunch", startsAt=in_days(3, "12:00"), restaurantId=place["id"])
    enable_tiles(page)
    page.goto(f"/outings/{outing}")
    map = page.get_by_role("application", name=f"Map: {place['name']}")
    expect(map.locator(".pin")).to_have_count(1)
    expect(page.get_by_text("© OpenStreetMap contributors", exact=True)).to_be_visible()
    route = page.get_by_role("link", name="Directions").get_attribute("href")
    assert route.startswith("https://www.openstreetmap.org/directions?to=60.")
    map.evaluate("(node) => { node.dataset.seen = 'before' }")

    leila.call("PATCH", f"/v1/outings/{outing}", {"title": "Late lunch"}, **{"If-Match": "*"})
    expect(page.get_by_role("heading", level=1, name="Late lunch")).to_be_visible()
    expect(map).to_have_attribute("data-seen", "before")

    leila.call("PATCH", f"/v1/outings/{outing}", {"restaurantId": None, "place": "The pier"}, **{"If-Match": "*"})
    expect(page.get_by_text("The pier", exact=True)).to_be_visible()
    expect(page.locator(".map")).to_have_count(0)


def test_the_map_can_search_at_the_current_location(windows):
    page = windows.open(geolocation={"latitude": 60.1921, "longitude": 24.9458}, permissions=["geolocation"])
    page.goto(f"/restaurants?near={HELSINKI}&around=Helsinki")
    expect(find_pins(page).first).to_be_visible()

    page.get_by_role("button", name="Use my location").click()

    expect(page.get_by_text("Near you", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("near=60.1921"))


def test_without_leaflet_only_the_list_is_shown(windows):
    windows.ignored += ["Failed to load", "ERR_FAILED"]
    page = windows.open()
    page.route("**/assets/leaflet/**", lambda route: route.abort())

    page.goto(f"/restaurants?near={HELSINKI}")

    expect(page.locator(".result").first).to_be_visible()
    expect(page.locator(".map")).to_have_count(0)


@pytest.mark.parametrize("scale", [1, 2])
def test_the_map_is_drawn_in_the_colours_of_the_theme_and_the_resolution_of_the_screen(windows, scale):
    windows.ignored += ["Canvas2D: Multiple readback"]
    page = windows.open(device_scale_factor=scale, color_scheme="light", reduced_motion="reduce")
    record_texts(page)
    page.goto(f"/restaurants?near={HELSINKI}")
    await_drawing(page)
    take_picture(page, f"map-drawing-{scale}", full_page=False)

    light = read_drawing(page, "land", "street", "building")
    assert page.locator(".map-drawing").evaluate("(node) => node.width / node.clientWidth") == pytest.approx(scale, abs=0.01)
    assert light[0] > 0.5 and light[1] > 0.02 and light[2] > 0.005, light

    page.evaluate("window.written = []")
    page.emulate_media(color_scheme="dark")
    await_drawing(page)
    assert read_drawing(page, "land", "street", "building") == pytest.approx(light, abs=0.01)

    page.evaluate("window.written = []")
    page.emulate_media(color_scheme="light", forced_colors="active")
    await_drawing(page)
    [street] = read_drawing(page, "street")
    assert street > light[1]  # with the outlines, which have the same colour


@pytest.mark.parametrize("locale, quarter", [("en-GB", "City centre"), ("fi", "Keskusta"), ("de", "Stadtmitte"), ("ja", "中心街"), ("ar", "وسط المدينة")])
def test_the_names_on_the_map_are_in_the_language_of_the_page(windows, locale, quarter):
    page = windows.open(locale=locale)
    record_texts(page)
    page.goto(f"/restaurants?near={HELSINKI}")

    await_drawing(page, [quarter, "Kahvikatu"])

    assert page.evaluate("window.written").count(quarter) == 1


def test_the_map_follows_the_view(page):
    record_texts(page)
    page.reload()
    await_drawing(page)
    closer = page.get_by_role("button", name="Zoom out")
    page.evaluate("window.written = []")
    closer.click()
    closer.click()

    await_drawing(page, ["Old Market", "Kattilakatu"])

    box = page.locator(".map-canvas").bounding_box()
    page.evaluate("window.written = []")
    page.mouse.move(box["x"] + 60, box["y"] + 300)
    page.mouse.down()
    page.mouse.move(box["x"] + 400, box["y"] + 300, steps=5)
    page.mouse.up()
    await_drawing(page, ["Hillapuisto"])


def test_opening_the_map_costs_little(windows):
    page = windows.open(viewport={"width": 390, "height": 844})
    record_texts(page)
    page.goto(f"/restaurants?near={HELSINKI}")
    expect(page.locator(".result").first).to_be_visible()
    sizes = {}
    page.on("requestfinished", lambda request: sizes.setdefault(request.url.removeprefix(SERVER), request.sizes()["responseBodySize"]))
    page.get_by_role("button", name="Map").click()
    await_drawing(page)

    assert any(path.startswith("/map/") for path in sizes)
    assert 40_000 < sum(sizes.values()) < 150_000, sizes


def test_a_tile_is_read_as_tilemaker_wrote_it(page):
    layers = page.evaluate("""async () => {
        const { readTile } = await import('/assets/map/vector-tile.js');
        const bytes = await (await fetch('/map/14/9326/4742')).arrayBuffer();
        const cut = new Set();
        for (let length = 1; length < bytes.byteLength; length += 97) {
            try { readTile(bytes.slice(0, length)); } catch (error) { cut.add(error.name); }
        }
        return { ...readTile(bytes), cut: [...cut], none: readTile(new ArrayBuffer(0)) };
    }""")

    assert layers["cut"] == ["RangeError"] and layers["none"] == {}
    assert {"road", "building", "label"} <= layers.keys()
    assert {layers[name]["extent"] for name in ("road", "building", "label")} == {4096}
    roads = layers["road"]["features"]
    assert {"street", "main"} <= {road["properties"]["class"] for road in roads}
    assert "Munkkitori" in {road["properties"].get("name") for road in roads}
    [quarter] = [label["properties"] for label in layers["label"]["features"] if label["properties"]["name"] == "Keskusta"]
    assert quarter["name:ja"] == "中心街" and "name:fi" not in quarter
    buildings = [line for building in layers["building"]["features"] for line in building["lines"]]
    assert len(buildings) > 20 and all(building["isArea"] for building in layers["building"]["features"])
    assert all(line[:2] == line[-2:] and len(line) >= 8 for line in buildings)
    assert all(-1_000 < unit < 5_096 for road in roads for line in road["lines"] for unit in line)


def test_a_tile_that_cannot_be_read_is_left_out(windows):
    page = windows.open()
    record_texts(page)
    page.route("**/map/14/9327/*", lambda route: route.fulfill(body=b"\x1a\xff", content_type="application/vnd.mapbox-vector-tile"))
    page.goto(f"/restaurants?near={HELSINKI}")

    await_drawing(page, ["Voirinne"])

    expect(find_pins(page).first).to_be_visible()
