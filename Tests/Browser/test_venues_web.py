"""Claiming a restaurant, and running it: its profile, people, tablets, history, portions and menu."""

import json
import os
import random
import re
import subprocess
import urllib.parse
import uuid

import pytest
from conftest import DESKTOP, PHONE, PROGRAM, Person, create_png, in_days, take_picture, violations
from playwright.sync_api import Page, expect

HELSINKI = "60.1699,24.9384"
MENU = {
    "schemaVersion": 1, "language": "en", "currency": "EUR", "pricesIncludeTax": True,
    "optionGroups": [{"key": "spice", "name": "Spice", "least": 1, "most": 1, "mostOfEach": 1, "options": [
        {"key": "mild", "name": "Mild", "priceMinor": 0, "preselected": True}, {"key": "hot", "name": "Hot", "priceMinor": 50, "preselected": False}]}],
    "sections": [
        {"key": "curries", "name": "Curries", "items": [
            {"key": "green-curry", "kind": "dish", "name": "Green curry", "names": {"fi": "Vihreä curry"}, "priceMinor": 1190, "optionGroups": ["spice"], "contains": ["fish"], "preparationMinutes": 15},
            {"key": "tofu", "kind": "dish", "name": "Fried tofu", "priceMinor": 950, "diets": ["vegan"]}]},
        {"key": "drinks", "name": "Drinks", "items": [{"key": "tea", "kind": "drink", "name": "Tea", "priceMinor": 300}]},
    ],
}


@pytest.fixture
def venue(leila: Person) -> str:
    """A verified venue of its own with a published menu, that Leila owns."""
    venue = register(leila)["id"]
    environment = os.environ | {"NOONISH_DATA_FOLDER": os.environ["NOONISH_TEST_DATA"]}
    subprocess.run([PROGRAM, "venue", "owner", leila.email, venue], env=environment, check=True, capture_output=True)
    leila.call("PUT", f"/v1/venues/{venue}/menu/draft", MENU, **{"If-Match": '"0"'})
    leila.call("POST", f"/v1/venues/{venue}/menu/publications", {})
    return venue


def read_draft(owner: Person, venue: str) -> dict:
    return owner.call("GET", f"/v1/venues/{venue}/menu/draft")["menu"]


def register(person: Person, **fields) -> dict:
    """Adds a restaurant, which is provisional."""
    return person.call("POST", "/v1/venues", {
        "name": f"Café {uuid.uuid4().hex[:12]}", "kind": "cafe", "latitude": 61 + random.random(), "longitude": 23.7, "timeZone": "Europe/Helsinki", "distinct": True} | fields)


def test_a_place_is_claimed_by_mail_and_waits_72_hours(mira: Person):
    page = mira.page
    found = mira.call("GET", f"/v1/restaurants?near={HELSINKI}&limit=20")["items"]
    ways = next(way for one in found if (way := mira.call("GET", f"/v1/restaurants/{one['id']}/claims"))["email"] or way["domain"])
    page.goto(f"/restaurants/{ways['restaurant']}")
    page.get_by_role("link", name="Do you run this place?").click()
    expect(page.get_by_role("heading", level=1, name="Claim this place")).to_be_visible()
    if ways["contactIsFresh"] or ways["isClaimed"]:  # the sample city was imported a moment ago
        expect(page.get_by_text("An operator can decide.")).to_be_visible()
        expect(page.get_by_role("form", name="By email")).to_have_count(0)
    assert violations(page) == []
    page.get_by_role("button", name="Ask an operator").click()
    expect(page.get_by_role("heading", name="Waiting for proof")).to_be_visible()
    expect(page.get_by_text("An operator will decide.")).to_be_visible()
    assert mira.call("GET", "/v1/me/claims")["items"][0]["method"] == "operator"


