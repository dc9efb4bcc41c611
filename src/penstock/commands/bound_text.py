"""Bounds for people."""

from __future__ import annotations

from penstock.bounds.names import NetNames
from penstock.bounds.verdict import BOUNDED, ChannelBound, Result
from penstock.bounds.words import advice, counterexample_lines, invariant_text
from penstock.diagnostics.record import counted

MOST_SHOWN = 5


def as_text(result: Result, quiet: bool = False) -> str:
    file = result.model.sources.files[0].name
    lines = [f"{file}: {_headline(result)}", *_table(result)]
    if not quiet:
        lines += _counterexamples(result) + _proof(result)
    return "\n".join(lines)


def _headline(result: Result) -> str:
    if not result.channels:
        return "BOUNDED: there are no buffered channels"
    if result.verdict == BOUNDED:
        return "BOUNDED"
    open_ = sum(channel.bound is None for channel in result.channels)
    return f"UNKNOWN: no bound for {open_} of {counted(len(result.channels), 'channel')}"


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
    bound = "none" if channel.bound is None else str(channel.bound)
    return [channel.name + several, str(channel.declared), bound, *exact, advice(result, channel)]


def _line(row: list[str], widths: list[int]) -> str:
    cells = [row[0].ljust(widths[0])]
    cells += [cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:-1], strict=True)]
    return "  " + "  ".join([*cells, row[-1]]).rstrip()


def _counterexamples(result: Result) -> list[str]:
    names = NetNames(result.net)
    lines: list[str] = []
    for found in result.counterexamples[:MOST_SHOWN]:
        lines += ["", *counterexample_lines(result, names, found)]
    if len(result.counterexamples) > MOST_SHOWN:
        lines += ["", f"... and {len(result.counterexamples) - MOST_SHOWN} more (--format json has them all)"]
    return lines


def _proof(result: Result) -> list[str]:
    if result.proof is None or not result.proof.weights:
        return []
    return ["", f"why: {invariant_text(NetNames(result.net), result.proof)}"]
