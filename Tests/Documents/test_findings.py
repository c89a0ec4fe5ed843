"""Checks the table of findings in docs/security.md: all are there, and all tests that it names exist."""

import re

import pytest
from named_tests import ROOT, find_missing_tests, read_named_tests, read_rows

FINDINGS = [f"{kind}{number}" for kind, last in (("H", 3), ("M", 7), ("L", 11)) for number in range(1, last + 1)]
ROWS = read_rows((ROOT / "docs" / "security.md").read_text().split("## Findings of the trials")[1].split("\nFigures")[0], r"[HML]\d")


def test_every_finding_is_there_once():
    assert [cells[0] for cells in ROWS] == FINDINGS


@pytest.mark.parametrize("cells", ROWS, ids=[cells[0] for cells in ROWS])
def test_a_finding_has_a_test_that_is_there(cells):
    name, what, now, shown = cells
    named = read_named_tests(shown)
    cases = re.findall(r"C\d+", " ".join(re.findall(r"`script/chaos ([^`]+)`", shown)))
    known = (ROOT / "Tests" / "Chaos" / "chaos.py").read_text()

    assert what and now and named
    assert find_missing_tests(named) == []
    assert all(f'"{case}":' in known for case in cases), name
