"""Bills: splitting one, paying each other back, and what stays when it is corrected."""

import re
import subprocess

import pytest
from conftest import Person, in_days, take_pictures, violations
from playwright.sync_api import Page, expect


@pytest.fixture
def dinner(leila, mira, windows) -> tuple[str, Person, Person]:
    """A dinner of four that is over: its id, and Tom and Ada, who were there with Leila, the host, and Mira."""
    tom, ada = (Person(windows, name, windows.open()).sign_in() for name in ("Tom", "Ada"))
    guests = (mira, tom, ada)
    for person in guests:
        leila.befriend(person)
    outing = leila.start("Dinner for four", startsAt=in_days(-1, "19:00"), invite={"people": [person.id for person in guests]})
    for person in guests:
        person.call("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending"})
    return outing, tom, ada


def row_of(page: Page, name: str):
    """Returns the row of a person's share."""
    return page.locator(".bill-shares details", has=page.locator("summary", has_text=name))


def read_shares(page: Page) -> list[int]:
    """Returns everyone's share in cents."""
    return [int(text.replace("€", "").replace(".", "")) for text in page.locator(".bill-shares .amount").all_text_contents()]


def split(person: Person, outing: str, total: str):
    """Splits a bill equally on the page, paid by the person, and waits for the bill."""
    page = person.page
    page.goto(f"/outings/{outing}")
    page.get_by_role("link", name="Split the bill").click()
    page.get_by_label("Total on the receipt").fill(total)
    page.get_by_role("button", name="Save the bill").click()
    expect(page.get_by_role("heading", level=1, name="The bill", exact=True)).to_be_visible()


def test_four_friends_split_a_dinner_and_settle_it(leila, mira, dinner, tmp_path):
    outing, tom, ada = dinner
    leila.call("PUT", "/v1/me/payout-methods/account", {"value": "FI21 1234 5600 0007 85", "name": "Leila Virtanen"})
    page = leila.page
    page.goto(f"/outings/{outing}")
    page.get_by_role("link", name="Split the bill").click()

    # 47.30 and a tip of 10 % are 52.03, which four cannot share evenly. Mira treats Ada.
    page.get_by_label("Total on the receipt").fill("47.30")
    expect(page.get_by_label("Currency")).to_have_value("EUR")
    page.get_by_role("button", name="Tip").click()
    page.get_by_label("Tip", exact=True).fill("10")
    expect(page.locator(".bill-parts.total")).to_contain_text("€52.03")
    assert sum(read_shares(page)) == 5203 and max(read_shares(page)) - min(read_shares(page)) in (1, 2)
    take_pictures(page, "bill-edit")
    page.get_by_role("button", name="Add a treat").click()
    page.get_by_label("Who pays?").select_option("Mira")
    page.get_by_label("Who’s invited?").select_option("Ada")
    expect(row_of(page, "Ada").locator(".amount")).to_have_text("€0.00")
    page.get_by_role("button", name="Save the bill").click()

    expect(page.get_by_role("heading", level=1, name="The bill", exact=True)).to_be_visible()
    expect(page.locator(".bill-summary")).to_contain_text("€52.03")
    expect(page.locator(".bill-parts.total")).to_contain_text("Tip (10%)")
    row_of(page, "Mira").locator("summary").click()
    expect(row_of(page, "Mira")).to_contain_text("Treat for Ada")
    page.get_by_text("Who gets the odd cent?").click()
    expect(page.get_by_text("anyone can check")).to_be_visible()
    take_pictures(page, "bill")

    # Mira sees what she owes on the outing's page, reads the code, and pays.
    phone = mira.page
    phone.goto(f"/outings/{outing}")
    phone.get_by_role("link", name="You owe").click()
    expect(phone.get_by_role("heading", name="You owe Leila €26.0")).to_be_visible()
    phone.get_by_role("img", name="QR code: SEPA transfer").screenshot(path=tmp_path / "code.png")
    code = subprocess.run(["zbarimg", "--quiet", "--raw", tmp_path / "code.png"], capture_output=True, text=True, check=True).stdout
    assert code.startswith("BCD\n002\n") and "FI2112345600000785" in code and "EUR26.0" in code
    expect(phone.get_by_role("button", name="Copy: Account")).to_be_visible()
    take_pictures(phone, "bill-pay")
    phone.get_by_role("button", name="I’ve paid").click()
    expect(phone.get_by_text("Leila will confirm it once it arrives.")).to_be_visible()

    # Leila has not got it yet, then has it. Tom pays cash. Nobody reloads.
    mine = page.locator(".transfer", has=page.get_by_role("heading", name="Mira owes you"))
    mine.get_by_role("button", name="Not received").click()
    phone.get_by_role("button", name="I’ve paid").click()
    expect(mine.get_by_text("Sent")).to_be_visible()
    mine.get_by_role("button", name="Received", exact=True).click()
    expect(phone.get_by_text("All settled")).to_have_count(0)
    cash = page.locator(".transfer", has=page.get_by_role("heading", name="Tom owes you"))
    cash.get_by_role("button", name="Received").click()
    page.get_by_role("dialog").get_by_role("button", name="Received").click()

    for window in (page, phone):
        expect(window.get_by_text("All settled")).to_be_visible()
    ada.page.goto(f"/outings/{outing}")
    expect(ada.page.get_by_role("link", name="All settled")).to_be_visible()


