"""Searching for restaurants and choosing one for an outing. Needs restaurants near Helsinki."""

import re
import time

import pytest
from conftest import PHONE, Person, in_days, take_pictures
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

    page.get_by_label("Name, dish or cuisine").press_sequentially(wanted)
    expect(page.locator(".result .row-title").first).to_have_text(wanted)
    page.locator(".result").first.click()
    expect(page.get_by_role("heading", level=1, name=wanted)).to_be_focused()
    page.go_back()

    expect(page.get_by_label("Name, dish or cuisine")).to_have_value(wanted)
    expect(page.locator(".result .row-title").first).to_have_text(wanted)


def test_a_place_shows_whether_it_is_open_now_and_its_week(leila, places):
    page = leila.page
    details = [leila.call("GET", f"/v1/restaurants/{place['id']}") for place in places[:10]]
    known = next(place for place in details if place["hours"]["week"])
    page.goto(f"/restaurants?near={HELSINKI}")
    expect(page.locator(".result .state").filter(has_text=re.compile("^(Open|Closed) now")).first).to_be_visible()
    expect(page.get_by_text("at that time")).to_have_count(0)

    page.goto(f"/restaurants/{known['id']}")
    hours = page.get_by_role("region", name="Hours")
    expect(hours.locator(".state")).to_have_text(re.compile("^(Open|Closed) now"))
    expect(hours.locator("dt")).to_have_count(7)
    expect(hours.locator("dt").first).to_have_text("Today")
    expect(hours.locator("dd").filter(has_text=re.compile(r"^\d\d:\d\d–\d\d:\d\d|Closed all day")).first).to_be_visible()
    take_pictures(page, "place-week")

    outing = leila.start("Dinner", startsAt=in_days(4, "18:00"))
    page.goto(f"/restaurants/{known['id']}?for={outing}")
    expect(hours.locator(".state")).to_have_text(re.compile("^(Open|Closed) at that time"))


def test_a_place_says_what_the_source_wrote_and_when_its_data_changed(leila, places):
    page = leila.page
    path = f"/v1/restaurants/{places[0]['id']}"

    def write_hours(route):
        body = route.fetch().json()
        route.fulfill(json=body | {"hours": {"text": "after school; Sa by appointment", "week": []}})

    page.route(re.compile(rf"{path}\?"), write_hours)
    page.goto(path.removeprefix("/v1"))

    hours = page.get_by_role("region", name="Hours")
    expect(hours.get_by_text("In the words of the source:")).to_be_visible()
    expect(hours.get_by_role("listitem")).to_have_text(["after school", "Sa by appointment"])
    # the date is that of the data, not of the hours
    expect(page.get_by_text("Place data:")).to_contain_text("Last updated:")
    expect(hours.get_by_text("Last updated:")).to_have_count(0)


def test_a_place_shows_its_details_and_an_address_to_write_to(leila, places):
    page = leila.page
    details = [leila.call("GET", f"/v1/restaurants/{place['id']}") for place in places[:20]]
    accessible = next(place for place in details if place["details"].get("wheelchair") == "yes" and place["phone"])
    path = f"/v1/restaurants/{accessible['id']}"

    def add_address(route):
        body = route.fetch().json()
        route.fulfill(json=body | {"details": body["details"] | {"email": "table@kettu.example"}})

    page.route(re.compile(rf"{path}\?"), add_address)
    page.goto(f"/restaurants/{accessible['id']}")
    expect(page.locator(".restaurant-header")).to_contain_text("Wheelchair accessible")
    expect(page.get_by_role("link", name="Call")).to_have_attribute("href", f"tel:{accessible['phone']}")
    expect(page.get_by_role("link", name="Email")).to_have_attribute("href", "mailto:table@kettu.example")


def test_cuisines_and_matches_are_named_in_the_language_of_the_person(leila, places):
    leila.call("PATCH", "/v1/me", {"locale": "fi-FI"})
    page = leila.page
    names = {one["id"]: one["name"] for one in leila.fetch("GET", "/v1/cuisines", **{"Accept-Language": "fi"}).json()["items"]}
    page.goto(f"/restaurants?near={HELSINKI}&q=coffee+shop")

    name = names["coffee_shop"][:1].upper() + names["coffee_shop"][1:]
    assert name != "Coffee shop"
    expect(page.locator(".result mark").first).to_have_text(name)
    page.locator(".result").first.click()
    expect(page.locator(".restaurant-header")).to_contain_text(name)


