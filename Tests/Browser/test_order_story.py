"""The story of a group order, from "let's order" to "everyone has paid", in five windows: the host, two friends, the second device of one of
them, and a guest without JavaScript. A visitor without an account is ordered for by name. Then what a menu adds to it, which changes meanwhile."""

import json
import re
import subprocess

import pytest
from conftest import Person, in_days, mail_to, path_of, violations
from playwright.sync_api import Page, expect
from test_orders import PHONE_WIDTH, add_dish, line_of, open_installed, panel_of, pick_offline


@pytest.fixture
def tom(windows) -> Person:
    return Person(windows, "Tom", windows.open(viewport=PHONE_WIDTH)).sign_in()


def order_before(leila: Person, tom: Person):
    """Has Tom order two dishes from the same place, a week before."""
    outing = leila.start("Last Thursday", startsAt=in_days(3, "12:30"), place="Thai Garden")
    leila.invite(outing, tom)
    tom.call("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending"})
    order = f"/v1/outings/{outing}/order"
    leila.call("POST", order, {"currency": "EUR"})
    for name, price in (("Pad Thai", "9.50"), ("Spring rolls", "6.00")):
        tom.call("POST", f"{order}/lines", {"name": name, "price": price})
    for step in (("open", "locked"), ("locked", "placed"), ("placed", "handed_over")):
        leila.call("POST", f"{order}/transitions", dict(zip(("from", "to"), step)))


def vote(host: Person, outing: str, *voters: Person):
    """Has the place and the time of an outing be voted on: the Thai Garden, in five days at 12:30."""
    polls = f"/v1/outings/{outing}/polls"
    options = [{"time": {"startsAt": in_days(days, "12:30")}, "place": place} for days, place in ((5, "Thai Garden"), (6, "Pier"))]
    poll = host.call("POST", polls, {"closesAt": in_days(1, "12:00"), "options": options})
    for voter in voters:
        voter.call("PUT", f"{polls}/{poll['id']}/vote", {"votes": [{"option": poll["options"][0]["id"], "answer": "yes"}]})
    for step in ("draw", "accept"):
        host.call("POST", f"{polls}/{poll['id']}/{step}")


def open_without_script(windows, leila: Person, outing: str) -> Page:
    """Invites Ada by mail, who opens the link in a browser without JavaScript and says that she comes."""
    address = f"ada-{outing[-12:]}@example.org"
    leila.call("POST", f"/v1/outings/{outing}/invitations", {"emails": [f"Ada <{address}>"]})
    mail = mail_to(address, lambda mail: any("/i/" in link for link in mail["links"]))
    page = windows.open(java_script_enabled=False, viewport=PHONE_WIDTH)
    page.goto(path_of(next(link for link in mail["links"] if "/i/" in link)))
    page.get_by_role("button", name="Going").click()
    expect(page.get_by_role("status")).to_be_visible()
    return page


def read_code(page: Page, tmp_path) -> str:
    """Reads the payment code on a page, as a phone's camera would."""
    picture = tmp_path / "code.png"
    page.get_by_role("img", name="QR code: SEPA transfer").screenshot(path=picture)
    return subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True, check=True).stdout


