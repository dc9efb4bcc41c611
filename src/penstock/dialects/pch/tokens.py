"""The tokens of a `.pch` text, as Promela has them, and where they stand."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

from penstock.syntax.lexer import NEWLINE, OPEN_COMMENT, SPLICE, scan

_LAYOUT = frozenset([NEWLINE, SPLICE, OPEN_COMMENT])


@dataclass(slots=True)
class Tokens:
    """Tokens by column, without the ends of lines; `breaks`: a line ends before the token."""

    texts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    breaks: list[bool] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.texts)

    def text(self, at: int) -> str:
        """The text of a token; nothing beyond the last one."""
        return self.texts[at] if at < len(self.texts) else ""

    def from_position(self, position: int) -> int:
        """The first token that does not begin before a position."""
        return bisect_left(self.starts, position)


def tokens_of(text: str) -> Tokens:
    found = Tokens()
    breaks = True
    for kind, word, position in scan(text):
        if kind not in _LAYOUT:
            found.texts.append(word)
            found.starts.append(position)
            found.breaks.append(breaks)
        breaks = kind == NEWLINE or (breaks and kind in _LAYOUT)
    return found
