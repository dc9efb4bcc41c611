"""Statements that no run of their process can come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from penstock.control.build import is_skip
from penstock.control.graph import Automaton
from penstock.resolve.model import Model
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    CCode,
    Condition,
    Else,
    Node,
    Print,
    PrintMtype,
    Receive,
    ResetTimer,
    Send,
    Sequence,
    SetPriority,
    SetTimer,
)
from penstock.syntax.walk import children, walk

_STEPS = (
    Assignment,
    Send,
    Receive,
    Condition,
    Print,
    PrintMtype,
    Assert,
    SetPriority,
    SetTimer,
    ResetTimer,
    CCode,
    Else,
)


def warn_about_unreachable(model: Model, automata: Iterable[Automaton]) -> None:
    """Report the first statement of each unreachable stretch.

    Places are compared as they are written: a line of an inline counts as reached if any call of
    the inline reaches it.
    """
    reached: set[int] = set()
    for automaton in automata:
        _collect(model, automaton, reached)
    for process in model.processes.values():
        _check(model, process.node.body, reached)


def _written(model: Model, node: Node) -> int:
    return model.sources.written(model.position(node))


def _collect(model: Model, automaton: Automaton, reached: set[int]) -> None:
    for edge in automaton.edges:
        reached.add(_written(model, edge.statement))
        if edge.inner is not None:
            _collect(model, edge.inner, reached)


def _never_begins(model: Model, step: Node) -> bool:
    """Whether a dialect has put it there for jumps only: what begins it must never be executed."""
    while inner := [sequence for sequence in _sequences(step) if sequence.steps]:
        step = inner[0].steps[0]
    phrase = model.syntax.phrases.get(step.first)
    return phrase is not None and bool(phrase.failure)


def _check(model: Model, body: Sequence, reached: set[int]) -> None:
    before = True
    for step in body.steps:
        alive = _is_alive(model, step, reached)
        if alive:
            for inner in _sequences(step):
                _check(model, inner, reached)
        elif alive is False and before and not _never_begins(model, step):
            model.report("W706", "this statement is never reached", step)
        if alive is not None:
            before = alive


def _is_alive(model: Model, step: Node, reached: set[int]) -> bool | None:
    """Whether anything in a step is reached; None if it has nothing that could tell.

    A `skip` cannot tell: SPIN drops it where it changes nothing.
    """
    alive = None
    for node in walk(step):
        if isinstance(node, _STEPS) and not is_skip(node):
            if _written(model, node) in reached:
                return True  # the rest need not be looked at: steps inside of this one ask again
            alive = False
    return alive


def _sequences(step: Node) -> Iterator[Sequence]:
    """The sequences directly inside a step."""
    for node in children(step):
        if isinstance(node, Sequence):
            yield node
        else:
            yield from _sequences(node)
