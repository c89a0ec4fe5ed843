"""Checks the table of edge cases in docs/orders.md: every case is there once, and has tests that exist or a reason."""

import pytest
from named_tests import ROOT, find_missing_tests, read_named_tests, read_rows

ROWS = read_rows((ROOT / "docs" / "orders.md").read_text().split("## Edge cases")[1], r"\d+ ")


def test_every_case_is_there_once_and_in_its_order():
    assert [int(cells[0]) for cells in ROWS] == list(range(1, 87))


@pytest.mark.parametrize("cells", ROWS, ids=[cells[0] for cells in ROWS])
def test_a_case_has_tests_that_exist_or_a_reason(cells):
    _, what, shown = cells
    named = read_named_tests(shown)

    assert what
    assert find_missing_tests(named) == []
    assert bool(named) != shown.startswith(("n/a: ", "not built: "))