def test_what_is_typed_survives_a_reload_and_a_rejection(leila, dinner):
    outing, _, _ = dinner
    page = leila.page
    page.goto(f"/outings/{outing}/bill/edit")
    page.get_by_label("Dish by dish").check(force=True)
    page.get_by_label("What was it?").fill("Ramen")
    page.get_by_label("Amount").first.fill("12.00")
    page.get_by_role("button", name="Add a dish").click()
    second = page.get_by_role("group", name="Dish 2")
    second.get_by_label("What was it?").fill("Dumplings")
    second.get_by_label("Amount").fill("9.505")
    second.get_by_label("Tom").uncheck(force=True)
    page.get_by_role("button", name="Discount").click()
    page.get_by_label("Discount", exact=True).fill("2")

    page.reload()

    expect(second.get_by_label("What was it?")).to_have_value("Dumplings")
    expect(second.get_by_label("Tom")).not_to_be_checked()
    expect(page.get_by_label("Discount", exact=True)).to_have_value("2")
    page.get_by_role("button", name="Save the bill").click()
    expect(second.locator("[aria-invalid]")).to_have_value("9.505")
    second.get_by_label("Amount").fill("9.50")
    page.get_by_label("Total on the receipt").fill("20.00")
    page.get_by_role("button", name="Save the bill").click()

    expect(page.get_by_role("heading", level=1, name="The bill", exact=True)).to_be_visible()  # the preview says the same of the receipt
    expect(page.get_by_text("The receipt is €0.50 higher than what’s on the bill.")).to_be_visible()
    expect(page.locator(".bill-parts.total")).to_contain_text("shared by 3")
    page.goto(f"/outings/{outing}/bill/edit")
    expect(page.get_by_label("Total on the receipt")).to_have_value("")


def test_a_correction_is_a_new_version_and_the_former_stays_readable(leila, mira, dinner):
    outing, tom, _ = dinner
    split(leila, outing, "40.00")
    page = leila.page
    page.get_by_role("link", name="Correct the bill").click()
    expect(page.get_by_label("Total on the receipt")).to_have_value("40.00")
    page.get_by_label("Ada").uncheck(force=True)
    page.get_by_role("button", name="Service").click()
    page.get_by_label("Service", exact=True).fill("5")
    page.get_by_role("button", name="Save the correction").click()

    expect(page.get_by_text("€2.00 is still to be paid to the place").first).to_be_visible()
    page.get_by_role("button", name="Add a payment").click()
    page.get_by_role("dialog").get_by_label("Who paid?").select_option("Tom")
    page.get_by_role("dialog").get_by_role("button", name="Add a payment").click()
    expect(page.get_by_text(re.compile("You get €2[56]"))).to_be_visible()
    page.get_by_role("link", name="Version 1").click()
    expect(page.get_by_text("The bill has been corrected since.")).to_be_visible()
    expect(page.get_by_text("Version 1 by you")).to_be_visible()
    expect(page.locator(".bill-parts.total")).to_contain_text("€40.00")
    mira.page.goto(f"/outings/{outing}/bill")
    expect(mira.page.get_by_role("heading", name=re.compile("You owe Leila €1[34]"))).to_be_visible()
    expect(mira.page.get_by_role("link", name="Correct the bill")).to_have_count(0)


