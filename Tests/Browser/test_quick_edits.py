"""Setting the time, the end and the place in place, and starting the same outing again."""

from conftest import in_days, take_pictures
from playwright.sync_api import expect


def test_a_time_and_a_place_are_set_without_leaving_the_outing(leila, mira):
    outing = leila.start("Farewell dinner")
    leila.invite(outing, mira)
    page = leila.page
    page.goto(f"/outings/{outing}")

    page.get_by_role("button", name="Set a time").click()
    dialog = page.get_by_role("dialog")
    day, hour = in_days(5, "22:30").split("T")
    dialog.get_by_label("Day").fill(day)
    dialog.get_by_role("button", name="Save and tell one person").click()
    expect(dialog.get_by_text("Enter a time too, or clear the day.")).to_be_visible()
    dialog.get_by_label("Time").fill(hour)
    dialog.get_by_label("Until").fill("00:30")
    take_pictures(page, "set-time")
    dialog.get_by_role("button", name="Save and tell one person").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-fact=when]")).to_contain_text("22:30")

    page.get_by_role("button", name="Set a place").click()
    dialog.get_by_label("Place").fill("The pier")
    dialog.get_by_role("button", name="Save and tell one person").click()
    expect(page.locator("[data-fact=where]")).to_contain_text("The pier")
    saved = leila.call("GET", f"/v1/outings/{outing}")
    assert saved["endsAt"].startswith(in_days(6, "00:30"))
    assert page.url.endswith(outing)
    take_pictures(page, "outing-with-end")


def test_a_time_in_the_past_is_questioned_once(leila):
    page = leila.page
    page.goto("/outings/new")
    page.get_by_role("textbox", name="Title").fill("Retro lunch")
    day, hour = in_days(-2, "12:30").split("T")
    page.get_by_label("Day").first.fill(day)
    page.get_by_label("Time").first.fill(hour)
    create = page.get_by_role("button", name="Create the outing")

    create.click()
    expect(page.get_by_text("That’s in the past.")).to_be_visible()
    expect(page.get_by_label("Day").first).to_be_focused()
    assert leila.call("GET", "/v1/outings?when=past")["items"] == []
    page.get_by_label("Day").first.fill(in_days(-3, hour)[:10])
    create.click()
    expect(page.get_by_text("That’s in the past.")).to_be_visible()
    create.click()
    expect(page.get_by_role("heading", level=1, name="People")).to_be_visible()


def test_a_past_time_is_questioned_in_the_dialog_too(leila):
    outing = leila.start("Dinner", startsAt=in_days(5, "18:00"))
    page = leila.page
    page.goto(f"/outings/{outing}")
    page.get_by_role("button", name="Change the time").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Day").fill(in_days(-2, "18:00")[:10])
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("That’s in the past.")).to_be_visible()
    assert leila.call("GET", f"/v1/outings/{outing}")["startsAt"].startswith(in_days(5, "18:00"))


def test_a_host_edits_the_end(leila):
    outing = leila.start("Dinner", startsAt=in_days(5, "18:00"), endsAt=in_days(5, "20:00"))
    page = leila.page
    page.goto(f"/outings/{outing}/edit")

    page.get_by_label("Until (optional)").fill("21:15")
    expect(page.get_by_role("region", name="What we’ll tell people").locator("ins")).to_have_text("21:15")
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("heading", level=1, name="Dinner")).to_be_visible()
    assert leila.call("GET", f"/v1/outings/{outing}")["endsAt"].startswith(in_days(5, "21:15"))


def test_a_save_without_a_change_says_that_no_one_is_notified(leila, mira):
    outing = leila.start("Dinner")
    leila.invite(outing, mira)
    page = leila.page
    page.goto(f"/outings/{outing}/edit")

    page.get_by_role("button", name="Done").click()

    expect(page.get_by_role("heading", level=1, name="Dinner")).to_be_visible()
    expect(page.locator(".toast")).to_have_count(0)