def test_searches_begin_with_the_area_of_the_operator_until_another_is_chosen(leila, places):
    page = leila.page

    def set_area(route):
        response = route.fetch()
        body = response.text().replace('data-area=""', f'data-area="{HELSINKI}"').replace('data-area-name=""', 'data-area-name="Town"')
        route.fulfill(response=response, body=body)

    page.route(re.compile("/restaurants$"), set_area)
    page.goto("/restaurants")
    expect(page.get_by_text("Near Town", exact=True)).to_be_visible()
    expect(page.locator(".result")).to_have_count(20)

    page.get_by_text("Somewhere else").click()
    page.get_by_label("Address, street, district or town").fill("60.1800,24.9500")
    page.get_by_label("Address, street, district or town").press("Tab")
    expect(page.get_by_text("Near the point you chose", exact=True)).to_be_visible()
    page.goto("/restaurants")
    expect(page.get_by_text("Near the point you chose", exact=True)).to_be_visible()


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
    expect(page.get_by_text("Choose an area to search.")).to_be_visible()
    area = page.get_by_label("Address, street, district or town")

    area.fill("qqqqqqqqq")
    expect(page.get_by_text("We couldn’t find that.")).to_be_visible()
    area.fill("https://www.openstreetmap.org/#map=17/60.16990/24.93840")
    area.press("Tab")

    expect(page.locator(".result").first).to_be_visible()
    expect(page.get_by_text("Near the point you chose", exact=True)).to_be_visible()
    expect(page.get_by_text("We couldn’t find that.")).to_have_count(0)


def test_a_street_typed_with_a_mistake_is_searched_and_remembered(leila, places):
    page = leila.page
    page.goto("/restaurants")

    page.get_by_label("Address, street, district or town").press_sequentially("kahvikattu")
    page.get_by_role("list", name="Places found").get_by_role("button", name="Kahvikatu, Helsinki").click()

    expect(page.locator(".result").first).to_be_visible()
    expect(page.get_by_text("Near Kahvikatu, Helsinki", exact=True)).to_be_visible()
    page.goto("/restaurants")
    expect(page.get_by_text("Near Kahvikatu, Helsinki", exact=True)).to_be_visible()
    page.get_by_text("Somewhere else").click()
    page.get_by_label("Address, street, district or town").fill("telakka")
    page.get_by_label("Address, street, district or town").press("Enter")
    expect(page.get_by_text("Near Telakka, Helsinki", exact=True)).to_be_visible()


def test_the_current_location_is_searched_and_a_refusal_is_reported(windows, leila, places):
    page = leila.page
    page.goto("/restaurants")

    page.get_by_role("button", name="Near me").click()
    expect(page.get_by_text("We couldn’t find your location. Type an address instead.")).to_be_visible()
    page.context.grant_permissions(["geolocation"])
    page.context.set_geolocation({"latitude": 60.1699, "longitude": 24.9384})
    page.get_by_role("button", name="Near me").click()

    expect(page.locator(".result").first).to_be_visible()
    expect(page.get_by_text("Near you", exact=True)).to_be_visible()


def test_a_restaurant_is_chosen_for_an_outing_and_the_invitees_see_it(leila, mira, places):
    outing = leila.start("Lunch before the demo", startsAt=in_days(5, "12:15"))
    leila.invite(outing, mira)
    mira.page.goto(f"/outings/{outing}")
    expect(mira.page.get_by_text("Place not decided")).to_be_visible()
    wanted = places[3]["name"]

    leila.page.goto(f"/outings/{outing}")
    leila.page.get_by_role("link", name="Find").click()
    expect(leila.page.get_by_text("For Lunch before the demo")).to_be_visible()
    leila.page.goto(f"/restaurants?for={outing}&near={HELSINKI}&sort=distance")
    leila.page.locator(".result").nth(3).click()
    leila.page.get_by_role("button", name="Choose it and tell one person").click()

    expect(leila.page.locator(".fact-value").filter(has_text=wanted)).to_be_visible()
    expect(mira.page.locator(".fact-value").filter(has_text=wanted)).to_be_visible()


