"""Series: starting one, skipping and editing dates, with two browsers."""

import re
import subprocess
import time

from conftest import PHONE, in_days, path_of, take_picture, take_pictures, violations
from playwright.sync_api import expect


def test_a_series_is_started_and_answered_for_all_dates(leila, mira):
    leila.befriend(mira)
    page = leila.page
    page.goto("/outings/new")
    day, hour = in_days(3, "12:30").split("T")
    page.get_by_label("Title").fill("Team lunch")
    page.get_by_label("Day", exact=True).first.fill(day)
    page.get_by_label("Time", exact=True).first.fill(hour)
    expect(page.get_by_role("checkbox", name="Monday")).to_be_hidden()
    page.get_by_label("Repeats").select_option("Every week")
    expect(page.get_by_role("checkbox", name="Monday")).to_be_visible()
    take_picture(page, "series-start-1280-light")
    page.get_by_role("button", name="Create the outing").click()

    # friends are invited on the page of the series
    expect(page.get_by_role("heading", level=1, name="Team lunch")).to_be_visible()
    expect(page.get_by_text(re.compile("^Every "))).to_be_visible()
    page.get_by_role("checkbox", name="Mira").check()
    page.get_by_role("button", name="Invite", exact=False).first.click()
    expect(page.get_by_text("They’ll be invited from now on.")).to_be_visible()
    dates = page.get_by_role("region", name="Dates", exact=True).get_by_role("listitem")
    expect(dates).to_have_count(12)

    # Mira answers for all dates
    mira.page.goto("/")
    mira.page.get_by_role("region", name="Series").get_by_role("link", name="Team lunch").click()
    mira.page.get_by_role("button", name="Go to all").click()
    expect(mira.page.get_by_text("You’re going to every date.")).to_be_visible()
    take_picture(mira.page, "series-390-light")
    mira.page.emulate_media(color_scheme="dark")
    take_picture(mira.page, "series-390-dark")
    page.reload()
    expect(page.get_by_text("going to all")).to_be_visible()

    # the list of outings has the next date alone, and the series
    leila.open_outings()
    expect(leila.page.get_by_role("region", name="Hosting").get_by_role("listitem")).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="Team lunch")).to_be_visible()

    # one date is skipped and restored
    second = dates.nth(1)
    second.get_by_role("button", name="Skip").click()
    page.get_by_role("dialog").get_by_role("button", name="Skip it").click()
    expect(second.get_by_text("skipped")).to_be_visible()
    take_picture(page, "series-1280-light")
    page.emulate_media(color_scheme="dark")
    take_picture(page, "series-1280-dark")
    second.get_by_role("button", name="Bring ").click()
    expect(second.get_by_role("button", name="Skip")).to_be_visible()


def test_an_edit_applies_to_one_date_to_the_following_or_to_all(leila):
    day = in_days(3, "12:30")[:10]
    weekday = leila.page.evaluate("day => ['su','mo','tu','we','th','fr','sa'][new Date(day).getUTCDay()]", day)
    series = leila.call("POST", "/v1/series", {
        "title": "Lunch", "startTime": "12:30", "timeZone": "Europe/Helsinki",
        "rule": {"frequency": "weekly", "weekdays": [weekday], "startsOn": day},
    })
    page = leila.page
    first, second = [date["outing"] for date in series["dates"][:2]]

    def titles():
        return [leila.call("GET", f"/v1/outings/{id}")["title"] for id in (first, second)]

    for scope, title, expected in [
        ("This date", "Soup", ["Soup", "Lunch"]),
        ("All upcoming dates", "Dinner", ["Dinner", "Dinner"]),
    ]:
        if scope == "All upcoming dates":
            # a date that was changed on its own keeps its change, so this edit starts from the second date
            leila.call("PATCH", f"/v1/outings/{first}", {"title": "Lunch"}, **{"If-Match": "*"})
        page.goto(f"/outings/{second if scope == 'All upcoming dates' else first}/edit")
        page.get_by_label("Title").fill(title)
        page.get_by_label("Apply to", exact=True).select_option(scope)
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
        assert titles() == expected
    page.goto(f"/outings/{second}/edit")
    page.get_by_label("Title").fill("Supper")
    page.get_by_label("Apply to", exact=True).select_option("This date and all later ones")
    take_picture(page, "series-edit-scope-1280-light")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1, name="Supper")).to_be_visible()
    assert titles() == ["Dinner", "Supper"]

    # the rule is edited on the page of the series
    page.get_by_role("link", name="See all").click()
    page.get_by_role("link", name="Edit the series").click()
    page.get_by_label("Time", exact=True).fill("18:00")
    page.get_by_label("Public holidays").select_option("Finland")
    take_picture(page, "series-edit-1280-light")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("18:00").first).to_be_visible()
    saved = leila.call("GET", f"/v1/series/{series['id']}")
    assert (saved["startTime"], saved["skipHolidays"]) == ("18:00", "FI")

    page.get_by_role("button", name="End this series").click()
    page.get_by_role("dialog").get_by_label("Outings that already exist").select_option("Cancel them")
    page.get_by_role("dialog").get_by_role("button", name="End series").click()
    expect(page.get_by_text("The series has ended.")).to_be_visible()
    assert leila.call("GET", f"/v1/outings/{first}")["state"] == "cancelled"


