"""A group order: two people and a guest pick dishes, the coordinator places the order and reads out the sheet."""

import re
import subprocess
from urllib.parse import parse_qs
from xml.etree import ElementTree

import pytest
from conftest import Person, in_days, mail_to, path_of, take_picture, violations
from playwright.sync_api import Page, expect

PHONE_WIDTH = {"width": 390, "height": 844}


@pytest.fixture
def lunch(leila: Person, mira: Person) -> str:
    """A lunch of Leila's to which Mira comes."""
    outing = leila.start("Thursday lunch", startsAt=in_days(5, "12:30"), place="Thai Garden")
    leila.invite(outing, mira)
    mira.call("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending"})
    return outing


@pytest.fixture
def order(leila: Person, lunch: str) -> str:
    """The path of an open order for the lunch."""
    leila.call("POST", f"/v1/outings/{lunch}/order", {"currency": "EUR", "closesBefore": 60, "limitPerHead": "15.00"})
    return f"/v1/outings/{lunch}/order"


def panel_of(page: Page):
    """Returns the order on an outing's page."""
    return page.get_by_role("region", name="Order", exact=True)


def line_of(page: Page, dish: str):
    return panel_of(page).get_by_role("listitem").filter(has_text=dish)


def add_dish(page: Page, name: str, price: str = "", **fields: str):
    """Orders a dish by the dialog."""
    page.get_by_role("button", name="Add a dish").click()
    dialog = page.get_by_role("dialog", name="Add a dish")
    dialog.get_by_label("Dish or drink").fill(name)
    dialog.get_by_label("Price of one").fill(price)
    if set(fields) - {"Options", "How many"}:
        dialog.get_by_text("Note, sharing, someone else").click()
    for label, text in fields.items():
        dialog.get_by_label(label, exact=True).fill(text)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text(f"{name} is on the order.")).to_be_visible()


def open_guest(windows, leila: Person, outing: str) -> Page:
    """Invites a guest by mail, who says that they come and opens the outing."""
    address = f"ada-{outing[-12:]}@example.org"
    leila.call("POST", f"/v1/outings/{outing}/invitations", {"emails": [address]})
    mail = mail_to(address, lambda mail: any("/i/" in link for link in mail["links"]))
    page = windows.open(viewport=PHONE_WIDTH)
    page.goto(path_of(next(link for link in mail["links"] if "/i/" in link)))
    page.locator(".needs-script button").click()
    page.get_by_role("button", name="Going").click()
    expect(page.get_by_text("You’re going.").first).to_be_visible()
    return page