def test_an_outing_can_start_at_a_place(leila, places):
    leila.page.goto(f"/restaurants/{places[0]['id']}")

    leila.page.get_by_role("link", name="Start an outing here").click()
    expect(leila.page.get_by_label("Place")).to_have_value(places[0]["name"])
    leila.page.get_by_label("Title").fill("Soup")
    leila.page.get_by_role("button", name="Create the outing").click()
    expect(leila.page.get_by_role("heading", level=1, name="People")).to_be_visible()
    leila.page.get_by_role("link", name="Back to the outing").click()

    expect(leila.page.get_by_role("link", name="Place", exact=True)).to_be_visible()
    expect(leila.page.locator(".fact-value").filter(has_text=places[0]["name"])).to_be_visible()


def test_a_visitor_starts_an_outing_at_a_place(windows, places):
    page = windows.open()
    page.goto(f"/restaurants/{places[0]['id']}")

    page.get_by_role("link", name="Start an outing here").click()

    expect(page.get_by_role("heading", level=1, name="New outing")).to_be_visible()
    expect(page.get_by_label("Place")).to_have_value(places[0]["name"])


def test_the_way_back_from_a_place_restores_the_search(leila, places):
    page = leila.page
    page.goto(f"/restaurants?near={HELSINKI}&around=Town&q=coffee&radius=3000")
    page.locator(".result").first.click()
    expect(page.get_by_role("link", name="Start an outing here")).to_be_visible()

    page.get_by_role("link", name="Back to search").click()

    expect(page.get_by_label("Name, dish or cuisine")).to_have_value("coffee")
    expect(page.get_by_label("Distance", exact=True)).to_have_value("3000")
    expect(page.get_by_text("Near Town", exact=True)).to_be_visible()


def test_results_are_sorted_by_rating_and_for_an_outing_by_what_suits_the_person(leila, places):
    page = leila.page
    for place, stars in ((places[9], 5), (places[14], 4)):
        eaten = leila.start("Soup", startsAt=in_days(-3, "12:30"), restaurantId=place["id"])
        leila.call("POST", f"/v1/restaurants/{place['id']}/ratings", {"outingId": eaten, "stars": stars})
    by_rating = f"/v1/restaurants?near={HELSINKI}&sort=rating"
    until = time.monotonic() + 30
    while not {places[9]["id"], places[14]["id"]} <= {place["id"] for place in leila.call("GET", by_rating)["items"][:6]}:
        assert time.monotonic() < until, "the index does not have the ratings"
        time.sleep(0.05)
    names = page.locator(".result .row-title")
    page.goto(f"/restaurants?near={HELSINKI}&around=Town")
    expect(page.get_by_text("The first 20 places, nearest first, near Town")).to_be_visible()

    page.get_by_label("Sort by").select_option(label="Highest rated first")
    expect(page.get_by_text("The first 20 places, highest rated first, near Town")).to_be_visible()
    rated = leila.call("GET", by_rating)["items"]
    expect(names).to_have_text([place["name"] for place in rated])
    page.reload()
    expect(names).to_have_text([place["name"] for place in rated])

    outing = leila.start("Lunch before the demo", startsAt=in_days(5, "12:15"))
    page.goto(f"/restaurants?for={outing}&near={HELSINKI}&around=Town")
    expect(page.get_by_label("Sort by")).to_have_value("best")
    best = leila.call("GET", f"/v1/restaurants?near={HELSINKI}&sort=best&outing={outing}")["items"]
    expect(names).to_have_text([place["name"] for place in best])
    page.get_by_label("Sort by").select_option(label="Nearest first")
    expect(names).to_have_text([place["name"] for place in places[:20]])


def test_the_price_of_a_place_is_shown(leila, places):
    page = leila.page
    words = {1: "Inexpensive", 2: "Moderately priced", 3: "Expensive", 4: "Very expensive"}
    priced = next(place for place in places[:20] if place["price"])
    page.goto(f"/restaurants?near={HELSINKI}")
    expect(page.locator(f".result[data-key='{priced['id']}'] .facts")).to_contain_text(words[priced["price"]])

    page.goto(f"/restaurants/{priced['id']}")
    expect(page.locator(".restaurant-header .facts").first).to_contain_text(words[priced["price"]])


