"""Searching for dishes, their pages, the way from a dish to an outing, and menus to read. The nearest restaurant of the sample city has a menu."""

import re

import pytest
from conftest import Person, in_days, take_pictures, violations
from playwright.sync_api import expect

HELSINKI = "60.1699,24.9384"
SEARCH = f"/dishes?near={HELSINKI}&around=Town&radius=3000"


@pytest.fixture
def dishes(leila: Person) -> dict[str, dict]:
    """The dishes of the sample menu by name. Other tests publish menus far away."""
    return {dish["name"]: dish for dish in leila.call("GET", f"/v1/dishes?near={HELSINKI}&radius=3000")["items"]}


def test_a_dish_leads_to_an_outing_in_two_taps(mira: Person, dishes):
    page = mira.page
    page.goto(f"/restaurants?near={HELSINKI}&around=Town&q=soup")
    page.get_by_role("link", name="Dishes").click()
    expect(page.get_by_label("Name of a dish or drink")).to_have_value("soup")
    expect(page.get_by_text("1 dish near Town")).to_be_visible()
    result = page.get_by_role("link", name=re.compile("Soup of the day"))
    expect(result).to_contain_text("from €8.50")
    expect(result).to_contain_text("Vegan")
    assert violations(page) == []
    result.click()

    expect(page.get_by_role("heading", level=1, name="Soup of the day")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Contains celery May contain mustard Vegan Vegetarian")
    expect(page.get_by_role("region", name="Sizes and options")).to_contain_text("Egg (eggs) · +€1.00")
    take_pictures(page, "dish")
    assert violations(page) == []
    page.get_by_role("link", name="Start an outing for this dish").click()
    expect(page.get_by_label("Title")).to_have_value("Soup of the day")
    expect(page.get_by_label("Place")).to_have_value(dishes["Soup of the day"]["restaurant"]["name"])
    page.get_by_role("button", name="Create the outing").click()

    expect(page.get_by_role("heading", level=1, name="People")).to_be_visible()
    outing = mira.call("GET", "/v1/outings?when=upcoming")["items"][0]
    assert outing["title"] == "Soup of the day"
    assert outing["restaurant"]["id"] == dishes["Soup of the day"]["restaurant"]["id"]


def test_filters_and_orders_narrow_the_dishes_and_stay_after_a_reload(mira: Person, dishes):
    page = mira.page
    names = page.locator(".results .row-title")
    page.goto(SEARCH)
    expect(names).to_have_count(7)
    page.get_by_label("Sort by").select_option(label="Lowest price first")
    expect(names).to_have_text(["Coffee", "Lemonade", "Soup of the day", "Green salad", "Lunch", "The chef’s idea", "Salmon with dill potatoes"])
    page.get_by_label("Price").select_option(label="Up to €10.00")
    expect(names).to_have_text(["Coffee", "Lemonade", "Soup of the day", "Green salad"])
    page.get_by_label("Diet").select_option("vegan")
    expect(names).to_have_text(["Soup of the day", "Green salad"])
    page.get_by_label("Grid").check()
    assert violations(page) == []
    take_pictures(page, "dishes-grid")

    page.reload()
    expect(names).to_have_text(["Soup of the day", "Green salad"])
    expect(page.get_by_label("Grid")).to_be_checked()
    expect(page.locator(".results.grid")).to_be_visible()
    expect(page.get_by_label("Price").locator("option:checked")).to_have_text("Up to €10.00")


def test_a_time_decides_what_is_open_and_goes_along_to_the_outing(mira: Person, dishes):
    page = mira.page
    when = in_days(5, "04:00")
    page.goto(SEARCH)
    page.get_by_label("When").fill(when)
    expect(page.locator(".result").first).to_contain_text("Closed at that time")
    page.get_by_role("checkbox", name="Open at that time").check()
    expect(page.get_by_text("No matching dishes. Try fewer filters.")).to_be_visible()
    page.get_by_role("checkbox", name="Open at that time").uncheck()
    page.get_by_role("link", name=re.compile("Green salad")).click()
    expect(page.get_by_role("region", name="Where")).to_contain_text("Closed at that time")
    page.get_by_role("link", name="Start an outing for this dish").click()
    expect(page.get_by_label("Day", exact=True).first).to_have_value(when[:10])
    expect(page.get_by_label("Time", exact=True).first).to_have_value("04:00")


def test_the_way_back_from_a_dish_restores_the_search(mira: Person, dishes):
    page = mira.page
    when = in_days(5, "12:00")
    page.goto(f"{SEARCH}&q=salad&diet=vegan&at={when}")
    page.get_by_label("Grid").check()
    page.get_by_role("link", name=re.compile("Green salad")).click()
    expect(page.get_by_role("heading", level=1, name="Green salad")).to_be_visible()

    page.get_by_role("link", name="Back to search").click()

    expect(page.get_by_label("Name of a dish or drink")).to_have_value("salad")
    expect(page.get_by_label("Diet")).to_have_value("vegan")
    expect(page.get_by_label("When")).to_have_value(when)
    expect(page.get_by_label("Grid")).to_be_checked()
    expect(page.get_by_text("1 dish near Town")).to_be_visible()


def test_a_chosen_time_is_in_the_time_zone_of_the_outing(leila: Person, dishes):
    page = leila.page
    outing = leila.start("Conference dinner", timeZone="Asia/Tokyo")
    salad = dishes["Green salad"]["id"]
    for path in (f"/dishes?for={outing}&near={HELSINKI}&at=2027-07-01T19:00", f"/dishes/{salad}?for={outing}&at=2027-07-01T19:00"):
        with page.expect_request(re.compile(r"/v1/dishes[/?]")) as asked:
            page.goto(path)
        assert "openAt=2027-07-01T10%3A00%3A00.000Z" in asked.value.url
        expect(page.locator("main:not([aria-busy]) h1")).to_be_visible()


def test_the_host_chooses_and_a_guest_suggests_the_place_of_a_dish(leila: Person, mira: Person, dishes):
    place = dishes["Green salad"]["restaurant"]["name"]
    outing = leila.start("Lunch before the demo", startsAt=in_days(5, "12:15"))
    leila.invite(outing, mira)
    mira.page.goto(f"/restaurants?for={outing}&near={HELSINKI}")
    mira.page.get_by_role("link", name="Dishes").click()
    expect(mira.page.get_by_text("For Lunch before the demo")).to_be_visible()
    mira.page.get_by_role("link", name=re.compile("Green salad")).click()
    expect(mira.page.get_by_role("region", name="Where")).to_contain_text("Open at that time")
    mira.page.get_by_role("button", name="Suggest this place").click()
    expect(mira.page.get_by_role("heading", level=1, name="Suggestions")).to_be_visible()
    expect(mira.page.locator("main")).to_contain_text(place)

    leila.page.goto(f"/dishes/{dishes['Green salad']['id']}?for={outing}")
    leila.page.get_by_role("button", name="Choose it and tell one person").click()
    expect(leila.page.locator(".fact-value").filter(has_text=place)).to_be_visible()


def test_a_search_without_dishes_leads_to_places(windows, mira: Person):
    windows.ignored.append("ERR_INTERNET_DISCONNECTED")
    page = mira.page
    page.goto(f"{SEARCH}&q=qxqxqx")
    expect(page.get_by_text("No dishes match “qxqxqx”.")).to_be_visible()
    page.get_by_role("link", name="Search for places instead").click()
    expect(page.get_by_label("Name, dish or cuisine")).to_have_value("qxqxqx")

    page.goto(SEARCH)
    page.context.set_offline(True)
    page.get_by_label("Name of a dish or drink").fill("soup")
    expect(page.get_by_role("alert")).to_be_visible()
    page.context.set_offline(False)


def test_more_dishes_follow_without_duplicates(mira: Person, dishes):
    """The sample menu fits on one page, so the browser asks for small ones."""
    page = mira.page
    page.route(re.compile(r"/v1/dishes\?"), lambda route: route.continue_(url=f"{route.request.url}&limit=3"))
    page.goto(f"{SEARCH}&sort=name")
    expect(page.get_by_text("The first 3 dishes near Town")).to_be_visible()
    page.get_by_role("button", name="Show more").click()
    page.get_by_role("button", name="Show more").click()
    expect(page.get_by_text("7 dishes near Town")).to_be_visible()
    assert sorted(page.locator(".results .row-title").all_text_contents()) == sorted(dishes)


def test_the_menu_of_a_place_can_be_read(mira: Person, dishes):
    page = mira.page
    page.goto(f"/restaurants/{dishes['Lunch']['restaurant']['id']}")
    expect(page.get_by_role("region", name="Menu")).to_contain_text("Main courses Drinks Combos 7 dishes")
    page.get_by_role("link", name="See the menu").click()
    expect(page.get_by_role("heading", level=1, name="Menu")).to_be_visible()
    items = page.get_by_role("region", name="Main courses").get_by_role("listitem")
    expect(items.filter(has_text="Green salad")).to_contain_text("Contains none of the 14 main allergens")
    expect(items.filter(has_text="The chef’s idea")).to_contain_text("Allergens not stated")
    expect(items.filter(has_text="Salmon")).to_contain_text("Contains fish and milk")

    page.get_by_role("button", name="Combos").click()
    expect(page.get_by_role("heading", level=2, name="Combos")).to_be_focused()
    page.get_by_text("Sizes and options").last.click()
    expect(page.get_by_role("region", name="Combos")).to_contain_text("Salmon with dill potatoes · +€4.00")
    assert violations(page) == []
    take_pictures(page, "restaurant-menu")
    page.get_by_label("Search the menu").fill("root veg")
    expect(page.get_by_role("heading", level=2)).to_have_text(["Main courses"])
    page.get_by_role("link", name="Back to the place").click()
    expect(page.get_by_role("region", name="Menu")).to_be_visible()


def test_a_menu_and_a_dish_that_were_seen_can_be_read_without_a_network(windows, mira: Person, dishes):
    windows.ignored += ["ERR_INTERNET_DISCONNECTED", "Failed to fetch"]
    page = mira.page
    page.goto(f"/dishes/{dishes['Green salad']['id']}")
    page.get_by_role("link", name="See the menu").click()
    expect(page.get_by_role("heading", level=1, name="Menu")).to_be_visible()
    page.get_by_role("link", name="Back to the place").click()
    expect(page.get_by_role("region", name="Menu")).to_be_visible()

    page.context.set_offline(True)
    page.get_by_role("link", name="See the menu").click()
    expect(page.get_by_role("heading", level=1, name="Menu")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Green salad")).to_contain_text("Contains none of the 14 main allergens")
    expect(page.get_by_text("You’re offline")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("region", name="Menu")).to_be_visible()
    page.go_back()
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="Green salad")).to_be_visible()
    page.context.set_offline(False)
