"""Taking blocks out of a text so that Promela is left: blanks, no separator too many, no empty sequence.

x = 1; c_code_IS { f(); }; y = 2     ->     x = 1;                     y = 2
if :: c_code_IS { f(); } fi          ->     if :: skip                 fi
"""

from __future__ import annotations

from dataclasses import dataclass

from penstock.dialects.pch.tokens import Tokens

_SEPARATORS = (";", "->")
_BEFORE_STATEMENT = ("", "{", "::", ";", "->", "-->")
_CLOSING = ("}", "::", "fi", "od")
_NOTHING = ("", "\\")
"""Tokens that were taken out, and backslashes in front of directives of C."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch that is taken out; `declares`: it stands among declarations, where no statement is needed."""

    start: int
    end: int
    declares: bool


def blank(letters: list[str], start: int, end: int) -> None:
    for at in range(start, end):
        # A backslash stays: it may keep the lines of a macro together.
        if letters[at] not in "\n\r" and not (letters[at] == "\\" and letters[at + 1 : at + 2] in (["\n"], ["\r"])):
            letters[at] = " "


def take_out(letters: list[str], tokens: Tokens, gaps: list[Gap]) -> None:
    """Put blanks in place of the gaps, and mend what is around them."""
    for gap in gaps:
        blank(letters, gap.start, gap.end)
    surroundings = _Surroundings(letters, tokens, gaps)
    for gap in gaps:
        surroundings.mend(gap)


class _Surroundings:
    """The tokens around gaps; those in whose place there are blanks have no text any more."""

    def __init__(self, letters: list[str], tokens: Tokens, gaps: list[Gap]) -> None:
        self.letters = letters
        self.tokens = tokens
        at_each = zip(tokens.texts, tokens.starts, strict=True)
        self.texts = ["" if letters[start] == " " else text for text, start in at_each]
        self.places = {gap: (tokens.from_position(gap.start), tokens.from_position(gap.end)) for gap in gaps}
        self.firsts = {end: first for first, end in self.places.values()}

    def mend(self, gap: Gap) -> None:
        """Where a block is taken out, its separator goes too, and an empty sequence gets a `skip`."""
        first, end = self.places[gap]
        before = self._definition(first)
        if before is not None:
            self._mend_macro(first, end, before)
            return
        previous = self._previous(first)
        if not gap.declares and previous not in _BEFORE_STATEMENT:
            return  # the separator ends the statement before, beside which the block stood without one
        self._drop_separator(end)
        if not gap.declares and previous in ("{", "::") and self._text(self._next(end)) in _CLOSING:
            self._skip(first)

    def _mend_macro(self, first: int, end: int, before: list[str]) -> None:
        """A gap in a macro whose text so far is `before`."""
        if any(text != ";" for text in before):
            return
        if all(text == ";" for text in self._line_behind(end)):
            self._skip(first)
        elif not before:
            self._drop_separator(end)

    def _skip(self, at: int) -> None:
        self.texts[at] = "skip"
        start = self.tokens.starts[at]
        self.letters[start : start + 4] = "skip"

    def _drop_separator(self, end: int) -> None:
        at = self._next(end)
        text = self._text(at)
        if text in _SEPARATORS:
            start = self.tokens.starts[at]
            blank(self.letters, start, start + len(text))
            self.texts[at] = ""

    def _text(self, at: int) -> str:
        return self.texts[at] if at < len(self.texts) else ""

    def _previous(self, at: int) -> str:
        """What stands before a place; nothing at the beginning."""
        before = (self.texts[place] for place in range(at - 1, -1, -1))
        return next((text for text in before if text not in _NOTHING), "")

    def _next(self, at: int) -> int:
        while at < len(self.texts) and self.texts[at] in _NOTHING:
            at += 1
        return at

    def _definition(self, at: int) -> list[str] | None:
        """If a place is in the definition of a macro, what that has before it."""
        first = at
        while first > 0 and not self.tokens.breaks[first]:
            first = self.firsts.get(first, first - 1)
        while first < at and not self.texts[first]:
            first += 1
        if self.texts[first : first + 2] != ["#", "define"]:
            return None
        body = first + 3
        if self._opens_parameters(body):
            body = self.texts.index(")", body) + 1
        return [text for text in self.texts[body:at] if text not in _NOTHING]

    def _opens_parameters(self, at: int) -> bool:
        """Whether a parenthesis follows the name of a macro at once."""
        tokens = self.tokens
        return self._text(at) == "(" and tokens.starts[at] == tokens.starts[at - 1] + len(tokens.texts[at - 1])

    def _line_behind(self, at: int) -> list[str]:
        end = at
        while end < len(self.texts) and not self.tokens.breaks[end]:
            end += 1
        return [text for text in self.texts[at:end] if text not in _NOTHING]