def test_a_claim_by_mail_and_one_by_website_ask_for_their_proofs(mira: Person):
    """The contacts of the sample city are too fresh to prove anything, so the server's answers about them are given here."""
    page = mira.page
    place = mira.call("GET", f"/v1/restaurants?near={HELSINKI}&limit=1")["items"][0]
    ways = {"restaurant": place["id"], "name": place["name"], "isClaimed": False, "contactIsFresh": False, "email": "info@lumo.example", "domain": "lumo.example", "website": "https://lumo.example/"}
    claim = {"id": place["id"], "restaurant": place["id"], "name": place["name"], "state": "requested", "createdAt": "2026-11-27T10:00:00Z", "expiresAt": "2026-11-30T10:00:00Z"}
    claims, sent = [], []

    def answer(route):
        if route.request.method == "POST":
            sent.append(route.request.post_data_json)
            claims.insert(0, claim | {"method": sent[-1]["method"], "proof": "noonish-venue=abc" if sent[-1]["method"] == "website" else None})
            return route.fulfill(status=201, json=claims[0])
        return route.fulfill(json=ways)

    page.route(f"**/v1/restaurants/{place['id']}/claims", answer)
    page.route("**/v1/me/claims*", lambda route: route.fulfill(json={"items": claims, "next": None}))
    page.goto(f"/restaurants/{place['id']}/claim")
    expect(page.get_by_label("Email address of the place")).to_have_value("info@lumo.example")
    page.get_by_role("button", name="Send me a code").press("Enter")
    expect(page.get_by_label("Code")).to_be_visible()
    page.get_by_label("Code").fill("12345678")
    page.get_by_role("button", name="Confirm the code").click()
    expect(page.get_by_role("alert")).to_be_visible()  # the server knows no such claim
    page.get_by_role("button", name="Show me the text").click()
    expect(page.get_by_text("/.well-known/noonish-venue.txt", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Copy: Text")).to_be_visible()
    assert violations(page) == []
    take_picture(page, "claim-website")
    assert sent == [{"method": "mail", "address": "info@lumo.example"}, {"method": "website"}]


def test_a_place_that_is_missing_is_added_from_the_search(leila: Person):
    page = leila.page
    name = f"Soup Bar {uuid.uuid4().hex[:8]}"
    page.goto(f"/restaurants?near={HELSINKI}&around=Town&q=qxqxqx")
    page.get_by_role("link", name="Add it").click()
    page.get_by_role("link", name="Back to search").click()
    expect(page.get_by_label("Name, dish or cuisine")).to_have_value("qxqxqx")
    page.get_by_role("link", name="Add it").click()
    page.get_by_label("Name of the place").fill(name)
    page.get_by_label("Location").fill("nowhere")
    page.get_by_role("button", name="Add the place").click()
    expect(page.get_by_text("Enter latitude and longitude")).to_be_visible()
    page.get_by_label("Location").fill("62.2415, 25.7209")
    page.get_by_role("button", name="Add hours: Monday").click()
    page.get_by_role("button", name="Add the place").click()
    expect(page.get_by_role("heading", level=1, name="Profile")).to_be_visible()
    expect(page.get_by_text("This takes 72 hours")).to_be_visible()
    assert violations(page) == []
    venue = leila.call("GET", "/v1/me/venues")["items"]
    assert [one["openingHours"] for one in venue if one["name"] == name] == ["Mo 11:00-14:00"]

    page.goto("/about")
    expect(page.get_by_role("listitem").filter(has_text="The restaurants themselves")).to_be_visible()

    # One that the directory has: it is said, and a second press says that it is another one.
    known = leila.call("GET", f"/v1/restaurants?near={HELSINKI}&limit=1")["items"][0]
    page.goto(f"/venues/new?name={urllib.parse.quote(known['name'])}")
    page.get_by_label("Location").fill(f"{known['location']['latitude']}, {known['location']['longitude']}")
    page.get_by_role("button", name="Add the place").click()
    expect(page.get_by_text("A place with a similar name is here already.")).to_be_visible()
    expect(page.get_by_role("link", name="See that place")).to_have_attribute("href", f"/restaurants/{known['id']}")
    page.get_by_label("Location").press("End")
    page.get_by_label("Location").press("0")
    expect(page.get_by_role("link", name="See that place")).to_have_count(0)
    page.get_by_role("button", name="Add the place").click()  # what was changed is compared again
    expect(page.get_by_role("link", name="See that place")).to_be_visible()
    page.get_by_role("button", name="Add the place").click()
    expect(page.get_by_text("This takes 72 hours")).to_be_visible()


def test_hours_are_edited_by_day_and_a_conflict_is_said(leila: Person, venue: str):
    page = leila.page
    page.goto(f"/venues/{venue}")
    page.get_by_label("Phone").fill("+358912345")
    page.get_by_role("button", name="Edit as text").or_(page.get_by_text("Edit as text")).first.click()
    # without any hours, guests read that they are unknown, so no day is called closed
    page.get_by_label("Hours as text").fill("")
    expect(page.get_by_role("group", name="Sunday")).to_contain_text("Not given")
    page.get_by_label("Hours as text").fill("Mo-Fr 11:00-14:00; Sa 12:00-22:00")
    expect(page.get_by_role("group", name="Sunday")).to_contain_text("Closed")
    expect(page.get_by_role("group", name="Tuesday").get_by_label("Tuesday: opens")).to_have_value("11:00")
    page.get_by_role("group", name="Saturday").get_by_label("Saturday: closes").fill("23:00")
    page.get_by_role("button", name="Remove hours 1: Friday").click()

    path = f"/v1/venues/{venue}"
    leila.call("PATCH", path, {"phone": "+358955555"}, **{"If-Match": leila.entity_tag(path)})
    save = page.locator("form").filter(has=page.get_by_label("Phone")).get_by_role("button", name="Save")
    save.click()
    expect(page.get_by_text("Someone changed this too while you were typing.")).to_be_visible()
    expect(page.get_by_label("Phone")).to_have_value("+358912345")
    save.click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    stored = leila.call("GET", path)
    assert stored["phone"] == "+358912345"
    assert stored["openingHours"] == "Mo-Th 11:00-14:00; Sa 12:00-23:00"

    label = page.get_by_role("button", name=re.compile("orders")).get_attribute("aria-label")
    page.get_by_role("button", name=label).click()
    expect(page.get_by_role("button", name=label)).to_have_count(0)
    assert leila.call("GET", path)["takesOrders"] != stored["takesOrders"]
    page.get_by_role("link", name="History").click()
    expect(page.get_by_text("The profile was edited").first).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="+358955555").first).to_contain_text("+358912345")
    assert violations(page) == []


