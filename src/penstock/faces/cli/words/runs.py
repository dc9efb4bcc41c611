"""Runs for people: a line for each step, then how it ended."""

from __future__ import annotations

from penstock.machine.trace import Ending, RunTrace, Step
from penstock.reasons.words import waiting_lines

_HEADINGS = {Ending.FINISHED: "end", Ending.LIMIT: "stopped"}


def trace_text(trace: RunTrace) -> str:
    """A run for people: a line for each step, then how it ended."""
    files = {step.file for step in trace.steps if step.file}
    lines = []
    rows = [_row(trace, step, len(files) > 1) for step in trace.steps]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
    for step, row in zip(trace.steps, rows, strict=True):
        if trace.loop == step.number:
            lines.append("      -- from here on it repeats forever --")
        cells = [row[0].rjust(widths[0]), *(row[column].ljust(min(widths[column], 60)) for column in (1, 2, 3))]
        lines.append("  ".join([*cells, row[4]]).rstrip())
        lines.extend(f"{' ' * widths[0]}  prints: {text}" for text in step.printed.splitlines())
    return "\n".join([*lines, *ending_text(trace)]) + "\n"


def _row(trace: RunTrace, step: Step, with_file: bool) -> tuple[str, str, str, str, str]:
    name = trace.processes[step.process].called if step.process is not None else "claim"
    where = (f"{step.file}:{step.line}" if with_file else f"line {step.line}") if step.line else ""
    statement = step.statement if not step.ended else "(ends)"
    if step.partner is not None:
        partner = trace.processes[step.partner].called
        statement += f"  with {partner}, line {step.partner_line}: {step.partner_statement}"
    changes = ", ".join(f"{change.name} = {change.after}" for change in step.changes)
    return str(step.number), name, where, statement, changes


def ending_text(trace: RunTrace) -> list[str]:
    """How a run ended, and for a deadlock who waits for what."""
    heading = _HEADINGS.get(trace.outcome, trace.outcome.value)
    return [f"{heading}: {trace.reason}", *waiting_lines(trace)]