def test_a_result_shows_when_the_person_ate_there(leila, places):
    page = leila.page
    at = f"{in_days(-3, '12:30')}:00+02:00"

    def add_visit(route):
        body = route.fetch().json()
        body["items"][2]["lastVisitedAt"] = at
        route.fulfill(json=body)

    page.route(re.compile(r"/v1/restaurants\?"), add_visit)
    page.goto(f"/restaurants?near={HELSINKI}")

    expect(page.get_by_text("You ate here: ")).to_have_count(1)
    expect(page.locator(".result").nth(2)).to_contain_text(re.compile(r"You ate here: .+\d\d:30\."))


def choose_typed(page, form, name: str):
    """Types the beginning of a restaurant's name into the place field, and chooses it."""
    form.get_by_label("Place").fill("")
    form.get_by_label("Place").press_sequentially(name[:6])
    form.get_by_role("list", name="Restaurants found").get_by_role("button").filter(has_text=name).first.click()
    expect(form.get_by_label("Place")).to_have_value(name)
    expect(form.get_by_text("This restaurant is in the directory.")).to_be_visible()


def test_a_restaurant_is_picked_while_an_outing_is_started_and_edited(leila, places):
    page = leila.page
    first, second, third = places[3], places[5], places[7]
    page.goto(f"/restaurants?near={HELSINKI}")  # the area is remembered
    page.get_by_text("Somewhere else").click()
    page.get_by_label("Address, street, district or town").fill(HELSINKI)
    page.get_by_label("Address, street, district or town").press("Tab")
    expect(page.get_by_text("Near the point you chose", exact=True)).to_be_visible()

    page.goto("/outings/new")
    page.get_by_label("Title").fill("Soup")
    choose_typed(page, page.locator("main form"), first["name"])
    take_pictures(page, "new-outing-restaurant")
    page.reload()  # a draft keeps the choice
    expect(page.get_by_text("This restaurant is in the directory.")).to_be_visible()
    page.get_by_role("button", name="Create the outing").click()
    expect(page.get_by_role("heading", level=1, name="People")).to_be_visible()
    outing = leila.call("GET", "/v1/outings?when=upcoming")["items"][0]
    assert outing["restaurant"]["id"] == first["id"]

    page.goto(f"/outings/{outing['id']}/edit")
    expect(page.get_by_text("This restaurant is in the directory.")).to_be_visible()
    choose_typed(page, page.locator("main form"), second["name"])
    expect(page.get_by_role("region", name="What we’ll tell people").locator("ins")).to_have_text(second["name"])
    page.get_by_role("button", name="Save").click()
    expect(page.locator("[data-fact=where]")).to_contain_text(second["name"])
    assert leila.call("GET", f"/v1/outings/{outing['id']}")["restaurant"]["id"] == second["id"]

    # words take its place
    page.goto(f"/outings/{outing['id']}/edit")
    page.get_by_label("Place").fill("The pier")
    expect(page.get_by_text("This restaurant is in the directory.")).to_have_count(0)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Change the place").click()
    choose_typed(page, page.get_by_role("dialog"), third["name"])
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.locator("[data-fact=where]")).to_contain_text(third["name"])
    assert leila.call("GET", f"/v1/outings/{outing['id']}")["restaurant"]["id"] == third["id"]

    # a restaurant is changed in place too
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Change the place").click()
    page.get_by_role("dialog").get_by_label("Place").fill("The market")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.locator("[data-fact=where]")).to_contain_text("The market")


