"""Warnings about conditions and alternatives that are read otherwise than they look.

0 < x < 5                        (0 < x) < 5 compares 0 or 1 with 5
a & 1 == 1                       a & (1 == 1)
state == ready || busy           the name of a message is never 0: this always holds
:: x == 0 -> y = 1 else -> ...   `else` goes on with the alternative before it
"""

from __future__ import annotations

from penstock.diagnostics.record import Fix, TextChange
from penstock.resolve.model import Model
from penstock.resolve.repairs import replacing
from penstock.syntax.nodes import Binary, Constant, Do, Else, Expression, If
from penstock.syntax.printer import expression_text

_ORDERS = frozenset(["<", "<=", ">", ">="])
_COMPARISONS = _ORDERS | {"==", "!="}
_BITWISE = frozenset(["&", "|", "^"])


def warn_about_groupings(model: Model) -> None:
    for node in model.nodes.of(Binary):
        if node.operator in _COMPARISONS:
            _check_chain(model, node)
        elif node.operator in _BITWISE:
            _check_mask(model, node)
        elif node.operator in ("&&", "||"):
            _check_name(model, node)
    choices: list[If | Do] = [*model.nodes.of(If), *model.nodes.of(Do)]
    for choice in choices:
        for option in choice.options:
            for step in option.steps[1:]:
                if isinstance(step, Else):
                    _tell_else(model, step)


def _check_chain(model: Model, node: Binary) -> None:
    left = node.left
    ordered = node.operator in _ORDERS and isinstance(left, Binary) and left.operator in _ORDERS
    if not ordered or not isinstance(left, Binary) or _in_parentheses(model, left):
        return
    new = f"{expression_text(left)} && {expression_text(left.right)} {node.operator} {expression_text(node.right)}"
    message = f"this compares `{expression_text(left)}`, which is 0 or 1, with `{expression_text(node.right)}`"
    _tell(model, node, message, new)


def _check_mask(model: Model, node: Binary) -> None:
    for side in (node.left, node.right):
        if not isinstance(side, Binary) or side.operator not in _COMPARISONS or _in_parentheses(model, side):
            continue
        if side is node.right:
            inner = f"({expression_text(node.left)} {node.operator} {expression_text(side.left)})"
            new = f"{inner} {side.operator} {expression_text(side.right)}"
        else:
            inner = f"({expression_text(side.right)} {node.operator} {expression_text(node.right)})"
            new = f"{expression_text(side.left)} {side.operator} {inner}"
        message = f"`{side.operator}` binds tighter than `{node.operator}`: this is 0 or 1 on one side"
        _tell(model, node, message, new)
        return


def _check_name(model: Model, node: Binary) -> None:
    """`state == ready || busy`."""
    for side, other in ((node.left, node.right), (node.right, node.left)):
        if not isinstance(side, Constant) or side.name is None:
            continue
        message = f"`{side.name}` is the name of a message, and never 0: as a condition it always holds"
        compared = _compared(other)
        new = "" if compared is None else f"{expression_text(compared.left)} {compared.operator} {side.name}"
        fixes = replacing(model, side.first, side.last, new, f"write `{new}`") if new else ()
        model.report("W720", message, side, f"write `{new}`" if new else None, fixes=fixes)


def _compared(value: Expression) -> Binary | None:
    """The comparison with the name of a message that stands beside another name."""
    while isinstance(value, Binary) and value.operator in ("&&", "||"):
        value = value.right
    named = isinstance(value, Binary) and value.operator in ("==", "!=") and isinstance(value.right, Constant)
    return value if named and isinstance(value, Binary) else None


def _tell(model: Model, node: Binary, message: str, new: str) -> None:
    fixes = replacing(model, node.first, node.last, new, f"write `{new}`")
    model.report("W720", message, node, f"write `{new}`", fixes=fixes)


def _in_parentheses(model: Model, node: Binary) -> bool:
    return model.syntax.tokens.kinds[node.last + 1] == ")" and model.syntax.tokens.kinds[node.first - 1] == "("


def _tell_else(model: Model, step: Else) -> None:
    change = TextChange(model.position(step), "else", ":: else")
    message = "this `else` begins no alternative: it goes on with the one before it"
    model.report("W721", message, step, "write `:: else`", fixes=(Fix("add `::`", (change,)),))
