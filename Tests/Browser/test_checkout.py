"""Paying a share of a bill online: the way to the provider's page and back, on which the fake of it stands (Tests/Servers/checkout_fake.py)."""

import json
import pathlib
import re
import time
import urllib.request

import pytest
from conftest import CHECKOUT, SERVER, in_days, take_pictures
from playwright.sync_api import Page, expect
from test_order_story import open_without_script


def control(path: str, **body) -> dict:
    """Steers the fake."""
    request = urllib.request.Request(f"{CHECKOUT}/control/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


@pytest.fixture
def provider():
    """Skips a test if the server expects no payment provider; has its events delivered."""
    if not CHECKOUT:
        pytest.skip("NOONISH_TEST_CHECKOUT does not say where the server expects a payment provider")
    control("events", url=f"{SERVER}/v1/checkout/events", double=True, drop=False)
    yield
    control("fault", down=False, lose=0, skew=0, slow=0)


@pytest.fixture
def venue(leila, provider) -> str:
    """A venue of Leila's that takes online payments."""
    venue = leila.own_venue()
    path = f"/v1/venues/{venue}"
    leila.call("PATCH", path, {"takesOnlinePayments": True}, **{"If-Match": leila.entity_tag(path)})
    return venue


@pytest.fixture
def bill(leila, mira, venue) -> str:
    """The path of the page of a bill of 25.00 at Leila's venue, which she shares with Mira."""
    leila.befriend(mira)
    outing = leila.start("Dinner at the venue", startsAt=in_days(-1, "19:00"), restaurantId=venue, invite={"people": [mira.id]})
    mira.call("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending"})
    made = leila.call("POST", f"/v1/outings/{outing}/bills", {"currency": "EUR", "total": "25.00"})
    return f"/outings/{outing}/bill?bill={made['id']}"


def pay_on_the_page(page: Page):
    """Pays on the provider's page, which leads back."""
    expect(page).to_have_url(re.compile(re.escape(CHECKOUT)))
    expect(page.locator("#amount")).to_have_text("1250 eur")
    for number, fault in (("no card", "Your card number is invalid."), ("4000 0000 0000 0002", "Your card was declined.")):
        page.get_by_label("Card number").fill(number)
        page.get_by_role("button", name="Pay").click()
        expect(page.get_by_role("alert")).to_have_text(fault)
    page.get_by_label("Card number").fill("4242 4242 4242 4242")
    page.get_by_role("button", name="Pay").click()


def test_a_share_is_paid_online_and_the_card_is_removed(leila, mira, bill):
    page = mira.page
    page.goto(bill)
    online = page.get_by_role("region", name="Pay online")
    expect(online).to_contain_text("We never see it.")
    take_pictures(page, "bill-online")
    online.get_by_role("button", name="Pay €12.50 online").click()

    # Going back without paying pays nothing. Another wish makes another page, and closes this one.
    expect(page).to_have_url(re.compile(re.escape(CHECKOUT)))
    page.get_by_role("link", name="Back").click()
    expect(online).to_contain_text("isn’t confirmed yet")
    online.get_by_label("Let the payment provider save my card").check()
    online.get_by_role("button", name="Pay €12.50 online").click()
    pay_on_the_page(page)

    # It is booked when the provider's API says so, and the page shows it without a reload.
    expect(page.get_by_text("You paid €12.50 online.")).to_be_visible()
    expect(online.get_by_role("button")).to_have_count(0)
    leila.page.goto(bill)
    payments = leila.page.get_by_role("region", name="Who paid the restaurant")
    expect(payments).to_contain_text("Online")
    expect(payments.get_by_role("button", name="Take back")).to_have_count(0)

    session = control("state")["sessions"][-1]
    control("refund", session=session["id"], amount=250)
    expect(page.get_by_text("€2.50 of your online payment was refunded.")).to_be_visible()

    page.goto("/settings")
    card = page.get_by_role("region", name="Remembered card")
    expect(card).to_contain_text("We don’t store card details.")
    card.get_by_role("button", name="Remove the card").click()
    expect(card).to_have_count(0)