def test_a_group_orders_and_everyone_pays(windows, leila, mira, tom, tmp_path):
    order_before(leila, tom)
    outing = leila.start("Thursday lunch")
    for person in (mira, tom):
        leila.invite(outing, person)
    vote(leila, outing, mira, tom)
    for person in (mira, tom):
        person.call("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending"})
    order = f"/v1/outings/{outing}/order"
    ada = open_without_script(windows, leila, outing)
    adas_order = ada.get_by_role("region", name="Order", exact=True)
    host, toms, second = leila.page, tom.page, mira.page

    # Leila opens the order with a limit
    host.goto(f"/outings/{outing}")
    host.get_by_role("button", name="Order together").click()
    dialog = host.get_by_role("dialog", name="Order together")
    dialog.get_by_label("Limit per person").fill("15")
    dialog.get_by_label("Currency").select_option("EUR")
    dialog.get_by_text("Pick-up, address, note").click()
    dialog.get_by_label("How you get it").select_option("Pick-up")
    dialog.get_by_role("button", name="Start the order").click()
    expect(panel_of(host)).to_contain_text("Up to €15.00 each.")
    opened = leila.call("GET", order)
    assert opened["fulfilment"] == "pick_up"
    assert opened["closesAt"][:16] == in_days(5, "10:30"), "two hours before the lunch"
    assert (opened["limitPerHeadMinor"], opened["state"], opened["coordinator"]["name"]) == (1_500, "open", "Leila")

    # Mira picks on the train; it counts once the network is back, and her other device shows it
    second.goto(f"/outings/{outing}")
    phone = open_installed(windows, mira, outing)
    phone.context.set_offline(True)
    pick_offline(phone, "Pad Thai", "9,50")
    assert leila.call("GET", order)["lines"] == []
    phone.context.set_offline(False)
    expect(line_of(second, "Pad Thai")).to_be_visible()
    assert [(line["person"]["name"], line["name"], line["unitMinor"]) for line in leila.call("GET", order)["lines"]] == [("Mira", "Pad Thai", 950)]

    # Tom orders as last time, but no spring rolls
    toms.goto(f"/outings/{outing}")
    toms.get_by_role("button", name="Same as last time").click()
    dialog = toms.get_by_role("dialog", name="Same as last time")
    expect(dialog.get_by_role("listitem")).to_have_text(["Pad Thai · €9.50", "Spring rolls · €6.00"])
    dialog.get_by_role("button", name="Add these").click()
    toms.get_by_role("button", name="Take off Spring rolls").click()
    expect(panel_of(toms)).to_contain_text("€9.50 for you")
    struck = [event for event in leila.call("GET", f"{order}/events")["items"] if event["kind"] == "line_struck"]
    assert [(event["actor"]["name"], event["name"]) for event in struck] == [("Tom", "Spring rolls")]

    # Leila orders for a visitor and reminds Ada, who wants nothing, then types a dish after all
    add_dish(host, "Soup", "7", **{"For someone without an account": "Aunt May"})
    expect(panel_of(host)).to_contain_text("Still to pick: Ada")
    host.get_by_role("button", name="Remind them").click()
    expect(host.get_by_text("Reminded: Ada")).to_be_visible()
    ada.reload()
    adas_order.get_by_role("button", name="Nothing for me").click()
    expect(adas_order).to_contain_text("Nothing for you this time.")
    expect(panel_of(host).get_by_text("Still to pick")).to_have_count(0)
    assert leila.call("POST", f"{order}/nudge", {"preview": True})["items"] == [], "she is not asked again"
    adas_order.get_by_label("Dish or drink").fill("Green curry")
    adas_order.get_by_label("Options").fill("mild")
    adas_order.get_by_text("Note, allergies, someone else").click()
    adas_order.get_by_label("Tell the kitchen").fill("peanuts")
    adas_order.get_by_role("button", name="Add", exact=True).click()
    expect(adas_order).to_contain_text("1 × Green curry")
    expect(line_of(host, "Green curry")).to_contain_text("no price yet")
    expect(line_of(host, "Green curry")).to_contain_text("mild")
    expect(line_of(host, "Green curry")).to_contain_text("For the kitchen: peanuts")
    visitors = [line for line in leila.call("GET", order)["lines"] if line["visitor"]]
    assert [(line["visitor"], line["person"]["name"]) for line in visitors] == [("Aunt May", "Leila")]

    # the order closes; a dish that comes too late is refused with a sentence
    toms.get_by_role("button", name="Add a dish").click()
    dialog = toms.get_by_role("dialog", name="Add a dish")
    dialog.get_by_label("Dish or drink").fill("Mango rice")
    host.get_by_role("button", name="Close the order").click()
    expect(host.get_by_text("Order at Thai Garden next.")).to_be_visible()
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("Orders have closed.")
    dialog.get_by_role("button", name="Not now").click()
    assert "Mango rice" not in [line["name"] for line in leila.call("GET", order)["lines"]]

    # Leila hands the order to Tom, who sets the missing price, orders, and adds a wish of Mira's
    host.get_by_role("button", name="More: Order").click()
    host.get_by_role("button", name="Deadline, limit and more").click()
    dialog = host.get_by_role("dialog")
    dialog.get_by_label("Who runs it").select_option("Tom")
    dialog.get_by_role("button", name="Save").click()
    expect(panel_of(toms)).to_contain_text("You’re running the order.")
    assert tom.call("GET", order)["blockers"] == ["price_unknown"]
    set_field(toms, "Green curry", "Price of one", "11")
    expect(line_of(toms, "Green curry")).to_contain_text("€11.00")
    assert tom.call("GET", order)["blockers"] == []
    toms.get_by_role("button", name="I’ve ordered it").click()
    dialog = toms.get_by_role("dialog", name="Order at Thai Garden")
    expect(dialog.locator(".error")).to_have_count(0)
    dialog.get_by_role("button", name="I’ve ordered it").click()
    expect(panel_of(second)).to_contain_text("Tom has ordered at Thai Garden.")
    add_wish(tom, order, mira, "no coriander")
    toms.get_by_role("link", name="The sheet").click()
    sheet = toms.locator(".order-sheet")
    expect(sheet.get_by_role("listitem").filter(has_text="no coriander")).to_contain_text("Changed since")
    expect(sheet).to_contain_text("4 dishes, €37.00")

    # Tom pays the place: 10 % off by a voucher, as on the receipt, and a tip
    tom.call("PUT", "/v1/me/payout-methods/account", {"value": "FI21 1234 5600 0007 85", "name": "Tom Aalto"})
    toms.goto(f"/outings/{outing}")
    toms.get_by_role("link", name="The bill", exact=True).click()
    toms.get_by_role("link", name="Split the bill").click()
    toms.get_by_role("button", name="Discount").click()
    toms.get_by_label("Unit: Discount").select_option("percent")
    toms.get_by_label("Discount", exact=True).fill("10")
    toms.get_by_role("button", name="Tip").click()
    toms.get_by_label("Tip", exact=True).fill("10")
    toms.get_by_label("Total on the receipt").fill("33.30")
    expect(toms.locator(".bill-parts.total")).to_contain_text("€36.63")
    expect(toms.get_by_text("what’s on the bill.")).to_have_count(0)
    toms.get_by_role("button", name="Save the bill").click()
    expect(toms.get_by_role("heading", level=1, name="The bill", exact=True)).to_be_visible()
    path = f"/v1/outings/{outing}/bills"
    bill = tom.call("GET", path)["items"][0]
    assert sum(share["amountMinor"] for share in bill["shares"]) == bill["totalMinor"] == 3_663
    assert {share["person"]["name"] for share in bill["shares"]} == {"Leila", "Mira", "Tom", "Ada"}

    # Mira scans the code and pays
    phone.goto(f"/outings/{outing}/bill")
    expect(phone.get_by_role("heading", name=re.compile("You owe Tom €9.4"))).to_be_visible()
    code = read_code(phone, tmp_path)
    assert code.startswith("BCD\n002\n") and "FI2112345600000785" in code and "EUR9.4" in code
    phone.get_by_role("button", name="I’ve paid").click()
    expect(phone.get_by_text("Tom will confirm it once it arrives.")).to_be_visible()

    # Ada reads her share without JavaScript, scans the same kind of code and pays
    ada.reload()
    adas_bill = ada.get_by_role("region", name="The bill")
    expect(adas_bill.get_by_role("heading", name=re.compile("You owe Tom €10.89"))).to_be_visible()
    expect(adas_bill.get_by_role("listitem")).to_have_text([
        re.compile("Green curry.*€11.00"), re.compile("Discount.*-?€1.10"), re.compile("Tip.*€0.99"), re.compile("Your share.*€10.89"),
    ])
    assert "EUR10.89" in read_code(ada, tmp_path)
    adas_bill.get_by_role("button", name="I’ve paid").click()
    expect(adas_bill).to_contain_text("Tom will confirm it once it arrives.")

    # Tom has both, and forgives Leila's share
    for name in ("Mira", "Ada"):
        transfer = toms.locator(".transfer", has=toms.get_by_role("heading", name=f"{name} owes you"))
        transfer.get_by_role("button", name="Received", exact=True).click()
        expect(transfer.get_by_role("button")).to_have_count(0)
    transfer = toms.locator(".transfer", has=toms.get_by_role("heading", name="Leila owes you"))
    transfer.get_by_role("button", name="Forgive it").click()
    toms.get_by_role("dialog").get_by_role("button", name="Forgive it").click()

    # everyone is at zero, and everyone sees it
    expect(toms.get_by_text("All settled")).to_be_visible()
    expect(phone.get_by_text("All settled")).to_be_visible()
    ada.reload()
    expect(adas_bill).to_contain_text("All settled")
    host.goto(f"/outings/{outing}")
    expect(panel_of(host).get_by_role("link", name="All settled")).to_be_visible()
    bill = tom.call("GET", path)["items"][0]
    assert [balance["owesMinor"] for balance in bill["balances"]] == [0, 0, 0, 0]
    assert bill["settledAt"] and leila.call("GET", order)["settledAt"]


