"""What a venue has sold: the owner's month against sums of our own, and the screen with its charts, tables and files."""

import csv
import io
import random
import re
import subprocess
from collections import defaultdict
from decimal import Decimal
from fractions import Fraction

import pytest
from conftest import DESKTOP, PHONE, Person, in_days, take_pictures, violations
from playwright.sync_api import expect
from test_board import place_order
from test_venues_web import venue  # noqa: F401

RATES = ["10", "14", "25.5"]


def round_half_up(amount: Fraction) -> int:
    return (2 * amount.numerator + amount.denominator) // (2 * amount.denominator)


def get_included_tax(gross: int, percent: str) -> int:
    """The tax within a price in minor units, rounded once."""
    rate = Fraction(percent) / 100
    return round_half_up(gross * rate / (1 + rate))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_owners_month_closes_to_the_cent(leila: Person, venue: str, seed: int):  # noqa: F811
    """Enters sales at random, voids some, adds tips, and recomputes every sum without the service's arithmetic."""
    chance = random.Random(seed)
    path = f"/v1/venues/{venue}"
    taxes, nets = defaultdict(int), defaultdict(int)
    portions, tips, sales = defaultdict(int), 0, 0
    for number in range(40):
        dishes = [(chance.choice(["Soup", "Pie", "Tea", "=Cake"]), chance.randint(1, 2_999), chance.choice([*RATES, None]), chance.randint(1, 5)) for _ in range(chance.randint(1, 7))]
        tip = chance.choice([0, 0, 150, 333])
        sale = leila.call("POST", f"{path}/sales", {
            "currency": "EUR", **({"tip": str(Decimal(tip) / 100)} if tip else {}),
            "lines": [{"name": name, "price": str(Decimal(price) / 100), "quantity": count, **({"taxPercent": rate} if rate else {})} for name, price, rate, count in dishes]})
        assert sale["totalMinor"] == sum(price * count for _, price, _, count in dishes) + tip
        if number % 5 == 0:
            extra = chance.randint(1, 500)
            leila.call("POST", f"{path}/sales/{sale['id']}/tips", {"amount": str(Decimal(extra) / 100)})
            tip += extra
        if number % 7 == 0:
            leila.call("POST", f"{path}/sales/{sale['id']}/void", {"reason": "Entered twice"})
            continue
        sales, tips = sales + 1, tips + tip
        gross = defaultdict(int)
        for name, price, rate, count in dishes:
            gross[rate] += price * count
            portions[name] += count
        for rate, amount in gross.items():
            tax = get_included_tax(amount, rate) if rate else 0
            taxes[rate] += tax
            nets[rate] += amount - tax

    [sums] = leila.call("GET", f"{path}/records/sales?by=dish")["currencies"]
    assert {tax["percent"]: (tax["netMinor"], tax["taxMinor"]) for tax in sums["taxes"]} == {rate: (nets[rate], taxes[rate]) for rate in nets}
    total = sums["total"]
    assert (total["sales"], total["tipMinor"], total["taxMinor"], total["netMinor"]) == (sales, tips, sum(taxes.values()), sum(nets.values()))
    assert {row["name"]: row["quantity"] for row in sums["rows"]} == portions
    for grouping in ["day", "hour", "weekday"]:
        [other] = leila.call("GET", f"{path}/records/sales?by={grouping}")["currencies"]
        assert other["total"] == total
        assert sum(row["totalMinor"] for row in other["rows"]) == total["totalMinor"]

    table = leila.fetch("GET", f"{path}/records/sales?by=day&format=csv").text().removeprefix("\ufeff")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert sum(Decimal(row["total"]) for row in rows) == Decimal(total["totalMinor"]) / 100
    lines = list(csv.DictReader(io.StringIO(leila.fetch("GET", f"{path}/records/lines").text().removeprefix("\ufeff"))))
    assert sum(Decimal(line["total"]) for line in lines) == Decimal(total["totalMinor"]) / 100
    assert sum(int(line["quantity"]) for line in lines) == sum(portions.values())
    assert {line["name"] for line in lines} >= {"'=Cake"}  # no formula
    assert len(leila.call("GET", f"{path}/records/lines?format=json")["lines"]) == len(lines)


