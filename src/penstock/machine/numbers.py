"""Arithmetic as the machine does it: ranges of values, and the Python text that computes them.

A `Number` is a piece of Python with the range of its values.  Sums and products may run over 32
bits as long as they only flow into other sums and products or into a variable, which cuts them to
its width: only a consumer that could tell the difference asks for `exact`.
"""

from __future__ import annotations

from dataclasses import dataclass

from penstock.resolve.ranges import DISTANCES, INT, Interval, fits, range_of


@dataclass(frozen=True, slots=True)
class Number:
    """Python text in parentheses where needed, and the range of what it computes before any cut to 32 bits."""

    text: str
    low: int
    high: int

    @property
    def range(self) -> Interval:
        return self.low, self.high

    @property
    def constant(self) -> int | None:
        return self.low if self.low == self.high else None


def constant(value: int) -> Number:
    return Number(str(value) if value >= 0 else f"({value})", value, value)


def truth(text: str) -> Number:
    """A comparison: Python's booleans are the numbers 0 and 1."""
    return Number(text, 0, 1)


def exact(number: Number) -> Number:
    """The value after the cut to 32 bits that C's `int` implies."""
    if fits(number.range):
        return number
    return Number(stored(number, *INT), *INT)


def stored(number: Number, low: int, high: int) -> str:
    """The text of a value as a variable that holds `low` to `high` takes it: the upper bits are cut off."""
    if low <= number.low and number.high <= high:
        return number.text
    mask = high - low
    return f"({number.text} & {mask})" if low == 0 else f"((({number.text}) + {-low} & {mask}) - {-low})"


def negated(number: Number) -> Number:
    return Number(f"(-{number.text})", -number.high, -number.low)


def arithmetic(operator: str, left: Number, right: Number) -> Number:
    """`+`, `-`, `*`."""
    number = _made(f"({left.text} {operator} {right.text})", operator, left, right)
    # Python's numbers grow without end; a chain of products must not.
    return number if max(-number.low, number.high) < 1 << 62 else exact(number)


def division(operator: str, left: Number, right: Number) -> Number:
    """`/` and `%`: C rounds towards zero, Python downwards."""
    left, right = exact(left), exact(right)
    if left.low >= 0 and right.low > 0:
        python = "//" if operator == "/" else "%"
        return _made(f"({left.text} {python} {right.text})", operator, left, right)
    name = "divide" if operator == "/" else "remainder"
    return exact(_made(f"{name}({left.text}, {right.text})", operator, left, right))


def bitwise(operator: str, left: Number, right: Number) -> Number:
    """`&`, `|`, `^`."""
    left, right = exact(left), exact(right)
    return _made(f"({left.text} {operator} {right.text})", operator, left, right)


def shifted(operator: str, left: Number, right: Number) -> Number:
    """`<<` and `>>`; the processor looks at the lower five bits of the distance."""
    left, right = exact(left), exact(right)
    known = fits(right.range, (0, DISTANCES))
    distance = right.text if known else f"({right.text} & {DISTANCES})"
    return exact(_made(f"({left.text} {operator} {distance})", operator, left, right))


def _made(text: str, operator: str, left: Number, right: Number) -> Number:
    return Number(text, *range_of(operator, left.range, right.range))


def divide(left: int, right: int) -> int:
    """C's `/`."""
    if right == 0:
        raise ZeroDivisionError
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def remainder(left: int, right: int) -> int:
    """C's `%`."""
    return left - divide(left, right) * right
