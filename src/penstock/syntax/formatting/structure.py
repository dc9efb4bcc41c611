"""What the tokens of an unpreprocessed text say about its statements.

    :: a -> b; c     ->   the arrow is crowded: two statements follow it
    :: a -> b             and this one is not

Macros are not expanded, so this is a guess wherever a macro stands for a bracket or a separator.
The layout of a line may follow from it; its meaning may not.
"""

from __future__ import annotations

from penstock.syntax.formatting.trivia import MARK, NEWLINE, QUOTED, Pieces
from penstock.syntax.layout import KEYWORDS

ARROWS = frozenset(["->", "-->"])
SEPARATORS = ARROWS | {";"}
_ENDING_WORDS = frozenset(["od", "fi", "else", "break", "timeout", "np_"])
_NEVER_LAST = KEYWORDS - _ENDING_WORDS
_ENDING_MARKS = frozenset([")", "]", "}", "++", "--"])
_CONTINUING_WORDS = frozenset(["of", "provided", "priority", "unless", "in"])
_STARTING_MARKS = frozenset(["(", "{", "!", "-", "~", "::", "[]", "<>"])

_OPENING = frozenset(["(", "[", "{", "if", "do"])
_CLOSING = frozenset([")", "]", "}", "fi", "od"])
_ENDS_OPTION = frozenset(["::", "fi", "od", "}"])
_FOLLOWS_BRACE = SEPARATORS | {"unless"}

_BRACKET, _NO_ARROW, _TOO_LATE = -1, -2, -3


def parts_statements(pieces: Pieces, i: int) -> bool:
    """Whether the end of a line before token `i` parts two statements, were it outside brackets."""
    kinds, texts = pieces.kinds, pieces.texts
    before, after = texts[i - 1], texts[i]
    if kinds[i - 1] is MARK:
        ended = before in _ENDING_MARKS
    else:
        ended = before not in _NEVER_LAST
    if kinds[i] is MARK:
        return ended and after in _STARTING_MARKS
    return ended and after not in _CONTINUING_WORDS and kinds[i] is not QUOTED


def crowded_arrows(pieces: Pieces) -> set[int]:
    """The arrows after the guards of options in which more than one statement follows."""
    crowded: set[int] = set()
    # For each open bracket, `if` or `do`: the arrow of its current option, or why there is none.
    open_ones: list[int] = [_BRACKET]
    before = ""
    for i, text in enumerate(pieces.texts):
        arrow = open_ones[-1]
        if arrow != _BRACKET and is_boundary(pieces, i, before, text):
            if arrow >= 0:
                crowded.add(arrow)
            elif arrow == _NO_ARROW:
                open_ones[-1] = _TOO_LATE
        if text in _OPENING:
            open_ones.append(_BRACKET)
        elif text in _CLOSING:
            if len(open_ones) > 1:
                open_ones.pop()
        elif text == "::":
            open_ones[-1] = _NO_ARROW
        elif text in ARROWS and open_ones[-1] == _NO_ARROW:
            open_ones[-1] = i
        before = text
    return crowded


def is_boundary(pieces: Pieces, i: int, before: str, text: str) -> bool:
    """Whether token `i`, directly in an option, begins a further statement of it."""
    if text in _ENDS_OPTION:
        return False
    if before == ";":
        return True
    if before == "}":
        return text not in _FOLLOWS_BRACE
    return pieces.gaps[i] >= NEWLINE and parts_statements(pieces, i)
