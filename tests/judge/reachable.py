"""Asks SPIN whether it can reach the state in which a program ended.

The values of the global variables, and the lengths of the channels they name, become a claim that ends as soon as they
are all there; SPIN must find its end.
"""

from __future__ import annotations

import re

from tests.judge.running import private_directory, run
from tests.judge.states import COMPILE_LIMIT, build_verifier

from penstock.machine import Machine

SEARCH = ("./pan", "-n", "-E", "-m200000", "-c1", "-w18")
SEARCH_LIMIT = 30.0
_CLAIM = re.compile(r"^\s*(never|ltl|trace|notrace)\b|\b_nr_pr\b", re.MULTILINE)
"""There is a claim already, or one would make a difference: SPIN counts it among the processes."""


def spin_reaches(text: str, machine: Machine, shown: str) -> bool | None:
    """Whether SPIN reaches such a state; None if it cannot tell."""
    if _CLAIM.search(text):
        return None
    claim = "\nnever { do :: true :: " + " && ".join(_conditions(machine, shown) or ["true"]) + " -> break od }\n"
    with private_directory(text + claim) as place:
        if build_verifier(place, None):
            return None
        found = run([*SEARCH, "-A"], place, min(SEARCH_LIMIT, COMPILE_LIMIT))
    if "end state in claim reached" in found.output:
        return True
    unfinished = ("not completed", "too small", "out of memory", "error:", "aborted")
    return None if found.timed_out or found.status or any(word in found.output for word in unfinished) else False


def _conditions(machine: Machine, shown: str) -> list[str]:
    """What holds at the end, as Promela says it."""
    messages = {int(number): rest.split() for number, rest in re.findall(r"^channel (\d+):(.*)$", shown, re.MULTILINE)}
    values = dict(line.rsplit(" ", 1) for line in shown.splitlines() if not line.startswith(("channel ", "process ")))
    found = []
    for cell in machine.program.globals.cells:
        value = int(values[cell.name])
        if cell.variable.type != "chan":
            found.append(f"{cell.name} == {value}" if value >= 0 else f"{cell.name} == (0 - {-value})")
        elif value in messages and cell.variable.channel is not None:
            found.append(f"len({cell.name}) == {len(messages[value])}")
    return found
