"""The board of a venue: orders from the placing to the hand-over, on a tablet that was paired with a code."""

import re
import subprocess
import time

import pytest
from conftest import Person, in_days, take_picture, violations
from playwright.sync_api import Locator, Page, expect

TABLET = {"width": 1024, "height": 600}


@pytest.fixture
def venue(leila: Person) -> str:
    """A venue that Leila owns and that takes orders."""
    return leila.own_venue()


def place_order(host: Person, venue: str, *dishes: dict, **fields) -> tuple[str, int]:
    """Places an order of dishes at a venue and returns the outing and the order's number of the day."""
    outing = host.start("Lunch", startsAt=in_days(5, "12:30"), restaurantId=venue)
    order = f"/v1/outings/{outing}/order"
    host.call("POST", order, {"currency": "EUR", "closesBefore": 60} | fields)
    for dish in dishes or [{"name": "Green curry", "price": "12.00"}]:
        host.call("POST", f"{order}/lines", dish)
    host.call("POST", f"{order}/transitions", {"from": "open", "to": "locked"})
    placed = host.call("POST", f"{order}/transitions", {"from": "locked", "to": "placed", "despite": ["price_unknown"]})
    return outing, placed["number"]


def get_state(host: Person, outing: str) -> str:
    return host.call("GET", f"/v1/outings/{outing}/order")["state"]


def pair(windows, owner: Person, venue: str, **options) -> Page:
    """Pairs a tablet by hand and returns its page, which shows the board. A network can do so ten times an hour."""
    page = windows.open(viewport=TABLET, **options)
    code = owner.call("POST", f"/v1/venues/{venue}/devices", {"name": "Counter"})["code"]
    page.goto("/pair")
    page.get_by_label("Code").fill(f"{code[:4]} {code[4:]}")
    page.get_by_role("button", name="Show the board").click()
    expect(page.locator(".board-live")).to_have_text("Live, all up to date")
    return page


def open_board(owner: Person, venue: str) -> Page:
    """Opens the board as one of the venue's people."""
    owner.page.set_viewport_size(TABLET)
    owner.page.goto(f"/venues/{venue}/board")
    expect(owner.page.locator(".board-live")).to_have_text("Live, all up to date")
    return owner.page


def find_ticket(page: Page, number: int) -> Locator:
    return page.get_by_role("article", name=f"Order {number}", exact=True)


