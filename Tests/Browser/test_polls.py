"""Suggestions and polls, with two browsers."""

import pytest
from conftest import Person, in_days, take_picture, violations
from playwright.sync_api import Page, expect


def test_a_suggestion_is_made_supported_and_accepted_without_a_reload(leila, mira):
    leila.befriend(mira)
    outing = leila.start("Friday dumplings", startsAt=in_days(6, "12:00"), place="Park")
    leila.invite(outing, mira)
    leila.page.goto(f"/outings/{outing}")
    mira.page.goto(f"/outings/{outing}")

    # Mira suggests another time and place, and the host's open page shows it
    expect(mira.page.get_by_role("region", name="Suggestions").get_by_role("link", name="See all")).to_be_visible()  # only hosts decide
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
    item.get_by_role("button", name="maybe").click()
    expect(item.get_by_role("button", name="maybe", pressed=True)).to_be_focused()
    expect(mira.page.get_by_text("1 maybe")).to_be_visible()
    expect(mira.page.get_by_text("1 yes")).to_be_visible()
    take_picture(leila.page, "suggestions-1280-light")
    take_picture(mira.page, "suggestions-390-light")
    item.get_by_role("button", name="Accept").click()
    expect(leila.page.get_by_text("Accepted. We’ll let everyone know.")).to_be_visible()
    expect(mira.page.get_by_role("heading", name="Decided")).to_be_visible()
    mira.page.goto(f"/outings/{outing}")
    expect(mira.page.get_by_text("Pier")).to_be_visible()


def test_a_suggested_guest_is_put_on_the_list(leila, mira):
    outing = leila.start("Friday dumplings", startsAt=in_days(6, "12:00"))
    leila.invite(outing, mira)
    mira.call("POST", f"/v1/outings/{outing}/suggestions", {"email": "ada@example.org"})
    page = leila.page
    page.goto(f"/outings/{outing}/suggestions")

    page.get_by_role("button", name="Accept").click()

    expect(page.locator(".toast")).to_contain_text("is on the list.")
    assert leila.call("GET", f"/v1/outings/{outing}")["counts"]["invited"] == 2


def test_a_poll_is_opened_answered_and_ended_and_its_tie_break_is_explained(leila, mira):
    leila.befriend(mira)
    outing = leila.start("Saturday soup", startsAt=in_days(6, "12:00"), place="Park")
    leila.invite(outing, mira)
    path = f"/v1/outings/{outing}"
    for hour, place in [("12:00", "Pier"), ("13:00", "Park"), ("13:00", "Pier")]:
        mira.call("POST", f"{path}/suggestions", {"time": {"startsAt": in_days(6, hour)}, "place": place})
    mira.page.goto(f"/outings/{outing}/suggestions")
    leila.page.goto(f"/outings/{outing}/suggestions")

    # Leila opens a poll on three pairs; Mira's open page shows the places below each time
    leila.page.get_by_role("button", name="Start a vote").first.click()
    dialog = leila.page.get_by_role("dialog")
    dialog.get_by_label("Apply the winner automatically").select_option("Yes")
    dialog.get_by_role("button", name="Start the vote").click()
    vote = mira.page.get_by_role("region", name="When and where?")
    expect(vote.get_by_role("heading", level=4)).to_have_count(2)
    expect(vote.get_by_role("listitem")).to_have_count(4)  # with the current time and place

    # they vote for different options, which is a tie
    mira.page.get_by_role("button", name="12:00 · Pier: your vote").click()
    expect(leila.page.get_by_text("1 person has voted.")).to_be_visible()
    leila.page.get_by_role("button", name="13:00 · Park: your vote").click()
    expect(mira.page.get_by_text("2 people have voted.")).to_be_visible()
    expect(vote.get_by_text("Leading").first).to_be_visible()
    take_picture(leila.page, "vote-1280-light")
    take_picture(mira.page, "vote-390-light")
    leila.page.get_by_role("button", name="End the vote now").click()
    leila.page.get_by_role("dialog", name="End the vote now?").get_by_role("button", name="End the vote now").click()

    over = mira.page.get_by_role("region", name="The vote is over")
    expect(over.get_by_text("2 options were tied.")).to_be_visible()
    expect(over.get_by_text("Won", exact=True)).to_be_visible()
    over.get_by_text("How ties are broken").click()
    expect(over.get_by_text("Secret number", exact=True)).to_be_visible()
    take_picture(mira.page, "vote-over-390-light")


