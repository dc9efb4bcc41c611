"""The wrong cycles of a model that is small enough to look at all of its runs.

SPIN finds some run that violates a property; here it is a shortest one, told as a trail that SPIN can replay.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from penstock.control import Automaton
from penstock.errors import PenstockError
from penstock.machine import Machine, Options, build_machine
from penstock.machine.engine import MachineStep, Move
from penstock.machine.lassos import Judge, RunLasso, WrongCycles
from penstock.machine.replay import TrailEntry, TrailWords
from penstock.machine.run_graph import run_graph
from penstock.machine.runtime import FIRST_PROCESS, State
from penstock.reading.reading import Reading
from penstock.spin.claims import claims_made_in
from penstock.spin.properties import Property, PropertyKind
from penstock.spin.session import Session
from penstock.spin.transitions import trail_of, transitions
from penstock.syntax.nodes import Init, Never
from penstock.tasks.models import runnable_model
from penstock.tasks.properties import claim_named

MOST_STATES = 50_000


def wrong_cycles(session: Session, reading: Reading, wanted: Property) -> WrongCycles | None:
    """The cycles that violate a property; None if our own machine cannot tell them."""
    facts = session.facts
    if facts.embedded_c or facts.has_trace or facts.counts_processes:
        return None
    try:
        machine = _machine(session, reading, wanted)
    except PenstockError:
        return None
    return None if machine is None else WrongCycles(run_graph(machine, MOST_STATES), *_judges(machine, wanted))


def _machine(session: Session, reading: Reading, wanted: Property) -> Machine | None:
    """The model, with the claim that looks for violations if there is one."""
    claim = None
    if wanted.kind is PropertyKind.LTL:
        text = claims_made_in(session.generated(wanted).directory).get(wanted.name)
        if text is None:
            return None
        reading = runnable_model(reading.wanted, f"\n{text}")
        claim = reading.model.nodes.of(Never)[-1]
    elif wanted.kind is PropertyKind.NEVER:
        claim = claim_named(reading.model, wanted.name)
    taking_part = [one for one in reading.automata if one.kind in ("proctype", "init") or one.process.node is claim]
    return build_machine(reading.model, taking_part, Options(reset_dead=True))


def _judges(machine: Machine, wanted: Property) -> tuple[Judge, Judge | None]:
    """Which states make a cycle wrong, and which ones alone it may have."""
    if wanted.kind is PropertyKind.PROGRESS:
        return machine.non_progress, machine.non_progress
    slot = machine.program.claim_slot
    if slot is not None:
        return (lambda state: machine.claim[state[0][slot]].has_label("accept")), None
    return (lambda state: any(machine.places[row[0]].has_label("accept") for row in state[FIRST_PROCESS:])), None


def trail_along(session: Session, cycles: WrongCycles, lasso: RunLasso, place: Path) -> bytes | None:
    """A lasso as SPIN would tell it; None if it has no words for a step."""
    machine, generated = cycles.graph.machine, session.generated()
    known = transitions(session.tools, generated.model, place, session.stop.is_set)
    entries = {
        name: [TrailEntry(one.number, 0, one.line, one.label, one.state) for one in found]
        for name, found in known.items()
    }
    teller = _Teller(machine, TrailWords(machine, entries))
    stem, cycle = teller.told(lasso.stem), teller.told(lasso.cycle)
    return None if stem is None or cycle is None else trail_of(stem, cycle)


class _Teller:
    """Tells steps by the pids of processes and SPIN's numbers of their transitions."""

    def __init__(self, machine: Machine, told: TrailWords) -> None:
        self._machine = machine
        self._told = told
        self._state: State = machine.initial

    def told(self, steps: Sequence[MachineStep]) -> list[tuple[int, int]] | None:
        found: list[tuple[int, int]] = []
        for step in steps:
            halves = [(step.at, step.move)] + ([(step.partner, step.partner_move)] if step.partner_move else [])
            for at, move in halves:
                number = self._number(at, move)
                if number is None:
                    return None
                found += [(at - FIRST_PROCESS, number)] if not move.silent else []
            self._state = step.state
        return found

    def _number(self, at: int, move: Move) -> int | None:
        automaton = self._machine.places[self._state[at][0]].automaton
        entry = self._told.entry(_spin_name(automaton), move)
        return 0 if move.silent else None if entry is None else entry.number


def _spin_name(automaton: Automaton) -> str:
    return ":init:" if isinstance(automaton.process.node, Init) else automaton.name
