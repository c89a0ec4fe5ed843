"""Push notifications: the settings, and what the service worker shows.

Chromium cannot subscribe to a push service here, so the developer tools deliver the messages to the worker. Tests/Firefox tests the
delivery by a push service.
"""

import json
import re
import time

import pytest
from playwright.sync_api import expect

from conftest import SERVER, Person, in_days, launch, path_of, take_picture


@pytest.fixture(scope="module")
def browser(playwright):
    """The whole Chromium: without windows it shows no notifications."""
    yield from launch(playwright, "/usr/bin/chromium")


@pytest.fixture
def tom(windows) -> Person:
    """A person who allows notifications."""
    return Person(windows, "Tom", windows.open(permissions=["notifications"], service_workers="allow")).sign_in().open_outings()


def get_notifications(page):
    said = page.evaluate(
        """async () => {
            const registration = await navigator.serviceWorker.ready;
            return (await registration.getNotifications()).map(({ title, body, tag, lang }) => [title, body, tag, lang]);
        }"""
    )
    return [tuple(each) for each in said]


@pytest.fixture
def push_message(tom):
    """Returns a function that delivers a push message to the service worker."""
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


def wait_for_notifications(page, wanted, repeat):
    """
    Waits for exactly these notifications, in any order.

    A message can be lost while the worker starts or stops, so `repeat` delivers it once more.
    """
    beginning = time.monotonic()
    tries = 1
    while time.monotonic() < beginning + 90:
        if sorted(set(get_notifications(page))) == sorted(wanted):
            return
        if time.monotonic() > beginning + 10 * tries:
            repeat()
            tries += 1
        page.wait_for_timeout(50)
    assert sorted(set(get_notifications(page))) == sorted(wanted)


def create_message(title, revision, outing="0197"):
    return json.dumps(
        {
            "title": title, "body": "Moved to 13:00 (was 12:30).", "path": f"/outings/{outing}", "outing": outing,
            "id": f"w:{revision}", "revision": revision, "language": "en",
        }
    )


def test_the_newest_notification_of_an_outing_is_shown(tom, push_message):
    words = "Moved to 13:00 (was 12:30)."
    push_message(create_message("Lunch", 4))
    wait_for_notifications(tom.page, [("Lunch", words, "0197", "en")], lambda: push_message(create_message("Lunch", 4)))

    push_message(create_message("Early lunch", 5))
    wait_for_notifications(tom.page, [("Early lunch", words, "0197", "en")], lambda: push_message(create_message("Early lunch", 5)))

    push_message(create_message("Lunch", 4))
    push_message(create_message("Dinner", 1, outing="0198"))
    wait_for_notifications(
        tom.page,
        [("Early lunch", words, "0197", "en"), ("Dinner", words, "0198", "en")],
        lambda: push_message(create_message("Dinner", 1, outing="0198")),
    )


@pytest.mark.parametrize("data", ["", "not json", "{}", "null", '{"title":7}'])
def test_an_unreadable_message_still_shows_a_notification(tom, push_message, data):
    push_message(data)

    wait_for_notifications(tom.page, [("Noonish", "", "", "")], lambda: push_message(data))


def test_the_settings_show_the_state_of_push(tom, windows):
    # This browser cannot reach a push service and logs that in its console.
    windows.ignored.append("Push API in incognito mode")
    tom.page.goto("/settings")
    block = tom.page.locator("section", has=tom.page.get_by_role("heading", name="Notifications on this device"))
    expect(block.get_by_text("Off", exact=True)).to_be_visible()

    block.get_by_role("button", name="Turn on").click()

    expect(tom.page.get_by_text("Your browser couldn’t reach its push service.")).to_be_visible()
    expect(block.get_by_text("Off", exact=True)).to_be_visible()
    assert tom.call("GET", "/v1/subscriptions")["items"] == []

    # This browser blocks notifications.
    mei = Person(windows, "Mei", windows.open(permissions=[], service_workers="allow")).sign_in()
    mei.page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    mei.page.goto("/settings")
    expect(mei.page.get_by_text("Blocked", exact=True)).to_be_visible()
    expect(mei.page.get_by_role("button", name="Turn on")).to_have_count(0)


# Chromium has no push service here: the page gets a subscription with real keys and the address of a host that does not exist. So the tests
# that use it prove what the page and the server store and show, not that a message arrives; Tests/Firefox does that.
SUBSCRIBING = """
    const toText = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const read = () => JSON.parse(localStorage.getItem('test.subscription'));
    const create = (data) => data && { toJSON: () => data, unsubscribe: async () => { localStorage.removeItem('test.subscription'); return true; } };
    PushManager.prototype.getSubscription = async () => create(read());
    PushManager.prototype.subscribe = async () => {
        const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
        const data = read() ?? { endpoint: `https://nothing.push.services.mozilla.com/${crypto.randomUUID()}`, keys: {
            p256dh: toText(await crypto.subtle.exportKey('raw', pair.publicKey)), auth: toText(crypto.getRandomValues(new Uint8Array(16))) } };
        localStorage.setItem('test.subscription', JSON.stringify(data));
        return create(data);
    };
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
"""


def join(page, link: str, name: str):
    """Answers by a share link and follows the offer of notifications to the outing's page."""
    page.goto(path_of(link))
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Going").click()
    page.get_by_role("button", name="Or get notifications on this device").click()
    expect(page.locator("main:not([aria-busy]) h1")).to_be_visible()
    return page.get_by_role("region", name="Notifications on this device")