def test_a_host_proposes_several_days_and_each_vote_is_one_tap(leila, mira):
    leila.befriend(mira)
    outing = leila.start("Saturday soup", place="Park")
    leila.invite(outing, mira)
    leila.page.goto(f"/outings/{outing}")
    mira.page.goto(f"/outings/{outing}")

    # Leila picks days of the next month in the grid
    leila.page.get_by_role("button", name="Find a day together").click()
    dialog = leila.page.get_by_role("dialog", name="Which days could work?")
    expect(dialog.get_by_role("button", name="Previous month")).to_have_count(0)
    dialog.get_by_role("button", name="Start the vote").click()
    expect(dialog.get_by_text("Pick at least two days.")).to_be_visible()
    dialog.get_by_role("button", name="Next month").click()
    for number in ("12", "10", "11"):
        dialog.locator(".day-grid-days").get_by_text(number, exact=True).click()
    dialog.locator(".day-grid-days").get_by_text("11", exact=True).click()
    expect(dialog.get_by_role("button", pressed=True)).to_have_count(2)
    take_picture(leila.page, "days-1280-light", full_page=False)
    dialog.get_by_label("Time", exact=True).first.fill("18:30")
    dialog.get_by_role("button", name="Start the vote").click()
    expect(leila.page.locator(".toast")).to_contain_text("We’ll notify everyone with an account. The others see it when they open their link.")

    # Mira sees the days in order on the outing's page, and each tap changes her vote
    vote = mira.page.get_by_role("region", name="When?")
    cells = vote.get_by_role("listitem")
    expect(cells).to_have_count(2)
    expect(cells.nth(0)).to_contain_text("10")
    expect(cells.nth(0)).to_contain_text("18:30")
    cells.nth(0).get_by_role("button", name="your vote: No vote").click()
    expect(cells.nth(0).get_by_role("button", name="your vote: Yes")).to_be_focused()
    cells.nth(1).get_by_role("button").click()
    cells.nth(1).get_by_role("button", name="your vote: Yes").click()
    expect(cells.nth(1).get_by_role("button", name="your vote: Maybe")).to_be_visible()

    # Leila's page shows the face of who said yes, without a reload
    seen = leila.page.get_by_role("region", name="When?").get_by_role("listitem").nth(0)
    expect(seen.locator(".avatar")).to_have_text("M")
    expect(seen).to_contain_text("1 yes")
    take_picture(mira.page, "day-votes-390-light")
    assert violations(mira.page) == []


def test_pairs_of_a_time_and_a_restaurant_are_voted_on_with_one_tap(leila, mira):
    places = leila.call("GET", "/v1/restaurants?near=60.1699,24.9384&limit=2")["items"]
    outing = leila.start("Saturday soup")
    leila.invite(outing, mira)
    options = [{"time": {"startsAt": in_days(days, "12:30")}, "restaurantId": place["id"]} for days in (5, 6) for place in places]
    leila.call("POST", f"/v1/outings/{outing}/polls", {"closesAt": in_days(4, "12:00"), "options": options})
    page = mira.page
    page.goto(f"/outings/{outing}")

    vote = page.get_by_role("region", name="When and where?")
    expect(vote.get_by_role("heading", level=4)).to_have_count(2)
    cells = vote.get_by_role("listitem")
    expect(cells).to_have_count(4)
    cell = cells.filter(has_text=places[1]["name"]).first
    cell.get_by_role("button").click()
    expect(cell.get_by_role("button", name="your vote: Yes")).to_be_focused()

    expect(cell).to_contain_text("1 yes")
    [poll] = mira.call("GET", f"/v1/outings/{outing}/polls")["items"]
    assert sorted(option.get("myVote") or "" for option in poll["options"]) == ["", "", "", "yes"]
    assert [option["what"]["place"] for option in poll["options"] if option.get("myVote")] == [places[1]["name"]]


