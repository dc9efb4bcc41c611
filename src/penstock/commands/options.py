"""What the commands have in common: their options, their output, their exit status."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from penstock.commands.load import UsageError
from penstock.diagnostics.record import Diagnostics
from penstock.diagnostics.text import render_text, summary

FINE = 0
FINDING = 1
WRONG = 2
UNDECIDED = 3
TOOL_FAILED = 4
OWN_FAULT = 70


def add_model_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the model; `-` reads the standard input")
    parser.add_argument(
        "-D",
        dest="definitions",
        metavar="NAME[=VALUE]",
        action="append",
        default=[],
        help="define a macro, as for the C preprocessor",
    )
    parser.add_argument(
        "-I", dest="directories", metavar="DIR", action="append", default=[], help="search DIR for included files"
    )


def add_output_arguments(parser: ArgumentParser, formats: Sequence[str] = ("text", "json")) -> None:
    if formats:
        parser.add_argument(
            "--format", choices=formats, default=formats[0], help=f"form of the output (default: {formats[0]})"
        )
    parser.add_argument("-o", dest="output", metavar="FILE", help="write the output to FILE")
    parser.add_argument("--quiet", action="store_true", help="print the result only")


def write(arguments: Namespace, text: str) -> None:
    """Put the result where the user wants it."""
    if not text.endswith("\n"):
        text += "\n"
    data = text.encode("utf-8", errors="surrogateescape")
    if arguments.output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        Path(arguments.output).write_bytes(data)
    except OSError as problem:
        raise UsageError(f"cannot write `{arguments.output}`: {problem.strerror or problem}") from None


def write_json(arguments: Namespace, value: dict[str, Any]) -> None:
    write(arguments, json.dumps(value, indent=2))


def show_diagnostics(diagnostics: Diagnostics, quiet: bool = False) -> None:
    """Tell the user about findings on the standard error output."""
    if not diagnostics.records or (quiet and not diagnostics.has_errors):
        return
    colour = sys.stderr.isatty()
    text = render_text(diagnostics, colour) + "\n" + summary(diagnostics) + "\n"
    sys.stderr.write(text.encode("utf-8", errors="replace").decode("utf-8"))
