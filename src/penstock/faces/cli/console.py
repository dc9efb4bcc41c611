"""What a command says: its result where the user wants it, everything else on the standard error output."""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TextIO

from penstock.budget import Watch
from penstock.diagnostics.record import Diagnostics
from penstock.diagnostics.text import render_text, summary
from penstock.errors import UsageError
from penstock.faces.cli.files import encoded, replace_file
from penstock.tasks.outcome import Outcome

_LONE_BYTE = re.compile(r"(?<!\\ud[89ab][0-9a-f]{2})\\udc[89a-f][0-9a-f]")


@dataclass(frozen=True, slots=True)
class Console:
    """The command that speaks, and what the user said about its output."""

    command: str
    output: str | None
    format: str
    quiet: bool

    @property
    def to_terminal(self) -> bool:
        return self.output is None

    def write(self, text: str) -> None:
        """Put the result where the user wants it."""
        contents = encoded(text if text.endswith("\n") else text + "\n")
        if self.output not in (None, "-"):
            replace_file(self.output or "", contents)
            return
        if sys.stdout is None:
            raise UsageError("the standard output is closed")
        sys.stdout.flush()
        sys.stdout.buffer.write(contents)
        sys.stdout.buffer.flush()

    def write_json(self, value: Outcome | dict[str, Any]) -> None:
        self.write(json_text(value.to_dict() if isinstance(value, Outcome) else value))

    def say(self, text: str) -> None:
        """Something that is not part of the result."""
        print(f"penstock {self.command}: {text}", file=sys.stderr)

    def mention(self, text: str) -> None:
        """The same, unless the user wants to hear nothing but the result."""
        if not self.quiet:
            self.say(text)

    def show(self, diagnostics: Diagnostics) -> None:
        """Tell the user about findings on the standard error output."""
        if diagnostics.records:
            text = render_text(diagnostics, in_colour(sys.stderr)) + "\n" + summary(diagnostics) + "\n"
            sys.stderr.write(text.encode("utf-8", errors="replace").decode("utf-8"))

    def status_line(self) -> StatusLine:
        return StatusLine(not self.quiet)

    @contextmanager
    def watching(self) -> Iterator[Watch]:
        """Progress is shown in one line, which goes away in the end."""
        line = self.status_line()
        try:
            yield line.watch()
        finally:
            line.clear()


def console_for(command: str, arguments: Namespace) -> Console:
    output, form = getattr(arguments, "output", None), getattr(arguments, "format", "text")
    return Console(command, output, form, arguments.quiet)


def in_colour(stream: TextIO | None) -> bool:
    """Whether to paint: on a terminal that can, and whose user has not said no."""
    if stream is None or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def json_text(value: dict[str, Any]) -> str:
    # A name that is not UTF-8 must not break those who read this.
    return _LONE_BYTE.sub(r"\\ufffd", json.dumps(value, indent=2)) + "\n"


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

    def watch(self) -> Watch:
        return Watch(self.show)
