"""The messages and the history of an outing."""

from conftest import in_days, take_picture
from playwright.sync_api import expect


def test_messages_arrive_without_a_reload_and_are_edited_deleted_and_reported(leila, mira):
    outing = leila.start("Friday dumplings", startsAt=in_days(6, "12:00"), place="Lumo Kitchen")
    leila.invite(outing, mira)
    for person in (leila, mira):
        person.page.goto(f"/outings/{outing}")
        expect(person.page.get_by_text("No messages yet.")).to_be_visible()

    # Leila mentions Mira, whose open page shows it
    leila.page.get_by_label("Write to everyone").fill("Steamed or fried, @mira?")
    leila.page.get_by_role("button", name="Send").click()
    expect(leila.page.get_by_label("Write to everyone")).to_have_value("")
    message = mira.page.get_by_role("listitem").filter(has_text="Steamed or fried")
    expect(message).to_be_visible()
    expect(message.locator("strong", has_text="@mira")).to_be_visible()

    # what Mira types survives a refresh
    mira.page.get_by_label("Write to everyone").fill("Steamed, ple")
    leila.page.get_by_label("Write to everyone").fill("And tea")
    leila.page.get_by_role("button", name="Send").click()
    expect(mira.page.get_by_text("And tea")).to_be_visible()
    expect(mira.page.get_by_label("Write to everyone")).to_have_value("Steamed, ple")
    expect(mira.page.get_by_label("Write to everyone")).to_be_focused()
    mira.page.get_by_label("Write to everyone").fill("Steamed, please")
    mira.page.get_by_role("button", name="Send").click()
    expect(leila.page.get_by_text("Steamed, please")).to_be_visible()
    take_picture(leila.page, "talk-desktop")
    take_picture(mira.page, "talk-phone")

    # Mira edits her message, Leila deletes hers, and both see it
    mira.page.get_by_role("button", name="Your message").click()
    mira.page.get_by_role("button", name="Edit").click()
    mira.page.get_by_role("dialog").get_by_label("Write to everyone").fill("Fried, please")
    mira.page.get_by_role("button", name="Save").click()
    expect(leila.page.get_by_text("Fried, please")).to_be_visible()
    expect(leila.page.get_by_text("edited")).to_be_visible()
    leila.page.get_by_role("listitem").filter(has_text="And tea").get_by_role("button").click()
    leila.page.get_by_role("button", name="Delete").click()
    expect(mira.page.get_by_text("This message was deleted.")).to_be_visible()

    # Mira reports a message and mutes the others
    message.get_by_role("button").click()
    mira.page.get_by_role("button", name="Report").click()
    expect(mira.page.get_by_role("dialog", name="Report this message?")).to_be_visible()
    mira.page.get_by_role("button", name="Report").click()
    expect(mira.page.get_by_text("Reported. Thank you.")).to_be_visible()
    mira.page.get_by_role("button", name="Mute").click()
    expect(mira.page.get_by_role("button", name="Unmute")).to_be_visible()


def test_the_history_lists_changes_and_a_host_undoes_one(leila, mira):
    outing = leila.start("Soup Thursday", startsAt=in_days(3, "11:30"))
    leila.invite(outing, mira)
    tag = leila.entity_tag(f"/v1/outings/{outing}")
    leila.call("PATCH", f"/v1/outings/{outing}", {"title": "Ramen Thursday"}, **{"If-Match": tag})
    leila.page.goto(f"/outings/{outing}")
    mira.page.goto(f"/outings/{outing}/history")

    leila.page.get_by_role("link", name="History").click()
    expect(leila.page.get_by_role("heading", level=1, name="History")).to_be_focused()
    changed = leila.page.get_by_role("listitem").filter(has_text="from “Soup Thursday” to “Ramen Thursday”")
    expect(changed).to_be_visible()
    expect(mira.page.get_by_text("from “Soup Thursday” to “Ramen Thursday”")).to_be_visible()
    expect(mira.page.get_by_role("button", name="Undo")).to_have_count(0)
    take_picture(leila.page, "history-desktop")
    changed.get_by_role("button", name="Undo").click()

    expect(leila.page.get_by_text("The change has been undone.")).to_be_visible()
    expect(mira.page.get_by_text("from “Ramen Thursday” to “Soup Thursday”")).to_be_visible()
    take_picture(mira.page, "history-phone")
