"""A run by hand: the user chooses among the steps that are possible, and may take them back."""

from __future__ import annotations

import operator
import re
import sys
from collections.abc import Callable
from random import Random
from typing import TextIO

from penstock.faces.cli.words.runs import ending_text, trace_text
from penstock.machine.engine import MachineStep
from penstock.machine.runs import OpenRun
from penstock.machine.trace import Ending

HELP = """  N             take step number N          Enter         take the only step there is
  b [N]         take back N steps           r [N]         N steps at random (default: 1)
  u LINE        at random until a step at that line, or the end
  u NAME OP V   at random until a variable is so, such as `u x >= 3` or `u q == empty`
  v [NAME]      variables and channels      t             the run so far
  h             this help                   q             stop here"""
_OPERATORS: dict[str, Callable[[object, object], bool]] = {
    "==": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,  # type: ignore[dict-item]
    "<=": operator.le,  # type: ignore[dict-item]
    ">": operator.gt,  # type: ignore[dict-item]
    ">=": operator.ge,  # type: ignore[dict-item]
}
_CONDITION = re.compile(r"(\S+?)\s*(==|!=|<=|>=|=|<|>)\s*(.+)")


def interact(run: OpenRun, most_steps: int, output: TextIO | None, seed: int | None = None) -> OpenRun:
    """Ask until the user has had enough; the run as it then is.  `seed` decides what is left to chance."""
    return _Dialogue(run, most_steps, output, seed).run_all()


class _Dialogue:
    def __init__(self, run: OpenRun, most_steps: int, output: TextIO | None, seed: int | None) -> None:
        self.run = run
        self.most_steps = most_steps
        self.output = output
        self.taken: list[MachineStep] = []
        self.chance = Random(seed)
        self.shown = 0
        self.over = False

    def run_all(self) -> OpenRun:
        self._say("choose a step by its number; `h` explains what else there is")
        while not self.over:
            choices = self._choices()
            self._show(choices)
            answer = self._ask()
            if answer is None:
                break
            self._obey(answer, choices)
        if not self.run.outcome:
            self.run.outcome, self.run.reason = Ending.LIMIT, "by hand"
        return self.run

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

    def _choices(self) -> list[MachineStep]:
        if self.run.outcome:
            return []
        choices = self.run.choices()
        if self.run.machine.faults or not choices:
            self.run.stop()
            return []
        return choices

    def _show(self, choices: list[MachineStep]) -> None:
        trace = self.run.trace()
        new = trace_text(trace).splitlines()
        steps = new[: len(new) - len(ending_text(trace))]
        for line in steps[self.shown :]:
            self._say(line)
        self.shown = len(steps)
        if self.run.outcome:
            self._say("\n".join(ending_text(trace)))
            self._say("the run is over: `b` takes a step back, `q` stops")
        for number, choice in enumerate(choices, 1):
            self._say(f"  {number}  {self._described(choice)}")

    def _described(self, step: MachineStep) -> str:
        names = self.run.process_names()
        _, line, statement = self.run.describe(step.move)
        text = f"{names[step.at - 2]}  line {line}  {statement}" if line else f"{names[step.at - 2]}  (ends)"
        if step.partner_move is not None:
            text += f"  with {names[step.partner - 2]}: {self.run.describe(step.partner_move)[2]}"
        return text

    # -- commands ----------------------------------------------------------------------------

    def _obey(self, answer: str, choices: list[MachineStep]) -> None:
        word, _, rest = answer.partition(" ")
        if answer.isdigit() or (not answer and len(choices) == 1):
            self._choose(int(answer or 1), choices)
        elif word in ("q", "quit"):
            self.over = True
        elif word in ("b", "back", "undo"):
            self._back(int(rest) if rest.isdigit() else 1)
        elif word in ("r", "run"):
            self._by_chance(int(rest) if rest.isdigit() else 1, lambda: False)
        elif word in ("u", "until") and rest:
            self._until(rest.strip())
        elif word in ("v", "vars"):
            for name, value in self.run.variables():
                if rest in name:
                    self._say(f"  {name} = {value}")
        elif word in ("t", "trace"):
            self.shown = 0
        elif word in ("h", "help", "?"):
            self._say(HELP)
        else:
            self._say("that is neither a step nor a command; `h` lists them")

    def _choose(self, number: int, choices: list[MachineStep]) -> None:
        if 1 <= number <= len(choices):
            self._take(choices[number - 1])
        else:
            self._say(f"there is no step {number}" + (f": choose from 1 to {len(choices)}" if choices else ""))

    def _take(self, step: MachineStep) -> None:
        self.taken.append(step)
        self.run.go(step)
        self.run.finish_tick()

    def _back(self, count: int) -> None:
        """Start again and take all steps but the last ones: runs by hand are short."""
        kept = self.taken[: max(0, len(self.taken) - count)]
        self.run = OpenRun(self.run.machine)
        self.taken = []
        for step in kept:
            self.run.choices()
            self._take(step)
        self.shown = 0

    def _by_chance(self, count: int, done: Callable[[], bool]) -> None:
        for _ in range(min(count, self.most_steps)):
            choices = self._choices()
            if not choices:
                return
            self._take(self.chance.choice(choices))
            if done():
                return

    def _until(self, goal: str) -> None:
        if goal.isdigit():
            self._by_chance(self.most_steps, lambda: self.run.steps[-1].line == int(goal))
            return
        found = _CONDITION.fullmatch(goal)
        if found is None or self._present(found[1]) is None:
            self._say(f"`{goal}` is neither a line nor a condition on a variable; `v` lists the variables")
            return
        self._by_chance(self.most_steps, lambda: self._holds(found[1], found[2], found[3]))

    def _present(self, name: str) -> str | None:
        """The value of a variable; a local one may be named without its process if that is clear."""
        values = dict(self.run.variables())
        if name in values:
            return values[name]
        local = [value for known, value in values.items() if known.endswith("." + name)]
        return local[0] if len(local) == 1 else None

    def _holds(self, name: str, comparison: str, value: str) -> bool:
        present = self._present(name)
        if present is None:
            return False
        try:
            return _OPERATORS[comparison](int(present), int(value))
        except ValueError:
            return comparison in ("==", "=", "!=") and _OPERATORS[comparison](present, value)
