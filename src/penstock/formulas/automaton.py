"""Automata that accept infinite runs: from the text of a never claim, as SPIN makes it of a formula.

T0_init:
    do
    :: (p) -> goto accept_S4            an edge, if `p` holds
    :: atomic { (q) -> assert(!(q)) }   an edge to where everything is accepted
    od;
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from penstock.errors import ToolError
from penstock.formulas.reading import new_diagnostics
from penstock.syntax.nodes import (
    Atomic,
    Binary,
    Condition,
    Constant,
    Do,
    Expression,
    Goto,
    If,
    Labelled,
    Never,
    Reference,
    Sequence,
    Statement,
    Unary,
)
from penstock.syntax.parser import parse
from penstock.syntax.printer import expression_text

ALL = "accept_all"


class StrangeClaim(ToolError):
    """A never claim that is not written as SPIN writes those of formulas."""


@dataclass(frozen=True, slots=True)
class FormulaEdge:
    source: int
    target: int
    guard: Expression


@dataclass(frozen=True, slots=True)
class FormulaAutomaton:
    """State 0 is the first; a run is accepted if it can pass accepting states again and again."""

    names: tuple[str, ...]
    accepting: frozenset[int]
    edges: tuple[FormulaEdge, ...]


def automaton_of(claim: str) -> FormulaAutomaton:
    """The automaton of a never claim; its conditions are over names."""
    diagnostics = new_diagnostics()
    file = diagnostics.sources.add("claim", claim)
    syntax = parse(file, diagnostics, lambda *_: None)
    nevers = [unit for unit in syntax.program.units if isinstance(unit, Never)]
    if len(nevers) != 1 or diagnostics.has_errors:
        raise StrangeClaim(f"this never claim cannot be read: {claim}")
    return _built(nevers[0].body)


def _built(body: Sequence) -> FormulaAutomaton:
    states: list[tuple[list[str], Statement]] = []
    for step in body.steps:
        labels: list[str] = []
        inner = step
        while isinstance(inner, Labelled):
            labels.append(inner.label)
            inner = inner.statement
        if not labels or not isinstance(inner, Do | If | Condition):
            raise StrangeClaim("a never claim has a statement without a label")
        states.append((labels, inner))
    numbers = {label: number for number, (labels, _) in enumerate(states) for label in labels}
    edges = [edge for number, (_, statement) in enumerate(states) for edge in _edges(number, statement, numbers)]
    accepting = frozenset(number for label, number in numbers.items() if label.startswith("accept"))
    return _reachable(tuple(labels[-1] for labels, _ in states), accepting, edges)


def _edges(number: int, statement: Statement, numbers: dict[str, int]) -> list[FormulaEdge]:
    if isinstance(statement, Condition):  # `skip` where everything is accepted, `false` where nothing is
        return [FormulaEdge(number, number, statement.expression)]
    assert isinstance(statement, Do | If)
    found = (_option(option, numbers) for option in statement.options)
    return [FormulaEdge(number, *one) for one in found if one is not None]


def _option(option: Sequence, numbers: dict[str, int]) -> tuple[int, Expression] | None:
    match option.steps:
        case (Condition(expression=Constant(value=0)),):
            return None
        case (Condition(expression=guard), Goto(label=label)):
            return numbers[label], guard
        case (Atomic(body=Sequence(steps=(Condition(expression=guard), *_))),):
            return numbers[ALL], guard
        case _:
            raise StrangeClaim("a never claim has an alternative that leads nowhere")


def _reachable(names: tuple[str, ...], accepting: frozenset[int], edges: list[FormulaEdge]) -> FormulaAutomaton:
    """Without states that nothing leads to."""
    order, todo = {0: 0}, [0]
    while todo:
        state = todo.pop(0)
        for edge in edges:
            if edge.source == state and edge.target not in order:
                order[edge.target] = len(order)
                todo.append(edge.target)
    kept = tuple(FormulaEdge(order[one.source], order[one.target], one.guard) for one in edges if one.source in order)
    return FormulaAutomaton(
        tuple(names[state] for state in order), frozenset(order[state] for state in accepting if state in order), kept
    )


def holds(guard: Expression, truth: Callable[[str], bool]) -> bool:
    """Whether a condition over names holds."""
    match guard:
        case Constant():
            return guard.value != 0
        case Reference():
            return truth(guard.name)
        case Unary(operator="!"):
            return not holds(guard.operand, truth)
        case Binary(operator="&&"):
            return holds(guard.left, truth) and holds(guard.right, truth)
        case Binary(operator="||"):
            return holds(guard.left, truth) or holds(guard.right, truth)
        case _:
            raise StrangeClaim(f"a never claim has a strange condition: {expression_text(guard)}")
