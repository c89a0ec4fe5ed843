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


def test_a_dish_whose_reply_was_lost_is_ordered_once(mira: Person, order: str):
    page = mira.page
    page.goto(f"/outings/{order}/order/menu")
    page.get_by_role("button", name=re.compile("Coffee")).click()
    dialog = page.get_by_role("dialog", name="Coffee")

    def lose_reply(route):
        """Lets every request arrive, and no reply."""
        route.fetch()
        route.abort()

    mira.windows.ignored.append("net::ERR_FAILED")
    page.route("**/order/lines", lose_reply)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("We got no reply")
    page.unroute("**/order/lines")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Coffee is on the order.")).to_be_visible()
    assert [line["quantity"] for line in mira.call("GET", f"/v1/outings/{order}/order")["lines"]] == [1]


def test_a_dish_chosen_without_a_network_is_ordered_when_it_is_back(windows, mira: Person, order: str):
    windows.ignored += ["ERR_INTERNET_DISCONNECTED", "Failed to fetch"]
    page = mira.page
    page.goto(f"/outings/{order}")
    page.get_by_role("link", name="Choose from the menu").click()
    expect(page.get_by_role("heading", level=2, name="Drinks")).to_be_visible()
    page.get_by_role("link", name="Back").first.click()
    expect(page.get_by_role("link", name="Choose from the menu")).to_be_visible()

    page.context.set_offline(True)
    page.get_by_role("link", name="Choose from the menu").click()
    page.get_by_role("button", name=re.compile("Coffee")).click()
    page.get_by_role("dialog", name="Coffee").get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Coffee isn’t sent yet.")).to_be_visible()
    page.get_by_role("link", name="Back").first.click()
    expect(page.get_by_role("listitem").filter(has_text="Coffee")).to_contain_text("Not sent yet")

    page.context.set_offline(False)
    expect(page.get_by_text("Sent for Lunch from the menu: Coffee.")).to_be_visible()
    assert [line["name"] for line in mira.call("GET", f"/v1/outings/{order}/order")["lines"]] == ["Coffee"]


def test_choices_are_checked_before_anything_is_sent(mira: Person, order: str):
    page = mira.page

    def change(route):
        """Serves a menu on which no bread is chosen to begin with and at most one extra can be."""
        response = route.fetch()
        body = response.text().replace('"preselected":true', '"preselected":false')
        route.fulfill(response=response, body=body.replace('"name":"Extras","least":0,"mostOfEach":3', '"name":"Extras","least":0,"most":1,"mostOfEach":1'))

    sent = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" and request.url.endswith("/order/lines") else None)
    page.route("**/menu/versions/*", change)
    page.goto(f"/outings/{order}/order/menu")
    page.get_by_role("button", name=re.compile("Green salad")).click()
    dialog = page.get_by_role("dialog", name="Green salad")
    expect(dialog.get_by_role("group", name=re.compile("Extras")).get_by_label("Nothing")).to_be_checked()
    expect(dialog.get_by_role("spinbutton", name="How many")).to_have_attribute("max", "5")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("group", name=re.compile("Bread"))).to_contain_text("Required.")
    expect(dialog.get_by_label(re.compile("Rye"))).to_be_focused()
    assert violations(page) == []
    assert sent == []
    dialog.get_by_label("No bread").check()
    dialog.get_by_label(re.compile("Olives")).check()
    dialog.get_by_text("Note, sharing, someone else").click()
    dialog.get_by_label("For someone without an account").fill("Aunt May")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Green salad is on the order.")).to_be_visible()
    line = mira.call("GET", f"/v1/outings/{order}/order")["lines"][0]
    assert line["options"] == "No bread, Olives"
    assert line["visitor"] == "Aunt May"


def test_dishes_are_compared_with_needs_that_stay_in_the_browser(mira: Person, order: str):
    page = mira.page
    mira.call("PUT", "/v1/me/diets", {"diets": ["vegan"], "allergies": ["celery", "gluten"], "note": None})
    sent = []
    page.on("request", lambda request: sent.append(f"{request.url} {request.post_data}"))
    page.goto(f"/outings/{order}/order/menu")
    fit = {
        "Soup of the day": "Contains celery, which you avoid", "Salmon": "Not suitable: Vegan", "Green salad": "Fits your diet",
        "The chef’s idea": "The menu doesn’t say whether it fits your diet",
    }
    for name, sentence in fit.items():
        expect(page.get_by_role("button", name=re.compile(name))).to_contain_text(sentence)
    assert violations(page) == []

    # Rye bread is chosen to begin with
    page.get_by_role("button", name=re.compile("Green salad")).click()
    dialog = page.get_by_role("dialog", name="Green salad")
    expect(dialog.get_by_text("Contains gluten, which you avoid")).to_be_visible()
    dialog.get_by_label("No bread").check()
    expect(dialog.get_by_text("Fits your diet")).to_be_visible()
    dialog.get_by_role("button", name="One more: Egg").click()
    expect(dialog.get_by_text("Not suitable: Vegan")).to_be_visible()
    dialog.get_by_role("button", name="One fewer: Egg").click()
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Green salad is on the order.")).to_be_visible()
    assert not any(re.search("vegan|celery|gluten", request, re.IGNORECASE) for request in sent)

    page.get_by_role("button", name=re.compile("Soup of the day")).click()
    dialog = page.get_by_role("dialog", name="Soup of the day")
    dialog.get_by_label("Tell the kitchen what I avoid: Gluten, Celery and Vegan").check()
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Soup of the day is on the order.")).to_be_visible()
    lines = {line["name"]: line.get("tellsKitchen") for line in mira.call("GET", f"/v1/outings/{order}/order")["lines"]}
    assert lines == {"Green salad": None, "Soup of the day": "Gluten, Celery and Vegan"}


def test_dishes_that_are_not_served_then_are_marked(leila: Person, mira: Person, order: str):
    page = mira.page
    leila.call("PATCH", f"/v1/outings/{order}/order", {"dueAt": in_days(5, "18:00")}, **{"If-Match": "*"})
    page.goto(f"/outings/{order}/order/menu")
    expect(page.get_by_role("listitem").filter(has_text="Lunch")).to_contain_text("Not served at that time")
    expect(page.get_by_role("button", name=re.compile("^Lunch"))).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("Coffee"))).to_be_visible()
    assert violations(page) == []
