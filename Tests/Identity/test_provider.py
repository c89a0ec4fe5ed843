"""Signing in with a real provider, Canaille, in a real Chromium.

NOONISH_TEST_PROGRAM is the built program, which the tests start with its own embedded database;
NOONISH_TEST_CANAILLE is the folder of the Python environment with Canaille.
"""

import json
import os
import socket
import subprocess
import tempfile
import urllib.request

import pytest
from canaille import Canaille
from playwright.sync_api import expect, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
expect.set_options(timeout=30_000)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@pytest.fixture(scope="module")
def places():
    """The provider, and a service that is configured for it."""
    port, service = free_port(), free_port()
    url = f"http://localhost:{service}"
    canaille = Canaille(
        os.environ["NOONISH_TEST_CANAILLE"], port, f"{url}/v1/auth/oidc/company/callback")
    folder = tempfile.TemporaryDirectory(prefix="noonish-identity-")
    os.chmod(folder.name, 0o755)  # the embedded PostgreSQL runs as another user
    settings = {
        "NOONISH_HTTP_PORT": str(service), "NOONISH_DATA_FOLDER": folder.name, "NOONISH_SIGN_IN_PROVIDERS": "company",
        "NOONISH_PROVIDER_COMPANY_LABEL": "Company", "NOONISH_PROVIDER_COMPANY_ISSUER": canaille.issuer,
        "NOONISH_PROVIDER_COMPANY_CLIENT_ID": canaille.client, "NOONISH_PROVIDER_COMPANY_CLIENT_SECRET": canaille.secret,
        "NOONISH_PROVIDER_COMPANY_ADDRESSES": "*",
    }
    program = subprocess.Popen(
        [os.environ["NOONISH_TEST_PROGRAM"], "serve"], env=os.environ | settings, stdout=subprocess.PIPE, text=True)
    assert any(line.startswith("ready ") for line in program.stdout), "the program has ended"
    yield canaille, url
    program.terminate()
    program.wait(60)
    canaille.close()


@pytest.fixture
def page(places):
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser.new_context(base_url=places[1], locale="en-GB").new_page()
        browser.close()


def sign_in_there(page, canaille):
    """Signs in at Canaille: the name, then the password."""
    page.locator("input[name=login]").fill(canaille.login)
    page.locator("form button[type=submit], form input[type=submit]").last.click()
    page.locator("input[name=password]").fill(canaille.password)
    page.locator("form button[type=submit], form input[type=submit]").last.click()


def code_mailed_to(address: str, url: str) -> str:
    request = urllib.request.Request(
        f"{url}/v1/auth/email", json.dumps({"email": address}).encode(), {"Content-Type": "application/json"})
    urllib.request.urlopen(request).close()
    with urllib.request.urlopen(f"{url}/dev/outbox?to={address}") as answer:
        return json.load(answer)["items"][0]["code"]


def get(page, path):
    return page.evaluate("async (path) => (await fetch(path)).json()", path)


def test_somebody_signs_in_by_a_real_provider_and_is_the_same_the_next_time(page, places):
    canaille, url = places
    # An account with the same address. Canaille does not state that it verified the address, so the account stays separate.
    body = json.dumps({"email": canaille.address, "code": code_mailed_to(canaille.address, url)}).encode()
    request = urllib.request.Request(f"{url}/v1/auth/email/verify", body, {"Content-Type": "application/json"})
    owner = json.load(urllib.request.urlopen(request))["person"]["id"]
    callbacks = []
    page.on("request", lambda request: callbacks.append(request.url) if "/callback?" in request.url else None)

    page.goto("/friends")
    page.get_by_role("button", name="Sign in with Company").click()
    sign_in_there(page, canaille)

    expect(page.get_by_role("heading", level=1, name="Friends")).to_be_visible()
    me = get(page, "/v1/me")
    assert (me["name"], me["email"]) == (canaille.name, None)
    assert me["id"] != owner
    assert get(page, "/v1/me/identities")["items"][0]["address"] == canaille.address

    # The callback works once.
    assert len(callbacks) == 1
    page.goto(callbacks[0])
    assert "problem=provider_answer_void" in page.url

    # The next sign-in leads to the same account, without a prompt at the provider, whose session still exists.
    page.goto("/settings")
    page.get_by_role("button", name="Sign out: ").first.click()
    page.get_by_role("button", name="Sign in with Company").click()
    expect(page.get_by_role("heading", level=1, name="Outings")).to_be_visible()
    assert get(page, "/v1/me")["id"] == me["id"]


def test_an_account_that_was_there_gets_the_identity_in_the_settings(page, places):
    canaille, url = places
    page.goto("/sign-in")
    page.get_by_label("Email").fill("second@example.org")
    page.get_by_role("button", name="Send me a code").click()
    expect(page.get_by_label("Code")).to_be_visible()
    with urllib.request.urlopen(f"{url}/dev/outbox?to=second@example.org") as answer:
        page.get_by_label("Code").fill(json.load(answer)["items"][0]["code"])
    page.get_by_label("What should friends call you?").fill("Second")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("heading", level=1, name="Outings")).to_be_visible()

    page.goto("/settings")
    page.get_by_role("button", name="Add Company").click()
    sign_in_there(page, canaille)

    # The account of the first test already has this identity, and keeps it.
    expect(page.get_by_text("That identity belongs to another account.")).to_be_visible()
    assert get(page, "/v1/me/identities")["items"] == []
