"""Personal data in the settings: picture, diets, notification channels, export and deletion."""

from conftest import create_png
from playwright.sync_api import expect


def find_section(page, name: str):
    return page.locator("section", has=page.get_by_role("heading", name=name, exact=True))


def test_a_picture_replaces_the_initials(leila, windows):
    page = leila.page
    page.goto("/settings")
    block = find_section(page, "Profile")
    expect(block.get_by_text("L", exact=True)).to_be_visible()

    page.locator("#field-picture").set_input_files(
        {"name": "me.png", "mimeType": "image/png", "buffer": create_png(120, 90)}
    )

    portrait = block.locator("img")
    expect(portrait).to_be_visible()
    assert portrait.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 64

    block.get_by_role("button", name="Remove").click()
    expect(block.get_by_text("L", exact=True)).to_be_visible()

    page.locator("#field-picture").set_input_files(
        {"name": "me.png", "mimeType": "image/png", "buffer": b"<svg xmlns='http://www.w3.org/2000/svg'/>"}
    )
    expect(page.get_by_text("Use a JPEG, PNG or WebP file.")).to_be_visible()


def test_others_see_the_picture(leila, mira):
    leila.page.goto("/settings")
    leila.page.locator("#field-picture").set_input_files(
        {"name": "me.png", "mimeType": "image/png", "buffer": create_png(120, 90)}
    )
    expect(find_section(leila.page, "Profile").locator("img")).to_be_visible()
    outing = leila.start("Lunch")
    leila.invite(outing, mira)

    for path in (f"/outings/{outing}/people", "/friends"):
        mira.page.goto(path)
        portrait = mira.page.locator(".avatar img").first
        expect(portrait).to_be_visible()
        assert portrait.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 64

    leila.page.get_by_role("button", name="Remove").first.click()
    mira.page.goto(f"/outings/{outing}/people")
    expect(mira.page.get_by_text("Leila").first).to_be_visible()
    expect(mira.page.locator(".avatar img")).to_have_count(0)


def test_diets_and_quiet_hours_are_saved(leila):
    page = leila.page
    page.goto("/settings")
    diets = find_section(page, "Dietary needs")
    diets.get_by_label("Halal").check()
    diets.get_by_label("Nuts", exact=True).check()
    diets.get_by_label("Private note").fill("no coriander")
    diets.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    channels = find_section(page, "Notifications")
    channels.get_by_label("Email", exact=True).uncheck()
    channels.get_by_label("From").fill("22:00")
    channels.get_by_label("Until").fill("")
    channels.get_by_role("button", name="Save").click()
    expect(channels.get_by_text("Fill in both times, or neither.")).to_be_visible()
    assert not any(one["quietHours"] for one in leila.call("GET", "/v1/me/channels")["items"])
    channels.get_by_label("Until").fill("07:00")
    channels.get_by_role("button", name="Save").click()
    page.wait_for_function(
        "fetch('/v1/me/channels').then((answer) => answer.json()).then(({ items }) => items.every((one) => one.quietHours))"
    )

    page.reload()

    expect(diets.get_by_label("Halal")).to_be_checked()
    expect(diets.get_by_label("Vegan")).not_to_be_checked()
    expect(diets.get_by_label("Private note")).to_have_value("no coriander")
    expect(channels.get_by_label("Email", exact=True)).not_to_be_checked()
    expect(channels.get_by_label("From")).to_have_value("22:00")
    assert leila.call("GET", "/v1/me/diets") == {"diets": ["halal"], "allergies": ["nuts"], "note": "no coriander"}


def test_data_is_exported_and_the_deletion_of_the_account_is_cancelled(leila):
    page = leila.page
    page.goto("/settings")
    data = find_section(page, "Your data")

    data.get_by_role("button", name="Create a copy").click()
    expect(page.get_by_text("We’re preparing it. You’ll get an email.").first).to_be_visible()
    page.wait_for_function(
        "fetch('/v1/me/exports').then((answer) => answer.json()).then(({ items }) => items[0]?.state === 'ready')"
    )
    page.reload()
    with page.expect_download() as download:
        data.get_by_role("link", name="Download").click()
    assert download.value.path().read_bytes()[:4] == b"PK\x03\x04"

    data.get_by_role("button", name="Delete my account").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete my account").click()
    expect(data.get_by_text("Your account will be deleted on")).to_be_visible()
    data.get_by_role("button", name="Keep my account").click()
    expect(data.get_by_role("button", name="Delete my account")).to_be_visible()


def test_the_privacy_page_lists_the_retention_times(leila):
    page = leila.page
    kept = leila.call("GET", "/v1/privacy")["retention"]
    page.goto("/privacy")

    rows = page.locator("table.retention-table tbody tr")
    expect(rows).to_have_count(len(kept))
    seen = {row.get_attribute("data-what"): row.locator("td").inner_text() for row in rows.all()}

    assert seen["exports"] == "24 hours"
    assert seen["sessionsUnused"] == "30 days"
    assert seen["audit"] == "400 days"
    assert set(seen) == {item["what"] for item in kept}
