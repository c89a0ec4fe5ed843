"""Checks the tables of findings in docs/findings.md and docs/security.md: all are there, and all tests that they name exist."""

import re

import pytest
from named_tests import ROOT, find_missing_tests, read_named_tests, read_rows

FINDINGS = [
    f"{kind}{number}" for kind, last in (("H", 3), ("M", 7), ("L", 11), ("N", 8)) for number in range(1, last + 1)]
ROWS = read_rows((ROOT / "docs" / "security.md").read_text().split("## Findings of the trials")[1].split("\nFigures")[0], r"[HMLN]\d")
USE_FINDINGS = [f"{kind}{number}" for kind, last in (("U", 42), ("P", 15), ("S", 5)) for number in range(1, last + 1)]
USE_ROWS = read_rows((ROOT / "docs" / "findings.md").read_text(), r"[UPS]\d")
ENGLISH = (ROOT / "config" / "locales" / "en.yaml").read_text()
# What the trial found in the English texts, in parts that no good sentence has.
SENTENCES = [
    "You may come.", "{name} may come", "Do you come?", ": Attending", "{host} sees it.", "Place open", "Time and place open", "  open: still open",
    "invites you: ", "invites you.", "See who comes, and answer", "Look at it", "You are on the list of", "No more mail about it",
    "more friend is invited", "moved: \"{new} instead of", "there is a note: ", "it is called ", "It is cancelled: ", "it takes place after all",
    "possibilities", "most want {what}", "take it or pass it on", "It was started.", "you are down as", "That happens by itself", "follows again by itself",
    "As it was {moment}", "No answer came, so", "Does it still hold?", "Look again", "Nothing is here.", "To the outings",
    "This invitation is not here", "That code is not right", "Both work once", "nobody gets in", "dish or kitchen", "Any kitchen", "Found by ",
    "Say where to look first", "Another point", "Nowhere chosen yet", "Near where you are", "Your place is not known", "Anywhere we have been",
    "Closed then", "Hours not known", "not known for", "has nothing for somebody", "Say roughly where you start", "What changed, and when",
    "It can be taken back", "Why, in a few words", "It is on after all", "Invite the chosen", "One or many, with commas", "from who has not voted",
    "becomes so by itself", "It is so now", "Make it so", "Who was told of it", "Leave out", "takes place all the same", "changed by itself",
    "What you do not eat", "News always stands", "What cannot wait", "Be forgotten", "All that is kept of you", "it is being made",
]


def test_every_finding_is_there_once():
    assert [cells[0] for cells in ROWS] == FINDINGS
    assert [cells[0] for cells in USE_ROWS] == USE_FINDINGS


@pytest.mark.parametrize("cells", ROWS, ids=[cells[0] for cells in ROWS])
def test_a_finding_has_a_test_that_is_there(cells):
    name, what, now, shown = cells
    named = read_named_tests(shown)
    cases = re.findall(r"C\d+", " ".join(re.findall(r"`script/chaos ([^`]+)`", shown)))
    known = (ROOT / "Tests" / "Chaos" / "chaos.py").read_text()

    assert what and now and named
    assert find_missing_tests(named) == []
    assert all(f'"{case}":' in known for case in cases), name


@pytest.mark.parametrize("cells", USE_ROWS, ids=[cells[0] for cells in USE_ROWS])
def test_a_finding_of_use_has_a_test_that_is_there(cells):
    _, what, now, shown = cells
    named = read_named_tests(shown)

    assert what and now and named
    assert find_missing_tests(named) == []


def test_no_sentence_of_the_trial_is_left():
    assert [sentence for sentence in SENTENCES if sentence in ENGLISH] == []


def test_the_privacy_page_says_that_ballots_have_names():
    assert "In a vote, ballots are shown with names, and the host can hide them until people have voted." in ENGLISH
