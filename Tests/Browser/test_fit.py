"""Waiting lists, restaurants that fit everyone's diet, and searches that are fair to everyone."""

from conftest import in_days
from playwright.sync_api import expect


def get_places(person, **query) -> list[dict]:
    """Returns restaurants of the sample city, nearest to its market square first."""
    asked = {"near": "60.1699,24.9384", "limit": 50, "facets": "false"} | query
    text = "&".join(f"{name}={value}" for name, value in asked.items())
    return person.call("GET", f"/v1/restaurants?{text}")["items"]


def test_an_invitee_joins_the_waiting_list_and_takes_an_offered_seat(leila, mira):
    outing = leila.start("Dumplings for one", startsAt=in_days(4, "12:00"), capacity=1)
    leila.invite(outing, mira)
    page = mira.page
    page.goto(f"/outings/{outing}")

    page.get_by_role("button", name="Wait for a seat").click()
    expect(page.get_by_text("You’re number 1 on the waiting list")).to_be_visible()

    tag = leila.entity_tag(f"/v1/outings/{outing}")
    leila.call("PATCH", f"/v1/outings/{outing}", {"capacity": 2}, **{"If-Match": tag})
    expect(page.get_by_text("A seat is free for you")).to_be_visible()
    expect(page.get_by_text("1 seat is being held for the waiting list.")).to_be_visible()
    expect(page.get_by_text("It’s full")).to_have_count(0)
    page.get_by_role("button", name="Take the seat").click()

    expect(page.get_by_text("You have a seat.")).to_be_visible()
    expect(page.locator(".answer-text")).to_contain_text("You’re going.")


def test_the_card_of_a_full_outing_offers_to_wait(leila, mira):
    outing = leila.start("Dumplings for one", startsAt=in_days(4, "12:00"), capacity=1)
    leila.invite(outing, mira)
    page = mira.open_outings().page
    card = page.get_by_role("listitem").filter(has_text="Dumplings for one")
    expect(card.get_by_role("button", name="Going")).to_have_count(0)

    card.get_by_role("button", name="Wait for a seat").click()

    expect(page.locator(".toast")).to_contain_text("It’s full. You’re on the waiting list.")
    assert leila.call("GET", f"/v1/outings/{outing}")["counts"]["waitlisted"] == 1


def test_a_fair_search_uses_the_starting_points_that_two_people_shared(leila, mira):
    outing = leila.start("Halfway lunch", startsAt=in_days(4, "12:00"))
    leila.invite(outing, mira)
    page = mira.page
    page.context.grant_permissions(["geolocation"])
    page.context.set_geolocation({"latitude": 60.1712, "longitude": 24.9441})
    page.goto(f"/outings/{outing}")

    page.get_by_role("button", name="Share roughly where I start").click()
    expect(page.get_by_text("Shared for this outing only.")).to_be_visible()
    expect(page.get_by_role("button", name="Stop sharing")).to_be_visible()
    leila.page.goto(f"/restaurants?for={outing}")
    leila.page.get_by_role("checkbox", name="Fair to everyone").check()
    expect(leila.page.get_by_text("At least two members must share a starting point.")).to_be_visible()
    leila.call("PUT", f"/v1/outings/{outing}/origin", {"latitude": 60.16, "longitude": 24.93, "consent": True})
    leila.page.reload()

    expect(leila.page.get_by_role("checkbox", name="Fair to everyone")).to_be_checked()
    expect(leila.page.get_by_label("Sort by")).to_be_disabled()
    expect(leila.page.get_by_text("fairest first")).to_be_visible()
    assert "24.94" not in leila.call("GET", f"/v1/outings/{outing}").__repr__()


def test_hosts_see_for_how_many_people_a_restaurant_fits_and_better_ones(leila, mira, windows):
    from conftest import Person

    tom = Person(windows, "Tom", windows.open()).sign_in()
    for person in (leila, mira, tom):
        person.call("PUT", "/v1/me/diets", {"diets": ["vegan"], "allergies": []})
    without = next(place for place in get_places(leila) if place["diets"]["vegan"] == "no")
    outing = leila.start("Lunch for three", startsAt=in_days(4, "12:00"), restaurantId=without["id"])
    for person in (mira, tom):
        leila.invite(outing, person)

    leila.page.goto(f"/outings/{outing}")
    expect(leila.page.get_by_text("Works for 0 of 3").first).to_be_visible()
    expect(leila.page.get_by_text("One of your guests may find nothing to eat here")).to_be_visible()
    mira.page.goto(f"/outings/{outing}")
    expect(mira.page.get_by_text("Works for 0 of 3").first).to_be_visible()
    expect(mira.page.get_by_text("One of your guests may find nothing to eat here")).to_have_count(0)
    leila.page.goto(f"/restaurants?for={outing}&near=60.1699,24.9384&diet=vegan")
    expect(leila.page.get_by_text("Works for 3 of 3").first).to_be_visible()
    silent = next(place for place in get_places(leila) if place["diets"]["vegan"] == "unknown")
    leila.call("PATCH", f"/v1/outings/{outing}", {"restaurantId": silent["id"]}, **{"If-Match": "*"})
    leila.page.goto(f"/outings/{outing}")
    expect(leila.page.get_by_text("No dietary information. 3 guests have needs.").first).to_be_visible()
