"""Whether a component of an open model can wait for ever, whatever its environment does.

Two searches, because each can be trusted in one direction.  With an environment process, a state from which no step of
the component is left is real.  With an environment that sends unknown values to the queues, and processes that may
wait wherever such a value decides, there is such a state wherever the component has one: if none is found, none exists.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from penstock.budget import Budget, Watch
from penstock.closing.outside import NOTHING_MORE
from penstock.machine import Machine, Violation
from penstock.machine.engine import MachineStep
from penstock.machine.prospects import Prospects, look_ahead
from penstock.machine.runtime import FIRST_PROCESS, State
from penstock.machine.trace import Ending, RunTrace
from penstock.reasons.failures import Stuck
from penstock.reasons.words import failure_text
from penstock.resolve import Model
from penstock.spin.checking import PropertyResult, Verdict
from penstock.spin.gaps import Gap, GapKind
from penstock.spin.properties import Property, PropertyKind
from penstock.syntax.nodes import Eval
from penstock.syntax.walk import walk
from penstock.tasks.coverage import Covers, environment_of
from penstock.tasks.explicit_environment import SurroundedModel, with_process, with_queues
from penstock.tasks.requests.verify import VerifyRequest
from penstock.tasks.violations import Finding

MOST_STATES = 200_000
MOST_SECONDS = 20.0
"""For each search."""

_PERHAPS = (
    "perhaps: no run with an environment process ends like this, but that does not send every value, and where unknown"
    " values decide, the component may be stuck"
)
_TOO_LARGE = "not all states of the component in every environment were looked at"
_CANNOT = "an environment that sends unknown values to the queues cannot be built for this model"


@dataclass(frozen=True, slots=True)
class Waited:
    """`stuck`: a run after which the component waits for ever, and `inputs` what it was sent on the way.

    `never`: there is no such run, in any environment.  `stops`: some run ends though not all processes have ended.
    """

    states: int = 0
    transitions: int = 0
    stuck: RunTrace | None = None
    inputs: tuple[str, ...] = ()
    never: bool = False
    stops: bool = True
    why_not: str = ""


def about_being_stuck(model: Model, wanted: Property) -> bool:
    """Whether a property of an open model is judged here."""
    environment = environment_of(model)
    return wanted.kind is PropertyKind.DEADLOCK and environment is not None and environment.complete


def stuck_finding(request: VerifyRequest, wanted: Property, watch: Watch) -> Finding:
    """The verdict about being stuck."""
    begin = time.monotonic()
    waited = waiting_for_ever(request, watch)
    seconds = time.monotonic() - begin
    result = PropertyResult(
        wanted, Verdict.HOLDS, states=waited.states, transitions=waited.transitions, seconds=seconds
    )
    if waited.stuck is not None:
        failure = Stuck(waited.stuck, waited.inputs)
        result = replace(result, verdict=Verdict.VIOLATED, errors=1)
        last = waited.stuck.steps[-1] if waited.stuck.steps else None
        place = None if last is None else (last.file, last.line)
        return Finding(result, failure_text(failure), failure, waited.stuck, True, place, Covers.EVERY)
    if waited.never:
        return Finding(result, "", covers=Covers.EVERY)
    gap = Gap(GapKind.UNKNOWN_ENVIRONMENT, text=waited.why_not)
    result = replace(result, verdict=Verdict.INCONCLUSIVE, reason=waited.why_not, not_checked=(gap,))
    return Finding(result, waited.why_not, covers=Covers.NOTHING)


def waiting_for_ever(request: VerifyRequest, watch: Watch) -> Waited:
    return really_stuck(request, watch) or never_stuck(request, watch)


def really_stuck(request: VerifyRequest, watch: Watch) -> Waited | None:
    """A run after which the component is stuck; None if none was found."""
    model = with_process(request)
    if model is None:
        return None
    prospects, number = _Question(model, real=True).asked(watch)
    if number is None:
        return None
    run = model.run_to(prospects.found, Violation(Ending.DEADLOCK, "", number))
    waiting = tuple(one for one in run.waiting if run.processes[one.process].proctype in model.component)
    run = replace(run, outcome=Ending.DEADLOCK, reason="the component waits for ever", waiting=waiting)
    return replace(_figures(prospects), stuck=run, inputs=model.inputs(run))


def never_stuck(request: VerifyRequest, watch: Watch) -> Waited:
    """Whether there is no such run in any environment."""
    model = with_queues(request)
    if model is None:
        return Waited(why_not=_CANNOT)
    question = _Question(model, real=False)
    prospects, number = question.asked(watch)
    figures = _figures(prospects)
    if number is not None:
        return replace(figures, why_not=_PERHAPS)
    if not prospects.found.complete:
        return replace(figures, why_not=_TOO_LARGE)
    stops = any(not question.has_ended(prospects.found.order[number]) for number in prospects.hopeless())
    return replace(figures, never=True, stops=stops)


def _figures(prospects: Prospects) -> Waited:
    return Waited(prospects.found.states, prospects.found.transitions)


class _Question:
    """Asks a machine whether the component can be stuck; if `real`, so that no other environment could help."""

    def __init__(self, model: SurroundedModel, real: bool) -> None:
        self.machine: Machine = model.machine()
        self.component = model.component
        self.real = real

    def asked(self, watch: Watch) -> tuple[Prospects, int | None]:
        """What was looked at, and the nearest state in which the component is stuck."""
        with Budget(time.monotonic() + MOST_SECONDS, watch, partial=True):
            for prospects in look_ahead(self.machine, self._moves, MOST_STATES):
                states = prospects.found.order
                for number in prospects.hopeless():
                    if self._is_stuck(states[number]):
                        return prospects, number
        return prospects, None

    def _moves(self, state: State, step: MachineStep) -> bool:
        """Whether the component goes on: not the environment, not time, and not by waiting for them."""
        if step.partner and self._is_part(state[step.partner][0]):
            return True
        if not self._is_part(state[step.at][0]) or step.move.edge is None or step.move.silent:
            return False
        return self.machine.program.model.said(step.move.edge.statement) != NOTHING_MORE

    def _is_part(self, place: int) -> bool:
        return self.machine.places[place].automaton.name in self.component

    def _standing(self, state: State) -> list[int]:
        """Where the processes of the component are."""
        return [row[0] for row in state[FIRST_PROCESS:] if self._is_part(row[0])]

    def _is_stuck(self, state: State) -> bool:
        standing = self._standing(state)
        stuck = any(not self.machine.places[place].is_end for place in standing)
        return stuck and not (self.real and any(map(self._waits_for_a_value, standing)))

    def _waits_for_a_value(self, place: int) -> bool:
        """Whether what is waited for has a value that only this state knows: another environment might send it."""
        edges = [move.edge for move in self.machine.places[place].moves]
        return any(isinstance(node, Eval) for edge in edges if edge is not None for node in walk(edge.statement))

    def has_ended(self, state: State) -> bool:
        """Whether no process of the component has anything left to do."""
        return all(self.machine.places[place].final for place in self._standing(state))
