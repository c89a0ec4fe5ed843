"""A circle's page with its history and proposal, rating a visit, and excluding recent restaurants from a search."""

import re
from datetime import date

from conftest import in_days, take_picture, take_pictures
from playwright.sync_api import expect

HELSINKI = "60.1699,24.9384"


def get_places(person) -> list[dict]:
    return person.call("GET", f"/v1/restaurants?near={HELSINKI}&limit=5")["items"]


def create_circle(person, *others) -> str:
    for other in others:
        person.befriend(other)
    made = person.call("POST", "/v1/circles", {"name": "Noodle club", "people": [other.id for other in others]})
    return made["id"]


def record_visit(host, circle: str, place: dict, days: int, *guests) -> str:
    """Records an outing of the circle that took place some days ago, and returns its id."""
    outing = host.start(
        "Ramen round",
        startsAt=in_days(-days, "12:30"),
        restaurantId=place["id"],
        invite={"circles": [circle]},
    )
    for guest in guests:
        guest.call("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending"})
    return outing


def test_a_circle_lists_its_visits_and_its_proposal_starts_an_outing(leila, mira):
    circle = create_circle(leila, mira)
    first, second = get_places(leila)[:2]
    record_visit(leila, circle, first, 7, mira)
    record_visit(leila, circle, second, 12, mira)
    page = leila.page
    page.goto("/friends")
    page.get_by_role("link", name="Noodle club").click()
    expect(page.get_by_role("heading", level=1, name="Noodle club")).to_be_visible()
    expect(page.get_by_text("With Mira")).to_be_visible()

    # its visits, and whose idea they were
    memory = page.get_by_role("region", name="Where you’ve eaten").get_by_role("listitem")
    expect(memory).to_have_count(2)
    expect(memory.first).to_contain_text(first["name"])
    expect(memory.first).to_contain_text("Your idea")
    expect(memory.first).to_contain_text("once so far")

    # the proposal excludes last week's restaurant
    proposal = page.get_by_role("region", name="What’s next")
    expect(proposal.get_by_text("You met on this weekday one of the last 2 times.")).to_be_visible()
    expect(proposal.get_by_role("button", name="Create an outing at")).to_have_count(3)
    expect(proposal.get_by_role("link", name=first["name"])).to_have_count(0)
    expect(proposal.get_by_text("The member of this circle is invited too.")).to_be_visible()
    take_pictures(page, "circle")

    # one tap starts the outing
    proposal.get_by_role("button", name="Create an outing at").first.click()
    expect(page.get_by_role("heading", level=1, name="Lunch")).to_be_visible()
    mira.page.goto("/")
    expect(mira.page.get_by_role("heading", name="Lunch").or_(mira.page.get_by_text("Lunch", exact=True)).first).to_be_visible()


def test_a_search_can_exclude_restaurants_the_circle_visited_recently(leila, mira):
    circle = create_circle(leila, mira)
    [nearest] = get_places(leila)[:1]
    record_visit(leila, circle, nearest, 7, mira)
    page = leila.page
    page.goto(f"/restaurants?circle={circle}&near={HELSINKI}&around=Helsinki")
    expect(page.locator(".result").first).to_contain_text(nearest["name"])

    page.get_by_label("Been there").select_option("Skip places from the last 4 weeks")

    expect(page.locator(".result").first).not_to_contain_text(nearest["name"])
    expect(page).to_have_url(re.compile("weeks=4"))
    take_picture(page, "search-not-lately")


def test_an_attendee_rates_the_restaurant_and_removes_the_rating(leila, mira):
    circle = create_circle(leila, mira)
    [place] = get_places(leila)[:1]
    outing = record_visit(leila, circle, place, 2, mira)
    page = mira.page
    page.goto(f"/outings/{outing}")
    part = page.get_by_role("region", name=f"How was {place['name']}?")
    part.get_by_role("button", name="Rate").click()
    expect(part.get_by_text("Choose 1 to 5 stars.")).to_be_visible()

    # by keyboard, like any radio group
    part.get_by_role("radio", name="1 star").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(part.get_by_role("radio", name="4 stars")).to_be_checked()
    part.get_by_label("Private note").fill("Ask for the window")
    take_pictures(page, "rating")
    part.get_by_role("button", name="Rate").click()
    expect(page.get_by_text("Rating saved.")).to_be_visible()

    # the rating is stored and counted on the restaurant's page
    page.reload()
    expect(part.get_by_role("radio", name="4 stars")).to_be_checked()
    expect(part.get_by_label("Private note")).to_have_value("Ask for the window")
    leila.page.goto(f"/restaurants/{place['id']}")
    expect(leila.page.get_by_text(re.compile(r"of 5 from \d+"))).to_be_visible()
    page.goto(f"/restaurants/{place['id']}")
    expect(page.get_by_text("You liked it")).to_be_visible()

    page.goto(f"/outings/{outing}")
    part.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Rating removed.")).to_be_visible()
    expect(part.get_by_role("radio", name="4 stars")).not_to_be_checked()


def test_offers_are_shown_on_the_restaurants_page_and_on_the_outings_page(leila, mira):
    def next_weekday() -> int:
        return next(days for days in range(1, 8) if date.fromisoformat(in_days(days, "12:00")[:10]).weekday() < 5)

    place = find_place_with_offer(leila)
    outing = leila.start("Soup", startsAt=in_days(next_weekday(), "12:00"), restaurantId=place["id"])
    leila.invite(outing, mira)
    mira.call("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending"})
    page = leila.page
    page.goto(f"/restaurants/{place['id']}")
    offers = page.get_by_role("region", name="Offers")
    expect(offers.get_by_text("Two soups for the price of one")).to_be_visible()
    expect(offers.get_by_text("Mon, Tue, Wed, Thu, Fri, 11:00 to 14:00")).to_be_visible()
    take_pictures(page, "offers")
    page.goto(f"/outings/{outing}")
    expect(page.get_by_text("Offer at that time: Two soups for the price of one")).to_be_visible()

    # a scheduled job notifies the attendees
    mira.page.goto("/updates")
    expect(mira.page.get_by_text("There’s an offer at that time: Two soups for the price of one")).to_be_visible(
        timeout=60_000
    )

    # the offer does not apply at another hour
    tag = leila.entity_tag(f"/v1/outings/{outing}")
    leila.call("PATCH", f"/v1/outings/{outing}", {"startsAt": in_days(next_weekday(), "18:00")}, **{"If-Match": tag})
    page.reload()
    expect(page.get_by_role("heading", level=1, name="Soup")).to_be_visible()
    expect(page.get_by_text("Offer at that time:")).to_have_count(0)


def find_place_with_offer(person) -> dict:
    """Returns a restaurant of the sample city that has an offer."""
    cursor = ""
    while True:
        page = person.call("GET", f"/v1/restaurants?near={HELSINKI}&limit=50{cursor}")
        for place in page["items"]:
            if person.call("GET", f"/v1/offers?restaurant={place['id']}")["items"]:
                return place
        cursor = f"&cursor={page['next']}"
