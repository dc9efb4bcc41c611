"""Open brackets, choices and options, and the columns that follow from them.

    do            <- a choice: its options stand in its own column
    :: a ->       <- an option: what belongs to it stands one step further
        b
    od

Brackets nested deeper than anyone can read are counted only: lines in them stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from penstock.syntax.formatting.trivia import DIRECTIVE, Remark

STEP = 4
_DEEPEST = 50

TOP = "top"
BLOCK = "block"
LIST = "list"
FORMULA = "formula"
ROUND = "round"
SQUARE = "square"
CHOICE = "choice"
OPTION = "option"
PART = "part"
FLAT = frozenset([LIST, FORMULA, ROUND, SQUARE])
_BRACES = frozenset([BLOCK, LIST, FORMULA])
_CONDITIONAL = re.compile(r"#[ \t]*(if|el|endif)")


@dataclass(eq=False, slots=True)
class Frame:
    """One open thing; it is closed in column `base`, and what it contains stands at `inner`."""

    kind: str
    base: int
    inner: int
    temporal: bool = False  # whether this is, or is in, a formula
    roomy: bool = False  # whether a colon in these parentheses stands between spaces
    broken: bool = False  # whether the line ended after the bracket
    holds: bool = False  # whether what is in it are parts


class Frames:
    def __init__(self) -> None:
        self.stack = [Frame(TOP, 0, 0)]
        self.uncounted = 0
        self.conditionals: list[tuple[list[Frame], int]] = []

    @property
    def top(self) -> Frame:
        return self.stack[-1]

    @property
    def flat(self) -> bool:
        """Whether no line is to be broken here on our own account."""
        return self.uncounted > 0 or self.stack[-1].kind in FLAT

    def push(self, kind: str, base: int, roomy: bool = False) -> None:
        if len(self.stack) < _DEEPEST and not self.uncounted:
            temporal = kind is FORMULA or self.top.temporal
            self.stack.append(Frame(kind, base, base + STEP, temporal, roomy))
        elif kind not in (OPTION, PART):
            self.uncounted += 1

    def close_uncounted(self) -> bool:
        """Close the innermost thing, if it is one too deep to be known."""
        if self.uncounted:
            self.uncounted -= 1
            return True
        return False

    def close_bracket(self) -> None:
        """At `)` or `]`."""
        if not self.close_uncounted() and self.top.kind in (ROUND, SQUARE):
            self.stack.pop()

    def close_brace(self) -> Frame | None:
        """At `}`: what it closes; whatever was left open inside is forgotten."""
        if self.close_uncounted():
            return None
        while len(self.stack) > 1:
            frame = self.stack.pop()
            if frame.kind in _BRACES:
                return frame
        return None

    def close_option(self) -> Frame:
        """At `::`, `od` or `fi`: what is open when the option before is over."""
        if self.top.kind == OPTION:
            self.stack.pop()
        return self.top

    def close_part(self) -> None:
        """Where a part begins: the one before is over."""
        if self.top.kind == PART:
            self.stack.pop()

    @property
    def among_parts(self) -> bool:
        """Whether a part may begin here."""
        return not self.uncounted and (self.top.kind is PART or self.top.holds)

    def follow(self, notes: Iterable[Remark]) -> None:
        """The groups of a conditional directive begin with the same things open."""
        for note in notes:
            found = _CONDITIONAL.match(note.text) if note.kind is DIRECTIVE else None
            if found and found[1] == "if":
                self.conditionals.append((self.stack[:], self.uncounted))
                del self.conditionals[:-_DEEPEST]
            elif found and found[1] == "el" and self.conditionals:
                stack, self.uncounted = self.conditionals[-1]
                self.stack = stack[:]
            elif found and self.conditionals:
                self.conditionals.pop()
