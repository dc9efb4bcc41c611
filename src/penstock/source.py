"""Source texts and the places in them.

A *position* is one integer.  Small integers point at a character of a file; integers from
``EXPANSION_BASE`` on name a token that a macro or an inline produced, and remember both where
it is written and where it was called for:

    #define TWICE(q) q!1; q!1          <- spelling
    init { TWICE(box) }                <- call

A text may also be a translation: then it knows for each of its stretches where that comes from, and a place
in it leads to the text that was translated.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple

EXPANSION_BASE = 1 << 48


class Location(NamedTuple):
    """A place as people write it: lines and columns count from one."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Expansion(NamedTuple):
    """A token produced by the macro or inline `name`, and the two places it comes from."""

    name: str
    spelling: int
    call: int
    inline: bool


class Origin(NamedTuple):
    """From `start` on, a translated text comes from `position`, where `length` characters are worth a mark.

    `copied`: the characters there are the same, one by one.
    """

    start: int
    position: int
    length: int = 1
    copied: bool = False


@dataclass(eq=False)
class SourceFile:
    """One text that was read, with the position of its first character."""

    name: str
    text: str
    base: int
    origins: tuple[Origin, ...] = ()
    """Of a translated text, in its order; the first one begins where the text does."""
    _line_starts: list[int] | None = None

    @property
    def line_starts(self) -> list[int]:
        if self._line_starts is None:
            starts = [0]
            find, at = self.text.find, 0
            while (at := find("\n", at) + 1) > 0:
                starts.append(at)
            self._line_starts = starts
        return self._line_starts

    def location(self, offset: int) -> Location:
        line = bisect_right(self.line_starts, offset)
        return Location(self.name, line, offset - self.line_starts[line - 1] + 1)

    def line_text(self, line: int) -> str:
        start = self.line_starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end].rstrip("\r")


class Sources:
    """All texts of one model, and every expansion that happened while reading them."""

    def __init__(self) -> None:
        self.files: list[SourceFile] = []
        self._bases: list[int] = []
        self._translated = False
        self.expansions: list[Expansion] = []

    def add(self, name: str, text: str, origins: tuple[Origin, ...] = ()) -> SourceFile:
        # One position is left between files, so that the end of a text has a place of its own.
        base = self.files[-1].base + len(self.files[-1].text) + 1 if self.files else 0
        file = SourceFile(name, text, base, origins)
        self._translated |= bool(origins)
        self.files.append(file)
        self._bases.append(base)
        return file

    def expand(self, name: str, spelling: int, call: int, inline: bool = False) -> int:
        self.expansions.append(Expansion(name, spelling, call, inline))
        return EXPANSION_BASE + len(self.expansions) - 1

    def expansion(self, position: int) -> Expansion | None:
        if position < EXPANSION_BASE:
            return None
        return self.expansions[position - EXPANSION_BASE]

    def written(self, position: int) -> int:
        """Where the characters of the token at `position` stand."""
        while position >= EXPANSION_BASE:
            position = self.expansions[position - EXPANSION_BASE].spelling
        return position

    def spelled(self, position: int) -> int | None:
        """Where a token stands in a text, inside of inlines too; None if a macro made it."""
        while (expansion := self.expansion(position)) is not None:
            if not expansion.inline:
                return None
            position = expansion.spelling
        return position

    def called(self, position: int) -> tuple[int, str]:
        """Where the outermost macro that made a token is called, and its name; inside of inlines too."""
        name = ""
        while (expansion := self.expansion(position)) is not None:
            name = name if expansion.inline else expansion.name
            position = expansion.spelling if expansion.inline else expansion.call
        return position, name

    def original(self, position: int) -> int:
        """Where a place in a translated text comes from; any other place is its own origin."""
        return self._origin(position, 1)[0]

    def _origin(self, position: int, length: int) -> tuple[int, int]:
        """The origin of a place in a translated text, and how much to mark there."""
        if not self._translated or position >= EXPANSION_BASE:
            return position, length
        file = self.file_at(position)
        if not file.origins:
            return position, length
        offset = position - file.base
        origin = file.origins[bisect_right(file.origins, offset, key=_start) - 1]
        if not origin.copied:
            return origin.position, origin.length
        inside = min(offset - origin.start, max(0, origin.length - 1))
        return origin.position + inside, min(length, origin.length - inside)

    def literal(self, position: int, text: str) -> int | None:
        """Where the characters of a token stand in a text of the user's; None if they stand nowhere.

        A macro may have pasted them, an argument may have taken the place of a parameter, a translation may have
        put them in.
        """
        position = self.written(position)
        while (behind := self.original(position)) != position:
            position = self.written(behind)
        file = self.file_at(position)
        start, end = position - file.base, position - file.base + len(text)
        # A parameter `ab` that stands for `a` begins like it.
        longer = _is_word(text[-1:]) and _is_word(file.text[end : end + 1])
        return position if file.text.startswith(text, start) and not longer else None

    def shown(self, position: int) -> int:
        """Where to point a reader: at the call of a macro, but into the body of an inline."""
        return self._shown(position, 1)[0]

    def shown_length(self, position: int, length: int) -> int:
        """How many characters to mark there: those of the macro's name, if a macro is called there."""
        return self._shown(position, length)[1]

    def _shown(self, position: int, length: int) -> tuple[int, int]:
        while True:
            if position >= EXPANSION_BASE:
                expansion = self.expansions[position - EXPANSION_BASE]
                length = length if expansion.inline else len(expansion.name)
                position = expansion.spelling if expansion.inline else expansion.call
                continue
            behind, length = self._origin(position, length)
            if behind == position:
                return position, length
            position = behind

    def file_at(self, position: int) -> SourceFile:
        return self.files[bisect_right(self._bases, position) - 1]

    def locate(self, position: int) -> Location:
        position = self.shown(position)
        file = self.file_at(position)
        return file.location(position - file.base)

    def origins(self, position: int) -> list[tuple[str, int]]:
        """The other places that belong to `position`, as (sentence, position), innermost first."""
        notes: list[tuple[str, int]] = []
        expansion = self.expansion(position)
        while expansion is not None:
            if expansion.inline:
                notes.append((f"inline `{expansion.name}` is called here", expansion.call))
                following = expansion.spelling
                notes.extend(self.origins(following))
                following = expansion.call
            else:
                spelling = self.written(expansion.spelling)
                notes.append((f"in the definition of macro `{expansion.name}`", spelling))
                following = expansion.call
            expansion = self.expansion(following)
        return notes[:8]


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def _start(origin: Origin) -> int:
    return origin.start