def find_column(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def wait_for_state(host: Person, outing: str, state: str):
    until = time.monotonic() + 10
    while get_state(host, outing) != state:
        assert time.monotonic() < until, f"the order is {get_state(host, outing)}"
        time.sleep(0.05)


def test_a_paired_tablet_takes_an_order_from_new_to_handed_over(windows, leila, venue):
    page = pair(windows, leila, venue)
    expect(page.get_by_text("No new orders.")).to_be_visible()
    expect(page.get_by_role("navigation")).to_have_count(0)

    outing, number = place_order(leila, venue, {"name": "Green curry", "quantity": 2, "options": "mild", "tellsKitchen": "Peanut allergy"}, {"name": "Tea", "note": "Two cups"})
    ticket = find_ticket(page, number)
    expect(find_column(page, "New").get_by_role("article", name=f"Order {number}", exact=True)).to_be_visible()
    expect(ticket).to_contain_text("just in")
    expect(ticket).to_contain_text("2 × Green curry")
    expect(ticket).to_contain_text("mild")
    expect(ticket).to_contain_text("For the kitchen: Peanut allergy")
    expect(find_column(page, "To make")).to_contain_text("2Green currymild")
    take_picture(page, "board-new", full_page=False)

    page.get_by_role("button", name=f"Accept order {number} in 15 minutes").click()
    expect(find_column(page, "In the kitchen").get_by_role("article", name=f"Order {number}", exact=True)).to_be_visible()
    expect(ticket).to_contain_text("Promised for")
    expect(ticket).to_contain_text(re.compile(r"due in 1[56] min"))
    wait_for_state(leila, outing, "accepted")
    page.get_by_role("button", name=f"Start: order {number}", exact=True).click()
    wait_for_state(leila, outing, "preparing")
    page.get_by_role("button", name=f"Ready: order {number}", exact=True).click()
    expect(find_column(page, "Ready").get_by_role("article", name=f"Order {number}", exact=True)).to_contain_text("just ready")
    expect(find_column(page, "To make")).not_to_contain_text("mild")
    wait_for_state(leila, outing, "ready")
    page.get_by_role("button", name=f"Handed over: order {number}", exact=True).click()
    expect(ticket).to_have_count(0)
    wait_for_state(leila, outing, "handed_over")


def test_the_address_of_a_delivery_opens_in_the_map_of_the_device(leila, venue):
    _, number = place_order(leila, venue, fulfilment="delivery", address="Äyritie 8 & 10, Vantaa")
    page = open_board(leila, venue)
    link = find_ticket(page, number).get_by_role("link", name="Äyritie 8 & 10, Vantaa")
    expect(link).to_have_attribute("href", "geo:0,0?q=%C3%84yritie%208%20%26%2010%2C%20Vantaa")
    assert violations(page) == []


def test_a_promise_is_typed_and_an_order_rejected_with_the_keyboard(leila, venue):
    first, number = place_order(leila, venue)
    second, other = place_order(leila, venue)
    page = leila.page
    page.goto(f"/venues/{venue}/board")
    page.get_by_role("button", name=f"Other time: order {number}", exact=True).press("Enter")
    page.get_by_label("Ready at").fill("23:45")
    page.get_by_role("dialog").get_by_role("button", name="Accept", exact=True).press("Enter")
    expect(find_ticket(page, number)).to_contain_text("23:45")
    wait_for_state(leila, first, "accepted")
    assert leila.call("GET", f"/v1/outings/{first}/order")["promisedAt"].startswith(in_days(5, ""))  # the day ordered for

    page.get_by_role("button", name=f"Reject: order {other}", exact=True).press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Reject", exact=True).press("Enter")
    expect(dialog.locator(".error")).to_be_visible()
    dialog.get_by_role("button", name="The kitchen is too busy right now.").press("Enter")
    expect(dialog.get_by_label("In your words")).to_be_focused()
    assert violations(page) == []
    dialog.get_by_role("button", name="Reject", exact=True).press("Enter")
    expect(find_ticket(page, other)).to_have_count(0)
    wait_for_state(leila, second, "locked")
    assert leila.call("GET", f"/v1/outings/{second}/order")["rejection"] == "The kitchen is too busy right now."


def test_84_the_words_of_a_venue_are_text_with_a_direction_of_their_own(leila, mira, venue):
    outing, _ = place_order(mira, venue)
    words = "<b>סליחה</b> <a href='https://pay.example'>pay here</a> https://pay.example"
    order = mira.call("GET", f"/v1/outings/{outing}/order")["id"]
    leila.call("POST", f"/v1/venues/{venue}/orders/{order}/transitions", {"from": "placed", "to": "rejected", "reason": words})
    page = mira.page

    page.goto(f"/outings/{outing}")

    said = page.get_by_role("region", name="Order", exact=True).locator("p.error")
    expect(said).to_contain_text("can’t make the order")
    assert f"“\u2068{words}\u2069”" in said.text_content(), "isolated, so that it does not turn the sentence around"
    expect(said.locator("*")).to_have_count(0)
    assert violations(page) == []


def test_what_a_venue_writes_from_the_board_stands_among_the_groups_messages(leila, mira, venue):
    outing, number = place_order(mira, venue)
    name = leila.call("GET", f"/v1/venues/{venue}")["name"]
    mira.page.goto(f"/outings/{outing}")
    expect(mira.page.get_by_text("No messages yet.")).to_be_visible()
    page = open_board(leila, venue)

    page.get_by_role("button", name=f"Write to the group: order {number}", exact=True).click()
    dialog = page.get_by_role("dialog", name=f"Write to the group of order {number}")
    dialog.get_by_label("Message").fill("No mango left. Rice pudding?")
    assert violations(page) == []
    dialog.get_by_role("button", name="Write to the group", exact=True).click()
    expect(page.get_by_text(f"Sent to the group of order {number}.")).to_be_visible()

    message = mira.page.locator(".message-thread").get_by_role("listitem").filter(has_text="No mango left. Rice pudding?")
    expect(message).to_contain_text(f"{name} the place · ")
    message.get_by_role("button").click()
    actions = mira.page.get_by_role("dialog", name=f"Message from {name}")
    expect(actions.get_by_role("button")).to_have_text(["Report", "Not now"])
    assert violations(mira.page) == []

    # Once the kitchen has begun, it stands among the other actions.
    page.get_by_role("button", name=f"Accept order {number} in 15 minutes").click()
    page.get_by_role("button", name=f"More: Order {number}", exact=True).click()
    expect(page.get_by_role("button", name="Write to the group", exact=True)).to_be_visible()


def test_a_tap_counts_and_the_focus_stays_when_another_order_comes_meanwhile(leila, venue):
    outing, number = place_order(leila, venue)
    page = open_board(leila, venue)
    button = page.get_by_role("button", name=f"Accept order {number} in 15 minutes")
    button.hover()
    page.mouse.down()
    _, other = place_order(leila, venue)
    expect(find_ticket(page, other)).to_be_visible()
    expect(button).to_be_focused()
    page.mouse.up()
    wait_for_state(leila, outing, "accepted")


def test_a_tap_at_which_the_server_fails_again_and_again_does_not_hold_up_the_next(windows, leila, venue):
    windows.ignored += ["status of 500"]
    outing, number = place_order(leila, venue)
    second, other = place_order(leila, venue)
    page = open_board(leila, venue)
    order = leila.call("GET", f"/v1/outings/{outing}/order")["id"]
    page.route(f"**/orders/{order}/transitions", lambda route: route.fulfill(status=500, json={"code": "internal", "status": 500, "title": "Internal server error"}))
    page.get_by_role("button", name=f"Accept order {number} in 15 minutes").click()
    page.get_by_role("button", name=f"Accept order {other} in 15 minutes").click()
    expect(page.locator(".board-refused")).to_contain_text(f"Accept order {number}", timeout=30_000)
    wait_for_state(leila, second, "accepted")
    assert get_state(leila, outing) == "placed"
    expect(page.get_by_role("button", name=f"Accept order {number} in 15 minutes")).to_be_visible()


def name_stations(owner: Person, venue: str):
    """Publishes a menu and divides the kitchen into a wok, which makes the main courses, and what is left."""
    item = lambda key, name: {"key": key, "kind": "dish", "name": name, "priceMinor": 900}  # noqa: E731
    menu = {"schemaVersion": 1, "language": "en", "currency": "EUR", "pricesIncludeTax": True, "sections": [
        {"key": "mains", "name": "Mains", "items": [item("curry", "Green curry"), item("tofu", "Fried tofu")]}, {"key": "drinks", "name": "Drinks", "items": [item("tea", "Tea")]}]}
    owner.call("PUT", f"/v1/venues/{venue}/menu/draft", menu, **{"If-Match": '"0"'})
    owner.call("POST", f"/v1/venues/{venue}/menu/publications", {})
    owner.call("PUT", f"/v1/venues/{venue}/stations", {"stations": [{"key": "wok", "name": "Wok", "sections": ["mains"]}, {"key": "bar", "name": "Bar", "sections": ["drinks"]}]})


def test_stations_see_their_dishes_bump_them_and_bring_them_back(windows, leila, venue):
    name_stations(leila, venue)
    page = pair(windows, leila, venue)
    outing, number = place_order(leila, venue, {"pick": {"item": "curry"}, "quantity": 2}, {"pick": {"item": "tea"}}, {"name": "Birthday candle"})
    page.get_by_role("button", name=f"Accept order {number} in 15 minutes").click()
    ticket = find_ticket(page, number)
    expect(ticket).to_contain_text("Wok: to make")
    take_picture(page, "board-stations", full_page=False)

    page.get_by_role("button", name="Wok", exact=True).click()
    expect(ticket).to_contain_text("2 × Green curry")
    expect(ticket).not_to_contain_text("Tea")
    expect(ticket).to_contain_text("2 dishes elsewhere")
    expect(find_column(page, "To make")).to_contain_text("2Green curry")
    page.get_by_role("button", name=f"Done: order {number}", exact=True).click()
    expect(ticket).to_have_count(0)
    wait_for_state(leila, outing, "preparing")

    page.get_by_role("button", name="Bring back", exact=True).click()
    assert violations(page) == []
    page.get_by_role("dialog").get_by_role("button", name=re.compile(f"Order {number} · Wok, done")).click()
    expect(ticket).to_contain_text("2 × Green curry")
    page.get_by_role("button", name=f"Done: order {number}", exact=True).click()
    for station in ("Bar", "Other dishes"):
        page.get_by_role("button", name=station, exact=True).click()
        page.get_by_role("button", name=f"Done: order {number}", exact=True).click()
        expect(ticket).to_have_count(0)
    wait_for_state(leila, outing, "ready")
    page.reload()
    expect(page.get_by_role("button", name="Other dishes", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="All", exact=True).click()
    expect(find_column(page, "Ready").get_by_role("article", name=f"Order {number}", exact=True)).to_be_visible()
    assert violations(page) == []


def test_a_ready_order_is_brought_back(leila, venue):
    outing, number = place_order(leila, venue)
    page = open_board(leila, venue)
    page.get_by_role("button", name=f"Accept order {number} in 15 minutes").click()
    page.get_by_role("button", name=f"Ready: order {number}", exact=True).click()
    wait_for_state(leila, outing, "ready")
    page.get_by_role("button", name="Bring back", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile(f"Order {number} · The whole order")).click()
    expect(find_column(page, "In the kitchen").get_by_role("article", name=f"Order {number}", exact=True)).to_be_visible()
    wait_for_state(leila, outing, "preparing")


def test_the_stream_shows_an_order_without_waiting_for_the_next_reading(windows, leila, venue):
    page = pair(windows, leila, venue)
    page.add_init_script("globalThis.setInterval = () => 0")  # so that nothing is read by itself
    with page.expect_response(lambda response: "/updates/stream" in response.url):
        page.reload()
    expect(page.get_by_text("No new orders.")).to_be_visible()
    _, number = place_order(leila, venue)
    expect(find_ticket(page, number)).to_be_visible()


def test_changes_are_marked_until_they_were_seen(leila, venue):
    outing, number = place_order(leila, venue, {"name": "Green curry"}, {"name": "Lassi"})
    page = open_board(leila, venue)
    lines = leila.call("GET", f"/v1/outings/{outing}/order")["lines"]
    curry, lassi = (next(line for line in lines if line["name"] == name) for name in ("Green curry", "Lassi"))
    leila.call("PATCH", f"/v1/outings/{outing}/order/lines/{curry['id']}", {"options": "no coriander"}, **{"If-Match": f'"{curry["version"]}"'})
    leila.call("DELETE", f"/v1/outings/{outing}/order/lines/{lassi['id']}", **{"If-Match": f'"{lassi["version"]}"'})

    ticket = find_ticket(page, number)
    expect(ticket.get_by_role("listitem").filter(has_text="no coriander")).to_contain_text("Changed")
    expect(ticket.get_by_role("listitem").filter(has_text="Lassi")).to_contain_text("Taken off")
    expect(ticket.get_by_role("deletion")).to_contain_text("Lassi")
    expect(page.get_by_role("button", name=f"Accept order {number} in 15 minutes")).to_have_count(0)
    take_picture(page, "board-changed", full_page=False)
    page.get_by_role("button", name=f"Changes seen: order {number}").click()
    expect(ticket.get_by_text("Changed")).to_have_count(0)
    expect(ticket).not_to_contain_text("Lassi")
    expect(page.get_by_role("button", name=f"Accept order {number} in 15 minutes")).to_be_visible()


def test_taps_without_a_network_are_sent_in_their_order_even_after_a_reload(windows, leila, venue):
    windows.ignored += ["ERR_INTERNET_DISCONNECTED", "Failed to fetch"]
    outing, number = place_order(leila, venue)
    page = pair(windows, leila, venue, service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # from now on, the worker serves the client
    expect(find_ticket(page, number)).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator(".board-live")).to_contain_text("You’re offline", timeout=3_000)

    page.get_by_role("button", name=f"Accept order {number} in 20 minutes").click()
    page.get_by_role("button", name=f"Start: order {number}", exact=True).click()
    expect(find_ticket(page, number)).to_contain_text("Not sent yet")
    page.get_by_role("button", name=f"Ready: order {number}", exact=True).click()
    expect(page.locator(".board-live")).to_contain_text("3 taps aren’t sent yet.")
    assert get_state(leila, outing) == "placed"
    take_picture(page, "board-offline", full_page=False)

    page.reload()
    expect(page.get_by_role("alert").get_by_text("The board can’t be loaded")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("3 taps aren’t sent yet.")
    page.context.set_offline(False)
    expect(page.locator(".board-live")).to_have_text("Live, all up to date")
    wait_for_state(leila, outing, "ready")
    expect(find_column(page, "Ready").get_by_role("article", name=f"Order {number}", exact=True)).to_be_visible()
    kinds = [event["kind"] for event in leila.call("GET", f"/v1/outings/{outing}/order/events")["items"]]
    assert [kind for kind in kinds if kind in ("accepted", "preparing", "ready")] in (["accepted", "preparing", "ready"], ["ready", "preparing", "accepted"])


def test_a_tap_that_comes_too_late_says_what_had_happened(windows, leila, venue):
    windows.ignored += ["ERR_INTERNET_DISCONNECTED", "Failed to fetch"]
    taken, one = place_order(leila, venue)
    cancelled, two = place_order(leila, venue)
    leila.call("POST", f"/v1/venues/{venue}/orders/{leila.call('GET', f'/v1/outings/{cancelled}/order')['id']}/transitions", {"from": "placed", "to": "accepted"})
    page = open_board(leila, venue)
    expect(find_ticket(page, two)).to_contain_text("Wanted for")
    page.context.set_offline(True)
    page.get_by_role("button", name=f"Accept order {one} in 10 minutes").click()
    page.get_by_role("button", name=f"Ready: order {two}", exact=True).click()
    leila.call("POST", f"/v1/outings/{taken}/order/transitions", {"from": "placed", "to": "locked"})
    leila.call("POST", f"/v1/outings/{cancelled}/order/transitions", {"from": "accepted", "to": "cancelled", "reason": "Rain"})
    page.context.set_offline(False)

    refused = page.locator(".board-refused")
    expect(refused).to_contain_text(f"Accept order {one}This tap came too late: the group had taken the order back.")
    expect(refused).to_contain_text(f"Order {two} readyThis tap came too late: the order had been cancelled.")
    expect(find_ticket(page, one)).to_have_count(0)
    expect(find_ticket(page, two)).to_contain_text("The group cancelled this order. Stop making it.")
    assert violations(page) == []
    take_picture(page, "board-late", full_page=False)
    refused.get_by_role("button", name="OK").first.click()
    expect(refused.get_by_role("button", name="OK")).to_have_count(1)
    refused.get_by_role("button", name="OK").click()
    expect(refused).to_be_empty()
    page.get_by_role("button", name=f"OK: order {two}").click()
    expect(find_ticket(page, two)).to_have_count(0)


def test_a_board_that_cannot_be_read_raises_an_alarm(windows, leila, venue):
    outing, number = place_order(leila, venue)
    page = open_board(leila, venue)
    expect(find_ticket(page, number)).to_be_visible()
    page.route("**/board", lambda route: route.fulfill(status=503, json={"code": "unavailable", "status": 503, "title": "Unavailable"}))
    windows.ignored += ["status of 503"]

    expect(page.locator(".board-live")).to_contain_text("Connection lost", timeout=6_000)
    alarm = page.get_by_role("alert")
    expect(alarm).to_contain_text("Not live: last updated", timeout=15_000)
    assert violations(page) == []
    take_picture(page, "board-silent", full_page=False)
    alarm.get_by_role("button", name="Try again").focus()
    page.unroute("**/board")
    page.keyboard.press("Enter")
    expect(alarm).to_be_empty()
    expect(page.locator(".board-live")).to_have_text("Live, all up to date")


def test_the_sound_is_off_until_a_tap_and_plays_for_a_new_order(leila, venue):
    page = open_board(leila, venue)
    page.evaluate("""() => {
        const create = AudioContext.prototype.createOscillator;
        window.notes = 0;
        AudioContext.prototype.createOscillator = function () { window.notes += 1; return create.call(this); };
    }""")
    place_order(leila, venue)
    expect(page.get_by_role("article")).to_have_count(1)
    assert page.evaluate("window.notes") == 0

    page.get_by_role("button", name="Sound: off").click()
    expect(page.get_by_role("button", name="Sound: on")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.notes") == 2
    place_order(leila, venue)
    expect(page.get_by_role("article")).to_have_count(2)
    assert page.evaluate("window.notes") == 4


def test_the_screen_stays_on_while_the_board_is_shown(leila, venue):
    leila.page.add_init_script("""
        window.locks = [];
        WakeLock.prototype.request = async (kind) => {
            const lock = { kind, released: false, release: async () => { lock.released = true; } };
            window.locks.push(lock);
            return lock;
        };
    """)
    page = open_board(leila, venue)
    page.wait_for_function("() => locks.length === 1 && locks[0].kind === 'screen'")
    expect(page.get_by_text("can’t keep the screen on")).to_have_count(0)
    # The browser ends it while the page is hidden
    page.evaluate("locks[0].released = true; document.dispatchEvent(new Event('visibilitychange'));")
    page.wait_for_function("() => locks.length === 2 && !locks[1].released")

    page.get_by_role("link", name="Back to your restaurants").click()
    page.wait_for_function("() => locks.length === 2 && locks[1].released")


def test_a_browser_that_cannot_keep_the_screen_on_says_so(leila, venue):
    leila.page.add_init_script("delete Navigator.prototype.wakeLock")
    page = open_board(leila, venue)
    expect(page.get_by_text("This browser can’t keep the screen on.")).to_be_visible()
    assert violations(page) == []


def test_a_dish_is_taken_off_the_menu_and_put_on_again(windows, leila):
    venue = leila.own_venue(has_menu=True)
    place_order(leila, venue, {"pick": {"item": "coffee"}, "quantity": 3})
    page = open_board(leila, venue)

    def is_off() -> bool:
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        return "coffee" in leila.call("GET", f"/v1/restaurants/{venue}/menu/availability?at={at}&timeZone=Europe/Helsinki")["unserved"]

    before = is_off()
    find_column(page, "To make").get_by_role("button", name="Coffee").click()
    page.get_by_role("dialog", name="Coffee").get_by_role("button", name="Off until").first.click()
    expect(page.get_by_text("Coffee is off the menu until")).to_be_visible()
    assert is_off()
    page.get_by_role("button", name="Dishes").click()
    dialog = page.get_by_role("dialog", name="Dishes")
    dialog.get_by_label("Search the menu").fill("coff")
    expect(dialog.get_by_role("button", name="Coffee")).to_contain_text("Off")
    assert violations(page) == []
    take_picture(page, "board-dishes", full_page=False)
    dialog.get_by_role("button", name="Coffee").click()
    page.get_by_role("dialog", name="Coffee").get_by_role("button", name="Put it back on").click()
    expect(page.get_by_text("Coffee is on the menu.")).to_be_visible()
    assert is_off() == before

    windows.ignored += ["ERR_INTERNET_DISCONNECTED", "Failed to fetch"]
    page.context.set_offline(True)  # it is not known what is off
    page.get_by_role("button", name="Dishes").click()
    expect(page.locator("#toast")).to_contain_text("We got no reply")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_tablet_is_paired_by_the_qr_code_that_an_owner_shows(windows, leila, venue, tmp_path):
    page = leila.page
    page.goto(f"/venues/{venue}/people")
    page.get_by_role("button", name="Add a tablet").click()
    page.get_by_label("Name of the tablet").fill("Counter")
    page.get_by_role("button", name="Make a code").click()
    code = page.get_by_role("dialog").locator(".pairing-code").inner_text()
    page.get_by_role("img", name="QR code for pairing").screenshot(path=tmp_path / "code.png")
    assert violations(page) == []
    link = subprocess.run(["zbarimg", "--quiet", "--raw", tmp_path / "code.png"], capture_output=True, text=True, check=True).stdout.strip()

    tablet = windows.open(viewport=TABLET)
    tablet.goto(link[link.index("/pair"):])
    expect(tablet.get_by_label("Code")).to_have_value(code)
    # a link alone must not make a browser a tablet
    assert leila.call("GET", f"/v1/venues/{venue}/devices")["items"][-1]["pairedAt"] is None
    tablet.get_by_role("button", name="Show the board").click()
    expect(tablet.locator(".board-live")).to_have_text("Live, all up to date")


def test_a_removed_tablet_returns_to_the_pairing_with_a_sentence(windows, leila, venue):
    page = pair(windows, leila, venue)
    page.goto("/pair")
    expect(page.locator(".board-live")).to_have_text("Live, all up to date")
    device = leila.call("GET", f"/v1/venues/{venue}/devices")["items"][-1]["id"]
    leila.call("DELETE", f"/v1/venues/{venue}/devices/{device}")

    expect(page.get_by_text("This tablet was removed")).to_be_visible()
    expect(page.get_by_role("heading", level=1, name="Pair this tablet")).to_be_visible()
    assert violations(page) == []
    page.goto(f"/venues/{venue}/board")
    expect(page.get_by_role("heading", level=1, name="Sign in")).to_be_visible()
    expect(page.locator(".board")).to_have_count(0)


def test_a_tablet_that_opens_another_venues_board_stays_paired(windows, leila, venue):
    other = leila.own_venue()
    page = pair(windows, leila, venue)
    page.goto(f"/venues/{other}/board")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.goto("/pair")
    expect(page.locator(".board-live")).to_have_text("Live, all up to date")


def test_a_wrong_code_and_a_person_who_is_signed_in_are_explained(windows, leila, venue):
    page = windows.open(viewport=TABLET)
    page.goto("/pair")
    page.get_by_label("Code").fill("00000000")
    page.get_by_label("Code").press("Enter")
    expect(page.get_by_text("That code is wrong or has expired. Make a new one.")).to_be_visible()
    assert violations(page) == []

    leila.page.goto("/pair")
    expect(leila.page.get_by_text("Leila is signed in here.")).to_be_visible()
    leila.page.get_by_role("button", name="Sign out").click()
    expect(leila.page.get_by_label("Code")).to_be_visible()


def test_strangers_see_no_board_and_the_owner_finds_it_in_the_list(leila, mira, venue):
    mira.page.goto(f"/venues/{venue}/board")
    expect(mira.page.get_by_role("heading", name="Page not found")).to_be_visible()
    expect(mira.page.locator(".board")).to_have_count(0)
    mira.page.goto("/venues")
    expect(mira.page.get_by_text("No restaurants yet")).to_be_visible()

    leila.page.goto("/settings")
    leila.page.get_by_role("link", name="Your restaurants").click()
    leila.page.get_by_role("link", name="Board of").first.click()
    expect(leila.page.locator(".board-live")).to_have_text("Live, all up to date")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1024, 1280])
def test_the_board_is_accessible_at_every_width_in_both_themes(leila, venue, theme, width):
    place_order(leila, venue, {"name": "Green curry with an unusually long name", "quantity": 2, "options": "mild, no coriander", "tellsKitchen": "Peanuts", "note": "Sauce apart"}, note="Ring twice")
    outing, number = place_order(leila, venue)
    page = leila.page
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 600 if width == 1024 else 844})
    page.goto(f"/venues/{venue}/board")
    page.get_by_role("button", name=f"Accept order {number} in 30 minutes").click()
    expect(page.locator(".board-live")).to_have_text("Live, all up to date")
    for tab in ("New", "In the kitchen", "Ready", "To make") if width < 832 else (None,):
        if tab:
            page.locator(".board-tabs").get_by_role("button", name=tab).click()
        page.evaluate("scrollTo(0, 0)")
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        small = page.evaluate("[...document.querySelectorAll('.board button, .board a')].filter((node) => node.checkVisibility() && node.getBoundingClientRect().height < 55.5).map((node) => node.textContent)")
        assert small == []
        take_picture(page, f"board-{width}-{theme}{f'-{tab}' if tab else ''}", full_page=False)
