"""Without a network: the client starts, shows cached data and queues answers, which are sent once."""

import time

import pytest
from conftest import Person, in_days
from playwright.sync_api import Page, expect

RELOADED = "main:not([aria-busy]) h1"


@pytest.fixture
def mira(windows) -> Person:
    """The invitee, on a phone with the service worker active."""
    windows.ignored += ["ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_RESET", "Failed to fetch", "status of 503"]
    page = windows.open(viewport={"width": 390, "height": 844}, service_workers="allow")
    mira = Person(windows, "Mira", page).sign_in().open_outings()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # from now on, the worker serves the client
    expect(page.locator(RELOADED)).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    return mira


def cache_outing(person: Person, outing: str) -> Page:
    """Opens an outing and the list of outings, so that both are cached."""
    page = person.page
    page.goto(f"/outings/{outing}")
    expect(page.locator(RELOADED)).to_be_visible()
    page.goto("/")
    expect(page.get_by_text("Live, all up to date")).to_be_attached()
    until = time.monotonic() + 30
    while time.monotonic() < until and not page.evaluate(
        """async (outing) => {
            const name = (await caches.keys()).find((one) => one.startsWith('seen-'));
            const cache = await caches.open(name);
            const list = await cache.match('/v1/outings?when=upcoming&limit=100');
            return (await list?.text())?.includes(outing) && Boolean(await cache.match(`/v1/outings/${outing}/polls`));
        }""",
        outing,
    ):
        page.wait_for_timeout(50)
    return page


def set_offline(page: Page, is_so: bool = True):
    page.context.set_offline(is_so)


def get_answer(host: Person, outing: str, person: Person) -> dict:
    attendees = host.call("GET", f"/v1/outings/{outing}/attendees")["items"]
    return next(one for one in attendees if one["person"]["id"] == person.id_known)


def get_updates(host: Person, outing: str) -> list[dict]:
    return [each for each in host.call("GET", "/v1/updates")["items"] if each["outing"]["id"] == outing]


def test_a_lost_connection_is_noticed_within_three_seconds_without_an_event(leila):
    page = leila.open_outings().page
    page.evaluate("Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })")
    expect(page.get_by_text("You’re offline")).to_be_visible(timeout=3_000)
    page.evaluate("delete navigator.onLine")
    expect(page.get_by_text("You’re offline")).to_have_count(0, timeout=3_000)
    expect(page.get_by_text("Live, all up to date")).to_be_attached()


def test_a_screen_of_a_group_that_was_never_opened_starts_without_a_network(mira):
    set_offline(mira.page)

    mira.page.goto("/about")

    expect(mira.page.get_by_role("heading", level=1, name="About")).to_be_visible()


@pytest.fixture
def invited(leila, mira) -> str:
    outing = leila.start("Friday dumplings", startsAt=in_days(6, "12:00"), place="Lumo Kitchen")
    leila.invite(outing, mira)
    mira.id_known = mira.id
    return outing


def test_cached_screens_are_shown_after_a_reload_without_a_network(mira, invited):
    page = cache_outing(mira, invited)
    set_offline(page)

    page.reload()

    expect(page.get_by_role("heading", level=1, name="Outings")).to_be_visible()
    expect(page.get_by_text("You’re offline")).to_be_visible()
    expect(page.get_by_text("Last updated: Today")).to_be_visible()
    page.get_by_role("link", name="Friday dumplings").click()
    expect(page.get_by_role("heading", level=1, name="Friday dumplings")).to_be_visible()
    expect(page.get_by_text("Lumo Kitchen")).to_be_visible()
    page.goto("/updates")
    expect(page.get_by_role("heading", level=1, name="Updates")).to_be_visible()
    page.goto("/restaurants?near=60.1699,24.9384")
    expect(page.get_by_text("We got no reply.")).to_be_visible()

    set_offline(page, False)
    page.goto("/")
    expect(page.get_by_text("You’re offline")).to_have_count(0)