def test_only_those_who_are_notified_are_counted_before_a_change(leila, mira):
    place = leila.call("GET", "/v1/restaurants?near=60.1699,24.9384&limit=1")["items"][0]["id"]
    outing = leila.start("Dinner", startsAt=in_days(5, "18:00"))
    leila.invite(outing, mira)
    # no news reaches Kalle; Ada, who has no account and has not answered, gets the essential changes by mail
    leila.call("POST", f"/v1/outings/{outing}/invitations", {"names": ["Kalle from the workshop"], "emails": ["Ada <ada@example.org>"]})
    page = leila.page
    dialog = page.get_by_role("dialog")

    page.goto(f"/outings/{outing}")
    page.get_by_role("button", name="Change the time").click()
    expect(dialog.get_by_role("button", name="Save and tell 2 people")).to_be_visible()
    dialog.get_by_role("button", name="Not now").click()
    page.get_by_role("button", name="Cancel this outing").click()
    expect(dialog.get_by_role("button", name="Cancel it and tell 2 people")).to_be_visible()
    dialog.get_by_role("button", name="Keep the outing").click()
    page.goto(f"/restaurants/{place}?for={outing}")
    expect(page.get_by_role("button", name="Choose it and tell 2 people")).to_be_visible()

    page.goto(f"/outings/{outing}/edit")
    page.get_by_label("Seats").fill("12")  # which concerns hosts only
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()
    page.get_by_role("textbox", name="Note").fill("By the window")
    expect(page.get_by_role("button", name="Save and tell one person")).to_be_visible()
    page.get_by_role("group", name="When").get_by_label("Time").fill("18:30")
    expect(page.get_by_role("button", name="Save and tell 2 people")).to_be_visible()


def test_a_past_outing_is_started_again_with_the_same_friends(leila, mira):
    leila.befriend(mira)
    outing = leila.start("Thursday lunch", startsAt=in_days(-3, "12:30"), place="Lumo Kitchen", invite={"people": [mira.id]})
    page = leila.page
    page.goto(f"/outings/{outing}")

    page.get_by_role("link", name="Same again").click()
    expect(page.get_by_role("textbox", name="Title")).to_have_value("Thursday lunch")
    expect(page.get_by_label("Place")).to_have_value("Lumo Kitchen")
    expect(page.get_by_label("Invite the same friend")).to_be_checked()
    expect(page.get_by_text("Not everyone from last time")).to_have_count(0)
    page.get_by_role("button", name="Create the outing").click()

    expect(page.get_by_role("heading", level=1, name="People")).to_be_visible()
    copy = leila.call("GET", "/v1/outings?when=upcoming")["items"][0]
    assert copy["startsAt"].startswith(in_days(4, "12:30"))
    assert copy["counts"]["invited"] == 1


def test_the_same_again_says_that_others_are_not_invited(leila, mira):
    leila.befriend(mira)
    page = leila.page
    for friends in ([mira.id], []):
        outing = leila.start("Thursday lunch", startsAt=in_days(-3, "12:30"), invite={"people": friends, "emails": ["ada@example.org"]})
        page.goto(f"/outings/new?again={outing}")
        expect(page.get_by_text("Not everyone from last time is your friend here. Add the others by email address or link.")).to_be_visible()
        expect(page.get_by_label("Invite the same friend")).to_have_count(len(friends))


def test_a_time_that_was_changed_meanwhile_is_not_overwritten(leila):
    outing = leila.start("Dinner", startsAt=in_days(5, "18:00"))
    page = leila.page
    page.goto(f"/outings/{outing}")
    page.get_by_role("button", name="Change the time").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Time").fill("18:30")
    leila.call("PATCH", f"/v1/outings/{outing}", {"startsAt": in_days(5, "19:00"), "title": "Late dinner"}, **{"If-Match": "*"})

    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Someone changed the outing in the meantime.")).to_be_visible()
    assert leila.call("GET", f"/v1/outings/{outing}")["startsAt"].startswith(in_days(5, "19:00"))

    # a field that only the other one changed is kept
    dialog.get_by_label("Time").fill("18:00")
    dialog.get_by_label("Until").fill("21:00")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    saved = leila.call("GET", f"/v1/outings/{outing}")
    assert (saved["startsAt"][11:16], saved["endsAt"][11:16]) == ("19:00", "21:00")
