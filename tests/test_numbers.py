"""Arithmetic against the machine's own: ctypes cuts numbers as C does."""

from __future__ import annotations

import ctypes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penstock.machine import numbers
from penstock.machine.numbers import Number, exact, stored
from penstock.resolve.ranges import INT, range_of

INTS = st.integers(*INT) | st.integers(-300, 300)
C_TYPES = {
    (0, 255): ctypes.c_uint8,
    (-(1 << 15), (1 << 15) - 1): ctypes.c_int16,
    INT: ctypes.c_int32,
}


def value(text: str) -> int:
    return int(eval(text, {"divide": numbers.divide, "remainder": numbers.remainder}))


@given(st.integers(-(1 << 40), 1 << 40), st.sampled_from(list(C_TYPES)))
def test_storing_cuts_as_c_does(number: int, limits: tuple[int, int]) -> None:
    text = stored(Number(f"({number})", number, number), *limits)
    assert value(text) == C_TYPES[limits](number).value


@given(st.integers(0, 1 << 40), st.integers(1, 31))
def test_an_unsigned_variable_keeps_its_width(number: int, width: int) -> None:
    assert value(stored(Number(str(number), number, number), 0, (1 << width) - 1)) == number % (1 << width)


@given(INTS, INTS, st.sampled_from("+-*"))
def test_sums_and_products_wrap(left: int, right: int, operator: str) -> None:
    number = exact(numbers.arithmetic(operator, numbers.constant(left), numbers.constant(right)))
    assert value(number.text) == ctypes.c_int32(eval(f"{left} {operator} ({right})")).value


@given(INTS, INTS.filter(bool))
def test_division_rounds_towards_zero(left: int, right: int) -> None:
    quotient = abs(left) // abs(right) * (1 if left * right >= 0 else -1)
    ranges = Number(f"({left})", *INT), Number(f"({right})", *INT)
    assert value(numbers.division("/", *ranges).text) == ctypes.c_int32(quotient).value
    assert value(numbers.division("%", *ranges).text) == left - quotient * right


def test_division_by_zero_is_an_error() -> None:
    with pytest.raises(ZeroDivisionError):
        numbers.divide(1, 0)


@given(INTS, st.integers(0, 31), st.sampled_from(["<<", ">>"]))
def test_shifts(left: int, right: int, operator: str) -> None:
    number = numbers.shifted(operator, Number(f"({left})", *INT), numbers.constant(right))
    assert value(number.text) == ctypes.c_int32(eval(f"{left} {operator} {right}")).value


@given(INTS, INTS, st.sampled_from(["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"]))
def test_the_range_holds_the_value(left: int, right: int, operator: str) -> None:
    parts = numbers.constant(left), numbers.constant(right)
    if operator in "/%":
        if right == 0:
            return
        number = numbers.division(operator, *parts)
    elif operator in "+-*":
        number = numbers.arithmetic(operator, *parts)
    elif operator in ("<<", ">>"):
        number = numbers.shifted(operator, *parts)
    else:
        number = numbers.bitwise(operator, *parts)
    assert number.low <= value(number.text) <= number.high


@given(
    INTS, INTS, INTS, INTS, st.sampled_from(["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", "&&"]), st.data()
)
def test_ranges_contain_every_result(a: int, b: int, c: int, d: int, operator: str, chosen: st.DataObject) -> None:
    left, right = (min(a, b), max(a, b)), (min(c, d), max(c, d))
    low, high = range_of(operator, left, right)
    first, second = chosen.draw(st.integers(*left)), chosen.draw(st.integers(*right))
    if operator in ("/", "%") and second == 0:
        return
    if operator in ("<<", ">>"):
        result = first << (second & 31) if operator == "<<" else first >> (second & 31)
    elif operator in ("/", "%"):
        result = {"/": numbers.divide, "%": numbers.remainder}[operator](first, second)
    elif operator in ("<", "&&"):
        result = int(first < second) if operator == "<" else int(bool(first and second))
    else:
        result = int(eval(f"({first}) {operator} ({second})"))
    assert low <= result <= high
