"""Where a run stops by itself: at lines, when something changes or becomes true, and at errors.

How often something was hit is counted along the run to the present moment, so it is the same whichever way one came.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from penstock.errors import UsageError
from penstock.machine.build import Machine
from penstock.machine.engine import MachineStep
from penstock.machine.naming import StateNames
from penstock.machine.recorder import RunMark
from penstock.machine.runtime import FIRST_PROCESS
from penstock.stepping.conditions import BadExpression, Inquiry, Questions
from penstock.stepping.places import StepLines
from penstock.stepping.timeline import Moment
from penstock.stepping.values import shown_value

_HITS = re.compile(r"\s*(==|=|>=|<=|>|<|%)?\s*(\d{1,9})\s*")
_INSERTED = re.compile(r"\{([^{}]*)\}")
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "=": operator.eq,
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "%": lambda count, number: number > 0 and count % number == 0,
}


class ErrorKind(Enum):
    """What a run can be stopped at although nobody named a place."""

    ASSERTION = "assertion"
    DEADLOCK = "deadlock"
    LIVELOCK = "livelock"
    ERROR = "error"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class LineBreak:
    """Stops before a step at a line; `condition` is asked of the process that takes it.

    With a `log` text it does not stop, but writes that, with the values of the expressions in braces.
    """

    number: int
    file: str
    line: int
    condition: str = ""
    hits: str = ""
    log: str = ""


@dataclass(frozen=True, slots=True)
class DataBreak:
    """Stops after a step that changes a value, or makes a condition true; `process` is the number of an instance.

    `title` is what it is called, if not by its expression.
    """

    number: int
    expression: str
    process: int | None = None
    condition: str = ""
    hits: str = ""
    title: str = ""


Break = LineBreak | DataBreak


def count_fits(hits: str, count: int) -> bool:
    """Whether this many hits are what somebody waits for: `5` (the fifth), `>= 5`, `% 5` (every fifth)."""
    found = _HITS.fullmatch(hits)
    if found is None:
        raise UsageError(f"`{hits}` is not a number of hits: write `5`, `>= 5` or `% 5`")
    return _COMPARISONS[found[1] or "=="](count, int(found[2]))


@dataclass(slots=True)
class Breaks:
    """The breakpoints of a run."""

    machine: Machine
    questions: Questions
    names: StateNames
    step_lines: StepLines
    lines: list[LineBreak] = field(default_factory=list)
    data: list[DataBreak] = field(default_factory=list)
    errors: set[ErrorKind] = field(default_factory=lambda: set(ErrorKind) - {ErrorKind.FULL})
    _watched: dict[DataBreak, tuple[Inquiry, Inquiry | None]] = field(default_factory=dict)
    _counts: dict[Break, dict[Moment, int]] = field(default_factory=dict)

    # -- asked by those who step -------------------------------------------------------------

    def before(self, moment: Moment, step: MachineStep) -> tuple[list[LineBreak], list[str]]:
        """The breakpoints that stop before a step, and what is written there."""
        if not self.lines:
            return [], []
        met = [one for one in self.lines if self._line_met(one, moment, step) and self._often(one, moment)]
        logs = [self.logged(one.log, moment, step) for one in met if one.log]
        return [one for one in met if not one.log], logs

    def after(self, moment: Moment) -> list[DataBreak]:
        """The breakpoints that stop because of the step that led to a moment."""
        before = moment.parent
        assert before is not None
        return [one for one in self.data if self._data_met(one, before, moment) and self._often(one, before)]

    def check(self, one: LineBreak) -> None:
        """Raises `UsageError` if what a breakpoint asks makes no sense anywhere."""
        if one.hits:
            count_fits(one.hits, 1)
        texts = [one.condition] * bool(one.condition) + _INSERTED.findall(one.log)
        for text in texts:
            self._read_at(text, one)

    def filled(self, moment: Moment) -> str:
        """The channel that the step to a moment has filled, or nothing."""
        before = moment.parent
        assert before is not None
        kinds = list(self.machine.program.kinds.values())
        for place, (old, new) in enumerate(zip(before.state[1], moment.state[1], strict=False)):
            capacity = kinds[new[0]].capacity
            if len(old) - 1 < capacity <= len(new) - 1 and not self.names.is_hidden(new):
                processes = [moment.mark.instances[number].name for number in moment.mark.living]
                return self.names.channels(moment.state, processes)[place]
        return ""

    # -- lines -------------------------------------------------------------------------------

    def _line_met(self, one: LineBreak, moment: Moment, step: MachineStep) -> bool:
        if (one.file, one.line) not in self.step_lines.executed(step):
            return False
        if not one.condition:
            return True
        who = moment.mark.living[self._who(one, step) - FIRST_PROCESS]
        return self._asks(one.condition, moment.mark, who)

    def _who(self, one: LineBreak, step: MachineStep) -> int:
        """Which of the two in a rendezvous is at the line."""
        edge = step.move.edge
        own = edge is not None and (one.file, one.line) in self.step_lines.of(edge)
        return step.at if own else step.partner

    def _asks(self, condition: str, mark: RunMark, who: int) -> bool:
        """Whether a condition holds for a process; not where it makes no sense."""
        try:
            return self.questions.ask(condition, mark, who).holds(mark)
        except BadExpression:
            return False

    def _read_at(self, text: str, one: LineBreak) -> None:
        """Read an expression for any process that may be at the line."""
        problem = BadExpression(f"no statement is at line {one.line}")
        for automaton in self.machine.program.automata:
            if any((one.file, one.line) in self.step_lines.of(edge) for edge in automaton.edges):
                try:
                    self.questions.read(text, automaton.process)
                    return
                except BadExpression as found:
                    problem = found
        raise problem

    def logged(self, text: str, moment: Moment, step: MachineStep) -> str:
        """A log text with the values of the expressions in braces."""

        def value(found: re.Match[str]) -> str:
            try:
                who = moment.mark.living[step.at - FIRST_PROCESS]
                return shown_value(self.names, self.questions.ask(found[1], moment.mark, who), moment.mark)
            except BadExpression as problem:
                return f"<{problem}>"

        return _INSERTED.sub(value, text)

    # -- data --------------------------------------------------------------------------------

    def watch(self, one: DataBreak, mark: RunMark) -> None:
        """Add a breakpoint on data; raises `BadExpression` if its expressions make no sense."""
        if one.hits:
            count_fits(one.hits, 1)
        value = self.questions.ask(one.expression, mark, one.process)
        condition = self.questions.ask(one.condition, mark, one.process) if one.condition else None
        self._watched[one] = value, condition
        self.data.append(one)

    def _data_met(self, one: DataBreak, before: Moment, after: Moment) -> bool:
        asked, condition = self._watched[one]
        old, new = asked.value(before.mark), asked.value(after.mark)
        if old is None or new is None or old == new or (asked.question.is_truth and not new):
            return False
        return condition is None or condition.holds(after.mark)

    def told(self, one: DataBreak, moment: Moment) -> str:
        """What the step to a moment did to the data of a breakpoint."""
        asked, title = self._watched[one][0], one.title or one.expression
        if asked.question.is_truth:
            return f"`{title}` became true"
        assert moment.parent is not None
        old, new = (shown_value(self.names, asked, mark) for mark in (moment.parent.mark, moment.mark))
        return f"`{title}` changed from {old} to {new}"

    # -- counting ----------------------------------------------------------------------------

    def _often(self, one: Break, before: Moment) -> bool:
        """Whether this is one of the hits that somebody waits for."""
        return not one.hits or count_fits(one.hits, self._hits(one, before) + 1)

    def _hits(self, one: Break, moment: Moment) -> int:
        """How often something was hit on the way to a moment."""
        known = self._counts.setdefault(one, {})
        way: list[Moment] = []
        at: Moment | None = moment
        while at is not None and at not in known:
            way.append(at)
            at = at.parent
        count = 0 if at is None else known[at]
        for later in reversed(way):
            count += later.parent is not None and self._met(one, later.parent, later)
            known[later] = count
        return count

    def _met(self, one: Break, before: Moment, after: Moment) -> bool:
        if isinstance(one, DataBreak):
            return self._data_met(one, before, after)
        return after.taken is not None and self._line_met(one, before, after.taken)
