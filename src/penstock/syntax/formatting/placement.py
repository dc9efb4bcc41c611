"""Which tokens begin a line, and in which column.

    :: a -> b; c     ->   `::` begins a line, `b` and `c` begin one each, a step further in

Nothing here knows what a macro stands for, so no answer may add or take a separator that counts.
"""

from __future__ import annotations

from penstock.syntax.formatting.frames import (
    BLOCK,
    CHOICE,
    FORMULA,
    LIST,
    OPTION,
    PART,
    ROUND,
    SQUARE,
    STEP,
    TOP,
    Frame,
    Frames,
)
from penstock.syntax.formatting.parts import begins_part, body_of, is_long
from penstock.syntax.formatting.spacing import LABEL, ROOMY, TIGHT
from penstock.syntax.formatting.structure import ARROWS, SEPARATORS, crowded_arrows, parts_statements
from penstock.syntax.formatting.trivia import DIRECTIVE, NEWLINE, NUMBER, WORD, Pieces
from penstock.syntax.formatting.words import FormatWords
from penstock.syntax.layout import KEYWORDS

# Where a line ends in the gap before a token: nowhere, where it did, at the gap's start, at its end.
JOIN, KEEP, AFTER, BEFORE = range(4)

# Other tokens, unless they begin a line or follow one of the second set, change nothing here.
BRACKETS = frozenset(["(", ")", "[", "]"])
NEVER_PLAIN = frozenset(["{", "}", ";", ":", "::", "->", "-->", "if", "fi", "do", "od", "unless"])
NEVER_BEFORE_PLAIN = frozenset(["", ";", ":", "{", "}", "::", "->", "-->", "else"])

UNITS = frozenset(["active", "proctype", "D_proctype", "init", "never", "trace", "notrace", "typedef", "inline"])
_BRACE_ON_LINE = UNITS | {"ltl", "for"}
_BRACE_ON_LINE_AFTER = frozenset(["atomic", "d_step", "unless"])
_LIST_AFTER = frozenset(["=", "of", "mtype"])
_ROOMY_AFTER = frozenset(["for", "select"])
_CHOICES = frozenset(["if", "do"])
_ENDS_CHOICE = frozenset(["od", "fi"])
_CHOICE_MARKS = _ENDS_CHOICE | {"::"}
_BEFORE_STATEMENT = frozenset(["", ";", "{", "::", "->", "-->", "else"])
_NEVER_STARTS = SEPARATORS | {"unless"}
_NOT_AFTER_BLOCK = frozenset([",", ")", "]", ".", "=", ":", "?", "??", "!!", "@"])
_OWN_LINE, _SHARED_LINE = "own line", "shared line"