def test_an_office_is_invited_to_all_dates_by_address(leila, mira):
    leila.befriend(mira)
    day = in_days(3, "12:30")[:10]
    weekday = leila.page.evaluate("day => ['su','mo','tu','we','th','fr','sa'][new Date(day).getUTCDay()]", day)
    series = leila.call("POST", "/v1/series", {
        "title": "Office lunch", "startTime": "12:30", "timeZone": "Europe/Helsinki", "people": [mira.id],
        "rule": {"frequency": "weekly", "weekdays": [weekday], "startsOn": day},
    })
    page = leila.page
    page.goto(f"/series/{series['id']}")
    addresses = page.get_by_label("Email addresses")
    addresses.fill("Kim Lee <kim@office.example>, not an address")
    page.get_by_role("button", name="Send invitations").click()
    expect(page.get_by_text("isn’t an email address")).to_be_visible()
    addresses.fill("Kim Lee <kim@office.example>, bo@office.example")
    page.get_by_role("button", name="Send invitations").click()

    people = page.get_by_role("region", name="Invited to all dates").get_by_role("listitem")
    expect(people).to_have_count(4)
    expect(people.filter(has_text="Kim Lee")).to_contain_text("kim@office.example")
    outing = leila.call("GET", f"/v1/series/{series['id']}")["dates"][0]["outing"]
    names = [one["person"]["name"] for one in leila.call("GET", f"/v1/outings/{outing}/attendees")["items"]]
    assert "Kim Lee" in names

    # others see who has a name, and how many have none
    mira.page.goto(f"/series/{series['id']}")
    seen = mira.page.get_by_role("region", name="Invited to all dates")
    expect(seen.get_by_text("Kim Lee", exact=True)).to_be_visible()
    expect(seen.get_by_text("One more person", exact=True)).to_be_visible()
    expect(seen.get_by_role("listitem")).to_have_count(4)

    page.get_by_role("button", name="More: Kim Lee").click()
    page.get_by_role("button", name="Remove from the series").click()
    expect(people).to_have_count(3)


def test_who_was_ticked_stays_so_when_a_date_changes(leila, mira):
    leila.befriend(mira)
    series = leila.call("POST", "/v1/series", {
        "title": "Office lunch", "startTime": "12:30", "timeZone": "Europe/Helsinki",
        "rule": {"frequency": "weekly", "weekdays": ["mo", "tu", "we", "th", "fr", "sa", "su"], "startsOn": in_days(3, "12:30")[:10]},
    })
    page = leila.page
    page.goto(f"/series/{series['id']}")
    expect(page.get_by_text("Live, all up to date")).to_be_attached()
    page.get_by_role("checkbox", name="Mira").check(force=True)

    leila.call("POST", f"/v1/series/{series['id']}/skips", {"date": series["dates"][0]["date"]})

    expect(page.get_by_role("region", name="Dates", exact=True).get_by_text("skipped").first).to_be_visible()
    expect(page.get_by_role("checkbox", name="Mira")).to_be_checked()


