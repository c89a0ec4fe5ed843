"""Rules that the compiler does not know."""

import re

import pytest
from sources import ROOT, Rule, files_below

CLOCK = ["Date()", "Date.now", "ContinuousClock.now", "FileManager", "Process()", "socket("]
# Debian's packages of the programs that the service calls, and of the map in browsers.
PROGRAMS = {"postgresql", "libvips-tools", "osmium-tool", "tilemaker", "libjs-leaflet"}
PURE = ["Geo", "GeoSearch", "Localization", "JSON", "WebPush", "Calendars", "Money", "PayCodes", "QRCodes"]

RULES = [
    *(Rule(f"Sources/Platform/{module}/", "a pure module asks neither clock nor disk", says=CLOCK) for module in PURE),
    Rule("Sources/", "a fault ends one request, never everybody's", says=["try!", "as!", "fatalError("]),
    Rule("Sources/", "MD5 and SHA-1 prove nothing", says=["Insecure.", "_CryptoExtras", "import CommonCrypto"]),
    Rule("Sources/", "what happens goes to the log, where secrets are removed", says=["print("], except_=["Sources/Noonish/"]),
]


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_a_rule_of_the_house_holds(rule):
    assert any(rule.concerns(file) for file in files_below("Sources"))
    assert rule.breaches(files_below("Sources")) == []


def test_an_unchecked_sendable_says_why_it_holds():
    unproven = [
        f"{file.path}:{number + 1}" for file in files_below("Sources") for number, line in enumerate(file.lines)
        if "@unchecked Sendable" in line and not any("//" in above for above in file.lines[max(0, number - 12):number + 1])
    ]

    assert unproven == []


def test_nothing_is_left_to_be_done_later():
    marks = ["TO" + "DO", "FIX" + "ME"]
    kinds = [
        ("Sources", ".swift"), ("Sources/Web/assets", ".js"), ("Sources/Web", ".css"), ("Tests", ".swift"), ("Tests", ".py"), ("sql", ".sql"),
        ("config", ".yaml"), ("script", ""),
    ]
    left = [
        f"{file.path}:{number}" for folder, suffix in kinds for file in files_below(folder, suffix)
        for number, line in enumerate(file.lines, 1) if any(mark in line for mark in marks)
    ]

    assert left == []


def test_migrations_are_numbered_from_1_without_gaps():
    numbers = [int(file.path.rsplit("/", 1)[1][:4]) for file in files_below("sql/migrations", ".sql")]

    assert numbers == list(range(1, len(numbers) + 1))


def test_a_migration_says_why_what_it_locks_when_to_deploy_and_how_to_undo():
    missing = []
    for file in files_below("sql/migrations", ".sql"):
        head = re.match(r"(?:--.*\n|\n)*", file.text)[0]
        missing += [f"{file.path}: {word}" for word in ("Why", "Locks", "Deploy", "Undo") if f"-- {word}:" not in head]

    assert missing == []


@pytest.mark.parametrize("path", ["script/setup", "Containerfile", "docs/release.md"])
def test_every_installation_has_the_programs_that_the_service_calls(path):
    assert PROGRAMS - set((ROOT / path).read_text(encoding="utf-8").split()) == set()