def test_two_people_and_a_guest_order_together(windows, leila, mira, lunch):
    host = leila.page
    host.goto(f"/outings/{lunch}")
    mira.page.goto(f"/outings/{lunch}")

    # Leila opens an order, with a deadline two hours before the lunch, and Mira sees it at once
    host.get_by_role("button", name="Order together").click()
    dialog = host.get_by_role("dialog", name="Order together")
    expect(dialog.get_by_role("group", name="Pick until").get_by_label("Time")).to_have_value("10:30")
    dialog.get_by_label("Limit per person").fill("15")
    dialog.get_by_label("Currency").select_option("EUR")
    dialog.get_by_role("button", name="Start the order").click()
    expect(mira.page.get_by_text(re.compile("Pick your dish by .* 10:30"))).to_be_visible()

    # Mira picks, edits, takes a dish off and puts it back; the decimal comma is understood
    add_dish(mira.page, "Pad Thai", "9,50", Options="mild, no peanuts", Note="The sauce apart, please")
    add_dish(mira.page, "Lemonade", **{"For someone without an account": "Aunt May", "How many": "2"})
    expect(line_of(mira.page, "2 × Lemonade")).to_contain_text("no price yet")
    mira.page.get_by_role("button", name="Edit 2 × Lemonade").click()
    dialog = mira.page.get_by_role("dialog", name="Lemonade")
    dialog.get_by_label("Price of one").fill("3")
    dialog.get_by_role("button", name="Save").click()
    expect(line_of(mira.page, "Lemonade")).to_contain_text("€6.00")
    expect(mira.page.get_by_text("That’s more than €15.00 each.")).to_be_visible()
    mira.page.get_by_role("button", name="Take off 2 × Lemonade").click()
    expect(mira.page.get_by_text("Lemonade is off the order.")).to_be_visible()
    expect(mira.page.get_by_text("€9.50 for you")).to_be_visible()
    mira.page.get_by_role("button", name="Put back").click()
    expect(line_of(mira.page, "2 × Lemonade")).to_contain_text("for Aunt May")

    # a guest without an account picks by their link
    guest = open_guest(windows, leila, lunch)
    add_dish(guest, "Green curry", "11", **{"Tell the kitchen": "Nuts make me ill"})
    expect(line_of(guest, "Green curry")).to_contain_text("Nuts make me ill")
    expect(panel_of(guest).get_by_text("Pad Thai")).to_be_visible()
    assert violations(guest) == []
    take_picture(guest, "order-guest-390-light")

    # Leila sees everyone's dishes, orders for Mira and wants nothing for herself
    host.reload()
    expect(panel_of(host)).to_contain_text("Everyone else: 4 dishes")
    expect(line_of(host, "Green curry")).to_contain_text("For the kitchen: Nuts make me ill")
    host.get_by_role("button", name="Add a dish").click()
    dialog = host.get_by_role("dialog", name="Add a dish")
    dialog.get_by_label("Whose dish").select_option("Mira")
    dialog.get_by_label("Dish or drink").fill("Mango rice")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(line_of(host, "Mango rice")).to_contain_text("picked by you")
    expect(line_of(mira.page, "Mango rice")).to_contain_text("picked by Leila")
    host.get_by_role("button", name="Nothing for me").click()
    expect(panel_of(host)).to_contain_text("Nothing for you this time.")
    assert violations(host) == []
    take_picture(host, "order-host-1280-light")

    # Leila closes the order; the page says what is missing before she places it
    host.get_by_role("button", name="Close the order").click()
    expect(mira.page.get_by_text("Leila will order at Thai Garden next.")).to_be_visible()
    expect(mira.page.get_by_role("button", name="Add a dish")).to_have_count(0)
    host.get_by_role("button", name="I’ve ordered it").click()
    dialog = host.get_by_role("dialog", name="Order at Thai Garden")
    expect(dialog).to_contain_text("1 dish has no price yet.")
    dialog.get_by_label("Who took the order").fill("Somchai")
    day, hour = in_days(5, "12:45").split("T")
    dialog.get_by_label("Day").fill(day)
    dialog.get_by_label("Time").fill(hour)
    dialog.get_by_role("button", name="I’ve ordered it").click()
    expect(mira.page.get_by_text(re.compile("Thai Garden promised it for .* 12:45"))).to_be_visible()
    expect(guest.get_by_text("Somchai took the order at the place.")).to_be_visible()

    # to the end
    host.get_by_role("button", name="The food is ready").click()
    host.get_by_role("dialog").get_by_role("button", name="The food is ready").click()
    expect(mira.page.get_by_text("The food is ready at Thai Garden.")).to_be_visible()
    host.get_by_role("button", name="We have the food").click()
    host.get_by_role("dialog").get_by_role("button", name="We have the food").click()
    expect(guest.get_by_text("Food from Thai Garden, ordered by Leila. Enjoy!")).to_be_visible()


def test_a_guest_orders_without_javascript(windows, leila, mira, lunch, order):
    address = f"ida-{lunch[-12:]}@example.org"
    leila.call("POST", f"/v1/outings/{lunch}/invitations", {"emails": [f"Ida <{address}>"]})
    mail = mail_to(address, lambda mail: any("/i/" in link for link in mail["links"]))
    guest = windows.open(java_script_enabled=False, viewport=PHONE_WIDTH)
    guest.goto(path_of(next(link for link in mail["links"] if "/i/" in link)))
    section = guest.get_by_role("region", name="Order", exact=True)
    expect(section).to_contain_text("Say you’re going or maybe, then pick a dish.")
    guest.get_by_role("button", name="Going").click()
    expect(section).to_contain_text(re.compile("Pick your dish by .* 11:30"))

    # what was typed stays beside what is wrong with it
    section.get_by_label("Dish or drink").fill("Green curry")
    section.get_by_label("Price of one").fill("11.005")
    section.get_by_text("Note, allergies, someone else").click()
    section.get_by_label("Tell the kitchen").fill("Nuts make me ill")
    section.get_by_role("button", name="Add", exact=True).click()
    expect(section.get_by_label("Price of one")).to_have_attribute("aria-invalid", "true")
    expect(section.get_by_label("Dish or drink")).to_have_value("Green curry")
    expect(section.get_by_label("Tell the kitchen")).to_have_value("Nuts make me ill")
    take_picture(guest, "order-page-390-light")

    section.get_by_label("Price of one").fill("11")
    section.get_by_role("button", name="Add", exact=True).click()
    expect(section).to_contain_text("1 × Green curry")
    expect(section).to_contain_text("€11.00 for you")
    line = leila.call("GET", order)["lines"][0]
    assert (line["person"]["name"], line["tellsKitchen"]) == ("Ida", "Nuts make me ill")

    # the dish is changed, and taken off
    section.get_by_text("Edit Green curry").click()
    dish = section.get_by_role("listitem")
    dish.get_by_label("How many").fill("2")
    dish.get_by_role("button", name="Save").click()
    expect(section).to_contain_text("2 × Green curry")
    section.get_by_text("Edit Green curry").click()
    section.get_by_role("button", name="Take off Green curry").click()
    expect(section).to_contain_text("You haven’t picked anything yet.")

    # once the order is closed, the page says so and keeps no form
    section.get_by_label("Dish or drink").fill("Soup")
    mira.call("POST", f"{order}/lines", {"name": "Pad Thai"})
    leila.call("POST", f"{order}/transitions", {"from": "open", "to": "locked"})
    section.get_by_role("button", name="Add", exact=True).click()
    expect(section.get_by_role("alert")).to_contain_text("Orders have closed.")
    expect(section.get_by_label("Dish or drink")).to_have_count(0)
    expect(section).to_contain_text("Leila will order at Thai Garden next.")