@pytest.fixture
def dumplings(leila, mira, dinner) -> str:
    """The path of a bill of 21.50 that Leila paid: ramen for four, and dumplings of Tom's alone. Tom has paid his 12.50 back."""
    outing, tom, ada = dinner
    four = [{"personId": person.id} for person in (leila, mira, tom, ada)]
    path = f"/v1/outings/{outing}/bills"
    made = leila.call("POST", path, {
        "currency": "EUR", "items": [{"label": "Ramen", "amount": "12.00", "people": four}, {"label": "Dumplings", "amount": "9.50", "people": [{"personId": tom.id}]}],
        "payments": [{"personId": leila.id, "amount": "21.50", "method": "card"}],
    })
    path = f"{path}/{made['id']}"
    transfer = next(one["id"] for one in made["transfers"] if one["debtor"]["id"] == tom.id)
    tom.call("PUT", f"{path}/transfers/{transfer}/sent", {})
    leila.call("PUT", f"{path}/transfers/{transfer}/state", {"state": "received"})
    return path


def test_what_the_place_gave_back_for_one_dish_changes_only_the_difference(leila, mira, dinner, dumplings):
    outing, tom, _ = dinner
    page = leila.page
    mira.page.goto(f"/outings/{outing}/bill")
    page.goto(f"/outings/{outing}/bill/edit?bill={dumplings.rpartition('/')[2]}")

    # more than the dish, and more than was paid, are refused at the refund
    page.get_by_role("button", name="Add a refund").click()
    refund = page.get_by_role("group", name="Did the place give money back?")
    refund.get_by_label("For what?").select_option("Dumplings")
    expect(refund.get_by_label("Who got it?").locator("option")).to_have_text(["You"])
    amount = refund.get_by_label("Amount given back")
    for dish, too_much in (("Dumplings", "9.60"), ("I’ve corrected the amounts above", "21.60")):
        refund.get_by_label("For what?").select_option(dish)
        amount.fill(too_much)
        page.get_by_role("button", name="Save the correction").click()
        expect(amount).to_have_attribute("aria-invalid", "true")
    refund.get_by_label("For what?").select_option("Dumplings")
    amount.fill("9.50")
    expect(row_of(page, "Tom").locator(".amount")).to_have_text("€3.00")
    expect(page.locator(".bill-parts.total")).to_contain_text("Refund-€9.50")
    assert violations(page) == []
    take_pictures(page, "bill-refund")
    page.get_by_role("button", name="Save the correction").click()

    # everyone sees it as a refund, also on a page that was open; Tom gets back what he paid for the dish, of which Mira and Ada send him what they owe
    expect(page.get_by_role("heading", name="You owe Tom €3.50")).to_be_visible()
    for window in (page, mira.page):
        row = window.get_by_role("region", name="Who paid the restaurant").get_by_role("listitem").filter(has_text="Refund from the place")
        expect(row).to_contain_text("9.50")
        expect(row.get_by_role("button")).to_have_count(0)
    expect(mira.page.get_by_role("heading", name="You owe Tom €3.00")).to_be_visible()
    bill = leila.call("GET", dumplings)
    assert [(one["refund"], one["amountMinor"]) for one in bill["payments"]] == [(False, 2_150), (True, 950)]
    assert bill["totalMinor"] == 1_200 and bill["unpaidMinor"] == 0
    tom.page.goto(f"/outings/{outing}/bill")
    expect(tom.page.get_by_role("heading", name="Leila owes you €3.50")).to_be_visible()

    # a dish that goes takes its refund along, and the others keep theirs
    page.get_by_role("link", name="Correct the bill").click()
    page.get_by_role("group", name="Dish 1").get_by_role("button", name="Remove this dish").click()
    expect(page.locator(".bill-parts.total")).to_contain_text("€0.00")
    expect(page.get_by_role("button", name="Add a dish")).to_be_focused()


