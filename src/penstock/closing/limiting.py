"""A known value compared with an unknown one, of which the limits are known.

floor < want        may hold where floor < 3, and surely holds where floor < 0, if want is from 0 to 3
"""

from __future__ import annotations

from penstock.closing.narrowing import MIRRORED, OPPOSITE
from penstock.resolve.ranges import Interval
from penstock.syntax.nodes import Binary, Constant, Expression, Reference, Unary
from penstock.syntax.walk import walk


def compares(value: Expression) -> bool:
    """Whether a condition is a comparison of plain values."""
    plain = all(isinstance(node, Binary | Unary | Reference | Constant) for node in walk(value))
    return isinstance(value, Binary) and value.operator in OPPOSITE and plain


def possible(known: str, operator: str, limits: Interval) -> str:
    """When a known value may compare like this with one within the limits."""
    low, high = limits
    match operator:
        case "==":
            return f"({known} >= {low} && {known} <= {high})"
        case "!=":
            return f"({known} != {low})" if low == high else ""
        case "<" | "<=":
            return f"({known} {operator} {high})"
        case _:
            return f"({known} {operator} {low})"


def limited(known: str, operator: str, limits: Interval, mirrored: bool, surely: bool) -> str:
    """When a comparison may hold, or `surely` does; empty if its limits say nothing; `mirrored`: known on the right."""
    operator = MIRRORED[operator] if mirrored else operator
    if not surely:
        return possible(known, operator, limits)
    fails = possible(known, OPPOSITE[operator], limits)
    return f"!{fails}" if fails else ""
