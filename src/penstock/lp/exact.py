"""From floating point back to whole numbers.

The corners of our problems are fractions with small denominators.  So a solution is scaled until all
its values are near whole numbers; the caller checks the result exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import lcm

from penstock.budget import check

_SCALES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 24, 60, 2520)
_NEAR = 1e-6
_DENOMINATORS = (10_000, 1_000_000)
_LARGEST = 10**15


def whole_numbers(values: Sequence[float], accept: Callable[[list[int], int], bool]) -> tuple[list[int], int] | None:
    """Whole numbers n and a scale s with n / s near the values, such that `accept(n, s)`; None if there are none."""
    for numbers, scale in _candidates(values):
        check()
        if accept(numbers, scale):
            return numbers, scale
    return None


def _candidates(values: Sequence[float]) -> Iterator[tuple[list[int], int]]:
    for scale in _SCALES:
        if all(abs(value * scale - round(value * scale)) < _NEAR * scale for value in values):
            yield [round(value * scale) for value in values], scale
    for largest in _DENOMINATORS:
        fractions = _fractions(values, largest)
        if fractions is not None:
            yield fractions


def _fractions(values: Sequence[float], largest: int) -> tuple[list[int], int] | None:
    """The values as fractions with small denominators, brought to a common one; None if that is too large."""
    fractions = []
    scale = 1
    for value in values:
        check()
        fractions.append(Fraction(value).limit_denominator(largest))
        scale = lcm(scale, fractions[-1].denominator)
        if scale > _LARGEST:
            return None
    return [int(fraction * scale) for fraction in fractions], scale