def test_a_refund_that_was_typed_goes_to_a_person_whose_payment_still_counts(leila, dinner, dumplings):
    page = leila.page
    outing, tom, _ = dinner
    own = leila.call("GET", dumplings)["payments"][0]["id"]
    leila.call("DELETE", f"{dumplings}/payments/{own}")
    for person, amount in ((leila, "20.50"), (tom, "1.00")):
        leila.call("POST", f"{dumplings}/payments", {"personId": person.id, "amount": amount, "method": "cash"})
    paid = next(one["id"] for one in leila.call("GET", dumplings)["payments"] if one["person"]["id"] == tom.id)
    page.goto(f"/outings/{outing}/bill/edit?bill={dumplings.rpartition('/')[2]}")
    page.get_by_role("button", name="Add a refund").click()
    refund = page.get_by_role("group", name="Did the place give money back?")
    refund.get_by_label("Who got it?").select_option("Tom")
    refund.get_by_label("Amount given back").fill("1.00")
    leila.call("DELETE", f"{dumplings}/payments/{paid}")

    page.reload()
    expect(refund.get_by_label("Amount given back")).to_have_value("1.00")
    expect(refund.get_by_label("Who got it?").locator("option")).to_have_text(["You"])
    with page.expect_request(lambda request: request.method == "PUT") as sent:
        page.get_by_role("button", name="Save the correction").click()
    assert [one["personId"] for one in sent.value.post_data_json["refunds"]] == [leila.id]


def test_payments_above_the_total_are_a_tip_change_or_a_refund(leila, dinner):
    outing, _, _ = dinner
    page = leila.page
    page.goto(f"/outings/{outing}/bill/edit")
    page.get_by_label("Total on the receipt").fill("47.30")
    page.get_by_role("textbox", name="Amount").fill("50")
    page.get_by_label("How?").select_option("Cash")
    page.get_by_role("button", name="Save the bill").click()
    expect(page.get_by_role("alert")).to_contain_text("2.70")
    expect(page.get_by_role("button", name="€2.70 is a tip")).to_be_focused()
    take_pictures(page, "bill-overpaid")

    page.get_by_role("button", name="€2.70 was change").click()
    expect(page.get_by_role("textbox", name="Amount")).to_have_value("47.30")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("textbox", name="Amount").fill("50")
    page.get_by_role("button", name="Save the bill").click()
    page.get_by_role("button", name="€2.70 is a tip").click()
    expect(page.get_by_label("Tip", exact=True)).to_have_value("2.70")
    page.get_by_role("button", name="Save the bill").click()
    expect(page.locator(".bill-summary")).to_contain_text("€50.00")

    page.get_by_role("link", name="Correct the bill").click()
    page.get_by_label("Total on the receipt").fill("40.00")
    page.get_by_role("button", name="Save the correction").click()
    page.get_by_role("button", name="The place gave €7.30 back").click()
    page.get_by_role("button", name="Save the correction").click()
    expect(page.locator(".bill-summary")).to_contain_text("€42.70")
    expect(page.get_by_text("Refund from the place")).to_be_visible()