class Placement:
    """Goes through the tokens in order: `place` for one, then `settle` when its line is known."""

    def __init__(self, pieces: Pieces, words: FormatWords) -> None:
        self.pieces = pieces
        self.words = words
        self.units = UNITS | words.units
        self.brace_on_line = _BRACE_ON_LINE | words.units | words.lists | words.parts.keys()
        self.frames = Frames()
        self.body = -1  # the first token of the body of the last part that has one without braces
        self._is_part = self._is_long = False  # whether the token begins a part, and the body needs lines of its own
        self.crowded = crowded_arrows(pieces)
        self.column = 0  # of the token, if it begins a line
        self.margin = 0  # of comments on lines of their own before it
        self.starts = True  # whether the token starts a statement
        self.after_unit = False
        self._continued = False  # whether the token goes on with a statement begun on another line
        self._line = 0  # the indentation of the line on which the statement began
        self._first = ""  # the first token of that statement
        self._label = self._past_label = ""  # at the name of a label, and just after its colon
        self._closed: Frame | None = None  # what the token before, a `}`, closed
        self._moved_end = False  # the end of a line before an arrow has moved after it

    @property
    def at_top(self) -> bool:
        return self.frames.top.kind is TOP

    def place(self, i: int) -> int:
        """Whether and where a line ends before token `i`."""
        text = self.pieces.texts[i]
        if i in self.pieces.notes:
            self._pass_directives(i)
        self.starts = self._continued = self._is_part = False
        if text == "}":
            return self._place_brace(i)
        if self.frames.flat:
            return self._place_flat(i)
        if text in _CHOICE_MARKS and (text == "::" or self.frames.top.kind in (OPTION, CHOICE)):
            return self._place_choice_mark(text)
        if self.words.parts and self.frames.among_parts:
            if begins_part(self.pieces, self.words, i):
                return self._place_part(i, text)
            if i <= self.body:
                return self._place_behind_head(i, text)
        return self._place_statement(i, text)

    def _place_part(self, i: int, text: str) -> int:
        self.frames.close_part()
        self._is_part = self.starts = True
        if text in self.words.headed:
            self.body = body_of(self.pieces, self.words, i)
            self._is_long = is_long(self.pieces, self.words, self.body)
        return self._at(AFTER, self.frames.top.inner)

    def _place_behind_head(self, i: int, text: str) -> int:
        """A token of the head of a part, or the first one of its body."""
        if i < self.body:
            return self._continue(KEEP)
        if text == "{":
            return self._at(JOIN, self._line)
        self.starts = True
        return self._at(AFTER if self._is_long else KEEP, self.frames.top.inner)

    def _pass_directives(self, i: int) -> None:
        self.frames.follow(self.pieces.notes[i])
        if any(note.kind is DIRECTIVE for note in self.pieces.notes[i]):
            self._first = ""  # what began before may be in a group that is left out

    def _place_brace(self, i: int) -> int:
        frame = self.frames.close_brace()
        self._closed = frame
        if frame is None:
            return self._at(KEEP if self.frames.flat else BEFORE, self.frames.top.inner)
        empty = self.pieces.texts[i - 1] == "{" and i not in self.pieces.notes
        broken = frame.broken if frame.kind is not BLOCK else not empty
        return self._at(BEFORE if broken else JOIN, frame.base, frame.inner)

    def _place_flat(self, i: int) -> int:
        frame = self.frames.top
        if self.pieces.texts[i - 1] == "{" and self.pieces.gaps[i] >= NEWLINE:
            frame.broken = True
        if frame.broken and not self.frames.uncounted:
            return self._at(KEEP, frame.inner)
        return self._continue(KEEP)

    def _place_choice_mark(self, text: str) -> int:
        frame = self.frames.close_option()
        if frame.kind is not CHOICE:
            return self._at(BEFORE, frame.inner)
        if text != "::":
            self.frames.stack.pop()
        return self._at(BEFORE, frame.base)

    def _place_statement(self, i: int, text: str) -> int:
        before = self.pieces.texts[i - 1] if i else ""
        self.starts = self._starts_statement(i, before, text)
        if not self.starts and text == "{" and self._opens_body(before):
            return self._at(JOIN, self._line)
        if not self.starts:
            return self._continue(self._mode_inside(i, text))
        inner = self.frames.top.inner
        self._label = self._label_at(i, before)
        if self._label:
            return self._at(self._mode_of_start(i, before, text), max(inner - STEP, 0), inner)
        return self._at(self._mode_of_start(i, before, text), inner)

    def _at(self, mode: int, column: int, margin: int | None = None) -> int:
        self.column = column
        self.margin = column if margin is None else margin
        return mode

    def _continue(self, mode: int) -> int:
        self._continued = True
        return self._at(mode, self._line + 2 * STEP)

    def _starts_statement(self, i: int, before: str, text: str) -> bool:
        if text in _NEVER_STARTS:
            return False
        if before in _BEFORE_STATEMENT or self._past_label:
            return True
        if self._after_block:
            return text not in _NOT_AFTER_BLOCK
        if self._first == "active" and text.endswith("proctype"):
            return False
        if self._first in self.brace_on_line and text == "{":
            return False
        return self.pieces.gaps[i] >= NEWLINE and parts_statements(self.pieces, i)

    @property
    def _after_block(self) -> bool:
        return self._closed is not None and self._closed.kind is not LIST

    def _opens_body(self, before: str) -> bool:
        """Whether a brace after `before` belongs on the line of what it opens."""
        return before in _BRACE_ON_LINE_AFTER or self._first in self.brace_on_line

    def _mode_inside(self, i: int, text: str) -> int:
        """For a token that starts no statement."""
        if text in SEPARATORS:
            # Of several separators SPIN merges some, and the end of the line may be one of them.
            return KEEP if self._may_be_separator(i + 1) else JOIN
        return JOIN if text == "unless" and self._after_block else KEEP

    def _may_be_separator(self, i: int) -> bool:
        texts, notes = self.pieces.texts, self.pieces.notes.get(i, [])
        return i < len(texts) and (texts[i] in SEPARATORS or any(note.kind is DIRECTIVE for note in notes))

    def _mode_of_start(self, i: int, before: str, text: str) -> int:
        if before == "::" or self._past_label == _SHARED_LINE:
            return AFTER if text in _CHOICES else JOIN
        if before in ARROWS:
            crowded = self._moved_end or i - 1 in self.crowded
            return AFTER if crowded or self._label or text in _CHOICES else KEEP
        if before in (";", "{") or self._past_label or self._after_block:
            return AFTER
        return KEEP

    def _label_at(self, i: int, before: str) -> str:
        texts = self.pieces.texts
        if i + 1 == len(texts) or texts[i + 1] != ":" or self.pieces.kinds[i] is not WORD:
            return ""
        if texts[i] in KEYWORDS or self.at_top:
            return ""
        return _SHARED_LINE if before == "::" else _OWN_LINE

    def colon(self, i: int) -> str:
        """How the colon that is token `i` is set."""
        texts = self.pieces.texts
        if self._label:
            return LABEL
        number_follows = i + 1 < len(texts) and self.pieces.kinds[i + 1] is NUMBER
        width = self._first == "unsigned" or (i > 1 and texts[i - 2] == "unsigned") or number_follows
        return ROOMY if width or self.frames.top.roomy else TIGHT

    def settle(self, i: int, broke: bool) -> None:
        """Token `i` was set, on a new line if `broke`."""
        text = self.pieces.texts[i]
        if broke and not self._continued:
            self._line = self.column
        if self.starts:
            self._first = text
        self._past_label = self._label if text == ":" else ""
        if not self.starts:
            self._label = ""
        # A gap with notes stays as it is, so the arrow may begin a line there.
        self._moved_end = text in ARROWS and not broke and self.pieces.gaps[i] >= NEWLINE and not self.frames.flat
        if text != "}":
            self._closed = None
        self.after_unit = self.at_top and (self._closed_block() or (self.after_unit and text == ";"))
        self._open(i, text, broke)

    def _closed_block(self) -> bool:
        return self._closed is not None and self._closed.kind is BLOCK

    def _open(self, i: int, text: str, broke: bool) -> None:
        frames = self.frames
        if text in BRACKETS:
            self.open_or_close(i, text)
        elif text == "{":
            frames.push(self._brace_kind(i), self._line)
            frames.top.holds = self._first in self.words.holders
        elif self._is_part and text in self.words.headed:
            frames.push(PART, self._line)
        elif text in ARROWS and frames.top.kind is ROUND:
            frames.top.roomy = not frames.top.temporal
        elif text in _CHOICES and (frames.uncounted or not frames.flat):
            frames.push(CHOICE, self._line if broke else self._line + STEP)
        elif text in _ENDS_CHOICE:
            frames.close_uncounted()
        elif text == "::" and not frames.flat:
            frames.push(OPTION, self._line)

    def open_or_close(self, i: int, text: str) -> None:
        """Token `i` is a bracket other than a brace."""
        frames = self.frames
        if text == "(":
            frames.push(ROUND, self._line, roomy=i > 0 and self.pieces.texts[i - 1] in _ROOMY_AFTER)
        elif text == "[":
            frames.push(SQUARE, self._line)
        else:
            frames.close_bracket()

    def _brace_kind(self, i: int) -> str:
        if self.frames.flat or (i and self.pieces.texts[i - 1] in _LIST_AFTER):
            return LIST
        if self._first in self.words.lists:
            return LIST
        return FORMULA if self._first == "ltl" else BLOCK
