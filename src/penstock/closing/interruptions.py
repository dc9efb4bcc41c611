"""What interrupts if the outside wants it: a process that offers this, and nothing else.

{ work } unless { q?stop }     ->     { work } unless { interrupts?1 }     and, beside it, do :: interrupts!1 od

The escape of an `unless` goes before everything else that is possible.  So a guard that may hold at any time cannot be
a condition: `work` would never be done.  A rendezvous that is offered and need not happen leaves both open.
"""

from __future__ import annotations

from penstock.closing.texts import Cannot
from penstock.resolve import Model
from penstock.resolve.symbols import PREDEFINED
from penstock.syntax.nodes import (
    Assignment,
    Condition,
    Expire,
    Reference,
    RemoteLabel,
    RemoteVariable,
    Run,
    Send,
    Statement,
)
from penstock.syntax.walk import runs_in, walk

HINT = "an interruption has priority over everything else, so it cannot be left open; use a selection"


def offering(name: str, channel: str, clock: str | None) -> str:
    """The process that interrupts; in a model with time, it may also leave that for later."""
    if clock is None:
        start, lines = "", [f"{channel}!1"]
    else:
        start = f"    timer {clock};\n    set({clock}, 0);\n"
        lines = [f"atomic {{ expire({clock}) -> {channel}!1; set({clock}, 0) }}", f"expire({clock}) -> set({clock}, 1)"]
    options = "".join(f"    :: {line}\n" for line in lines)
    return f"\nactive proctype {name}() {{ /* it may interrupt */\n{start}end_{name}:\n    do\n{options}    od\n}}\n"


def check_interruption(model: Model, guard: Statement, nested: bool, doubtful: bool) -> None:
    """Raise `Cannot` where an offer would not do what the outside does."""
    said = "whether this `unless` interrupts may depend on the outside"
    expires = isinstance(guard, Condition) and any(isinstance(node, Expire) for node in walk(guard.expression))
    if expires or doubtful:
        raise Cannot(guard, said, HINT)
    if nested:
        raise Cannot(guard, f"{said}, and it stands inside another", HINT)
    if _counts_processes(model):
        raise Cannot(guard, f"{said}, and the model looks at numbers of processes", "closing it takes one more process")


def _counts_processes(model: Model) -> bool:
    """Whether a model can tell that there is one more process, before those that are started later."""
    if PREDEFINED["_nr_pr"] in model.variables.values():
        return True
    runs = list(model.nodes.of(Run))
    kept = any(any(runs_in(node)) for kind in (Assignment, Send) for node in model.nodes.of(kind))
    return bool(runs) and (
        kept or model.nodes.has(RemoteLabel, RemoteVariable) or any(_sees_itself(model, run.proctype) for run in runs)
    )


def _sees_itself(model: Model, name: str) -> bool:
    process = next(found for found in model.processes.values() if found.name == name)
    named = (node for node in walk(process.node) if isinstance(node, Reference))
    return any(model.variables.get(node) is PREDEFINED["_pid"] for node in named)
