"""Guests without an account, with and without JavaScript."""

import re
import subprocess
import zipfile

import pytest
from conftest import PHONE, in_days, mail_to, path_of, take_pictures
from playwright.sync_api import expect


def test_a_share_link_works_without_javascript(windows, leila):
    outing = leila.start("Lunch before the demo", startsAt=in_days(5, "12:15"), place="Lumo Kitchen")
    link = leila.call("POST", f"/v1/outings/{outing}/links", {})["url"]
    leila.page.goto(f"/outings/{outing}/people")
    guest = windows.open(java_script_enabled=False, viewport=PHONE)
    guest.goto(path_of(link))
    expect(guest.get_by_role("heading", level=1)).to_have_text("Lunch before the demo")
    expect(guest.get_by_text("Lumo Kitchen")).to_be_visible()

    guest.get_by_label("Your name").fill("Emil")
    guest.get_by_role("button", name="Going").click()

    expect(guest.get_by_role("status")).to_be_visible()
    assert "done" in guest.url
    expect(leila.page.get_by_text("Emil")).to_be_visible()
    # the answer can be changed on the same page
    guest.get_by_role("button", name="Can’t make it").click()
    expect(guest.get_by_role("status")).to_be_visible()
    expect(leila.page.get_by_role("heading", name="1 can’t make it")).to_be_visible()


def test_guests_check_diets_and_allergies_without_javascript(windows, leila):
    outing = leila.start("Lunch before the demo", startsAt=in_days(5, "12:15"))
    link = leila.call("POST", f"/v1/outings/{outing}/links", {})["url"]
    # below three people the host reads no numbers
    for name in ("Ada", "Bo", "Cy"):
        guest = windows.open(java_script_enabled=False, viewport=PHONE)
        guest.goto(path_of(link))
        guest.get_by_label("Your name").fill(name)
        expect(guest.get_by_label("Vegan", exact=True)).to_be_hidden()
        guest.get_by_text("Guests, diet, allergies or a note").click()
        expect(guest.get_by_label("Nuts", exact=True)).to_be_hidden()
        guest.get_by_text("Allergies", exact=True).click()
        for need in ("Vegan", "Halal", "Nuts", "Milk"):
            guest.get_by_label(need, exact=True).check()
        assert guest.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        guest.get_by_role("button", name="Going").click()
        expect(guest.get_by_role("status")).to_be_visible()
        assert guest.locator("input:checked").count() == 0

    needs = leila.call("GET", f"/v1/outings/{outing}/diets")["needs"]
    assert {need["need"]: need["people"] for need in needs} == {"vegan": 3, "halal": 3, "allergy": 3}


def test_hosts_show_the_qr_code_of_a_share_link(leila, tmp_path):
    outing = leila.start("Lunch before the demo", startsAt=in_days(5, "12:15"))
    link = leila.call("POST", f"/v1/outings/{outing}/links", {})["url"]
    page = leila.page
    page.goto(f"/outings/{outing}/people")

    page.get_by_role("button", name="QR code").click()
    page.get_by_role("img", name="Scan to answer").screenshot(path=tmp_path / "code.png")
    read = subprocess.run(["zbarimg", "--quiet", "--raw", tmp_path / "code.png"], capture_output=True, text=True, check=True)
    page.get_by_role("button", name="Close", exact=True).click()

    assert read.stdout.strip() == link
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_guests_pass_a_shared_link_on_by_its_qr_code(windows, leila, tmp_path, scheme):
    outing = leila.start("Lunch before the demo", startsAt=in_days(5, "12:15"))
    link = leila.call("POST", f"/v1/outings/{outing}/links", {})["url"]
    guest = windows.open(java_script_enabled=False, viewport=PHONE, color_scheme=scheme)
    guest.goto(path_of(link))
    code = guest.get_by_role("img", name="Scan to answer")
    expect(code).to_be_hidden()

    guest.get_by_text("QR code").click()
    code.screenshot(path=tmp_path / "code.png")
    read = subprocess.run(["zbarimg", "--quiet", "--raw", tmp_path / "code.png"], capture_output=True, text=True, check=True)
    assert read.stdout.strip() == link

    # a personal link is for one person
    guest.locator("input[name=name]").fill("Ada")
    guest.get_by_role("button", name="Maybe").click()
    expect(guest.get_by_role("status")).to_be_visible()
    expect(guest.get_by_text("QR code")).to_have_count(0)


