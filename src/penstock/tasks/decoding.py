"""A trail as SPIN tells it, as a run like those of our own machine; it knows less."""

from __future__ import annotations

import re

from penstock.machine.trace import Change, Ending, Instance, RunTrace, Step
from penstock.spin.statements import readable
from penstock.spin.trail import ENDING, Trail, TrailStep

Names = dict[tuple[str, int], str]
"""The names of processes by proctype and pid."""
_INIT = ":init:"
_LOCAL = re.compile(r"(.+)\((\d+)\):(.+)")


def decoded_run(trail: Trail) -> RunTrace:
    names = process_names(trail)
    numbers = {process: number for number, process in enumerate(names)}
    processes = tuple(
        Instance(name, proctype, pid, "" if proctype == _INIT else f"{proctype}[{pid}]")
        for (proctype, pid), name in names.items()
    )
    steps = tuple(_step(number, step, names, numbers) for number, step in enumerate(trail.steps, 1))
    loop = None if trail.cycle is None else trail.cycle + 1
    return RunTrace(processes, steps, Ending.TRAIL, "the trail ends here", loop=loop)


def process_names(trail: Trail) -> Names:
    """A name for each process of a run: its proctype, with a number where there are several."""
    met: dict[str, list[int]] = {}
    seen = [(step.proctype, step.pid) for step in trail.steps]
    seen += [(place.proctype, place.pid) for place in trail.places]
    for proctype, pid in seen:
        if pid is not None and pid not in met.setdefault(proctype, []):
            met[proctype].append(pid)
    names = {}
    for proctype, pids in met.items():
        plain = "init" if proctype == _INIT else proctype
        for number, pid in enumerate(sorted(pids), 1):
            names[proctype, pid] = plain if len(pids) == 1 else f"{plain}#{number}"
    return names


def _step(number: int, step: TrailStep, names: Names, numbers: dict[tuple[str, int], int]) -> Step:
    return Step(
        number,
        numbers[step.proctype, step.pid or 0],
        step.file,
        step.line,
        readable(step.statement),
        tuple(Change(shown_variable(name, step, names), "", value) for name, value in step.changes),
        ended=step.statement == ENDING,
        printed="\n".join(step.printed),
    )


def shown_variable(name: str, step: TrailStep | None, names: Names) -> str:
    """SPIN writes `Sender(1):x` for a local variable; in a step of its own process, the name is enough."""
    found = _LOCAL.fullmatch(name)
    if not found:
        return name
    owner = found[1], int(found[2])
    if step is not None and owner == (step.proctype, step.pid):
        return found[3]
    return f"{found[3]} of {names.get(owner, found[1])}"