def test_a_guest_of_a_link_is_offered_notifications_after_the_answer(windows, leila):
    outing = leila.start("Friday dumplings", startsAt=in_days(5, "12:15"))
    link = leila.call("POST", f"/v1/outings/{outing}/links", {})["url"]
    page = windows.open(permissions=["notifications"], viewport={"width": 390, "height": 844})
    page.goto(path_of(link))
    expect(page.get_by_role("button", name="Or get notifications on this device")).to_have_count(0)

    setting = join(page, link, "Kai")

    expect(setting.get_by_role("button", name="Turn on")).to_be_visible()
    take_picture(page, "outing-guest-notifications")
    leila.page.goto(f"/outings/{outing}")
    expect(leila.page.get_by_role("heading", level=1, name="Friday dumplings")).to_be_visible()
    expect(leila.page.get_by_role("region", name="Notifications on this device")).to_have_count(0)


def test_a_guest_who_turns_notifications_on_is_reached_and_the_guest_of_another_link_is_not(windows, leila):
    outings = [leila.start(title, startsAt=in_days(5, "12:15")) for title in ("Friday dumplings", "Saturday soup")]
    links = [leila.call("POST", f"/v1/outings/{outing}/links", {})["url"] for outing in outings]
    page = windows.open(permissions=["notifications"], service_workers="allow")
    page.add_init_script(SUBSCRIBING)
    setting = join(page, links[0], "Kai")
    leila.page.goto(f"/outings/{outings[0]}/people")
    expect(leila.page.get_by_role("listitem").filter(has_text="Kai")).to_contain_text("gets no news")

    setting.get_by_role("button", name="Turn on").click()

    expect(setting.get_by_text("On", exact=True)).to_be_visible()
    leila.page.reload()
    expect(leila.page.get_by_role("listitem").filter(has_text="Kai")).to_be_visible()
    expect(leila.page.get_by_text("gets no news")).to_have_count(0)

    # the same browser, another outing
    setting = join(page, links[1], "Kai")
    expect(setting.get_by_text("Off", exact=True)).to_be_visible()
    leila.page.goto(f"/outings/{outings[1]}/people")
    expect(leila.page.get_by_role("listitem").filter(has_text="Kai")).to_contain_text("gets no news")


def test_a_guest_who_turns_notifications_off_removes_the_subscription(windows, leila):
    outing = leila.start("Friday dumplings", startsAt=in_days(5, "12:15"))
    page = windows.open(permissions=["notifications"], service_workers="allow")
    page.add_init_script(SUBSCRIBING)
    setting = join(page, leila.call("POST", f"/v1/outings/{outing}/links", {})["url"], "Kai")
    with page.expect_response(re.compile("/v1/subscriptions$")) as created:
        setting.get_by_role("button", name="Turn on").click()

    with page.expect_request(re.compile(f"/v1/subscriptions/{created.value.json()['id']}$")) as removed:
        setting.get_by_role("button", name="Turn off").click()

    assert removed.value.method == "DELETE"
    leila.page.goto(f"/outings/{outing}/people")
    expect(leila.page.get_by_role("listitem").filter(has_text="Kai")).to_contain_text("gets no news")
    expect(setting.get_by_text("Off", exact=True)).to_be_visible()
    assert page.evaluate("[localStorage.getItem('noonish.push'), localStorage.getItem('test.subscription')]") == [None, None]


def test_signing_out_forgets_that_notifications_are_on(windows):
    page = windows.open(permissions=["notifications"], service_workers="allow")
    tom = Person(windows, "Tom", page).sign_in()
    page.add_init_script(SUBSCRIBING)
    page.goto("/settings")
    setting = page.get_by_role("region", name="Notifications on this device")
    setting.get_by_role("button", name="Turn on").click()
    expect(setting.get_by_text("On", exact=True)).to_be_visible()
    page.reload()
    expect(setting.get_by_text("On", exact=True)).to_be_visible()

    page.get_by_role("region", name="Signed in").get_by_role("button", name="Sign out").first.click()
    expect(page.get_by_role("button", name="Send me a code")).to_be_visible()

    assert page.evaluate("localStorage.getItem('noonish.push')") is None
    tom.sign_in()
    page.goto("/settings")
    expect(setting.get_by_text("Off", exact=True)).to_be_visible()


def test_a_guest_whose_browser_has_no_push_is_told_so(windows, leila):
    outing = leila.start("Friday dumplings", startsAt=in_days(5, "12:15"))
    page = windows.open()
    page.add_init_script("delete globalThis.PushManager")

    setting = join(page, leila.call("POST", f"/v1/outings/{outing}/links", {})["url"], "Kai")

    expect(setting).to_contain_text("This browser can’t show notifications from websites. On an iPhone or iPad, add Noonish to the home screen first.")
    expect(setting.get_by_role("button")).to_have_count(0)


def test_the_outing_of_a_guest_is_fetched_while_the_setting_is_loaded(windows, leila):
    outing = leila.start("Friday dumplings", startsAt=in_days(5, "12:15"))
    page = windows.open()
    held = []
    page.route(re.compile("/push-settings"), lambda route: held.append(route))
    page.goto(path_of(leila.call("POST", f"/v1/outings/{outing}/links", {})["url"]))
    page.get_by_label("Your name").fill("Kai")
    page.get_by_role("button", name="Going").click()

    with page.expect_request(re.compile(f"/v1/outings/{outing}/attendees")):
        page.get_by_role("button", name="Or get notifications on this device").click()

    assert len(held) == 1
    held[0].continue_()
    expect(page.get_by_role("region", name="Notifications on this device")).to_be_visible()
