"""The wrong cycles of a model that is small enough to look at all of its runs.

SPIN finds some run that violates a property; here it is a shortest one, told as a trail that SPIN can replay.
"""

from __future__ import annotations

from pathlib import Path

from penstock.errors import PenstockError
from penstock.machine import Machine, Options, build_machine
from penstock.machine.lassos import Judge, RunLasso, WrongCycles
from penstock.machine.run_graph import run_graph
from penstock.machine.runtime import FIRST_PROCESS
from penstock.reading.reading import Reading
from penstock.spin.claims import claims_made_in, endless
from penstock.spin.properties import Property, PropertyKind
from penstock.spin.session import Session
from penstock.spin.transitions import trail_of
from penstock.syntax.nodes import Never
from penstock.tasks.models import runnable_model
from penstock.tasks.properties import claim_named
from penstock.tasks.told_trails import StepTeller, known_transitions

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
        reading = runnable_model(reading.wanted, f"\n{endless(text)}")
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
    known = known_transitions(session.tools, session.generated().model, place, session.stop.is_set)
    teller = StepTeller(cycles.graph.machine, known)
    stem, cycle = teller.told(lasso.stem), teller.told(lasso.cycle)
    return None if stem is None or cycle is None else trail_of(stem, cycle)
