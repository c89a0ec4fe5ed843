"""The main loop of invitations, answers and changes, with two browsers."""

import re

from conftest import SERVER, Person, in_days, mail_to, path_of
from playwright.sync_api import expect


def test_a_title_starts_an_outing_and_opens_the_page_to_invite_people(leila):
    page = leila.open_outings().page

    page.get_by_label("Title").fill("Lunch before the demo")
    page.get_by_role("button", name="Create the outing").click()

    expect(page.get_by_role("heading", level=1, name="People")).to_be_focused()
    page.get_by_role("button", name="Create a link").click()
    assert "/i/" in page.get_by_label("Link", exact=True).input_value()


def test_an_invitation_an_answer_and_a_new_time_arrive_without_a_reload(leila, mira):
    leila.befriend(mira)
    outing = leila.start("Friday dumplings", startsAt=in_days(6, "12:00"))
    leila.page.goto(f"/outings/{outing}/people")
    mira.open_outings()

    # Leila invites by mail; Mira's open list shows the card
    leila.page.get_by_label("Email addresses").fill(mira.email)
    leila.page.get_by_role("button", name="Send invitations").click()
    expect(leila.page.get_by_text("One invitation is on its way.")).to_be_visible()
    card = mira.page.get_by_role("listitem").filter(has_text="Friday dumplings")
    expect(card).to_be_visible()

    # Mira answers with one tap; Leila's open page shows it
    card.get_by_role("button", name="Going").click()
    expect(mira.page.get_by_text("You’re going. We’ve let Leila know.")).to_be_visible()
    expect(leila.page.get_by_role("heading", name="2 going")).to_be_visible()

    # Leila moves it after a preview of the notification; Mira's open page follows
    mira.page.goto(f"/outings/{outing}")
    expect(mira.page.get_by_text("12:00")).to_be_visible()
    leila.page.goto(f"/outings/{outing}/edit")
    leila.page.get_by_role("group", name="When").get_by_label("Time").fill("12:30")
    changes = leila.page.get_by_role("region", name="What we’ll tell people")
    expect(changes.locator("del")).to_have_text("12:00")
    expect(changes.locator("ins")).to_have_text("12:30")
    changes.get_by_role("button", name="Save and tell one person").click()
    expect(leila.page.get_by_role("heading", level=1, name="Friday dumplings")).to_be_visible()
    expect(mira.page.get_by_text("12:30").first).to_be_visible()
    expect(mira.page.get_by_text("The time or place has changed. Is your answer still right?")).to_be_visible()

    # the change is among the updates, and read, as Mira has seen it in the outing
    mira.page.get_by_role("link", name="Back to outings").click()
    mira.page.get_by_role("link", name="Updates").click()
    expect(mira.page.locator(".update-text").filter(has_text="12:30")).to_be_visible()
    expect(mira.page.get_by_role("button", name="Mark all as read")).to_have_count(0)
    expect(mira.page.locator(".badge")).to_have_count(0)


def test_a_change_while_a_page_loads_is_shown_on_it(leila):
    outing = leila.start("Ramen", startsAt=in_days(4, "12:00"))
    page = leila.open_outings().page
    held = []
    page.route(f"**/v1/outings/{outing}/attendees*", lambda route: route.continue_() if held else held.append((route, route.fetch())))
    with page.expect_response(lambda response: response.url.endswith(f"/v1/outings/{outing}")):
        page.get_by_role("link", name=re.compile("Ramen")).click()
    while not held:
        page.wait_for_timeout(20)

    leila.call("PATCH", f"/v1/outings/{outing}", {"title": "Udon"}, **{"If-Match": "*"})
    expect(page.get_by_role("link", name=re.compile("Udon"))).to_be_visible()
    route, response = held[0]
    route.fulfill(response=response)

    expect(page.get_by_role("heading", level=1, name="Udon")).to_be_visible()


def test_an_answer_with_guests_is_confirmed_and_can_be_undone(leila, mira):
    outing = leila.start("Soup Thursday", startsAt=in_days(3, "11:30"))
    leila.invite(outing, mira)
    page = mira.page
    page.goto(f"/outings/{outing}")

    page.get_by_role("button", name="Going").click()
    expect(page.get_by_text("You’re going. We’ve let Leila know.").first).to_be_visible()
    page.get_by_role("button", name="One more").click()
    expect(page.get_by_text("You’re going with one guest. We’ve let Leila know.").first).to_be_visible()
    with page.expect_response("**/attendance"):
        page.get_by_role("button", name="Undo").click()

    expect(page.locator(".answer-text")).to_contain_text("You’re going. We’ve let Leila know.")
    assert leila.call("GET", f"/v1/outings/{outing}")["counts"]["seats"] == 2


