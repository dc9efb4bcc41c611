"""What a command says: its result where the user wants it, everything else on the standard error output."""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from os.path import splitext
from threading import Event
from typing import Any, TextIO, TypeVar

from penstock.budget import Watch
from penstock.diagnostics.placed import placed
from penstock.diagnostics.record import Diagnostics
from penstock.diagnostics.text import render_text, summary
from penstock.errors import ModelErrors, PenstockError, UsageError
from penstock.faces.cli.endings import BINARY, PICTURE_ENDINGS
from penstock.faces.cli.files import encoded, replace_file
from penstock.faces.cli.progress import ProgressLine
from penstock.faces.cli.signals import stopped_by_signals
from penstock.records import Json
from penstock.tasks.outcome import Outcome

Shown = TypeVar("Shown", bound=Outcome)
Written = str | bytes | Json
"""An outcome in one of its forms."""
_LONE_BYTE = re.compile(r"(?<!\\ud[89ab][0-9a-f]{2})\\udc[89a-f][0-9a-f]")


@dataclass(frozen=True, slots=True)
class Console:
    """The command that speaks, and what the user said about its output."""

    command: str
    output: str | None
    format: str
    quiet: bool
    color: str = "auto"
    stop: Event = field(default_factory=Event, compare=False)
    """Set when the user wants to hear what was found until now."""

    @property
    def to_terminal(self) -> bool:
        return self.output is None

    def write(self, text: str) -> None:
        """Put the result where the user wants it."""
        self.write_bytes(encoded(text if text.endswith("\n") else text + "\n"))

    def write_bytes(self, contents: bytes) -> None:
        """The same for what is no text."""
        if self.output not in (None, "-"):
            replace_file(self.output or "", contents)
            return
        if sys.stdout is None:
            raise UsageError("the standard output is closed")
        if self.format in BINARY and sys.stdout.isatty():
            raise UsageError(f"{self.format.upper()} is nothing for a terminal: write it to a file with -o FILE")
        sys.stdout.flush()
        sys.stdout.buffer.write(contents)
        sys.stdout.buffer.flush()

    def write_json(self, value: Outcome | Json) -> None:
        self.write(json_text(value.to_dict() if isinstance(value, Outcome) else value))

    def write_outcome(
        self, name: str, outcome: Shown, forms: Mapping[str, Callable[[Shown], str | bytes | Json]]
    ) -> None:
        """Put the answer about a model where the user wants it, in the form that was asked for."""
        if self.format == "json":
            self.write_json(outcome)
        elif self.format == "text" and self.quiet:
            self.write_summary(name, outcome)
        else:
            shown = forms[self.format](outcome)
            self._write_form(shown)

    def _write_form(self, shown: Written) -> None:
        if isinstance(shown, bytes):
            self.write_bytes(shown)
        elif isinstance(shown, str):
            self.write(shown)
        else:
            self.write_json(shown)

    def write_summary(self, name: str, outcome: Outcome) -> None:
        """The answer about a model in one line."""
        self.write(f"{name}: {' '.join(outcome.summary.split())}")

    def say(self, text: str) -> None:
        """Something that is not part of the result."""
        print(f"penstock {self.command}: {text}", file=sys.stderr)

    def mention(self, text: str) -> None:
        """The same, unless the user wants to hear nothing but the result."""
        if not self.quiet:
            self.say(text)

    def tell_problem(self, problem: PenstockError) -> None:
        """Why there is no answer."""
        if not isinstance(problem, ModelErrors):
            # Names in it may not be UTF-8.
            self.say(str(problem).encode("utf-8", errors="backslashreplace").decode())
            return
        if problem.heading and not self.quiet:
            print(problem.heading, file=sys.stderr)
        self.show(problem.diagnostics)

    def in_colour(self, stream: TextIO | None) -> bool:
        """Whether to paint: if the user says so, or on a terminal that can, and whose user has not said no."""
        if self.color != "auto" or stream is None:
            return self.color == "always"
        unwanted = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return not unwanted and stream.isatty()

    def show(self, diagnostics: Diagnostics) -> None:
        """Tell the user about findings on the standard error output."""
        if not diagnostics.records:
            return
        text = summary(diagnostics)
        if self.quiet:
            text = f"{placed(diagnostics)[0].file}: {text}"
        else:
            text = f"{render_text(diagnostics, self.in_colour(sys.stderr))}\n{text}"
        sys.stderr.write(text.encode("utf-8", errors="replace").decode("utf-8") + "\n")

    @contextmanager
    def watching(self, part: Callable[[Any], None] | None = None) -> Iterator[Watch]:
        """Progress is shown in one line, which goes away in the end; a signal asks for what was found until then."""
        line = ProgressLine(not self.quiet and sys.stderr is not None and sys.stderr.isatty())

        def finished(found: Any) -> None:
            with line.hidden():
                if part is not None:
                    part(found)

        with stopped_by_signals(self.stop), line:
            yield Watch(line.show, self.stop, part=finished)


def console_for(command: str, arguments: Namespace, formats: Sequence[str]) -> Console:
    output, form = getattr(arguments, "output", None), getattr(arguments, "format", None)
    if form is None:
        named = picture_form(output)
        form = named if named is not None and named in formats else next(iter(formats), "text")
    return Console(command, output, form, arguments.quiet, arguments.color)


def check_output(console: Console, formats: Sequence[str]) -> None:
    """Refuse to write into a file something else than its name promises."""
    named = picture_form(console.output)
    if named is None or console.format == named or {console.format, named} == {"tikz", "tex"}:
        return
    if named in formats:
        raise UsageError(f"`{console.output}` is no name for {console.format}: use another, or --format {named}")
    drawn = [form for form in formats if form in PICTURE_ENDINGS.values()]
    instead = f"--format is one of {', '.join(drawn)}" if drawn else "options such as --msc name files for pictures"
    raise UsageError(f"`{console.output}` is the name of a picture, which this output is not; {instead}")


def picture_form(path: str | None) -> str | None:
    """The form of a picture that a file of this name holds."""
    return PICTURE_ENDINGS.get(splitext(path)[1].lower()) if path else None


def json_text(value: Json) -> str:
    # A name that is not UTF-8 must not break those who read this.
    return _LONE_BYTE.sub(r"\\ufffd", json.dumps(value, indent=2)) + "\n"
