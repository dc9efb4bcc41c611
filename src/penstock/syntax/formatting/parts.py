"""The parts of a block, such as the methods of an actor: where they begin, and where their bodies do."""

from __future__ import annotations

from penstock.syntax.formatting.structure import is_boundary
from penstock.syntax.formatting.trivia import WORD, Pieces
from penstock.syntax.formatting.words import ANYTHING, NAME, FormatWords

_OPENING = frozenset(["(", "[", "{", "if", "do"])
_CLOSING = frozenset([")", "]", "}", "fi", "od"])


def begins_part(pieces: Pieces, words: FormatWords, i: int) -> bool:
    """Whether token `i`, directly in a block of parts, begins one: not where it goes on, as in `hot state`."""
    wanted = words.parts.get(pieces.texts[i])
    if wanted is None or pieces.kinds[i] is not WORD or (i and pieces.texts[i - 1] in words.parts):
        return False
    if i + 1 == len(pieces.texts):
        return wanted == ANYTHING
    return wanted in (ANYTHING, pieces.texts[i + 1]) or (wanted == NAME and pieces.kinds[i + 1] is WORD)


def body_of(pieces: Pieces, words: FormatWords, start: int) -> int:
    """The first token behind the head of the part that begins at `start`."""
    texts = pieces.texts
    if words.parts[texts[start]] == ANYTHING:
        return start + 1
    at = start if words.parts[texts[start]] == "(" else start + 1
    while at + 1 < len(texts) and texts[at + 1] == "(":
        at = _closing(texts, at + 1)
        if at + 1 < len(texts) and texts[at + 1] in words.clauses:
            at += 1
    return at + 1


def _closing(texts: list[str], opening: int) -> int:
    depth = 0
    for at in range(opening, len(texts)):
        depth += (texts[at] == "(") - (texts[at] == ")")
        if depth == 0:
            return at
    return len(texts)


def is_long(pieces: Pieces, words: FormatWords, body: int) -> bool:
    """Whether a body is more than one short statement."""
    texts, depth = pieces.texts, 0
    if body < len(texts) and texts[body] in ("if", "do"):
        return True
    for at in range(body, len(texts)):
        if depth == 0 and (texts[at] == "}" or begins_part(pieces, words, at)):
            return False
        if depth == 0 and at > body and is_boundary(pieces, at, texts[at - 1], texts[at]):
            return True
        depth += (texts[at] in _OPENING) - (texts[at] in _CLOSING)
    return False