def test_an_owner_enters_a_sale_reads_the_day_and_voids_it(leila: Person, venue: str):  # noqa: F811
    page = leila.page
    page.set_viewport_size(PHONE)
    page.goto(f"/venues/{venue}")
    page.get_by_role("link", name="Sales", exact=True).click()
    expect(page.get_by_text("Nothing was sold in this period.")).to_be_visible()
    expect(page.get_by_text("No sales yet.")).to_be_visible()
    assert violations(page) == []

    page.get_by_role("button", name="Save the sale").click()
    expect(page.get_by_text("Add a dish first.")).to_be_visible()
    page.get_by_label("Dish or drink").select_option(label="Tea · €3.00")
    page.get_by_label("Quantity").fill("2")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("Dish or drink").select_option(label="Something else…")
    page.get_by_label("Name", exact=True).fill("Birthday cake")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_label("Price of one (EUR)")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Price of one (EUR)").fill("12.50")
    page.get_by_label("Quantity").fill("1")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("Tip (EUR, optional)").fill("1.50")
    page.get_by_role("button", name="Save the sale").click()
    expect(page.get_by_text("Sale saved: €20.00.")).to_be_visible()

    expect(page.get_by_role("img", name="€20.00")).to_be_visible()
    page.get_by_text("As a table").click()
    expect(page.get_by_role("row", name=re.compile("^Total"))).to_contain_text("€18.50")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download this table (CSV)").click()
    assert download.value.suggested_filename.startswith("day-")
    assert "18.50" in open(download.value.path()).read()
    assert violations(page) == []
    for by, name in [("hour", "Hour"), ("weekday", "Weekday"), ("category", "Category"), ("dish", "Dish")]:
        page.get_by_label("By", exact=True).select_option(by)
        page.get_by_role("button", name="Show", exact=True).click()
        expect(page.get_by_role("columnheader", name=name, exact=True, include_hidden=True)).to_be_attached()
        assert violations(page) == []
    expect(page.get_by_role("row", name="Birthday cake")).to_contain_text("€12.50")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    take_pictures(page, "venue-records")
    page.set_viewport_size(DESKTOP)

    sale = page.get_by_role("listitem").filter(has_text="Entered by hand")
    sale.get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("button", name="Void").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("Entered twice")
    page.get_by_role("dialog").get_by_role("button", name="Void").click()
    expect(sale).to_contain_text("Voided: Entered twice")
    expect(page.get_by_text("Nothing was sold in this period.")).to_be_visible()
    assert violations(page) == []


def test_a_sale_to_take_away_has_its_price_and_a_typed_dish_its_tax(leila: Person, venue: str):  # noqa: F811
    draft = f"/v1/venues/{venue}/menu/draft"
    menu = leila.call("GET", draft)["menu"]
    menu["sections"][1]["items"][0]["prices"] = [{"fulfilment": "pick_up", "priceMinor": 250}]
    leila.call("PUT", draft, menu, **{"If-Match": leila.entity_tag(draft)})
    leila.call("POST", f"/v1/venues/{venue}/menu/publications", {})
    page = leila.page
    page.goto(f"/venues/{venue}/records")

    page.get_by_label("Dish or drink").select_option(label="Tea · €3.00")
    page.get_by_label("How they get it").select_option("Pick-up")
    expect(page.get_by_label("Dish or drink").locator("option:checked")).to_have_text("Tea · €2.50")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("Dish or drink").select_option(label="Something else…")
    page.get_by_label("Name", exact=True).fill("Birthday cake")
    page.get_by_label("Price of one (EUR)").fill("12.50")
    page.get_by_label("Tax in the price").fill("25.5")
    page.get_by_role("button", name="Add", exact=True).click()
    assert violations(page) == []
    page.get_by_role("button", name="Save the sale").click()
    expect(page.get_by_text("Sale saved: €15.00.")).to_be_visible()

    taxes = leila.call("GET", f"/v1/venues/{venue}/records/sales")["currencies"][0]["taxes"]
    assert {tax["percent"]: tax["taxMinor"] for tax in taxes}["25.5"] == get_included_tax(1_250, "25.5")


def test_the_charts_run_from_the_right_in_arabic(leila: Person, venue: str):  # noqa: F811
    page = leila.page
    leila.call("POST", f"/v1/venues/{venue}/sales", {"lines": [{"name": "شاي", "price": "3", "taxPercent": "14"}]})
    page.set_viewport_size(PHONE)
    leila.call("PATCH", "/v1/me", {"locale": "ar"})
    for theme in ["light", "dark"]:
        page.emulate_media(color_scheme=theme)
        page.goto(f"/venues/{venue}/records")
        chart = page.locator(".sales-columns rect").last
        expect(chart).to_be_attached()
        # Today is the last column, on the left.
        assert chart.bounding_box()["x"] < PHONE["width"] / 2
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page) == []


def test_staff_enter_sales_and_read_none(leila: Person, mira: Person, venue: str):  # noqa: F811
    leila.befriend(mira)
    leila.call("POST", f"/v1/venues/{venue}/people", {"personId": mira.id, "role": "staff"})
    page = mira.page
    page.goto(f"/venues/{venue}/records")
    expect(page.get_by_role("button", name="Save the sale")).to_be_visible()
    expect(page.get_by_role("heading", name="Individual sales")).to_have_count(0)
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Save the sale").click()
    expect(page.get_by_text("Sale saved")).to_be_visible()
    assert len(leila.call("GET", f"/v1/venues/{venue}/sales")["items"]) == 1