def test_the_history_says_who_ordered_and_changed_what(leila, mira, lunch, order):
    line = mira.call("POST", f"{order}/lines", {"name": "Pad Thai", "price": "9.50"})
    leila.call("PATCH", f"{order}/lines/{line['id']}", {"price": "10.50"}, **{"If-Match": "*"})
    leila.call("POST", f"{order}/transitions", {"from": "open", "to": "locked"})
    page = mira.page

    page.goto(f"/outings/{lunch}/history")
    page.get_by_role("link", name="Who ordered what, and when").click()

    rows = page.locator(".updates li")
    expect(page.get_by_role("heading", level=1)).to_have_text("What happened to the order")
    expect(rows).to_have_text([
        re.compile("Closed the order.*Leila"), re.compile("Pad Thai for Mira: €10.50 instead of €9.50.*Leila"),
        re.compile("Added Pad Thai.*Mira"), re.compile("Opened the order.*Leila"),
    ])
    assert violations(page) == []


def test_a_pick_appears_on_the_pages_of_the_others(leila, mira, lunch, order):
    leila.page.goto(f"/outings/{lunch}")
    expect(panel_of(leila.page)).to_contain_text("Still to pick: Mira")

    mira.call("POST", f"{order}/lines", {"name": "Pad Thai", "price": "9.50"})

    expect(line_of(leila.page, "Pad Thai")).to_be_visible()
    expect(panel_of(leila.page).get_by_text("Still to pick")).to_have_count(0)


def test_86_a_live_event_that_the_client_does_not_know_is_ignored(leila, mira, lunch, order):
    page = leila.page
    page.add_init_script("""
        const Source = EventSource;
        window.EventSource = class extends Source { constructor(...given) { super(...given); window.stream = this; } };
    """)
    page.goto(f"/outings/{lunch}")
    expect(panel_of(page)).to_contain_text("Still to pick: Mira")
    page.wait_for_function("window.stream?.readyState === EventSource.OPEN")
    version = leila.call("GET", f"/v1/outings/{lunch}")

    page.evaluate(
        """(known) => {
            const send = (kind, data) => window.stream.dispatchEvent(new MessageEvent(kind, { data }));
            for (const kind of ['order', 'drone', 'message']) send(kind, 'not even JSON');
            send('revision', JSON.stringify({ ...known, order: { state: 'sent_by_drone' } }));
        }""",
        {"outing": lunch, "rev": version["revision"], "version": 1},
    )

    # it follows the order as before
    mira.call("POST", f"{order}/lines", {"name": "Pad Thai", "price": "9.50"})
    expect(line_of(page, "Pad Thai")).to_be_visible()
    assert page.evaluate("window.stream.readyState === EventSource.OPEN")


def test_86_an_order_in_a_state_that_the_client_does_not_know_is_shown(leila, mira, lunch, order):
    mira.call("POST", f"{order}/lines", {"name": "Pad Thai", "price": "9.50"})

    def advance(route):
        route.fulfill(json=route.fetch().json() | {"state": "sent_by_drone", "takesPicks": False, "atDeadline": "fly", "blockers": ["storm"]})

    for person in (leila, mira):  # the host, who has buttons for each state, and an invitee
        person.page.route(re.compile(rf"{order}$"), advance)
        person.page.goto(f"/outings/{lunch}")
        expect(panel_of(person.page)).to_contain_text("Something that this page doesn’t know yet")
        expect(line_of(person.page, "Pad Thai")).to_contain_text("€9.50")


def test_a_cancelled_order_stays_readable(leila, mira, lunch, order):
    mira.call("POST", f"{order}/lines", {"name": "Pad Thai", "price": "9.50"})
    mira.page.goto(f"/outings/{lunch}")
    leila.page.goto(f"/outings/{lunch}")

    leila.page.get_by_role("button", name="More: Order").click()
    leila.page.get_by_role("button", name="Cancel the order").click()
    dialog = leila.page.get_by_role("dialog", name="Cancel the order")
    dialog.get_by_label("Reason").fill("Too few of us")
    dialog.get_by_role("button", name="Cancel the order").click()

    expect(mira.page.get_by_text("The order was cancelled: Too few of us")).to_be_visible()
    expect(line_of(mira.page, "Pad Thai")).to_be_visible()
    expect(mira.page.get_by_role("button", name="Edit Pad Thai")).to_have_count(0)
    expect(leila.page.get_by_role("button", name="Order together")).to_be_visible()