def test_the_restaurant_of_a_series_is_picked_and_replaced_by_words(leila, places):
    series = leila.call("POST", "/v1/series", {
        "title": "Thursday lunch", "startTime": "12:30", "timeZone": "Europe/Helsinki", "place": "Park",
        "rule": {"frequency": "weekly", "weekdays": ["th"], "startsOn": in_days(2, "12:30")[:10]},
    })["id"]
    page = leila.page
    page.goto("/about")
    page.evaluate(f"localStorage.setItem('noonish.area', JSON.stringify({{ point: '{HELSINKI}', label: 'Town' }}))")

    page.goto(f"/series/{series}/edit")
    choose_typed(page, page.locator("main form"), places[3]["name"])
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1, name="Thursday lunch")).to_be_visible()
    assert leila.call("GET", f"/v1/series/{series}")["restaurantId"] == places[3]["id"]

    page.goto(f"/series/{series}/edit")
    page.get_by_label("Place").fill("The pier")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1, name="Thursday lunch")).to_be_visible()
    saved = leila.call("GET", f"/v1/series/{series}")
    assert (saved["restaurantId"], saved["place"]) == (None, "The pier")


def test_a_time_and_a_restaurant_are_suggested_together(leila, mira, places):
    outing = leila.start("Lunch before the demo", startsAt=in_days(5, "12:15"), place="Park")
    leila.invite(outing, mira)
    page = mira.page
    page.goto("/")
    page.evaluate(f"localStorage.setItem('noonish.area', JSON.stringify({{ point: '{HELSINKI}', label: 'Town' }}))")
    page.goto(f"/outings/{outing}/suggestions")
    form = page.get_by_role("form", name="Suggest something else")
    day, hour = in_days(5, "13:30").split("T")

    # in the form
    form.get_by_label("Day").fill(day)
    form.get_by_label("Time").fill(hour)
    choose_typed(page, form, places[3]["name"])
    form.get_by_role("button", name="Suggest").click()
    expect(page.locator("ins").filter(has_text=places[3]["name"])).to_be_visible()
    expect(form.get_by_text("This restaurant is in the directory.")).to_have_count(0)

    # by the search, which takes the time along
    form.get_by_label("Day").fill(day)
    form.get_by_label("Time").fill("14:00")
    form.get_by_role("link", name="Find a restaurant").click()
    expect(page.locator(".screen-header")).to_contain_text("14:00")
    expect(page.get_by_role("checkbox", name="Open at that time")).to_be_attached()
    page.get_by_label("Sort by").select_option(label="Nearest first")
    page.locator(f".result[data-key='{places[5]['id']}']").click()
    expect(page.locator(".dock")).to_contain_text("14:00")
    page.get_by_role("button", name="Suggest this place").click()
    expect(page.locator("ins").filter(has_text=places[5]["name"])).to_be_visible()

    suggested = leila.call("GET", f"/v1/outings/{outing}/suggestions")["items"]
    found = {one["after"]["restaurantId"]: one["after"]["startsAt"][11:16] for one in suggested if one["kind"] == "both"}
    assert found == {places[3]["id"]: "13:30", places[5]["id"]: "14:00"}


def test_a_host_chooses_a_place_with_the_time_of_the_search(leila, places):
    outing = leila.start("Conference dinner", timeZone="Asia/Tokyo")
    page = leila.page
    page.goto(f"/restaurants/{places[3]['id']}?for={outing}&at={in_days(5, '19:30')}")
    expect(page.locator(".dock")).to_contain_text("19:30")

    page.get_by_role("button", name="Choose this place").click()

    expect(page.locator("[data-fact=where]")).to_contain_text(places[3]["name"])
    expect(page.locator("[data-fact=when]")).to_contain_text("19:30")
    saved = leila.call("GET", f"/v1/outings/{outing}")
    assert (saved["restaurant"]["id"], saved["startsAt"][:16]) == (places[3]["id"], in_days(5, "19:30"))


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
    expect(page.get_by_label("Cuisine", exact=True).locator(f"option[value='{kitchen['id']}']")).to_have_text(re.compile(rf"\({kitchen['count']}\)$"))


def test_open_now_leaves_only_open_places_and_stays_after_a_reload(leila, places):
    page = leila.page
    page.goto(f"/restaurants?near={HELSINKI}")
    expect(page.locator(".result")).to_have_count(20)
    with page.expect_response(lambda response: "open=yes" in response.url) as answer:
        page.get_by_role("checkbox", name="Open now").check()
    wanted = [item["name"] for item in answer.value.json()["items"]]

    expect(page.locator(".result .row-title")).to_have_text(wanted)
    page.reload()
    expect(page.get_by_role("checkbox", name="Open now")).to_be_checked()
    expect(page.locator(".result .row-title")).to_have_text(wanted)


