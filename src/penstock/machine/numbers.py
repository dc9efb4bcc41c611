"""Arithmetic as the machine does it: ranges of values, and the Python text that computes them.

A `Number` is a piece of Python with the range of its values.  Sums and products may run over 32
bits as long as they only flow into other sums and products or into a variable, which cuts them to
its width: only a consumer that could tell the difference asks for `exact`.
"""

from __future__ import annotations

from dataclasses import dataclass

INT_LOW, INT_HIGH = -(1 << 31), (1 << 31) - 1
INT = (INT_LOW, INT_HIGH)


@dataclass(frozen=True, slots=True)
class Number:
    """Python text in parentheses where needed, and the range of what it computes before any cut to 32 bits."""

    text: str
    low: int
    high: int

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
    if number.low >= INT_LOW and number.high <= INT_HIGH:
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
    if operator == "+":
        low, high = left.low + right.low, left.high + right.high
    elif operator == "-":
        low, high = left.low - right.high, left.high - right.low
    else:
        corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
        low, high = min(corners), max(corners)
    number = Number(f"({left.text} {operator} {right.text})", low, high)
    # Python's numbers grow without end; a chain of products must not.
    return number if max(-low, high) < 1 << 62 else exact(number)


def division(operator: str, left: Number, right: Number) -> Number:
    """`/` and `%`: C rounds towards zero, Python downwards."""
    left, right = exact(left), exact(right)
    largest = max(abs(left.low), abs(left.high))
    if left.low >= 0 and right.low > 0:
        python = "//" if operator == "/" else "%"
        return Number(f"({left.text} {python} {right.text})", 0, largest if operator == "/" else right.high - 1)
    name = "divide" if operator == "/" else "remainder"
    low, high = (-largest, largest) if operator == "/" else (min(left.low, 0), max(left.high, 0))
    return exact(Number(f"{name}({left.text}, {right.text})", low, high))


def bitwise(operator: str, left: Number, right: Number) -> Number:
    """`&`, `|`, `^`."""
    left, right = exact(left), exact(right)
    text = f"({left.text} {operator} {right.text})"
    if left.low < 0 or right.low < 0:
        return Number(text, *INT)
    bits = (1 << max(left.high, right.high).bit_length()) - 1
    return Number(text, 0, min(left.high, right.high) if operator == "&" else bits)


def shifted(operator: str, left: Number, right: Number) -> Number:
    """`<<` and `>>`; the processor looks at the lower five bits of the distance."""
    left, right = exact(left), exact(right)
    known = right.low >= 0 and right.high < 32
    distance = right.text if known else f"({right.text} & 31)"
    text = f"({left.text} {operator} {distance})"
    if operator == ">>":
        return Number(text, min(left.low, 0), max(left.high, 0))
    most = right.high if known else 31
    return exact(Number(text, min(left.low << most, 0), max(left.high << most, 0)))


def divide(left: int, right: int) -> int:
    """C's `/`."""
    if right == 0:
        raise ZeroDivisionError
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def remainder(left: int, right: int) -> int:
    """C's `%`."""
    return left - divide(left, right) * right
