"""The catalogue and what says it fit each other. What the browser client says is checked by Tests/Browser."""

import re

import pytest
import yaml
from sources import ROOT, files_below

LOCALES = ROOT / "config" / "locales"
SECTIONS = {"calendar", "change", "mail", "page", "problem", "push", "sheet", "time"}
# Sections that the browser client says.
WEB = {"web", "about", "account", "bills", "people", "venues", "records", "invoices", "series"}


def read_keys() -> set[str]:
    """The keys of all messages."""
    def keys(value, path):
        return [key for name, inner in value.items() for key in keys(inner, [*path, str(name)])] if isinstance(value, dict) else [".".join(path)]
    # Names such as `yes` and `on` are texts here.
    return set(keys(yaml.load((LOCALES / "en.yaml").read_text(), Loader=yaml.BaseLoader), []))


@pytest.fixture(scope="module")
def messages():
    return read_keys()


@pytest.fixture(scope="module")
def swift():
    return [file.text for file in files_below("Sources")]


@pytest.fixture(scope="module")
def in_templates():
    """The keys that the server's templates name."""
    files = files_below("Sources/Web", ".mustache") + files_below("Sources/Web", "index.html")
    names = [match for file in files for match in re.findall(r"\{\{(\w+)\.(\w+)\}\}", file.text)]
    return {f"page.{name}" if part == "page" else f"page.{part}.{name}" for part, name in names}


def test_every_message_is_said_somewhere(messages, swift, in_templates):
    keys, stems, literals = set(in_templates), set(), set()
    for text in swift:
        literals.update(re.findall(r'"([a-z_]+)"', text))
        for key, end in re.findall(r'"([a-z]+\.[\w.]*)("|\\\()', text):
            (keys if end == '"' else stems).add(key)

    def is_said(key):
        if key in keys:
            return True
        matching = [stem for stem in stems if key.startswith(stem)]
        return any(stem != "problem." or key.removeprefix(stem) in literals for stem in matching)

    own = {key for key in messages if key.split(".")[0] not in WEB}
    assert {key.split(".")[0] for key in own} == SECTIONS
    assert sorted(key for key in own if not is_said(key)) == []


def test_everything_that_is_said_is_a_message(messages, swift, in_templates):
    said = {key for text in swift for key in re.findall(r'say\(\s*"([\w.]+)"', text)}
    sections = {key for key in in_templates if any(name.startswith(f"{key}.") for name in messages)}

    assert len(said) > 30
    assert sorted((said | in_templates) - sections - messages) == []


def test_what_is_said_with_the_section_of_its_file_is_a_message(messages, swift):
    """A file that says many messages of one section has a function that adds the section to their keys."""
    said = set()
    for text in swift:
        if section := re.search(r'say\("([\w.]+\.)\\\(key\)", values\)', text):
            calls = re.findall(r'message\(\s*(?:[^"()]+ \? )?"([\w.]+)"(?: : "([\w.]+)")?', text)
            said.update(section[1] + key for call in calls for key in call if key)

    assert len(said) > 30
    assert sorted(said - messages) == []


def test_the_languages_are_those_of_the_design():
    assert sorted(path.stem for path in LOCALES.glob("*.yaml")) == ["ar", "de", "en", "fi", "ja"]