def test_people_and_tablets_are_added_and_removed(leila: Person, mira: Person, venue: str):
    page = leila.page
    leila.befriend(mira)
    page.goto(f"/venues/{venue}/people")
    page.get_by_role("button", name="Add a person").click()
    page.get_by_role("dialog").get_by_label("Person").select_option(label="Mira")
    page.get_by_role("dialog").get_by_role("button", name="Add", exact=True).click()
    row = page.get_by_role("listitem").filter(has_text="Mira")
    expect(row).to_contain_text("Staff")
    row.get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("button", name="Make them an owner").click()
    expect(row).to_contain_text("Owner")

    page.get_by_role("button", name="Add a tablet").click()
    page.get_by_label("Name of the tablet").fill("Counter")
    page.get_by_role("button", name="Make a code").click()
    code = page.get_by_role("dialog").locator(".pairing-code")
    expect(code).to_have_text(re.compile(r"\d{4}\s?\d{4}"))
    assert violations(page) == []
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("Waiting for its code")).to_be_visible()
    # in Arabic its name begins on the right, like the text below it
    leila.call("PATCH", "/v1/me", {"locale": "ar"})
    page.reload()
    tablet = page.locator(".setting-body", has=page.get_by_text("Counter"))
    ends = [part.evaluate("(node) => node.getBoundingClientRect().right") for part in (tablet.locator("bdi"), tablet.locator(".secondary"))]
    assert ends[0] == ends[1]
    leila.call("PATCH", "/v1/me", {"locale": "en-GB"})
    page.reload()
    page.get_by_role("button", name="Remove Counter").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Waiting for its code")).to_have_count(0)
    expect(page.get_by_role("button", name="Add a tablet")).to_be_focused()

    mira.page.goto(f"/venues/{venue}/people")
    mira.page.get_by_role("button", name="Leave").click()
    leave = mira.page.get_by_role("dialog").get_by_role("button", name="Leave")
    expect(leave).to_have_class("button danger")
    leave.click()
    expect(mira.page.get_by_role("heading", level=1, name="Your restaurants")).to_be_visible()
    assert [one["person"]["name"] for one in leila.call("GET", f"/v1/venues/{venue}/people")["items"]] == ["Leila"]


def test_portions_are_counted_received_wasted_and_no_longer_counted(leila: Person, venue: str):
    page = leila.page
    page.goto(f"/venues/{venue}/stock")
    page.get_by_role("button", name="Count a dish").click()
    page.get_by_label("Dish or drink").select_option(label="Fried tofu")
    page.get_by_role("dialog").get_by_label("Portions").fill("20")
    page.get_by_role("button", name="Save").click()
    level = page.locator(".stock-level").filter(has_text="Fried tofu")
    expect(level).to_contain_text("20left")
    for name, quantity, left in [("Received", "5", 25), ("Waste", "3", 22), ("Correct", "-2", 20)]:
        level.get_by_role("button", name="More").click()
        page.get_by_role("dialog").get_by_role("button", name=name).click()
        page.get_by_role("dialog").get_by_label("Portions").fill(quantity)
        page.get_by_role("button", name="Save").click()
        expect(level).to_contain_text(f"{left}left")
    page.get_by_role("button", name="Count a dish").click()
    page.get_by_label("Dish or drink").select_option(label="Tea")
    page.get_by_role("dialog").get_by_label("Portions").fill("7")
    page.get_by_label("Only on this day").fill(in_days(2, "00:00")[:10])
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".stock-level").filter(has_text="Tea")).to_contain_text("7left")
    assert violations(page) == []
    level.get_by_role("button", name="More").click()
    page.get_by_role("dialog").get_by_role("button", name="Stop counting").click()
    page.get_by_role("dialog").get_by_role("button", name="Stop counting").click()
    expect(level).to_have_count(0)