def test_an_invitation_link_changes_nothing_until_an_answer_is_chosen(windows, leila):
    outing = leila.start("Ramen and catching up", startsAt=in_days(9, "18:30"))
    address = f"hana-{outing[-12:]}@example.org"
    leila.call("POST", f"/v1/outings/{outing}/invitations", {"emails": [address]})
    mail = mail_to(address, lambda mail: any("/i/" in link for link in mail["links"]))
    link = next(link for link in mail["links"] if "/i/" in link)
    guest = windows.open(java_script_enabled=False, viewport=PHONE)

    guest.goto(path_of(link))
    assert leila.call("GET", f"/v1/outings/{outing}")["counts"]["invited"] == 1
    guest.get_by_role("button", name="Maybe").click()

    expect(guest.get_by_role("status")).to_be_visible()
    counts = leila.call("GET", f"/v1/outings/{outing}")["counts"]
    assert (counts["invited"], counts["maybe"]) == (0, 1)


def test_a_name_that_looks_like_another_is_marked(windows, leila):
    outing = leila.start("Ramen")
    link = leila.call("POST", f"/v1/outings/{outing}/links", {})["url"].rsplit("/", 1)[1]
    for name in ("Ada", "Leil\u0430", "LEILA"):
        windows.open().context.request.put(
            f"/v1/invitations/{link}/attendance", data={"status": "attending", "name": name}
        )

    leila.page.goto(f"/outings/{outing}/people")

    expect(leila.page.get_by_text("another name here looks like this one")).to_have_count(2)
    expect(leila.page.get_by_text("letters of this name are from different alphabets")).to_have_count(1)


def test_an_unknown_link_shows_an_explanation(windows):
    guest = windows.open(java_script_enabled=False, viewport=PHONE)

    answer = guest.goto("/i/AAAAAAAAAAAAAAAAAAAAAA")

    assert answer.status == 404
    expect(guest.get_by_role("heading", level=1, name="This link doesn’t work")).to_be_visible()


def invite_guest(leila, outing: str) -> str:
    """Invites an address and returns the personal link from the mail."""
    address = f"ada-{outing[-12:]}@example.org"
    leila.call("POST", f"/v1/outings/{outing}/invitations", {"emails": [address]})
    mail = mail_to(address, lambda mail: any("/i/" in link for link in mail["links"]))
    return path_of(next(link for link in mail["links"] if "/i/" in link))


def open_live_page(windows, leila, outing: str):
    """Opens the outing's page as a guest with a personal link, on a phone."""
    guest = windows.open(viewport={"width": 390, "height": 844})
    guest.goto(invite_guest(leila, outing))
    guest.get_by_role("button", name="Suggestions, votes and messages").click()
    expect(guest).to_have_url(re.compile(f"/outings/{outing}$"))
    return guest


def test_without_javascript_nothing_that_needs_it_is_offered(windows, leila):
    outing = leila.start("Soup", startsAt=in_days(4, "12:00"))
    guest = windows.open(java_script_enabled=False, viewport=PHONE)

    guest.goto(invite_guest(leila, outing))

    expect(guest.get_by_role("button", name="Going")).to_be_visible()
    expect(guest.get_by_role("button", name="Suggestions, votes and messages")).to_be_hidden()


def test_a_guest_downloads_their_data_and_asks_to_be_forgotten_without_javascript(windows, leila):
    outing = leila.start("Soup", startsAt=in_days(4, "12:00"))
    guest = windows.open(java_script_enabled=False, viewport=PHONE)
    link = invite_guest(leila, outing)
    guest.goto(link)
    guest.get_by_role("button", name="Going").click()
    guest.get_by_role("link", name="Your data").click()
    expect(guest.get_by_role("heading", level=1)).to_have_text("Your data")

    with guest.expect_download() as copy:
        guest.get_by_role("button", name="Download a copy").click()
    assert "answers.json" in zipfile.ZipFile(copy.value.path()).namelist()
    guest.get_by_role("button", name="Delete my data").click()
    expect(guest.get_by_role("status")).to_contain_text("All of it will be deleted on")

    # they change their mind within the week, and are still coming
    guest.get_by_role("button", name="Keep my data").click()
    expect(guest.get_by_role("button", name="Delete my data")).to_be_visible()
    expect(guest.get_by_role("status")).to_have_count(0)
    guest.get_by_role("link", name="Back to the invitation").click()
    expect(guest.get_by_role("button", name="Going")).to_have_class(re.compile("chosen"))
    assert leila.call("GET", f"/v1/outings/{outing}")["counts"]["attending"] == 2


