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
the first separates nothing: after what cannot end a statement, before another separator, and before
the brace of a body.  Anywhere else, lines end where they ended before.
"""

from __future__ import annotations

import re

from penstock.syntax.formatting.page import FormattedPage, shift
from penstock.syntax.formatting.placement import (
    AFTER,
    BEFORE,
    BRACKETS,
    KEEP,
    NEVER_BEFORE_PLAIN,
    NEVER_PLAIN,
    Placement,
)
from penstock.syntax.formatting.spacing import TIGHT, Spacing
from penstock.syntax.formatting.trivia import (
    BLANK,
    CUT,
    DIRECTIVE,
    FOLDED,
    GLUED,
    NEWLINE,
    OTHER,
    SPACED,
    SPACES,
    SPLICED,
    Pieces,
    Remark,
    scan,
)
from penstock.syntax.formatting.words import NO_FORMAT_WORDS, FormatWords

_NO_BLANK_AFTER = frozenset(["", "{", "::", "do", "if", "->", "-->"])
_NO_BLANK_BEFORE = frozenset(["}", "od", "fi"])
_TIGHT_AFTER_COMMENT = frozenset([")", "]", ",", ";"])
_BYTE_ORDER_MARK = "\ufeff"
_MARKED_START = re.compile(rf"(?:(?:[{SPACES}\n]|\\[{SPACES}]*+\n)*+{_BYTE_ORDER_MARK})++")
_WINDOWS_END = re.compile(r"(?<!\r)\r++\n")


def format_text(text: str, words: FormatWords = NO_FORMAT_WORDS) -> str:
    """`text` in the one style; any text at all is accepted.  `words` are those of a dialect."""
    marked = _MARKED_START.match(text)
    if marked:
        return _BYTE_ORDER_MARK + format_text(text[marked.end() :], words)
    return _Formatter(scan(_with_plain_ends(text), words.tells), words).run()


def _with_plain_ends(text: str) -> str:
    """Lines that end in `\\n` alone; `\\r` ends a line only where nothing else does."""
    if "\r" not in text:
        return text
    return _WINDOWS_END.sub("\n", text) if "\n" in text else text.replace("\r", "\n")


class _Formatter:
    def __init__(self, pieces: Pieces, words: FormatWords) -> None:
        self.pieces = pieces
        self.page = FormattedPage()
        self.spacing = Spacing(pieces, words)
        self.placement = Placement(pieces, words)
        self.never_plain = NEVER_PLAIN | words.parts.keys()
        self.temporal = False

    def run(self) -> str:
        texts, gaps, notes = self.pieces.texts, self.pieces.gaps, self.pieces.notes
        before = ""
        for i, text in enumerate(texts):
            on_line = GLUED <= gaps[i] <= SPACED and i not in notes
            plain = text not in self.never_plain and before not in NEVER_BEFORE_PLAIN
            if on_line and plain and i != self.placement.body:
                self._plain(i, text)
            else:
                self._token(i, text)
            before = text
        if len(texts) in notes:
            self._noted_gap(len(texts), KEEP, 0, self.placement.frames.top.inner)
        return self.page.finish()

    def _plain(self, i: int, text: str) -> None:
        """A token that begins neither a line nor a statement, and opens or closes a bracket at most."""
        if self.spacing.before(i, False, self.temporal, TIGHT):
            self.page.write(" ")
        self.page.write(text)
        if text in BRACKETS:
            self.placement.open_or_close(i, text)

    def _token(self, i: int, text: str) -> None:
        placement = self.placement
        mode = placement.place(i)
        colon = placement.colon(i) if text == ":" else TIGHT
        space = self.spacing.before(i, placement.starts, self.temporal, colon)
        broke = self._gap(i, mode, space)
        self.page.write(text)
        placement.settle(i, broke)
        self.temporal = placement.frames.top.temporal

    def _gap(self, i: int, mode: int, space: bool) -> bool:
        """Write what stands before token `i`; whether the token is on a new line then."""
        gap = self.pieces.gaps[i]
        if mode != KEEP and self._is_frozen(i):
            mode = KEEP
        if i in self.pieces.notes:
            return self._noted_gap(i, mode, self.placement.column, self.placement.margin)
        if mode >= AFTER or (mode == KEEP and gap >= NEWLINE) or i == 0:
            self.page.break_line(self.placement.column, self._is_blank(i, gap))
            return True
        if gap == SPLICED:
            self.page.write("\\\n")
        elif gap == FOLDED and mode == KEEP:
            self.page.fold(self.placement.column)
        elif space:
            self.page.write(" ")
        return False

    def _is_frozen(self, i: int) -> bool:
        """Whether a line's end put or taken here would make a directive, or join what it parts."""
        if i == 0 or i >= len(self.pieces.texts):
            return False
        if self.pieces.kinds[i - 1] is CUT or self.pieces.texts[i - 1].startswith("\\"):
            return True
        return self.pieces.kinds[i] is OTHER and self.pieces.texts[i].startswith("#")

    def _allows_blank(self, i: int) -> tuple[bool, bool]:
        """Whether a blank line may begin, and may end, gap `i`."""
        texts = self.pieces.texts
        may_begin = i > 0 and texts[i - 1] not in _NO_BLANK_AFTER
        return may_begin, i < len(texts) and texts[i] not in _NO_BLANK_BEFORE

    def _is_blank(self, i: int, gap: int) -> bool:
        return all(self._allows_blank(i)) and (gap == BLANK or self._is_between_units(i))

    def _is_between_units(self, i: int) -> bool:
        placement = self.placement
        if i == 0 or i == len(self.pieces.texts) or not placement.starts or not placement.at_top:
            return False
        return placement.after_unit or self.pieces.texts[i] in placement.units

    def _noted_gap(self, i: int, mode: int, column: int, margin: int) -> bool:
        notes, page = self.pieces.notes[i], self.page
        separations = self._separations(i, mode)
        for at, note in enumerate(notes):
            shared = separations[at + 1] < NEWLINE and at == len(notes) - 1
            self._note(note, separations[at], separations[at + 1], column if shared else margin)
        if i == len(self.pieces.texts):
            return False
        if separations[-1] >= NEWLINE:
            page.break_line(column, separations[-1] == BLANK)
        elif separations[-1] == FOLDED:
            page.fold(column)
        elif self.pieces.texts[i] not in _TIGHT_AFTER_COMMENT:
            page.write(" ")
        return max(separations) >= NEWLINE

    def _separations(self, i: int, mode: int) -> list[int]:
        """How each note of gap `i`, and then the token, is set off from what precedes it."""
        notes = self.pieces.notes[i]
        result = [note.before for note in notes]
        result.append(self.pieces.tails[i] if i < len(self.pieces.texts) else NEWLINE)
        if i == 0 or (mode == AFTER and max(result) < NEWLINE):
            result[0] = max(result[0], NEWLINE)
        if mode == BEFORE:
            result[-1] = max(result[-1], NEWLINE)
        directives = [at for at, note in enumerate(notes) if note.kind is DIRECTIVE]
        for at in directives:
            result[at] = max(result[at], NEWLINE)
            result[at + 1] = max(result[at + 1], NEWLINE)
        may_begin, may_end = self._allows_blank(i)
        result[0] = min(result[0], BLANK if may_begin else NEWLINE)
        result[-1] = min(result[-1], BLANK if may_end else NEWLINE)
        if self._is_between_units(i) and may_begin and may_end and not directives and max(result) == NEWLINE:
            result[result.index(NEWLINE)] = BLANK
        return result

    def _note(self, note: Remark, before: int, after: int, column: int) -> None:
        page, blank = self.page, before == BLANK
        if note.kind is DIRECTIVE:
            page.break_line(0, blank)
            page.write(note.text)
        elif before >= NEWLINE:
            page.break_line(column, blank)
            page.write(shift(note.text, note.lead, column))
        elif after >= NEWLINE and "\n" not in note.text:
            page.trail(note.text)
        else:
            page.fold(column) if before == FOLDED else page.write(" ")
            page.write(note.text)