def test_a_menu_is_edited_published_and_loses_nothing(leila: Person, venue: str):
    page = leila.page
    page.goto(f"/venues/{venue}/menu")
    expect(page.get_by_text("Version 1 is published.")).to_be_visible()
    page.get_by_role("button", name="Edit Fried tofu").press("Enter")
    page.get_by_label("Price (EUR)").fill("10,50")
    page.get_by_role("radio", name="None", exact=True).check()
    page.get_by_role("button", name="Move Fried tofu up").click()
    page.get_by_role("button", name="Add a dish").last.click()
    page.get_by_label("Name", exact=True).fill("Lemonade")
    page.get_by_label("Price (EUR)").fill("three")
    expect(page.get_by_text("Not saved yet, but kept on this device.")).to_be_visible()

    page.reload()  # what was typed is still there
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_role("heading", name="One thing to correct")).to_be_focused()
    assert violations(page) == []
    page.get_by_role("button", name="Show: Lemonade").press("Enter")
    expect(page.get_by_label("Price (EUR)")).to_be_focused()
    expect(page.get_by_label("Price (EUR)")).to_have_value("three")
    page.get_by_label("Price (EUR)").fill("3.20")
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("dialog").get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Version 2 is published.").first).to_be_visible()

    menu = leila.call("GET", f"/v1/restaurants/{venue}/menu")["menu"]
    tofu, curry = menu["sections"][0]["items"]
    assert (tofu["key"], tofu["priceMinor"], tofu["contains"]) == ("tofu", 1050, [])
    assert curry == MENU["sections"][0]["items"][0]
    assert menu["sections"][1]["items"][1]["priceMinor"] == 320
    assert menu["optionGroups"] == MENU["optionGroups"]


def test_branches_ways_of_eating_taxes_and_languages_have_fields(leila: Person, tmp_path):
    ids = [register(leila)["id"] for _ in range(2)]
    environment = os.environ | {"NOONISH_DATA_FOLDER": os.environ["NOONISH_TEST_DATA"]}
    for one in ids:
        subprocess.run([PROGRAM, "venue", "owner", leila.email, one], env=environment, check=True, capture_output=True)
    (tmp_path / "menu.json").write_text(json.dumps(MENU))
    command = [PROGRAM, "import", "menu", str(tmp_path / "menu.json"), "--format", "json", "--publish"]
    subprocess.run([*command, *(word for one in ids for word in ("--restaurant", one))], env=environment, check=True, capture_output=True)
    name = leila.call("GET", f"/v1/venues/{ids[1]}")["name"]

    page = leila.page
    page.goto(f"/venues/{ids[0]}/menu")
    page.get_by_role("button", name="Add a tax").click()
    page.get_by_role("textbox", name="Tax 1", exact=True).fill("ALV")
    page.get_by_label("Rate in %").fill("13,5")
    page.get_by_label("Delivery, in %").fill("25.5")
    page.get_by_role("button", name="Edit Fried tofu").click()
    page.get_by_role("button", name="Add another price").click()
    page.get_by_label("Place", exact=True).select_option(label=name)
    page.get_by_label("How you get it").select_option(label="Pick-up")
    page.get_by_label("Other price (EUR)", exact=True).fill("9.90")
    page.get_by_text("Names in other languages").click()
    page.get_by_label("Name in Finnish").fill("Paistettu tofu")
    assert violations(page) == []
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_text("The draft is saved.")).to_be_visible()

    menu = read_draft(leila, ids[0])
    tofu = next(item for item in menu["sections"][0]["items"] if item["key"] == "tofu")
    assert tofu["names"] == {"fi": "Paistettu tofu"}
    assert tofu["prices"] == [{"branch": ids[1], "fulfilment": "pick_up", "priceMinor": 990}]
    assert {(tax["name"], tax.get("fulfilment"), tax["percent"]) for tax in menu["taxes"]} == {("ALV", None, "13.5"), ("ALV", "delivery", "25.5")}
    assert {item["tax"] for section in menu["sections"] for item in section["items"]} == {menu["taxes"][0]["key"]}

    page.get_by_text("Names in other languages").click()
    page.get_by_label("Name in Finnish").fill("")
    page.get_by_role("button", name="Remove Other price (EUR)").click()
    page.get_by_role("button", name="Remove ALV").click()
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_text("Everything is saved.")).to_be_visible()
    menu = read_draft(leila, ids[0])
    assert "taxes" not in menu
    assert menu["sections"] == MENU["sections"]