def test_an_answer_without_a_network_is_sent_once_even_after_a_reload(leila, mira, invited):
    page = cache_outing(mira, invited)
    page.goto(f"/outings/{invited}")
    expect(page.get_by_role("button", name="Going")).to_be_attached()
    set_offline(page)
    page.get_by_role("button", name="Going").click()
    expect(page.get_by_text("You’re going. Not sent yet. We’ll send it when you’re back online.")).to_be_visible()
    page.get_by_role("button", name="One more").click()
    expect(page.get_by_text("You’re going with one guest. Not sent yet")).to_be_visible()

    page.reload()
    expect(page.locator(".answer-text")).to_contain_text("You’re going with one guest.Not sent yet.")
    assert get_answer(leila, invited, mira)["status"] == "invited"
    set_offline(page, False)

    expect(page.get_by_text("Sent for Friday dumplings: You’re going with one guest. We’ve let Leila know.")).to_be_visible()
    expect(page.locator(".answer-text")).not_to_contain_text("Not sent yet")
    answer = get_answer(leila, invited, mira)
    assert (answer["status"], answer["partySize"]) == ("attending", 2)
    page.reload()
    expect(page.locator(RELOADED)).to_be_visible()
    assert len(get_updates(leila, invited)) == 1


def test_an_answer_whose_acknowledgement_is_lost_counts_once(leila, mira, invited):
    page = cache_outing(mira, invited)
    page.goto(f"/outings/{invited}")
    expect(page.get_by_role("button", name="Maybe")).to_be_attached()
    lost = []

    def lose(route):
        """Lets the server handle the request but loses the response."""
        lost.append((route.request.headers["idempotency-key"], route.fetch().status))
        route.abort("connectionreset")

    page.context.route("**/attendance", lose)
    page.get_by_role("button", name="Maybe").click()
    expect(page.get_by_text("You said maybe. Not sent yet. We’ll send it when you’re back online.")).to_be_visible()
    # meanwhile the host sets another answer, which the repetition must not overwrite
    leila.call("PUT", f"/v1/outings/{invited}/attendees/{mira.id_known}", {"status": "attending", "partySize": 3})
    page.context.unroute("**/attendance", lose)
    with page.expect_request("**/attendance") as again:
        page.evaluate("dispatchEvent(new Event('online'))")

    expect(page.get_by_text("Sent for Friday dumplings")).to_be_visible()
    assert {key for key, _ in lost} == {again.value.headers["idempotency-key"]}
    assert {status for _, status in lost} == {200}
    answer = get_answer(leila, invited, mira)
    assert (answer["status"], answer["partySize"]) == ("attending", 3)


def test_a_refused_answer_is_shown_until_it_is_dismissed(leila, mira, invited):
    page = cache_outing(mira, invited)
    set_offline(page)
    page.get_by_role("group", name="Your answer: Friday dumplings").get_by_role("button", name="Going").click()
    expect(page.get_by_text("Not sent yet").first).to_be_visible()
    leila.call("PUT", f"/v1/outings/{invited}/cancellation", {"reason": "Rain all day"})
    set_offline(page, False)

    expect(page.get_by_text("Your answer to Friday dumplings wasn’t recorded")).to_be_visible()
    expect(page.get_by_text("This outing was cancelled.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Your answer to Friday dumplings wasn’t recorded")).to_be_visible()
    page.get_by_role("button", name="OK").click()
    expect(page.get_by_text("Your answer to Friday dumplings wasn’t recorded")).to_have_count(0)
    page.reload()
    expect(page.locator(RELOADED)).to_be_visible()

    expect(page.get_by_text("Your answer to Friday dumplings wasn’t recorded")).to_have_count(0)
    assert get_answer(leila, invited, mira)["status"] == "invited"