def test_the_difference_to_the_receipt_and_rounding_in_cash_are_charged(leila, dinner):
    outing, _, _ = dinner
    page = leila.page
    page.goto(f"/outings/{outing}/bill/edit")
    expect(page.get_by_role("button", name="Difference")).to_have_count(0)
    page.get_by_label("Dish by dish").check(force=True)
    page.get_by_label("What was it?").fill("Ramen")
    page.get_by_role("group", name="Dish 1").get_by_label("Amount").fill("9.99")
    page.get_by_label("Total on the receipt").fill("10.07")
    page.get_by_role("button", name="Difference").click()
    page.get_by_role("button", name="Rounding").click()
    page.get_by_label("Round to (EUR)").fill("0.05")
    expect(page.locator(".bill-parts.total")).to_contain_text("Difference€0.08")
    page.get_by_role("button", name="Save the bill").click()

    expect(page.locator(".bill-summary")).to_contain_text("€10.05")
    page.get_by_role("link", name="Correct the bill").click()
    expect(page.get_by_label("Round to (EUR)")).to_have_value("0.05")
    expect(page.locator(".bill-parts.total")).to_contain_text("Difference€0.08")


def test_a_discount_is_on_one_dish_and_a_tip_on_the_sum_before_it(leila, dinner):
    outing, _, _ = dinner
    page = leila.page
    page.goto(f"/outings/{outing}/bill/edit")
    page.get_by_label("Dish by dish").check(force=True)
    page.get_by_role("button", name="Add a dish").click()
    for number, (name, amount) in enumerate([("Ramen", "20.00"), ("Dumplings", "10.00")], 1):
        dish = page.get_by_role("group", name=f"Dish {number}", exact=True)
        dish.get_by_label("What was it?").fill(name)
        dish.get_by_label("Amount").fill(amount)
    page.get_by_role("button", name="Discount").click()
    discount = page.locator("[data-field=charges-0]")
    discount.get_by_label("Discount", exact=True).fill("5.00")
    discount.get_by_text("Who pays for it").click()
    discount.get_by_role("group", name="Only for these dishes").get_by_label("Dumplings").check(force=True)
    page.get_by_role("button", name="Tip", exact=True).click()
    tip = page.locator("[data-field=charges-1]")
    tip.get_by_label("Tip", exact=True).fill("10")
    tip.get_by_text("Who pays for it").click()
    tip.get_by_label("Calculated before discounts").check()
    expect(page.locator(".bill-parts.total")).to_contain_text("€28.00")
    assert violations(page) == []
    page.get_by_role("button", name="Save the bill").click()

    expect(page.locator(".bill-summary")).to_contain_text("€28.00")
    bill = leila.call("GET", f"/v1/outings/{outing}/bills")["items"][0]
    charges = {charge["kind"]: charge for charge in bill["charges"] if charge["kind"] != "items"}
    assert (charges["discount"]["items"], charges["discount"]["amountMinor"]) == ([2], -500)
    assert (charges["tip"]["beforeDiscounts"], charges["tip"]["amountMinor"]) == (True, 300)

    page.get_by_role("link", name="Correct the bill").click()
    discount.get_by_text("Who pays for it").click()
    expect(discount.get_by_label("Dumplings")).to_be_checked()
    expect(discount.get_by_label("Ramen")).not_to_be_checked()
    tip.get_by_text("Who pays for it").click()
    expect(tip.get_by_label("Calculated before discounts")).to_be_checked()


def test_the_bill_of_an_outing_that_is_over_changes_for_those_whom_a_transfer_does_not_concern(leila, mira, dinner):
    outing, tom, _ = dinner
    split(leila, outing, "40.00")
    page = tom.page
    page.goto(f"/outings/{outing}/bill")
    row = page.get_by_role("region", name="Between others").get_by_role("listitem").filter(has_text="Mira")
    expect(row).to_contain_text("Open")
    mira.page.goto(f"/outings/{outing}/bill")

    mira.page.get_by_role("button", name="I’ve paid").click()

    expect(row).to_contain_text("Sent")


