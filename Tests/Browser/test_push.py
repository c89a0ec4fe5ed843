"""Notifications on this device: what the settings say, and what the service worker makes of what is pushed.

Chromium has no push service to subscribe to here, so its developer tools hand the messages to the worker. That a message
goes all the way, Tests/Firefox shows.
"""

import json
import time

import pytest
from playwright.sync_api import expect

from conftest import SERVER, Person


@pytest.fixture
def tom(windows) -> Person:
    """Permits notifications."""
    return Person(windows, "Tom", windows.open(permissions=["notifications"], service_workers="allow")).sign_in().open_outings()


def notifications(page):
    said = page.evaluate(
        """async () => {
            const registration = await navigator.serviceWorker.ready;
            return (await registration.getNotifications()).map(({ title, body, tag, lang }) => [title, body, tag, lang]);
        }"""
    )
    return [tuple(each) for each in said]


@pytest.fixture
def pushed(tom):
    """Hands a message to the worker, and answers what is shown then."""
    page = tom.page
    session = page.context.new_cdp_session(page)
    registrations = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"])
    )
    session.send("ServiceWorker.enable")
    page.evaluate(
        """async () => {
            const { active } = await navigator.serviceWorker.ready;
            while (active.state !== 'activated') await new Promise((done) => active.addEventListener('statechange', done, { once: true }));
        }"""
    )

    def push(data):
        while not registrations:
            page.wait_for_timeout(50)
        session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": SERVER, "registrationId": registrations[-1]["registrationId"], "data": data},
        )

    return push


def shown(page, wanted, again):
    """
    Waits for exactly these notifications, in any order.

    The developer tools lose a message now and then, to a worker that is starting or stopping: `again` hands it over anew.
    """
    beginning = time.monotonic()
    tries = 1
    while time.monotonic() < beginning + 90:
        if sorted(set(notifications(page))) == sorted(wanted):
            return
        if time.monotonic() > beginning + 10 * tries:
            again()
            tries += 1
        page.wait_for_timeout(50)
    assert sorted(set(notifications(page))) == sorted(wanted)


def news(title, revision, outing="0197"):
    return json.dumps(
        {
            "title": title, "body": "13:00 instead of 12:30.", "path": f"/outings/{outing}", "outing": outing,
            "id": f"w:{revision}", "revision": revision, "language": "en",
        }
    )


def test_a_newer_notification_of_an_outing_replaces_the_older_one_and_never_the_other_way(tom, pushed):
    words = "13:00 instead of 12:30."
    pushed(news("Lunch", 4))
    shown(tom.page, [("Lunch", words, "0197", "en")], lambda: pushed(news("Lunch", 4)))

    pushed(news("Early lunch", 5))
    shown(tom.page, [("Early lunch", words, "0197", "en")], lambda: pushed(news("Early lunch", 5)))

    pushed(news("Lunch", 4))
    pushed(news("Dinner", 1, outing="0198"))
    shown(
        tom.page,
        [("Early lunch", words, "0197", "en"), ("Dinner", words, "0198", "en")],
        lambda: pushed(news("Dinner", 1, outing="0198")),
    )


@pytest.mark.parametrize("data", ["", "not json", "{}", "null", '{"title":7}'])
def test_whatever_comes_something_is_shown(tom, pushed, data):
    pushed(data)

    shown(tom.page, [("Noonish", "", "", "")], lambda: pushed(data))


def test_the_settings_say_what_is_so(tom, windows):
    # A browser that never reaches a push service, and says so in its console: nothing is claimed.
    windows.ignored.append("Push API in incognito mode")
    tom.page.goto("/settings")
    block = tom.page.locator("section", has=tom.page.get_by_role("heading", name="Notifications on this device"))
    expect(block.get_by_text("Off", exact=True)).to_be_visible()

    block.get_by_role("button", name="Turn on").click()

    expect(tom.page.get_by_text("The browser did not get through to its push service.")).to_be_visible()
    expect(block.get_by_text("Off", exact=True)).to_be_visible()
    assert tom.call("GET", "/v1/subscriptions")["items"] == []

    # A browser that was told to show none.
    mei = Person(windows, "Mei", windows.open(permissions=[], service_workers="allow")).sign_in()
    mei.page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    mei.page.goto("/settings")
    expect(mei.page.get_by_text("Blocked", exact=True)).to_be_visible()
    expect(mei.page.get_by_role("button", name="Turn on")).to_have_count(0)
