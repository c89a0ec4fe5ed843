"""Signing in with an identity provider and with passkeys, and the settings for both.

The provider is a fake (Tests/Servers/identity_provider_fake.py). Tests/Identity tests a real one.
"""

import json
import re
import uuid
from contextlib import suppress

import pytest
from conftest import PHONE, PROVIDER, SERVER, Person, in_days, mail_to, path_of
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

EDDSA, ES256, RS256 = -8, -7, -257


@pytest.fixture
def provider():
    """Skips a test if the server expects no identity provider. conftest.py starts the fake that it expects."""
    if not PROVIDER:
        pytest.skip("NOONISH_TEST_PROVIDER does not say where the server expects a provider")


def submit_claims(page: Page, **claims):
    """Fills in and submits the provider's page."""
    for name, value in claims.items():
        page.get_by_label(name, exact=True).fill(value)
    page.get_by_role("button", name="Go on").click()


def add_authenticator(page: Page):
    """Adds a virtual authenticator that confirms every request."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }
    return session, session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def sign_out(page: Page):
    page.get_by_role("button", name="Sign out: ").first.click()
    expect(page.get_by_role("button", name="Send me a code")).to_be_visible()


def sign_in_on_second_device(person: Person, windows) -> Person:
    """Signs the person in once more, in a window of its own."""
    first = mail_to(person.email, lambda mail: mail.get("code"))["code"]
    other = Person(windows, person.name, windows.open())
    other.call("POST", "/v1/auth/email", {"email": person.email})
    code = mail_to(person.email, lambda mail: mail.get("code", first) != first)["code"]
    other.call("POST", "/v1/auth/email/verify", {"email": person.email, "code": code})
    return other


@pytest.mark.parametrize("replaces", [False, True])
def test_signing_out_everywhere_offers_to_replace_the_calendar_address(leila, windows, replaces):
    page = sign_in_on_second_device(leila, windows).page
    address = path_of(leila.call("POST", "/v1/calendar/rotate")["url"])

    page.goto("/settings")
    page.get_by_role("button", name="Sign out everywhere").click()
    dialog = page.get_by_role("dialog")
    if replaces:
        dialog.get_by_label("Replace my calendar address too.").check()
    dialog.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_role("button", name="Send me a code")).to_be_visible()

    assert leila.fetch("GET", "/v1/me").status == 401
    assert leila.fetch("GET", address).status == (404 if replaces else 200)


def test_signing_out_everywhere_offers_nothing_without_a_calendar_address(leila, windows):
    page = sign_in_on_second_device(leila, windows).page

    page.goto("/settings")
    page.get_by_role("button", name="Sign out everywhere").click()

    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("dialog").get_by_role("checkbox")).to_have_count(0)


def test_a_spent_code_and_the_hourly_limit_are_explained(windows):
    page = windows.open()
    address = f"ada-{uuid.uuid4().hex[:12]}@example.org"
    page.goto("/sign-in")
    page.get_by_label("Email").fill(address)
    page.get_by_role("button", name="Send me a code").click()
    code = mail_to(address, lambda mail: mail.get("code"))["code"]
    wrong = "00000001" if code == "00000000" else "00000000"
    for _ in range(4):
        page.get_by_label("Code").fill(wrong)  # a complete code is submitted automatically
        expect(page.get_by_text("That code is wrong or has expired.")).to_be_visible()
        expect(page.get_by_text("It works for ten minutes.")).to_be_hidden()
    page.get_by_label("Code").fill(wrong)
    expect(page.get_by_text("Too many wrong codes.")).to_be_visible()

    again = page.get_by_role("button", name="Send another code")
    for _ in range(4):
        again.click()
        expect(page.get_by_text("We’ve sent another code to")).to_be_visible()
        expect(page.get_by_text("Too many wrong codes.")).to_have_count(0)
        page.get_by_role("button", name="Close this message").click()
    again.click()
    expect(page.get_by_text("We sent several codes within the last hour.")).to_be_visible()


def test_windows_sign_in_and_ask_for_the_person_in_turn(windows):
    """The refusal of a session that has ended deletes its cookies, and would delete those of a sign-in that it overtakes."""
    page = windows.open()
    address = f"ada-{uuid.uuid4().hex[:12]}@example.org"
    page.goto("/sign-in")
    page.get_by_label("Email").fill(address)
    page.get_by_role("button", name="Send me a code").click()
    code = mail_to(address, lambda mail: mail.get("code"))["code"]
    other = windows.watch(page.context.new_page())
    other.goto("/sign-in")
    hold = "() => { navigator.locks.request('noonish.session', () => new Promise((done) => { globalThis.release = done; })); }"
    is_waiting = "async () => (await navigator.locks.query()).pending.some(({ name }) => name === 'noonish.session')"
    asked = []
    page.context.on("request", lambda request: asked.append(path_of(request.url)))

    other.evaluate(hold)
    page.get_by_label("Code").fill(code)
    page.wait_for_function(is_waiting)
    assert "/v1/auth/email/verify" not in asked
    other.evaluate("() => release()")
    page.get_by_label("What should friends call you?").fill("Ada")
    assert "/v1/auth/email/verify" in asked
    page.get_by_role("button", name="Done").click()
    page.wait_for_url(re.compile(r"/(\?|$)"))

    asked.clear()
    page.evaluate(hold)
    other.goto("/")
    other.wait_for_function(is_waiting)
    assert "/v1/me" not in asked
    page.evaluate("() => release()")
    expect(other.locator("main:not([aria-busy]) h1")).to_be_visible()
    assert "/v1/me" in asked


def find_section(page: Page):
    return page.locator("section", has=page.get_by_role("heading", name="Sign-in methods"))


def test_signing_in_with_a_provider_returns_to_the_requested_screen(windows, provider):
    page = windows.open()
    page.goto("/friends")
    page.get_by_role("button", name="Sign in with Company").click()

    submit_claims(page, sub="oona-1", email="oona@example.org", name="Oona Virtanen")

    expect(page.get_by_role("heading", level=1, name="Friends")).to_be_visible()
    page.goto("/settings")
    expect(page.get_by_role("heading", level=1, name="Oona Virtanen")).to_be_visible()
    expect(find_section(page).get_by_text("oona@example.org")).to_be_visible()
    # The last sign-in method cannot be removed.
    page.get_by_role("button", name="Remove: Company").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("This is your only sign-in method.")).to_be_visible()


@pytest.mark.parametrize("domain, verified, is_theirs", [
    ("trusted.example", "true", True), ("trusted.example", "false", False), ("elsewhere.example", "true", False),
])
def test_a_verified_address_of_a_trusted_domain_claims_its_guest_answers(windows, leila, provider, domain, verified, is_theirs):
    outing = leila.start("Farewell dinner", startsAt=in_days(9, "18:30"))
    address = f"oona-{uuid.uuid4().hex[:8]}@{domain}"
    leila.call("POST", f"/v1/outings/{outing}/invitations", {"emails": [address]})
    mail = mail_to(address, lambda mail: any("/i/" in link for link in mail["links"]))
    guest = windows.open(java_script_enabled=False, viewport=PHONE)
    guest.goto(path_of(next(link for link in mail["links"] if "/i/" in link)))
    guest.get_by_label("Your name").fill("Oona")
    guest.get_by_role("button", name="Going").click()
    expect(guest.get_by_role("status")).to_be_visible()

    page = windows.open()
    page.goto("/friends")
    page.get_by_role("button", name="Sign in with Company").click()
    submit_claims(page, sub=address, email=address, verified=verified, name="Oona Virtanen")
    expect(page.get_by_role("heading", level=1, name="Friends")).to_be_visible()

    oona = Person(windows, "Oona", page)
    mine = {one["id"]: one["myAttendance"]["status"] for one in oona.call("GET", "/v1/outings")["items"]}
    assert mine == ({outing: "attending"} if is_theirs else {})
    # The answer is counted once.
    assert leila.call("GET", f"/v1/outings/{outing}")["counts"]["attending"] == 2


def test_a_forged_callback_is_refused(windows, provider):
    page = windows.open()

    page.goto("/v1/auth/oidc/company/callback?code=stolen&state=" + "x" * 43)

    expect(page.get_by_text("The provider’s answer is invalid or has expired.")).to_be_visible()
    expect(page.get_by_role("button", name="Send me a code")).to_be_visible()


def test_an_identity_is_added_and_removed_in_the_settings(leila, provider):
    page = leila.page
    page.goto("/settings")
    page.get_by_role("button", name="Add Company").click()
    submit_claims(page, sub=leila.email)

    expect(page.get_by_text("Added.")).to_be_visible()
    assert page.url == f"{SERVER}/settings"
    page.get_by_role("button", name="Remove: Company").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()

    expect(page.get_by_text("Company has been removed.")).to_be_visible()
    expect(page.get_by_role("button", name="Add Company")).to_be_visible()


@pytest.mark.parametrize("algorithm", [EDDSA, ES256, RS256])
def test_a_passkey_is_added_renamed_and_signs_in(leila, algorithm):
    page = leila.page
    add_authenticator(page)
    # Chromium warns if only one algorithm is requested, which only this test does.
    leila.windows.ignored.append("pubKeyCredParams is missing")

    def only(route):
        answer = route.fetch()
        options = answer.json() | {"pubKeyCredParams": [{"type": "public-key", "alg": algorithm}]}
        route.fulfill(response=answer, json=options)

    page.route("**/v1/me/passkeys/options", only)
    page.goto("/settings")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("Passkey added.")).to_be_visible()
    page.get_by_role("button", name="Rename: Chrome on Linux").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Thumb")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(find_section(page).get_by_text("Thumb")).to_be_visible()
    me = leila.id
    sign_out(page)

    with suppress(PlaywrightTimeoutError):  # the browser may offer the passkey by itself, which replaces the button
        page.get_by_role("button", name="Sign in with a passkey").click(timeout=3_000)

    expect(page.get_by_role("heading", level=1, name="Outings")).to_be_visible()
    assert leila.id == me
    page.goto("/settings")
    page.get_by_role("button", name="Remove: Thumb").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Thumb has been removed.")).to_be_visible()


def test_a_sensitive_action_runs_after_a_new_sign_in(leila):
    """Simulates the server's request for a recent sign-in, which it sends only ten minutes after a sign-in."""
    page = leila.page
    add_authenticator(page)
    refusals = []

    def refuse_once(route):
        if refusals:
            return route.continue_()
        refusals.append(route.request.url)
        problem = {"type": "/problems/sign_in_again", "code": "sign_in_again", "status": 403, "ways": ["email"]}
        return route.fulfill(status=403, content_type="application/problem+json", body=json.dumps(problem))

    page.route("**/v1/me/passkeys/options", refuse_once)
    page.goto("/settings")
    page.get_by_role("button", name="Add a passkey").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Confirm it’s you")).to_be_visible()
    seen = mail_to(leila.email, lambda mail: mail.get("code"))["at"]
    dialog.get_by_role("button", name="Send a code to").click()
    code = mail_to(leila.email, lambda mail: mail.get("code") and mail["at"] > seen)["code"]
    dialog.get_by_label("Code").fill(code)
    dialog.get_by_role("button", name="Sign in").click()

    expect(page.get_by_text("Passkey added.")).to_be_visible()
    expect(dialog).to_have_count(0)


def test_the_address_is_changed_with_a_code_sent_to_the_new_one(leila):
    page = leila.page
    new = "new-" + leila.email
    page.goto("/settings")
    find_section(page).get_by_role("button", name="Change").click()
    page.get_by_role("dialog").get_by_label("Email").fill(new)
    page.get_by_role("dialog").get_by_role("button", name="Send me a code").click()
    page.get_by_role("dialog").get_by_label("Code").fill(mail_to(new, lambda mail: mail.get("code"))["code"])
    page.get_by_role("dialog").get_by_role("button", name="Save").click()

    expect(page.get_by_text(f"Your email address is now {new}.")).to_be_visible()
    expect(find_section(page).get_by_text(new)).to_be_visible()
    assert new in mail_to(leila.email, lambda mail: "code" not in mail)["text"]
