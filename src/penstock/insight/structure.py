"""Brackets and blocks of a text, readable or not: what can be folded, what encloses a place, how a line is indented."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from penstock.insight.text_tokens import CLOSING, OPENING, TextToken, line_start, tokens_in

_SEPARATORS = frozenset([";", "->", "::", ","])
INDENT = "    "


class FoldKind(Enum):
    BLOCK = "block"
    COMMENT = "comment"
    DIRECTIVE = "directive"
    INCLUDES = "includes"


@dataclass(frozen=True, slots=True)
class Fold:
    """From an offset in the first line to one in the last."""

    kind: FoldKind
    start: int
    end: int


def pairs(tokens: tuple[TextToken, ...]) -> list[tuple[TextToken, TextToken]]:
    """Each opening token with the one that closes it; what is not closed has none."""
    found: list[tuple[TextToken, TextToken]] = []
    waiting: list[TextToken] = []
    for at, token in enumerate(tokens):
        if token.kind not in ("name", "operator") or (at and tokens[at - 1].text == "#"):
            continue
        if token.text in OPENING:
            waiting.append(token)
        elif token.text in CLOSING:
            # A bracket closes the nearest one of its kind; what was left open inside is forgotten.
            open_here = [one for one in waiting if one.text == CLOSING[token.text]]
            if open_here:
                del waiting[waiting.index(open_here[-1]) :]
                found.append((open_here[-1], token))
    return sorted(found, key=lambda pair: pair[0].start)


def folds(text: str) -> list[Fold]:
    tokens = tokens_in(text)
    found = [Fold(FoldKind.BLOCK, one.start, other.start) for one, other in pairs(tokens)]
    found.extend(Fold(FoldKind.COMMENT, one.start, one.end) for one in tokens if one.kind == "comment")
    found.extend(_directives(text, tokens))
    return [one for one in found if "\n" in text[one.start : one.end]]


def _directives(text: str, tokens: tuple[TextToken, ...]) -> Iterator[Fold]:
    waiting: list[int] = []
    includes: list[int] = []
    for one, other in pairwise(tokens):
        if one.text != "#" or text[line_start(text, one.start) : one.start].strip():
            continue
        if other.text in ("if", "ifdef", "ifndef"):
            waiting.append(one.start)
        elif other.text == "endif" and waiting:
            yield Fold(FoldKind.DIRECTIVE, waiting.pop(), other.end)
        elif other.text == "include":
            includes.append(one.start)
    if len(includes) > 1:
        yield Fold(FoldKind.INCLUDES, includes[0], includes[-1] + 1)


def enclosing(text: str, offset: int) -> list[tuple[int, int]]:
    """What a place is in, from the smallest to the whole: word, statement, block."""
    tokens = tokens_in(text)
    found = [(one.start, one.end) for one in tokens if one.start <= offset <= one.end and one.text.strip()][-1:]
    for one, other in pairs(tokens):
        if one.start <= offset <= other.end:
            found.append((one.start, other.end))
            if one.end <= offset <= other.start:
                found.append((one.end, other.start))
                found.append(_statement(text, tokens, offset, one.end, other.start))
    found.append((0, len(text)))
    inside = sorted({pair for pair in found if pair[0] <= offset <= pair[1]}, key=lambda pair: pair[1] - pair[0])
    return [pair for number, pair in enumerate(inside) if all(_within(one, pair) for one in inside[:number])]


def _within(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return other[0] <= one[0] and one[1] <= other[1]


def _statement(text: str, tokens: tuple[TextToken, ...], offset: int, start: int, end: int) -> tuple[int, int]:
    """What stands between separators in a block, without the blanks around it."""
    depth = 0
    for token in tokens:
        if token.start < start or token.end > end:
            continue
        depth += (token.text in OPENING) - (token.text in CLOSING)
        if depth == 0 and token.text in _SEPARATORS:
            if token.end <= offset:
                start = token.end
            else:
                end = token.start
                break
    inside = text[start:end]
    return start + len(inside) - len(inside.lstrip()), end - (len(inside) - len(inside.rstrip()))


def indentation(text: str, offset: int) -> tuple[int, int, str]:
    """The blanks at the start of the line of a place: where they are, and what they should be."""
    start = line_start(text, offset)
    stop = text.find("\n", start)
    line = text[start : stop if stop >= 0 else len(text)]
    blanks = len(line) - len(line.lstrip(" \t"))
    depth = 0
    for at, token in enumerate(before := [one for one in tokens_in(text[:start]) if one.kind != "comment"]):
        if not (at and before[at - 1].text == "#"):
            depth += _indents(token.text)
    first = tokens_in(line)
    # Options stand below their `do`, and what belongs to one further in.
    depth -= bool(first) and first[0].text in ("}", "::", "od", "fi")
    return start, start + blanks, INDENT * max(0, depth)


def _indents(word: str) -> int:
    return (word in ("{", "do", "if")) - (word in ("}", "od", "fi"))
