"""A model in one readable style, its meaning, comments and directives kept.

    proctype P(chan q){byte x           proctype P(chan q) {
    do::q?x->x=x+1;q!x                      byte x
    :: else->break od}            ->        do
                                            :: q?x ->
                                                x = x + 1;
                                                q!x
                                            :: else -> break
                                            od
                                        }

SPIN takes the end of a line for a separator after anything that can end a statement.  A line is
therefore only broken where no statement can end or where a separator changes nothing (before
`::`, `od`, `fi` and `}`, and after the `}` of a block), and lines are only joined where the end of
the first separates nothing.  Anywhere else, lines end where they ended before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from penstock.syntax.frames import BLOCK, CHOICE, FORMULA, LIST, OPTION, ROUND, SQUARE, STEP, TOP, Frame, Frames
from penstock.syntax.layout import KEYWORDS
from penstock.syntax.page import Page, shift
from penstock.syntax.spacing import LABEL, ROOMY, TIGHT, Spacing
from penstock.syntax.structure import ARROWS, crowded_arrows, parts_statements
from penstock.syntax.trivia import BLANK, CUT, DIRECTIVE, NEWLINE, NUMBER, OTHER, SPLICED, WORD, Note, Pieces, scan

# Where a line ends in the gap before a token: nowhere, where it did, at the gap's start, at its end.
JOIN, KEEP, AFTER, BEFORE = range(4)

_UNITS = frozenset("active proctype D_proctype init never trace notrace typedef inline".split())
_BRACE_ON_LINE = _UNITS | {"ltl", "for"}
_BRACE_ON_LINE_AFTER = frozenset(["atomic", "d_step", "unless"])
_CHOICES = frozenset(["if", "do"])
_ENDS_CHOICE = frozenset(["fi", "od"])
_ALWAYS_BEFORE_STATEMENT = frozenset([";", "{", "::", "->", "-->", "else"])
_NEVER_STARTS = frozenset([";", "->", "-->", "unless"])
_NOT_AFTER_BLOCK = frozenset([",", ")", "]", ".", "=", ":", "?", "??", "!!", "@"])
_NO_BLANK_AFTER = frozenset(["", "{", "::", "do", "if", "->", "-->"])
_NO_BLANK_BEFORE = frozenset(["}", "od", "fi"])
_NO_SPACE_AFTER_COMMENT = frozenset([")", "]", ",", ";"])


class _Place(NamedTuple):
    """Whether a token goes to a new line, and the columns of it and of comments above it."""

    mode: int
    column: int
    margin: int


class _Formatter:
    def __init__(self, pieces: Pieces) -> None:
        self.pieces = pieces
        self.page = Page()
        self.spacing = Spacing(pieces)
        self.frames = Frames()
        self.crowded = crowded_arrows(pieces)
        self.line = 0  # the indentation of the line on which the current statement stands
        self.first = ""  # the first token of that statement
        self.starts = True  # whether the current token is it
        self.label = self.past_label = ""  # "own" or "shared" line, at a label and after its colon
        self.closed: Frame | None = None  # what the last token, a `}`, has closed
        self.after_unit = False
        self.moved_end = False  # the end of a line before an arrow has gone behind it

    def run(self) -> str:
        count = len(self.pieces.texts)
        for i in range(count):
            self._token(i)
        if count in self.pieces.notes:
            inner = self.frames.top.inner
            self._noted_gap(count, _Place(BEFORE, 0, inner), "")
        return self.page.finish()

    def _token(self, i: int) -> None:
        text = self.pieces.texts[i]
        if i in self.pieces.notes:
            self.frames.follow(self.pieces.notes[i])
        place = self._place(i, self.pieces.texts[i - 1] if i else "", text)
        colon = self._colon(i) if text == ":" else TIGHT
        space = self.spacing.before(i, self.starts, self.frames.top.temporal, colon)
        broke = self._gap(i, place, text, space)
        if broke and place.column != self._continuation:
            self.line = place.column
        if self.starts:
            self.first = text
        self._note_state(i, text)
        self._open(i, text, broke)
        self.page.write(text)