def test_faults_of_the_server_lead_to_their_fields_and_a_conflict_is_said(leila: Person, venue: str):
    page = leila.page
    page.goto(f"/venues/{venue}/menu")
    page.get_by_role("button", name="Edit Tea").click()
    page.get_by_text("Kind, hours and limits").click()
    page.get_by_label("Served (optional)").fill("every day at noon")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_role("heading", name="One thing to correct")).to_be_visible()
    page.get_by_role("button", name="Edit Tea").click()
    page.get_by_role("button", name="Show: Tea").click()
    expect(page.get_by_label("Served (optional)")).to_be_focused()
    page.get_by_label("Served (optional)").fill("Mo-Fr 11:00-14:00")

    other = json.loads(json.dumps(MENU))
    other["sections"][1]["name"] = "Beverages"
    leila.call("PUT", f"/v1/venues/{venue}/menu/draft", other, **{"If-Match": "*"})
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_text("Someone saved this menu in the meantime.")).to_be_visible()
    expect(page.get_by_role("region", name="What they changed")).to_contain_text("Changed: Beverages")
    expect(page.get_by_label("Served (optional)")).to_have_value("Mo-Fr 11:00-14:00")
    assert read_draft(leila, venue)["sections"][1]["name"] == "Beverages"
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_text("The draft is saved.")).to_be_visible()
    assert read_draft(leila, venue)["sections"][1]["items"][0]["hours"] == "Mo-Fr 11:00-14:00"


def test_a_dish_gets_a_picture_that_readers_see(windows, leila: Person, mira: Person, venue: str):
    page = leila.page
    page.goto(f"/venues/{venue}/menu")
    page.get_by_role("button", name="Edit Tea").click()
    field = page.get_by_role("group", name="Picture of Tea")
    field.locator("input[type=file]").set_input_files({"name": "tea.png", "mimeType": "image/png", "buffer": create_png(1200, 900)})
    expect(field.locator("img")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Add a dish").last.click()
    expect(page.get_by_text("Save the draft before you add a picture.")).to_be_visible()

    reader = mira.page
    reader.goto(f"/restaurants/{venue}/menu")
    shown = reader.get_by_role("listitem").filter(has_text="Tea").locator("img")
    expect(shown).to_have_attribute("loading", "lazy")
    assert shown.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 160
    assert violations(reader) == []
    place = mira.call("GET", f"/v1/restaurants/{venue}")["location"]
    near = f"near={place['latitude']},{place['longitude']}&radius=3000&q=tea"
    dish = next(one for one in mira.call("GET", f"/v1/dishes?{near}")["items"] if one["restaurant"]["id"] == venue)
    reader.goto(f"/dishes/{dish['id']}")
    large = reader.get_by_role("img", name="Tea")
    assert large.evaluate("(image) => image.decode().then(() => [image.naturalWidth, image.naturalHeight])") == [960, 720]
    reader.goto(f"/dishes?{near}&around=Town")
    expect(reader.locator(".result img").first).to_be_visible()
    take_picture(reader, "dishes-with-picture")

    page.reload()
    page.get_by_role("button", name="Edit Tea").click()
    page.get_by_role("button", name="Remove", exact=True).first.click()
    expect(page.get_by_text("Removed.")).to_be_visible()
    expect(field.locator("img")).to_have_count(0)
    assert leila.call("GET", f"/v1/restaurants/{venue}/menu/pictures")["items"] == []


def test_an_owner_sets_a_logo_that_visitors_see(leila: Person, mira: Person, venue: str):
    page = leila.page
    page.goto(f"/venues/{venue}")
    page.get_by_label("Phone").fill("+358912345")
    page.get_by_label("Street").fill("Pier 1")
    field = page.get_by_role("group", name="Logo", exact=True)
    expect(field).to_contain_text("There is no logo")
    field.locator("input[type=file]").set_input_files({"name": "logo.png", "mimeType": "image/png", "buffer": create_png(1200, 300)})
    expect(field).to_contain_text("People see your logo")
    header = page.locator(".venue-header img")
    assert header.evaluate("(image) => image.decode().then(() => [image.naturalWidth, image.naturalHeight])") == [160, 40]
    assert violations(page) == []
    # what was typed is still there, and the new version of the venue does not refuse it
    expect(page.get_by_label("Phone")).to_have_value("+358912345")
    with page.expect_response(lambda response: response.request.method == "PATCH"):
        page.locator("form").filter(has=page.get_by_label("Phone")).get_by_role("button", name="Save").click()
    stored = leila.call("GET", f"/v1/venues/{venue}")
    assert (stored["phone"], stored["street"]) == ("+358912345", "Pier 1")

    for path in ("", "/menu"):
        mira.page.goto(f"/restaurants/{venue}{path}")
        logo = mira.page.locator("header img.logo")
        assert logo.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 160
        assert violations(mira.page) == []
    take_picture(mira.page, "menu-with-logo")

    sale = leila.call("POST", f"/v1/venues/{venue}/sales", {"currency": "EUR", "lines": [{"name": "Tea", "price": "3.00"}]})
    invoice = leila.call("POST", f"/v1/venues/{venue}/sales/{sale['id']}/invoice", {"name": "Kaisla Oy", "address": "Quay 2"})
    page.goto(f"/venues/{venue}/invoices/{invoice['id']}")
    paper = page.locator("article.invoice")
    expect(paper.locator("img.logo")).to_be_visible()
    expect(paper).to_contain_text("Pier 1")
    assert violations(page) == []

    page.goto(f"/venues/{venue}")
    field.get_by_role("button", name="Remove").click()
    expect(field).to_contain_text("There is no logo")
    expect(header).to_have_count(0)
    page.goto(f"/venues/{venue}/history")
    expect(page.get_by_text("The logo was removed")).to_be_visible()


def test_a_saved_draft_whose_acknowledgement_is_lost_is_no_conflict(windows, leila: Person, venue: str):
    windows.ignored += ["ERR_FAILED", "Failed to fetch"]
    page = leila.page
    lost = []

    def lose(route):
        if route.request.method != "PUT" or len(lost) == 2:
            return route.continue_()
        lost.append(route.fetch().status)
        return route.abort()

    page.route(f"**/v1/venues/{venue}/menu/draft", lose)
    page.goto(f"/venues/{venue}/menu")
    page.get_by_role("button", name="Edit Tea").click()
    page.get_by_label("Price (EUR)").fill("3.50")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_text("The draft is saved.")).to_be_visible()
    assert lost == [200, 200]
    assert read_draft(leila, venue)["sections"][1]["items"][0]["priceMinor"] == 350