def test_a_correction_meanwhile_is_reported_before_it_is_replaced(leila, mira, dinner):
    outing, _, _ = dinner
    split(leila, outing, "40.00")
    page = leila.page
    page.get_by_role("link", name="Correct the bill").click()
    page.get_by_label("Total on the receipt").fill("42.00")
    path = f"/v1/outings/{outing}/bills/{page.url.rpartition('=')[2]}"
    theirs = {"currency": "EUR", "items": [{"amount": "41.00", "people": [{"personId": mira.id}]}]}
    leila.call("PUT", path, theirs, **{"If-Match": leila.entity_tag(path)})

    page.get_by_role("button", name="Save the correction").click()

    expect(page.get_by_role("alert")).to_contain_text("The bill was corrected while you were typing.")
    expect(page.get_by_label("Total on the receipt")).to_have_value("42.00")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.locator(".bill-parts.total")).to_contain_text("€42.00")
    expect(page.get_by_text("Version 3 by you")).to_be_visible()


@pytest.fixture
def order(leila, mira) -> str:
    """The path of an open order, with Mira's lemonade and a soup of Leila's without a price."""
    outing = leila.start("Lunch tomorrow", startsAt=in_days(1, "12:00"), place="Lumo Kitchen")
    leila.invite(outing, mira)
    mira.call("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending"})
    path = f"/v1/outings/{outing}/order"
    leila.call("POST", path, {"currency": "SEK", "closesBefore": 60})
    mira.call("POST", f"{path}/lines", {"name": "Lemonade", "price": "45.50", "quantity": 2, "options": "no ice"})
    leila.call("POST", f"{path}/lines", {"name": "Soup"})
    return path


def test_the_bill_of_an_order_settles_it(leila, mira, order):
    outing = order.split("/")[3]
    leila.call("POST", f"{order}/transitions", {"from": "open", "to": "locked"})
    page = leila.page
    page.goto(f"/outings/{outing}/bill/edit")

    # a dish without a price is neither left out nor free
    dishes = page.get_by_role("group", name="From the order")
    lemonade, soup = (dishes.locator(".bill-row", has_text=name).get_by_role("textbox") for name in ("2 × Lemonade, no ice", "Soup"))
    expect(lemonade).to_have_value("45.50")
    expect(page.get_by_label("Currency")).to_be_disabled()
    page.get_by_role("button", name="Save the bill").click()
    expect(soup).to_have_attribute("aria-invalid", "true")
    soup.fill("79.00")
    lemonade.fill("45")
    page.get_by_role("button", name="Add a dish").click()
    extra = page.get_by_role("group", name="Dish 3")
    extra.get_by_label("What was it?").fill("Bread")
    extra.get_by_label("Amount").fill("20")
    expect(page.locator(".bill-shares").get_by_text("Mira")).to_be_visible()
    page.get_by_role("button", name="Save the bill").click()

    expect(page.get_by_role("heading", level=1, name="The bill", exact=True)).to_be_visible()
    lines = {line["name"]: line["id"] for line in leila.call("GET", order)["lines"]}
    bill = leila.call("GET", f"/v1/outings/{outing}/bills")["items"][0]
    assert bill["order"] == leila.call("GET", order)["id"] and bill["totalMinor"] == 18_900
    assert {charge["label"]: charge["line"] for charge in bill["charges"]} == {
        "Soup": lines["Soup"], "2 × Lemonade, no ice": lines["Lemonade"], "Bread": None,
    }

    # a correction knows the dishes, and a second bill does not repeat them
    page.get_by_role("link", name="Correct the bill").click()
    page.get_by_role("group", name="Dish 3").get_by_label("Amount").fill("30")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.get_by_text("Version 2 by you")).to_be_visible()
    corrected = leila.call("GET", f"/v1/outings/{outing}/bills")["items"][0]
    assert [charge["line"] for charge in corrected["charges"]] == [charge["line"] for charge in bill["charges"]]
    page.get_by_role("link", name="Add another bill").click()
    expect(page.get_by_label("One total")).to_be_checked()
    expect(page.get_by_role("group", name="From the order")).to_have_count(0)

    # once no debt is left, the order is settled
    leila.call("POST", f"/v1/outings/{outing}/bills/{bill['id']}/payments", {"personId": leila.id, "amount": "10.00"})
    page.goto(f"/outings/{outing}/bill")
    page.get_by_role("button", name="Forgive it").click()
    page.get_by_role("dialog").get_by_role("button", name="Forgive it").click()
    expect(page.get_by_text("All settled")).to_be_visible()
    assert leila.call("GET", order)["settledAt"]


