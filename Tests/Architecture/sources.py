"""Reads the files of the repository, and finds what breaks a rule about them."""

import functools
import pathlib
import re
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).parents[2]


@dataclass(frozen=True)
class SourceFile:
    """A text file of the repository, with its path below the repository's folder."""

    path: str
    text: str

    @functools.cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")


@functools.cache
def files_below(folder: str, suffix: str = ".swift") -> list[SourceFile]:
    """Returns every file below `folder` whose name ends in `suffix`, sorted by path."""
    paths = sorted(path for path in (ROOT / folder).rglob(f"*{suffix}") if path.is_file() and ".build" not in path.parts)
    return [SourceFile(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in paths]


def folders_in(folder: str) -> set[str]:
    """Returns the names of the folders directly in `folder`."""
    return {path.name for path in (ROOT / folder).iterdir() if path.is_dir()}


def lines_with(pattern: str, files: list[SourceFile]) -> list[str]:
    """Returns the lines in which `pattern` is found, each with its place."""
    wanted = re.compile(pattern)
    return [f"{file.path}:{number}: {line.strip()}" for file in files for number, line in enumerate(file.lines, 1) if wanted.search(line)]


@dataclass(frozen=True)
class Rule:
    """What Swift files below one place must not contain, and why. `files` and `except_` are parts of paths."""

    files: str
    because: str
    imports: list[str] = field(default_factory=list)
    says: list[str] = field(default_factory=list)
    except_: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.files}: {self.because}"

    def concerns(self, file: SourceFile) -> bool:
        return self.files in file.path and not any(part in file.path for part in self.except_)

    def breaches(self, files: list[SourceFile]) -> list[str]:
        """Returns every place that breaks the rule, as `path:line: what`."""
        imported = re.compile(rf"^ *(?:\w+ |@\w+(?:\(\w+\))? ){{0,2}}import (?:.* )?({'|'.join(self.imports)}) *$") if self.imports else None
        # A word that begins with a letter is not the end of a longer one.
        said = re.compile("|".join(rf"(?<![^\W\d_]){re.escape(word)}" for word in self.says)) if self.says else None
        found = []
        for file in filter(self.concerns, files):
            for number, line in enumerate(file.lines, 1):
                code = re.split(r'"|//', line, maxsplit=1)[0]
                if imported and (match := imported.search(code)):
                    found.append(f"{file.path}:{number}: import {match[1]}")
                elif said and (match := said.search(code)):
                    found.append(f"{file.path}:{number}: {match[0]}")
        return found