def test_what_is_typed_while_the_draft_is_saved_is_kept(leila: Person, venue: str):
    page = leila.page
    page.goto(f"/venues/{venue}/menu")
    page.get_by_role("button", name="Edit Fried tofu").click()
    page.get_by_label("Price (EUR)").fill("9.90")
    waiting = []
    page.route("**/menu/draft", lambda route: waiting.append(route) if route.request.method == "PUT" else route.continue_())
    with page.expect_request(lambda request: request.method == "PUT"):
        page.get_by_role("button", name="Save the draft").click()
    page.get_by_label("Price (EUR)").fill("9.80")
    waiting[0].continue_()
    expect(page.get_by_text("The draft is saved.")).to_be_visible()
    expect(page.get_by_text("Not saved yet, but kept on this device.")).to_be_visible()
    expect(page.get_by_label("Price (EUR)")).to_have_value("9.80")
    assert read_draft(leila, venue)["sections"][0]["items"][1]["priceMinor"] == 990

    page.unroute("**/menu/draft")
    page.reload()
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_text("Not saved yet")).to_have_count(0)
    assert read_draft(leila, venue)["sections"][0]["items"][1]["priceMinor"] == 980


def test_a_fault_leaves_when_it_is_mended_and_all_do_when_parts_move(leila: Person, venue: str):
    page = leila.page
    page.goto(f"/venues/{venue}/menu")
    price = page.get_by_label("Price (EUR)")
    for name in ("Tea", "Green curry", "Fried tofu"):
        page.get_by_role("button", name=f"Edit {name}").click()
        price.fill("many")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_role("heading", name="3 things to correct")).to_be_focused()
    expect(price).to_have_accessible_description(re.compile("."))
    price.fill("9.50")
    expect(price).not_to_have_attribute("aria-invalid", "true")
    expect(price).to_be_focused()
    expect(page.get_by_role("heading", name="2 things to correct")).to_be_visible()
    page.get_by_role("button", name="Move Fried tofu up").click()
    expect(page.get_by_role("heading", name="things to correct")).to_have_count(0)


def test_a_file_replaces_the_draft_and_its_faults_are_listed(leila: Person, venue: str):
    page = leila.page
    page.goto(f"/venues/{venue}/menu")
    table = "section,key,name,price,variant,options,contains,diets,description\nSoups,soup,Soup,{price},,,none,vegan,Hot\n"
    for price, said in [("cheap", "to correct"), ("8.50", "The draft is saved.")]:
        page.locator("#menu-file").set_input_files({"name": "menu.csv", "mimeType": "text/csv", "buffer": table.format(price=price).encode()})
        page.get_by_role("dialog").get_by_role("button", name="Replace").click()
        expect(page.get_by_text(re.compile(said)).first).to_be_visible()
    expect(page.get_by_role("button", name="Edit Soup", exact=True)).to_be_visible()
    assert read_draft(leila, venue)["sections"][0]["items"][0]["priceMinor"] == 850
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("dialog")).to_contain_text("€8.50")