def set_field(page: Page, dish: str, label: str, text: str):
    """Edits a dish in its dialog."""
    page.get_by_role("button", name=f"Edit {dish}").click()
    dialog = page.get_by_role("dialog", name=dish)
    dialog.get_by_label(label).fill(text)
    dialog.get_by_role("button", name="Save").click()


def add_wish(coordinator: Person, order: str, eater: Person, wish: str):
    """Changes the options of a person's dish by the API, as their dishes have the same name as others'."""
    lines = coordinator.call("GET", order)["lines"]
    line = next(line["id"] for line in lines if line["person"]["id"] == eater.id)
    coordinator.call("PATCH", f"{order}/lines/{line}", {"options": wish}, **{"If-Match": "*"})


MENU = {
    "schemaVersion": 1, "language": "en", "currency": "EUR", "pricesIncludeTax": True,
    "optionGroups": [{"key": "onions", "name": "Onions", "least": 1, "most": 1, "mostOfEach": 1, "options": [
        {"key": "with", "name": "With onions", "priceMinor": 0, "preselected": True}, {"key": "without", "name": "No onions", "priceMinor": 0, "preselected": False}]}],
    "sections": [
        {"key": "mains", "name": "Main courses", "items": [
            {"key": "pad-thai", "kind": "dish", "name": "Pad Thai", "priceMinor": 950, "optionGroups": ["onions"]},
            {"key": "spring-rolls", "kind": "dish", "name": "Spring rolls", "priceMinor": 600},
            {"key": "mango-rice", "kind": "dish", "name": "Mango rice", "priceMinor": 650}]},
        {"key": "drinks", "name": "Drinks", "items": [
            {"key": "tea", "kind": "drink", "name": "Iced tea", "variants": [
                {"key": "small", "name": "Small", "priceMinor": 250}, {"key": "large", "name": "Large", "priceMinor": 350}]}]},
        {"key": "combos", "name": "Combos", "items": [
            {"key": "deal", "kind": "combo", "name": "Lunch deal", "priceMinor": 850, "slots": [
                {"key": "main", "name": "Main course", "least": 1, "most": 1, "choices": [{"item": "pad-thai", "surchargeMinor": 0}]},
                {"key": "drink", "name": "Drink", "least": 1, "most": 1, "choices": [
                    {"item": "tea", "variant": "small", "surchargeMinor": 0}, {"item": "tea", "variant": "large", "surchargeMinor": 100}]}]}]}],
}


