"""
The lunch of an office of 25, over two days.

What it costs everyone in mail while time passes is counted by MailCountTests, which can move what is stored into the past. Here the host and
three of the others use their browsers, whose clock goes on by a day.
"""

import datetime
import re
import urllib.request
import json

from conftest import DESKTOP, SERVER, in_days, mail_to, path_of, take_pictures
from playwright.sync_api import Page, expect

INVITED = 21  # with Leila, Mira as cohost, and two who come by the link: 25


def mails_to(address: str) -> list[dict]:
    with urllib.request.urlopen(f"{SERVER}/dev/outbox?to={address}") as response:
        return json.load(response)["items"]


def answer(windows, link: str, status: str, **fields):
    response = windows.open().context.request.put(f"/v1/invitations/{link.rsplit('/', 1)[1]}/attendance", data={"status": status} | fields)
    assert response.ok, response.text()


def widths_below(page: Page) -> set[int]:
    """Returns the widths of the sections below an outing's facts, which share a column."""
    boxes = page.locator(".outing > .main, .outing ~ *").evaluate_all(
        "(nodes) => nodes.map((node) => node.getBoundingClientRect()).filter((box) => box.height > 0).map((box) => Math.round(box.width))"
    )
    return set(boxes)


def test_an_office_of_25_plans_its_lunch_over_two_days(windows, leila, mira):
    outing = leila.start("Team lunch", startsAt=in_days(4, "12:00"), place="Lumo Kitchen", respondBy=in_days(3, "12:00"))
    leila.invite(outing, mira)
    page = leila.page
    addresses = [f"g{number}-{outing[-10:]}@example.org" for number in range(INVITED)]

    # the first day: a list from an address book, a link for the notice board, a cohost who sees the names
    page.goto(f"/outings/{outing}/people")
    page.get_by_label("Email addresses").fill(", ".join(f'"Guest {number:02}" <{each}>' for number, each in enumerate(addresses)))
    page.get_by_role("button", name="Send invitations").click()
    expect(page.get_by_role("heading", name=f"{INVITED + 1} no answer yet")).to_be_visible()
    page.get_by_role("button", name="Create a link").click()
    link = page.get_by_label("Link", exact=True).input_value()
    for name, guests in (("Ulla", 1), ("Viktor", 2)):
        answer(windows, link, "attending", name=name, partySize=guests)
    leila.call("PUT", f"/v1/outings/{outing}/attendees/{mira.id}/role", {"role": "cohost"})
    links = [next(link for link in mail_to(each, lambda mail: mail["links"])["links"] if "/i/" in link) for each in addresses]
    for number in range(10):
        answer(windows, links[number].split("?")[0], ("attending", "maybe", "declined")[number % 3])
    expect(page.get_by_role("heading", name="12 no answer yet")).to_be_visible()
    mira.page.goto(f"/outings/{outing}/people")
    expect(mira.page.get_by_text("Guest 20")).to_be_visible()

    # only those who are missing are reminded, and once
    page.get_by_role("button", name="Remind the 12 who haven’t answered").click()
    page.get_by_role("dialog").get_by_role("button", name="Send the reminder").click()
    expect(page.locator(".toast")).to_contain_text("Reminder sent.")

    # the second day: another time, which reaches those who come, and the list for the kitchen
    page.clock.install(time=datetime.datetime.now() + datetime.timedelta(days=1))
    page.goto("/updates")
    expect(page.get_by_text("Yesterday").first).to_be_visible()
    page.goto(f"/outings/{outing}")
    expect(page.get_by_text("12:00").first).to_be_visible()
    leila.call("PATCH", f"/v1/outings/{outing}", {"startsAt": in_days(4, "12:30")}, **{"If-Match": "*"})
    expect(page.get_by_text("12:30").first).to_be_visible()
    moved = mail_to(addresses[0], lambda mail: "12:30" in mail["subject"] + mail["text"])
    coming = windows.open(viewport={"width": 390, "height": 844})
    coming.goto(path_of(next(link for link in moved["links"] if "/i/" in link)))
    expect(coming.get_by_text("The time or place has changed since you answered.")).to_be_visible()
    coming.get_by_role("button", name="Going").click()
    expect(coming.get_by_role("status")).to_be_visible()

    # no gap beside the list of 25, and one width below it
    expect(page.get_by_role("heading", name=re.compile("no answer yet")).first).to_be_visible()
    assert len(widths_below(page)) == 1
    page.set_viewport_size({"width": 1600, "height": 900})
    assert len(widths_below(page)) == 1
    assert round(page.locator(".message-thread > .form").bounding_box()["width"]) in widths_below(page)
    page.set_viewport_size(DESKTOP)
    take_pictures(page, "outing-25")
    page.goto(f"/outings/{outing}/people")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV").click()
    assert len(download.value.path().read_text("utf-8-sig").splitlines()) == 1 + 25

    for number, address in enumerate(addresses):
        assert len(mails_to(address)) <= 3, f"{number}: {[mail['subject'] for mail in mails_to(address)]}"
