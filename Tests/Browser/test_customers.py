"""The customers of a venue, sales that name them, and saved filters of both."""

import re

from conftest import DESKTOP, PHONE, Person, take_pictures, violations
from playwright.sync_api import expect
from test_venues_web import venue  # noqa: F401


def test_an_owner_adds_searches_edits_deletes_and_restores_a_customer(leila: Person, venue: str):  # noqa: F811
    page = leila.page
    page.set_viewport_size(PHONE)
    page.goto(f"/venues/{venue}")
    page.get_by_role("link", name="Customers", exact=True).click()
    expect(page.get_by_text("No customers yet.")).to_be_visible()
    assert violations(page) == []

    page.get_by_role("button", name="Add a customer").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_label("Name", exact=True)).to_have_attribute("aria-invalid", "true")
    dialog.get_by_role("button", name="Not now").click()
    expect(dialog).to_have_count(0)
    assert leila.call("GET", f"/v1/venues/{venue}/customers")["items"] == []  # cancelling leaves nothing

    page.get_by_role("button", name="Add a customer").click()
    dialog.get_by_label("Name", exact=True).fill("Ärjy Ødegård")
    dialog.get_by_label("Phone (optional)").fill("040 123 456")
    assert violations(page) == []
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=2, name="Ärjy Ødegård")).to_be_visible()
    expect(page.get_by_text("No sales for this customer yet.")).to_be_visible()
    assert violations(page) == []

    page.get_by_role("button", name="Edit", exact=True).click()
    dialog.get_by_label("Name", exact=True).fill("Ärjy Dahl")
    dialog.get_by_label("Email (optional)").fill("arjy@example.org")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=2, name="Ärjy Dahl")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Added")).to_contain_text("Name: Ärjy Ødegård")
    expect(page.get_by_role("listitem").filter(has_text="Added").locator("del")).to_have_count(0)
    edited = page.get_by_role("listitem").filter(has_text="Edited")
    expect(edited.locator("del").first).to_have_text("Ärjy Ødegård")
    expect(edited.locator("ins").first).to_have_text("Ärjy Dahl")
    take_pictures(page, "venue-customer")
    page.set_viewport_size(DESKTOP)

    for name in ["Zoe", "Bo"]:
        leila.call("POST", f"/v1/venues/{venue}/customers", {"name": name})
    page.get_by_role("link", name="All customers").click()
    names = page.locator("main .rows .row-title")
    expect(names).to_have_text(["Ärjy Dahl", "Bo", "Zoe"])
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all (CSV)").click()
    assert "arjy@example.org" in open(download.value.path()).read()
    search = page.get_by_label("Name, email or phone")
    search.press_sequentially("arj")
    expect(names).to_have_text(["Ärjy Dahl"])
    search.fill("nowhere")
    expect(page.get_by_text("No customer found.")).to_be_visible()
    search.fill("")
    expect(names).to_have_count(3)
    assert violations(page) == []

    page.get_by_role("link", name="Ärjy Dahl").click()
    page.get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Not now").click()
    page.get_by_role("button", name="Delete").click()
    expect(dialog.get_by_role("button", name="Delete")).to_have_class("button danger")
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_text(re.compile("^Deleted "))).to_be_visible()
    assert violations(page) == []
    page.locator("#toast").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Edit", exact=True)).to_be_visible()

    page.get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("button", name="Restore")).to_be_visible()
    page.get_by_role("link", name="All customers").click()
    expect(names).to_have_text(["Bo", "Zoe"])
    page.get_by_role("link", name="Deleted customers").click()
    page.get_by_role("link", name="Ärjy Dahl").click()
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_role("button", name="Edit", exact=True)).to_be_visible()


