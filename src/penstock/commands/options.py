"""What the commands have in common: their options and their output."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TextIO

from penstock.commands.load import UsageError
from penstock.diagnostics.record import Diagnostics
from penstock.diagnostics.text import render_text, summary

_LONE_BYTE = re.compile(r"(?<!\\ud[89ab][0-9a-f]{2})\\udc[89a-f][0-9a-f]")


def seconds(text: str) -> float:
    """The type of an option that is a time."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise ArgumentTypeError(f"`{text}` is no number of seconds greater than 0")
    return value


def whole_number(least: int) -> Callable[[str], int]:
    """The type of an option that is a number, not smaller than `least`."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least:
            raise ArgumentTypeError(f"`{text}` is not a whole number from {least} on")
        return value

    return read


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
    actors = parser.add_argument_group("actor models (.apml)")
    actors.add_argument(
        "--mailbox",
        metavar="N|TYPE=N|auto",
        action="append",
        default=[],
        help="how many messages a mailbox holds (default: 3), or that of one actor type; `auto`: what `bound` proves",
    )
    actors.add_argument(
        "--defer",
        choices=("putback", "select"),
        default="putback",
        help="a message that must wait is put back at the end of the mailbox (default), or not taken at all",
    )


METHODS = ("process", "may", "flags", "optimised")
"""How open models are closed; the last one is what happens by itself."""


def add_interface_arguments(parser: ArgumentParser, default: str | None = METHODS[-1]) -> None:
    group = parser.add_argument_group("open models")
    group.add_argument(
        "--env-in",
        metavar="CHANNEL[:SIGNAL]",
        action="append",
        default=[],
        help="SIGNAL may also arrive on CHANNEL from outside, with any data; without one, any message",
    )
    group.add_argument(
        "--env-out", metavar="CHANNEL", action="append", default=[], help="CHANNEL has its other end outside"
    )
    group.add_argument(
        "--method",
        choices=METHODS,
        default=default,
        help="how to close the model (default: optimised); `penstock close --help` explains them",
    )
    group.add_argument(
        "--discard", action="store_true", help="signals that nothing expects are taken from the queue, as in SDL"
    )


def add_output_arguments(parser: ArgumentParser, formats: Sequence[str] = ("text", "json")) -> None:
    if formats:
        parser.add_argument(
            "--format", choices=formats, default=formats[0], help=f"form of the output (default: {formats[0]})"
        )
    parser.add_argument("-o", dest="output", metavar="FILE", help="write the output to FILE; `-`: standard output")
    parser.add_argument("--quiet", action="store_true", help="print the result only")


def write(arguments: Namespace, text: str) -> None:
    """Put the result where the user wants it."""
    if not text.endswith("\n"):
        text += "\n"
    data = text.encode("utf-8", errors="surrogateescape")
    if arguments.output not in (None, "-"):
        replace_file(arguments.output, data)
        return
    if sys.stdout is None:
        raise UsageError("the standard output is closed")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def replace_file(path: str, data: bytes) -> None:
    """Write a file in full or not at all: an interrupt or a full disk must not cost the old contents."""
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)  # a device or a pipe
            return
        with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as temporary:
            temporary.write(data)
        try:
            if target.exists():
                shutil.copymode(target, temporary.name)
            else:
                os.chmod(temporary.name, 0o666 & ~_umask())
            os.replace(temporary.name, target.resolve())
        except BaseException:
            os.unlink(temporary.name)
            raise
    except OSError as problem:
        raise UsageError(f"cannot write `{path}`: {problem.strerror or problem}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def in_colour(stream: TextIO | None) -> bool:
    """Whether to paint: on a terminal that can, and whose user has not said no."""
    if stream is None or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def json_text(value: dict[str, Any]) -> str:
    # A name that is no UTF-8 must not break those who read this.
    return _LONE_BYTE.sub(r"\\ufffd", json.dumps(value, indent=2)) + "\n"


def write_json(arguments: Namespace, value: dict[str, Any]) -> None:
    write(arguments, json_text(value))


def show_diagnostics(diagnostics: Diagnostics, quiet: bool = False) -> None:
    """Tell the user about findings on the standard error output."""
    if not diagnostics.records or (quiet and not diagnostics.has_errors):
        return
    text = render_text(diagnostics, in_colour(sys.stderr)) + "\n" + summary(diagnostics) + "\n"
    sys.stderr.write(text.encode("utf-8", errors="replace").decode("utf-8"))


class StatusLine:
    """One line on the terminal that says what is being done; nothing if nobody looks, or it is not wanted."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted and sys.stderr is not None and sys.stderr.isatty()
        self._width = 0

    def show(self, text: str) -> None:
        if self._wanted:
            sys.stderr.write("\r" + text.ljust(self._width))
            sys.stderr.flush()
            self._width = len(text)

    def clear(self) -> None:
        if self._width:
            self.show("")
            sys.stderr.write("\r")
            sys.stderr.flush()
