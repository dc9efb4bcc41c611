"""A run of a model: a random one, or along a trail."""

from __future__ import annotations

from random import SystemRandom

from penstock.budget import UNWATCHED, Budget, Watch
from penstock.diagnostics.record import counted
from penstock.errors import UsageError
from penstock.machine import Machine, Options, build_machine
from penstock.machine.chosen import OtherSteps, is_chosen, run_chosen
from penstock.machine.runs import random_run
from penstock.machine.trace import RunTrace
from penstock.reading.reading import Reading
from penstock.reading.wanted import Wanted
from penstock.records import hidden, record
from penstock.tasks.models import processes_of, runnable_model
from penstock.tasks.outcome import Outcome
from penstock.tasks.requests.simulate import SimulateRequest
from penstock.tasks.runs import RunData, run_fields
from penstock.tasks.trails import follow_trail

_LARGEST_SEED = 10_000


@record
class SimulateOutcome(Outcome, RunData):
    """The run, and the seed that repeats it if it is a random one."""

    seed: int | None = hidden()
    reading: Reading = hidden()

    @property
    def summary(self) -> str:
        return f"{counted(len(self.steps), 'step')}, {self.outcome.value}: {self.reason}"


def simulate(request: SimulateRequest, watch: Watch = UNWATCHED) -> SimulateOutcome:
    with Budget(watch=watch):
        reading, machine = simulated_model(request)
        if request.trail is not None:
            return simulated(reading, recorded_run(request, reading, machine))
        seed = request.seed if request.seed is not None else SystemRandom().randrange(1, _LARGEST_SEED)
        return simulated(reading, random_run(machine, seed, request.steps).trace(), seed)


def recorded_run(request: SimulateRequest, reading: Reading, machine: Machine) -> RunTrace:
    """The run that the trail of a request describes; a verifier wrote it, or it holds choices that somebody made."""
    assert request.trail is not None
    if is_chosen(request.trail):
        try:
            return run_chosen(machine, request.trail).trace()
        except OtherSteps as problem:
            raise UsageError(str(problem)) from None
    return follow_trail(reading, machine, request.trail, request.trail_name)


def simulated_model(request: SimulateRequest) -> tuple[Reading, Machine]:
    """What is run, for those who choose the steps themselves."""
    for_spin = request.trail is not None and not is_chosen(request.trail)
    ticking = request.every_tick
    wanted = Wanted(request.source, request.actors, request.opening, every_tick=ticking, for_spin=for_spin)
    reading = runnable_model(wanted)
    options = Options(unlimited=request.unlimited, lossy=request.lossy, tracing=True)
    return reading, build_machine(reading.model, processes_of(reading.automata), options)


def simulated(reading: Reading, trace: RunTrace, seed: int | None = None) -> SimulateOutcome:
    return SimulateOutcome(**run_fields(trace), seed=seed, reading=reading)