def test_what_the_editor_does_not_know_is_shown_and_kept(leila: Person, venue: str):
    page = leila.page
    newer = json.loads(json.dumps(MENU))
    newer["sections"][0]["items"][1]["carbonGrams"] = 120
    stored = []
    page.route(f"**/v1/venues/{venue}/menu/draft", lambda route: (
        stored.append(route.request.post_data_json) or route.fulfill(json={}) if route.request.method == "PUT"
        else route.fulfill(json={"menu": newer, "restaurants": [venue], "publishedVersion": 1}, headers={"ETag": '"1"'})))
    page.goto(f"/venues/{venue}/menu")
    page.get_by_role("button", name="Edit Fried tofu").click()
    expect(page.get_by_text("This page can’t edit carbonGrams yet. It stays as it is.")).to_be_visible()
    page.get_by_label("Price (EUR)").fill("9.90")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_text("The draft is saved.")).to_be_visible()
    newer["sections"][0]["items"][1]["priceMinor"] = 990
    assert stored == [newer]


def test_new_prices_are_shown_before_the_order_takes_them(leila: Person, mira: Person, venue: str):
    outing = leila.start("Lunch at the café", startsAt=in_days(5, "12:30"), restaurantId=venue)
    leila.invite(outing, mira)
    mira.call("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending"})
    order = f"/v1/outings/{outing}/order"
    leila.call("POST", order, {"currency": "EUR", "closesBefore": 60})
    mira.call("POST", f"{order}/lines", {"pick": {"item": "tofu"}, "quantity": 2})
    mira.call("POST", f"{order}/lines", {"pick": {"item": "tea"}})
    dearer = json.loads(json.dumps(MENU).replace('"priceMinor": 950', '"priceMinor": 1050'))
    draft = f"/v1/venues/{venue}/menu/draft"
    leila.call("PUT", draft, dearer, **{"If-Match": leila.entity_tag(draft)})
    leila.call("POST", f"/v1/venues/{venue}/menu/publications", {})

    page = leila.page
    page.goto(f"/outings/{outing}")
    page.get_by_role("button", name="More: Order").click()
    page.get_by_role("button", name="Use the new prices").click()
    dialog = page.get_by_role("dialog", name="Use the new prices")
    expect(dialog).to_contain_text("The total changes from €22.00 to €24.00.")
    expect(dialog).to_contain_text("Fried tofu: €9.50 → €10.50")
    expect(dialog).not_to_contain_text("Tea")
    # the arrow between the prices points in the direction of the language, not of the dish
    line = dialog.get_by_text("Fried tofu")
    assert line.evaluate("(node) => { document.documentElement.dir = 'rtl'; return getComputedStyle(node).direction; }") == "rtl"
    page.evaluate("document.documentElement.dir = 'ltr'")
    assert violations(page) == []
    assert mira.call("GET", order)["lines"][0]["unitMinor"] == 950
    dialog.get_by_role("button", name="Use the new prices").click()

    expect(page.get_by_text("The dishes now have the new prices.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="2 × Fried tofu")).to_contain_text("€21.00")


def test_stations_are_named_and_get_sections_and_single_dishes(leila: Person, venue: str):
    page = leila.page
    page.goto(f"/venues/{venue}/stations")
    expect(page.get_by_text("Without stations, an order is made as a whole.")).to_be_visible()
    for at, name in enumerate(("Wok", "Bar")):
        page.get_by_role("button", name="Add a station").click()
        expect(page.get_by_label("Name of the station").nth(at)).to_be_focused()
        page.get_by_label("Name of the station").nth(at).fill(name)
    page.get_by_label(MENU["sections"][0]["name"], exact=True).select_option("Wok")
    page.get_by_text("Single dishes").first.click()
    page.get_by_label("Fried tofu", exact=True).select_option("Bar")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    stations = leila.call("GET", f"/v1/venues/{venue}/stations")["items"]
    assert [(one["name"], one["sections"], one["items"]) for one in stations] == [("Wok", [MENU["sections"][0]["key"]], []), ("Bar", [], ["tofu"])]
    page.reload()
    expect(page.get_by_label(MENU["sections"][0]["name"], exact=True)).to_have_value(stations[0]["key"])
    page.get_by_role("button", name="Remove Bar").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Remove Bar")).to_have_count(0)
    page.goto(f"/venues/{venue}/history")
    expect(page.get_by_text("The stations were edited")).to_have_count(2)


def test_79_an_owner_takes_dishes_off_orders_that_hold_too_many_portions(leila: Person, mira: Person, venue: str):
    leila.call("POST", f"/v1/venues/{venue}/stock/tofu/moves", {"kind": "count", "quantity": 5})
    outing = mira.start("Lunch", startsAt=in_days(2, "12:30"), restaurantId=venue)
    mira.call("POST", f"/v1/outings/{outing}/order", {"currency": "EUR", "closesBefore": 60})
    mira.call("POST", f"/v1/outings/{outing}/order/lines", {"pick": {"item": "tofu"}, "quantity": 3})
    page = leila.page
    page.goto(f"/venues/{venue}/stock")
    page.get_by_role("button", name="Count Fried tofu").click()
    page.get_by_role("dialog").get_by_label("Portions").fill("2")
    page.get_by_role("button", name="Save").click()
    dialog = page.get_by_role("dialog", name="Orders hold more than that")
    expect(dialog.get_by_role("listitem")).to_have_text(re.compile("An order that isn’t placed yet.*Open.*3 held for orders", re.DOTALL))
    assert violations(page) == []
    with page.expect_response(lambda response: response.url.endswith("/moves") and response.status == 201):
        dialog.get_by_role("button", name="Take dishes off").click()
    expect(page.locator(".stock-level").filter(has_text="Fried tofu")).to_contain_text("0 held for orders")
    assert mira.call("GET", f"/v1/outings/{outing}/order")["lines"] == []


def test_what_changed_the_portions_is_listed(leila: Person, venue: str):
    for body in ({"kind": "count", "quantity": 12}, {"kind": "waste", "quantity": 2, "note": "Fell down"}):
        leila.call("POST", f"/v1/venues/{venue}/stock/tofu/moves", body)
    leila.page.goto(f"/venues/{venue}/stock")
    moves = leila.page.get_by_role("region", name="Changes").get_by_role("listitem")
    expect(moves).to_have_count(2)
    expect(moves.nth(0)).to_contain_text("Fried tofu: 2 wasted")
    expect(moves.nth(0)).to_contain_text("Fell down")
    expect(moves.nth(1)).to_contain_text("Fried tofu: counted 12")

    # in Arabic the sentence runs from the right, though it begins with a Latin name
    leila.call("PATCH", "/v1/me", {"locale": "ar"})
    leila.page.reload()
    expect(leila.page.locator(".update-text").first).to_contain_text("Fried tofu")
    assert leila.page.locator(".update-text").first.evaluate("(node) => getComputedStyle(node).direction") == "rtl"


def test_an_owner_sets_the_limits_of_orders(leila: Person, venue: str):
    page = leila.page
    page.goto(f"/venues/{venue}")
    limits = page.get_by_role("region", name="Order limits")
    limits.get_by_label("Smallest order").fill("50")
    page.reload()
    expect(limits.get_by_label("Smallest order")).to_have_value("50")
    limits.get_by_label("Largest order").fill("20.00")
    limits.get_by_role("button", name="Save").click()
    expect(limits).to_contain_text("The largest order can’t be smaller than the smallest.")
    assert violations(page) == []
    limits.get_by_label("Largest order").fill("400.00")
    limits.get_by_label("Maximum portions per order").fill("60")
    limits.get_by_label("Notice you need, in minutes").fill("45")
    limits.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.reload()
    expect(limits.get_by_label("Smallest order")).to_have_value("50.00")
    expect(limits.get_by_label("Largest order")).to_have_value("400.00")
    expect(limits.get_by_label("Notice you need, in minutes")).to_have_value("45")
    # fields side by side are on one line, though their labels have one line and two
    page.set_viewport_size({"width": 390, "height": 844})
    tops = [limits.get_by_label(label).evaluate("(node) => Math.round(node.getBoundingClientRect().top)") for label in ("Currency of the amounts", "Maximum portions per order")]
    assert tops[0] == tops[1]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, {"width": 390, "height": 844}, DESKTOP], ids=["320", "390", "1280"])
