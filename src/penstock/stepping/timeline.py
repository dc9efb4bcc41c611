"""A tree of runs with a cursor: forward by a choice, back, to any moment, and off on another way from there.

begin ── a ── b ── c        the run so far; the cursor is at `c`
         └─── d ── e        from `a` on it went another way before

All states are kept, so going back costs nothing; going forward again leads where the cursor came from.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from penstock.machine.build import Machine
from penstock.machine.engine import MachineStep
from penstock.machine.futility import LIVELOCK
from penstock.machine.recorder import RunMark
from penstock.machine.runs import OpenRun, is_in_vain
from penstock.machine.runtime import FIRST_PROCESS, State
from penstock.machine.trace import Change, Ending, RunTrace, Step
from penstock.machine.tracing import step_key
from penstock.stepping.choices import StepChoice, choice_of


@dataclass(frozen=True, slots=True)
class Edit:
    """A cell that somebody set by hand: `at` is the place of its row in the state, 0 for the globals."""

    at: int
    slot: int
    value: int


@dataclass(frozen=True, slots=True)
class Ended:
    """Why a run does not go on from a moment, or should not."""

    outcome: Ending
    reason: str


@dataclass(eq=False, slots=True)
class Moment:
    """A state and how it was reached: by a step that was `taken`, or by an `edit`; the beginning by neither."""

    number: int
    depth: int
    mark: RunMark
    holder: int
    parent: Moment | None = None
    step: Step | None = None
    taken: MachineStep | None = None
    edit: Edit | None = None
    failure: str = ""
    """The assertion that does not hold in the step that led here."""
    choice: int = 0
    """The number of the choice that led here."""
    children: list[Moment] = field(default_factory=list)
    ahead: Moment | None = None
    """Where going forward leads again."""

    @property
    def state(self) -> State:
        return self.mark.state

    @property
    def key(self) -> object:
        """What was done to get here."""
        return step_key(self.taken) if self.taken is not None else self.edit


@dataclass(frozen=True, slots=True)
class RecordedEnd:
    """Where a run ends that was recorded before, and what is to be said there."""

    moment: Moment
    text: str


@dataclass(frozen=True, slots=True)
class _Look:
    """What is possible at a moment."""

    moment: Moment
    choices: tuple[StepChoice, ...]
    ended: Ended | None


class Timeline:
    """The moments that were visited on one machine, which was built with `tracing`."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.run = OpenRun(machine)
        """The run to the present moment; its outcome is only known after a look."""
        self.begin = Moment(0, 0, self.run.mark(), 0)
        self.now = self.begin
        self.count = 1
        """Of all moments."""
        self.recorded: RecordedEnd | None = None
        self._path = [self.begin]
        self._look: _Look | None = None

    # -- the present -------------------------------------------------------------------------

    def path(self) -> list[Moment]:
        """From the beginning to the present moment."""
        return list(self._path)

    def choices(self) -> tuple[StepChoice, ...]:
        return self._looked().choices

    def ended(self) -> Ended | None:
        """Why the run ends here, or is known to lead nowhere; None if there is nothing to be said."""
        return self._looked().ended

    def _looked(self) -> _Look:
        if self._look is None or self._look.moment is not self.now:
            run = self.run
            run.outcome, run.reason = Ending.UNFINISHED, ""
            steps = run.choices()
            self._judge(steps)
            ended = Ended(run.outcome, run.reason) if run.outcome else None
            names = run.process_names()
            choices = tuple(choice_of(run, names, number, step) for number, step in enumerate(steps, 1))
            self._look = _Look(self.now, choices, ended)
        return self._look

    def _judge(self, steps: list[MachineStep]) -> None:
        run = self.run
        if self.now.failure:
            run.outcome, run.reason = Ending.ASSERTION, self.now.failure
        elif self.machine.faults or not steps:
            run.stop()
        elif is_in_vain(run):
            run.outcome, run.reason = Ending.LIVELOCK, LIVELOCK

    def trace(self) -> RunTrace:
        """The run to the present moment as data."""
        self._looked()
        return self.run.trace()

    # -- moving ------------------------------------------------------------------------------

    def known(self, choice: StepChoice) -> Moment | None:
        """Where a step that is possible now leads, if it was taken here before."""
        return self._child(step_key(choice.taken))

    def go(self, choice: StepChoice) -> Moment:
        """Take a step that is possible now; if it was taken here before, the moment is that of then."""
        known = self.known(choice)
        if known is not None:
            return self.to(known)
        run = self.run
        self._take(choice)
        return self._enter(Moment(
            self.count, self.now.depth + 1, run.mark(), run.holder, self.now, run.steps[-1], choice.taken,
            failure=run.reason if run.outcome is Ending.ASSERTION else "", choice=choice.number,
        ))  # fmt: skip

    def _take(self, choice: StepChoice) -> None:
        run = self.run
        run.outcome, run.reason = Ending.UNFINISHED, ""
        run.go(choice.taken)
        run.finish_tick()

    def preview(self, choice: StepChoice) -> Step:
        """What a step would do."""
        self._take(choice)
        step = self.run.steps[-1]
        self._return()
        return step

    def back(self, count: int = 1) -> Moment:
        """As many steps back as there are, at most `count`."""
        return self.to(self._path[max(0, self.now.depth - count)])

    def forward(self, count: int = 1) -> Moment:
        """Along the way that was gone before, as far as it leads."""
        for _ in range(count):
            if self.now.ahead is None:
                break
            self.to(self.now.ahead)
        return self.now

    def to(self, moment: Moment) -> Moment:
        """Be at a moment of this tree; going back from there and forward again leads here again."""
        if moment.parent is self.now:
            self._path.append(moment)
            self.now.ahead = moment
        elif moment.depth < len(self._path) and self._path[moment.depth] is moment:
            del self._path[moment.depth + 1 :]
        else:
            self._path = _line_to(moment)
        self.now = moment
        self._return()
        return moment

    def _return(self) -> None:
        """The run as it was at the present moment."""
        run, depth = self.run, self.now.depth
        run.return_to(self.now.mark)
        run.holder, run.last = self.now.holder, self.now.taken
        kept = min(len(run.steps), depth)
        while kept and run.steps[kept - 1] is not self._path[kept].step:
            kept -= 1
        del run.steps[kept:], run.states[kept + 1 :]
        for moment in self._path[kept + 1 :]:
            assert moment.step is not None
            run.steps.append(moment.step)
            run.states.append(moment.state)
        self._look = None

    def _enter(self, moment: Moment) -> Moment:
        self.count += 1
        self.now.children.append(moment)
        self.now.ahead = moment
        self._path.append(moment)
        self.now = moment
        self._look = None
        return moment

    def forget(self, moment: Moment) -> None:
        """A way that was only tried from the present moment."""
        self.now.children.remove(moment)
        if self.now.ahead is moment:
            self.now.ahead = None

    def _child(self, key: object) -> Moment | None:
        return next((child for child in self.now.children if child.key == key), None)

    # -- changing ----------------------------------------------------------------------------

    def edit(self, edit: Edit, change: Change, process: int | None = None) -> Moment:
        """Another value for a cell: the run branches here.  `process` is who the change is told of."""
        known = self._child(edit)
        if known is not None:
            return self.to(known)
        run, at = self.run, edit.at
        row = run.state[at]
        changed = (*row[: edit.slot], edit.value, *row[edit.slot + 1 :])
        run.state = (*run.state[:at], changed, *run.state[at + 1 :])
        step = Step(len(run.steps) + 1, process, "", 0, f"{change.name} = {change.after} by hand", (change,))
        run.steps.append(step)
        run.states.append(run.state)
        run.last, run.failed = None, ()
        return self._enter(
            Moment(self.count, self.now.depth + 1, run.mark(), self.now.holder, self.now, step, edit=edit)
        )

    def instance(self, at: int) -> int:
        """The number of the process whose row is at this place of the present state."""
        return self.run.living[at - FIRST_PROCESS]


def _line_to(moment: Moment) -> list[Moment]:
    """From the beginning to a moment, which is where going forward leads from now on."""
    line = [moment]
    while (before := line[-1].parent) is not None:
        before.ahead = line[-1]
        line.append(before)
    return line[::-1]
