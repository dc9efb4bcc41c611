"""Rules about whole processes: something must run, claims have names of their own."""

from __future__ import annotations

from penstock.resolve.constants import constant_value
from penstock.resolve.model import Model
from penstock.syntax.nodes import (
    CExpression,
    ChannelQuery,
    Init,
    Never,
    Node,
    Poll,
    Proctype,
    Reference,
    RemoteLabel,
    RemoteVariable,
    Run,
    Trace,
)
from penstock.syntax.walk import walk


def check_processes(model: Model) -> None:
    _check_something_runs(model)
    _check_claims(model)
    for process in model.processes.values():
        node = process.node
        if isinstance(node, Proctype):
            _check_proctype(model, node)
        if isinstance(node, (Proctype, Init)) and node.priority is not None and not 1 <= node.priority <= 255:
            model.report("E425", "a priority must be from 1 to 255", node.first)


def instance_count(model: Model, node: Proctype) -> int:
    """How many instances `active` starts."""
    if not node.active:
        return 0
    if node.instances is None:
        return 1
    if isinstance(node.instances, Reference):
        variable = next((found for found in model.globals if found.name == node.instances.name), None)
        initial = variable.initial if variable is not None else None
        return (constant_value(initial) or 0) if initial is not None else 0  # type: ignore[arg-type]
    return constant_value(node.instances) or 0


def _check_something_runs(model: Model) -> None:
    for process in model.processes.values():
        node = process.node
        if isinstance(node, Init) or (isinstance(node, Proctype) and instance_count(model, node) > 0):
            return
    model.report("E601", "no process is ever started", model.syntax.end, hint="add `init { ... }`, or write `active proctype`")


def _check_claims(model: Model) -> None:
    inits = [process.node for process in model.processes.values() if isinstance(process.node, Init)]
    traces = [process.node for process in model.processes.values() if isinstance(process.node, Trace)]
    for several, what in ((inits, "init"), (traces, "trace")):
        for extra in several[1:]:
            model.report("E602", f"a second `{what}`", extra.first, notes=[("the first is here", model.position(several[0]))])
    names: set[str] = set()
    for process in model.processes.values():
        if isinstance(process.node, Never) and process.node.name is not None:
            if process.node.name in names:
                model.report("E602", f"claim `{process.node.name}` is defined twice", process.node.first)
            names.add(process.node.name)


def _check_proctype(model: Model, node: Proctype) -> None:
    if instance_count(model, node) > 255:
        model.report("E425", "SPIN runs at most 255 processes", node.instances or node.first)
    if node.provided is None:
        return
    for found in walk(node.provided):
        if _is_local(model, found) or isinstance(found, (Run, RemoteLabel, RemoteVariable)):
            model.report(
                "E517",
                "a `provided` condition can only use global variables, `_pid` and `_priority`",
                found,
            )


def _is_local(model: Model, node: Node) -> bool:
    if isinstance(node, (CExpression, ChannelQuery, Poll)) or not isinstance(node, Reference):
        return False
    variable = model.variables.get(node)
    return variable is not None and variable.owner is not None
