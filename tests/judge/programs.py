"""Builds and runs generated programs, and follows what they did on our machine, which was compared with SPIN.

Every step of a program must be one that the machine allows, its output and its last state must be those of the
machine after these steps, and where it stops the machine must stop, too.
"""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.building import make as build
from tests.judge.reachable import spin_reaches
from tests.loading import load_automata
from tests.support import load_text

from penstock.codegen.beginnings import CannotGenerate
from penstock.codegen.choices import Runtime, Target
from penstock.codegen.loops import Loops
from penstock.codegen.plan import ProgramSettings, make_plan
from penstock.codegen.program import program_texts, runtime_texts
from penstock.codegen.refusals import report_refusals
from penstock.codegen.steps import StepKeys
from penstock.diagnostics.record import Diagnostics
from penstock.faces.cli.files import write_files
from penstock.machine import Machine, Options, build_machine
from penstock.machine.engine import MachineStep, retaken
from penstock.machine.followed import Departure, Followed
from penstock.machine.following import Follower
from penstock.machine.logged import LoggedEnding, TraceReader
from penstock.machine.naming import StateNames
from penstock.machine.pursuit import Pursuit
from penstock.machine.runtime import FIRST_PROCESS, State

WARNINGS = "-Wall -Wextra -Werror -pedantic"
RUN_LIMIT = 60.0
BUILD_LIMIT = 120.0
LONGEST_TRACE = 1_000
FORMS = ("text", "binary")
MOST_PROCESSES, FEW_PROCESSES = 255, 10
LOOPS = 4
ENDED, VIOLATED, FAILED, DEADLOCK, LIMIT = range(5)
ENDINGS = (LoggedEnding.ENDED, LoggedEnding.VIOLATED, LoggedEnding.FAILED, LoggedEnding.DEADLOCK, LoggedEnding.LIMIT)


@dataclass(frozen=True, slots=True)
class Ran:
    """How a program ended."""

    status: int
    output: str
    errors: str
    trace: bytes
    state: str
    timed_out: bool = False


def settings_for(runtime: str) -> ProgramSettings:
    """`embedded` is the one for small machines, with much room; `small` with little; `cores` has several loops."""
    if runtime in ("embedded", "small"):
        room = MOST_PROCESSES if runtime == "embedded" else FEW_PROCESSES
        return ProgramSettings(runtime=Runtime.SINGLE, target=Target.EMBEDDED, processes=room)
    if runtime == "cores":
        return ProgramSettings(cores=LOOPS)
    return ProgramSettings(runtime=Runtime(runtime))


