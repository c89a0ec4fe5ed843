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
        route.fulfill(response=answer, body=answer.text().replace('data-map="bare"', 'data-map="tiles"'))

    page.route("**/tiles/**", picture)
    page.route(lambda address: "/v1/" not in address and "/assets/" not in address and "/tiles/" not in address and "/locales/" not in address, show_tiles)
    return asked


def test_every_result_has_a_numbered_pin_with_a_pop_up(page):
    rows = page.locator(".results .result")
    expect(find_pins(page)).to_have_count(rows.count())
    expect(page.get_by_text("© OpenStreetMap contributors", exact=True)).to_be_visible()
    second = rows.nth(1)
    name = second.locator(".row-title").text_content()

    pin = page.get_by_role("application", name="Map of the places found").get_by_role("button", name=name, exact=True)
    expect(pin).to_have_text("2")
    second.hover()
    expect(pin).to_have_class(re.compile("chosen"))
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


def test_on_phones_the_map_replaces_the_list_and_is_loaded_on_demand(windows):
    page = windows.open(viewport={"width": 390, "height": 844})
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/restaurants?near={HELSINKI}")
    expect(page.locator(".result").first).to_be_visible()
    assert [url for url in asked if "leaflet" in url] == []

    page.get_by_role("button", name="Map").click()
    expect(find_pins(page).first).to_be_visible()
    expect(page.locator(".result").first).to_be_hidden()
    take_picture(page, "map-phone", full_page=False)
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
    expect(page.get_by_text("The pier")).to_be_visible()
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
