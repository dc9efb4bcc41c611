"""Bounds for people."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.automata import Automaton
from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.telling.showing import ShownRun, shown_runs
from penstock.bounds.telling.words import (
    advice,
    bound_text,
    counterexample_lines,
    invariant_text,
    judgement,
    other_reasons,
)
from penstock.bounds.verdict import BOUNDED, UNBOUNDED, UNKNOWN, ChannelBound, Result
from penstock.diagnostics.record import counted
from penstock.machine.trace import Step
from penstock.resolve import Model
from penstock.syntax.nodes import ChannelQuery

MOST_SHOWN = 5
MOST_STEPS = 40


def as_text(result: Result, automata: list[Automaton], quiet: bool = False, explain: bool = False) -> str:
    file = result.model.sources.files[0].name
    lines = [f"{file}: {_headline(result)}", *_table(result)]
    if explain:
        lines += _story(result)
    if not quiet:
        lines += _runs(result, automata, explain) + _counterexamples(result) + _proof(result)
    return "\n".join(lines)


def _headline(result: Result) -> str:
    if not result.channels:
        return "BOUNDED: there are no buffered channels"
    if result.verdict == BOUNDED:
        return "BOUNDED"
    endless = sum(channel.verdict == UNBOUNDED for channel in result.channels)
    open_ = sum(channel.verdict == UNKNOWN for channel in result.channels)
    total = counted(len(result.channels), "channel")
    if endless:
        return f"UNBOUNDED: {endless} of {total} can be filled without end" + (f", {open_} unknown" if open_ else "")
    return f"UNKNOWN: no bound for {open_} of {total}"


def _table(result: Result) -> list[str]:
    if not result.channels:
        return []
    with_exact = any(channel.exact is not None for channel in result.channels)
    head = ["channel", "declared", "bound", *(["exact"] if with_exact else []), ""]
    rows = [_row(result, channel, with_exact) for channel in result.channels]
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    return [_line(row, widths) for row in [head, *rows]]


def _row(result: Result, channel: ChannelBound, with_exact: bool) -> list[str]:
    several = f" ({len(channel.queues)} kinds of owners)" if len(channel.queues) > 1 else ""
    exact = ["-" if channel.exact is None else str(channel.exact)] if with_exact else []
    bound = bound_text(channel)
    return [channel.name + several, str(channel.declared), bound, *exact, advice(result, channel)]


def _line(row: list[str], widths: list[int]) -> str:
    cells = [row[0].ljust(widths[0])]
    cells += [cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:-1], strict=True)]
    return "  " + "  ".join([*cells, row[-1]]).rstrip()


def _story(result: Result) -> list[str]:
    """What was tried, and what became of each counterexample."""
    lines = ["", *(f"- {event}" for event in result.story)]
    for number, judged in enumerate(result.judged, 1):
        names = NetNames(judged.net)
        lines += ["", f"cycles {number}: {judgement(judged)}"]
        lines += [f"  {line}" for line in counterexample_lines(result, names, judged.found)]
    return lines


def _runs(result: Result, automata: list[Automaton], explain: bool) -> list[str]:
    lines: list[str] = []
    for run in shown_runs(result, automata):
        grown = ", ".join(f"{name} grow by {more}" for name, more in run.witness.growth.items())
        lines += ["", f"{_first(len(run.stem))}these steps can be repeated for ever, and let {grown} each time:"]
        if explain and run.stem:
            lines += ["  first:", *_steps(run, run.stem), "  then again and again:"]
        lines += _steps(run, run.loop)
    if lines and uses_fullness(result.model):
        lines.append("  (channels are taken to be without limit: they are never full)")
    return lines


def _first(steps: int) -> str:
    return f"after {counted(steps, 'step')}, " if steps else ""


def _steps(run: ShownRun, steps: Sequence[Step]) -> list[str]:
    shown = []
    for step in steps[:MOST_STEPS]:
        who = run.trace.processes[step.process].name if step.process is not None else ""
        with_ = f", with {run.trace.processes[step.partner].name}" if step.partner is not None else ""
        shown.append(f"  {who}: line {step.line} {step.statement}{with_}")
    return shown + ([f"  ... and {len(steps) - MOST_STEPS} more"] if len(steps) > MOST_STEPS else [])


def uses_fullness(model: Model) -> bool:
    """Whether a model asks if channels are full."""
    return any(query.query in ("full", "nfull") for query in model.nodes.of(ChannelQuery))


def _counterexamples(result: Result) -> list[str]:
    """The cycles that may fill the channels without an answer."""
    names = NetNames(result.net)
    open_ = {queue for channel in result.channels if channel.verdict == UNKNOWN for queue in channel.queues}
    shown = [found for found in result.counterexamples if open_ & set(found.queues)]
    lines: list[str] = []
    for found in shown[:MOST_SHOWN]:
        lines += ["", *counterexample_lines(result, names, found)]
    if len(shown) > MOST_SHOWN:
        lines += ["", f"... and {len(shown) - MOST_SHOWN} more (--format json has them all)"]
    return lines


def _proof(result: Result) -> list[str]:
    told = other_reasons(result)
    if told:
        return ["", *(f"why: {reason}" for reason in told)]
    if result.proof is None or not result.proof.weights:
        return []
    values = sorted(variable.name for variable in result.net.analysis.tracked)
    apart = f"; the values of {', '.join(dict.fromkeys(values))} are told apart" if values else ""
    return ["", f"why: {invariant_text(NetNames(result.net), result.proof)}{apart}"]
