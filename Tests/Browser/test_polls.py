"""Suggestions and polls, with two browsers."""

from conftest import in_days, take_picture
from playwright.sync_api import expect


def test_a_suggestion_is_made_supported_and_accepted_without_a_reload(leila, mira):
    leila.befriend(mira)
    outing = leila.start("Friday dumplings", startsAt=in_days(6, "12:00"), place="Park")
    leila.invite(outing, mira)
    leila.page.goto(f"/outings/{outing}")
    mira.page.goto(f"/outings/{outing}")

    # Mira suggests another time and place, and the host's open page shows it
    mira.page.get_by_role("link", name="Suggest something else").click()
    day, hour = in_days(6, "13:00").split("T")
    form = mira.page.get_by_role("form", name="Suggest something else")
    form.get_by_label("Day").fill(day)
    form.get_by_label("Time").fill(hour)
    form.get_by_label("Place").fill("Pier")
    form.get_by_role("button", name="Suggest").click()
    expect(mira.page.get_by_text("Suggestion sent. The host can see it.")).to_be_visible()
    panel = leila.page.get_by_role("region", name="Suggestions")
    expect(panel.locator("ins").filter(has_text="13:00")).to_be_visible()
    expect(panel.locator("ins").filter(has_text="Pier")).to_be_visible()

    # Leila votes, Mira sees the tally, Leila accepts, and the outing changes
    panel.get_by_role("link", name="Decide").click()
    item = leila.page.get_by_role("listitem").filter(has_text="Pier")
    item.get_by_role("radio", name="Maybe").check()
    expect(mira.page.get_by_text("1 maybe")).to_be_visible()
    expect(mira.page.get_by_text("1 yes")).to_be_visible()
    take_picture(leila.page, "suggestions-1280-light")
    take_picture(mira.page, "suggestions-390-light")
    item.get_by_role("button", name="Accept").click()
    expect(leila.page.get_by_text("Accepted. Everyone will be told.")).to_be_visible()
    expect(mira.page.get_by_role("heading", name="Decided")).to_be_visible()
    mira.page.goto(f"/outings/{outing}")
    expect(mira.page.get_by_text("Pier")).to_be_visible()


def test_a_poll_is_opened_answered_and_ended_and_its_tie_break_is_explained(leila, mira):
    leila.befriend(mira)
    outing = leila.start("Saturday soup", startsAt=in_days(6, "12:00"), place="Park")
    leila.invite(outing, mira)
    path = f"/v1/outings/{outing}"
    for hour, place in [("12:00", "Pier"), ("13:00", "Park"), ("13:00", "Pier")]:
        mira.call("POST", f"{path}/suggestions", {"time": {"startsAt": in_days(6, hour)}, "place": place})
    mira.page.goto(f"/outings/{outing}/suggestions")
    leila.page.goto(f"/outings/{outing}/suggestions")

    # Leila opens a poll on three pairs; Mira's open page shows times as columns and places as rows
    leila.page.get_by_role("button", name="Start a vote").first.click()
    dialog = leila.page.get_by_role("dialog")
    dialog.get_by_label("Apply the winner automatically").select_option("Yes")
    dialog.get_by_role("button", name="Start the vote").click()
    vote = mira.page.get_by_role("region", name="When and where?")
    expect(vote.get_by_role("columnheader")).to_have_count(2)
    expect(vote.get_by_role("rowheader")).to_have_count(2)

    # they vote for different options, which is a tie
    mira.page.get_by_label("12:00 · Pier: your vote").select_option("Yes")
    expect(leila.page.get_by_text("1 has voted.")).to_be_visible()
    leila.page.get_by_label("13:00 · Park: your vote").select_option("Yes")
    expect(mira.page.get_by_text("2 have voted.")).to_be_visible()
    expect(vote.get_by_text("Leading").first).to_be_visible()
    take_picture(leila.page, "vote-1280-light")
    take_picture(mira.page, "vote-390-light")
    leila.page.get_by_role("button", name="End the vote now").click()

    over = mira.page.get_by_role("region", name="The vote is over")
    expect(over.get_by_text("2 options were tied.")).to_be_visible()
    expect(over.get_by_text("Won")).to_be_visible()
    over.get_by_text("How ties are drawn").click()
    expect(over.get_by_text("Secret number", exact=True)).to_be_visible()
    take_picture(mira.page, "vote-over-390-light")
