"""An independent judge of formulas: runs that repeat themselves, tried one after the other, and what holds in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

Moment = dict[str, int]
"""The values of the variables."""


@dataclass(frozen=True)
class Run:
    moments: tuple[Moment, ...]
    back: int
    """The last moment is followed by this one."""


def runs(letters: Sequence[Moment], longest: int) -> Iterator[Run]:
    """All runs with so many moments, the shortest first."""
    for length in range(1, longest + 1):
        for moments in product(letters, repeat=length):
            for back in range(length):
                yield Run(moments, back)


# A formula is a nested tuple: ("x", "<", 2), ("!", f), ("[]", f), ("U", f, g) and so on.
Tree = tuple[Any, ...]


def satisfies(run: Run, formula: Tree) -> bool:
    return _truth(run, formula)[0]


def _truth(run: Run, formula: Tree) -> list[bool]:
    """At each moment, by the definition: what is needed later is looked for once around."""
    match formula:
        case (str(name), "<" | "==" | ">=" | "!=" as operator, int(number)):
            return [_compared(moment[name], operator, number) for moment in run.moments]
        case ("!", inner):
            return [not value for value in _truth(run, inner)]
        case ("[]", inner):
            return _truth(run, ("!", ("U", ("x", ">=", -9), ("!", inner))))
        case ("<>", inner):
            return _truth(run, ("U", ("x", ">=", -9), inner))
        case ("U", left, right):
            return _until(run, _truth(run, left), _truth(run, right))
        case ("W", left, right):
            return _either(_truth(run, ("U", left, right)), _truth(run, ("[]", left)))
        case ("V", left, right):
            return [not value for value in _until(run, _truth(run, ("!", left)), _truth(run, ("!", right)))]
        case ("&&", left, right):
            return [a and b for a, b in zip(_truth(run, left), _truth(run, right), strict=True)]
        case ("||", left, right):
            return _either(_truth(run, left), _truth(run, right))
        case ("->", left, right):
            return _either([not value for value in _truth(run, left)], _truth(run, right))
        case ("<->", left, right):
            return [a == b for a, b in zip(_truth(run, left), _truth(run, right), strict=True)]
    raise ValueError(formula)


def _either(left: list[bool], right: list[bool]) -> list[bool]:
    return [a or b for a, b in zip(left, right, strict=True)]


def _compared(value: int, operator: str, number: int) -> bool:
    return {"<": value < number, "==": value == number, ">=": value >= number, "!=": value != number}[operator]


def _until(run: Run, left: list[bool], right: list[bool]) -> list[bool]:
    return [_reached(run, at, left, right) for at in range(len(run.moments))]


def _reached(run: Run, at: int, left: list[bool], right: list[bool]) -> bool:
    for _ in range(2 * len(run.moments)):
        if right[at]:
            return True
        if not left[at]:
            return False
        at = at + 1 if at + 1 < len(run.moments) else run.back
    return False
