"""Elements of arrays that the outside chooses: a statement for each of them, one of which happens.

q[x] ! m     ->     if :: q[(unknown_x -> 0 : x)] ! m :: q[(unknown_x -> 1 : x)] ! m fi

Where `x` is known, all of them are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from penstock.closing.ranges import Site
from penstock.closing.texts import FALSE, TRUE, Cannot, Texts
from penstock.resolve.timers import expired_timers
from penstock.syntax.nodes import Condition, Expression, Receive, Reference, ResetTimer, Send, SetTimer, Statement
from penstock.syntax.walk import parts

MOST_ELEMENTS = 64
"""Of more combinations than this, none is written."""


def places(statement: Statement) -> list[Reference]:
    """What a statement uses as a channel, or writes as a timer or with a message."""
    match statement:
        case Send():
            return [statement.channel]
        case Receive():
            return [statement.channel, *(one for one in statement.patterns if isinstance(one, Reference))]
        case SetTimer() | ResetTimer():
            return [statement.timer]
        case Condition():
            return [found.timer for found in expired_timers(statement.expression)]
        case _:
            return []


def chosen_elsewhere(texts: Texts, statement: Statement, sites: list[Site]) -> bool:
    """Whether the outside decides which element a statement is about."""
    return any(_open_indices(texts, statement, sites))


def choices(texts: Texts, statement: Statement, sites: list[Site]) -> Iterator[dict[Expression, str]]:
    """The ways to write the indices that are not known; a single empty one if all are."""
    found = list(_open_indices(texts, statement, sites))
    if prod(size for _, _, size in found) > MOST_ELEMENTS:
        raise Cannot(
            statement,
            "an index here may come from outside, and the array has too many elements",
            f"at most {MOST_ELEMENTS} elements can be distinguished",
        )
    for numbers in product(*(range(size) for _, _, size in found)):
        yield {
            index: str(number) if unknown == TRUE else f"({unknown} -> {number} : {texts.edits.raw(index)})"
            for (index, unknown, _), number in zip(found, numbers, strict=True)
        }


def _open_indices(texts: Texts, statement: Statement, sites: list[Site]) -> Iterator[tuple[Expression, str, int]]:
    """The indices that are not known, when that is, and how many elements there are."""
    for reference in places(statement):
        for part in parts(reference):
            size = texts.model.variables[part].size
            if part.index is not None and size is not None:
                unknown = texts.unknown(part.index, sites)
                if unknown != FALSE:
                    yield part.index, unknown, size
