"""Text in drawings: what XML may hold, how wide it is, how it is wrapped and shortened."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

ELLIPSIS = "…"
_ILLEGAL = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Where a line may end, the best first: between words; inside a word, but not before a short index or a last field.
_PIECE = re.compile(r".+?(?:\s+|[,;](?!\s|\w{1,4}\))|(?=&&|\|\|)|$)")
_INNER = re.compile(r".+?(?:[_.!?#:/\\-](?=.)|[(\[](?![^)\]]{0,6}[)\]])(?=.)|(?<=[a-z0-9])(?=[A-Z])|$)")
_TIGHT = re.compile(r".+?(?:[(\[,](?=.)|$)")


def clean(text: str) -> str:
    """Return the text with everything gone that XML cannot hold."""
    return _ILLEGAL.sub(lambda found: "\ufffd" if "\ud800" <= found[0] <= "\udfff" else "", text)


def flatten(text: str) -> str:
    """Return the cleaned text on one line, as a drawing shows it."""
    return " ".join(clean(text).split())


def columns(text: str) -> int:
    """Return how many cells of a monospace font the text takes."""
    return len(text) if text.isascii() else sum(map(_cells, text))


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
    """Break a label into lines of at most `limit` columns, as few and as even ones as can be; nothing is lost."""
    flat = flatten(text)
    if columns(flat) <= comfortable:
        return (flat,) if flat else ()
    pieces = [part for piece in _PIECE.findall(flat) for part in _parts(piece, limit)]
    fewest = _filled(pieces, limit)
    low, high = max(map(columns, pieces), default=0), limit
    while low < high:
        middle = (low + high) // 2
        if len(_filled(pieces, middle)) <= len(fewest):
            high = middle
        else:
            low = middle + 1
    return tuple(_filled(pieces, high))


def short_forms(texts: Iterable[str], room: int) -> dict[str, str]:
    """Give each text a form of at most so many columns, different texts different ones: the middle is left out.

    Where ends are the same, too, the forms are numbered.
    """
    flat = [flatten(text) for text in dict.fromkeys(texts)]
    taken = {text for text in flat if columns(text) <= room}
    forms = {text: text for text in taken}
    used: Counter[str] = Counter()
    for text in flat:
        if text not in forms:
            form = plain = without_middle(text, room)
            while form in taken:
                used[plain] += 1
                form = without_middle(text, room, f"{ELLIPSIS}{used[plain] + 1}{ELLIPSIS}")
            taken.add(form)
            forms[text] = form
    return forms


def without_middle(text: str, limit: int, mark: str = ELLIPSIS) -> str:
    """The beginning and the end of a text, with a mark between them."""
    if columns(text) <= limit:
        return text
    room = max(limit - columns(mark), 0)
    first = _chop(text, max(room - room * 2 // 5, 1))[0]
    last = _chop(text[::-1], max(room * 2 // 5, 1))[0][::-1]
    return first + mark + last


def _parts(piece: str, limit: int) -> list[str]:
    """A piece that is too long is cut inside: behind a sign or an underscore, before a capital, or anywhere."""
    parts = [piece]
    for ways in (_INNER, _TIGHT):
        parts = [inner for part in parts for inner in (ways.findall(part) if _exceeds(part, limit) else [part])]
    return [cut for part in parts for cut in (_chop(part, limit) if _exceeds(part, limit) else [part])]


def _exceeds(text: str, limit: int) -> bool:
    return columns(text.rstrip()) > limit


def _filled(pieces: list[str], limit: int) -> list[str]:
    lines = [""]
    for piece in pieces:
        if lines[-1] and columns((lines[-1] + piece).rstrip()) > limit:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


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
        *whole, line = _filled(_parts(word, limit), limit)
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


def _cells(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