def test_only_answers_and_dishes_are_queued(mira, invited):
    page = cache_outing(mira, invited)
    set_offline(page)
    page.get_by_role("link", name="New outing").click()
    page.get_by_label("Title").fill("Soup")

    page.get_by_role("button", name="Create the outing").click()

    expect(page.get_by_text("Without a network, only answers to outings and dishes for an order are sent later. Please try again.")).to_be_visible()
    expect(page.get_by_label("Title")).to_have_value("Soup")


def test_signing_out_deletes_cached_data(mira, invited):
    page = cache_outing(mira, invited)
    page.goto("/settings")

    page.get_by_role("button", name="Sign out").first.click()
    expect(page.get_by_role("button", name="Send me a code")).to_be_visible()

    kept = """async () => ({
        caches: (await caches.keys()).filter((name) => name.startsWith('seen-')),
        answers: await globalThis.answerQueue.all(),
        dishes: await globalThis.answerQueue.dishes.all(),
    })"""
    assert page.evaluate(kept) == {"caches": [], "answers": [], "dishes": []}
    set_offline(page)
    page.evaluate("location.assign('/')")
    expect(page.get_by_text("Friday dumplings")).to_have_count(0)


def test_the_next_person_does_not_see_cached_data(windows, mira, invited):
    page = cache_outing(mira, invited)
    page.context.clear_cookies()  # the session ends without the page being notified
    oskar = Person(windows, "Oskar", page).sign_in_by_hand()

    names = page.evaluate("caches.keys()")

    assert [name for name in names if name.startswith("seen-")] == [f"seen-{oskar.id}"]


def test_the_service_worker_sends_a_queued_answer(leila, mira, invited):
    page = cache_outing(mira, invited)
    registrations = []
    session = page.context.new_cdp_session(page)
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    key = "0d9c4d3e-1f1a-4c58-9b0e-2b1f0a9c5b1f"
    page.evaluate(
        """([outing, account, key]) => answerQueue.add({
            outing, account, key, title: 'Friday dumplings', host: { id: '', name: 'Leila' }, isHost: false, language: 'en',
            body: { status: 'declined', partySize: 1 }, at: Date.now() })""",
        [invited, mira.id_known, key],
    )
    while not registrations:
        page.wait_for_timeout(50)
    fire = {"origin": page.url.rsplit("/", 1)[0], "registrationId": registrations[-1]["registrationId"]}

    until = time.monotonic() + 60
    while get_answer(leila, invited, mira)["status"] == "invited" and time.monotonic() < until:
        # an event can be lost while the worker is starting
        session.send("ServiceWorker.dispatchSyncEvent", fire | {"tag": "answers", "lastChance": False})
        page.wait_for_timeout(500)

    assert get_answer(leila, invited, mira)["status"] == "declined"
    expect(page.get_by_text("Sent for Friday dumplings: You said you can’t make it. We’ve let Leila know.")).to_be_visible()


def test_the_service_worker_caches_one_version_of_every_file(mira):
    """Compares the worker's list of files with its cache and with the files the page has loaded."""
    page = mira.page

    kept = page.evaluate(
        """async () => {
            const [name] = (await caches.keys()).filter((one) => one.startsWith('shell-'));
            const cache = await caches.open(name);
            const script = await (await fetch('/service-worker.js')).text();
            const shell = JSON.parse(/^const SHELL = (.*);$/m.exec(script)[1]);
            const faults = [];
            for (const [path, tag] of Object.entries(shell.files)) {
                const there = await cache.match(path, { ignoreVary: true });
                if (there?.headers.get('ETag')?.replace('-gz"', '"') !== tag) faults.push(path);
            }
            const loaded = performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname);
            const shellFiles = loaded.filter((path) => path.startsWith('/assets/') || path.startsWith('/locales/'));
            return { name: name === `shell-${shell.version}`, faults, missing: shellFiles.filter((path) => !shell.files[path]) };
        }"""
    )

    assert kept == {"name": True, "faults": [], "missing": []}
