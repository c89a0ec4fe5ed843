"""Dishes of a restaurant's menu in a group order: the nearest restaurant of the sample city has one."""

import re

import pytest
from conftest import Person, in_days, violations
from playwright.sync_api import expect


@pytest.fixture
def order(leila: Person, mira: Person) -> str:
    """The outing of an open order at the restaurant with a menu, to which Mira comes."""
    found = leila.call("GET", "/v1/restaurants?near=60.1699,24.9384&limit=20")["items"]
    place = next(one["id"] for one in found if leila.fetch("GET", f"/v1/restaurants/{one['id']}/menu").ok)
    outing = leila.start("Lunch from the menu", startsAt=in_days(5, "12:30"), restaurantId=place)
    leila.invite(outing, mira)
    mira.call("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending"})
    leila.call("POST", f"/v1/outings/{outing}/order", {"currency": "EUR", "closesBefore": 60})
    return outing


def test_a_dish_is_chosen_from_the_menu_with_the_keyboard(mira: Person, order: str):
    page = mira.page
    page.goto(f"/outings/{order}")
    page.get_by_role("link", name="Choose from the menu").click()
    expect(page.get_by_role("heading", level=2, name="Drinks")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("The chef’s idea"))).to_contain_text("Allergens not stated")
    expect(page.get_by_role("button", name=re.compile("Green salad"))).to_contain_text("Contains none of the 14 main allergens")
    assert violations(page) == []

    # The search finds the soup, which Enter opens
    page.get_by_label("Search the menu").fill("ROOT veg")
    expect(page.get_by_role("status").filter(has_text="1 dish")).to_be_visible()
    page.get_by_role("button", name=re.compile("Soup of the day")).press("Enter")
    dialog = page.get_by_role("dialog", name="Soup of the day")
    expect(dialog.get_by_role("status")).to_have_text("€8.50")
    dialog.get_by_label(re.compile("Large")).check()
    dialog.get_by_role("button", name=re.compile("One more: Egg")).press("Enter")
    dialog.get_by_role("button", name="One more: How many").press("Enter")
    expect(dialog.get_by_role("status")).to_have_text("€25.00")
    assert violations(page) == []
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Soup of the day is on the order.")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Soup of the day"))).to_contain_text("2 on your order")

    page.get_by_role("link", name="Back").first.click()
    line = page.get_by_role("listitem").filter(has_text="2 × Soup of the day")
    expect(line).to_contain_text("€25.00")
    expect(line).to_contain_text("Large, Rye, Egg")
    page.get_by_role("button", name="Edit 2 × Soup of the day").click()
    expect(page.get_by_role("dialog").get_by_label("Dish or drink")).to_have_count(0)


def test_a_price_that_moved_after_the_pick_is_shown_and_not_applied(mira: Person, order: str):
    page = mira.page
    mira.call("POST", f"/v1/outings/{order}/order/lines", {"pick": {"item": "coffee"}, "quantity": 2})
    mira.call("POST", f"/v1/outings/{order}/order/lines", {"pick": {"item": "lemonade"}})
    line = page.get_by_role("listitem").filter(has_text="2 × Coffee")
    page.goto(f"/outings/{order}")
    expect(line).to_contain_text("€5.60")
    expect(line).not_to_contain_text("now")

    def publish(route):
        """Says that the restaurant has published another menu."""
        body = route.fetch().json()
        route.fulfill(json=body | {"menuVersion": body["menuVersion"] + 1})

    def read(route):
        """Serves the other menu, which has dearer coffee and no lemonade."""
        newest = route.fetch(url=re.sub(r"/versions/\d+$", "", route.request.url))
        route.fulfill(response=newest, body=newest.text().replace('"priceMinor":280', '"priceMinor":310').replace('"key":"lemonade"', '"key":"juice"'))

    page.route(re.compile(rf"/v1/outings/{order}/order$"), publish)
    page.route("**/menu/versions/*", read)
    page.goto(f"/outings/{order}")
    expect(line).to_contain_text("€5.60 now €6.20")
    expect(page.get_by_role("listitem").filter(has_text="Lemonade")).not_to_contain_text("now")
    expect(page.get_by_text("€9.50 for you")).to_be_visible()
    assert violations(page) == []


def test_a_combo_asks_for_its_parts(mira: Person, order: str):
    page = mira.page
    page.goto(f"/outings/{order}/order/menu")
    page.get_by_role("button", name=re.compile("^Lunch")).click()
    dialog = page.get_by_role("dialog", name="Lunch")
    dialog.get_by_label("Main course").select_option(label="Salmon with dill potatoes · +€4.00")
    dialog.get_by_label("Drink").select_option(label="Coffee")
    expect(dialog.get_by_role("status")).to_have_text("€17.90")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Lunch is on the order.")).to_be_visible()
    lines = mira.call("GET", f"/v1/outings/{order}/order")["lines"]
    assert lines[0]["unitMinor"] == 1790
    assert lines[0]["options"] == "Main course: Salmon with dill potatoes, Drink: Coffee"


def test_a_price_that_moved_is_shown_and_waits_for_another_tap(mira: Person, order: str):
    page = mira.page

    def make_stale(route):
        """Shows the menu as it was, when coffee was cheaper."""
        response = route.fetch()
        route.fulfill(response=response, body=response.text().replace('"priceMinor":280', '"priceMinor":250'))

    page.route("**/menu/versions/*", make_stale)
    page.goto(f"/outings/{order}/order/menu")
    page.get_by_role("button", name=re.compile("Coffee")).click()
    dialog = page.get_by_role("dialog", name="Coffee")
    expect(dialog.get_by_role("status")).to_have_text("€2.50")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("alert")).to_have_text("The price is now €2.80 (it was €2.50). Nothing was ordered yet.")
    expect(dialog.get_by_role("status")).to_have_text("€2.80")
    assert mira.call("GET", f"/v1/outings/{order}/order")["lines"] == []
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Coffee is on the order.")).to_be_visible()
