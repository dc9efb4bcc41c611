"""The steps that are possible at a moment, as records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from penstock.machine.engine import MachineStep
from penstock.machine.recorder import Recorder
from penstock.machine.runtime import FIRST_PROCESS


@dataclass(frozen=True, slots=True)
class StepChoice:
    """A step that is possible; `line` is 0 where a process ends.  `partner` is who receives in a rendezvous."""

    number: int
    pid: int
    process: str
    file: str
    line: int
    statement: str
    partner: str = ""
    partner_file: str = ""
    partner_line: int = 0
    partner_statement: str = ""
    taken: MachineStep = field(kw_only=True, compare=False, repr=False)

    def __str__(self) -> str:
        text = f"{self.process}  line {self.line}  {self.statement}" if self.line else f"{self.process}  (ends)"
        return f"{text}  with {self.partner}: {self.partner_statement}" if self.partner else text


def choice_of(recorder: Recorder, names: Sequence[str], number: int, step: MachineStep) -> StepChoice:
    """`names` are those of the living processes."""
    pid = step.at - FIRST_PROCESS
    file, line, statement = recorder.describe(step.move)
    if step.partner_move is None:
        return StepChoice(number, pid, names[pid], file, line, statement, taken=step)
    partner = names[step.partner - FIRST_PROCESS]
    return StepChoice(
        number, pid, names[pid], file, line, statement, partner, *recorder.describe(step.partner_move), taken=step
    )