class Program:
    """A model, its machine, and the program that was built from it."""

    def __init__(self, text: str, directory: Path, make: Sequence[str] = (), runtime: str = "single") -> None:
        self.text = text
        model = load_text(text)
        self.problem = "" if model.ok else "errors"
        self.directory = directory
        if self.problem:
            return
        automata = [found for found in load_automata(model) if found.kind in ("proctype", "init")]
        told = Diagnostics(model.sources)
        report_refusals(model, told)
        self.problem = "; ".join(refusal.message for refusal in told.records[:1])
        if self.problem:
            return
        settings = settings_for(runtime)
        if settings.cores > 1:
            self.loops = Loops(make_plan(model, automata, settings), settings.cores)
            self.problem = "; ".join(found.message for found in self.loops.all_obstacles[:1])
            if self.problem:
                return
        try:
            files = program_texts(model, automata, settings)
        except CannotGenerate as problem:
            self.problem = str(problem)
            return
        self.machine: Machine = build_machine(model, automata, Options(tracing=True))
        self.keys = StepKeys(model, automata)
        write_files(str(directory), files | runtime_texts(False, settings.runtime, settings.target, settings.cores))
        self.built = build(directory, "TRACE=1", *make, limit=BUILD_LIMIT)

    def run(self, choice: str = "first", seed: int = 1, seconds: float = RUN_LIMIT, form: str = "text") -> Ran:
        """From the second seed on, whoever is ready may be the next one to move, whatever the choice among guards."""
        trace, state = self.directory / "trace", self.directory / "state"
        for path in (trace, state):
            path.unlink(missing_ok=True)
        environment = os.environ | {
            "PENSTOCK_CHOICE": choice,
            "PENSTOCK_SEED": str(seed),
            "PENSTOCK_TURNS": "random" if seed > 1 else "",
            "PENSTOCK_TRACE": str(trace),
            "PENSTOCK_TRACE_FORM": form,
            "PENSTOCK_STATE": str(state),
            "PENSTOCK_LIMIT": str(LONGEST_TRACE),
        }
        process = subprocess.Popen(
            [str(self.directory / "model")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
        )
        try:
            output, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            return Ran(-1, output.decode(errors="replace"), errors.decode(errors="replace"), b"", "", timed_out=True)
        return Ran(
            process.returncode,
            output.decode("latin-1"),
            errors.decode(errors="replace"),
            trace.read_bytes() if trace.exists() else b"",
            state.read_text() if state.exists() else "",
        )

    def follow(self, ran: Ran) -> str:
        """What is wrong with a run; nothing if it is one of the model's."""
        try:
            pursuit = self._pursued(ran)
            followed = self._pursued(ran, keeps_ways=True).followed
        except Departure as problem:
            return f"{problem}; allowed: {problem.allowed}"
        if [*pursuit.followed.beliefs] != [*followed.beliefs]:
            return "what was remembered is not what follows"
        ending = pursuit.reader.ending
        if ending is None or ending is not ENDINGS[ran.status]:
            return f"status {ran.status}, but the trace says `{ending}`"
        return self._compare(pursuit.follower, followed, ran) or pursuit.wrong_end()

    def _pursued(self, ran: Ran, keeps_ways: bool = False) -> Pursuit:
        """With every step worked out if its ways are kept, else by what is remembered where the program comes again."""
        follower = Follower(self.machine, lambda name, edge: self.keys.of(name, edge.statement))
        follower.keeps_ways = keeps_ways
        pursuit = Pursuit(follower, lambda model: None)
        pursuit.feed(ran.trace)
        return pursuit

    def _printed(self, run: list[MachineStep]) -> str:
        """What the model prints in a run."""
        names = StateNames(self.machine)
        state, log = self.machine.initial, self.machine.log
        log.clear()
        for step in run:
            retaken(state, step)
            state = step.state
        return "".join(names.printed(key, values) for action, key, values, _ in log if action == "print")

    def _compare(self, follower: Follower, followed: Followed, ran: Ran) -> str:
        [belief] = followed.beliefs
        state = belief.state
        printed = self._printed(followed.run())
        if ran.status in (ENDED, DEADLOCK) and printed != ran.output:
            return f"printed {ran.output!r}, the model {printed!r}"
        if (ran.status == VIOLATED) != followed.failed:
            return f"status {ran.status}, but in the model the last assertion {'fails' if followed.failed else 'holds'}"
        if ran.status == FAILED and not self._has_fault(state):
            return f"the model has no fault here: {ran.errors}"
        if ran.status not in (ENDED, DEADLOCK):
            return ""
        steps = follower.choices(belief)
        if steps:
            return f"the program stopped, but the model can go on: {len(steps)} steps"
        if (ran.status == ENDED) != self.machine.at_end(state):
            return f"status {ran.status}, but the model is {'' if self.machine.at_end(state) else 'not '}at an end"
        expected = self._shown(state)
        return "" if expected == ran.state else f"the last state is\n{ran.state}\nbut in the model\n{expected}"

    def _has_fault(self, state: State) -> bool:
        self.machine.faults.clear()
        self.machine.steps(state)
        return bool(self.machine.faults)

    def _shown(self, state: State) -> str:
        lines = [f"{cell.name} {int(state[0][cell.slot])}" for cell in self.machine.program.globals.cells]
        for number, queue in enumerate(state[1], 1):
            messages = "".join(" " + ",".join(str(int(value)) for value in message) for message in queue[1:])
            lines.append(f"channel {number}:{messages}")
        for pid, row in enumerate(state[FIRST_PROCESS:]):
            lines.append(f"process {pid}: {self.machine.places[row[0]].automaton.name}")
        return "".join(line + "\n" for line in lines)


def judge_program(
    text: str,
    directory: Path,
    runs: Sequence[tuple[str, int]],
    make: Sequence[str] = (),
    runtime: str = "single",
    asked: list[bool | None] | None = None,
    seen: Counter[str] | None = None,
) -> str:
    """Build, run, follow: what is wrong, or `skipped: ...`, or nothing.

    With `asked`, SPIN must reach the state in which the last run ended; its answer is added there.  `seen` counts what
    was followed.
    """
    program = Program(text, directory, make, runtime)
    if program.problem:
        return f"skipped: {program.problem}"
    if program.built.returncode != 0:
        return f"does not build:\n{program.built.stdout}{program.built.stderr}"
    for number, (choice, seed) in enumerate(runs):
        form = "text" if runtime == "embedded" else FORMS[number % len(FORMS)]
        ran = program.run(choice, seed, form=form)
        if ran.timed_out:
            return f"{choice} {seed}: it hangs"
        if ran.status not in (ENDED, VIOLATED, FAILED, DEADLOCK, LIMIT) or "Sanitizer" in ran.errors:
            return f"{choice} {seed}: status {ran.status}\n{ran.errors[-3000:]}"
        problem = program.follow(ran)
        if seen is not None:
            seen.update(entry.kind for entry in TraceReader(lambda model: None).read(ran.trace))
            seen[f"{form} traces"] += 1
            seen[f"{ENDINGS[ran.status].value} runs"] += 1
        if problem:
            return f"{choice} {seed}: {problem}"
    if asked is not None and ran.status in (ENDED, DEADLOCK):
        asked.append(spin_reaches(text, program.machine, ran.state))
        return f"SPIN does not reach the state in which it ended:\n{ran.state}" if asked[-1] is False else ""
    return ""
