"""What can be checked of the project's language: names and comments that a newcomer would have to decode."""

import re

import pytest
from sources import SourceFile, files_below, lines_with

DECLARATION = r"\b(?:struct|class|enum|actor|protocol|typealias) +"
# Words that were type names of ours, or are metaphors where a term exists.
BANNED_IN_TYPE_NAMES = {
    "Door", "Desk", "Deed", "Bell", "Wish", "Gist", "Fate", "Way", "Ways", "House", "Town", "Courier", "Told", "Telling", "Claimed", "Kept",
    "Posted", "Made", "Hearing", "Overdue", "Surroundings", "Whereabouts", "Tastes", "Favour", "Talk", "Deciding",
}
# Forms that are never right in a comment, each with the advice that names its test case.
COMMENT_FORMS = {
    "`nil` is code, not a sentence": r"(///|//|-) (Returns: |Parameter \w+: )?Nil\b",
    "say who: the caller, a guest": r"(^|[^:])//.*\b([Ss]omebody|[Nn]obody|[Aa]nybody|[Ee]verybody)\b",
    'name the role instead of "whoever"': r"(^|[^:])//.*\b([Ww]hoever|[Ww]homever)\b",
    "say notified, reads, chooses": r"(^|[^:])//.*\b([Tt]old|[Hh]ears?|[Hh]eard|[Ww]ish(es)?)\b",
    "use the term instead of a metaphor": r"(^|[^:])//.*\b(bell|deed|fate|gist)\b",
}
# Words that are never right in documents, comments of the web client and of the schema, and English texts.
BANNED = r"\b(?:[Ss]omebody|[Nn]obody|[Aa]nybody|[Ee]verybody|[Ww]ho(?:m)?ever)\b"
# Type names that end like a participle and are none.
NOUNS = {"Need", "DrawSeed", "TimeLimitExceeded"}
# These documents quote names of tests, or the words to avoid.
QUOTING = {"docs/asvs.md", "docs/security.md", "docs/style.md"}


def all_swift():
    """The Swift files of the program and of its tests; the benchmarks' folder may have the sources of their dependencies."""
    return [file for folder in ("Sources", "Tests") for file in files_below(folder) if "/Bench/" not in file.path]


def with_only(pattern: str, files: list[SourceFile]) -> list[SourceFile]:
    """The files with only the part of each line that `pattern` matches."""
    return [SourceFile(file.path, "\n".join(match[0] if (match := re.search(pattern, line)) else "" for line in file.lines)) for file in files]


def test_type_names_are_nouns_of_the_field():
    banned = []
    for file in files_below("Sources"):
        for number, line in enumerate(file.lines, 1):
            if "//" not in line and (match := re.search(rf"{DECLARATION}([A-Z]\w*)", line)):
                words = re.findall(r"[A-Z][a-z0-9]*|[A-Z]+(?![a-z])", match[1])
                banned += [f"{file.path}:{number}: {match[1]}" for word in words if word in BANNED_IN_TYPE_NAMES]

    assert banned == []


def test_nothing_that_mutates_reads_as_a_question():
    assert lines_with(r"mutating func (?:is|has)[A-Z]", files_below("Sources")) == []


def test_functions_are_named_after_what_they_do():
    assert lines_with(r"\bfunc (?:look|ask|turn|again)\(", files_below("Sources")) == []


@pytest.mark.parametrize("advice", COMMENT_FORMS)
def test_comments_are_written_in_plain_english(advice):
    assert lines_with(COMMENT_FORMS[advice], all_swift()) == []


def test_a_doc_comment_is_a_sentence_or_begins_with_a_noun_phrase_or_a_verb():
    headless = [
        f"{file.path}:{number + 1}: {line.strip()}" for file in all_swift() for number, line in enumerate(file.lines)
        if re.search(r"^ */// (?:Who|Whose|Of|As|Those)\b", line) and "///" not in file.lines[max(number - 1, 0)]
    ]

    assert headless == []


def test_no_type_is_named_by_a_participle():
    pattern = re.compile(rf"^[^/\n]*{DECLARATION}([A-Z]\w*ed)\b", re.MULTILINE)
    names = {name for file in files_below("Sources") for name in pattern.findall(file.text)}

    assert names - NOUNS == set()
    assert NOUNS - names == set(), "no longer needed"


def test_documents_and_english_texts_are_written_in_plain_english():
    documents = [file for file in files_below("docs", ".md") if file.path not in QUOTING]
    # Without the names of the texts.
    texts = [SourceFile(file.path, re.sub(r"(?m)^ *\w+:", "", file.text)) for file in files_below("config/locales", "en.yaml")]

    assert len(documents) > 10 and len(texts) == 1
    assert lines_with(BANNED, documents + texts) == []


def test_comments_of_the_web_client_and_of_the_schema_are_written_in_plain_english():
    scripts = with_only(r"(?:^|[^:])//.*|/\*.*|^ *\*.*", files_below("Sources/Web/assets", ".js"))
    migrations = with_only(r".*(?:--|COMMENT ON).*", files_below("sql/migrations", ".sql"))

    assert scripts and migrations
    assert lines_with(BANNED, scripts + migrations) == []


def test_files_are_named_after_a_type_or_a_concern_of_one():
    names = [file.path for folder in ("Features", "Platform") for file in files_below(f"Sources/{folder}")]

    assert [name for name in names if not re.search(r"/[A-Z][A-Za-z0-9]*(\+[A-Z][A-Za-z0-9]*)?\.swift$", name)] == []
