"""Searching for restaurants and choosing one for an outing. Needs restaurants near Helsinki."""

import re

import pytest
from conftest import Person, in_days
from playwright.sync_api import expect

HELSINKI = "60.1699,24.9384"


@pytest.fixture
def places(leila: Person) -> list[dict]:
    """Returns the nearest restaurants from the API."""
    found = leila.call("GET", f"/v1/restaurants?near={HELSINKI}&limit=50")["items"]
    assert len(found) > 20, (
        "the server under test has too few restaurants near Helsinki: its sample city belongs there"
    )
    return found


def test_typing_searches_and_the_back_button_restores_the_search(leila, places):
    page, wanted = leila.page, places[7]["name"]
    page.goto(f"/restaurants?near={HELSINKI}")
    expect(page.locator(".result")).to_have_count(20)

    page.get_by_label("Name, dish or kitchen").press_sequentially(wanted)
    expect(page.locator(".result .row-title").first).to_have_text(wanted)
    page.locator(".result").first.click()
    expect(page.get_by_role("heading", level=1, name=wanted)).to_be_focused()
    page.go_back()

    expect(page.get_by_label("Name, dish or kitchen")).to_have_value(wanted)
    expect(page.locator(".result .row-title").first).to_have_text(wanted)


def test_more_results_follow_by_distance_without_duplicates(leila, places):
    page = leila.page
    page.goto(f"/restaurants?near={HELSINKI}")

    page.get_by_role("button", name="Show more").click()

    expect(page.locator(".result")).to_have_count(40)
    shown = page.locator(".result").evaluate_all(
        "(links) => links.map((link) => new URL(link.href).pathname.split('/').at(-1))"
    )
    assert shown == [place["id"] for place in places[:40]]


def test_a_point_pasted_from_a_map_is_searched(leila, places):
    page = leila.page
    page.goto("/restaurants")
    expect(page.get_by_text("Say where to look first.")).to_be_visible()

    page.get_by_text("Another point").click()
    page.get_by_label("Latitude and longitude").fill("somewhere nice")
    page.get_by_label("Latitude and longitude").press("Tab")
    expect(page.get_by_text("No point is in there.")).to_be_visible()
    page.get_by_label("Latitude and longitude").fill(
        "https://www.openstreetmap.org/#map=17/60.16990/24.93840"
    )
    page.get_by_label("Latitude and longitude").press("Tab")

    expect(page.locator(".result").first).to_be_visible()
    expect(page.get_by_text("Near 60.1699, 24.9384", exact=True)).to_be_visible()


def test_the_current_location_is_searched_and_a_refusal_is_reported(windows, leila, places):
    page = leila.page
    page.goto("/restaurants")

    page.get_by_role("button", name="Near me").click()
    expect(page.get_by_text("Your place is not known here. Type a point instead.")).to_be_visible()
    page.context.grant_permissions(["geolocation"])
    page.context.set_geolocation({"latitude": 60.1699, "longitude": 24.9384})
    page.get_by_role("button", name="Near me").click()

    expect(page.locator(".result").first).to_be_visible()
    expect(page.get_by_text("Near where you are", exact=True)).to_be_visible()


def test_a_restaurant_is_chosen_for_an_outing_and_the_invitees_see_it(leila, mira, places):
    outing = leila.start("Lunch before the demo", startsAt=in_days(5, "12:15"))
    leila.invite(outing, mira)
    mira.page.goto(f"/outings/{outing}")
    expect(mira.page.get_by_text("Place open")).to_be_visible()
    wanted = places[3]["name"]

    leila.page.goto(f"/outings/{outing}")
    leila.page.get_by_role("link", name="Find").click()
    expect(leila.page.get_by_text("For Lunch before the demo")).to_be_visible()
    leila.page.goto(f"/restaurants?for={outing}&near={HELSINKI}")
    leila.page.locator(".result").nth(3).click()
    leila.page.get_by_role("button", name="Choose it and tell one person").click()

    expect(leila.page.locator(".fact-value").filter(has_text=wanted)).to_be_visible()
    expect(mira.page.locator(".fact-value").filter(has_text=wanted)).to_be_visible()