def test_the_page_offers_the_calendar_file_after_an_answer(windows, leila):
    outing = leila.start("Soup", startsAt=in_days(4, "12:00"))
    guest = windows.open(java_script_enabled=False, viewport=PHONE)
    guest.goto(invite_guest(leila, outing))
    guest.get_by_role("button", name="Going").click()

    with guest.expect_download() as coming:
        guest.get_by_role("link", name="Add to my calendar").click()

    assert "BEGIN:VEVENT" in coming.value.path().read_text()


def test_a_guest_suggests_withdraws_votes_and_writes(windows, leila):
    outing = leila.start("Friday dumplings", startsAt=in_days(6, "12:00"), place="Park")
    leila.page.goto(f"/outings/{outing}/suggestions")
    guest = open_live_page(windows, leila, outing)
    expect(guest.get_by_role("heading", level=1, name="Friday dumplings")).to_be_visible()

    # suggests a time and a place, which the host sees immediately, and withdraws the suggestion
    guest.get_by_role("link", name="Suggest something else").click()
    form = guest.get_by_role("form", name="Suggest something else")
    day, hour = in_days(6, "13:00").split("T")
    form.get_by_label("Day").fill(day)
    form.get_by_label("Time").fill(hour)
    form.get_by_label("Place").fill("Pier")
    form.get_by_role("button", name="Suggest").click()
    expect(leila.page.locator("ins").filter(has_text="Pier")).to_be_visible()
    guest.get_by_role("button", name="Withdraw").click()
    expect(leila.page.locator("ins").filter(has_text="Pier")).to_have_count(0)

    # votes in a poll
    path = f"/v1/outings/{outing}"
    other = leila.call("POST", f"{path}/suggestions", {"time": {"startsAt": in_days(6, "14:00")}})["id"]
    leila.call("POST", f"{path}/suggestions/{other}/poll", {"closesAt": in_days(5, "12:00")})
    vote = guest.get_by_role("region", name="When?")
    vote.get_by_role("button", name=re.compile("14:00: your vote")).click()
    expect(leila.page.get_by_text("1 person has voted.")).to_be_visible()

    # answers, writes a message and receives live updates
    guest.goto(f"/outings/{outing}")
    leila.page.goto(f"/outings/{outing}")
    guest.get_by_role("button", name="Going").click()
    expect(guest.get_by_text("You’re going. We’ve let Leila know.").first).to_be_visible()
    guest.get_by_label("Write to everyone").fill("I bring cake.")
    guest.get_by_role("button", name="Send").click()
    expect(leila.page.get_by_text("I bring cake.")).to_be_visible()
    leila.call("PATCH", path, {"title": "Saturday dumplings"}, **{"If-Match": "*"})
    expect(guest.get_by_role("heading", level=1, name="Saturday dumplings")).to_be_visible()


def test_a_guest_finds_a_place_and_suggests_it(windows, leila):
    outing = leila.start("Friday dumplings", startsAt=in_days(6, "12:00"), place="Park")
    leila.page.goto(f"/outings/{outing}")
    guest = open_live_page(windows, leila, outing)

    guest.goto(f"/restaurants?for={outing}&near=60.1699,24.9384")
    name = guest.locator(".result .row-title").first.text_content()
    guest.locator(".result").first.click()
    guest.get_by_role("button", name="Suggest this place").click()

    expect(guest.get_by_text("Suggestion sent. The host can see it.")).to_be_visible()
    expect(leila.page.locator("ins").filter(has_text=name)).to_be_visible()


