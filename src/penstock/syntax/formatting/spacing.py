"""Whether a space belongs between two tokens of one line.

    q ! m ( x,y )     ->   q!m(x, y)
    x=- 1             ->   x = -1

What was apart is never brought together where the two would read as something else, and what
was together is only parted where it is known to be two tokens.
"""

from __future__ import annotations

from penstock.syntax.cursor import TEMPORAL_WORDS
from penstock.syntax.formatting.trivia import GLUED, MARK, NUMBER, OTHER, SPACED, WORD, Pieces
from penstock.syntax.formatting.words import FormatWords
from penstock.syntax.layout import KEYWORDS

# How a colon is set: `P:x`, `L: x` or `i : 1 .. 9`.
TIGHT, LABEL, ROOMY = "tight", "label", "roomy"

_OPERAND_WORDS = frozenset(["timeout", "np_", "else", "break"])
_NOT_OPERANDS = KEYWORDS - _OPERAND_WORDS
# fmt: off
_ROOM_BEFORE_PARENTHESIS = frozenset([
    "active", "atomic", "bit", "bool", "byte", "chan", "d_step", "do", "else", "for", "goto", "if", "in", "int",
    "mtype", "of", "pid", "priority", "provided", "return", "select", "short", "unless", "unsigned",
])
# fmt: on
_TIGHT_BEFORE = frozenset([")", "]", ",", ";", ".", "@"])
_TIGHT_AFTER = frozenset(["(", "[", ".", "@"])
_ENDS_OPERAND = frozenset([")", "]", "}", "++", "--"])
_MESSAGE_MARKS = frozenset(["!", "?", "!!", "??"])
_PREFIXES = frozenset(["~", "[]", "<>"])

_OPERATOR_CHARACTERS = frozenset("-<>=!?&|^~+*/%@#.:$\\")
# Operators that may touch the one before them: they begin an operand, or `<` a poll.
_MAY_TOUCH_LEFT = frozenset(["!", "?", "!!", "??", "~", "-", "[]", "<>"])
_MAY_TOUCH_RIGHT = frozenset(["-", "!", "~", "[]", "<>", "<"])
_MAY_BE_PARTED = frozenset(["-", "!", "~", "[]", "<>", "->", "<->"])


class Spacing:
    """Goes through the tokens in order; remembers what the last of them asks for."""

    def __init__(self, pieces: Pieces, words: FormatWords) -> None:
        self.pieces = pieces
        self.before_angle = words.typed | {"?", "??"}
        self.room_before_parenthesis = _ROOM_BEFORE_PARENTHESIS | words.clauses
        self.tight = True  # nothing wants a space after what was last read
        self.operand = False  # an operand has just ended: a `-` now has two sides
        self.callable = False
        self.depth = 0
        self.poll = -1  # the depth of brackets at which `q?<` was opened

    def before(self, i: int, starts: bool, temporal: bool, colon: str) -> bool:
        """Whether a space belongs before token `i`, which may start a statement or be in a formula."""
        if starts:
            self.operand = False
            self.poll = -1
        kind, text = self.pieces.kinds[i], self.pieces.texts[i]
        if kind is MARK:
            return self._settle(i, self._mark(i, text, colon))
        space = not self.tight
        self.tight = False
        self.operand = kind is not WORD or text not in _NOT_OPERANDS
        self.callable = kind is WORD and text not in self.room_before_parenthesis
        if temporal and text in TEMPORAL_WORDS:
            self.operand = self.callable = False
        return self._settle(i, space)

    def _mark(self, i: int, text: str, colon: str) -> bool:
        space, tight = not self.tight, text in _TIGHT_AFTER
        if text in _TIGHT_BEFORE:
            space = False
        elif text == "(":
            space = space and not self.callable
        elif text == "[" or text == "++" or text == "--":
            space = space and not self.operand
        elif text in _MESSAGE_MARKS:
            space, tight = space and not self.operand, True
        elif text == "-":
            tight = not self.operand
        elif text in _PREFIXES:
            tight = True
        elif text == "<" or text == ">":
            space, tight = self._angle(i, text, space)
        elif text == ":":
            space, tight = space and colon is ROOMY, colon is TIGHT
        self.depth += (text == "(" or text == "[") - (text == ")" or text == "]")
        self.tight = tight
        self.operand = text in _ENDS_OPERAND
        self.callable = text == ")" or text == "]"
        return space

    def _angle(self, i: int, text: str, space: bool) -> tuple[bool, bool]:
        """`<` and `>` enclose what a poll such as `q?<x>` looks for or the name of a type, or they compare."""
        if text == "<" and i and self.pieces.texts[i - 1] in self.before_angle:
            self.poll = self.depth
            return False, True
        if text == ">" and self.poll == self.depth:
            self.poll = -1
            return False, False
        return space, False

    def _settle(self, i: int, space: bool) -> bool:
        """What style wants, unless it would make other tokens of these."""
        gap = self.pieces.gaps[i]
        if i == 0 or (gap >= SPACED) == space:
            return space
        if gap == GLUED:
            return self._may_part(i)
        return self._would_merge(i)

    def _may_part(self, i: int) -> bool:
        kinds, texts = self.pieces.kinds, self.pieces.texts
        first, second = texts[i - 1], texts[i]
        if kinds[i - 1] is OTHER or kinds[i] is OTHER:
            return False
        if kinds[i - 1] is not MARK and kinds[i] is not MARK:
            return False  # such as L"text", or a quote that begins elsewhere than it seems
        touching = first[-1] in _OPERATOR_CHARACTERS and second[0] in _OPERATOR_CHARACTERS
        return not touching or second in _MAY_BE_PARTED

    def _would_merge(self, i: int) -> bool:
        kinds, texts = self.pieces.kinds, self.pieces.texts
        first, second = texts[i - 1], texts[i]
        if OTHER in (kinds[i - 1], kinds[i]) or MARK not in (kinds[i - 1], kinds[i]):
            return True
        if kinds[i - 1] is NUMBER or kinds[i] is NUMBER:
            return first[-1] == "." or second[0] == "." or (kinds[i - 1] is NUMBER and second[0] in "+-")
        if first == "[" and second == "]":
            return True
        if first[-1] not in _OPERATOR_CHARACTERS or second[0] not in _OPERATOR_CHARACTERS:
            return False
        return first[-1] == second[0] or first not in _MAY_TOUCH_LEFT or second not in _MAY_TOUCH_RIGHT
