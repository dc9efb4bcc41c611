"""A trail that a verifier left, replayed by SPIN (or, with C code in the model, by the verifier) and read.

3:	proc  1 (Sender:1) model.pml:7 (state 2)	[line!x]
              queue 1 (line): [4]
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from penstock.external import CannotStart, Limits, run
from penstock.spin.tools import ToolFailed, Tools, what_it_said
from penstock.spin.workspace import MODEL, TRAIL, ModelText, install_model, original_labels, shown_place

ENDING = "-end-"
"""The statement of a process that ends."""
_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class TrailStep:
    """One line of a replay.

    `number` is the verifier's: the parts of a d_step share one.  `pid` is None for the claim.  `state` is the
    number the verifier gives to the place in the process.  `changes` are the variables and channels SPIN shows
    after the step.  `sent` and `received` are (channel, values); `partner` is the pid at the other end of a
    rendezvous.  `printed` are lines that the model printed, where a verifier replays (SPIN is told not to
    print: it would not keep what it prints apart from the steps).
    """

    number: int
    pid: int | None
    proctype: str
    file: str
    line: int
    state: int
    statement: str
    changes: tuple[tuple[str, str], ...] = ()
    sent: tuple[str, str] | None = None
    received: tuple[str, str] | None = None
    partner: int | None = None
    printed: tuple[str, ...] = ()
    line_read: int = 0
    """The line in the text that SPIN reads, which may be a translation of the user's."""


@dataclass(frozen=True, slots=True)
class TrailPlace:
    """Where a process stands at the end of a trail; `valid`: it may end there.

    Only verifiers tell the `statement` that would be next.
    """

    pid: int | None
    proctype: str
    file: str
    line: int
    state: int
    valid: bool
    variables: tuple[tuple[str, str], ...] = ()
    statement: str = ""


@dataclass(frozen=True, slots=True)
class Trail:
    """A replayed trail; from `steps[cycle]` on it repeats.  Steps of a claim are apart, with numbers that fit."""

    steps: tuple[TrailStep, ...]
    claim_steps: tuple[TrailStep, ...]
    cycle: int | None
    variables: tuple[tuple[str, str], ...]
    channels: tuple[tuple[str, str], ...]
    places: tuple[TrailPlace, ...]


def read_trail(tools: Tools, model: ModelText, trail: bytes, directory: Path, verifier: Path | None = None) -> Trail:
    """Replay a trail in `directory` (made here) and read it; raises `ToolFailed` if that does not work.

    SPIN does not execute C code: for models that have some, `verifier` is a program compiled without claims.
    """
    options = install_model(directory, model)
    command = [tools.spin, *options, "-t", "-p", "-g", "-l", "-s", "-r", "-v", "-T", "-b", "-k", TRAIL, MODEL]
    if verifier is not None:
        command, trail = [str(verifier), "-r", TRAIL], without_claim(trail)
    (directory / TRAIL).write_bytes(trail)
    try:
        outcome = run(command, directory, Limits(_SECONDS))
    except CannotStart as problem:
        raise ToolFailed(str(problem)) from None
    if "trail ends after" not in outcome.output:
        raise ToolFailed(f"the trail cannot be replayed: {what_it_said(outcome)}")
    found = parse_trail(original_labels(outcome.output, model.renamed), model)
    return found if verifier is None else _with_failing_step(found, trail)


def without_claim(trail: bytes) -> bytes:
    """The same trail for a verifier without claims, where the processes count from 0."""
    lines = trail.split()
    if not any(line.startswith(b"-2:") for line in lines):
        return trail
    kept = []
    for line in lines:
        number, process, statement = line.split(b":")
        if number.startswith(b"-"):
            kept += [line] if number != b"-2" else []
        elif process != b"0":
            kept.append(b":".join([number, b"%d" % (int(process) - 1), statement]))
    return b"".join(line + b"\n" for line in kept)


def _with_failing_step(trail: Trail, raw: bytes) -> Trail:
    """A verifier does not print the statement that it fails at: it is where the last process stands."""
    last = raw.split()[-1:]
    if not last or last[0].startswith(b"-"):
        return trail
    number, pid = (int(part) for part in last[0].split(b":")[:2])
    place = next((place for place in trail.places if place.pid == pid), None)
    if place is None or not place.statement or (trail.steps and trail.steps[-1].number >= number):
        return trail
    step = TrailStep(number, pid, place.proctype, place.file, place.line, place.state, place.statement)
    return replace(trail, steps=(*trail.steps, step))


_LINE = r" *(\d+):\s+proc +(\d+|-) \((\S+?)(?::\d+)?\)\s+(\S.*?):(-?\d+) "
_STEP = re.compile(_LINE + r"\(state +(-?\d+)\)\s+\[(.*)\](?:\t<merge .*>)?")
_BROKEN_STEP = re.compile(
    r"^" + _LINE + r"\(state +-?\d+\)\t\[[^\]\n]*\n(?:(?! *\d+:\t).*\n){0,200}?.*\]$", re.MULTILINE
)
_END = re.compile(_LINE + r"\(state +(-?\d+)\)( <valid end state>| \(invalid end state\))?")
_MESSAGE = re.compile(_LINE + r"(Sent|Send|Recv) (.*)\t(?:->|<-) queue \d+ \((.*)\)")
_ENDING = re.compile(r" *(\d+): proc +(\d+) terminates")
_QUEUE = re.compile(r"\t\tqueue \d+ \((.*)\): ?((?:\[.*\])?)")
_VARIABLE = re.compile(r"\t\t(\S+) = (.*)")
_OWN_VARIABLE = re.compile(r"\t(?:\w+ +)(\S+):\t(.*)")
"""As verifiers print them."""
_NOISE = re.compile(
    "|".join(
        [
            r"\s*",
            r"ltl \w+: .*",
            r"starting claim \d+",
            r"using statement merging",
            r"Never claim moves to line .*",
            r"spin: .*",
            r"pan:\d+: .*",
            r"Starting .* with pid \d+",
            r" *\d+: claim terminates",
            r"c_code\d+:.*",
            r"(?:global|local) vars.*",
            r"\d+ process(?:es)? created",
            r"\t\d+ = \S+",
            r"\t\t.*",
        ]
    )
)