def test_stock_is_compared_with_counts(leila: Person, venue: str):  # noqa: F811
    path = f"/v1/venues/{venue}"
    for kind, quantity in [("count", 10), ("receipt", 5), ("waste", 2), ("count", 11)]:
        leila.call("POST", f"{path}/stock/tea/moves", {"kind": kind, "quantity": quantity})
    page = leila.page
    page.set_viewport_size(PHONE)
    page.goto(f"/venues/{venue}/records")
    report = page.get_by_role("region", name="Stock against counts")
    # 10 + 5 - 2 = 13, of which 11 are there; a tea costs 3.00.
    expect(report.get_by_role("row", name="Tea").get_by_role("cell")).to_have_text(["10", "5", "0", "0", "2", "13", "11", "-2", "-€6.00"])
    expect(report.get_by_role("row", name=re.compile("^Total"))).to_contain_text("-€6.00")
    with page.expect_download() as download:
        report.get_by_role("link", name="Download this table (CSV)").click()
    assert "tea,Tea,every,10,5,0,0,2,13,11,-2,3.00,-6.00,EUR" in open(download.value.path()).read()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("From").fill("2020-01-01")
    page.get_by_label("To", exact=True).fill("2020-01-31")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_text("Nothing was sold in this period.")).to_be_visible()
    expect(report).to_have_count(0)


def test_how_long_orders_took_is_a_table_of_days(leila: Person, venue: str):  # noqa: F811
    path = f"/v1/venues/{venue}"
    leila.call("PATCH", path, {"takesOrders": True}, **{"If-Match": leila.entity_tag(path)})
    page = leila.page
    page.set_viewport_size(PHONE)
    report = page.get_by_role("region", name="How long orders took")
    page.goto(f"/venues/{venue}/records")
    expect(page.get_by_role("button", name="Save the sale")).to_be_visible()
    expect(report).to_have_count(0)

    # one is ready before the promised time, one is only accepted, and a cancelled one does not count
    steps = [("accepted", {"promisedAt": in_days(5, "13:00")}), ("preparing", {}), ("ready", {})]
    for number in (3, 1):
        outing, _ = place_order(leila, venue)
        order, before = leila.call("GET", f"/v1/outings/{outing}/order")["id"], "placed"
        for state, fields in steps[:number]:
            leila.call("POST", f"{path}/orders/{order}/transitions", {"from": before, "to": state} | fields)
            before = state
    outing, _ = place_order(leila, venue)
    leila.call("POST", f"/v1/outings/{outing}/order/transitions", {"from": "placed", "to": "cancelled", "reason": "Rain"})
    page.reload()

    expect(report.get_by_role("columnheader")).to_have_text(["Day", "Orders", "Until accepted", "Until ready", "Until ready, slow (9 in 10)", "On time"])
    minutes = re.compile(r"^0(\.\d)? ?mins?$")
    expect(report.get_by_role("row")).to_have_count(3)
    for row in (1, 2):
        expect(report.get_by_role("row").nth(row).get_by_role("cell")).to_have_text(["2", minutes, minutes, minutes, "1 of 1"])
    expect(report.get_by_role("row", name=re.compile("^Total"))).to_be_visible()
    with page.expect_download() as download:
        report.get_by_role("link", name="Download this table (CSV)").click()
    [head, line] = open(download.value.path(), encoding="utf-8-sig").read().splitlines()
    assert len(head.split(",")) == 7 and re.fullmatch(r"\d{4}-\d\d-\d\d,2,\d+,\d+,\d+,1,1", line)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    take_pictures(page, "venue-times")