def test_a_dish_is_given_on_and_given_back(leila, mira, lunch, order):
    mira.call("POST", f"{order}/lines", {"name": "Pad Thai", "price": "9.50"})
    leila.page.goto(f"/outings/{lunch}")

    def give(page: Page, name: str):
        page.get_by_role("button", name="Edit Pad Thai").click()
        dialog = page.get_by_role("dialog", name="Pad Thai")
        dialog.get_by_label("Whose dish").select_option(name)
        dialog.get_by_role("button", name="Save").click()
        expect(dialog).to_be_hidden()

    # Leila runs the order and takes Mira's dish over, then hands it to her again
    give(leila.page, "Leila")
    mira.page.goto(f"/outings/{lunch}")
    expect(panel_of(mira.page)).to_contain_text("You haven’t picked anything yet.")
    give(leila.page, "Mira")
    expect(line_of(mira.page, "Pad Thai")).to_contain_text("picked by Leila")

    # Mira gives it back
    give(mira.page, "Leila")
    expect(panel_of(mira.page)).to_contain_text("You haven’t picked anything yet.")


def test_the_dishes_of_a_cancelled_order_are_ordered_again(leila, mira, lunch, order):
    mira.call("POST", f"{order}/lines", {"name": "Pad Thai", "price": "9.50"})
    leila.call("POST", f"{order}/transitions", {"from": "open", "to": "cancelled"})
    leila.page.goto(f"/outings/{lunch}")

    leila.page.get_by_role("button", name="Order together").click()
    dialog = leila.page.get_by_role("dialog", name="Order together")
    dialog.get_by_label("Currency").select_option("EUR")
    dialog.get_by_label("With everyone’s dishes").select_option("Yes")
    dialog.get_by_role("button", name="Start the order").click()

    expect(line_of(leila.page, "Pad Thai")).to_contain_text("€9.50")


def test_an_outing_that_moves_away_from_its_order_says_so(leila, mira, lunch, order):
    mira.call("POST", f"{order}/lines", {"name": "Pad Thai", "price": "9.50"})
    leila.call("POST", f"{order}/transitions", {"from": "open", "to": "locked"})
    leila.call("POST", f"{order}/transitions", {"from": "locked", "to": "placed"})

    leila.call("PATCH", f"/v1/outings/{lunch}", {"startsAt": in_days(5, "13:30")}, **{"If-Match": "*"})

    leila.page.goto(f"/outings/{lunch}")
    expect(panel_of(leila.page)).to_contain_text("The outing has moved. The food is still ordered for")

    # The place agrees to the new time
    food = open_time_of_food(leila.page)
    expect(food.get_by_label("Time")).to_have_value("12:30")
    food.get_by_label("Time").fill("13:30")
    leila.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(panel_of(leila.page)).not_to_contain_text("The outing has moved.")
    assert leila.call("GET", order)["dueAt"][:16] == in_days(5, "13:30")


def open_time_of_food(page: Page):
    """Opens the settings of the order, and returns the fields for the time of the food."""
    page.get_by_role("button", name="More: Order").wait_for()
    settings = page.get_by_role("button", name="Deadline, limit and more")
    if settings.count() == 0:  # an order without dishes has them outside of the menu
        page.get_by_role("button", name="More: Order").click()
    settings.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Pick-up, address, note").click()
    return dialog.get_by_role("group", name="Time for the food, if not when the outing starts")


def test_a_host_sets_a_time_for_the_food_and_lets_it_follow_the_outing_again(leila, mira, lunch, order):
    page = leila.page
    page.goto(f"/outings/{lunch}")
    food = open_time_of_food(page)
    expect(food.get_by_label("Time")).to_have_value("")
    day, hour = in_days(5, "13:00").split("T")
    food.get_by_label("Time").fill(hour)
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(food.get_by_label("Day")).to_be_focused()
    food.get_by_label("Day").fill(day)
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    set_by_hand = leila.call("GET", order)
    assert (set_by_hand["dueAt"][:16], set_by_hand["closesAt"][:16]) == (in_days(5, "13:00"), in_days(5, "12:00"))

    food = open_time_of_food(page)
    expect(food.get_by_label("Time")).to_have_value("13:00")
    food.get_by_label("Day").fill("")
    food.get_by_label("Time").fill("")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert leila.call("GET", order)["dueAt"][:16] == in_days(5, "12:30")
    leila.call("PATCH", f"/v1/outings/{lunch}", {"startsAt": in_days(5, "14:00")}, **{"If-Match": "*"})
    assert leila.call("GET", order)["dueAt"][:16] == in_days(5, "14:00")


