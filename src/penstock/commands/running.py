"""What `simulate` and `explore` have in common: a model made ready to run, and runs shown to people."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from penstock.automata import Automaton
from penstock.commands.load import UsageError
from penstock.commands.options import replace_file
from penstock.draw.chart import chart_data, chart_mermaid, chart_svg, chart_text
from penstock.machine.trace import Step, Trace
from penstock.resolve import Model
from penstock.syntax.nodes import CCode, CExpression, CState

MOST_CHARTED_STEPS = 400
"""A chart of more steps than this is not printed without being asked for."""


_CHARTS: dict[str, Callable[[Trace], str]] = {
    "": chart_svg,
    ".svg": chart_svg,
    ".mmd": chart_mermaid,
    ".txt": chart_text,
}


def add_run_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--msc", metavar="FILE", help="write the run as a sequence chart to FILE (.svg, .mmd or .txt)")
    parser.add_argument(
        "-m",
        "--lossy",
        action="store_true",
        help="what is sent to a full channel is lost, as with spin -m; by default the sender waits",
    )
    parser.add_argument("--unlimited", action="store_true", help="buffered channels are never full")


def refuse_embedded_c(model: Model) -> None:
    """Models with C code cannot be run here: say so, and what can be done instead."""
    for kind in (CCode, CExpression, CState):
        for node in model.nodes.of(kind):
            where = model.locate(node)
            raise UsageError(
                f"{where.file}:{where.line}: this model contains C code, which is not executed here; "
                "`penstock verify` checks such models with SPIN"
            )


def without_claims(automata: list[Automaton]) -> list[Automaton]:
    return [automaton for automaton in automata if automaton.kind in ("proctype", "init")]


def write_chart(path: str, trace: Trace) -> None:
    """Write a chart in the form that the name of the file asks for."""
    form = _CHARTS.get(Path(path).suffix.lower())
    if form is None:
        raise UsageError(f"cannot tell the form of the chart from `{path}`: use a name with .svg, .mmd or .txt")
    replace_file(path, form(trace).encode("utf-8", errors="surrogateescape"))


def trace_data(trace: Trace) -> dict[str, Any]:
    """A run for machines: every step in full, and the chart's view of its messages."""
    steps = []
    for step in trace.steps:
        data = asdict(step)
        data["step"] = data.pop("number")
        data["process"] = trace.processes[step.process].name if step.process is not None else None
        data["partner"] = trace.processes[step.partner].name if step.partner is not None else None
        data["started"] = [trace.processes[process].name for process in step.started]
        for message in data["messages"]:
            message["process"] = trace.processes[message["process"]].name
        steps.append(data)
    return {
        "outcome": trace.outcome,
        "reason": trace.reason,
        "processes": [asdict(process) for process in trace.processes],
        "steps": steps,
        "waiting": [{**asdict(waiting), "process": trace.processes[waiting.process].name} for waiting in trace.waiting],
        "loop": trace.loop,
        "chart": chart_data(trace),
    }


def trace_text(trace: Trace) -> str:
    """A run for people: a line for each step, then how it ended."""
    files = {step.file for step in trace.steps if step.file}
    lines = []
    rows = [_row(trace, step, len(files) > 1) for step in trace.steps]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
    for step, row in zip(trace.steps, rows, strict=True):
        if trace.loop == step.number:
            lines.append("      -- from here on it repeats for ever --")
        cells = [row[0].rjust(widths[0]), *(row[column].ljust(min(widths[column], 60)) for column in (1, 2, 3))]
        lines.append("  ".join([*cells, row[4]]).rstrip())
        lines.extend(f"{' ' * widths[0]}  prints: {text}" for text in step.printed.splitlines())
    return "\n".join([*lines, *ending_text(trace)]) + "\n"


def _row(trace: Trace, step: Step, with_file: bool) -> tuple[str, str, str, str, str]:
    name = trace.processes[step.process].name if step.process is not None else "claim"
    where = (f"{step.file}:{step.line}" if with_file else f"line {step.line}") if step.line else ""
    statement = step.statement if not step.ended else "(ends)"
    if step.partner is not None:
        partner = trace.processes[step.partner].name
        statement += f"  with {partner}, line {step.partner_line}: {step.partner_statement}"
    changes = ", ".join(f"{change.name} = {change.after}" for change in step.changes)
    return str(step.number), name, where, statement, changes


def ending_text(trace: Trace) -> list[str]:
    """How a run ended, and for a deadlock who waits for what."""
    heading = {"finished": "end", "limit": "stopped"}.get(trace.outcome, trace.outcome)
    lines = [f"{heading}: {trace.reason}"]
    for waiting in trace.waiting:
        name = trace.processes[waiting.process].name
        lines.append(f"  {name} waits at {waiting.file}:{waiting.line}, {waiting.statement}")
        lines.append(f"    blocked: {waiting.reason}")
    return lines


def rendered(arguments: Namespace, trace: Trace, width: int) -> str:
    """The run in the form that was asked for; JSON is written elsewhere."""
    if arguments.format == "mermaid":
        return chart_mermaid(trace)
    if arguments.format == "chart":
        return chart_text(trace, width)
    text = trace_text(trace)
    if not arguments.quiet and any(step.messages for step in trace.steps) and len(trace.steps) <= MOST_CHARTED_STEPS:
        text += "\n" + chart_text(trace, width)
    return text
