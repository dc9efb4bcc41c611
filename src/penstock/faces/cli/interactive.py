"""A run by hand: the user chooses among the steps that are possible, and may take them back."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TextIO

from penstock.diagnostics.record import counted
from penstock.faces.cli.words.runs import ending_text, trace_text
from penstock.machine.trace import Ending, RunTrace
from penstock.stepping.choices import StepChoice
from penstock.stepping.conditions import BadExpression, Questions
from penstock.stepping.policies import AtRandom
from penstock.stepping.timeline import Timeline
from penstock.stepping.values import shown_value

HELP = """  N             take step number N          Enter         take the only step there is
  b [N]         take back N steps           f [N]         take N of them again
  r [N]         N steps at random (default: 1)
  u LINE        at random until a step at that line, or the end
  u CONDITION   at random until it holds: any expression, such as `u len(q) == 3 && x > y`
  v [NAME]      variables and channels      p EXPRESSION  its value
  t             the run so far              h             this help
  q             stop here"""
_OVER = (Ending.FINISHED, Ending.DEADLOCK, Ending.ERROR, Ending.ASSERTION)
"""After these there is nothing left to choose."""


def interact(timeline: Timeline, most_steps: int, output: TextIO | None, seed: int | None = None) -> RunTrace:
    """Ask until the user has had enough; the run as it then is.  `seed` decides what is left to chance."""
    return _Dialogue(timeline, most_steps, output, seed).run_all()


def run_left(timeline: Timeline) -> RunTrace:
    """The run to where somebody has had enough of it."""
    timeline.choices()
    run = timeline.run
    if not run.outcome:
        run.outcome, run.reason = Ending.LIMIT, "by hand"
    return run.trace()


class _Dialogue:
    def __init__(self, timeline: Timeline, most_steps: int, output: TextIO | None, seed: int | None) -> None:
        self.timeline = timeline
        self.most_steps = most_steps
        self.output = output
        self.questions = Questions(timeline.machine)
        self.chance = AtRandom(seed)
        self.shown = 0
        self.over = False

    def run_all(self) -> RunTrace:
        self._say("choose a step by its number; `h` explains what else there is")
        if self.timeline.now.ahead is not None:
            self._say("`f` goes along the run that is recorded, `f 10` ten steps of it")
        while not self.over:
            choices = self._choices()
            self._show(choices)
            answer = self._ask()
            if answer is None:
                break
            self._obey(answer, choices)
        return run_left(self.timeline)

    def _say(self, text: str) -> None:
        if self.output is not None:
            self.output.write(text + "\n")

    def _ask(self) -> str | None:
        if self.output is not None:
            self.output.write("> ")
            self.output.flush()
        line = sys.stdin.readline()
        return line.strip() if line else None

    # -- the present -------------------------------------------------------------------------

    def _choices(self) -> tuple[StepChoice, ...]:
        ended = self.timeline.ended()
        return () if ended is not None and ended.outcome in _OVER else self.timeline.choices()

    def _show(self, choices: tuple[StepChoice, ...]) -> None:
        trace = self.timeline.trace()
        new = trace_text(trace).splitlines()
        steps = new[: len(new) - len(ending_text(trace))]
        for line in steps[self.shown :]:
            self._say(line)
        self.shown = len(steps)
        if trace.outcome:
            self._say("\n".join(ending_text(trace)))
        if not choices:
            self._say("the run is over: `b` takes a step back, `q` stops")
        for choice in choices:
            changes = ", ".join(f"{one.name} = {one.after}" for one in self.timeline.preview(choice).changes)
            self._say(f"  {choice.number}  {choice}" + (f"  {{{changes}}}" if changes else ""))

    # -- commands ----------------------------------------------------------------------------

    def _obey(self, answer: str, choices: tuple[StepChoice, ...]) -> None:
        word, _, rest = answer.partition(" ")
        rest = rest.strip()
        count = int(rest) if rest.isdigit() else 1
        if answer.isdigit() or (not answer and len(choices) == 1):
            self._choose(int(answer or 1), choices)
        elif word in ("q", "quit"):
            self.over = True
        elif word in ("b", "back", "undo"):
            self.timeline.back(count)
            self.shown = 0
        elif word in ("f", "forward"):
            self.timeline.forward(count)
        elif word in ("r", "run"):
            self._by_chance(count, lambda: False)
        elif word in ("u", "until") and rest:
            self._until(rest)
        elif word in ("p", "print") and rest:
            self._print(rest)
        elif word in ("v", "vars"):
            for name, value in self.timeline.run.variables():
                if rest in name:
                    self._say(f"  {name} = {value}")
        elif word in ("t", "trace"):
            self.shown = 0
        elif word in ("h", "help", "?"):
            self._say(HELP)
        else:
            self._say("that is neither a step nor a command; `h` lists them")

    def _choose(self, number: int, choices: tuple[StepChoice, ...]) -> None:
        if 1 <= number <= len(choices):
            self.timeline.go(choices[number - 1])
        else:
            self._say(f"there is no step {number}" + (f": choose from 1 to {len(choices)}" if choices else ""))

    def _by_chance(self, count: int, done: Callable[[], bool]) -> bool:
        """Take steps at random; whether what was wanted has happened."""
        for _ in range(min(count, self.most_steps)):
            choice = self.chance.choose(self._choices())
            if choice is None:
                return False
            self.timeline.go(choice)
            if done():
                return True
        return False

    def _until(self, goal: str) -> None:
        timeline = self.timeline
        begin = timeline.now.depth
        if goal.isdigit():
            met = self._by_chance(self.most_steps, lambda: timeline.run.steps[-1].line == int(goal))
        else:
            try:
                asked = self.questions.ask_anybody(goal, timeline.now.mark)
            except BadExpression as problem:
                self._say(f"`{goal}` is neither a line nor a condition: {problem}")
                return
            met = self._by_chance(self.most_steps, lambda: asked.holds(timeline.now.mark))
        if not met:
            what = f"line {goal} was not reached" if goal.isdigit() else f"`{goal}` did not become true"
            self._say(f"{what} in {counted(timeline.now.depth - begin, 'step')}")

    def _print(self, text: str) -> None:
        mark = self.timeline.now.mark
        try:
            self._say(f"  {shown_value(self.timeline.run.names, self.questions.ask_anybody(text, mark), mark)}")
        except BadExpression as problem:
            self._say(f"`{text}` has no value: {problem}")