def test_typed_prices_survive_a_change_of_the_order(leila, mira, order):
    outing = order.split("/")[3]
    leila.call("POST", f"{order}/transitions", {"from": "open", "to": "locked"})
    page = leila.page
    page.goto(f"/outings/{outing}/bill/edit")
    dishes = page.get_by_role("group", name="From the order")
    dishes.locator(".bill-row", has_text="Soup").get_by_role("textbox").fill("79.00")
    lemonade = next(line["id"] for line in leila.call("GET", order)["lines"] if line["name"] == "Lemonade")
    leila.call("DELETE", f"{order}/lines/{lemonade}", **{"If-Match": "*"})

    page.get_by_role("button", name="Save the bill").click()
    expect(dishes.get_by_text("The order has no such dish.")).to_be_visible()
    page.reload()

    expect(dishes.get_by_text("Lemonade")).to_have_count(0)
    expect(dishes.get_by_role("textbox")).to_have_value("79.00")
    page.get_by_role("button", name="Save the bill").click()
    expect(page.get_by_role("heading", level=1, name="The bill", exact=True)).to_be_visible()


def test_a_bill_waits_for_the_dishes_of_an_open_order(leila, order):
    outing = order.split("/")[3]
    page = leila.page

    page.goto(f"/outings/{outing}/bill/edit")

    expect(page.get_by_text("People can still pick dishes.")).to_be_visible()
    expect(page.get_by_label("One total")).to_be_checked()
    expect(page.get_by_label("Currency")).to_have_value("SEK")
    page.get_by_role("link", name="Order", exact=True).click()
    expect(page.get_by_role("region", name="Order", exact=True)).to_be_visible()


def test_a_creditor_forgives_and_takes_a_payment_back(leila, dinner):
    outing, _, _ = dinner
    split(leila, outing, "30.00")
    page = leila.page
    tom = page.locator(".transfer", has=page.get_by_role("heading", name="Tom owes you"))
    tom.get_by_role("button", name="Forgive it").click()
    page.get_by_role("dialog").get_by_role("button", name="Forgive it").click()
    expect(tom.get_by_text("Forgiven")).to_be_visible()

    page.get_by_role("button", name="Take back").click()

    expect(page.get_by_text("€30.00 is still to be paid to the place").first).to_be_visible()
    expect(page.get_by_text("taken back")).to_be_visible()


def test_ways_to_be_paid_are_added_checked_and_removed(leila):
    page = leila.page
    page.goto("/settings")
    section = page.get_by_role("region", name="How people can pay you")
    section.get_by_label("IBAN").fill("FI21 1234 5600 0007 86")
    section.get_by_label("Name of the account holder").fill("Leila Virtanen")
    section.get_by_role("button", name="Save").click()
    expect(section.locator("[aria-invalid]")).to_have_value("FI21 1234 5600 0007 86")

    section.get_by_label("IBAN").fill("FI21 1234 5600 0007 85")
    section.get_by_role("button", name="Save").click()

    expect(section.get_by_role("listitem")).to_contain_text("0785")
    take_pictures(page, "payouts")
    section.get_by_role("button", name="Remove: Bank account").click()
    expect(section.get_by_role("listitem")).to_have_count(0)


def test_a_creditor_reminds_a_debtor_once_a_day(leila, mira, dinner):
    outing, _, _ = dinner
    split(leila, outing, "40.00")
    page = leila.page

    page.get_by_role("button", name="Remind").first.click()
    expect(page.get_by_text(re.compile("We’ve reminded"))).to_be_visible()
    page.get_by_role("button", name="Remind").first.click()

    expect(page.get_by_text("You can remind someone once a day.")).to_be_visible()
