"""A diagnostic is data: what is wrong, where, and what a reader could do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from penstock.source import Sources


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """`1 field`, `2 fields`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


LONGEST_MESSAGE = 300
"""A name can have any length; a message is for reading."""


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that explains the first."""

    message: str
    position: int


@dataclass(frozen=True, slots=True)
class TextChange:
    """The text `old`, which stands at `position`, becomes `new`.

    It says what it replaces, so that one whose text a macro has made, and that stands nowhere, is not offered.
    """

    position: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Fix:
    """What would repair a finding: changes that belong together."""

    title: str
    edits: tuple[TextChange, ...]


def renaming(position: int, old: str, new: str) -> Fix:
    """One word for another."""
    return Fix(f"change `{old}` to `{new}`", (TextChange(position, old, new),))


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding; `length` characters are underlined at `position`.  `names` are those that it speaks of."""

    code: str
    severity: Severity
    message: str
    position: int
    length: int = 1
    hint: str | None = None
    notes: tuple[Note, ...] = ()
    names: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()


@dataclass
class Diagnostics:
    """The findings about one set of sources, in the order they were made."""

    sources: Sources
    records: list[Diagnostic] = field(default_factory=list)
    _seen: set[tuple[str, int, str]] = field(default_factory=set)

    def report(
        self,
        code: str,
        message: str,
        position: int,
        length: int = 1,
        hint: str | None = None,
        notes: Iterable[tuple[str, int]] = (),
        names: tuple[str, ...] = (),
        fixes: Iterable[Fix] = (),
    ) -> None:
        """Add a finding; its severity is in its code (E… or W…).

        A line in an inline is read once per call, so the same finding at the same place is kept once.
        """
        if len(message) > LONGEST_MESSAGE:
            message = message[:LONGEST_MESSAGE] + "..."
        key = (code, self.sources.shown(position), message)
        if key in self._seen:
            return
        self._seen.add(key)
        severity = Severity.ERROR if code.startswith("E") else Severity.WARNING
        length = self.sources.shown_length(position, length)
        origins = self.sources.origins(position)
        every_note = tuple(Note(text, at) for text, at in [*notes, *origins])
        self.records.append(
            Diagnostic(code, severity, message, position, length, hint, every_note, names, tuple(fixes))
        )

    def names(self, code: str) -> set[str]:
        """The names that findings with this code speak of."""
        return {name for record in self.records if record.code == code for name in record.names}

    def drop(self, code: str) -> None:
        self.records = [record for record in self.records if record.code != code]

    def keep_only(self, codes: frozenset[str], before: list[Diagnostic]) -> None:
        """Forget findings with other codes, unless they had been made `before`."""
        self.records = [record for record in self.records if record in before or record.code in codes]

    def drop_warnings(self) -> None:
        """In a text with gaps, warnings would be guesses."""
        self.records = [record for record in self.records if record.severity is Severity.ERROR]

    @property
    def has_errors(self) -> bool:
        return any(record.severity is Severity.ERROR for record in self.records)

    def sorted(self) -> list[Diagnostic]:
        """By place, errors before warnings at the same place."""
        shown = self.sources.shown
        return sorted(self.records, key=lambda record: (shown(record.position), record.severity.value))
