"""What a program cannot do: said before anything is written, with what to do instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from penstock.resolve import Model
from penstock.resolve.symbols import PREDEFINED
from penstock.syntax.nodes import (
    CState,
    Init,
    Ltl,
    Never,
    Node,
    ProcessQuery,
    Proctype,
    Reference,
    RemoteLabel,
    RemoteVariable,
    Run,
    SetPriority,
    Trace,
    Word,
)
from penstock.syntax.walk import walk


@dataclass(frozen=True, slots=True)
class Refusal:
    message: str
    node: Node


def refusals(model: Model) -> list[Refusal]:
    """Everything in the processes of a model that has no translation; properties are left aside."""
    found: list[Refusal] = []
    for unit in model.syntax.program.units:
        if isinstance(unit, Never | Trace | Ltl):
            continue
        for node in walk(unit):
            found.extend(Refusal(message, node) for message in _reasons(model, node))
    return found


def _reasons(model: Model, node: Node) -> Iterator[str]:
    match node:
        case RemoteLabel() | RemoteVariable():
            yield "in a program, a process cannot look into another one; use a global variable"
        case ProcessQuery() | SetPriority():
            yield "in a program, a process does not know the places and priorities of others; use a global variable"
        case Proctype(priority=int()) | Init(priority=int()) | Run(priority=int()):
            yield "priorities have no counterpart in a program; leave them out, or use `provided`"
        case Word(word="np_"):
            yield "`np_` is for never claims only"
        case CState():
            yield f"`{node.keyword}` belongs to SPIN's verifier; declare the variable in `c_decl` instead"
        case Reference():
            variable = model.variables.get(node)
            if any(variable is PREDEFINED[name] for name in ("_last", "_priority", "_p")):
                yield f"`{node.name}` has no counterpart in a program; use a global variable"
