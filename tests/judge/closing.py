"""Whether closed models can do what the component does with an environment process.

The runs of the model closed by `process` are what must be possible.  Each is followed in the model closed by another
method: the statements of the component, by their lines, must be possible in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from tests import loading as load
from tests.support import no_include

from penstock.control import build_automata
from penstock.control.flat import flat_steps
from penstock.machine import Machine, build_machine, explore
from penstock.machine.engine import MachineStep
from penstock.machine.runs import OpenRun
from penstock.machine.runtime import FIRST_PROCESS, State

OTHERS = ("may", "flags", "optimised", "precise")
_SILENT = ("the environment does nothing", "set(outside", "`", "what it waits for never holds")
_LATER = "does not run down yet"
Event = tuple[str, int]
Place = tuple[State, int]
MOST_PLACES = 3000
MOST_INNER_STEPS = 15_000
REFUSALS = {"E452", "E453"}
"""What cannot be closed, and environment processes that cannot be written."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """`kind` is `fine`, `refused` (cannot be closed) or `wrong`; `text` says what is wrong.

    `events` are the steps that were followed in closed models, `violations` the assertions found again in all of them.
    """

    kind: str
    text: str = ""
    events: int = 0
    violations: int = 0


def closed_machine(text: str, method: str) -> Machine | None:
    """The machine of a model closed by a method; None if it is refused."""
    choices = {"env_in": [], "env_out": [], "method": method, "quiet": True}
    model = load.load_text(text, "model.pml", (), no_include, choices)
    if not model.ok:
        codes = {record.code for record in model.diagnostics.records if record.code.startswith("E")}
        if not codes <= REFUSALS:
            raise AssertionError(f"{method}: {[record.message for record in model.diagnostics.records]}\n{text}")
        return None
    return build_machine(model, build_automata(model))


def judge_closing(
    text: str,
    seed: int,
    runs: int = 4,
    steps: int = 40,
    most_states: int = 3000,
    most_places: int = MOST_PLACES,
    surrounded: str = "",
) -> Judgement:
    """`surrounded` is the model with an environment that somebody else has written."""
    reference = closed_machine(surrounded or text, "process")
    others = {method: closed_machine(text, method) for method in OTHERS}
    if reference is None or any(machine is None for machine in others.values()):
        return Judgement("refused")
    events = 0
    for number in range(runs):
        observed = list(observe(reference, Random(seed * 1000 + number), steps))
        for method, machine in others.items():
            assert machine is not None
            followed, possible = follow(machine, observed, most_places)
            events += followed
            if not possible:
                shown = ", ".join(f"{name}:{line}" for name, line in observed[: followed + 1])
                return Judgement("wrong", f"{method} cannot do {shown}")
    wanted, _ = violated(reference, most_states)
    again = wanted
    for method, machine in others.items():
        assert machine is not None
        found, complete = violated(machine, most_states * 4)
        if complete and not wanted <= found:
            return Judgement("wrong", f"{method} does not violate the assertions in lines {sorted(wanted - found)}")
        again = again & found
    return Judgement("fine", "", events, len(again))


def violated(machine: Machine, most_states: int) -> tuple[set[int], bool]:
    """The lines of assertions that do not hold, as far as was looked."""
    try:
        with limited(machine, MOST_INNER_STEPS):
            found = explore(machine, limit=most_states)
    except TooLong:
        return set(), False
    nodes = [one.node for one in found.violations if one.kind == "assertion" and one.node is not None]
    return {machine.program.model.locate(node).line for node in nodes}, found.complete


class TooLong(Exception):
    """There are too many steps inside atomic sequences."""


@contextmanager
def limited(machine: Machine, most: int) -> Iterator[None]:
    """Count the steps inside atomic sequences, which are no states."""
    inner = machine.process_steps
    left = most

    def counted(state: State, at: int) -> list[MachineStep]:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooLong
        return inner(state, at)

    machine.process_steps = counted  # type: ignore[method-assign]
    try:
        yield
    finally:
        del machine.process_steps


def observe(machine: Machine, chance: Random, steps: int) -> Iterator[Event]:
    """What the component does in a random run."""
    run = OpenRun(machine)
    for _ in range(steps * 4):
        choices = run.choices()
        if machine.faults or not choices:
            return
        step = chance.choice(choices)
        event = event_of(machine, run.state, step)
        run.go(step)
        if event is not None:
            yield event
            steps -= 1
        if not steps:
            return


def event_of(machine: Machine, state: State, step: MachineStep) -> Event | None:
    """The process and line of a step of the component; None for steps of the environment, of time, and for ends."""
    model = machine.program.model
    automaton = machine.places[state[step.at][0]].automaton
    edge = step.move.edge
    if edge is None or step.move.silent or automaton.name == model.wording.clock:
        return None
    partner = machine.places[state[step.partner][0]].automaton.name if step.partner else ""
    if automaton.name.startswith("environment"):
        if not step.partner or step.partner_move is None or step.partner_move.edge is None:
            return None
        return partner, model.locate(step.partner_move.edge.statement).line
    said = model.said(edge.statement)
    if said.startswith(_SILENT) or said.endswith(_LATER):
        return None
    return automaton.name, model.locate(edge.statement).line


def follow(machine: Machine, events: list[Event], most: int = MOST_PLACES) -> tuple[int, bool]:
    """How many of the events are possible in this order, and whether the next one is too, as far as one can see.

    Where there is too much to look at, nothing is said about the rest.
    """
    places = _closure(machine, {(machine.initial, 0)}, set(), most)
    there = set(_lines(machine))
    for number, event in enumerate(events):
        if event not in there:
            continue  # a `true` after a `true` is no step of its own, just as in SPIN
        taken = [(place, met) for found in places for place, seen, met in _next(machine, found) if seen == event]
        if not taken:
            return number, False
        places = _closure(machine, {place for place, _ in taken}, {event, *(met for _, met in taken)}, most)
        if len(places) > most:
            return number + 1, True
    return len(events), True


def _lines(machine: Machine) -> Iterator[Event]:
    for automaton in machine.program.automata:
        for _, _, edge in flat_steps(automaton):
            if edge is not None:
                yield automaton.name, machine.program.model.locate(edge.statement).line


def _closure(machine: Machine, places: set[Place], lines: set[Event | None], most: int) -> set[Place]:
    """Places that are reached without an event, or by further steps in the lines of the last one."""
    waiting, found = list(places), set(places)
    while waiting and len(found) <= most:
        for place, event, _ in _next(machine, waiting.pop()):
            if (event is None or event in lines) and place not in found:
                found.add(place)
                waiting.append(place)
    return found


def _next(machine: Machine, place: Place) -> Iterator[tuple[Place, Event | None, Event | None]]:
    """Where a step leads, what it is, and what its partner does in a rendezvous."""
    state, holder = place
    steps = machine.process_steps(state, holder) if holder else []
    for step in steps or machine.steps(state):
        met = None
        if step.partner_move is not None and step.partner_move.edge is not None:
            name = machine.places[state[step.partner][0]].automaton.name
            met = name, machine.program.model.locate(step.partner_move.edge.statement).line
        yield (step.state, step.holder), event_of(machine, state, step), met
    machine.failed.clear()
    machine.faults.clear()


__all__ = ["FIRST_PROCESS", "Judgement", "judge_closing"]