def test_a_guest_of_one_outing_is_asked_to_sign_in_for_another(windows, leila):
    outing = leila.start("Friday dumplings", startsAt=in_days(6, "12:00"))
    other = leila.start("Sunday cake", startsAt=in_days(7, "12:00"))
    guest = open_live_page(windows, leila, outing)

    guest.goto(f"/outings/{other}")
    expect(guest.get_by_role("heading", level=1, name=re.compile("Sign in"))).to_be_visible()
    guest.goto("/")
    expect(guest.get_by_role("heading", level=1, name="Plan a meal together")).to_be_visible()
    guest.goto(f"/outings/{outing}/people")
    expect(guest.get_by_role("heading", level=1)).to_have_text("People")


def test_a_host_pastes_names_and_addresses_and_sees_which_entry_is_wrong(leila, mira):
    outing = leila.start("Workshop lunch")
    leila.invite(outing, mira)
    page = leila.page
    page.goto(f"/outings/{outing}/people")
    field = page.get_by_label("Email addresses")
    field.fill('"Lee, Kim" <kim@example.org>, ada.example.org; Bo <bo@example.org>')

    page.get_by_role("button", name="Send invitations").click()

    expect(page.get_by_text("Entry 2 isn’t an email address: “ada.example.org”")).to_be_visible()
    expect(field).to_have_value('"Lee, Kim" <kim@example.org>, ada.example.org; Bo <bo@example.org>')

    field.fill('"Lee, Kim" <kim@example.org>, Bo <bo@example.org>, sam@example.org')
    page.get_by_role("button", name="Send invitations").click()

    for name in ("Lee, Kim", "Bo", "sam@example.org"):
        expect(page.get_by_text(name, exact=True)).to_be_visible()
    mira.page.goto(f"/outings/{outing}/people")
    expect(mira.page.get_by_text("Lee, Kim")).to_be_visible()
    expect(mira.page.get_by_text("One more person")).to_be_visible()


def test_a_host_reminds_those_who_have_not_answered_and_sees_who_gets_no_news(windows, leila, mira):
    outing = leila.start("Thursday lunch", startsAt=in_days(4, "12:00"))
    leila.invite(outing, mira)
    leila.call("POST", f"/v1/outings/{outing}/invitations", {"emails": ["Ada Smith <ada.smith@example.org>"]})
    link = leila.call("POST", f"/v1/outings/{outing}/links", {})["url"].rsplit("/", 1)[1]
    windows.open().context.request.put(f"/v1/invitations/{link}/attendance", data={"status": "attending", "name": "Kai"})
    page = leila.page
    page.goto(f"/outings/{outing}/people")
    expect(page.get_by_text("One person here gets no news. Tell them yourself.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Kai")).to_contain_text("gets no news")

    page.get_by_role("button", name="Remind the 2 who haven’t answered").click()

    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem").filter(has_text="Ada Smith")).to_contain_text("by email")
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    dialog.get_by_role("button", name="Send the reminder").click()
    expect(page.locator(".toast")).to_contain_text("Reminder sent.")

    page.get_by_role("button", name="Remind the 2 who haven’t answered").click()
    expect(page.locator(".toast")).to_contain_text(re.compile("You can remind them again"))


def test_a_host_adds_a_person_by_name_and_saves_the_list(leila):
    outing = leila.start("Workshop lunch", startsAt=in_days(4, "12:00"))
    page = leila.page
    page.goto(f"/outings/{outing}/people")

    page.get_by_role("textbox", name="Add someone without an address").fill("Kalle from the workshop")
    page.get_by_role("button", name="Add", exact=True).click()

    row = page.get_by_role("listitem").filter(has_text="Kalle from the workshop")
    expect(row).to_contain_text("gets no news")
    expect(page.get_by_role("button", name="Remind")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV").click()
    assert download.value.suggested_filename == "Workshop lunch.csv"
    assert '"Kalle from the workshop","No answer yet","1",""' in download.value.path().read_text("utf-8-sig")
    expect(page.get_by_role("heading", name="For the kitchen")).to_be_visible()

    # what the host does is not said to reach Kalle
    page.get_by_role("button", name="More: Kalle from the workshop").click()
    page.get_by_role("button", name="Answer for them: Going").click()
    expect(page.locator(".toast")).to_contain_text("Recorded. Kalle from the workshop gets no news from us.")
    page.get_by_role("button", name="More: Kalle from the workshop").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_role("dialog").get_by_text("Kalle from the workshop gets no news from us. Tell them yourself.")).to_be_visible()


