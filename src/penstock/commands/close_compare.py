"""`penstock close --compare`: the four methods side by side, as SPIN sees them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from threading import Event
from typing import Any

from penstock.commands.load import UsageError, text_of
from penstock.commands.options import METHODS, StatusLine, show_diagnostics, write, write_json
from penstock.commands.status import FINE, TOOL_MISSING, WRONG
from penstock.commands.verify import add_arguments, verify
from penstock.commands.verify_record import Verification
from penstock.commands.verify_setup import known_properties, read_model
from penstock.spin.checking import VIOLATED
from penstock.spin.properties import DEADLOCK, SAFETY
from penstock.spin.tools import ToolFailed, ToolMissing
from penstock.spin.workspace import private_directory

MOST_SECONDS = 120.0
"""For each method."""


@dataclass(frozen=True, slots=True)
class Row:
    """One method; `refused` says why it could not be used."""

    method: str
    property: str = ""
    verdict: str = ""
    states: int | None = None
    transitions: int | None = None
    memory: float | None = None
    seconds: float | None = None
    refused: str = ""


def compare(arguments: Namespace) -> int:
    """Verify the model closed by each method, and print one table."""
    rows: list[Row] = []
    text_of(arguments)  # the options of all methods share it
    line = StatusLine(not arguments.quiet)
    try:
        for method in METHODS:
            line.show(f"verifying: {method}")
            rows.extend(_rows(arguments, method))
    except _NotReadable:
        return WRONG
    except (ToolMissing, ToolFailed) as problem:
        print(f"penstock close: {problem}", file=sys.stderr)
        return TOOL_MISSING
    finally:
        line.clear()
    if arguments.format == "json":
        write_json(arguments, {"comparison": [_data(row) for row in rows]})
    else:
        write(arguments, _table(rows))
    return FINE


class _NotReadable(Exception):
    """There are errors in the model, which have been shown."""


def _rows(arguments: Namespace, method: str) -> list[Row]:
    options = _verify_options(arguments, method)
    try:
        model, text = read_model(options)
    except UsageError as problem:
        return [Row(method, refused=str(problem))]
    if not model.ok:
        show_diagnostics(model.diagnostics)
        raise _NotReadable
    known = known_properties(model, text)
    wanted = [one for one in known if one.kind not in (SAFETY, DEADLOCK)]
    with private_directory() as place:
        verification = verify(options, model, text, wanted, place / "first", Event())
    return list(_results(method, verification))


def _verify_options(arguments: Namespace, method: str) -> Namespace:
    """What `penstock verify` would be told."""
    parser = ArgumentParser()
    add_arguments(parser)
    options = parser.parse_args([arguments.file, "--quiet", "--timeout", str(MOST_SECONDS)])
    for name in ("text", "definitions", "directories", "env_in", "env_out", "discard", "mailbox", "defer"):
        setattr(options, name, getattr(arguments, name))
    options.method = method
    return options


def _results(method: str, verification: Verification) -> list[Row]:
    rows = []
    for finding in verification.findings:
        one = finding.result
        figures = one.states, one.transitions, one.memory_mb, one.seconds
        rows.append(Row(method, one.wanted.name, one.verdict, *figures))
    return rows


def _data(row: Row) -> dict[str, Any]:
    return {
        "method": row.method,
        "property": row.property,
        "verdict": row.verdict,
        "states": row.states,
        "transitions": row.transitions,
        "memory_mb": row.memory,
        "seconds": row.seconds,
        "refused": row.refused,
    }


def _table(rows: list[Row]) -> str:
    heads = ("method", "property", "verdict", "states", "transitions", "memory", "time")
    cells = [heads, *(_cells(row) for row in rows if not row.refused)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heads))]
    lines = ["  ".join(_aligned(text, widths[at], at) for at, text in enumerate(row)).rstrip() for row in cells]
    lines += [f"{row.method}: {row.refused}" for row in rows if row.refused]
    if any(row.verdict == VIOLATED for row in rows):
        lines.append("a search ends at the first violation: its figures are not those of the whole model")
    return "\n".join(lines)


def _aligned(text: str, width: int, column: int) -> str:
    return text.ljust(width) if column < 3 else text.rjust(width)


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.method,
        row.property,
        row.verdict,
        _number(row.states),
        _number(row.transitions),
        "" if row.memory is None else f"{row.memory:.0f} MB",
        "" if row.seconds is None else f"{row.seconds:.1f} s",
    )


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"