def test_an_outing_can_start_at_a_place(leila, places):
    leila.page.goto(f"/restaurants/{places[0]['id']}")

    leila.page.get_by_role("link", name="Start an outing here").click()
    expect(leila.page.get_by_label("Place")).to_have_value(places[0]["name"])
    leila.page.get_by_label("Title").fill("Soup")
    leila.page.get_by_role("button", name="Start an outing").click()
    expect(leila.page.get_by_role("heading", level=1, name="People")).to_be_visible()
    leila.page.get_by_role("link", name="Back to the outing").click()

    expect(leila.page.get_by_role("link", name="Place")).to_be_visible()
    expect(leila.page.locator(".fact-value").filter(has_text=places[0]["name"])).to_be_visible()


def test_filters_show_their_numbers_of_results(leila, places):
    page = leila.page
    page.goto(f"/restaurants?near={HELSINKI}")
    facets = leila.call("GET", f"/v1/restaurants?near={HELSINKI}")["facets"]
    vegan = next(choice for choice in facets["diet"] if choice["id"] == "vegan")
    diet = page.get_by_label("Diet")

    expect(diet.get_by_role("option", name=f"Vegan ({vegan['count']})")).to_be_attached()
    diet.select_option("vegan")

    with_it = leila.call("GET", f"/v1/restaurants?near={HELSINKI}&diet=vegan")["facets"]
    kitchen = with_it["cuisine"][0]
    expect(page.get_by_label("Kitchen", exact=True).locator(f"option[value='{kitchen['id']}']")).to_have_text(re.compile(rf"\({kitchen['count']}\)$"))


def test_open_then_leaves_only_open_places_and_stays_after_a_reload(leila, places):
    page = leila.page
    page.goto(f"/restaurants?near={HELSINKI}")
    expect(page.locator(".result")).to_have_count(20)
    with page.expect_response(lambda response: "open=yes" in response.url) as answer:
        page.get_by_role("checkbox", name="Open then").check()
    wanted = [item["name"] for item in answer.value.json()["items"]]

    expect(page.locator(".result .row-title")).to_have_text(wanted)
    page.reload()
    expect(page.get_by_role("checkbox", name="Open then")).to_be_checked()
    expect(page.locator(".result .row-title")).to_have_text(wanted)


def test_recent_searches_are_offered_until_they_are_cleared(leila, places):
    page = leila.page
    page.goto(f"/restaurants?near={HELSINKI}")
    words = page.get_by_label("Name, dish or kitchen")
    for each in ("soup", "cake"):
        words.fill(each)
        words.press("Tab")
    assert page.locator("#recent-searches option").evaluate_all("(all) => all.map((one) => one.value)") == ["cake", "soup"]
    page.reload()
    expect(page.locator("#recent-searches option")).to_have_count(2)

    page.get_by_text("Another point").click()
    page.get_by_role("button", name="Forget what I looked for").click()

    expect(page.locator("#recent-searches option")).to_have_count(0)
    page.reload()
    expect(page.locator("#recent-searches option")).to_have_count(0)


def test_named_areas_are_offered_until_they_are_removed(leila, places):
    page = leila.page
    page.goto(f"/restaurants?near={HELSINKI}")
    page.get_by_text("Another point").click()
    page.get_by_label("A name for this area").fill("The office")
    page.get_by_role("button", name="Keep this area").click()
    page.goto("/restaurants?near=60.2055,24.9625&around=Pasila")
    expect(page.get_by_text("Near Pasila", exact=True)).to_be_visible()

    page.get_by_text("Another point").click()
    page.get_by_role("button", name="The office", exact=True).click()

    expect(page.get_by_text("Near The office", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("near=60.1699"))
    page.get_by_role("button", name="Forget The office").click()
    expect(page.get_by_role("button", name="The office", exact=True)).to_have_count(0)
