"""Circles, blocking, cohosts, and guests who create an account."""

from conftest import PHONE, Person, in_days, mail_to, path_of, take_pictures
from playwright.sync_api import expect


def test_a_circle_of_friends_is_created_and_invited_with_one_tap(leila, mira):
    leila.befriend(mira)
    page = leila.page
    page.goto("/friends")
    page.get_by_role("button", name="New circle").click()
    page.get_by_label("Name").fill("Lunch people")
    page.get_by_role("dialog").get_by_label("Mira").check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Lunch people", exact=True)).to_be_visible()
    expect(page.get_by_text("One person")).to_be_visible()

    outing = leila.start("Ramen and catching up", startsAt=in_days(3, "18:30"))
    page.goto(f"/outings/{outing}/people")
    page.get_by_role("button", name="Invite the circle Lunch people").click()

    expect(page.get_by_role("heading", name="1 no answer yet")).to_be_visible()
    assert mira.call("GET", f"/v1/outings/{outing}")["myAttendance"]["status"] == "invited"

    page.goto("/friends")
    page.get_by_role("button", name="Delete: Lunch people").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("One person")).to_have_count(0)


def test_a_friend_is_blocked_and_unblocked(leila, mira):
    leila.befriend(mira)
    page = leila.page
    page.goto("/friends")
    page.get_by_role("button", name="More: Mira").click()
    page.get_by_role("dialog").get_by_role("button", name="Block").click()
    page.get_by_role("dialog").get_by_role("button", name="Block").click()

    expect(page.get_by_role("button", name="Unblock")).to_be_visible()
    page.get_by_role("button", name="Report").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").select_option("Pretending to be someone else")
    with page.expect_response(lambda answer: answer.url.endswith(f"/v1/people/{mira.id}/reports")) as report:
        dialog.get_by_role("button", name="Report").click()
    assert report.value.status == 202
    expect(page.get_by_text("Reported. Thank you.")).to_be_visible()
    assert mira.call("GET", "/v1/friends")["items"] == []
    page.get_by_role("button", name="Unblock").click()
    expect(page.get_by_role("button", name="Unblock")).to_have_count(0)


def test_people_who_allow_it_are_found_by_their_address(leila, mira):
    mira.page.goto("/friends")
    mira.page.get_by_role("button", name="Turn on").click()
    expect(mira.page.get_by_text("Anyone who has your email address can find you.")).to_be_visible()
    page = leila.page
    page.goto("/friends")

    page.get_by_label("Email addresses").fill(f"Mira <{mira.email}>, nobody@example.org")
    page.get_by_role("button", name="Find people").click()
    expect(page.get_by_text("One of them is here.")).to_be_visible()
    page.get_by_role("listitem").filter(has_text=mira.email).get_by_role("button", name="Send a friend request").click()

    expect(mira.page.get_by_role("button", name="Accept")).to_have_count(0)
    mira.page.goto("/friends")
    expect(mira.page.get_by_role("button", name="Accept")).to_be_visible()


def test_a_host_answers_for_an_invitee_appoints_a_cohost_and_hands_over(leila, mira):
    outing = leila.start("Lunch before the demo", startsAt=in_days(5, "12:15"))
    leila.invite(outing, mira)
    page = leila.page
    page.goto(f"/outings/{outing}/people")

    page.get_by_role("button", name="More: Mira").click()
    page.get_by_role("button", name="Answer for them: Going").click()
    expect(page.get_by_text("answer set by the host")).to_be_visible()
    page.get_by_role("button", name="More: Mira").click()
    page.get_by_role("button", name="Make a cohost").click()
    expect(page.get_by_text("Cohost", exact=True)).to_be_visible()
    page.get_by_role("button", name="More: Mira").click()
    page.get_by_role("button", name="Hand over").click()
    page.get_by_role("dialog").get_by_role("button", name="Hand over").click()
    expect(page.get_by_text("Mira is now the host.")).to_be_visible()

    assert mira.call("GET", f"/v1/outings/{outing}")["myAttendance"]["role"] == "host"
    page.get_by_role("button", name="More: Leila").click()
    page.get_by_role("button", name="Stop hosting").click()
    expect(page.get_by_text("You’re no longer hosting.")).to_be_visible()
    assert mira.call("GET", f"/v1/outings/{outing}")["cohosts"] == []


def test_a_guest_who_creates_an_account_keeps_their_answer(windows, leila):
    outing = leila.start("Farewell dinner", startsAt=in_days(9, "18:30"))
    hana = Person(windows, "Hana", windows.open())
    leila.call("POST", f"/v1/outings/{outing}/invitations", {"emails": [hana.email]})
    mail = mail_to(hana.email, lambda mail: any("/i/" in link for link in mail["links"]))
    link = path_of(next(link for link in mail["links"] if "/i/" in link))
    guest = windows.open(java_script_enabled=False, viewport=PHONE)
    guest.goto(link)
    guest.get_by_label("Your name").fill("Hana")
    guest.get_by_role("button", name="Going").click()
    expect(guest.get_by_role("status")).to_be_visible()

    hana.sign_in_by_hand()

    expect(hana.page.get_by_role("link", name="Farewell dinner").first).to_be_visible()
    assert hana.call("GET", f"/v1/outings/{outing}")["myAttendance"]["status"] == "attending"
    assert leila.call("GET", f"/v1/outings/{outing}")["counts"]["attending"] == 2


def test_an_invitation_to_another_address_can_be_added_to_the_account(windows, leila, mira):
    outing = leila.start("Farewell dinner", startsAt=in_days(9, "18:30"))
    address = f"other-{outing[-12:]}@example.org"
    leila.call("POST", f"/v1/outings/{outing}/invitations", {"emails": [address]})
    mail = mail_to(address, lambda mail: any("/i/" in link for link in mail["links"]))
    mira.page.goto(path_of(next(link for link in mail["links"] if "/i/" in link)))

    mira.page.get_by_role("button", name="Add to my account").click()

    expect(mira.page.get_by_role("heading", level=1, name="Farewell dinner")).to_be_visible()
    assert mira.call("GET", f"/v1/outings/{outing}")["myAttendance"]["status"] == "invited"


def test_a_lost_link_is_sent_again(windows, leila):
    outing = leila.start("Farewell dinner", startsAt=in_days(9, "18:30"))
    address = f"lost-{outing[-12:]}@example.org"
    leila.call("POST", f"/v1/outings/{outing}/invitations", {"emails": [address]})
    guest = windows.open(java_script_enabled=False, viewport=PHONE)
    guest.goto("/i/AAAAAAAAAAAAAAAAAAAAAA")

    guest.get_by_label("Your email address").fill(address)
    guest.get_by_role("button", name="Send my links").click()

    expect(guest.get_by_role("status")).to_be_visible()
    mail_to(address, lambda mail: mail["subject"] == "Links to your invitations")


def test_friends_are_one_tap_from_the_top_of_the_settings(mira):
    page = mira.page
    page.goto("/settings")
    link = page.get_by_role("link", name="Friends", exact=True)
    expect(link).to_be_in_viewport(ratio=1)
    take_pictures(page, "settings-top")
    link.click()
    expect(page.get_by_role("heading", level=1, name="Friends")).to_be_visible()
