"""All states that a model can reach, breadth first, so that what is found is found on a shortest way.

States are counted as SPIN's verifier stores them: not between the steps of an `atomic` sequence
(unless it blocks), not in the middle of a rendezvous, and with a never claim only when it is the
claim's turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from penstock.budget import TimeOver, check
from penstock.machine.build import Machine
from penstock.machine.engine import Failure, MachineStep, retaken
from penstock.machine.naming import spoken_fault
from penstock.machine.runtime import State
from penstock.machine.trace import Ending
from penstock.syntax.nodes import Node

MANY_INNER_STEPS = 10_000
"""An atomic sequence with more steps than this is watched for going round in circles."""

Path = tuple[MachineStep, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """Something wrong: a run can end like this.

    It is in state number `state`, or on the way from there: after the steps `path`, and for an error
    when the process at `failure` tries its next step.
    """

    kind: Ending
    text: str
    state: int
    path: Path = ()
    node: Node | None = None
    failure: Failure | None = None


@dataclass(slots=True)
class Exploration:
    """What was found.  `transitions` counts arrivals at states that are stored, as SPIN does."""

    machine: Machine
    states: int = 0
    transitions: int = 0
    deadlocks: int = 0
    complete: bool = True
    violations: list[Violation] = field(default_factory=list)
    order: list[State] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """Of the state that was found last."""
        number, length = len(self.parents) - 1, 0
        while self.parents[number] >= 0:
            number, length = self.parents[number], length + 1
        return length

    def steps_to(self, number: int) -> list[MachineStep]:
        """A shortest run from the initial state to the state with this number."""
        chain = [number]
        while self.parents[chain[-1]] >= 0:
            chain.append(self.parents[chain[-1]])
        steps: list[MachineStep] = []
        for parent, child in zip(reversed(chain), reversed(chain[:-1]), strict=False):
            target = self.order[child]
            paths = macro_steps(self.machine, self.order[parent])
            steps.extend(next(path for path in paths if path[-1].state == target))
        return steps


def explore(
    machine: Machine,
    limit: int = 1_000_000,
    progress: Callable[[Exploration], None] | None = None,
    stop_at_first: bool = False,
    partial: bool = False,
) -> Exploration:
    """Visit every state, at most `limit` of them; if time runs out, a `partial` answer is told, if that will do."""
    explorer = _Explorer(machine, limit, progress, stop_at_first)
    try:
        explorer.run()
    except TimeOver:
        if not partial:
            raise
        explorer.found.complete = False
    explorer.found.states = len(explorer.found.order)
    return explorer.found


def macro_steps(machine: Machine, state: State) -> Iterator[Path]:
    """The ways from one stored state to the next: a step, or all steps of an atomic sequence."""
    if not machine.claim:
        yield from _system_paths(machine, state, ())
        return
    for claimed in machine.claim_steps(state):
        moved = False
        for path in _system_paths(machine, claimed.state, (claimed,)):
            moved = True
            yield path
        if not moved:
            # No process moves any more: the claim goes on alone.
            for again in machine.claim_steps(claimed.state):
                yield (claimed, again)


def _system_paths(machine: Machine, state: State, before: Path) -> Iterator[Path]:
    for step in machine.steps(state):
        if step.holder:
            yield from atomic_paths(machine, (*before, step))
        else:
            yield (*before, step)


def atomic_paths(machine: Machine, begun: Path) -> Iterator[Path]:
    """The ways to end an atomic sequence, or to be blocked inside it."""
    return (begun[:-1] + _path(way) for way in _atomic_ways(machine, begun[-1]))


def _atomic_ways(machine: Machine, begun: MachineStep) -> Iterator[_Way]:
    waiting: list[_Way] = [(begun, None)]
    count = 0
    seen: set[tuple[State, int]] = set()
    while waiting:
        way = waiting.pop()
        state, holder = way[0].state, way[0].holder
        count += 1
        check()
        if count > MANY_INNER_STEPS:
            if (state, holder) in seen:
                continue
            seen.add((state, holder))
        steps = machine.process_steps(state, holder)
        if not steps:
            yield way
        for step in reversed(steps):
            if step.holder:
                waiting.append((step, way))
            else:
                yield step, way


_Way = tuple[MachineStep, "_Way | None"]
"""A step and the way before it: long sequences have much in common."""


def _path(way: _Way | None) -> Path:
    steps = []
    while way is not None:
        step, way = way
        steps.append(step)
    return tuple(reversed(steps))


class _Explorer:
    def __init__(
        self,
        machine: Machine,
        limit: int,
        progress: Callable[[Exploration], None] | None,
        stop_at_first: bool,
    ) -> None:
        self.machine = machine
        self.limit = limit
        self.progress = progress
        self.stop_at_first = stop_at_first
        self.found = Exploration(machine, order=[machine.initial], parents=[-1])
        self.known: set[tuple[Ending, str, Node | None]] = set()

    def run(self) -> None:
        found = self.found
        order, parents = found.order, found.parents
        seen = {self.machine.initial}
        successors = self._with_claim if self.machine.claim else self._successors
        number = 0
        while number < len(order):
            for state in successors(number, order[number]):
                found.transitions += 1
                if state not in seen:
                    if len(order) >= self.limit:
                        found.complete = False
                        continue
                    seen.add(state)
                    order.append(state)
                    parents.append(number)
            number += 1
            check()
            if self.progress is not None and not number & 4095:
                self.progress(found)
            if self.stop_at_first and found.violations:
                found.complete = False
                break

    def _successors(self, number: int, state: State, before: Path = ()) -> list[State]:
        machine = self.machine
        steps = machine.steps(state)
        stuck = not steps and not machine.faults
        if machine.failed or machine.faults:
            self._note(number, before, state, steps)
        if stuck and not machine.at_end(state):
            self.found.deadlocks += 1
            self._add(Violation(Ending.DEADLOCK, "no process can move", number, before))
        found: list[State] = []
        for step in steps:
            if step.holder:
                found.extend(self._after_atomic(number, before, step))
            else:
                found.append(step.state)
        return found

    def _after_atomic(self, number: int, before: Path, begun: MachineStep) -> Iterable[State]:
        for way in _atomic_ways(self.machine, begun):
            if self.machine.failed or self.machine.faults:
                self._note_inside(number, before + _path(way))
            yield way[0].state

    def _with_claim(self, number: int, state: State) -> list[State]:
        found: list[State] = []
        machine = self.machine
        steps = machine.claim_steps(state)
        if machine.failed:
            # SPIN writes a claim that is violated by a finite run with an assertion in it.
            self.machine.forget()
            self._add(Violation(Ending.CLAIM, "the claim is violated", number))
        for claimed in steps:
            if not machine.claim[claimed.state[0][machine.program.claim_slot]].moves:
                self._add(Violation(Ending.CLAIM, "the never claim is completed", number, (claimed,)))
            moved = self._successors(number, claimed.state, (claimed,))
            found.extend(moved or [again.state for again in machine.claim_steps(claimed.state)])
        return found

    # -- what is wrong -----------------------------------------------------------------------

    def _note_inside(self, number: int, path: Path) -> None:
        """Look at an atomic sequence step by step for what went wrong in it."""
        for length in range(1, len(path) + 1):
            before = path[:length]
            self.machine.forget()
            steps = self.machine.process_steps(before[-1].state, before[-1].holder) if before[-1].holder else []
            self._note(number, before, before[-1].state, steps)

    def _note(self, number: int, before: Path, state: State, steps: list[MachineStep]) -> None:
        for failure in self.machine.faults:
            node = failure.move.edge.statement if failure.move.edge is not None else None
            self._add(Violation(Ending.ERROR, spoken_fault(self.machine, failure.text), number, before, node, failure))
        for step in steps:
            self.machine.forget()
            retaken(state, step)
            for key in self.machine.failed:
                node = self.machine.program.assertions[key]
                text = self.machine.program.model.said_failure(node)
                self._add(Violation(Ending.ASSERTION, text, number, (*before, step), node))
        self.machine.forget()

    def _add(self, violation: Violation) -> None:
        """Keep the first violation of each sort; the others are longer ways to the same."""
        key = (violation.kind, violation.text, violation.node)
        if key not in self.known:
            self.known.add(key)
            self.found.violations.append(violation)