def test_each_date_opens_its_order_and_an_office_reads_its_receipts(leila, mira):
    leila.befriend(mira)
    series = leila.call("POST", "/v1/series", {
        "title": "Office lunch", "startTime": "12:30", "timeZone": "Europe/Helsinki", "place": "Thai Garden", "people": [mira.id],
        "rule": {"frequency": "weekly", "weekdays": ["mo", "tu", "we", "th", "fr", "sa", "su"], "startsOn": in_days(2, "12:30")[:10]},
    })
    page = leila.page
    page.goto(f"/series/{series['id']}")
    page.get_by_role("button", name="Open an order for each date").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Budget per person").fill("0")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Enter an amount such as 9.50.")).to_be_visible()
    dialog.get_by_label("Budget per person").fill("10")
    dialog.get_by_label("Who runs it").select_option("The people who are coming, in turn")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Budget per person: €10.00")).to_be_visible()
    expect(page.get_by_text("Picking ends 2 hours before the start.")).to_be_visible()
    take_pictures(page, "series-order")
    assert violations(page) == []

    # Mira's dishes are ordered by themselves from the second date on
    mira.page.goto(f"/series/{series['id']}")
    mira.page.get_by_role("button", name="Always repeat my last order").click()
    expect(mira.page.get_by_text("We order your usual dishes for you.")).to_be_visible()
    first, second = [day["outing"] for day in leila.call("GET", f"/v1/series/{series['id']}")["dates"][:2]]
    order = f"/v1/outings/{first}/order"
    wait_until(lambda: leila.fetch("GET", order).ok and leila.fetch("GET", f"/v1/outings/{second}/order").ok)
    mira.call("PUT", f"/v1/outings/{first}/attendance", {"status": "attending"})
    mira.call("POST", f"{order}/lines", {"name": "Soup", "price": "12.00"})
    mira.call("PUT", f"/v1/outings/{second}/attendance", {"status": "attending"})
    wait_until(lambda: leila.call("GET", f"/v1/outings/{second}/order")["portions"] == 1)
    mira.page.goto(f"/outings/{second}")
    expect(mira.page.get_by_text("Ordered for you, same as last time.")).to_be_visible()
    line = mira.call("GET", f"/v1/outings/{second}/order")["lines"][0]
    mira.call("DELETE", f"/v1/outings/{second}/order/lines/{line['id']}", **{"If-Match": "*"})
    mira.page.reload()
    expect(mira.page.get_by_text("You haven’t picked anything yet.")).to_be_visible()
    expect(mira.page.get_by_text("Ordered for you, same as last time.")).to_have_count(0)

    # the first order is placed, so it has a receipt
    leila.call("POST", f"{order}/transitions", {"from": "open", "to": "locked"})
    leila.call("POST", f"{order}/transitions", {"from": "locked", "to": "placed", "despite": ["over_limit"]})
    page.goto(f"/outings/{first}")
    page.get_by_role("link", name="Receipt").click()
    expect(page.get_by_role("heading", level=3, name="Mira")).to_be_visible()
    expect(page.get_by_text("€2.00 above the budget of €10.00")).to_be_visible()
    # the total of the only person is that of the receipt
    expect(page.get_by_text("Total €12.00")).to_have_count(1)
    take_pictures(page, "order-receipt")
    assert violations(page) == []
    # opened directly, it has its style
    page.goto(f"/outings/{first}/order/receipt")
    expect(page.locator(".order-sheet li").first).to_have_css("display", "grid")
    page.goto(f"/series/{series['id']}/receipts?from={in_days(0, '')[:10]}&to={in_days(20, '')[:10]}")
    rows = page.get_by_role("region", name="By person").get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("Mira")
    expect(rows.nth(2)).to_contain_text("€12.00")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").click()
    assert "Thai Garden,Mira,12.00,2.00,0,EUR" in download.value.path().read_text()
    take_pictures(page, "series-receipts")
    assert violations(page) == []
    # an order on which someone has no dish
    other = f"/v1/outings/{second}/order"
    leila.call("POST", f"{other}/lines", {"name": "Rice", "price": "2.00"})
    leila.call("POST", f"{other}/transitions", {"from": "open", "to": "locked"})
    leila.call("POST", f"{other}/transitions", {"from": "locked", "to": "placed"})
    mira.page.goto(f"/outings/{second}/order/receipt")
    expect(mira.page.get_by_text("You have no dishes on this order.")).to_be_visible()


def wait_until(is_true, seconds=45):
    until = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.2)


