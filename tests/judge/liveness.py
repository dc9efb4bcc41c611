"""Runs that repeat themselves forever, judged without our own search: formulas by their meaning, fairness by SPIN."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from tests.judge.running import compile_verifier, generate_verifier, private_directory, run

from penstock.graphs import components, grouped
from penstock.machine import Machine, build_machine
from penstock.machine.explore import macro_steps
from penstock.machine.runtime import FIRST_PROCESS, State
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted
from penstock.syntax.nodes import Binary, Expression, Unary
from penstock.tasks.claims import claimed_model

SECONDS = 60.0


def holds_on(machine: Machine, formula: Expression, states: Sequence[State], loop: int) -> bool:
    """Whether a formula is true of a run through states that go on with `states[loop]` forever, by its meaning."""
    return _Lasso(machine, states, loop).truth(formula)[0]


class _Lasso:
    def __init__(self, machine: Machine, states: Sequence[State], loop: int) -> None:
        self.machine = machine
        self.states = states
        self.following = [*range(1, len(states)), loop]

    def truth(self, formula: Expression) -> list[bool]:
        """In which positions it is true."""
        match formula:
            case Unary(operator="!"):
                return [not value for value in self.truth(formula.operand)]
            case Unary(operator="<>"):
                return self._until([True] * len(self.states), self.truth(formula.operand))
            case Unary(operator="[]"):
                never = [not value for value in self.truth(formula.operand)]
                return [not value for value in self._until([True] * len(self.states), never)]
            case Binary(operator="U"):
                return self._until(self.truth(formula.left), self.truth(formula.right))
            case Binary(operator="->"):
                pairs = zip(self.truth(formula.left), self.truth(formula.right), strict=True)
                return [not left or right for left, right in pairs]
            case Binary(operator="||" | "&&"):
                pairs = zip(self.truth(formula.left), self.truth(formula.right), strict=True)
                return [left or right if formula.operator == "||" else left and right for left, right in pairs]
        ask = self.machine.question(None, formula)
        return [bool(ask(state, 0)) for state in self.states]

    def _until(self, left: list[bool], right: list[bool]) -> list[bool]:
        value = list(right)
        for _ in value:
            value = [value[at] or (left[at] and value[self.following[at]]) for at in range(len(value))]
        return value


def lassos(machine: Machine, below: int) -> Iterator[tuple[list[State], int, int]]:
    """Every run of fewer steps that can repeat itself, by trying them all: its states, where it repeats, its steps.

    A machine without atomic sequences and without a claim.
    """
    waiting: list[list[State]] = [[machine.initial]]
    while waiting:
        states = waiting.pop()
        following = [path[-1].state for path in macro_steps(machine, states[-1])]
        if not following:
            yield states, len(states) - 1, len(states) - 1
        for state in following if len(states) < below else ():
            yield from ((states, loop, len(states)) for loop, known in enumerate(states) if known == state)
            waiting.append([*states, state])


def fewest_steps(machine: Machine, formula: Expression, known: int) -> int:
    """The fewest steps of a run that violates a formula, where so many are known to be enough."""
    return min(
        [
            known,
            *(steps for states, loop, steps in lassos(machine, known) if not holds_on(machine, formula, states, loop)),
        ]
    )


def fair_violation(text: str, processes: Sequence[int] | None = None) -> bool:
    """Whether a run violates the formula that is fair to some processes, or to all, by looking at all runs at once.

    The claim is SPIN's, and an end of all movement is a cycle of the claim alone.
    """
    chosen = claimed_model(Wanted(Source(text=text)), "wanted", False)
    automata = [one for one in chosen.reading.automata if one.kind != "never" or one.process.node is chosen.claim]
    machine = build_machine(chosen.reading.model, automata)
    arcs, able = _all_arcs(machine)
    component = components(arcs, lambda state: [target for target, _ in arcs[state]])
    wanted = range(max(len(state) for state in arcs) - FIRST_PROCESS) if processes is None else processes
    return any(_is_fair(part, arcs, able, wanted, machine) for part in _parts(component))


Arcs = dict[State, list[tuple[State, frozenset[int]]]]


def _all_arcs(machine: Machine) -> tuple[Arcs, dict[State, set[int]]]:
    arcs: Arcs = {}
    able: dict[State, set[int]] = {}
    waiting = [machine.initial]
    while waiting:
        state = waiting.pop()
        if state in arcs:
            continue
        paths = list(macro_steps(machine, state))
        able[state] = {next(step.at for step in path if step.at) for path in paths if any(step.at for step in path)}
        arcs[state] = [
            (path[-1].state, frozenset(at for step in path for at in (step.at, step.partner) if at)) for path in paths
        ]
        waiting += [path[-1].state for path in paths]
    return arcs, able


def _parts(component: dict[State, int]) -> list[set[State]]:
    return [set(states) for states in grouped((number, state) for state, number in component.items()).values()]


def _is_fair(
    part: set[State], arcs: Arcs, able: dict[State, set[int]], processes: Iterable[int], machine: Machine
) -> bool:
    inside = [(state, movers) for state in part for target, movers in arcs[state] if target in part]
    slot = machine.program.claim_slot
    assert slot is not None
    if not inside or not any(machine.claim[state[0][slot]].has_label("accept") for state in part):
        return False
    places = [pid + FIRST_PROCESS for pid in processes]
    return all(
        any(place in movers for _, movers in inside) or any(place not in able[state] for state in part)
        for place in places
    )


def spin_violates(text: str, fair: bool) -> bool | None:
    """What SPIN itself says about the formula of a model, without reduction; None if it says nothing."""
    with private_directory(text) as place:
        if generate_verifier(place, None, SECONDS).status:
            return None
        compile_verifier(place, SECONDS, ["-DNOREDUCE", "-DNFAIR=3"])
        output = run(["./pan", "-a", *(["-f"] if fair else []), "-m100000", "-w18"], place, SECONDS).output
    found = re.search(r"errors: (\d+)", output)
    return None if found is None or "out of memory" in output else found[1] != "0"


def assertion_fails(text: str) -> bool:
    """Whether SPIN finds an assertion that fails, whatever else may be wrong."""
    with private_directory(text) as place:
        assert not generate_verifier(place, None, SECONDS).status, text
        compile_verifier(place, SECONDS, ["-DSAFETY", "-DNOREDUCE"])
        output = run(["./pan", "-E", "-m100000", "-w18"], place, SECONDS).output
    found = re.search(r"errors: (\d+)", output)
    assert found is not None, output
    return found[1] != "0"
