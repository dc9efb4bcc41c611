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
    """A random run of a model: `.steps` and how it ended, `.outcome`."""
    from penstock.commands.asked import options_of, runnable
    from penstock.commands.running import without_claims
    from penstock.machine import Options, build_machine
    from penstock.machine.runs import random_run

    model, automata = runnable(options_of("simulate", path, definitions, directories))
    return random_run(build_machine(model, without_claims(automata), Options(tracing=True)), seed, steps).trace()


def explore(
    path: str,
    limit: int = 1_000_000,
    definitions: Sequence[str] = (),
    directories: Sequence[str] = (),
    claim: str | None = None,
    no_claim: bool = False,
) -> Exploration:
    """All states that a model can reach: `.states`, `.transitions`, `.deadlocks`, `.violations`, `.complete`.

    A formula or never claim takes part, the first or the `claim` that is named, unless there is to be `no_claim`.
    """
    from penstock.commands.asked import options_of, without_errors
    from penstock.commands.explore import chosen_model, visited

    options = options_of("explore", path, definitions, directories, limit=limit, claim=claim, no_claim=no_claim)
    model, automata = chosen_model(options)
    return visited(options, without_errors(model), automata)


def bound(path: str, definitions: Sequence[str] = (), directories: Sequence[str] = (), budget: float = 30.0) -> Result:
    """How full each channel can get: `.verdict`, and for each of `.channels` its `.bound` (None: none was found).

    `budget` is the time in seconds; what is known by then is the answer, and `penstock.budget.TimeOver` is raised if
    that is nothing.  With 0 there is no refinement, and no limit.
    """
    import time

    from penstock.bounds.certificates.trial import tried
    from penstock.bounds.verdict import boundedness
    from penstock.budget import Budget
    from penstock.commands.asked import options_of, runnable
    from penstock.commands.bound_exact import refined_with_spin

    asked = options_of("bound", path, definitions, directories)
    if budget <= 0:
        model, automata = runnable(asked)
        return tried(boundedness(model, automata), automata)
    with Budget(time.monotonic() + budget) as limit:
        model, automata = runnable(asked)
        result = refined_with_spin(boundedness(model, automata), automata, limit, definitions, directories)
    return tried(result, automata, limit.until)


def close(
    path: str,
    method: str = "optimised",
    definitions: Sequence[str] = (),
    directories: Sequence[str] = (),
    env_in: Sequence[str] = (),
    env_out: Sequence[str] = (),
    discard: bool = False,
) -> str:
    """An open model closed with the most general environment, as text; timers stay."""
    from penstock.commands.asked import options_of, without_errors
    from penstock.commands.load import load_model

    more = {"method": method, "env_in": list(env_in), "env_out": list(env_out), "discard": discard}
    options = options_of("close", path, definitions, directories, **more)
    model = without_errors(load_model(path, definitions, directories, vars(options), lowered=False))
    translation = model.syntax.translation
    return model.sources.files[0].text if translation is None else translation.text


def lower(path: str, definitions: Sequence[str] = (), directories: Sequence[str] = ()) -> str:
    """A model with timers in plain Promela; any other model as SPIN reads it."""
    from penstock.commands.asked import loaded, options_of

    model, _ = loaded(options_of("lower", path, definitions, directories))
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
    from penstock.commands.actors import translation_of
    from penstock.commands.asked import loaded, options_of

    options = options_of("actors", path, definitions, directories, mailbox=list(mailbox), defer=defer)
    model, _ = loaded(options)
    return translation_of(options, model).text