def test_guests_answer_each_date_by_one_link_without_javascript(windows, leila, tmp_path):
    day = in_days(3, "12:30")[:10]
    weekday = leila.page.evaluate("day => ['su','mo','tu','we','th','fr','sa'][new Date(day).getUTCDay()]", day)
    series = leila.call("POST", "/v1/series", {
        "title": "Office lunch", "startTime": "12:30", "timeZone": "Europe/Helsinki", "place": "Lumo Kitchen",
        "rule": {"frequency": "weekly", "weekdays": [weekday], "startsOn": day},
    })
    page = leila.page
    page.goto(f"/series/{series['id']}")
    page.get_by_role("button", name="Create a link").click()
    link = page.get_by_label("Link", exact=True).input_value()
    page.get_by_role("button", name="QR code").click()
    page.get_by_role("img", name="Scan to answer").screenshot(path=tmp_path / "code.png")
    read = subprocess.run(["zbarimg", "--quiet", "--raw", tmp_path / "code.png"], capture_output=True, text=True, check=True)
    assert read.stdout.strip() == link
    page.get_by_role("button", name="Close", exact=True).click()
    take_picture(page, "series-link-1280-light")

    # the link leads to the next date
    guest = windows.open(java_script_enabled=False, viewport=PHONE)
    guest.goto(path_of(link))
    expect(guest.get_by_role("heading", level=1)).to_have_text("Office lunch")
    expect(guest.get_by_text(re.compile("^Every .+, 12:30"))).to_be_visible()
    dates = guest.get_by_role("region", name="Next dates").get_by_role("listitem")
    expect(dates).to_have_count(12)
    expect(dates.last).to_contain_text("answers open closer to the date")
    expect(dates.last.get_by_role("link")).to_have_count(0)
    take_pictures(guest, "series-link")
    guest.get_by_role("link", name=re.compile("^Answer for ")).click()
    expect(guest.get_by_text("Lumo Kitchen")).to_be_visible()
    guest.get_by_label("Your name").fill("Emil")
    guest.get_by_role("button", name="Going").click()
    expect(guest.get_by_role("status")).to_be_visible()

    # and, when the guest comes back to it, to the one after, with their name
    guest.goto(path_of(link))
    expect(dates.first).to_contain_text("Going")
    guest.get_by_role("link", name=re.compile("^Answer for ")).click()
    expect(guest.get_by_label("Your name")).to_have_value("Emil")
    guest.get_by_role("button", name="Maybe").click()
    expect(guest.get_by_role("status")).to_be_visible()
    guest.goto(path_of(link))
    expect(dates.first).to_contain_text("Going")
    expect(dates.nth(1)).to_contain_text("Maybe")
    for outing, status in zip([date["outing"] for date in series["dates"][:2]], ("attending", "maybe")):
        items = leila.call("GET", f"/v1/outings/{outing}/attendees")["items"]
        assert [one["status"] for one in items if one["person"]["name"] == "Emil"] == [status]

    # a new address replaces it
    page.get_by_role("button", name="Replace the link").click()
    page.get_by_role("dialog").get_by_role("button", name="Replace the link").click()
    expect(page.get_by_label("Link", exact=True)).not_to_have_value(link)
    guest.goto(path_of(link))
    expect(guest.get_by_role("heading", level=1)).to_have_text("This link doesn’t work")
    page.get_by_role("button", name="Remove the link").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove the link").click()
    expect(page.get_by_role("button", name="Create a link")).to_be_visible()


def test_a_long_name_does_not_widen_the_page_of_a_series(leila, mira):
    mira.call("PATCH", "/v1/me", {"name": "Bartholomew Featherstonehaugh-Cholmondeley"})
    leila.befriend(mira)
    series = leila.call("POST", "/v1/series", {
        "title": "Office lunch", "startTime": "12:30", "timeZone": "Europe/Helsinki",
        "rule": {"frequency": "weekly", "weekdays": ["th"], "startsOn": in_days(2, "12:30")[:10]},
    })
    page = leila.page
    page.set_viewport_size(PHONE)
    page.goto(f"/series/{series['id']}")
    expect(page.get_by_role("checkbox", name="Bartholomew")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_link_of_a_series_asks_members_for_no_sign_in(windows, leila, mira):
    series = leila.call("POST", "/v1/series", {
        "title": "Office lunch", "startTime": "12:30", "timeZone": "Europe/Helsinki",
        "rule": {"frequency": "weekly", "weekdays": ["mo", "tu", "we", "th", "fr"], "startsOn": in_days(2, "12:30")[:10]},
    })
    link = path_of(leila.call("POST", f"/v1/series/{series['id']}/link", {})["url"])
    visitor = windows.open()
    for page, count in ((visitor, 1), (mira.page, 0)):
        page.goto(link)
        expect(page.get_by_role("heading", level=1)).to_have_text("Office lunch")
        expect(page.get_by_text("No account needed.")).to_have_count(count)
        expect(page.get_by_role("link", name="Sign in", exact=False)).to_have_count(count)
        expect(page.get_by_role("link", name="Privacy")).to_be_visible()
