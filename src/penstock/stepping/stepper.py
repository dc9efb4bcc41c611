"""Goes through a timeline until there is a reason to stop: a breakpoint, an error, the end, a choice that is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from penstock.diagnostics.record import counted
from penstock.machine.engine import MachineStep
from penstock.machine.runtime import FIRST_PROCESS
from penstock.machine.trace import Ending
from penstock.machine.tracing import step_key
from penstock.stepping.breakpoints import Breaks, DataBreak, ErrorKind, LineBreak
from penstock.stepping.choices import StepChoice
from penstock.stepping.conditions import Questions
from penstock.stepping.places import StepLines
from penstock.stepping.policies import Policy
from penstock.stepping.timeline import Moment, Timeline

_CAUGHT = {
    Ending.ASSERTION: ErrorKind.ASSERTION,
    Ending.DEADLOCK: ErrorKind.DEADLOCK,
    Ending.LIVELOCK: ErrorKind.LIVELOCK,
    Ending.ERROR: ErrorKind.ERROR,
}


class StopKind(Enum):
    """Why it stopped."""

    STEP = "step"
    BREAKPOINT = "breakpoint"
    DATA = "data"
    ERROR = "error"
    END = "end"
    """No process can move any more, or what was recorded of the run ends."""
    CHOICE = "choice"
    """Several steps are possible, and nobody else chooses."""
    BEGIN = "begin"
    """There is nothing further back."""
    GOAL = "goal"
    """What was wanted has happened."""
    PAUSE = "pause"
    """Somebody wants it to, or it went on for long."""


@dataclass(frozen=True, slots=True)
class Stop:
    """`at` is the place in the state of the process it is about, 0 if of none."""

    kind: StopKind
    text: str = ""
    at: int = 0
    breaks: tuple[LineBreak | DataBreak, ...] = ()
    error: ErrorKind | None = None


Goal = Callable[[Moment], bool]
"""Whether what is wanted has happened in the step that led to a moment."""


class Stepper:
    """Moves the cursor of a timeline.  `log` is given what breakpoints write."""

    def __init__(self, timeline: Timeline, policy: Policy, log: Callable[[str], None] = lambda text: None) -> None:
        self.timeline = timeline
        self.policy = policy
        self.log = log
        machine = timeline.machine
        self.questions = Questions(machine)
        self.breaks = Breaks(machine, self.questions, timeline.run.names, StepLines(machine))
        self._planned: tuple[Moment, StepChoice | None] | None = None
        self._logged: Moment | None = None

    # -- what comes next ---------------------------------------------------------------------

    def plan(self) -> MachineStep | None:
        """The step that comes next: where the run went before, or what the policy chooses; None if that is open."""
        now = self.timeline.now
        if now.ahead is not None:
            return now.ahead.taken
        if self._planned is None or self._planned[0] is not now:
            self._planned = now, self.policy.choose(self.timeline.choices())
        chosen = self._planned[1]
        return chosen.taken if chosen is not None else None

    def decide(self, choice: StepChoice) -> None:
        """What comes next, whatever came next before."""
        now = self.timeline.now
        now.ahead = next((child for child in now.children if child.key == step_key(choice.taken)), None)
        self._planned = now, choice

    # -- forward -----------------------------------------------------------------------------

    def forward(self, resumed: bool = False, at: int = 0, goal: Goal | None = None) -> Stop | None:
        """One step, unless there is a reason not to take it; why to stop then, if there is one.

        `resumed`: whoever goes on has seen the breakpoints that are here.  If nothing is known of the future, the
        process at the place `at` goes first.
        """
        timeline = self.timeline
        edited = timeline.now.ahead
        if edited is not None and edited.edit is not None:
            timeline.to(edited)
            return self._arrived(goal)
        if not timeline.choices():
            return self.ending()
        if at and timeline.now.ahead is None:
            self._prefer(at)
        step = self.plan()
        if step is None:
            return self._open_choice()
        stop = self._met_lines(step)
        return stop if stop is not None and not resumed else self.take(step, goal)

    def take(self, step: MachineStep, goal: Goal | None = None) -> Stop | None:
        """A step that is possible now; why to stop after it."""
        key = step_key(step)
        self.timeline.go(next(choice for choice in self.timeline.choices() if step_key(choice.taken) == key))
        return self._arrived(goal)

    def _prefer(self, at: int) -> None:
        planned = self.plan()
        if planned is not None and at in (planned.at, planned.partner):
            return
        own = [choice for choice in self.timeline.choices() if at in (choice.taken.at, choice.taken.partner)]
        if own:
            self._planned = self.timeline.now, self.policy.choose(own)

    def _open_choice(self) -> Stop:
        count = counted(len(self.timeline.choices()), "step")
        return Stop(StopKind.CHOICE, f"{count} are possible here: choose one")

    def _met_lines(self, step: MachineStep) -> Stop | None:
        """Whether breakpoints are at a step; what they write is written once, whoever stops here before going on."""
        met, logs = self.breaks.before(self.timeline.now, step)
        if self._logged is not self.timeline.now:
            self._logged = self.timeline.now
            for text in logs:
                self.log(text)
        return Stop(StopKind.BREAKPOINT, _lines_text(met), step.at, tuple(met)) if met else None

    def _arrived(self, goal: Goal | None) -> Stop | None:
        now, breaks, at = self.timeline.now, self.breaks, self._mover()
        ended = self.timeline.ended()
        if ended is not None and _CAUGHT.get(ended.outcome) in breaks.errors:
            return self.ending()
        if ErrorKind.FULL in breaks.errors and (name := breaks.filled(now)):
            return Stop(StopKind.ERROR, f"channel `{name}` is full", at, error=ErrorKind.FULL)
        met = breaks.after(now)
        if met:
            return Stop(StopKind.DATA, "; ".join(breaks.told(one, now) for one in met), at, tuple(met))
        if goal is not None and goal(now):
            return Stop(StopKind.GOAL, at=at)
        if not self.timeline.choices():
            return self.ending()
        recorded = self.timeline.recorded
        return Stop(StopKind.END, recorded.text, at) if recorded is not None and recorded.moment is now else None

    def ending(self) -> Stop:
        """Why the run ends here."""
        ended = self.timeline.ended()
        assert ended is not None
        reason = self.timeline.trace().reason
        error = _CAUGHT.get(ended.outcome)
        if error is None:
            return Stop(StopKind.END, reason)
        return Stop(StopKind.ERROR, reason, self._mover() if error is ErrorKind.ASSERTION else 0, error=error)

    def _mover(self) -> int:
        """Who took the last step, if it still lives."""
        now = self.timeline.now
        return now.taken.at if now.taken is not None and now.taken.at < len(now.state) else 0

    # -- back --------------------------------------------------------------------------------

    def backward(self) -> Stop | None:
        """One step back; why to stop there, if there is a reason."""
        now = self.timeline.now
        if now.parent is None:
            return Stop(StopKind.BEGIN, "this is where the run begins")
        data = self.breaks.after(now)
        text = "; ".join(self.breaks.told(one, now) for one in data)
        before = self.timeline.back()
        if data:
            return Stop(StopKind.DATA, f"after this step {text}", 0, tuple(data))
        if now.taken is None:
            return None
        met, _ = self.breaks.before(before, now.taken)
        if met:
            return Stop(StopKind.BREAKPOINT, _lines_text(met), now.taken.at, tuple(met))
        return Stop(StopKind.BEGIN, "this is where the run begins") if before.parent is None else None


def _lines_text(met: Sequence[LineBreak]) -> str:
    return ", ".join(f"line {one.line}" for one in met)


def moved(instance: int) -> Goal:
    """That a process has moved, alone or in a rendezvous; also that it has ended."""

    def reached(moment: Moment) -> bool:
        step = moment.step
        return step is not None and (instance in (step.process, step.partner) or instance not in moment.mark.living)

    return reached


def row_of(moment: Moment, instance: int) -> int:
    """The place of a process in the state of a moment; 0 if it does not live."""
    living = moment.mark.living
    return living.index(instance) + FIRST_PROCESS if instance in living else 0
