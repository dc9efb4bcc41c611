"""Taking blocks out of a text so that Promela is left: blanks, no separator too many, no empty sequence.

x = 1; c_code_IS { f(); }; y = 2     ->     x = 1;                     y = 2
if :: c_code_IS { f(); } fi          ->     if :: skip                 fi
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from penstock.syntax.lexer import BLOCK_COMMENT, LINE_COMMENT

_HIDDEN = re.compile(rf'{BLOCK_COMMENT}|{LINE_COMMENT}|"(?:[^"\\\n]|\\.|\\\n)*+"', re.DOTALL)
_DEFINITION = re.compile(r"\s*#\s*define\s+\w+(\([^)]*\))?(.*)\Z", re.DOTALL)
_CLOSING = re.compile(r"\}|::|(?:fi|od)\b")
_BLANKS = " \t\n\r\\"


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


def take_out(letters: list[str], gaps: list[Gap]) -> None:
    """Put blanks in place of the gaps, and mend what is around them."""
    for gap in gaps:
        blank(letters, gap.start, gap.end)
    surroundings = _Surroundings(letters, gaps)
    for gap in gaps:
        surroundings.mend(gap)


class _Surroundings:
    """The text around gaps, comments and other gaps left aside."""

    def __init__(self, letters: list[str], gaps: list[Gap]) -> None:
        self.letters = letters
        text = "".join(letters)
        self.plain = list(_HIDDEN.sub(lambda found: _shape(found[0]), text))
        self.ends = {gap.start: gap.end for gap in gaps}
        self.starts = {gap.end: gap.start for gap in gaps}

    def mend(self, gap: Gap) -> None:
        """Where a block is taken out, its separator goes too, and an empty sequence gets a `skip`."""
        line = _DEFINITION.match(self._line_before(gap.start))
        if line is not None:
            self._mend_macro(gap, line[2])
            return
        previous = self._previous(gap.start)
        if not gap.declares and previous not in ("", "{", "::", ";", "->"):
            return  # the separator ends the statement before, beside which the block stood without one
        self._drop_separator(gap)
        if not gap.declares and previous in ("{", "::") and self._closes(gap.end):
            self._write(gap.start, "skip")

    def _mend_macro(self, gap: Gap, before: str) -> None:
        if before.strip(_BLANKS + ";"):
            return
        if not self._line_after(gap.end).strip(_BLANKS + ";"):
            self._write(gap.start, "skip")
        elif not before.strip(_BLANKS):
            self._drop_separator(gap)

    def _write(self, at: int, text: str) -> None:
        self.letters[at : at + len(text)] = self.plain[at : at + len(text)] = text
        self.ends.pop(at, None)

    def _drop_separator(self, gap: Gap) -> None:
        at = self._next(gap.end)
        for separator in (";", "->"):
            if "".join(self.plain[at : at + len(separator)]) == separator:
                self._write(at, " " * len(separator))
                return

    def _previous(self, at: int) -> str:
        """The separator or brace before a place, or one letter of whatever else is there; none at the beginning."""
        at -= 1
        while at >= 0 and self.plain[at] in _BLANKS:
            at = self.starts[at + 1] - 1 if at + 1 in self.starts and self._is_blank(at + 1) else at - 1
        if at < 0:
            return ""
        two = "".join(self.plain[max(at - 1, 0) : at + 1])
        return two if two in ("::", "->") else self.plain[at]

    def _is_blank(self, end: int) -> bool:
        return self.starts[end] in self.ends

    def _next(self, at: int) -> int:
        while at < len(self.plain) and (self.plain[at] in _BLANKS or at in self.ends):
            at = self.ends.get(at, at + 1)
        return at

    def _closes(self, at: int) -> bool:
        begin = self._next(at)
        return _CLOSING.match("".join(self.plain[begin : begin + 3])) is not None

    def _line_before(self, at: int) -> str:
        """The line up to a place, with those that a backslash joins to it; nothing unless it is a directive."""
        first = at
        while first > 0 and not (self.plain[first - 1] == "\n" and not self._is_joined(first - 1)):
            first = self.starts[first] if first in self.starts and self._is_blank(first) else first - 1
        line = "".join(self.plain[first:at])
        return line if line.lstrip().startswith("#") else ""

    def _is_joined(self, newline: int) -> bool:
        before = newline - 1 if self.plain[newline - 1] != "\r" else newline - 2
        return before >= 0 and self.plain[before] == "\\"

    def _line_after(self, at: int) -> str:
        last = at
        while last < len(self.plain) and (self.plain[last] != "\n" or self._is_joined(last)):
            last += 1
        return "".join(self.plain[at:last])


def _shape(text: str) -> str:
    """As many characters, on as many lines, that mean nothing; a string still counts as something."""
    letter = "s" if text.startswith('"') else " "
    return re.sub(r"[^\n\\]|\\(?!\n)", letter, text)
