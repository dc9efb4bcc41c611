"""Warnings about what can be said in Promela but is hardly meant.

if :: x = 1 -> ... :: else -> ... fi      an assignment is always possible, and `else` never
[] ~done                                  `~` of 0 and of 1 is not 0: this always holds
progess: x++                              a label that is nearly one of those with a meaning
"""

from __future__ import annotations

from difflib import SequenceMatcher

from penstock.diagnostics.record import Fix, TextChange
from penstock.resolve.control import statements_of
from penstock.resolve.groupings import warn_about_groupings
from penstock.resolve.model import Model
from penstock.resolve.repairs import LABELS_WITH_MEANING
from penstock.resolve.symbols import Label
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    Binary,
    Condition,
    Constant,
    Do,
    Else,
    Expression,
    Goto,
    If,
    Ltl,
    Reference,
    RemoteLabel,
    Statement,
    Unary,
)
from penstock.syntax.printer import expression_text
from penstock.syntax.walk import unlabelled, walk

_TRUTHS = frozenset(["==", "!=", "<", ">", "<=", ">=", "&&", "||", "U", "V", "W", "->", "<->"])
_CONNECTIVES = frozenset(["&&", "||", "U", "V", "W", "->", "<->"])
_NEARLY = 0.8


def warn_about_doubts(model: Model) -> None:
    choices: list[If | Do] = [*model.nodes.of(If), *model.nodes.of(Do)]
    for choice in choices:
        _check_guards(model, choice)
    _check_complements(model)
    _check_labels(model)
    warn_about_groupings(model)


# -- guards that are always possible ----------------------------------------------------------------


def _check_guards(model: Model, choice: If | Do) -> None:
    guards = [unlabelled(found[0]) for option in choice.options if (found := statements_of(option))]
    otherwise = next((guard for guard in guards if isinstance(guard, Else)), None)
    for guard in guards:
        if isinstance(guard, Assignment | Condition) and otherwise is not None and _is_always_possible(model, guard):
            message = f"`else` is never taken: `{model.said(guard)}` is always possible"
            notes = [("the `else` is here", model.position(otherwise))]
            model.report("W717", message, guard, _hint(guard), notes, fixes=_comparing(model, guard))
            return
        if isinstance(guard, Assignment) and _is_meant_to_compare(model, guard, guards):
            message = f"`{model.said(guard)}` is an assignment, and always possible"
            model.report("W717", message, guard, _hint(guard), fixes=_comparing(model, guard))
            return


def _is_always_possible(model: Model, guard: Assignment | Condition) -> bool:
    match guard:
        case Assignment():
            return True
        case Condition(expression=Constant(value=value)):
            # A macro may be 1 in one version of a model and 0 in another.
            return value != 0 and guard.written and model.sources.expansion(model.position(guard)) is None
        case _:
            return False


def _is_meant_to_compare(model: Model, guard: Assignment, guards: list[Statement]) -> bool:
    """Whether an arrow follows it, and another option asks for a value of the same variable."""
    tokens = model.syntax.tokens
    arrow = guard.last + 1 < len(tokens) and tokens.texts[guard.last + 1] == "->"
    if guard.shorthand is not None or not arrow or not isinstance(guard.value, Constant):
        return False
    target = expression_text(guard.target)
    return any(isinstance(other, Condition) and _asks_for(other.expression, target) for other in guards)


def _asks_for(condition: Expression, target: str) -> bool:
    compared = isinstance(condition, Binary) and condition.operator == "==" and isinstance(condition.right, Constant)
    return compared and expression_text(condition.left) == target  # type: ignore[union-attr]


def _hint(guard: Statement) -> str | None:
    return "to compare, write `==`" if isinstance(guard, Assignment) and guard.shorthand is None else None


def _comparing(model: Model, guard: Statement) -> tuple[Fix, ...]:
    if not isinstance(guard, Assignment) or guard.shorthand is not None:
        return ()
    at = guard.target.last + 1
    tokens = model.syntax.tokens
    if tokens.texts[at] != "=":
        return ()
    return (Fix("change `=` to `==`", (TextChange(tokens.positions[at], "=", "=="),)),)


# -- complements where a negation is meant -----------------------------------------------------------


def _check_complements(model: Model) -> None:
    if not model.nodes.has(Unary):
        return
    truths: list[Expression] = [unit.formula for unit in model.nodes.of(Ltl)]
    truths.extend(node.expression for node in model.nodes.of(Condition))
    truths.extend(node.condition for node in model.nodes.of(Assert))
    for value in truths:
        _check_truth(model, value)


def _check_truth(model: Model, value: Expression) -> None:
    """Of an expression of which only matters whether it is 0."""
    todo = [value]
    while todo:
        match todo.pop():
            case Binary(operator=operator, left=left, right=right) if operator in _CONNECTIVES:
                todo += [left, right]
            case Unary(operator="~", operand=operand) as found if _is_truth(model, operand):
                model.report(
                    "W718",
                    f"`{expression_text(found)}` always holds: `~` flips every bit, and of 0 or 1 that is never 0",
                    found.first,
                    hint="to negate a condition, write `!`",
                    fixes=model.renaming(found.first, "!"),
                )
            case Unary(operand=operand):
                todo.append(operand)


def _is_truth(model: Model, value: Expression) -> bool:
    """Whether a value can only be 0 or 1."""
    match value:
        case Binary():
            return value.operator in _TRUTHS
        case Unary():
            return value.operator in ("!", "[]", "<>")
        case Reference(member=None):
            variable = model.variables.get(value)
            return variable is not None and variable.type in ("bool", "bit")
        case RemoteLabel():
            return True
        case _:
            return False


# -- labels ------------------------------------------------------------------------------------------


def _check_labels(model: Model) -> None:
    looked_at = {remote.label for remote in model.nodes.of(RemoteLabel)}
    for process in model.processes.values():
        jumped = {node.label for node in walk(process.node.body) if isinstance(node, Goto)} if process.labels else set()
        for label in process.labels:
            if label.statement is not None and label.name not in jumped and label.name not in looked_at:
                _check_label(model, label)


def _check_label(model: Model, label: Label) -> None:
    meant = _meant(label.name)
    if meant is not None:
        model.report(
            "W719",
            f"label `{label.name}` has no meaning, and nothing jumps there",
            label.at,
            hint=f"did you mean `{meant}`?",
            fixes=model.renaming(label.at, meant),
        )


def _meant(name: str) -> str | None:
    """The label with a meaning that a name is nearly; what follows it is kept."""
    if name.startswith(LABELS_WITH_MEANING):
        return None
    lower = name.lower()
    for word in LABELS_WITH_MEANING:
        if lower.startswith(word):
            return word + name[len(word) :]
        rest = lower.lstrip("abcdefghijklmnopqrstuvwxyz")
        stem = lower[: len(lower) - len(rest)]
        if len(word) > 3 and SequenceMatcher(None, stem, word).ratio() >= _NEARLY:
            return word + name[len(stem) :]
    return None
