"""The steps of a run as every face shows them."""

from __future__ import annotations

from penstock.diagnostics.text import printable
from penstock.machine.trace import RunTrace, Step
from penstock.records import data, hidden, record


@record
class ChangedValue:
    """A variable, or a channel, and what it holds after a step."""

    name: str
    value: str


@record
class RunStep:
    """A step of a run."""

    step: int = data(least=1)
    process: str = data(text="unique in the run: Sender, or Sender#2 among several")
    pid: int = data(least=0)
    reference: str = data(text="what formulas call the process: Sender[1]; empty if they cannot")
    file: str
    line: int
    statement: str
    changes: tuple[ChangedValue, ...]
    printed: tuple[str, ...]
    called: str = hidden("")
    """The process by both of its names."""

    @property
    def place(self) -> str:
        """Nothing for the end of a process, which is not written in the text."""
        return f"{self.file}:{self.line}" if self.line else ""


def run_steps(run: RunTrace) -> tuple[RunStep, ...]:
    return tuple(_run_step(run, step) for step in run.steps)


def _run_step(run: RunTrace, step: Step) -> RunStep:
    process = run.processes[step.process or 0]
    statement = step.statement if not step.ended else "(ends)"
    if step.partner is not None:
        statement += f" with {run.processes[step.partner].called}: {step.partner_statement}"
    return RunStep(
        step.number,
        process.name,
        process.pid,
        process.reference,
        printable(step.file),
        step.line,
        printable(statement),
        tuple(ChangedValue(change.name, change.after) for change in step.changes),
        tuple(map(printable, step.printed.splitlines())),
        process.called,
    )
