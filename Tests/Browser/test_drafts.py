"""Composing before signing in, and drafts that survive a sign-in, a reload and the end of a session."""

import re
import time
import uuid

import pytest
from conftest import Person, in_days, mail_to, take_pictures, violations
from playwright.sync_api import expect


def test_a_visitor_composes_first_and_signs_in_last(windows):
    visitor = Person(windows, "Noor", windows.open())
    page = visitor.page
    page.goto("/")
    expect(page.get_by_role("heading", level=1, name="Plan a meal together")).to_be_visible()

    page.get_by_label("Title").fill("Lunch before the demo")
    page.get_by_role("button", name="Create the outing").click()
    expect(page.get_by_label("Email")).to_be_focused()
    page.get_by_label("Email").fill(visitor.email)
    page.get_by_role("button", name="Send me a code").click()
    page.get_by_label("Code").fill(mail_to(visitor.email, lambda mail: mail.get("code"))["code"])
    page.get_by_label("What should friends call you?").fill("Noor")
    page.get_by_role("button", name="Done").click()

    # the outing is started without a second press, and only once
    expect(page.get_by_role("heading", level=1, name="People")).to_be_visible()
    assert [outing["title"] for outing in visitor.call("GET", "/v1/outings")["items"]] == ["Lunch before the demo"]
    page.goto("/outings/new")
    expect(page.get_by_label("Title")).to_have_value("")


def test_the_example_answers_and_moves_without_a_request(windows):
    page = windows.open()
    page.goto("/")
    example = page.get_by_role("region", name="Friday dumplings")
    expect(example).to_be_visible()
    sent = []
    page.on("request", lambda request: sent.append(request.url) if "/v1/" in request.url else None)

    example.get_by_role("button", name="Going").click()
    expect(example.get_by_text("You’re going. We’ve let Noor know.")).to_be_visible()
    expect(example.get_by_text("4 people are coming.")).to_be_visible()
    example.get_by_role("button", name="Move it to one o’clock").click()

    expect(example.locator("ins")).to_have_text("13:00")
    expect(example.get_by_role("button", name="Going")).to_have_attribute("aria-pressed", "true")
    assert sent == []


@pytest.mark.parametrize("locale", ["en-GB", "ar"])
def test_the_front_page_is_accessible(windows, locale):
    page = windows.open(locale=locale)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto("/")
        expect(page.locator(".example")).to_be_visible()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    take_pictures(page, f"welcome-{locale}")


def test_a_visitor_chooses_a_language_and_keeps_the_title(windows):
    page = windows.open()
    page.goto("/")
    page.get_by_label("Title").fill("Keitto")

    page.get_by_role("button", name="Suomi").click()

    expect(page.get_by_role("heading", level=1, name="Sopikaa yhteinen ateria")).to_be_visible()
    expect(page.get_by_label("Nimi")).to_have_value("Keitto")


def test_an_edit_survives_a_reload_and_another_screen(leila):
    outing = leila.start("Soup", startsAt=in_days(6, "12:00"))
    page = leila.page
    page.goto(f"/outings/{outing}/edit")
    page.get_by_role("textbox", name="Note").fill("By the window")
    page.reload()

    expect(page.get_by_text("Your unsaved changes are back")).to_be_visible()
    expect(page.get_by_role("textbox", name="Note")).to_have_value("By the window")
    page.get_by_role("link", name="Find a restaurant").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Edit outing")
    page.go_back()
    expect(page.get_by_role("textbox", name="Note")).to_have_value("By the window")
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_role("textbox", name="Note")).to_have_value("")
    page.reload()
    expect(page.get_by_role("heading", level=1, name="Edit outing")).to_be_visible()
    expect(page.get_by_text("Your unsaved changes are back")).to_have_count(0)


def test_what_is_typed_when_the_session_ends_is_there_after_the_sign_in(leila):
    outing = leila.start("Soup", startsAt=in_days(6, "12:00"))
    page = leila.page
    page.goto(f"/outings/{outing}/edit")
    page.get_by_label("Title").fill("Soup and bread")
    leila.call("DELETE", "/v1/sessions/current")

    page.get_by_role("button", name=re.compile("^Save")).click()
    expect(page.get_by_role("button", name="Send me a code")).to_be_visible()
    leila.sign_in()
    page.goto(page.evaluate("new URLSearchParams(location.search).get('to')"))

    expect(page.get_by_label("Title")).to_have_value("Soup and bread")
    page.get_by_role("button", name=re.compile("^Save")).click()
    expect(page.get_by_role("heading", level=1, name="Soup and bread")).to_be_visible()


# What is typed beside new and edited outings: the screen, the button of its dialog, the field and the text.
TYPED = {
    "addresses": ("/outings/{outing}/people", None, "textarea[name=emails]", "Kim Lee <kim@example.org>, ada@example.org"),
    "name": ("/outings/{outing}/people", None, "input[name=names]", "Grandma"),
    "guest": ("/outings/{outing}/suggestions", None, "input[name=email]", "ada@example.org"),
    "time": ("/outings/{outing}", "Change the time", "dialog input[name=time]", "18:45"),
    "place": ("/outings/{outing}", "Change the place", "dialog input[name=place]", "The pier"),
    "vote": ("/outings/{outing}", "Find a day together", "dialog input[name=dayTime]", "19:15"),
    "cancellation": ("/outings/{outing}", "Cancel this outing", "dialog input[name=reason]", "The kitchen is flooded"),
    "rating": ("/outings/{past}", None, "textarea[name=words]", "Ask for the window"),
    "series": ("/series/{series}/edit", None, "main input[name=title]", "Team soup"),
    "series-addresses": ("/series/{series}", None, "textarea[name=emails]", "kim@example.org"),
    "circle": ("/friends", "New circle", "dialog input[name=circle]", "Noodle club"),
    "request": ("/friends", None, "input[name=email]", "ada@example.org"),
    "contacts": ("/friends", None, "textarea[name=contacts]", "ada@example.org, kim@example.org"),
    "profile": ("/settings", None, "section:has(#profile) input[name=name]", "Leila the second"),
    "diets": ("/settings", None, "textarea[name=dietNote]", "No coriander"),
    "quiet-hours": ("/settings", None, "input[name=quietFrom]", "22:30"),
}