def test_a_sale_names_a_customer_and_two_customers_become_one(leila: Person, venue: str):  # noqa: F811
    path = f"/v1/venues/{venue}"
    ana, other = [leila.call("POST", f"{path}/customers", {"name": name}) for name in ["Ana Kos", "A. Kos"]]
    page = leila.page
    page.set_viewport_size(PHONE)
    page.goto(f"/venues/{venue}/records")
    page.get_by_label("Dish or drink").select_option(label="Tea · €3.00")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("Customer (optional)").press_sequentially("ana")
    page.get_by_role("button", name="Choose Ana Kos").click()
    expect(page.get_by_text("For Ana Kos")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Save the sale").click()
    expect(page.get_by_text("Sale saved: €3.00.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Entered by hand")).to_contain_text("For Ana Kos")
    leila.call("POST", f"{path}/sales", {"lines": [{"name": "Pie", "price": "4"}], "customerId": other["id"]})

    page.goto(f"/venues/{venue}/customers/{ana['id']}")
    sales = page.get_by_role("region", name="Individual sales").get_by_role("listitem")
    expect(sales).to_have_count(1)
    page.get_by_role("button", name="Merge").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Merge").click()
    expect(dialog.get_by_text("Choose a customer first.")).to_be_visible()
    dialog.get_by_label("The other customer").press_sequentially("kos")
    expect(dialog.get_by_role("button", name="Choose Ana Kos")).to_have_count(0)
    dialog.get_by_role("button", name="Choose A. Kos").click()
    assert violations(page) == []
    dialog.get_by_role("button", name="Merge").click()
    expect(sales).to_have_count(2)
    expect(page.get_by_text("Merged with A. Kos", exact=True)).to_be_visible()
    assert [one["name"] for one in leila.call("GET", f"{path}/customers")["items"]] == ["Ana Kos"]

    # one who asks to be forgotten is deleted: the name goes, and the sums stay
    sums = leila.call("GET", f"{path}/records/sales?by=day")["currencies"]
    assert sums[0]["total"]["totalMinor"] == 700
    leila.call("DELETE", f"{path}/customers/{ana['id']}")
    page.goto(f"/venues/{venue}/records")
    expect(page.get_by_role("listitem").filter(has_text="Entered by hand")).to_have_count(2)
    expect(page.get_by_text("Ana Kos")).to_have_count(0)
    assert leila.call("GET", f"{path}/records/sales?by=day")["currencies"] == sums


def test_staff_add_and_edit_customers_and_delete_none(leila: Person, mira: Person, venue: str):  # noqa: F811
    leila.befriend(mira)
    leila.call("POST", f"/v1/venues/{venue}/people", {"personId": mira.id, "role": "staff"})
    ana = leila.call("POST", f"/v1/venues/{venue}/customers", {"name": "Ana Kos"})
    page = mira.page
    page.goto(f"/venues/{venue}/customers")
    expect(page.get_by_role("button", name="Add a customer")).to_be_visible()
    expect(page.get_by_role("link", name="Deleted customers")).to_have_count(0)
    page.get_by_role("link", name=ana["name"]).click()
    expect(page.get_by_role("button", name="Edit", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Delete")).to_have_count(0)
    expect(page.get_by_role("heading", name="Individual sales")).to_have_count(0)


def test_customers_are_shown_in_arabic(leila: Person, venue: str):  # noqa: F811
    page = leila.page
    ana = leila.call("POST", f"/v1/venues/{venue}/customers", {"name": "Ana Kos", "email": "ana@example.org", "note": "Pays later", "phone": "+358 40 123"})
    path = f"/v1/venues/{venue}/customers/{ana['id']}"
    leila.call("PATCH", path, {"phone": "+358 40 456"}, **{"If-Match": leila.entity_tag(path)})
    page.set_viewport_size(PHONE)
    leila.call("PATCH", "/v1/me", {"locale": "ar"})
    for theme in ["light", "dark"]:
        page.emulate_media(color_scheme=theme)
        for path in ["customers", f"customers/{ana['id']}"]:
            page.goto(f"/venues/{venue}/{path}")
            expect(page.get_by_text("Ana Kos").first).to_be_visible()
            for phone in page.get_by_text("+358 40 456").all():
                assert phone.evaluate("(node) => getComputedStyle(node).direction") == "ltr"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert violations(page) == []


def test_a_filter_is_put_together_saved_and_run_with_a_value(leila: Person, venue: str):  # noqa: F811
    path = f"/v1/venues/{venue}"
    for name in ["Anna", "Carla", "Luca"]:
        customer = leila.call("POST", f"{path}/customers", {"name": name})
        leila.call("POST", f"{path}/sales", {"lines": [{"name": "Pie", "price": str(len(name))}], "customerId": customer["id"]})
    page = leila.page
    page.set_viewport_size(PHONE)
    page.goto(f"/venues/{venue}/filters")
    expect(page.get_by_text("No filters yet.")).to_be_visible()
    form = page.get_by_role("form", name="New filter")
    form.get_by_label("Name of the filter").fill("Part of a name")
    form.get_by_label("Ask for it each time").check()
    form.get_by_role("button", name="Add a condition").click()
    second = form.get_by_role("group", name="Condition 2")
    second.get_by_label("Field").select_option(label="Number of sales")
    second.get_by_label("Comparison").select_option(label="is between")
    second.get_by_label("From", exact=True).fill("1")
    second.get_by_label("To", exact=True).fill("9")
    assert violations(page) == []
    form.get_by_role("button", name="Save the filter").click()
    page.get_by_role("button", name="Run Part of a name").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Run").click()
    expect(dialog.get_by_label("Name", exact=True)).to_have_attribute("aria-invalid", "true")
    dialog.get_by_label("Name", exact=True).fill("CA")
    dialog.get_by_role("button", name="Run").click()
    found = page.get_by_role("region", name="Results of Part of a name").get_by_role("listitem")
    expect(found).to_have_text(["Carla", "Luca"])
    take_pictures(page, "venue-filters")
    page.set_viewport_size(DESKTOP)

    form.get_by_label("Name of the filter").fill("Dear pies")
    form.get_by_label("What it finds").select_option(label="Sales")
    form.get_by_label("Field").select_option(label="Total")
    form.get_by_label("Comparison").select_option(label="is above")
    form.get_by_label("Value").fill("4.50")
    form.get_by_role("button", name="Save the filter").click()
    page.get_by_role("button", name="Run Dear pies").click()
    dear = page.get_by_role("region", name="Results of Dear pies").get_by_role("listitem")
    expect(dear).to_have_count(1)
    expect(dear).to_contain_text("For Carla")
    assert violations(page) == []

    # An edit with a group: pies of Carla's, or those above an amount that is asked for.
    page.get_by_role("button", name="Edit Dear pies").click()
    edit = page.get_by_role("form", name="Edit Dear pies")
    expect(edit.get_by_label("Value")).to_have_value("4.50")
    edit.get_by_label("Conditions that have to match").select_option(label="At least one")
    edit.get_by_label("Ask for it each time").check()
    edit.get_by_role("button", name="Add a group").click()
    group = edit.get_by_role("group", name="Group 2")
    group.get_by_label("Field").select_option(label="Customer")
    group.get_by_label("Value").fill("carl")
    group.get_by_role("button", name="Add a condition").click()
    inner = group.get_by_role("group", name="Condition 4")
    inner.get_by_label("Field").select_option(label="Dish")
    inner.get_by_label("Value").fill("pie")
    assert violations(page) == []
    edit.get_by_role("button", name="Save the filter").click()
    expect(edit).to_have_count(0)
    [saved] = [one for one in leila.call("GET", f"{path}/filters")["items"] if one["name"] == "Dear pies"]
    assert saved["where"] == {"any": [
        {"field": "totalMinor", "operator": "above", "values": [{"parameter": "totalMinor1"}]},
        {"all": [{"field": "customer", "operator": "contains", "values": ["carl"]}, {"field": "dish", "operator": "contains", "values": ["pie"]}]}]}
    page.get_by_role("button", name="Edit Dear pies").click()
    expect(edit.get_by_role("group", name="Group 2").get_by_label("Value").nth(1)).to_have_value("pie")
    edit.get_by_role("button", name="Save the filter").click()
    expect(edit).to_have_count(0)
    assert saved in leila.call("GET", f"{path}/filters")["items"]
    page.get_by_role("button", name="Run Dear pies").click()
    dialog.get_by_label("Total").fill("100")
    dialog.get_by_role("button", name="Run").click()
    expect(dear).to_have_count(1)
    expect(dear).to_contain_text("For Carla")
    page.get_by_role("button", name="Delete Dear pies").click()
    expect(dialog.get_by_role("button", name="Delete")).to_have_class("button danger")
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("button", name="Run Dear pies")).to_have_count(0)
    expect(page.get_by_role("button", name="Run Part of a name")).to_be_focused()


def test_the_focus_moves_on_when_a_condition_is_removed(leila: Person, venue: str):  # noqa: F811
    page = leila.page
    page.goto(f"/venues/{venue}/filters")
    form = page.get_by_role("form", name="New filter")
    form.get_by_role("button", name="Add a condition").press("Enter")
    expect(form.get_by_role("button", name="Add a condition")).to_be_focused()
    form.get_by_role("group", name="Condition 1").get_by_role("button", name="Remove this condition").press("Enter")
    expect(form.get_by_role("group", name="Condition 2").get_by_label("Field")).to_be_focused()
    form.get_by_role("button", name="Remove this condition").press("Enter")
    expect(form.get_by_role("button", name="Add a condition")).to_be_focused()
    form.get_by_role("button", name="Add a group").press("Enter")
    form.get_by_role("button", name="Remove this group").press("Enter")
    expect(form.get_by_role("button", name="Add a condition")).to_be_focused()


def test_a_filter_that_the_server_no_longer_knows_says_so(leila: Person, venue: str):  # noqa: F811
    page = leila.page
    filters = f"/v1/venues/{venue}/filters"
    saved = leila.call("POST", filters, {"name": "Regulars", "kind": "customers", "where": {"field": "sales", "operator": "above", "values": [9]}})
    sent = []

    def refuse(route):
        sent.append(route.request.url)
        route.fulfill(status=409, content_type="application/problem+json", json={"code": "filter_outdated", "title": "Conflict", "detail": "Save this filter again first."})

    page.route(f"**{filters}?*", lambda route: route.fulfill(json={"items": [saved | {"where": None, "parameters": []}]}))
    page.route(f"**{filters}", lambda route: route.fulfill(json={"items": [saved | {"where": None, "parameters": []}]}))
    page.route("**/customers?filter=*", refuse)
    page.goto(f"/venues/{venue}/filters")
    expect(page.get_by_role("button", name="Edit Regulars")).to_have_count(0)
    page.get_by_role("button", name="Run Regulars").click()
    expect(page.locator("#toast")).to_contain_text("Save this filter again first.")
    assert len(sent) == 1