def test_two_quick_votes_both_count(leila):
    outing = leila.start("Saturday soup")
    options = [{"time": {"startsAt": in_days(days, "12:00")}} for days in (5, 6)]
    leila.call("POST", f"/v1/outings/{outing}/polls", {"closesAt": in_days(4, "12:00"), "options": options})
    leila.page.goto(f"/outings/{outing}")
    cells = leila.page.locator(".vote-cell")
    expect(cells).to_have_count(2)

    leila.page.evaluate("for (const cell of document.querySelectorAll('.vote-cell')) cell.click()")

    expect(leila.page.locator(".vote-cell .state.yes")).to_have_count(2)
    [poll] = leila.call("GET", f"/v1/outings/{outing}/polls")["items"]
    assert [option["myVote"] for option in poll["options"]] == ["yes", "yes"]


def find_sideways_scrolling(page: Page) -> list[str]:
    """Returns the page and the parts of it that scroll sideways."""
    return page.evaluate("""() => [document.documentElement, ...document.querySelectorAll('main *')]
        .filter((node) => node === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(node).overflowX))
        .filter((node) => node.scrollWidth > node.clientWidth + 1)
        .map((node) => `${node.tagName} ${node.className} is ${node.scrollWidth - node.clientWidth} px too narrow`)""")


@pytest.mark.parametrize("width", [390, 320])
def test_six_options_and_eight_voters_fit_a_phone(windows, leila, width):
    names = ["Mira", "Tomás Oyelaran", "高橋 さくら", "ليلى حداد", "Bartholomew Featherstonehaugh", "Ada", "Kim Lee"]
    voters = [Person(windows, f"voter{number}", windows.open()).sign_in() for number in range(len(names))]
    for voter, name in zip(voters, names, strict=True):
        voter.call("PATCH", "/v1/me", {"name": name})
        leila.befriend(voter)
    outing = leila.start("Saturday soup", invite={"people": [voter.id for voter in voters]})
    pairs = [{"time": {"startsAt": in_days(day, "12:30")}, "place": place} for day in (9, 10, 11) for place in ("Pier", "Restaurant Kolme Kruunua and terrace")]
    days = [{"time": {"startsAt": in_days(day, "12:30")}} for day in range(12, 18)]
    polls = [leila.call("POST", f"/v1/outings/{outing}/polls", {"closesAt": in_days(6, "12:00"), "options": options}) for options in (pairs, days)]
    for at, voter in enumerate([leila, *voters]):
        for poll in polls:
            votes = [{"option": option["id"], "answer": ("yes", "yes", "maybe", "no")[(at + number) % 4]} for number, option in enumerate(poll["options"])]
            voter.call("PUT", f"/v1/outings/{outing}/polls/{poll['id']}/vote", {"votes": votes})
    page = leila.page
    page.set_viewport_size({"width": width, "height": 800})
    for path in (f"/outings/{outing}/suggestions", f"/outings/{outing}"):
        page.goto(path)
        cells = page.locator(".vote-cell")
        expect(cells).to_have_count(12)
        assert find_sideways_scrolling(page) == []
        # each row has the faces of those who said yes, and is as wide as the poll
        for cell in cells.all():
            assert cell.locator(".avatar").count() >= 4
            assert cell.bounding_box()["width"] > width * 0.7
    take_picture(page, f"votes-of-eight-{width}-light")

    # names of options and of voters are not broken once the polls are over
    for poll in polls:
        leila.call("POST", f"/v1/outings/{outing}/polls/{poll['id']}/draw")
    page.goto(f"/outings/{outing}/suggestions")
    options = page.locator(".poll-option")
    expect(options).to_have_count(12)
    assert find_sideways_scrolling(page) == []
    for option in options.all():
        assert option.locator("strong").bounding_box()["width"] > 100, "the name of an option has a line of its own"