def test_recent_searches_are_offered_until_they_are_cleared(leila, places):
    page = leila.page
    page.goto(f"/restaurants?near={HELSINKI}")
    words = page.get_by_label("Name, dish or cuisine")
    for each in ("soup", "cake"):
        words.fill(each)
        words.press("Tab")
    assert page.locator("#recent-searches option").evaluate_all("(all) => all.map((one) => one.value)") == ["cake", "soup"]
    page.reload()
    expect(page.locator("#recent-searches option")).to_have_count(2)

    page.get_by_text("Somewhere else").click()
    page.get_by_role("button", name="Clear recent searches").click()

    expect(page.locator("#recent-searches option")).to_have_count(0)
    page.reload()
    expect(page.locator("#recent-searches option")).to_have_count(0)


def test_named_areas_are_offered_until_they_are_removed(leila, places):
    page = leila.page
    page.goto(f"/restaurants?near={HELSINKI}")
    page.get_by_text("Somewhere else").click()
    page.get_by_label("Name of this area").fill("The office")
    page.get_by_role("button", name="Save this area").click()
    page.goto("/restaurants?near=60.2055,24.9625&around=Pasila")
    expect(page.get_by_text("Near Pasila", exact=True)).to_be_visible()

    page.get_by_text("Somewhere else").click()
    page.get_by_role("button", name="The office", exact=True).click()

    expect(page.get_by_text("Near The office", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("near=60.1699"))
    page.get_by_role("button", name="Forget The office").click()
    expect(page.get_by_role("button", name="The office", exact=True)).to_have_count(0)


def test_words_that_match_nothing_are_left_out_and_named(leila, places):
    page = leila.page
    page.goto(f"/restaurants?near={HELSINKI}&q=sushi+zzyzzyva")

    expect(page.get_by_text("We left out “zzyzzyva”: nothing nearby matches.")).to_be_visible()
    expect(page.locator(".result").first).to_be_visible()
    page.get_by_label("Name, dish or cuisine").fill("something cheap")
    page.get_by_label("Name, dish or cuisine").press("Enter")

    expect(page.get_by_text("Only places that fit “cheap”.")).to_be_visible()
    expect(page.locator(".result").first).to_be_visible()


def test_results_are_in_sight_on_the_smallest_phone(leila, places):
    page = leila.page
    page.set_viewport_size(PHONE)
    page.goto(f"/restaurants?near={HELSINKI}")
    expect(page.locator(".result")).to_have_count(20)

    tabs = page.locator("#navigation").bounding_box()
    first, second = [row.bounding_box() for row in page.locator(".result").all()[:2]]
    assert first["y"] + first["height"] <= tabs["y"] and second["y"] < tabs["y"]
    expect(page.get_by_role("button", name="Near me")).to_be_visible()  # an icon with a name
    expect(page.get_by_text("Near the point you chose", exact=True)).to_be_visible()


def test_filters_stand_in_one_line_and_the_address_keeps_them(leila, places):
    page = leila.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/restaurants?near={HELSINKI}")
    expect(page.locator(".result")).to_have_count(20)
    assert page.locator(".filters").bounding_box()["height"] < 64
    tabs = page.locator("#navigation").bounding_box()
    tops = [row.bounding_box()["y"] for row in page.locator(".result").all()[:4]]
    assert tops[0] < 500 and len([top for top in tops if top < tabs["y"]]) >= 3, "results come first"
    assert page.evaluate("document.documentElement.scrollWidth") == 390

    page.get_by_label("Price", exact=True).select_option("1,2")
    with page.expect_response(lambda response: "radius=1000" in response.url) as answer:
        page.get_by_label("Distance", exact=True).select_option("1000")
    items = answer.value.json()["items"]
    assert items and all(item["price"] in (1, 2) and item["distance"] <= 1000 for item in items)

    expect(page.locator(".result .row-title")).to_have_text([item["name"] for item in items])
    page.reload()
    expect(page.get_by_label("Price", exact=True)).to_have_value("1,2")
    expect(page.get_by_label("Distance", exact=True)).to_have_value("1000")