def test_a_plate_is_shared_and_each_sees_their_part(leila, mira, lunch, order):
    mira.page.goto(f"/outings/{lunch}")
    mira.page.get_by_role("button", name="Add a dish").click()
    dialog = mira.page.get_by_role("dialog", name="Add a dish")
    dialog.get_by_label("Dish or drink").fill("Spring rolls")
    dialog.get_by_label("Price of one").fill("12")
    dialog.get_by_text("Note, sharing, someone else").click()
    dialog.get_by_label("Leila").check()
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(line_of(mira.page, "Spring rolls")).to_contain_text("shared with Leila")
    expect(mira.page.get_by_text("€6.00 for you")).to_be_visible()

    leila.page.goto(f"/outings/{lunch}")

    expect(line_of(leila.page, "Spring rolls")).to_contain_text("Mira is sharing it")
    expect(leila.page.get_by_text("€6.00 for you")).to_be_visible()


def test_a_dish_that_could_not_be_sent_is_neither_lost_nor_ordered_twice(leila, mira, lunch, order):
    page = mira.page
    page.goto(f"/outings/{lunch}")
    page.get_by_role("button", name="Add a dish").click()
    dialog = page.get_by_role("dialog", name="Add a dish")
    dialog.get_by_label("Dish or drink").fill("Pad Thai")
    dialog.get_by_label("Price of one").fill("9.555")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_label("Price of one")).to_be_focused()
    dialog.get_by_label("Price of one").fill("9.50")

    # what was typed outlives a reload
    page.reload()
    page.get_by_role("button", name="Add a dish").click()
    expect(dialog.get_by_label("Dish or drink")).to_have_value("Pad Thai")
    expect(dialog.get_by_label("Price of one")).to_have_value("9.50")

    # every request arrives, and no reply does
    def lose_reply(route):
        route.fetch()
        route.abort()

    mira.windows.ignored.append("net::ERR_FAILED")
    page.route("**/order/lines", lose_reply)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("We got no reply")
    page.unroute("**/order/lines")
    dialog.get_by_role("button", name="Not now").click()
    page.get_by_role("button", name="Add a dish").click()
    expect(dialog.get_by_label("Dish or drink")).to_have_value("Pad Thai")
    dialog.get_by_role("button", name="Add", exact=True).click()

    expect(line_of(page, "Pad Thai")).to_contain_text("€9.50")
    assert [line["quantity"] for line in mira.call("GET", order)["lines"]] == [1]


def test_two_edits_of_one_dish_are_both_kept(leila, mira, lunch, order):
    line = mira.call("POST", f"{order}/lines", {"name": "Pad Thai", "price": "9.50"})
    mira.page.goto(f"/outings/{lunch}")
    mira.page.get_by_role("button", name="Edit Pad Thai").click()
    dialog = mira.page.get_by_role("dialog", name="Pad Thai")
    dialog.get_by_label("Options").fill("mild")
    dialog.get_by_label("Price of one").fill("9")

    # Leila changes the quantity and the price meanwhile
    leila.call("PATCH", f"{order}/lines/{line['id']}", {"quantity": 2, "price": "10.00"}, **{"If-Match": "*"})
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Someone changed this too")
    dialog.get_by_role("button", name="Save").click()

    expect(line_of(mira.page, "2 × Pad Thai")).to_contain_text("mild")
    expect(line_of(mira.page, "2 × Pad Thai")).to_contain_text("€18.00")


def test_what_was_ordered_last_time_is_ordered_again(leila, mira, lunch, order):
    mira.call("POST", f"{order}/lines", {"name": "Pad Thai", "price": "9.50"})
    for step in (("open", "locked"), ("locked", "placed"), ("placed", "handed_over")):
        leila.call("POST", f"{order}/transitions", dict(zip(("from", "to"), step)))
    again = leila.start("Friday lunch", startsAt=in_days(6, "12:30"), place="Thai Garden")
    leila.invite(again, mira)
    mira.call("PUT", f"/v1/outings/{again}/attendance", {"status": "attending"})
    leila.call("POST", f"/v1/outings/{again}/order", {"currency": "EUR"})

    mira.page.goto(f"/outings/{again}")
    mira.page.get_by_role("button", name="Same as last time").click()
    dialog = mira.page.get_by_role("dialog", name="Same as last time")
    expect(dialog).to_contain_text("Pad Thai · €9.50")
    dialog.get_by_role("button", name="Add these").click()

    expect(line_of(mira.page, "Pad Thai")).to_be_visible()


def test_41_the_same_pick_again_adds_up_and_each_can_be_undone(mira, lunch, order):
    page = mira.page
    page.goto(f"/outings/{lunch}")
    add_dish(page, "Soup", "7")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_text("Soup is off the order.")).to_be_visible()
    expect(line_of(page, "Soup")).to_have_count(0)

    add_dish(page, "Soup", "7")
    expect(line_of(page, "Soup")).to_contain_text("€7.00")
    add_dish(page, "Soup", "7")
    expect(line_of(page, "2 × Soup")).to_contain_text("€14.00")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_text("Soup is updated.")).to_be_visible()
    expect(line_of(page, "2 × Soup")).to_have_count(0)
    expect(line_of(page, "Soup")).to_contain_text("€7.00")
    assert violations(page) == []


