"""Notes with answers, in the client and on the page for guests."""

from conftest import in_days, take_pictures
from playwright.sync_api import expect


def test_a_note_is_sent_with_the_answer_and_changed_later(leila, mira):
    outing = leila.start("Soup", startsAt=in_days(3, "12:00"))
    leila.invite(outing, mira)
    page = mira.page
    page.goto(f"/outings/{outing}")

    page.get_by_text("Add a note").click()
    page.get_by_label("Note with your answer").fill("I'll be ten minutes late")
    leila.call("PATCH", f"/v1/outings/{outing}", {"title": "Soup and bread"}, **{"If-Match": "*"})
    expect(page.get_by_role("heading", level=1, name="Soup and bread")).to_be_visible()
    take_pictures(page, "answer-note")
    page.get_by_role("button", name="Going").click()

    expect(page.get_by_text("Your note: “I'll be ten minutes late”")).to_be_visible()
    leila.page.goto(f"/outings/{outing}/people")
    expect(leila.page.get_by_text("I'll be ten minutes late")).to_be_visible()
    page.get_by_label("Note with your answer").fill("On time after all")
    page.get_by_role("button", name="Save the note").click()
    expect(leila.page.get_by_text("On time after all")).to_be_visible()


def test_a_note_that_was_not_sent_survives_a_reload(leila, mira):
    outing = leila.start("Soup", startsAt=in_days(3, "12:00"))
    leila.invite(outing, mira)
    page = mira.page
    page.goto(f"/outings/{outing}")
    page.get_by_text("Add a note").click()
    page.get_by_label("Note with your answer").fill("With a cake")

    page.reload()

    expect(page.get_by_label("Note with your answer")).to_have_value("With a cake")


def test_the_details_of_a_guest_stand_above_the_answers(windows, leila):
    outing = leila.start("Soup", startsAt=in_days(3, "12:00"))
    page = windows.open(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    page.goto(leila.call("POST", f"/v1/outings/{outing}/links", {})["url"])
    page.get_by_label("Your name").fill("Ulla")
    page.get_by_text("Guests, diet, allergies or a note").click()
    page.get_by_label("Note to Leila").fill("Two kids with me")

    note, button = page.get_by_label("Note to Leila").bounding_box(), page.get_by_role("button", name="Going").bounding_box()
    assert note["y"] < button["y"]
    page.get_by_role("button", name="Going").click()
    leila.page.goto(f"/outings/{outing}/people")
    expect(leila.page.get_by_text("Two kids with me")).to_be_visible()