@dataclass(slots=True)
class _Reader:
    model: ModelText
    steps: list[TrailStep] = field(default_factory=list)
    claim_steps: list[TrailStep] = field(default_factory=list)
    cycle: int | None = None
    at_end: bool = False
    variables: list[tuple[str, str]] = field(default_factory=list)
    channels: list[tuple[str, str]] = field(default_factory=list)
    places: list[TrailPlace] = field(default_factory=list)
    printed: list[str] = field(default_factory=list)
    known: dict[str, str] = field(default_factory=dict)
    message: tuple[str, str, str] | None = None
    offered: int | None = None
    """The index of the sending half of a rendezvous, until the receiving half is seen."""

    def read(self, line: str) -> None:
        if "<<<<<START OF CYCLE>>>>>" in line:
            self.cycle = len(self.steps)
        elif line.startswith("spin: trail ends after"):
            self.at_end = True
        elif self.at_end:
            self._read_end(line)
        elif found := _STEP.fullmatch(line):
            self._add(found)
        elif found := _ENDING.fullmatch(line):
            self._add_ending(int(found[1]), int(found[2]))
        elif found := _MESSAGE.fullmatch(line):
            self.message = (found[6], found[7], found[8])
        elif change := _change(line):
            self._note_change(change)
        elif not _NOISE.fullmatch(line):
            self.printed.append(line)

    def _add(self, found: re.Match[str]) -> None:
        number, pid, proctype, file, line, state, statement = found.groups()
        step = TrailStep(
            int(number),
            None if pid == "-" else int(pid),
            proctype,
            *shown_place(file, int(line), self.model),
            int(state),
            statement.strip(),
            printed=tuple(self.printed),
            line_read=int(line),
        )
        self.printed.clear()
        if step.pid is None:
            self.claim_steps.append(step)
        else:
            self.steps.append(self._with_message(step))

    def _add_ending(self, number: int, pid: int) -> None:
        """SPIN does not say which process it is, only its pid: the last steps with that pid were its own."""
        own = next((step for step in reversed(self.steps) if step.pid == pid), None)
        proctype = own.proctype if own is not None else ""
        self.steps.append(TrailStep(number, pid, proctype, "", 0, 0, ENDING))

    def _with_message(self, step: TrailStep) -> TrailStep:
        message, self.message = self.message, None
        if message is None:
            return step
        action, values, channel = message
        if action != "Recv":
            self.offered = len(self.steps) if action == "Sent" else None
            return replace(step, sent=(channel, values))
        step = replace(step, received=(channel, values))
        if self.offered is not None:
            sender = self.steps[self.offered]
            self.steps[self.offered] = replace(sender, partner=step.pid)
            step, self.offered = replace(step, partner=sender.pid), None
        return step

    def _note_change(self, change: tuple[str, str]) -> None:
        """SPIN shows every channel after every step: what is as before is not a change."""
        name, value = change
        steps = self.steps
        if steps and self.known.get(name, "") != value:
            steps[-1] = replace(steps[-1], changes=(*steps[-1].changes, change))
        self.known[name] = value

    def _read_end(self, line: str) -> None:
        if found := _END.fullmatch(line):
            _, pid, proctype, file, number, state, mark = found.groups()
            own = None if pid == "-" else int(pid)
            valid = mark == " <valid end state>"
            where = shown_place(file, int(number), self.model)
            self.places.append(TrailPlace(own, proctype, *where, int(state), valid))
        elif found := _QUEUE.fullmatch(line):
            self.channels.append((found[1], found[2]))
        elif change := _change(line):
            if self.places and "):" in change[0]:
                last = self.places[-1]
                self.places[-1] = replace(last, variables=(*last.variables, change))
            else:
                self.variables.append(change)
        elif line.startswith("\t\t") and self.places and not self.places[-1].statement:
            self.places[-1] = replace(self.places[-1], statement=line.strip())


def _change(line: str) -> tuple[str, str] | None:
    found = _QUEUE.fullmatch(line) or _VARIABLE.fullmatch(line) or _OWN_VARIABLE.fullmatch(line)
    return (found[1], found[2]) if found else None


def parse_trail(text: str, model: ModelText) -> Trail:
    """The records in the text of a replay."""
    reader = _Reader(model)
    # The C code of a step may go over several lines.
    for line in _BROKEN_STEP.sub(lambda found: found[0].replace("\n", " "), text).splitlines():
        reader.read(line)
    return Trail(
        tuple(reader.steps),
        tuple(reader.claim_steps),
        reader.cycle,
        tuple(reader.variables),
        tuple(reader.channels),
        tuple(reader.places),
    )