def test_29_the_dialog_to_cancel_says_that_the_order_stays_while_the_place_prepares_it(leila, mira, lunch, order):
    mira.call("POST", f"{order}/lines", {"name": "Soup", "price": "7.00"})
    page = leila.page

    def read_dialog() -> str:
        page.goto(f"/outings/{lunch}")
        page.get_by_role("button", name="Cancel this outing").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_label("Reason")).to_be_visible()
        return dialog.inner_text()

    stays = "Thai Garden is already preparing the order, so it stays: call them."
    assert stays not in read_dialog()
    for step in (("open", "locked"), ("locked", "placed"), ("placed", "preparing")):
        leila.call("POST", f"{order}/transitions", dict(zip(("from", "to"), step)))
    assert stays in read_dialog()
    assert violations(page) == []


def test_82_as_last_time_says_that_the_place_is_no_longer_listed(leila, mira, lunch, order):
    mira.call("POST", f"{order}/lines", {"name": "Pad Thai", "price": "9.50"})
    for step in (("open", "locked"), ("locked", "placed"), ("placed", "handed_over")):
        leila.call("POST", f"{order}/transitions", dict(zip(("from", "to"), step)))
    again = leila.start("Friday lunch", startsAt=in_days(6, "12:30"), place="Thai Garden")
    leila.invite(again, mira)
    mira.call("PUT", f"/v1/outings/{again}/attendance", {"status": "attending"})
    leila.call("POST", f"/v1/outings/{again}/order", {"currency": "EUR"})
    mira.page.route("**/order/lines/again", lambda route: route.fulfill(json=route.fetch().json() | {"vanished": True}))

    mira.page.goto(f"/outings/{again}")
    mira.page.get_by_role("button", name="As last time").click()
    expect(mira.page.get_by_role("dialog", name="As last time")).to_contain_text("The source no longer lists this place. It may have closed for good.")
    assert violations(mira.page) == []


def test_own_orders_are_listed_with_their_state(leila, mira, lunch, order):
    page = mira.page
    page.goto("/orders")
    expect(page.get_by_role("heading", name="No orders yet")).to_be_visible()
    mira.call("POST", f"{order}/lines", {"name": "Pad Thai", "price": "9.50", "quantity": 2, "options": "mild"})
    leila.call("POST", f"{order}/lines", {"name": "Soup", "price": "7.00"})
    leila.call("POST", f"{order}/transitions", {"from": "open", "to": "locked"})

    page.goto("/settings")
    page.get_by_role("link", name="Your orders").click()

    row = page.locator(".updates").get_by_role("listitem")
    expect(row).to_have_text(re.compile("Thai Garden.*2 × Pad Thai · mild.*Closed.*€19.00"))
    row.get_by_role("link").click()
    expect(panel_of(page)).to_be_visible()


def test_a_guest_runs_the_order_and_reads_out_the_sheet(windows, leila, mira, lunch, order):
    guest = open_guest(windows, leila, lunch)
    mira.call("POST", f"{order}/lines", {"name": "Pad Thai", "price": "9.50", "note": "Mild"})
    mira.call("POST", f"{order}/lines", {"name": "Pad Thai", "price": "9.50", "forName": "Aunt May"})

    # Leila hands the order over to Ada in the settings
    leila.page.goto(f"/outings/{lunch}")
    leila.page.get_by_role("button", name="More: Order").click()
    leila.page.get_by_role("button", name="Deadline, limit and more").click()
    dialog = leila.page.get_by_role("dialog")
    people = dialog.get_by_label("Who runs it")
    guest_name = next(name for name in people.locator("option").all_text_contents() if name not in ("You", "Mira"))
    people.select_option(guest_name)
    dialog.get_by_label("Limit per person").fill("")
    dialog.get_by_role("button", name="Save").click()
    expect(panel_of(leila.page)).to_contain_text(f"{guest_name} is running the order.")

    guest.reload()
    guest.get_by_role("button", name="Close the order").click()
    guest.get_by_role("button", name="I’ve ordered it").click()
    guest.get_by_role("dialog").get_by_role("button", name="I’ve ordered it").click()
    expect(panel_of(guest)).to_contain_text("You’ve ordered at Thai Garden.")
    mira_line = next(line for line in leila.call("GET", order)["lines"] if line["visitor"] is None)
    leila.call("PATCH", f"{order}/lines/{mira_line['id']}", {"options": "no peanuts"}, **{"If-Match": "*"})

    # without names, then by person with names
    guest.get_by_role("link", name="The sheet").click()
    sheet = guest.locator(".order-sheet")
    expect(sheet.get_by_role("listitem")).to_have_count(2)
    expect(sheet).to_contain_text("Changed since")
    expect(sheet).not_to_contain_text("Mira")
    guest.get_by_label("Person").check()
    guest.get_by_label("Yes").check()
    expect(sheet.get_by_role("heading", level=3)).to_have_text(["Aunt May", "Mira"])
    assert violations(guest) == []
    take_picture(guest, "order-sheet-390-light")

    # as text in the language of the place, then in another one, and as a table
    expect(guest.get_by_label("Language of the sheet").locator("option:checked")).to_have_text("The place’s language")
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    with guest.expect_response(re.compile("format=text.*lang=de|lang=de.*format=text")):
        guest.get_by_label("Language of the sheet").select_option("de")
    guest.get_by_role("button", name="Copy as text").click()
    expect(guest.get_by_text("Copied.")).to_be_visible()
    text = guest.evaluate("navigator.clipboard.readText()")
    assert "1 × Pad Thai, no peanuts" in text
    links = {key: guest.get_by_role("link", name=f"Send by {key}").get_attribute("href") for key in ("email", "SMS")}
    assert links["email"].startswith("mailto:?subject=") and links["SMS"].startswith("sms:?")
    bodies = {key: parse_qs(link.partition("?")[2])["body"][0] for key, link in links.items()}
    assert bodies == {"email": text.replace("\n", "\r\n"), "SMS": text}
    with guest.expect_download() as download:
        guest.get_by_role("link", name="Download as CSV").click()
    assert "Aunt May" in download.value.path().read_text(encoding="utf-8-sig")

    # on paper, only the sheet is left
    guest.emulate_media(media="print")
    expect(sheet).to_be_visible()
    expect(guest.get_by_role("button", name="Copy as text")).to_be_hidden()


