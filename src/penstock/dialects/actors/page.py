"""Writing lines of Promela: the user's own tokens, with their places, and ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from penstock.dialects.actors.rewriting import Pieces, Rewriting
from penstock.source import EXPANSION_BASE
from penstock.syntax.layout import TokenTable
from penstock.syntax.lexer import NAME
from penstock.syntax.translation import Writer
from penstock.syntax.wording import Phrase

_INDENT = "    "
_NO_SPACE_BEFORE = frozenset([",", ";", ")", "]", ".", "++", "--", "[", "?", "??", "!!"])
_NO_SPACE_AFTER = frozenset(["(", "[", ".", "~", "?", "??", "!!"])


class TranslationPage:
    """Lines with their indentation; every line begins with a place of the user's."""

    def __init__(self, tokens: TokenTable, rewritten: Rewriting) -> None:
        self.writer = Writer()
        self.table = tokens
        self.rewritten = rewritten
        """What is written instead of some tokens, wherever they are copied."""
        self.level = 0
        self.option = False
        """Whether the next line begins an option of a choice."""
        self.at = 0
        """The user's token that what is written comes from."""

    def line(self, text: str, at: int, said: str = "", failure: str = "") -> None:
        """A whole line of ours because of the user's token `at`."""
        self.begin(at, said, failure)
        self.own(text)
        self.end()

    @contextmanager
    def block(self, opening: str, at: int, closing: str = "}") -> Iterator[None]:
        """Lines of ours around others, which stand further to the right."""
        self.line(opening, at)
        with self.indented():
            yield
        self.line(closing, at)

    @contextmanager
    def options(self, word: str, at: int, tail: str = "") -> Iterator[None]:
        """Options of ours, each of which begins with `::`."""
        self.line(word, at)
        yield
        self.line({"if": "fi", "do": "od"}[word] + tail, at)

    def choice(self, text: str, at: int, said: str = "", loses: bool = False) -> None:
        """A line of ours that begins an option; `said` is what its first statement is called."""
        self.begin(at)
        self.own(":: ")
        if said:
            self.writer.note(Phrase(said, loses=loses))
        self.own(text)
        self.end()

    @contextmanager
    def indented(self, levels: int = 1) -> Iterator[None]:
        self.level += levels
        yield
        self.level -= levels

    def begin(
        self, at: int, said: str = "", failure: str = "", waits: str = "", futile: bool = False, defers: str = ""
    ) -> None:
        self.at = at
        if self.option:
            self.own(_INDENT * (self.level - 1) + ":: ")
        else:
            self.own(_INDENT * self.level)
        self.option = False
        if said:
            self.writer.say(said, failure, waits, futile, defers)

    def own(self, text: str) -> None:
        self.writer.own(text, self.table.positions[self.at], max(1, len(self.table.texts[self.at])))

    def end(self, tail: str = "") -> None:
        self.own(tail + "\n")

    def blank(self) -> None:
        self.own("\n")

    def copy(self, first: int, last: int, replaced: Rewriting | None = None) -> None:
        """The user's tokens; `replaced` gives for a token another text and the last token that it stands for."""
        at = first
        previous = -1
        while at <= last:
            text, end = (replaced or {}).get(at) or self.rewritten.get(at) or self._token(at)
            if not text:
                if self.table.kinds[at] == ";":
                    self.own(";")  # the end of a line, which means the same
                at = end + 1
                continue
            if previous >= 0 and self._spaced(previous, at):
                self.own(" ")
            self.at = at
            if isinstance(text, tuple):
                self._pieces(text, replaced)
            elif (at, text) == (end, self.table.texts[at]):
                self.writer.copy(text, self.table.positions[at])
            else:
                self.own(text)
            previous, at = end, end + 1

    def _pieces(self, pieces: Pieces, replaced: Rewriting | None) -> None:
        for piece in pieces:
            if isinstance(piece, str):
                self.own(piece)
            else:
                self.copy(*piece, replaced)

    def is_rewritten(self, first: int, last: int) -> bool:
        """Whether these tokens stand for something that the user has not written."""
        return any(at in self.rewritten for at in range(first, last + 1))

    def _token(self, at: int) -> tuple[str, int]:
        """The text of a token, and the last token that it stands for: an address is a channel, whatever its type."""
        if self.table.kinds[at] != "actor":
            return self.table.texts[at], at
        return "chan", at + 3 if self.table.kinds[at + 1] == "<" else at

    def _spaced(self, before: int, after: int) -> bool:
        table = self.table
        one, other = table.positions[before], table.positions[after]
        if one < EXPANSION_BASE and other < EXPANSION_BASE and one < other:
            return one + len(table.texts[before]) != other
        if table.kinds[before] == NAME and table.kinds[after] == "(":
            return False
        return table.kinds[before] not in _NO_SPACE_AFTER and table.kinds[after] not in _NO_SPACE_BEFORE

    def text(self, first: int, last: int) -> str:
        """The user's tokens as a phrase."""
        parts: list[str] = []
        for at in range(first, last + 1):
            if parts and self._spaced(at - 1, at):
                parts.append(" ")
            parts.append(self.table.texts[at])
        return "".join(parts)