def test_conflicting_edits_are_merged_field_by_field(leila):
    outing = leila.start("Book club", startsAt=in_days(5, "09:00"), note="Bring the book.")
    first, second = leila.page, leila.windows.watch(leila.page.context.new_page())
    for page in (first, second):
        page.goto(f"/outings/{outing}/edit")
        expect(page.get_by_label("Title")).to_have_value("Book club")

    first.get_by_label("Title").fill("Book club breakfast")
    first.get_by_label("Note").fill("Bring chapter two.")
    first.get_by_role("button", name="Save").click()
    expect(first.get_by_role("heading", level=1, name="Book club breakfast")).to_be_visible()
    expect(second.get_by_text("Someone saved changes while you were editing")).to_be_visible()
    second.get_by_label("Title").fill("Breakfast with books")
    second.get_by_role("button", name="Save").click()

    # both titles are shown, and the note is merged
    merge = second.get_by_role("region", name="Someone saved changes while you were editing")
    expect(merge.get_by_role("radio")).to_have_count(2)
    expect(second.get_by_label("Note")).to_have_value("Bring chapter two.")
    merge.get_by_text("Book club breakfast").click()
    expect(second.get_by_label("Title")).to_have_value("Book club breakfast")
    merge.get_by_text("Breakfast with books").click()
    second.get_by_role("button", name="Save").click()

    expect(second.get_by_role("heading", level=1, name="Breakfast with books")).to_be_visible()
    assert leila.call("GET", f"/v1/outings/{outing}")["note"] == "Bring chapter two."


def test_a_cancelled_outing_shows_the_reason_and_can_be_reactivated(leila, mira):
    outing = leila.start("Picnic", startsAt=in_days(2, "17:00"), place="The park")
    leila.invite(outing, mira)
    mira.page.goto(f"/outings/{outing}")
    leila.page.goto(f"/outings/{outing}")

    leila.page.get_by_role("button", name="Cancel this outing").click()
    leila.page.get_by_role("button", name="Keep the outing").click()
    expect(leila.page.get_by_role("dialog")).to_have_count(0)
    assert leila.call("GET", f"/v1/outings/{outing}")["state"] != "cancelled"
    leila.page.get_by_role("button", name="Cancel this outing").click()
    leila.page.get_by_label("Reason (optional)").fill("Rain all day")
    leila.page.get_by_role("button", name="Cancel it and tell one person").click()
    expect(mira.page.locator(".pill").get_by_text("Cancelled")).to_be_visible()
    expect(mira.page.get_by_text("Rain all day")).to_be_visible()
    leila.page.get_by_role("button", name="Bring it back").click()

    expect(mira.page.get_by_text("Cancelled")).to_have_count(0)
    expect(mira.page.get_by_text("Are you coming?").first).to_be_visible()


def test_errors_are_shown_at_their_fields_and_input_is_kept(leila):
    page = leila.page
    page.goto("/outings/new")

    page.get_by_role("button", name="Create the outing").click()
    expect(page.get_by_label("Title")).to_be_focused()
    expect(page.get_by_text("Required.")).to_be_visible()
    page.get_by_label("Title").fill("Early lunch")
    page.get_by_role("group", name="When").get_by_label("Day").fill(in_days(4, "")[:10])
    page.get_by_role("button", name="Create the outing").click()

    expect(page.get_by_role("group", name="When").get_by_label("Time")).to_be_focused()
    expect(page.get_by_text("Enter a time too, or clear the day.")).to_be_visible()
    expect(page.get_by_label("Title")).to_have_value("Early lunch")


def test_a_friend_request_is_accepted_and_the_friend_is_invited(leila, mira):
    leila.page.goto("/friends")
    leila.page.get_by_label("Their email address").fill(mira.email)
    leila.page.get_by_role("button", name="Send a friend request").click()
    expect(leila.page.get_by_text("Waiting for an answer")).to_be_visible()

    mira.page.goto("/friends")
    mira.page.get_by_role("button", name="Accept").click()
    expect(mira.page.get_by_text("You and Leila are now friends.")).to_be_visible()
    outing = leila.start("Noodles")
    leila.page.goto(f"/outings/{outing}/people")
    leila.page.get_by_label("Mira").check(force=True)
    leila.page.get_by_role("button", name="Invite selected").click()

    expect(leila.page.get_by_role("heading", name="1 no answer yet")).to_be_visible()