def test_a_sheet_that_is_too_long_for_a_link_is_copied(leila, lunch, order):
    for number in range(30):
        leila.call("POST", f"{order}/lines", {"name": f"Dish {number} " + "with a long name " * 5})
    leila.page.goto(f"/outings/{lunch}/order/sheet")

    expect(leila.page.locator(".order-sheet").get_by_role("listitem")).to_have_count(30)
    expect(leila.page.get_by_role("button", name="Copy as text")).to_be_visible()
    expect(leila.page.get_by_role("link", name="Send by email")).to_have_count(0)
    expect(leila.page.get_by_role("link", name="Send by SMS")).to_have_count(0)


def test_the_sheet_is_sent_in_the_language_of_the_place_and_no_name_turns_its_text_around(windows, leila, mira, lunch, order):
    turned = "\u202eMira\u2067"
    mira.call("PATCH", "/v1/me", {"name": turned})
    mira.call("POST", f"{order}/lines", {"name": "شاورما \u202e", "options": "no ice", "price": "9.50", "note": "\u2069\u202dmild"})
    leila.call("POST", f"{order}/lines", {"name": "Satay", "note": "Mild", "price": "5.00", "quantity": 2})
    page = leila.page
    page.add_init_script("navigator.share = async ({ text }) => { window.sent = text; };")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/order/sheet?" in request.url else None)
    page.goto(f"/outings/{lunch}/order/sheet")
    page.get_by_label("Yes").check()
    sheet = page.locator(".order-sheet")
    expect(sheet).to_contain_text("Leila")
    page.get_by_role("button", name="Send").click()

    assert page.evaluate("window.sent") == leila.fetch("GET", f"{order}/sheet?by=dish&names=true&format=text").text()
    assert len(asked) >= 4 and not [url for url in asked if "lang=" in url]
    # the number of each dish is on the left of its name, and everything that people typed is isolated
    for dish in sheet.locator(".sheet-dish").all():
        number, name = (part.bounding_box() for part in (dish.locator("b"), dish.locator("bdi").first))
        assert number["x"] < name["x"]
    typed = sheet.evaluate("""(sheet) => {
        const loose = [];
        const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const { parentElement, data } = texts.currentNode;
            if (/[\\u202d\\u202e\\u2067\\u2069]/.test(data) && !parentElement.closest('bdi, [dir="auto"]')) loose.push(data);
        }
        return loose;
    }""")
    assert typed == []


@pytest.mark.parametrize(("button", "width", "margin"), [("Print (A4)", 595.3, 51.0), ("Print (80 mm)", 226.8, 11.3)])
def test_the_printed_sheet_has_every_dish_once_within_its_margins(leila, mira, lunch, order, tmp_path, button, width, margin):
    long_note = "Only if it can be made without peanuts, otherwise the tofu with a lot of lime"
    dishes = ["Gaeng Khiao Wan with bamboo, aubergine and holy basil", "Massaman", "Laab", "Satay"] + [f"Number{number}" for number in range(40)]
    for number, dish in enumerate(dishes):
        mira.call("POST", f"{order}/lines", {"name": dish, "price": f"{number + 10}.50", "note": long_note if number % 7 == 0 else None})
    page = leila.page
    page.goto(f"/outings/{lunch}/order/sheet")
    page.evaluate("window.print = () => {}")
    page.get_by_role("button", name=button).click()

    file = tmp_path / "sheet.pdf"
    page.pdf(path=file, prefer_css_page_size=True)

    def read(option: str) -> str:
        return subprocess.run(["pdftotext", option, file, "-"], capture_output=True, text=True, check=True).stdout

    text = " ".join(read("-raw").split()) + " "
    pages = ElementTree.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", read("-bbox"))).findall(".//{*}page")
    words = [word for paper in pages for word in paper.findall("{*}word")]

    for number, dish in enumerate(dishes):
        assert len(re.findall(rf"1 × {dish}(?= )", text)) == 1, dish
        assert text.count(f"€{number + 10}.50") == 1, dish
    assert text.count(long_note) == 7
    assert "€1,408.00" in text
    assert {round(float(paper.get("width"))) for paper in pages} == {round(width)}
    for word in words:
        assert float(word.get("xMin")) >= margin - 1 and float(word.get("xMax")) <= width - margin + 1, word.text
        assert float(word.get("yMin")) >= 0 and float(word.get("yMax")) <= float(pages[0].get("height")), word.text


