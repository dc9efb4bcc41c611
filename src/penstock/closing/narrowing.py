"""What a test teaches about a variable: the values that are left if it holds, or if it does not.

want > 30       want is 31 to 255 where it holds, and 0 to 30 where it does not
"""

from __future__ import annotations

from collections.abc import Callable

from penstock.flow.intervals import join
from penstock.resolve.ranges import Interval
from penstock.syntax.nodes import Binary, Expression, Reference, Unary

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
Left = Interval | None
"""None: no value is left."""


def left_by(
    test: Expression,
    holds: bool,
    values: Left,
    is_it: Callable[[Expression], bool],
    worth: Callable[[Expression], Interval],
) -> Left:
    """Of some values of a variable, those with which a test may come out like this."""
    if values is None:
        return None
    match test:
        case Unary(operator="!"):
            return left_by(test.operand, not holds, values, is_it, worth)
        case Binary(operator="&&" | "||" as operator):
            both = holds == (operator == "&&")
            first = left_by(test.left, holds, values, is_it, worth)
            second = left_by(test.right, holds, first if both else values, is_it, worth)
            return second if both else join(first, second)
        case Reference() if is_it(test):
            return _compared(values, "!=" if holds else "==", (0, 0))
        case Binary(operator=operator) if operator in OPPOSITE:
            operator = operator if holds else OPPOSITE[operator]
            if is_it(test.left):
                return _compared(values, operator, worth(test.right))
            if is_it(test.right):
                return _compared(values, MIRRORED[operator], worth(test.left))
    return values


def _compared(values: Interval, operator: str, others: Interval) -> Left:
    """The values that compare like this with one of the others."""
    (low, high), (least, most) = values, others
    match operator:
        case "==":
            low, high = max(low, least), min(high, most)
        case "<" | "<=":
            high = min(high, most - (operator == "<"))
        case ">" | ">=":
            low = max(low, least + (operator == ">"))
        case "!=" if least == most:
            low, high = low + (low == least), high - (high == least)
    return (low, high) if low <= high else None