def test_an_outing_is_started_and_answered_by_keyboard(leila):
    page, keys = leila.open_outings().page, leila.page.keyboard

    page.get_by_label("Title").focus()
    keys.type("Cake on Friday")
    keys.press("Enter")
    expect(page.get_by_role("heading", level=1, name="People")).to_be_focused()
    keys.press("Shift+Tab")
    expect(page.get_by_role("link", name="Back to the outing")).to_be_focused()
    keys.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Cake on Friday")).to_be_focused()
    page.get_by_role("button", name="Going").focus()
    keys.press("ArrowRight")
    keys.press("Tab")
    expect(page.locator(".answer-text")).to_contain_text("You’re going.")  # moving the focus answers nothing
    keys.press("Enter")

    expect(page.locator(".answer-text")).to_contain_text("You said maybe.")
    expect(page.get_by_role("button", name="Maybe")).to_be_focused()


def test_a_lost_connection_is_reported_and_missed_changes_are_fetched(windows, leila, mira):
    windows.ignored.append("status of 503")
    outing = leila.start("Late supper", startsAt=in_days(4, "20:00"))
    leila.invite(outing, mira)
    mira.page.route("**/v1/updates/stream", lambda route: route.fulfill(status=503))

    mira.page.goto(f"/outings/{outing}")
    expect(mira.page.get_by_text("Connection lost")).to_be_visible()
    version = leila.call("GET", f"/v1/outings/{outing}")["version"]
    leila.call(
        "PATCH", f"/v1/outings/{outing}", {"startsAt": in_days(4, "21:15")}, **{"If-Match": f'"{version}.0"'}
    )
    mira.page.unroute("**/v1/updates/stream")
    mira.page.evaluate("dispatchEvent(new Event('online'))")  # the browser is online again

    expect(mira.page.get_by_text("Connection lost")).to_have_count(0)
    expect(mira.page.get_by_text("21:15").first).to_be_visible()


def test_a_mailed_code_signs_in_and_asks_for_a_name(windows):
    oskar = Person(windows, "Oskar", windows.open()).sign_in_by_hand()

    assert oskar.call("GET", "/v1/me")["name"] == "Oskar"


def test_a_wrong_code_is_refused_and_the_link_in_the_mail_signs_in(windows):
    oskar = Person(windows, "Oskar", windows.open())
    page = oskar.page
    page.goto("/updates")
    page.get_by_label("Email").fill(oskar.email)
    page.get_by_role("button", name="Send me a code").click()
    mail = mail_to(oskar.email, lambda mail: mail.get("code"))
    wrong = "".join(str(9 - int(digit)) for digit in mail["code"])

    page.get_by_label("Code").fill(wrong)
    expect(page.locator(".error")).to_be_visible()
    expect(page.get_by_label("Code")).to_be_focused()
    page.goto(path_of(next(link for link in mail["links"] if "/sign-in" in link)))
    page.get_by_role("button", name="Sign in").click()

    expect(page.get_by_label("What should friends call you?")).to_be_visible()


def test_signing_out_ends_the_session(leila):
    page = leila.page
    page.goto("/settings")

    page.get_by_role("button", name="Sign out").first.click()

    expect(page.get_by_role("button", name="Send me a code")).to_be_visible()
    page.goto("/updates")
    expect(page.get_by_role("button", name="Send me a code")).to_be_visible()


def test_a_cached_page_is_complete(browser):
    """Opens a page repeatedly. From the second time on, the server responds with 304."""
    context = browser.new_context(base_url=SERVER)
    page = context.new_page()

    for _ in range(3):
        page.goto("/sign-in")
        expect(page.get_by_role("heading", level=1)).to_be_visible()

    context.close()


def test_an_unknown_address_shows_a_page_with_a_link_home(leila):
    page = leila.page

    answer = page.goto("/outings")

    assert answer.status == 404
    expect(page.get_by_role("heading", level=1, name="Page not found")).to_be_visible()
    page.get_by_role("main").get_by_role("link").click()
    expect(page.get_by_role("heading", level=1, name="Outings")).to_be_visible()


def test_an_update_that_joins_many_changes_has_a_line_for_each(leila, mira):
    outing = leila.start("Friday dumplings")
    leila.invite(outing, mira)
    path = f"/v1/outings/{outing}"
    for change in ({"title": "Friday ramen"}, {"place": "Pier"}, {"note": "Bring cash"}, {"startsAt": in_days(6, "12:00")}):
        leila.call("PATCH", path, change, **{"If-Match": leila.entity_tag(path)})
    mira.page.goto("/updates")
    update = mira.page.locator(".update", has_text="Bring cash")
    text = update.locator(".update-text")
    expect(text).to_contain_text("Friday ramen")
    title = update.locator(".row-title")
    expect(title).to_have_text("Friday ramen")
    assert title.bounding_box()["y"] < text.bounding_box()["y"], "the title comes first"

    lines = text.inner_text().split("\n")
    assert len(lines) == 4, lines
    assert text.bounding_box()["height"] > 3 * 20
