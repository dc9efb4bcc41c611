"""The text of a model with every process at its line.

14 │         requests!request(i)          ◂ client
28 │         answers!answer(number)       ◃ server     it waits
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from rich.cells import cell_len
from rich.text import Text

from penstock.faces.screen.rows import DIM, Row, colour_of, joined, shortened
from penstock.stepping.scene import ScenePlace, SceneProcess

MOVES, WAITS = "◂", "◃"
_NARROWEST_TEXT = 8
_TAB = 4
_WORDS = re.compile(
    r"\b(?:active|assert|atomic|bit|bool|break|byte|chan|d_step|do|else|empty|enabled|eval|expire|fi|for|full|goto|hidden"
    r"|if|init|inline|int|len|ltl|mtype|nempty|never|nfull|od|of|pid|printf|printm|priority|proctype|provided|reset|run"
    r"|select|set|short|show|skip|timeout|timer|typedef|unless|unsigned|xr|xs)\b|^\s*#\s*\w+|//.*|/\*.*?\*/|\"[^\"]*\""
)


@dataclass(frozen=True, slots=True)
class SourceView(Sequence[Row]):
    """The lines of one file; nothing is computed for those that nobody looks at."""

    file: str
    lines: Sequence[str]
    width: int
    standing: dict[int, list[SceneProcess]]
    chosen: tuple[ScenePlace, ...] = ()
    """What the selected step executes."""

    @property
    def widest(self) -> int:
        return max(self.width, max(map(len, self.lines)) + len(str(len(self.lines))) + 2)

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        if isinstance(index, slice):
            return [self._row(at) for at in range(*index.indices(len(self)))]
        return self._row(index)

    def _row(self, at: int) -> Row:
        number = at + 1
        here = [place for place in self.chosen if (place.file, place.line) == (self.file, number)]
        digits = len(str(len(self.lines)))
        mark = "▸" if here else " "
        text = joined((f"{mark}{number:>{digits}} ", "bold" if here else DIM))
        labels = _labels(self.standing.get(number, []))
        room = self.width - text.cell_len
        kept = max(_NARROWEST_TEXT, room - labels.cell_len) if labels else 1 << 30
        text.append_text(_code(self.lines[at], kept, here))
        if labels:
            text.append_text(labels)
        return Row(text, number)


def _labels(processes: Sequence[SceneProcess]) -> Text:
    text = Text(end="")
    for one in processes:
        sign = MOVES if one.can_move else WAITS
        text.append(f" {sign}{one.name}", f"{'bold ' if one.can_move else ''}{colour_of(one.process)}")
    return text


def _code(line: str, room: int, chosen: Sequence[ScenePlace]) -> Text:
    written = line.expandtabs(_TAB)
    if cell_len(written) > room:
        written = shortened(written, room)
    text = joined(written)
    for found in _WORDS.finditer(text.plain):
        text.stylize(DIM if found[0].startswith("/") else "bold", found.start(), found.end())
    for place in chosen:
        begin = len(line[: place.column - 1].expandtabs(_TAB))
        text.stylize("reverse", begin, begin + max(1, place.length))
    return text


def standing_at(processes: Sequence[SceneProcess], file: str) -> dict[int, list[SceneProcess]]:
    """The processes by the lines of a file."""
    found: dict[int, list[SceneProcess]] = {}
    for one in processes:
        if one.place.file == file:
            found.setdefault(one.place.line, []).append(one)
    return found
