"""Numbers that are known when a model is read."""

from __future__ import annotations

from penstock.syntax.expressions import wrap_int
from penstock.syntax.nodes import Binary, Constant, Expression, Unary


def constant_value(value: Expression) -> int | None:
    """The value of an expression of constants, computed as C does; None if it is not constant."""
    match value:
        case Constant():
            return value.value
        case Unary(operator=operator):
            operand = constant_value(value.operand)
            return None if operand is None else apply_unary(operator, operand)
        case Binary(operator=operator):
            left = constant_value(value.left)
            right = constant_value(value.right) if left is not None else None
            return None if left is None or right is None else apply_binary(operator, left, right)
        case _:
            return None


def apply_unary(operator: str, operand: int) -> int | None:
    """`-`, `~` or `!` as the machine computes it."""
    match operator:
        case "-":
            return wrap_int(-operand)
        case "~":
            return ~operand
        case "!":
            return int(not operand)
        case _:
            return None


def apply_binary(operator: str, left: int, right: int) -> int | None:
    """What two numbers give as the machine computes it; None for a division by zero."""
    match operator:
        case "+":
            return wrap_int(left + right)
        case "-":
            return wrap_int(left - right)
        case "*":
            return wrap_int(left * right)
        case "/" | "%" if right:
            quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
            return wrap_int(quotient) if operator == "/" else wrap_int(left - quotient * right)
        case _:
            return _compare(operator, left, right)


def _compare(operator: str, left: int, right: int) -> int | None:
    results = {
        "==": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
        "&&": bool(left and right),
        "||": bool(left or right),
    }
    if operator in results:
        return int(results[operator])
    if operator in ("&", "|", "^"):
        return {"&": left & right, "|": left | right, "^": left ^ right}[operator]
    if operator in ("<<", ">>") and 0 <= right < 32:
        return wrap_int(left << right) if operator == "<<" else left >> right
    return None
