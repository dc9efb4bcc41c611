"""Runs written down by the choices that were made: a text that people can read, and that repeats the run.

    # steps of crossing.pml
    1 client 17: i = 1
    2 server 31: requests?request, number

The number is that of the choice, the rest is there to see whether the model still is the one that was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from penstock.budget import check
from penstock.machine.build import Machine
from penstock.machine.engine import MachineStep
from penstock.machine.runs import OpenRun
from penstock.machine.runtime import FIRST_PROCESS
from penstock.machine.trace import Ending

_HEADING = "# steps of "
_LINE = re.compile(r"(\d{1,9}) (.*)")


class OtherSteps(Exception):
    """Steps that were written down are not those of this model; the text says why."""


@dataclass(frozen=True, slots=True)
class ChosenStep:
    """The number of a choice, and what it says."""

    number: int
    said: str


def is_chosen(raw: bytes) -> bool:
    """Whether a file holds choices; else it is a trail of a verifier."""
    return raw.startswith(_HEADING.encode())


def chosen_text(model: str, steps: Iterable[ChosenStep]) -> str:
    return "".join([f"{_HEADING}{model}\n", *(f"{one.number} {one.said}\n" for one in steps)])


def said_choice(run: OpenRun, step: MachineStep) -> str:
    """What a step says that is possible in the present state."""
    _, line, statement = run.describe(step.move)
    name = run.process_names()[step.at - FIRST_PROCESS]
    return " ".join(f"{name} {line}: {statement}".split())


def run_chosen(machine: Machine, raw: bytes) -> OpenRun:
    """The run that a file of choices describes; raises `OtherSteps` if the model does not have it."""
    run = OpenRun(machine)
    for one in _read(raw):
        check()
        run.outcome = Ending.UNFINISHED
        run.go(_step(run, one, run.choices()))
        run.finish_tick()
    if not run.outcome:
        _end(run)
    return run


def _read(raw: bytes) -> list[ChosenStep]:
    lines = raw.decode("utf-8", errors="replace").splitlines()[1:]
    found = [_LINE.fullmatch(line) for line in lines if line.strip()]
    if None in found:
        raise OtherSteps(f"line {found.index(None) + 2} of the steps is not a step")
    return [ChosenStep(int(one[1]), one[2]) for one in found if one is not None]


def _step(run: OpenRun, wanted: ChosenStep, steps: Sequence[MachineStep]) -> MachineStep:
    number = len(run.steps) + 1
    if not 1 <= wanted.number <= len(steps):
        raise OtherSteps(f"the steps do not fit this model: step {number}, `{wanted.said}`, is not possible")
    step = steps[wanted.number - 1]
    said = said_choice(run, step)
    if said != wanted.said:
        raise OtherSteps(f"the steps do not fit this model: step {number} is `{said}` here, not `{wanted.said}`")
    return step


def _end(run: OpenRun) -> None:
    if not run.choices() or run.machine.faults:
        run.stop()
    else:
        run.outcome, run.reason = Ending.LIMIT, "the recorded steps end here"
