"""Ranges of numbers under Promela's operators: one place for the machine, for programs in C, and for analyses.

    range_of("+", (0, 255), (1, 1))        (1, 256)

What is computed has 32 bits in the end; the ranges here are those before that cut, so that whoever asks can tell
whether it changes anything.
"""

from __future__ import annotations

from itertools import product

from penstock.resolve.symbols import RANGES

Interval = tuple[int, int]
INT: Interval = RANGES["int"]
TRUTH: Interval = RANGES["bool"]
DISTANCES = 31
"""The processor looks at the lower five bits of the distance of a shift."""


def fits(values: Interval, limits: Interval = INT) -> bool:
    return limits[0] <= values[0] and values[1] <= limits[1]


def range_of(operator: str, left: Interval, right: Interval) -> Interval:
    """What an operation may give for operands of 32 bits in these ranges, before the result is cut to 32 bits."""
    match operator:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "*":
            corners = [first * second for first, second in product(left, right)]
            return min(corners), max(corners)
        case "/":
            return _quotient(left, right)
        case "%":
            return _remainder(left, right)
        case "<<" | ">>":
            return _shifted(operator, left, right)
        case "&" | "|" | "^":
            return _bits(operator, left, right)
        case _:
            return TRUTH


def _quotient(left: Interval, right: Interval) -> Interval:
    """C rounds towards zero, so the quotient is never farther from it than the dividend."""
    nearest = right[0] if right[0] > 0 else 1
    largest = max(abs(left[0]), abs(left[1])) // nearest
    if right[0] > 0:
        return (0 if left[0] >= 0 else -largest), (0 if left[1] <= 0 else left[1] // nearest)
    return -largest, largest


def _remainder(left: Interval, right: Interval) -> Interval:
    """It has the sign of the dividend, and is nearer to zero than the divisor."""
    most = max(0, max(abs(right[0]), abs(right[1])) - 1)
    return max(-most, min(left[0], 0)), min(most, max(left[1], 0))


def _bits(operator: str, left: Interval, right: Interval) -> Interval:
    if left[0] < 0 or right[0] < 0:
        return INT
    every = (1 << max(left[1], right[1]).bit_length()) - 1
    return 0, min(left[1], right[1]) if operator == "&" else every


def _shifted(operator: str, left: Interval, right: Interval) -> Interval:
    if operator == ">>":
        return min(left[0], 0), max(left[1], 0)
    most = right[1] if fits(right, (0, DISTANCES)) else DISTANCES
    return min(left[0] << most, 0), max(left[1] << most, 0)
