"""A run that fills a channel without end, in a form that can be kept, replayed and checked again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf
from typing import Any

from penstock.bounds.evidence import EvidencePart
from penstock.bounds.evidence import Refused as Refused
from penstock.bounds.runs.crowds import Crowd
from penstock.bounds.runs.pumping import Pumps, RoundGrowth, atomic_sequences
from penstock.bounds.runs.search import FOLLOWED, Pump
from penstock.budget import check
from penstock.control import Automaton, Edge
from penstock.machine import Machine, Options, build_machine
from penstock.machine.engine import MachineStep
from penstock.machine.runs import OpenRun
from penstock.machine.runtime import FIRST_PROCESS
from penstock.machine.trace import Ending
from penstock.resolve.model import Model

FORMAT = "penstock witness 1"
Choice = tuple[int, int, int, int]
"""A step: the process (by its place in the state) and the number of its edge, then those of its partner (0, -1: none).

The number -1 stands for the end of the process.
"""


@dataclass(frozen=True, slots=True)
class Witness:
    """First the stem, then the loop again and again; `growth` tells what a round adds to which channel.

    With a `crowd`, each round leaves more processes, and others take the steps of the next one.
    """

    stem: tuple[Choice, ...]
    loop: tuple[Choice, ...]
    growth: dict[str, int]
    crowd: Crowd | None = None

    @property
    def most_rounds(self) -> float:
        """How many rounds can be replayed."""
        return inf if self.crowd is None else self.crowd.rounds

    def rounds(self, first: int, end: int) -> Iterator[Choice]:
        """The steps of some rounds, which are counted from 0."""
        for number in range(first, end):
            for at, edge, partner, partner_edge in self.loop:
                crowd = self.crowd
                places = (at, partner) if crowd is None else (crowd.place(at, number), crowd.place(partner, number))
                yield places[0], edge, places[1], partner_edge


def witness_of(automata: Sequence[Automaton], pump: Pump) -> Witness:
    numbers = _edge_numbers(automata)
    return Witness(_choices(numbers, pump.stem), _choices(numbers, pump.loop), pump.growth, pump.crowd)


def steps_as_witness(automata: Sequence[Automaton], steps: Iterable[MachineStep], reached: dict[str, int]) -> Witness:
    """A run that is not repeated, only to be shown."""
    return Witness(_choices(_edge_numbers(automata), steps), (), reached)


def repeated(witness: Witness, rounds: int) -> Witness:
    """The run with so many rounds, after which nothing is repeated any more; raises `Refused` if there is no room."""
    if rounds > witness.most_rounds:
        raise Refused(f"{rounds} rounds start more processes than SPIN allows")
    return Witness(witness.stem + tuple(witness.rounds(0, rounds)), (), witness.growth)


def carried_over(pump: Pump, origin: Sequence[Automaton], model: Model, automata: Sequence[Automaton]) -> Pump:
    """A run of one reading of a text, step by step in another reading; raises `Refused` if that is not possible."""
    witness = witness_of(origin, pump)
    processes = _processes(automata)
    follower = _Follower(build_machine(model, processes, Options(unlimited=True)), _edge_numbers(processes))
    stem, loop = (tuple(map(follower.step, choices)) for choices in (witness.stem, witness.loop))
    return Pump(stem, loop, pump.growth, pump.crowd)


def _edge_numbers(automata: Sequence[Automaton]) -> dict[Edge, int]:
    return {edge: number for automaton in automata for number, edge in enumerate(automaton.edges)}


def _choices(numbers: dict[Edge, int], steps: Iterable[MachineStep]) -> tuple[Choice, ...]:
    return tuple(_choice(numbers, step) for step in steps)


def _choice(numbers: dict[Edge, int], step: MachineStep) -> Choice:
    edge = step.move.edge
    partner = step.partner_move.edge if step.partner_move is not None else None
    return (
        step.at,
        -1 if edge is None else numbers[edge],
        step.partner if step.partner_move is not None else 0,
        -1 if partner is None else numbers[partner],
    )


def as_data(witness: Witness) -> dict[str, Any]:
    found: dict[str, Any] = {
        "format": FORMAT,
        "growth": witness.growth,
        "stem": [list(choice) for choice in witness.stem],
        "loop": [list(choice) for choice in witness.loop],
    }
    crowd = witness.crowd
    if crowd is not None:
        moved = [list(pair) for pair in crowd.moved]
        found["crowd"] = {"before": crowd.before, "more": crowd.more, "moved": moved, "rounds": crowd.rounds}
    return found


def witness_in(part: EvidencePart) -> Witness:
    """The run that a part of some evidence is; raises `Refused` if it is none."""
    fields = part.fields(("format", "growth", "stem", "loop"), ("crowd",))
    fields["format"].one_of(FORMAT)
    growth = {name: number.whole(1) for name, number in fields["growth"].named().items()}
    crowd = _crowd_in(fields["crowd"]) if "crowd" in fields else None
    return Witness(_choices_in(fields["stem"]), _choices_in(fields["loop"]), growth, crowd)


def _crowd_in(part: EvidencePart) -> Crowd:
    fields = part.fields(("before", "more", "moved", "rounds"))
    moved = []
    for entry in fields["moved"].items():
        pair = [place.whole(0) for place in entry.items()]
        if len(pair) != 2:
            raise Refused(f"{entry.name} is not a pair of processes")
        moved.append((pair[0], pair[1]))
    return Crowd(fields["before"].whole(0), fields["more"].whole(1), tuple(moved), fields["rounds"].whole(1))


def _choices_in(part: EvidencePart) -> tuple[Choice, ...]:
    found: list[Choice] = []
    for entry in part.items():
        numbers = [number.whole(-1) for number in entry.items()]
        if len(numbers) != 4:
            raise Refused(f"{entry.name} is not a step")
        found.append((numbers[0], numbers[1], numbers[2], numbers[3]))
    return tuple(found)


def replay(model: Model, automata: Sequence[Automaton], witness: Witness, rounds: int) -> OpenRun:
    """The run with this many rounds, or as many as there is room for, to be shown.

    Raises `Refused` if a step is not possible.
    """
    processes = _processes(automata)
    run = OpenRun(build_machine(model, processes, Options(unlimited=True, tracing=True)))
    numbers = _edge_numbers(processes)
    for choice in chain(witness.stem, witness.rounds(0, int(min(rounds, witness.most_rounds)))):
        check()
        run.go(_chosen(numbers, run.choices(), choice, len(run.steps) + 1))
        run.outcome = Ending.UNFINISHED  # an assertion that does not hold does not end what is shown here
    return run


def _processes(automata: Sequence[Automaton]) -> list[Automaton]:
    return [automaton for automaton in automata if automaton.kind != "never"]


def _chosen(numbers: dict[Edge, int], possible: Iterable[MachineStep], choice: Choice, number: int) -> MachineStep:
    step = next((step for step in possible if _choice(numbers, step) == choice), None)
    if step is None:
        raise Refused(f"step {number} of the run is not possible in this model")
    return step


class _Follower:
    """Goes along a witness; unlike a run that is shown, it writes nothing down."""

    def __init__(self, machine: Machine, numbers: dict[Edge, int]) -> None:
        self.machine = machine
        self.numbers = numbers
        self.state = machine.initial
        self.holder = 0
        self.count = 0

    def follow(self, choices: Iterable[Choice]) -> None:
        for choice in choices:
            self.step(choice)

    def step(self, choice: Choice) -> MachineStep:
        check()
        self.count += 1
        step = _chosen(self.numbers, self._possible(choice[0]), choice, self.count)
        self.state, self.holder = step.state, step.holder
        return step

    def _possible(self, at: int) -> Iterator[MachineStep]:
        """What is possible now, first by that process: mostly nothing else need be tried."""
        for notes in (self.machine.failed, self.machine.faults, self.machine.log):
            notes.clear()
        if self.holder:
            alone = self.machine.process_steps(self.state, self.holder)
            yield from alone
            if alone:
                return
        if FIRST_PROCESS <= at < len(self.state):
            yield from self.machine.process_steps(self.state, at)
        yield from self.machine.steps(self.state)

    def lengths(self) -> list[int]:
        """How long the channels are now."""
        return [len(queue) - 1 for queue in self.state[1]]

    def name(self, place: int) -> str:
        return self.machine.lengths.name(self.state, place)


def recheck_witness(model: Model, automata: Sequence[Automaton], witness: Witness, rounds: Sequence[int]) -> None:
    """Prove again that the loop can be repeated, and replay it so often; raises `Refused` if it cannot."""
    if not witness.growth or min(witness.growth.values()) < 1 or not witness.loop:
        raise Refused("nothing grows in this run")
    processes = _processes(automata)
    growth = _proved_growth(build_machine(model, processes, FOLLOWED), processes, witness)
    follower = _Follower(build_machine(model, processes, Options(unlimited=True)), _edge_numbers(processes))
    follower.follow(witness.stem)
    if growth is None or {follower.name(place): more for place, more in growth.channels.items()} != witness.growth:
        raise Refused("the loop cannot be repeated forever, or does not make these channels grow")
    if growth.crowd != witness.crowd:
        raise Refused("its rounds do not leave these processes")
    first, done = follower.lengths(), 0
    for number in sorted({int(min(number, witness.most_rounds)) for number in rounds}):
        follower.follow(witness.rounds(done, number))
        done, lengths = number, follower.lengths()
        for place, more in growth.channels.items():
            if lengths[place] != first[place] + more * number:
                raise Refused(f"after {number} rounds {follower.name(place)} holds {lengths[place]} messages")


def _proved_growth(machine: Machine, processes: Sequence[Automaton], witness: Witness) -> RoundGrowth | None:
    """By how much a round makes channels longer, if it can be repeated forever."""
    follower = _Follower(machine, _edge_numbers(processes))
    follower.follow(witness.stem)
    begin = follower.state
    steps = [follower.step(choice) for choice in witness.loop]
    growth = Pumps(machine).growth(begin, atomic_sequences(steps))
    return None if follower.holder else growth
