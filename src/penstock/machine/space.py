"""The states that an exploration found, with every way between them and all that is wrong."""

from __future__ import annotations

from dataclasses import dataclass

from penstock.budget import check
from penstock.machine.build import Machine
from penstock.machine.engine import MachineStep, Move, retaken
from penstock.machine.explore import Exploration, Path, macro_steps
from penstock.machine.naming import StateNames
from penstock.machine.runtime import FIRST_PROCESS, State
from penstock.machine.trace import Ending


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way from one stored state to the next; in a `failed` one an assertion does not hold."""

    source: int
    target: int
    path: Path
    failed: bool


@dataclass(frozen=True, slots=True)
class PlacedProcess:
    """Where a process is: its name, its automaton's name, and the place; `line` is 0 where it can only end."""

    process: str
    proctype: str
    place: int
    line: int


@dataclass(frozen=True, slots=True)
class StateSpace:
    """`wrong` tells what is wrong with a state; arrows to states that were left unvisited are not there."""

    exploration: Exploration
    names: StateNames
    arrows: tuple[Arrow, ...]
    wrong: dict[int, Ending]

    @property
    def machine(self) -> Machine:
        return self.exploration.machine

    def standing(self, number: int) -> tuple[PlacedProcess, ...]:
        """Where the processes are in a state."""
        state = self.exploration.order[number]
        places = [self.machine.places[row[0]] for row in state[FIRST_PROCESS:]]
        return tuple(
            PlacedProcess(name, place.automaton.name, place.state, _line(self.machine, *place.moves))
            for name, place in zip(self.names.processes(state), places, strict=True)
        )

    def values(self, number: int) -> list[tuple[str, str]]:
        """The variables and channels of a state, except those that cannot matter any more there."""
        state = self.exploration.order[number]
        return self.names.variables(state, self.names.processes(state))

    def said(self, arrow: Arrow) -> list[tuple[str, str, int]]:
        """The steps of an arrow: who does what, in which line; what the claim does is not told."""
        names = self.names.processes(self.exploration.order[arrow.source])
        told: list[tuple[str, str, int]] = []
        for step in arrow.path:
            if step.at and not step.move.silent:
                told.append(_told(self.machine, names, step))
            names = self.names.processes(step.state)
        return told


def state_space(exploration: Exploration) -> StateSpace:
    """Take every step once more: an exploration only keeps how each state was found first."""
    machine, number = exploration.machine, {state: at for at, state in enumerate(exploration.order)}
    arrows: list[Arrow] = []
    known = (one for one in exploration.violations if one.kind in (Ending.CLAIM, Ending.LIVELOCK))
    wrong: dict[int, Ending] = {one.state: one.kind for one in known}
    for source, state in enumerate(exploration.order):
        check()
        machine.forget()
        paths = list(macro_steps(machine, state))
        if machine.faults:
            wrong[source] = Ending.ERROR
        elif _is_stuck(machine, state):
            wrong.setdefault(source, Ending.DEADLOCK)
        for path in paths:
            target = number.get(path[-1].state)
            if target is not None:
                arrows.append(Arrow(source, target, path, _fails(machine, state, path)))
    machine.forget()
    return StateSpace(exploration, StateNames(machine), tuple(arrows), wrong)


def _is_stuck(machine: Machine, state: State) -> bool:
    states = [step.state for step in machine.claim_steps(state)] if machine.claim else [state]
    return any(not machine.steps(one) and not machine.at_end(one) for one in states)


def _fails(machine: Machine, state: State, path: Path) -> bool:
    machine.forget()
    for step in path:
        if step.at:
            retaken(state, step)
        state = step.state
    return bool(machine.failed)


def _told(machine: Machine, names: list[str], step: MachineStep) -> tuple[str, str, int]:
    said = _statement(machine, step.move)
    if step.partner_move is not None:
        said += f", {names[step.partner - FIRST_PROCESS]}: {_statement(machine, step.partner_move)}"
    return names[step.at - FIRST_PROCESS], said, _line(machine, step.move)


def _statement(machine: Machine, move: Move) -> str:
    return "ends" if move.edge is None else machine.program.model.said(move.edge.statement)


def _line(machine: Machine, *moves: Move) -> int:
    edge = next((move.edge for move in moves if move.edge is not None), None)
    return machine.program.model.locate(edge.statement).line if edge is not None else 0
