"""Checks the tables of docs/requirements.md: every row is there once, and what works has tests that exist and that `script/test` runs."""

import collections
import pathlib
import re

import pytest
from named_tests import ROOT, find_missing_tests, read_named_tests, read_rows

TEXT = (ROOT / "docs" / "requirements.md").read_text()
ROWS = read_rows(TEXT, r"[A-Z]\d{3} ")
STATES = ["works", "differently", "not yet", "nothing to build"]
SCRIPT = (ROOT / "script" / "test").read_text()
# The folders of Python tests that `script/test` runs without options.
FOLDERS = {*re.findall(r"(?:against_the_program|attack) Tests/(\w+)", SCRIPT), *re.findall(r"Tests/(\w+)", re.search(r"^sources\(\) \{(.*?)^\}", SCRIPT, re.M | re.S)[1])}


def test_every_row_is_there_once_and_in_its_order():
    numbers = collections.defaultdict(list)
    for row in ROWS:
        numbers[row[0][0]].append(int(row[0][1:]))

    assert list(numbers) == [row[0][0] for row in read_rows(TEXT, "[A-Z]: ")]
    for letter, found in numbers.items():
        assert found == list(range(1, len(found) + 1)), letter


def test_the_counts_are_those_of_the_rows():
    counted = {}
    for source, *counts in read_rows(TEXT, r"(?:[A-Z]: |all )"):
        states = [row[2] for row in ROWS if source == "all" or row[0][0] == source[0]]
        counted[source] = [int(count) for count in counts] == [len(states), *map(states.count, STATES)]

    assert counted and all(counted.values()), counted


@pytest.mark.parametrize("cells", ROWS, ids=[cells[0] for cells in ROWS])
def test_a_row_has_tests_that_exist_or_a_reason(cells):
    _, asked, state, here, shown = cells
    named = read_named_tests(shown)

    assert asked and state in STATES
    assert find_missing_tests(named) == []
    assert [file for file in named if not is_run(file)] == [], "not a part of script/test"
    if state == "works":
        assert named, "what works has a test"
    else:
        assert here, "what does not work as asked has a reason"
    if state in ("not yet", "nothing to build"):
        assert not shown


def is_run(file: str) -> bool:
    """Whether `script/test` runs a file without options: all Swift tests, and the folders of Python tests that it names."""
    return file.endswith(".swift") or pathlib.Path(file).parts[1] in FOLDERS
