"""The component of an open model with an environment process: what is found there is real."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from penstock.closing.method import ClosingMethod
from penstock.control import Automaton
from penstock.machine import Exploration, Machine, Options, Violation, build_machine
from penstock.machine.trace import RunTrace
from penstock.machine.tracing import trace_of
from penstock.reading.reading import Reading
from penstock.reading.wanted import Wanted
from penstock.resolve.protocols import protocols
from penstock.resolve.timers import has_timers
from penstock.syntax.nodes import CCode, CExpression, CState
from penstock.tasks.models import processes_of, read_model
from penstock.tasks.requests.verify import VerifyRequest

_PLAIN = Options(reset_dead=True)


@dataclass(frozen=True, slots=True)
class SurroundedModel:
    """A model with some environment, and the names of the process types that are the component itself.

    `names` are those of its global variables; a channel for one direction only has another one.
    """

    reading: Reading
    component: frozenset[str]
    names: frozenset[str]

    @property
    def automata(self) -> list[Automaton]:
        return processes_of(self.reading.automata)

    def machine(self) -> Machine:
        return build_machine(self.reading.model, self.automata, _PLAIN)

    def run_to(self, found: Exploration, violation: Violation) -> RunTrace:
        return trace_of(self.reading.model, self.automata, _PLAIN, found, violation)

    def inputs(self, run: RunTrace) -> tuple[str, ...]:
        """What others than the component send in a run."""
        return tuple(self._inputs(run))

    def _inputs(self, run: RunTrace) -> Iterator[str]:
        for step in run.steps:
            if step.process is not None and run.processes[step.process].proctype not in self.component:
                sent = (message for message in step.messages if message.action == "send")
                yield from (f"{self._called(message.channel)}!{', '.join(message.values)}" for message in sent)

    def _called(self, channel: str) -> str:
        name, bracket, index = channel.partition("[")
        return max((one for one in self.names if name.endswith(one)), key=len, default=name) + bracket + index


def with_process(request: VerifyRequest) -> SurroundedModel | None:
    """The model with an environment process; None if there cannot be one, or if C code is in the way."""
    return _surrounded(request, Wanted(request.source, opening=replace(request.opening, method=ClosingMethod.PROCESS)))


def with_queues(request: VerifyRequest) -> SurroundedModel | None:
    """The model with an environment that sends unknown values, and with processes that may wait for ever."""
    return _surrounded(request, Wanted(request.source, opening=request.opening, queues=True))


def _surrounded(request: VerifyRequest, wanted: Wanted) -> SurroundedModel | None:
    wanted = replace(wanted, actors=request.actors, every_tick=request.every_tick, for_spin=True)
    open_model = read_model(replace(wanted, opening=None, lowered=False)).model
    acting = {one.name for one in protocols(open_model)}
    if acting and has_timers(open_model):
        return None  # there a protocol acts as soon as it can, which keeps time from passing
    reading = read_model(wanted)
    in_c = any(reading.model.nodes.of(kind) for kind in (CCode, CExpression, CState))
    if not reading.ok or in_c:
        return None
    component = frozenset(process.name for process in open_model.processes.values()) - acting
    return SurroundedModel(reading, component, frozenset(one.name for one in open_model.globals))