def publish(owner: Person, venue: str, menu: dict):
    """Publishes a menu, the first one of a venue or another."""
    draft = f"/v1/venues/{venue}/menu/draft"
    former = owner.fetch("GET", draft).headers.get("etag", '"0"')
    owner.call("PUT", draft, menu, **{"If-Match": former})
    owner.call("POST", f"/v1/venues/{venue}/menu/publications", {})


def order_at(host: Person, venue: str, days: int) -> str:
    """Opens an order for a lunch at a venue and returns the outing."""
    outing = host.start("Lunch from a menu", startsAt=in_days(days, "12:30"), restaurantId=venue)
    host.call("POST", f"/v1/outings/{outing}/order", {"currency": "EUR", "closesBefore": 120, "limitPerHead": "15.00", "fulfilment": "pick_up"})
    return outing


def test_a_menu_changes_and_the_last_portion_goes_while_a_group_picks(windows, leila, mira, tom):
    nok = Person(windows, "Nok", windows.open()).sign_in()
    venue = nok.own_venue()
    publish(nok, venue, MENU)
    outings = [order_at(leila, venue, days) for days in (3, 5)]
    for person, outing in ((tom, outings[0]), (mira, outings[1]), (tom, outings[1])):
        leila.invite(outing, person)
        person.call("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending"})
    former, order = (f"/v1/outings/{outing}/order" for outing in outings)
    for item in ("pad-thai", "spring-rolls"):
        tom.call("POST", f"{former}/lines", {"pick": {"item": item, "options": [{"group": "onions", "option": "with"}] if item == "pad-thai" else []}})
    leila.call("POST", f"{former}/transitions", {"from": "open", "to": "locked"})
    # one dish is taken off, and of another a single portion is left
    without_rolls = json.loads(json.dumps(MENU).replace('{"key": "spring-rolls", "kind": "dish", "name": "Spring rolls", "priceMinor": 600}, ', ""))
    publish(nok, venue, without_rolls)
    nok.call("POST", f"/v1/venues/{venue}/stock/mango-rice/moves", {"kind": "count", "quantity": 1})
    phone, toms, path = mira.page, tom.page, f"/outings/{outings[1]}"

    # Mira picks a combo on the train: a large drink, no onions
    windows.ignored += ["ERR_INTERNET_DISCONNECTED", "Failed to fetch"]
    phone.goto(f"{path}/order/menu")
    expect(phone.get_by_role("heading", level=2, name="Combos")).to_be_visible()
    phone.context.set_offline(True)
    phone.get_by_role("button", name=re.compile("Lunch deal")).click()
    dialog = phone.get_by_role("dialog", name="Lunch deal")
    dialog.get_by_label("No onions").check()
    dialog.get_by_label("Drink").select_option(label="Iced tea, Large · +€1.00")
    expect(dialog.get_by_role("status")).to_have_text("€9.50")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(phone.get_by_text("Lunch deal isn’t sent yet.")).to_be_visible()
    assert leila.call("GET", order)["lines"] == []
    phone.context.set_offline(False)
    expect(phone.get_by_text("Sent for Lunch from a menu: Lunch deal.")).to_be_visible()
    [line] = leila.call("GET", order)["lines"]
    assert (line["person"]["name"], line["unitMinor"]) == ("Mira", 950)
    assert "No onions" in line["options"] and "Large" in line["options"]

    # Tom orders as last time, and the page says which dish there is no more
    toms.goto(path)
    toms.get_by_role("button", name="Same as last time").click()
    dialog = toms.get_by_role("dialog", name="Same as last time")
    expect(dialog.get_by_role("listitem")).to_have_text(["Pad Thai · With onions · €9.50"])
    expect(dialog).to_contain_text("Spring rolls isn’t served at that time.")
    assert violations(toms) == []
    dialog.get_by_role("button", name="Add these").click()
    expect(line_of(toms, "Pad Thai")).to_contain_text("€9.50")

    # the venue raises the price of the combo: Mira's keeps the one at which she picked it
    publish(nok, venue, json.loads(json.dumps(without_rolls).replace('"priceMinor": 850', '"priceMinor": 950')))
    phone.goto(path)
    expect(line_of(phone, "Lunch deal")).to_contain_text("€9.50 now €10.50")
    expect(panel_of(phone)).to_contain_text("€9.50 for you")
    assert violations(phone) == []
    assert [(line["name"], line["unitMinor"]) for line in leila.call("GET", order)["lines"] if line["person"]["name"] == "Mira"] == [("Lunch deal", 950)]

    # a second group takes the last mango rice while Tom looks at it
    toms.get_by_role("link", name="Choose from the menu").click()
    toms.get_by_role("button", name=re.compile("Mango rice.*1 left", re.DOTALL)).click()
    dialog = toms.get_by_role("dialog", name="Mango rice")
    nok.call("POST", f"/v1/outings/{order_at(nok, venue, 5)}/order/lines", {"pick": {"item": "mango-rice"}})
    with toms.expect_response(lambda response: response.url.endswith("/order/lines")) as refused:
        dialog.get_by_role("button", name="Add", exact=True).click()
    problem = refused.value.json()
    assert (refused.value.status, problem["code"], problem["item"], problem["left"]) == (409, "sold_out", "mango-rice", 0)
    expect(dialog.get_by_role("alert")).to_have_text("This dish is sold out. Choose another one.")
    dialog.get_by_role("button", name="Not now").click()

    # the menu behind says so at once, and another dish is a tap away
    expect(toms.get_by_role("listitem").filter(has_text="Mango rice")).to_contain_text("Sold out")
    expect(toms.get_by_role("button", name=re.compile("Mango rice"))).to_have_count(0)
    assert violations(toms) == []
    toms.get_by_role("button", name=re.compile("Iced tea")).click()
    toms.get_by_role("dialog", name="Iced tea").get_by_role("button", name="Add", exact=True).click()
    expect(toms.get_by_text("Iced tea is on the order.")).to_be_visible()
    assert {line["name"] for line in leila.call("GET", order)["lines"] if line["person"]["name"] == "Tom"} == {"Pad Thai", "Iced tea"}


def test_the_bill_on_the_page_of_a_link_is_accessible(windows, leila):
    outing = leila.start("Lunch", startsAt=in_days(5, "12:30"), place="Thai Garden")
    ada = open_without_script(windows, leila, outing)
    people = [attendee["person"]["id"] for attendee in leila.call("GET", f"/v1/outings/{outing}/attendees")["items"]]
    guest = next(person for person in people if person != leila.id)
    leila.call("PUT", "/v1/me/payout-methods/account", {"value": "FI21 1234 5600 0007 85", "name": "Leila Virtanen"})
    leila.call("POST", f"/v1/outings/{outing}/bills", {
        "currency": "EUR", "items": [{"label": "Soup", "amount": "12.00", "people": [{"personId": guest}]}],
        "payments": [{"personId": leila.id, "amount": "12.00"}],
    })
    page = windows.open(viewport=PHONE_WIDTH)  # the rules are checked by a script

    page.goto(ada.url)

    expect(page.get_by_role("heading", name="You owe Leila €12.00")).to_be_visible()
    assert violations(page) == []
