"""The faults: which text of which file is replaced by what, and who is asked to find it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

DIRECTORY = Path(__file__).parent / "faults"
ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True, slots=True)
class Fault:
    """A small patch; the judges are asked in turn until one objects."""

    part: str
    name: str
    file: str
    before: str
    after: str
    judges: tuple[str, ...]

    def planted(self, text: str) -> str:
        """The text of its file with the fault in it."""
        if text.count(self.before) != 1:
            raise ValueError(f"{self.part}, {self.name}: the text is {text.count(self.before)} times in {self.file}")
        return text.replace(self.before, self.after)


def all_faults() -> list[Fault]:
    return [fault for path in sorted(DIRECTORY.glob("*.toml")) for fault in _faults(path)]


def _faults(path: Path) -> list[Fault]:
    table = tomllib.loads(path.read_text())
    usual = tuple(table["judges"])
    return [
        Fault(
            path.stem,
            entry["name"],
            entry["file"],
            entry["before"].strip("\n"),
            entry["after"].strip("\n"),
            tuple(entry.get("judges", usual)),
        )
        for entry in table["fault"]
    ]