def open_installed(windows, person: Person, outing: str) -> Page:
    """Opens an outing in a window of a person's whose service worker is active, and waits until its order is stored on the device."""
    windows.ignored += ["ERR_INTERNET_DISCONNECTED", "Failed to fetch"]
    page = windows.open(viewport=PHONE_WIDTH, service_workers="allow", storage_state=person.page.context.storage_state())
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(f"/outings/{outing}")
    expect(page.get_by_role("button", name="Add a dish")).to_be_visible()
    page.wait_for_function(
        """async (outing) => {
            const stored = [`/v1/outings/${outing}`, `/v1/outings/${outing}/order`, `/v1/outings/${outing}/messages`];
            return (await Promise.all(stored.map((path) => caches.match(path)))).every(Boolean);
        }""",
        arg=outing,
    )
    return page


def pick_offline(page: Page, name: str, price: str = ""):
    """Picks a dish in the dialog while there is no network."""
    page.get_by_role("button", name="Add a dish").click()
    dialog = page.get_by_role("dialog", name="Add a dish")
    dialog.get_by_label("Dish or drink").fill(name)
    dialog.get_by_label("Price of one").fill(price)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text(f"{name} isn’t sent yet. We’ll send it when you’re back online.")).to_be_visible()
    expect(line_of(page, name)).to_contain_text("Not sent yet.")


def dishes_of(person: Person, order: str) -> list[str]:
    return [line["name"] for line in person.call("GET", order)["lines"]]


def test_a_dish_picked_without_a_network_is_sent_once_even_after_a_reload(windows, leila, mira, lunch, order):
    page = open_installed(windows, mira, lunch)
    page.context.set_offline(True)
    pick_offline(page, "Pad Thai", "9,50")
    pick_offline(page, "Lemonade")
    page.get_by_role("button", name="Take off Lemonade").click()
    expect(line_of(page, "Lemonade")).to_have_count(0)
    assert violations(page) == []
    take_picture(page, "order-offline-390-light")

    page.reload()
    expect(line_of(page, "Pad Thai")).to_contain_text("Not sent yet.")
    assert dishes_of(leila, order) == []
    page.context.set_offline(False)

    expect(page.get_by_text("Sent for Thursday lunch: Pad Thai.")).to_be_visible()
    expect(line_of(page, "Pad Thai")).to_contain_text("€9.50")
    expect(panel_of(page).get_by_text("Not sent yet.")).to_have_count(0)
    assert dishes_of(leila, order) == ["Pad Thai"]


def test_a_dish_that_comes_after_the_order_has_closed_is_reported(windows, leila, mira, lunch, order):
    leila.call("POST", f"{order}/lines", {"name": "Lemonade"})
    page = open_installed(windows, mira, lunch)
    page.context.set_offline(True)
    pick_offline(page, "Pad Thai")
    leila.call("POST", f"{order}/transitions", {"from": "open", "to": "locked"})
    page.context.set_offline(False)

    report = page.get_by_text("Pad Thai for Thursday lunch wasn’t ordered")
    expect(report).to_be_visible()
    expect(page.get_by_text(re.compile(r"Picking ended today \d+:\d\d\. Ask Leila whether it can still be added\."))).to_be_visible()
    assert violations(page) == []
    page.reload()
    expect(report).to_be_visible()
    page.get_by_role("button", name="OK").click()
    expect(report).to_have_count(0)
    expect(panel_of(page)).to_be_visible()
    assert dishes_of(leila, order) == ["Lemonade"]


def test_an_order_is_read_on_a_phone_from_right_to_left(leila, mira, lunch, order):
    mira.call("POST", f"{order}/lines", {"name": "Pad Thai", "price": "9.50", "options": "mild, no peanuts, extra lime and more"})
    mira.call("PATCH", "/v1/me", {"locale": "ar"})
    mira.page.set_viewport_size({"width": 320, "height": 640})
    mira.page.goto(f"/outings/{lunch}")
    expect(mira.page.locator(".order-line")).to_be_visible()

    assert mira.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(mira.page) == []
    take_picture(mira.page, "order-320-ar")