def test_the_screens_of_a_venue_are_accessible_and_fit(leila: Person, venue: str, theme: str, width: dict):
    page = leila.page
    leila.call("POST", f"/v1/venues/{venue}/stock/tofu/moves", {"kind": "count", "quantity": 12})
    leila.call("POST", f"/v1/venues/{venue}/stock/tea/moves", {"kind": "count", "quantity": 0})
    page.set_viewport_size(width)
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    found = []
    for name, path in {"venue": "", "venue-people": "/people", "venue-history": "/history", "venue-stations": "/stations", "venue-stock": "/stock", "venue-menu": "/menu"}.items():
        page.goto(f"/venues/{venue}{path}")
        expect(page.locator("main:not([aria-busy]) h1")).to_be_visible()
        if name == "venue-menu":
            page.get_by_role("button", name="Edit Green curry").click()
        found += check(page, f"{name}-{width['width']}-{theme}")
    for name, path in {"venue-new": "/venues/new", "claim": f"/restaurants/{venue}/claim"}.items():
        page.goto(path)
        expect(page.locator("main:not([aria-busy]) h1")).to_be_visible()
        found += check(page, f"{name}-{width['width']}-{theme}")
    assert found == []


def check(page: Page, name: str) -> list[str]:
    """Returns what is wrong with the open page, and takes a picture of it."""
    take_picture(page, name)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [f"{name}: {each}" for each in violations(page)] + ([f"{name} is {wide} px too wide"] if wide > 0 else [])
