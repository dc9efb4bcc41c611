"""Text in drawings: what XML may hold, how wide it is, how it is wrapped and shortened."""

import re
import unicodedata
from collections.abc import Iterable

ELLIPSIS = "…"
# Wide enough for the common monospace fonts; the drawing must not depend on the one installed.
MONOSPACE_EM = 0.61
_NARROW = frozenset("fijlrtI.,:;!|'()[]/ ")
_WIDE = frozenset("mwMW@%ABCDGHKNOQRUVXYZ&")
_ILLEGAL = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PIECE = re.compile(r".+?(?:\s+|[,;](?!\s)|(?=&&|\|\|)|$)")


def clean(text: str) -> str:
    """Return the text with everything gone that XML cannot hold."""
    return _ILLEGAL.sub(lambda found: "\ufffd" if "\ud800" <= found[0] <= "\udfff" else "", text)


def flatten(text: str) -> str:
    """Return the cleaned text on one line, as a drawing shows it."""
    return " ".join(clean(text).split())


def columns(text: str) -> int:
    """Return how many cells of a monospace font the text takes."""
    return sum(_cells(character) for character in text)


def monospace_width(lines: Iterable[str], size: float) -> float:
    """Return the width of the widest line."""
    return max((columns(line) for line in lines), default=0) * size * MONOSPACE_EM


def sans_width(text: str, size: float) -> float:
    """Return a slightly generous width of the text in a common sans-serif font."""
    return sum(_sans_em(character) for character in text) * size


def shorten(text: str, limit: int) -> str:
    """Cut the text to this many columns, with an ellipsis if anything is lost."""
    if columns(text) <= limit:
        return text
    used, kept = 0, 0
    while used + _cells(text[kept]) < limit:
        used += _cells(text[kept])
        kept += 1
    return text[:kept].rstrip() + ELLIPSIS


def wrap(text: str, comfortable: int, limit: int) -> tuple[str, ...]:
    """Break a label into at most two balanced lines; no line is wider than the limit."""
    flat = flatten(text)
    if columns(flat) <= comfortable:
        return (flat,) if flat else ()
    pieces = [piece for piece in _PIECE.findall(flat) if piece]
    halves = [("".join(pieces[:cut]).rstrip(), "".join(pieces[cut:])) for cut in range(1, len(pieces))]
    if not halves:
        return (shorten(flat, limit),)
    return _fit(min(halves, key=lambda pair: _awkwardness(pair, limit)), flat, limit)


def fold(text: str, limit: int) -> list[str]:
    """Break a text into as many lines as needed, of at most this many columns; words that are too long are split."""
    lines: list[str] = []
    line, used = "", 0
    for word in flatten(text).split(" "):
        taken = columns(word)
        if line and used + 1 + taken <= limit:
            line, used = f"{line} {word}", used + 1 + taken
            continue
        lines += [line] if line else []
        *whole, line = _chop(word, limit)
        lines += whole
        used = columns(line)
    return [*lines, line] if line else lines


def _chop(word: str, limit: int) -> list[str]:
    pieces, used = [""], 0
    for character in word:
        if used + _cells(character) > limit:
            pieces.append("")
            used = 0
        pieces[-1] += character
        used += _cells(character)
    return pieces


def _fit(pair: tuple[str, str], flat: str, limit: int) -> tuple[str, ...]:
    if columns(flat) <= limit and columns(pair[0]) * 4 < columns(flat):
        return (flat,)
    return tuple(shorten(half, limit) for half in pair)


def _awkwardness(pair: tuple[str, str], limit: int) -> tuple[bool, bool, int]:
    # A first line that overflows would lose text in the middle of the label.
    first, second = columns(pair[0]), columns(pair[1])
    return first > limit, second > limit, max(first, second) if second <= limit else -first


def _cells(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _sans_em(character: str) -> float:
    if character in _NARROW:
        return 0.36
    if character in _WIDE:
        return 0.86
    return 0.62 * _cells(character)
