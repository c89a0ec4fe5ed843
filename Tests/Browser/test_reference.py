"""The page of the API, which renders the OpenAPI document."""

import json
import urllib.request

from conftest import SERVER


def test_the_reference_shows_every_operation(leila):
    with urllib.request.urlopen(f"{SERVER}/openapi.json") as response:
        paths = json.load(response)["paths"]
    operations = [operation["operationId"] for path in paths.values() for operation in path.values()]

    page = leila.page
    page.goto("/docs")
    page.locator("#listOutings").wait_for(state="attached")

    assert page.get_by_role("alert").count() == 0
    shown = page.locator("main > details").evaluate_all("all => all.map((each) => each.id)")
    assert [name for name in operations if name not in shown] == []
    page.locator("#createOuting > summary").click()
    assert page.locator("#createOuting").get_by_text("malformed_time").count() > 0
