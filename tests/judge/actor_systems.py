"""A random actor system, translated and explored, and judged by its own interpreter."""

from __future__ import annotations

import sys

from hypothesis import HealthCheck, given, seed, settings
from tests.judge.actor_behaviour import Behaviour, Interpreter, TooLarge
from tests.judge.random_actors import ActorSystem, systems
from tests.loading import RECURSION_LIMIT, load_automata, load_text
from tests.support import no_include

from penstock.machine import Options, build_machine, explore
from penstock.machine.futility import look_for_livelock
from penstock.resolve import Model

MOST = 1500
# Reading a model raises the limit; hypothesis wants it to stay as it is.
sys.setrecursionlimit(RECURSION_LIMIT)


def drawn_systems(count: int, number: int) -> list[ActorSystem]:
    """So many random systems, the same for the same number."""
    found: list[ActorSystem] = []
    patience = settings(max_examples=count, database=None, deadline=None, suppress_health_check=list(HealthCheck))

    @seed(number)
    @patience
    @given(systems())
    def draw(system: ActorSystem) -> None:
        found.append(system)

    draw()
    return found


def read(system: ActorSystem, defer: str) -> Model:
    choices = {"defer": defer, "mailbox": [str(system.size)], "stopped": system.stopped}
    choices["test"] = system.choice
    if system.crash is not None:
        choices["crash"] = [f"t{system.crash[0]}={system.crash[1]}"]
    choices |= {} if system.carried else {"network": system.network}
    model = load_text(system.text(), "model.apml", (), no_include, choices)
    load_automata(model)
    assert model.ok, [record.message for record in model.diagnostics.records]
    return model


def explored(system: ActorSystem, defer: str) -> Behaviour | None:
    """What the translation does; None if it has too many states."""
    model = read(system, defer)
    found = explore(build_machine(model, load_automata(model), Options(reset_dead=True)), limit=MOST * 8)
    if not found.complete:
        return None
    look_for_livelock(found)
    failed = {one.text.removeprefix("assert(").partition(")")[0] for one in found.violations if one.kind == "assertion"}
    assert not [one for one in found.violations if one.kind == "error"]
    stuck = any(one.kind in ("deadlock", "livelock") for one in found.violations)
    return Behaviour(failed, stuck, found.states)


def judged(system: ActorSystem, defer: str) -> Behaviour | None:
    """What the system does; None if it has too many states."""
    try:
        return Interpreter(system, defer, MOST).run()
    except TooLarge:
        return None
