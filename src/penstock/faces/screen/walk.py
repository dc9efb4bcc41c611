"""A run that somebody walks through: every move that the screen offers, and what is said about it.

Nothing here knows of terminals.  Long ways are gone in parts (`Errand`), so that whoever shows them can be interrupted.
"""

from __future__ import annotations

from dataclasses import dataclass

from penstock.diagnostics.record import counted
from penstock.machine.trace import Ending
from penstock.stepping.conditions import BadExpression, Inquiry
from penstock.stepping.looking import scene_at
from penstock.stepping.policies import AtRandom
from penstock.stepping.scene import Scene, SceneChoice
from penstock.stepping.stepper import Goal, Stepper
from penstock.stepping.timeline import Moment, Timeline
from penstock.stepping.values import shown_value

STEPS_AT_ONCE = 64
OVER = (Ending.FINISHED, Ending.DEADLOCK, Ending.ERROR, Ending.ASSERTION)
"""After these there is nothing left to choose."""


@dataclass(slots=True)
class Errand:
    """A way of several steps: `limit` steps at random, or until `goal` is reached; `text` is what was asked for.

    `met` and `unmet` is what can be said of that in the end.
    """

    limit: int
    goal: Goal | None = None
    text: str = ""
    met: str = ""
    unmet: str = ""
    taken: int = 0


@dataclass(frozen=True, slots=True)
class Watched:
    """An expression that is always shown, with its value now."""

    text: str
    value: str


class Walk:
    """A timeline, who decides where nobody chooses, and what somebody wants to see of it.

    `loop` is the step from which a recorded run repeats; `most_steps` how far a condition is looked for.
    """

    def __init__(self, timeline: Timeline, seed: int | None, most_steps: int, loop: int | None = None) -> None:
        self.timeline = timeline
        self.stepper = Stepper(timeline, AtRandom(seed))
        self.most_steps = most_steps
        self.loop = loop
        self.watches: dict[str, Inquiry] = {}
        self._seen: tuple[Moment, int, Scene] | None = None

    # -- what there is -----------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        now = self.timeline.now
        if self._seen is None or self._seen[:2] != (now, len(now.children)):
            self._seen = now, len(now.children), scene_at(self.timeline)
        return self._seen[2]

    @property
    def choices(self) -> tuple[SceneChoice, ...]:
        ending = self.scene.ending
        return () if ending is not None and ending.outcome in OVER else self.scene.choices

    def line(self) -> list[Moment]:
        """The run to the present moment, and on where going forward leads."""
        line = self.timeline.path()
        while (ahead := line[-1].ahead) is not None:
            line.append(ahead)
        return line

    def watched(self) -> list[Watched]:
        return [Watched(text, self._value(asked)) for text, asked in self.watches.items()]

    def _value(self, asked: Inquiry) -> str:
        try:
            return shown_value(self.timeline.run.names, asked, self.timeline.now.mark)
        except BadExpression as problem:
            return f"({problem})"

    # -- moving ------------------------------------------------------------------------------

    def take(self, number: int) -> str:
        if not self.choices:
            return "the run is over: go back, and another way from there"
        if not 1 <= number <= len(self.choices):
            return f"there is no step {number}: choose from 1 to {len(self.choices)}"
        self.timeline.go(self.timeline.choices()[number - 1])
        return ""

    def back(self, count: int = 1) -> str:
        if self.timeline.now.parent is None:
            return "this is where the run begins"
        self.timeline.back(count)
        return ""

    def forward(self, number: int) -> str:
        """Along the way that was gone before; by the step with this number where nobody has been."""
        if self.timeline.now.ahead is None:
            return self.take(number)
        self.timeline.forward()
        return self.said_here()

    def to(self, moment: Moment) -> None:
        self.timeline.to(moment)

    def to_step(self, number: int) -> str:
        """To a step of the present line by its number."""
        line = self.line()
        self.to(line[min(number, len(line) - 1)])
        return f"there are only {counted(len(line) - 1, 'step')}" if number >= len(line) else ""

    def to_end(self) -> str:
        self.to(self.line()[-1])
        return self.said_here()

    def said_here(self) -> str:
        """What is to be said where a recorded run ends."""
        recorded = self.timeline.recorded
        return recorded.text if recorded is not None and recorded.moment is self.timeline.now else ""

    # -- longer ways -------------------------------------------------------------------------

    def until(self, text: str) -> Errand:
        """Until a step at a line, or until a condition holds; raises `BadExpression` if it is neither."""
        if text.isdigit():
            return Errand(self.most_steps, _at_line(int(text)), f"line {text}", "was reached", "was not reached")
        try:
            asked = self.stepper.questions.ask_anybody(text, self.timeline.now.mark)
        except BadExpression as problem:
            raise BadExpression(f"`{text}` is neither a line nor a condition: {problem}") from None
        return Errand(self.most_steps, _holds(asked), f"`{text}`", "became true", "did not become true")

    def advance(self, errand: Errand) -> str | None:
        """Go on for a while; what is to be said in the end, None before."""
        for _ in range(min(STEPS_AT_ONCE, errand.limit - errand.taken)):
            before = self.timeline.now
            self._next(errand)
            errand.taken += self.timeline.now is not before
            if errand.goal is not None and self.timeline.now is not before and errand.goal(self.timeline.now):
                return f"{errand.text} {errand.met} after {counted(errand.taken, 'step')}"
            if self.timeline.now is before or (self._is_over() and self.timeline.now.ahead is None):
                return self._ended_early(errand)
        return None if errand.taken < errand.limit else self._unmet(errand, "")

    def _next(self, errand: Errand) -> None:
        """With a goal, along what is known as far as that leads; else at random."""
        timeline = self.timeline
        if errand.goal is not None and timeline.now.ahead is not None:
            timeline.forward()
            return
        choice = None if self._is_over() else self.stepper.policy.choose(timeline.choices())
        if choice is not None:
            timeline.go(choice)

    def _is_over(self) -> bool:
        ended = self.timeline.ended()
        return ended is not None and ended.outcome in OVER

    def _ended_early(self, errand: Errand) -> str:
        return self._unmet(errand, ", where the run is over")

    def _unmet(self, errand: Errand, why: str) -> str:
        taken = counted(errand.taken, "step")
        if errand.goal is None:
            return f"{taken} at random{why}"
        return f"{errand.text} {errand.unmet} in {taken}{why}"

    # -- asking ------------------------------------------------------------------------------

    def watch(self, text: str) -> str:
        """Show the value of an expression from now on, or no longer; raises `BadExpression` if it makes no sense."""
        if self.watches.pop(text, None) is not None:
            return f"`{text}` is no longer watched"
        asked = self.stepper.questions.ask_anybody(text, self.timeline.now.mark)
        self.watches[text] = asked
        return f"`{text}` is {self._value(asked)}; the same again ends watching it"


def _holds(asked: Inquiry) -> Goal:
    return lambda moment: asked.holds(moment.mark)


def _at_line(line: int) -> Goal:
    def reached(moment: Moment) -> bool:
        step = moment.step
        return step is not None and line in (step.line, step.partner_line)

    return reached
