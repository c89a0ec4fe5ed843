"""Checks the table of docs/asvs.md: all rows are present, and all proofs exist."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
# The requirements of OWASP ASVS 5.0.0 by level, without level 3.
LEVELS = {
    1: """1.2.1-5 1.3.1-2 1.5.1 2.1.1 2.2.1-2 2.3.1 3.2.1-2 3.3.1 3.4.1-2 3.5.1-3 4.1.1 4.4.1 5.2.1-2 5.3.1-2 6.1.1 6.2.1-8 6.3.1-2
          6.4.1-2 7.2.1-4 7.4.1-2 8.1.1 8.2.1-2 8.3.1 9.1.1-3 9.2.1 10.4.1-5 11.3.1-2 11.4.1 12.1.1 12.2.1-2 13.4.1 14.2.1 14.3.1
          15.1.1 15.2.1 15.3.1""",
    2: """1.1.1-2 1.2.6-9 1.3.3-11 1.4.1-3 1.5.2 2.1.2-3 2.2.3 2.3.2-4 2.4.1 3.3.2-4 3.4.3-6 3.5.4-5 3.7.1-2 4.1.2-3 4.2.1 4.3.1-2
          4.4.2-4 5.1.1 5.2.3 5.4.1-3 6.1.2-3 6.2.9-12 6.3.3-4 6.4.3-4 6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3 7.3.1-2 7.4.3-5 7.5.1-2
          7.6.1-2 8.1.2 8.2.3 8.4.1 9.2.2-4 10.1.1-2 10.2.1-2 10.3.1-4 10.4.6-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.3
          11.4.2-4 11.5.1 11.6.1 12.1.2-3 12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.2-5 14.1.1-2 14.2.2-4 14.3.2-3 15.1.2-3 15.2.2-3
          15.3.2-7 16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2""",
}
TEXT = (ROOT / "docs" / "asvs.md").read_text()
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if re.match(r"\| \d", line)]


def spread(words):
    """Expands `1.2.1-3` or `1.2.1–1.2.3` to its three rows."""
    for word in re.split(r"[,\s]+", words.strip()):
        first, _, last = word.replace("–", "-").partition("-")
        section, number = first.rsplit(".", 1)
        for each in range(int(number), int((last or number).rsplit(".", 1)[-1]) + 1):
            yield f"{section}.{each}"


def test_every_row_of_both_levels_is_there_once():
    wanted = sorted((row, str(level)) for level, words in LEVELS.items() for row in spread(words))
    there = sorted((row, cells[1]) for cells in ROWS for row in spread(cells[0]))

    assert len(wanted) == 253
    assert there == wanted


@pytest.mark.parametrize("cells", ROWS, ids=[cells[0] for cells in ROWS])
def test_a_row_has_a_proof_that_is_there(cells):
    row, _, what, how, proof = cells
    files = re.findall(r"`([^`]+)`", proof)
    names = re.findall(r'"([^"]+)"', proof)

    assert what and proof
    for file in files:
        if "/" in file or file.endswith(".swift"):
            assert (ROOT / file).exists(), f"{row}: {file} does not exist"
    if proof.startswith(("n/a: ", "not met: ")):
        return
    assert how and files, f"{row}: no proof"
    texts = [(ROOT / file).read_text() for file in files if (ROOT / file).is_file()]
    for name in names:
        assert any(name in text for text in texts), f"{row}: none of its files contains {name!r}"


def test_the_list_of_what_is_not_met_is_that_of_the_rows():
    listed = re.search(r"## Not met\n(.+?)\n## ", TEXT, re.S)[1]
    listed = {row for row in re.findall(r"\d+\.\d+\.\d+", listed)}

    assert listed == {row for cells in ROWS if cells[4].startswith("not met: ") for row in spread(cells[0])}
