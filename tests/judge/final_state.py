"""Lets SPIN find a violation and replay the trail to it, and reads the state in which that ends.

SPIN prints the state like this; the channels have numbers in the order in which they were first used:

    spin: trail ends after 29 steps
    #processes: 2
            x = 7
            colour = green
            pair.first[1] = 0
            queue 1 (c): [1,green][2,red]
     29:    proc  1 (Worker:1) model.pml:20 (state 13)
            Worker(1):own = 10
            queue 1 (Worker(1):q): [1,green][2,red]
     29:    proc  0 (Main:1) model.pml:22 (state 8) <valid end state>
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.judge.running import MODEL_NAME, private_directory, run, text_and_directory
from tests.judge.states import EXPLORE_LIMIT, build_verifier

DEEPEST = 3000
SEARCH_LIMIT = 5.0
"""An error that is not found in this time is not looked for any longer."""
FIND = ("./pan", "-n", f"-m{DEEPEST}", "-w16")
REPLAY = ("spin", "-t", "-p", "-g", "-l", "-b", MODEL_NAME)

ENDING = "-end-"
"""The statement of a process that ends."""

Messages = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TrailStep:
    """One statement on the way, as SPIN names it; parts of a `d_step` have one number."""

    number: int
    pid: int
    line: int
    statement: str


@dataclass(frozen=True, slots=True)
class ProcessState:
    """Where a process is, and its variables by name."""

    pid: int
    proctype: str
    line: int
    state: int
    """SPIN's own number of the place."""
    valid_end: bool
    variables: dict[str, str]
    channels: dict[str, Messages]


@dataclass(frozen=True, slots=True)
class FinalState:
    """The end of a trail.

    Values are texts: numbers, or names of message types, which SPIN picks from the wrong set for local variables of
    a named set.  Rendezvous channels and channel variables without a channel are not there.
    """

    violation: str
    steps: tuple[TrailStep, ...]
    variables: dict[str, str]
    channels: dict[str, Messages]
    processes: tuple[ProcessState, ...]
    queues: dict[int, set[str]]
    """The names of the channel with a number, `c` or `Worker(1):q`: what a channel in a message means."""


def final_state(model: Path | str, directory: Path | None = None, switches: Iterable[str] = ()) -> FinalState | None:
    """The state at the end of the first trail that SPIN's verifier finds; None if there is no violation."""
    text, directory = text_and_directory(model, directory)
    with private_directory(text) as place:
        problem = build_verifier(place, directory)
        if problem:
            raise ValueError(problem)
        found = run([*FIND, *switches], place, SEARCH_LIMIT)
        violation = re.search(r"^pan:1: (.*) \(at depth", found.output, re.MULTILINE)
        if violation is None or not (place / f"{MODEL_NAME}.trail").is_file():
            return None
        search = [f"-E-I{directory.resolve()}"] if directory is not None else []
        replayed = run([REPLAY[0], *search, *REPLAY[1:]], place, EXPLORE_LIMIT)
        return parse_replay(replayed.output, violation[1])


_PLACE = re.compile(r" *(\d+):\tproc +(\d+) \((.+?):\d+\) .*?:(\d+) \(state (\d+)\)(.*)")
_ENDING = re.compile(r" *(\d+): proc +(\d+) (?:\(.*\) )?terminates")
_VARIABLE = re.compile(r"\t\t(?:(\S+?)\((\d+)\):)?(\S+) = (.*)")
_QUEUE = re.compile(r"\t\tqueue (\d+) \((?:(\S+?)\((\d+)\):)?(\S+)\): (.*)")


def parse_replay(output: str, violation: str) -> FinalState:
    """Read what `spin -t -p -g -l` printed."""
    before, separator, after = output.partition("spin: trail ends after")
    if not separator:
        raise ValueError(f"the trail was not replayed:\n{output}")
    reader = _Reader()
    for line in after.splitlines()[1:]:
        reader.read(line)
    steps = tuple(step for line in before.splitlines() if (step := _step(line)) is not None)
    return FinalState(
        violation,
        steps,
        reader.variables,
        reader.channels,
        tuple(sorted(reader.processes, key=lambda process: process.pid)),
        reader.queues,
    )


def _step(line: str) -> TrailStep | None:
    if ending := _ENDING.fullmatch(line):
        return TrailStep(int(ending[1]), int(ending[2]), 0, ENDING)
    found = _PLACE.fullmatch(line)
    if found is None:
        return None
    # A step from an end label says so before the statement.
    statement = re.search(r"\t\[(.*)\]$", found[6])
    return TrailStep(int(found[1]), int(found[2]), int(found[4]), statement[1].strip()) if statement else None


@dataclass(slots=True)
class _Reader:
    """Reads the final state line by line; the variables of a process follow the line about its place."""

    variables: dict[str, str] = field(default_factory=dict)
    channels: dict[str, Messages] = field(default_factory=dict)
    processes: list[ProcessState] = field(default_factory=list)
    queues: dict[int, set[str]] = field(default_factory=dict)

    def read(self, line: str) -> None:
        if found := _PLACE.fullmatch(line):
            _, pid, proctype, number, state, rest = found.groups()
            valid = "<valid end state>" in rest
            self.processes.append(ProcessState(int(pid), proctype, int(number), int(state), valid, {}, {}))
        elif found := _QUEUE.fullmatch(line):
            number, owner, _, name, contents = found.groups()
            messages = tuple(tuple(message.split(",")) for message in re.findall(r"\[(.*?)\]", contents))
            (self.processes[-1].channels if owner else self.channels)[name] = messages
            self.queues.setdefault(int(number), set()).add(f"{owner}({found[3]}):{name}" if owner else name)
        elif found := _VARIABLE.fullmatch(line):
            owner, _, name, value = found.groups()
            (self.processes[-1].variables if owner else self.variables)[name] = value