def test_a_guest_pays_online_by_their_link_without_javascript(windows, leila, venue):
    outing = leila.start("Dinner at the venue", startsAt=in_days(5, "19:00"), restaurantId=venue)
    page = open_without_script(windows, leila, outing)
    link = page.url.partition("?")[0]
    made = leila.call("POST", f"/v1/outings/{outing}/bills", {"currency": "EUR", "total": "25.00"})
    page.goto(link)
    online = page.get_by_role("region", name="Pay online")
    expect(online).to_contain_text("We never see it.")

    # while the provider is down, the page says so and keeps the form
    control("fault", down=True)
    windows.ignored.append("status of 503")
    online.get_by_role("button", name="Pay €12.50 online").click()
    expect(online.get_by_role("alert")).to_contain_text("Online payment isn’t available right now.")
    control("fault", down=False)

    # the form leads back to the same page, which has a link to the provider's; going back from there pays nothing
    online.get_by_role("button", name="Pay €12.50 online").click()
    expect(page).to_have_url(f"{link}#online")
    expect(online.get_by_role("button")).to_have_count(0)
    take_pictures(page, "checkout-page")
    to_provider = online.get_by_role("link", name="Continue to the payment page: €12.50")
    to_provider.click()
    expect(page).to_have_url(re.compile(re.escape(CHECKOUT)))
    page.goto(link)
    to_provider.click()
    pay_on_the_page(page)

    # the provider does not get the link, but this browser knows it and is led back to it
    expect(page).to_have_url(f"{link}#online")
    expect(online).to_contain_text(re.compile("isn’t confirmed yet|You paid €12.50 online."))
    until = time.monotonic() + 15
    while not (payments := leila.call("GET", f"/v1/outings/{outing}/bills/{made['id']}")["payments"]):
        assert time.monotonic() < until, "the payment was not booked"
        time.sleep(0.1)
    assert [(one["amountMinor"], one["method"], one["person"]["name"]) for one in payments] == [(1_250, "online", "Ada")]

    page.goto(link)
    expect(online).to_contain_text("You paid €12.50 online.")
    expect(online.get_by_role("button")).to_have_count(0)
    expect(online.get_by_role("link")).to_have_count(0)
    take_pictures(page, "checkout-page-paid")

    # later, or in another browser, the way back ends at the bill's screen, which says where the state is to be seen without scripts
    page.goto(f"/outings/{outing}/bills/{made['id']}/return")
    expect(page).to_have_url(re.compile(rf"/outings/{outing}/bill\?bill={made['id']}$"))
    expect(page.locator("noscript p").nth(1)).to_have_text("Have you just paid? Open your invitation link again: it shows whether the payment has arrived.")


def test_an_owner_turns_online_payments_on_and_off(leila):
    page = leila.page
    page.goto(f"/venues/{leila.own_venue()}")
    online = page.get_by_role("region", name="Online payments")
    expect(online).to_contain_text("Guests pay you directly")
    online.get_by_role("button", name="Take online payments").click()
    expect(online).to_contain_text("Guests can pay their bills online")
    online.get_by_role("button", name="Stop taking online payments").click()
    expect(online).to_contain_text("Guests pay you directly")


def test_no_screen_route_or_table_has_a_place_for_a_card():
    root = pathlib.Path(__file__).parents[2]
    names = re.compile(r"cc-(?:number|exp|csc|name)|card_?(?:number|holder)|cvc|cvv|js\.stripe\.com", re.IGNORECASE)
    files = [root / "docs/openapi.json", root / "sql/schema.sql", *(root / "Sources/Web/assets").rglob("*.js"),
             *(root / "Sources/Web/templates").rglob("*.mustache")]
    assert len(files) > 50
    assert [str(file) for file in files if names.search(file.read_text())] == []


def test_a_live_change_keeps_what_was_chosen_and_why_a_payment_was_refused(windows, leila, mira, bill):
    windows.ignored.append("status of 503")
    control("fault", down=True)
    page = mira.page
    page.goto(bill)
    remember = page.get_by_label("Let the payment provider save my card")
    remember.check()
    page.get_by_role("button", name="Pay €12.50 online").click()
    expect(page.get_by_text("Online payment isn’t available right now.")).to_be_visible()

    path = f"/v1{bill.replace('/bill?bill=', '/bills/')}"
    leila.call("POST", f"{path}/payments", {"personId": leila.id, "amount": "5.00", "method": "cash"})
    expect(page.get_by_role("region", name="Who paid the restaurant")).to_contain_text("€5.00")
    expect(page.get_by_text("Online payment isn’t available right now.")).to_be_visible()
    expect(remember).to_be_checked()


def test_while_the_provider_is_down_the_bill_is_paid_by_hand(windows, mira, bill):
    windows.ignored.append("status of 503")
    control("fault", down=True)
    page = mira.page
    page.goto(bill)
    page.get_by_role("button", name="Pay €12.50 online").click()
    expect(page.get_by_text("Online payment isn’t available right now.")).to_be_visible()

    page.get_by_role("button", name="Add a payment").click()
    page.get_by_role("dialog").get_by_label("Amount").fill("12.50")
    page.get_by_role("dialog").get_by_role("button", name="Add a payment").click()
    expect(page.get_by_role("region", name="Who paid the restaurant")).to_contain_text("€12.50")
    expect(page.get_by_role("button", name="Pay €12.50 online")).to_have_count(0)


def test_no_page_takes_a_card_or_loads_a_script_of_the_provider(mira, bill):
    page = mira.page
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    answer = page.goto(bill)
    expect(page.get_by_role("button", name="Pay €12.50 online")).to_be_visible()
    policy = answer.headers["content-security-policy"]

    assert all(url.startswith((SERVER, "data:", "blob:")) for url in requests)
    assert "stripe" not in policy and "script-src 'self'" in policy and "form-action 'self'" in policy
    names = page.locator("input, select, textarea").evaluate_all("fields => fields.map((field) => `${field.name} ${field.autocomplete}`)")
    assert not [name for name in names if re.search("card|cc-|cvc|pan|expiry", name)]
    assert page.locator("iframe").count() == 0