def test_people_of_recent_outings_come_first_and_a_filter_finds_the_others(leila, mira):
    leila.befriend(mira)
    eaten = leila.start("Ramen", startsAt=in_days(-3, "12:30"), invite={"people": [mira.id]})
    mira.call("PUT", f"/v1/outings/{eaten}/attendance", {"status": "attending"})
    outing = leila.start("Workshop lunch")
    page = leila.page
    known = leila.call("GET", "/v1/friends")["items"][0]
    names = ["Änne Maria", "Bo", "Cem", "Dora", "Emil", "Fatma", "Gus", "Hana", "Ida"]
    others = [known | {"id": f"{at:08d}{known['id'][8:]}", "name": name} for at, name in enumerate(names)]
    page.route("**/v1/friends?*", lambda route: route.fulfill(json={"items": [known, *others], "next": None}))
    page.goto(f"/outings/{outing}/people")
    recent, friends = page.get_by_role("group", name="Recently together"), page.get_by_role("group", name="Friends")
    expect(recent.get_by_role("checkbox")).to_have_count(1)
    expect(friends.get_by_role("checkbox")).to_have_count(9)
    take_pictures(page, "people-filter")

    friends.locator(".person-chip", has_text="Bo").click()
    page.get_by_label("Find a person").fill("mar ann")
    expect(friends.get_by_role("checkbox")).to_have_count(2)
    expect(friends.get_by_label("Änne Maria")).to_be_visible()
    expect(recent).to_be_hidden()
    page.get_by_label("Find a person").fill("zz")
    expect(friends.get_by_role("checkbox")).to_have_count(1)
    friends.locator(".person-chip", has_text="Bo").click()
    page.get_by_label("Find a person").fill("zzz")
    expect(page.get_by_text("No one here has that name.")).to_be_visible()

    page.get_by_label("Find a person").fill("mira")
    recent.get_by_label("Mira").check()
    page.get_by_role("button", name="Invite selected").click()
    expect(page.get_by_role("heading", name="1 no answer yet")).to_be_visible()
    assert leila.call("GET", f"/v1/outings/{outing}")["counts"]["invited"] == 1


def test_the_next_step_after_starting_an_outing_is_its_time(leila):
    page = leila.page
    page.goto("/outings/new")
    page.get_by_label("Title").fill("Soup")
    page.get_by_role("button", name="Create the outing").click()
    expect(page.get_by_text("The outing has no time yet.")).to_be_visible()
    take_pictures(page, "people-new")
    page.get_by_role("button", name="Find a day together").click()
    expect(page.get_by_role("dialog", name="Which days could work?")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)

    page.get_by_role("button", name="Set a time").click()
    day, hour = in_days(5, "12:30").split("T")
    page.get_by_role("dialog").get_by_label("Day").fill(day)
    page.get_by_role("dialog").get_by_label("Time").fill(hour)
    page.get_by_role("dialog").get_by_role("button", name="Save").click()

    expect(page.get_by_text("The outing has no time yet.")).to_have_count(0)
    assert leila.call("GET", "/v1/outings?when=upcoming")["items"][0]["startsAt"].startswith(day)


def test_a_guest_of_a_link_confirms_an_address_for_news(windows, leila):
    outing = leila.start("Lunch before the demo", startsAt=in_days(5, "12:15"))
    link = leila.call("POST", f"/v1/outings/{outing}/links", {})["url"]
    address = f"kai-{outing[-12:]}@example.org"
    guest = windows.open(java_script_enabled=False, viewport=PHONE)
    guest.goto(path_of(link))
    guest.get_by_label("Your name").fill("Kai")
    guest.get_by_role("button", name="Going").click()

    guest.get_by_label("Your email address").fill(address)
    guest.get_by_role("button", name="Send me news").click()
    expect(guest.get_by_text("We’ve sent you an email.")).to_be_visible()
    mail = mail_to(address, lambda mail: any("/address/" in link for link in mail["links"]))
    guest.goto(path_of(next(link for link in mail["links"] if "/address/" in link)))
    guest.get_by_role("button", name="Send me news").click()

    expect(guest.get_by_text("We’ll write when something changes.")).to_be_visible()
    leila.page.goto(f"/outings/{outing}/people")
    expect(leila.page.get_by_text("gets no news")).to_have_count(0)
