"""Checks the table of findings in docs/security.md: all are there, and all tests that it names exist."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
FINDINGS = [f"{kind}{number}" for kind, last in (("H", 3), ("M", 7), ("L", 11)) for number in range(1, last + 1)]
TABLE = (ROOT / "docs" / "security.md").read_text().split("## Findings of the trials")[1].split("\nFigures")[0]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TABLE.splitlines() if re.match(r"\| [HML]\d", line)]


def test_every_finding_is_there_once():
    assert [cells[0] for cells in ROWS] == FINDINGS


@pytest.mark.parametrize("cells", ROWS, ids=[cells[0] for cells in ROWS])
def test_a_finding_has_a_test_that_is_there(cells):
    name, what, now, shown = cells
    files = {file: (ROOT / file).read_text() for file in re.findall(r"`(Tests/[^`]+)`", shown)}
    cases = re.findall(r"C\d+", " ".join(re.findall(r"`script/chaos ([^`]+)`", shown)))
    known = (ROOT / "Tests" / "Chaos" / "chaos.py").read_text()

    assert what and now and files
    # Each name belongs to the file that is named before it.
    for file, names in re.findall(r"`(Tests/[^`]+)`((?:,? \"[^\"]+\")*)", shown):
        names = re.findall(r'"([^"]+)"', names)
        assert names, f"{name}: no test of {file} is named"
        for test in names:
            assert f"`{test}`" in files[file] or f"def {test}(" in files[file], f"{name}: {file} has no {test!r}"
    assert all(f'"{case}":' in known for case in cases), name
