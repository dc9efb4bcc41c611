"""Statements that no run of their process can come to."""

from __future__ import annotations

from collections.abc import Iterable

from penstock.automata.graph import Automaton
from penstock.resolve.model import Model
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    CCode,
    Condition,
    Constant,
    Else,
    Node,
    Print,
    PrintMtype,
    Receive,
    Send,
    Sequence,
    SetPriority,
)

_STEPS = (Assignment, Send, Receive, Condition, Print, PrintMtype, Assert, SetPriority, CCode, Else)


def warn_about_unreachable(model: Model, automata: Iterable[Automaton]) -> None:
    """Report the first statement of each unreachable stretch.

    Places are compared as they are written: a line of an inline counts as reached if any call of
    the inline reaches it.
    """
    reached: set[int] = set()
    for automaton in automata:
        _collect(model, automaton, reached)
    for body in model.nodes.of(Sequence):
        _check(model, body, reached)


def _written(model: Model, node: Node) -> int:
    return model.sources.written(model.position(node))


def _collect(model: Model, automaton: Automaton, reached: set[int]) -> None:
    for edge in automaton.edges:
        reached.add(_written(model, edge.statement))
        if edge.inner is not None:
            _collect(model, edge.inner, reached)


def _check(model: Model, body: Sequence, reached: set[int]) -> None:
    before = True
    for step in body.steps:
        if not isinstance(step, _STEPS) or _is_skip(step):
            continue  # SPIN drops a `skip` where it changes nothing, so it may be missing without being unreachable
        here = _written(model, step) in reached
        if before and not here:
            model.report("W706", "this statement is never reached", step)
        before = here


def _is_skip(step: Node) -> bool:
    return isinstance(step, Condition) and isinstance(step.expression, Constant) and step.expression.value == 1