def test_an_owner_writes_an_invoice_prints_it_and_cancels_it(leila: Person, tmp_path):
    """The invoice is in the language of the venue's country, has its amounts on one A4 page, and the cancellation has the next number."""
    venue = leila.own_venue(street="Pier 1", postcode="99800", city="Ivalo", country="FI")
    path = f"/v1/venues/{venue}"
    lines = [{"name": f"Dish {number}", "price": f"{number + 1}.50", "taxPercent": RATES[number % 3]} for number in range(12)]
    sale = leila.call("POST", f"{path}/sales", {"currency": "EUR", "lines": lines, "tip": "2.00"})
    page = leila.page
    page.set_viewport_size(PHONE)
    page.goto(f"/venues/{venue}/records")
    row = page.get_by_role("listitem").filter(has_text="Entered by hand")
    dialog = page.get_by_role("dialog")

    def open_form():
        row.get_by_role("button").click()
        dialog.get_by_role("button", name="Write an invoice").click()
        expect(dialog.get_by_role("heading", name="Write an invoice?")).to_be_visible()

    warning = dialog.get_by_text("The venue has no tax number.")
    open_form()
    expect(warning).to_be_visible()
    assert violations(page) == []
    dialog.get_by_role("button", name="Not now").click()
    leila.call("PATCH", path, {"taxNumber": "FI12345678"}, **{"If-Match": leila.entity_tag(path)})
    open_form()
    expect(warning).to_have_count(0)
    assert violations(page) == []
    dialog.get_by_role("button", name="Write the invoice").click()
    expect(dialog.get_by_label("Name of the recipient")).to_have_attribute("aria-invalid", "true")
    dialog.get_by_label("Name of the recipient").fill("Kaisla Oy")
    dialog.get_by_label("Address").fill("Quay 2\n20100 Turku")
    dialog.get_by_label("Tax number (optional)").fill("FI87654321")
    expect(dialog.get_by_label("Email (optional)")).to_have_count(0)
    dialog.get_by_role("button", name="Write the invoice").click()

    expect(page.get_by_role("heading", level=1, name=re.compile(r"^Invoice \d{4}-0001$"))).to_be_visible()
    paper = page.locator("article.invoice")
    expect(paper).to_have_attribute("lang", "fi")
    expect(paper.get_by_role("heading", level=2)).to_have_text(re.compile(r"^Lasku .*\d{4}-0001"))
    for text in ["Kaisla Oy", "20100 Turku", "99800 Ivalo", "Verotunniste: FI87654321", "Verotunniste: FI12345678", "Dish 11", "25,5 %", "86,00 €", "Yksikköhinta veroineen"]:
        expect(paper).to_contain_text(text)
    assert sale["totalMinor"] == 8_600
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    take_pictures(page, "venue-invoice")
    page.set_viewport_size(DESKTOP)
    page.emulate_media(media="print")
    expect(paper).to_be_visible()
    expect(page.get_by_role("button", name="Print (A4)")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_hidden()
    file = tmp_path / "invoice.pdf"
    page.pdf(path=file, prefer_css_page_size=True)
    printed = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True).stdout
    assert len(re.findall(r"86,00\s€", printed)) == 1 and printed.strip("\f\n").count("\f") == 0
    page.emulate_media(media="screen")
    page.get_by_label("Invoice language").select_option(label="Deutsch")
    expect(paper).to_contain_text("Gesamtbetrag")
    expect(paper).to_have_attribute("lang", "de")
    page.get_by_label("Invoice language").select_option(label="العربية")
    expect(paper).to_have_attribute("dir", "rtl")
    assert violations(page) == []

    leila.call("POST", f"{path}/sales/{sale['id']}/void", {"reason": "Another name"})
    page.goto(f"/venues/{venue}/records")
    page.get_by_role("link", name="All invoices").click()
    expect(page.get_by_role("listitem").filter(has_text="Kaisla Oy")).to_contain_text(re.compile(r"Cancelled by number \S*\d{4}-0002"))
    assert violations(page) == []
    page.get_by_role("link", name=re.compile(r"-0001")).click()
    expect(paper).to_contain_text(re.compile(r"Peruttu .*-0002"))
    expect(paper).not_to_contain_text("Another name")


def test_a_member_who_ordered_finds_their_invoice_before_an_erasure(leila: Person, mira: Person):
    venue = leila.own_venue(street="Pier 1", postcode="99800", city="Ivalo", country="FI")
    outing, number = place_order(mira, venue)
    order = mira.call("GET", f"/v1/outings/{outing}/order")["id"]
    leila.call("POST", f"/v1/venues/{venue}/orders/{order}/transitions", {"from": "placed", "to": "handed_over"})
    page = leila.page
    page.goto(f"/venues/{venue}/records")
    page.get_by_role("listitem").filter(has_text=f"Order {number}").get_by_role("button").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Write an invoice").click()
    dialog.get_by_label("Name of the recipient").fill("Kaisla Oy")
    dialog.get_by_label("Address").fill("Quay 2\n20100 Turku")
    dialog.get_by_label("Email (optional)").fill(mira.email)
    dialog.get_by_role("button", name="Write the invoice").click()
    expect(page.get_by_role("heading", level=1, name=re.compile(r"^Invoice \d{4}-0001$"))).to_be_visible()

    mira.page.goto("/settings")
    mira.page.get_by_role("button", name="Delete my account").click()
    asked = mira.page.get_by_role("dialog")
    expect(asked.get_by_role("listitem")).to_contain_text(re.compile(r"invoice .*\d{4}-0001"))
    assert violations(mira.page) == []