@pytest.mark.parametrize("case", TYPED)
def test_what_is_typed_survives_a_reload(leila, mira, case):
    path, button, field, text = TYPED[case]
    leila.befriend(mira)
    known = {}
    if "{outing}" in path:
        known["outing"] = leila.start("Soup", startsAt=in_days(6, "12:00"), place="Lumo Kitchen")
    if "{past}" in path:
        place = leila.call("GET", "/v1/restaurants?near=60.1699,24.9384&limit=1")["items"][0]["id"]
        known["past"] = leila.start("Soup", startsAt=in_days(-2, "12:30"), restaurantId=place)
    if "{series}" in path:
        known["series"] = leila.call("POST", "/v1/series", {
            "title": "Team lunch", "startTime": "12:30", "timeZone": "Europe/Helsinki",
            "rule": {"frequency": "weekly", "startsOn": in_days(3, "12:30")[:10],
                     "weekdays": [time.strftime("%a", time.localtime(time.time() + 3 * 86_400)).lower()[:2]]},
        })["id"]
    page = leila.page

    def open_field():
        page.goto(path.format(**known))
        if button:
            page.get_by_role("button", name=button).first.click()
        page.locator(field).evaluate("(node) => node.closest('details')?.setAttribute('open', '')")
        return page.locator(field)

    open_field().fill(text)
    expect(open_field()).to_have_value(text)
    page.reload()
    expect(open_field()).to_have_value(text)


def test_the_days_of_a_vote_are_kept_and_a_refused_list_of_addresses_too(leila):
    outing = leila.start("Soup", place="Park")
    page = leila.page
    dialog = page.get_by_role("dialog")
    page.goto(f"/outings/{outing}")
    page.get_by_role("button", name="Find a day together").click()
    dialog.get_by_role("button", name="Next month").click()
    for number in ("10", "12"):
        dialog.locator(".day-grid-days").get_by_text(number, exact=True).click()
    page.reload()
    page.get_by_role("button", name="Find a day together").click()
    expect(dialog.get_by_role("button", pressed=True)).to_have_count(2)
    dialog.get_by_role("button", name="Start the vote").click()
    expect(dialog).to_have_count(0)
    assert len(leila.call("GET", f"/v1/outings/{outing}/polls")["items"][0]["options"]) == 2

    page.goto(f"/outings/{outing}/people")
    page.get_by_label("Email addresses").fill("ada@example.org, nonsense")
    page.get_by_role("button", name="Send invitations").click()
    expect(page.get_by_text("Entry 2 isn’t an email address")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Email addresses")).to_have_value("ada@example.org, nonsense")
    page.get_by_label("Email addresses").fill("ada@example.org")
    page.get_by_role("button", name="Send invitations").click()
    expect(page.get_by_text("One invitation is on its way.")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Email addresses")).to_have_value("")


def test_a_dialog_over_stored_values_says_what_is_back_and_discards_it(leila):
    outing = leila.start("Soup", startsAt=in_days(6, "12:00"))
    page = leila.page
    page.goto(f"/outings/{outing}")
    page.get_by_role("button", name="Change the time").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("Your unsaved changes are back")).to_have_count(0)
    dialog.get_by_label("Time", exact=True).fill("12:45")
    dialog.get_by_role("button", name="Not now").click()

    page.get_by_role("button", name="Change the time").click()
    expect(dialog.get_by_text("Your unsaved changes are back")).to_be_visible()
    dialog.get_by_role("button", name="Discard").click()
    expect(dialog.get_by_label("Time", exact=True)).to_have_value("12:00")
    expect(dialog.get_by_label("Day", exact=True)).to_be_focused()
    dialog.get_by_role("button", name="Not now").click()
    page.get_by_role("button", name="Change the time").click()
    expect(dialog.get_by_label("Time", exact=True)).to_have_value("12:00")
    expect(dialog.get_by_text("Your unsaved changes are back")).to_have_count(0)


def test_another_person_does_not_see_a_draft_and_a_sign_out_removes_all(leila):
    page = leila.page
    page.goto("/outings/new")
    page.get_by_label("Title").fill("Surprise party")
    page.context.clear_cookies()
    leila.email = f"oskar-{uuid.uuid4().hex[:12]}@example.org"
    leila.sign_in()

    page.goto("/outings/new")
    expect(page.get_by_label("Title")).to_have_value("")
    page.get_by_label("Title").fill("Mine")
    page.goto("/settings")
    page.get_by_role("button", name="Sign out").first.click()
    expect(page.get_by_role("button", name="Send me a code")).to_be_visible()

    assert page.evaluate("Object.keys(localStorage).filter((name) => name.includes('draft'))") == []
