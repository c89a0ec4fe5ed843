"""A guest with no account and no JavaScript."""

from conftest import PHONE, in_days, mail_to, path_of
from playwright.sync_api import expect


def test_a_share_link_is_answered_with_scripts_off(stage, leila):
    outing = leila.start("Lunch before the demo", startsAt=in_days(5, "12:15"), place="Lumo Kitchen")
    link = leila.call("POST", f"/v1/outings/{outing}/links", {})["url"]
    leila.page.goto(f"/outings/{outing}/people")
    guest = stage.window(java_script_enabled=False, viewport=PHONE)
    guest.goto(path_of(link))
    expect(guest.get_by_role("heading", level=1)).to_have_text("Lunch before the demo")
    expect(guest.get_by_text("Lumo Kitchen")).to_be_visible()

    guest.get_by_label("Your name").fill("Emil")
    guest.get_by_role("button", name="Attending").click()

    expect(guest.get_by_role("status")).to_be_visible()
    assert "done" in guest.url
    expect(leila.page.get_by_text("Emil")).to_be_visible()
    # the answer can be changed on the same page
    guest.get_by_role("button", name="Decline").click()
    expect(guest.get_by_role("status")).to_be_visible()
    expect(leila.page.get_by_role("heading", name="1 declined")).to_be_visible()


def test_the_link_of_an_invitation_mail_answers_in_one_tap_and_writes_nothing_by_itself(stage, leila):
    outing = leila.start("Ramen and catching up", startsAt=in_days(9, "18:30"))
    address = f"hana-{outing[-12:]}@example.org"
    leila.call("POST", f"/v1/outings/{outing}/invitations", {"emails": [address]})
    mail = mail_to(address, lambda mail: any("/i/" in link for link in mail["links"]))
    link = next(link for link in mail["links"] if "/i/" in link)
    guest = stage.window(java_script_enabled=False, viewport=PHONE)

    guest.goto(path_of(link))
    assert leila.call("GET", f"/v1/outings/{outing}")["counts"]["invited"] == 1
    guest.get_by_role("button", name="Maybe").click()

    expect(guest.get_by_role("status")).to_be_visible()
    counts = leila.call("GET", f"/v1/outings/{outing}")["counts"]
    assert (counts["invited"], counts["maybe"]) == (0, 1)


def test_a_link_that_does_not_exist_says_so(stage):
    guest = stage.window(java_script_enabled=False, viewport=PHONE)

    answer = guest.goto("/i/AAAAAAAAAAAAAAAAAAAAAA")

    assert answer.status == 404
    expect(guest.get_by_role("heading", level=1, name="This invitation is not here")).to_be_visible()
