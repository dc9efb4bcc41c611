"""Runs of a model: random ones, and how a run ended."""

from __future__ import annotations

from random import Random

from penstock.budget import Activity, Progress, present
from penstock.diagnostics.record import counted
from penstock.machine.build import Machine
from penstock.machine.engine import MachineStep as Taken
from penstock.machine.futility import LIVELOCK, goes_nowhere, has_futile_steps, is_futile
from penstock.machine.naming import spoken_fault
from penstock.machine.recorder import Recorder
from penstock.machine.runtime import FIRST_PROCESS
from penstock.machine.trace import Ending, History, RunTrace
from penstock.machine.waiting import full_mailboxes, waiting_processes

STEPS_BETWEEN_LOOKS = 256
NO_MOVE = "no process can move"


class OpenRun(Recorder):
    """A run that can be continued: it knows who holds control, and what is possible next."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self.holder = 0
        self.outcome = Ending.UNFINISHED
        self.reason = ""
        self.last: Taken | None = None
        """The step that was taken last."""

    def choices(self) -> list[Taken]:
        """The steps that are possible now; a process inside an atomic sequence goes first."""
        self.machine.forget()
        if self.holder:
            steps = self.machine.process_steps(self.state, self.holder)
            if steps or self.machine.faults:
                return steps
            self.holder = 0
        return self.machine.steps(self.state)

    def go(self, step: Taken) -> None:
        """Take a step and see whether the run can go on."""
        self.holder = step.holder
        self.last = step
        self.take(step)
        if self.failed:
            where = self.machine.program.model.locate(self.failed[0])
            self.outcome = Ending.ASSERTION
            failure = self.machine.program.model.said_failure(self.failed[0])
            self.reason = f"{failure} ({where.file}:{where.line})"

    def finish_tick(self) -> None:
        """Let timers run down where time has begun to pass: nobody can come between."""
        if self.holder and self.steps and self.steps[-1].tick:
            self.go(self.choices()[0])

    def stop(self) -> None:
        """Say why the run does not go on; there are no choices left."""
        if self.machine.faults:
            failure = self.machine.faults[0]
            file, line, statement = self.describe(failure.move)
            self.outcome = Ending.ERROR
            self.reason = f"{spoken_fault(self.machine, failure.text)}, in `{statement}` ({file}:{line})"
        elif self.machine.at_end(self.state):
            self.outcome, self.reason = Ending.FINISHED, _finished(len(self.state) - FIRST_PROCESS)
        else:
            self.outcome, self.reason = Ending.DEADLOCK, NO_MOVE
            if self.machine.program.model.wording.clock:
                self.reason += ", and no timer is running"

    def trace(self) -> RunTrace:
        """The run so far as data."""
        waiting = waiting_processes(self) if self.outcome in (Ending.DEADLOCK, Ending.LIVELOCK) else ()
        if self.outcome is Ending.LIVELOCK:
            waiting = tuple(one for one in waiting if not one.goes_on)
        if waiting and self.reason in (NO_MOVE, LIVELOCK):
            self.reason += "".join(f"; the mailbox of `{name}` is full" for name in full_mailboxes(waiting))
        file = self.machine.program.model.sources.files[0].name
        steps, history = tuple(self.steps), History(self.names, tuple(self.states))
        return RunTrace(tuple(self.instances), steps, self.outcome, self.reason, waiting, file=file, history=history)


def random_run(machine: Machine, seed: int, most_steps: int) -> OpenRun:
    """A run that takes each step at random, until nothing can happen or there are `most_steps`."""
    chance = Random(seed)
    run = OpenRun(machine)
    while not run.outcome:
        if not len(run.steps) % STEPS_BETWEEN_LOOKS:
            present().tell(Progress(Activity.SIMULATING, done=len(run.steps), total=most_steps))
        if present().over:
            run.outcome, run.reason = Ending.LIMIT, f"after {counted(len(run.steps), 'step')}: it was stopped"
            break
        if len(run.steps) >= most_steps:
            run.outcome, run.reason = Ending.LIMIT, f"after {counted(most_steps, 'step')}; there could be more"
            break
        choices = run.choices()
        if machine.faults or not choices:
            run.stop()
            break
        run.go(chance.choice(choices))
        run.finish_tick()
        if not run.outcome and is_in_vain(run):
            run.outcome, run.reason = Ending.LIVELOCK, LIVELOCK
    return run


def is_in_vain(run: OpenRun) -> bool:
    """Whether a run will never get anywhere."""
    taken = run.last
    if run.holder or taken is None or not has_futile_steps(run.machine):
        return False
    return is_futile(taken, run.machine) and goes_nowhere(run.machine, run.state, set())


def _finished(left: int) -> str:
    return "all processes ended" if not left else "every process ended or waits at an end label"
