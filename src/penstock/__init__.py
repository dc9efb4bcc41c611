"""Penstock: a workbench for Promela, the language of the SPIN model checker.

>>> import penstock
>>> penstock.check("model.pml").ok
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from penstock.automata import Automaton
    from penstock.bounds.verdict import Result
    from penstock.machine import Exploration
    from penstock.machine.trace import Trace
    from penstock.resolve import Model

__version__ = "0.1.0"
__all__ = ["__version__", "automata_of", "bound", "check", "close", "explore", "lower", "simulate", "translate"]


def check(path: str, definitions: Sequence[str] = (), directories: Sequence[str] = ()) -> Model:
    """Read a model; `.ok` says whether it has no errors, `.diagnostics.records` what was found."""
    from penstock.commands.load import load_automata, load_model

    model = load_model(path, definitions, directories)
    load_automata(model)
    return model


def automata_of(path: str, definitions: Sequence[str] = (), directories: Sequence[str] = ()) -> list[Automaton]:
    """The control-flow automata of a model; none if it has errors."""
    from penstock.commands.load import load_automata, load_model

    return load_automata(load_model(path, definitions, directories))


def simulate(
    path: str, seed: int = 1, steps: int = 250, definitions: Sequence[str] = (), directories: Sequence[str] = ()
) -> Trace:
    """A run of a model by chance: `.steps` and how it ended, `.outcome`."""
    from penstock.commands.running import runnable
    from penstock.machine import Options, build_machine
    from penstock.machine.runs import random_run

    model, automata = runnable(path, definitions, directories)
    return random_run(build_machine(model, automata, Options(tracing=True)), seed, steps).trace()


def explore(
    path: str, limit: int = 1_000_000, definitions: Sequence[str] = (), directories: Sequence[str] = ()
) -> Exploration:
    """All states that a model can reach: `.states`, `.transitions`, `.deadlocks`, `.violations`, `.complete`."""
    from penstock.commands.running import runnable
    from penstock.machine import Options, build_machine
    from penstock.machine import explore as visit

    model, automata = runnable(path, definitions, directories)
    return visit(build_machine(model, automata, Options(reset_dead=True)), limit)


def bound(path: str, definitions: Sequence[str] = (), directories: Sequence[str] = (), budget: float = 30.0) -> Result:
    """How full each channel can get: `.verdict`, and for each of `.channels` its `.bound` (None: none was found).

    `budget` is the time in seconds; what is known by then is the answer, and `penstock.budget.TimeOver` is raised if
    that is nothing.  With 0 there is no refinement, and no limit.
    """
    import time

    from penstock.bounds.verdict import boundedness
    from penstock.budget import Budget
    from penstock.commands.bound_exact import refined_with_spin
    from penstock.commands.running import runnable

    if budget <= 0:
        return boundedness(*runnable(path, definitions, directories))
    with Budget(time.monotonic() + budget) as limit:
        model, automata = runnable(path, definitions, directories)
        return refined_with_spin(boundedness(model, automata), automata, limit, definitions, directories)


def close(
    path: str, method: str = "optimised", definitions: Sequence[str] = (), directories: Sequence[str] = ()
) -> str:
    """An open model closed with the most general environment, as text; timers stay."""
    from penstock.commands.load import load_model
    from penstock.diagnostics.text import render_text

    choices = {"env_in": (), "env_out": (), "method": method, "quiet": True}
    model = load_model(path, definitions, directories, choices, lowered=False)
    if not model.ok:
        raise ValueError(render_text(model.diagnostics, False))
    translation = model.syntax.translation
    return model.sources.files[0].text if translation is None else translation.text


def lower(path: str, definitions: Sequence[str] = (), directories: Sequence[str] = ()) -> str:
    """A model with timers in plain Promela; any other model as SPIN reads it."""
    from penstock.commands.load import load_model
    from penstock.diagnostics.text import render_text

    model = load_model(path, definitions, directories)
    if not model.ok:
        raise ValueError(render_text(model.diagnostics, False))
    translation = model.syntax.translation
    return model.sources.files[0].text if translation is None else translation.text


def translate(
    path: str,
    mailbox: Sequence[str] = (),
    defer: str = "putback",
    definitions: Sequence[str] = (),
    directories: Sequence[str] = (),
) -> str:
    """An actor model as Promela; `mailbox` is as on the command line: `["5", "buffer=3"]`."""
    from penstock.commands.load import load_model
    from penstock.diagnostics.text import render_text

    model = load_model(path, definitions, directories, {"mailbox": list(mailbox), "defer": defer})
    if not model.ok or model.syntax.translation is None:
        raise ValueError(render_text(model.diagnostics, False) or f"{path} is no actor model")
    return model.syntax.translation.text
