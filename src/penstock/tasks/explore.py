"""All states that a small model can reach."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum

from penstock.budget import UNWATCHED, Activity, Budget, Progress, Watch
from penstock.control import Automaton
from penstock.diagnostics.record import counted
from penstock.dialects.actors.choices import Defer
from penstock.machine import Exploration, Options, Violation, build_machine
from penstock.machine import explore as visit
from penstock.machine.futility import look_for_livelock
from penstock.machine.trace import Ending
from penstock.machine.tracing import trace_of
from penstock.reading.languages import is_actor_model
from penstock.reading.reading import Reading
from penstock.reading.wanted import Wanted
from penstock.records import data, hidden, record
from penstock.resolve import Model
from penstock.tasks.claims import ClaimedModel, ClaimNote, claimed_model
from penstock.tasks.coverage import Environment, environment_of
from penstock.tasks.memory import memory_used
from penstock.tasks.outcome import Outcome
from penstock.tasks.requests.explore import ExploreRequest
from penstock.tasks.runs import RunData, run_data

MOST_KEPT = 50_000
"""So many states an outcome holds, for drawings."""


class ExploreNote(Enum):
    TRACE_UNCHECKED = "the model has a trace or notrace, which takes no part"
    PLACES_CHANGED = "messages of different methods may change places, and something was found"


@record
class FoundViolation:
    """Something wrong, with a shortest run that leads there."""

    kind: Ending
    text: str
    file: str | None
    line: int | None
    run: RunData


@record
class ExploreOutcome(Outcome):
    states: int = data(least=1, text="as SPIN's verifier counts stored states")
    transitions: int = data(least=0, text="arrivals at stored states; SPIN counts one more, for the initial state")
    deadlocks: int = data(least=0, text="0 for an open model where they are not judged")
    complete: bool = data(text="false if states were left unvisited")
    environment: Environment | None = data(text="of an open model: how it was closed; null for any other model")
    seconds: float
    violations: tuple[FoundViolation, ...]
    notes: tuple[ClaimNote | ExploreNote, ...] = hidden()
    claimed: bool = hidden()
    """Whether a claim took part."""
    reading: Reading = hidden()
    stopped: bool = hidden(False)
    """Whoever watches did not want to wait for more."""
    exploration: Exploration | None = hidden(None)
    """The states themselves, unless there are too many to keep."""

    @property
    def summary(self) -> str:
        wrong = ", ".join(violation.kind.value for violation in self.violations) or "nothing wrong"
        return f"{counted(self.states, 'state')}{'' if self.complete else ' at least'}, {wrong}"


def explore(request: ExploreRequest, watch: Watch = UNWATCHED) -> ExploreOutcome:
    """Visit states; who sets `watch.stop` gets what was found until then."""
    with Budget(watch=watch):
        ticking = request.every_tick
        wanted = Wanted(request.source, request.actors, request.opening, every_tick=ticking, for_spin=True)
        chosen = claimed_model(wanted, request.claim, request.no_claim)
    return _explored(request, chosen, watch)


def _explored(request: ExploreRequest, chosen: ClaimedModel, watch: Watch) -> ExploreOutcome:
    reading = chosen.reading
    model, environment = reading.model, environment_of(reading.model)
    automata = [one for one in reading.automata if one.kind != "never" or one.process.node is chosen.claim]
    options = Options(unlimited=request.unlimited, lossy=request.lossy, reset_dead=True)
    started = time.monotonic()
    machine = build_machine(model, automata, options)
    with Budget(watch=watch, partial=True):
        exploration = visit(machine, request.limit, _progress(watch, request.limit), request.first, partial=True)
    look_for_livelock(exploration)
    seconds = round(time.monotonic() - started, 3)
    judged = [one for one in exploration.violations if _is_judged(one, environment)]
    violations = tuple(
        _found(model, violation, run_data(trace_of(model, automata, options, exploration, violation)))
        for violation in judged
    )
    return ExploreOutcome(
        exploration.states,
        exploration.transitions,
        0 if environment is not None and environment.complete else exploration.deadlocks,
        exploration.complete,
        environment,
        seconds,
        violations,
        (*chosen.notes, *_notes(request, automata, bool(violations))),
        chosen.claim is not None,
        reading,
        watch.stop.is_set() and not exploration.complete,
        exploration if exploration.states <= MOST_KEPT else None,
    )


def _is_judged(violation: Violation, environment: Environment | None) -> bool:
    """Whether a process waits forever is up to the environment."""
    return violation.kind is not Ending.DEADLOCK or environment is None or not environment.complete


def _found(model: Model, violation: Violation, run: RunData) -> FoundViolation:
    where = None if violation.node is None else model.locate(violation.node)
    file, line = (None, None) if where is None else (where.file, where.line)
    return FoundViolation(violation.kind, violation.text, file, line, run)


def _notes(request: ExploreRequest, automata: list[Automaton], wrong: bool) -> list[ExploreNote]:
    notes = []
    if any(automaton.kind.endswith("trace") for automaton in automata):
        notes.append(ExploreNote.TRACE_UNCHECKED)
    if wrong and request.actors.defer is Defer.SELECT and is_actor_model(request.source.shown):
        notes.append(ExploreNote.PLACES_CHANGED)
    return notes


def _progress(watch: Watch, limit: int) -> Callable[[Exploration], None]:
    def show(found: Exploration) -> None:
        states = len(found.order)
        figures = states, found.transitions, found.depth, memory_used()
        watch.tell(Progress(Activity.EXPLORING, (), *figures, done=states, total=limit))

    return show
