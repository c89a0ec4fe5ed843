"""Reads the tests that a table of a document names, and finds those that do not exist."""

import functools
import pathlib
import re

ROOT = pathlib.Path(__file__).parents[2]


def read_rows(text: str, pattern: str) -> list[list[str]]:
    """Returns the cells of a table's rows whose first cell begins with `pattern`."""
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.splitlines() if re.match(rf"\| {pattern}", line)]


def read_named_tests(cell: str) -> dict[str, list[str]]:
    """Returns the files of a cell with the names of their tests: each name belongs to the file that stands before it."""
    named = {}
    for file, names in re.findall(r"`(Tests/[^`]+)`((?:,? \"[^\"]+\")*)", cell):
        named.setdefault(file, []).extend(re.findall(r'"([^"]+)"', names))
    return named


def find_missing_tests(named: dict[str, list[str]]) -> list[str]:
    """Returns what does not exist of files and tests, and the files of which no test is named."""
    missing = []
    for file, names in named.items():
        if not (ROOT / file).is_file():
            missing.append(f"{file} does not exist")
            continue
        if not names:
            missing.append(f"no test of {file} is named")
        missing += [f"{file} has no test {name!r}" for name in names if name not in read_tests(file)]
    return missing


@functools.cache
def read_tests(file: str) -> set[str]:
    """Returns the names of a file's tests."""
    text = (ROOT / file).read_text()
    if file.endswith(".py"):
        return set(re.findall(r"^def (test_\w+)\(", text, re.MULTILINE))
    return {name for name in re.findall(r"@Test\b(?:(?!@Test\b).)*?\bfunc\s+(?:`([^`]+)`|\w+)", text, re.DOTALL) if name}
