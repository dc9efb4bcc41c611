"""What a command of the command line consists of."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Set
from dataclasses import dataclass

from penstock.faces.cli.arguments import add_request_arguments, format_argument
from penstock.reading.languages import ENDINGS

QUIET = "print one line, or nothing besides the text that was asked for"
COLOR = "paint messages: on a terminal, unless NO_COLOR is set (default: auto), always or never"


def nothing_more(_parser: ArgumentParser) -> None:
    """For commands whose options are those of their request."""


def no_objection(_arguments: Namespace) -> None:
    """For commands whose options fit together in any way."""


@dataclass(frozen=True, slots=True)
class Command:
    """A kind of request, and what only the command line asks besides: forms of output, and files to write."""

    request: type
    description: str
    epilog: str
    formats: tuple[str, ...] = ("text", "json")
    add_files: Callable[[ArgumentParser], None] = nothing_more
    output: str | None = "write the output to FILE; `-`: standard output"
    refuse: Callable[[Namespace], None] = no_objection
    """Raises an error for options that do not fit together, before anything is read."""

    found: str = ""
    """For commands that take several models: what is said of one with a finding."""

    endings: Set[str] = ENDINGS
    """Of the files in a directory that it is about."""

    @property
    def takes_several(self) -> bool:
        return bool(self.found)

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_request_arguments(parser, self.request, self.takes_several)
        format_argument(parser, self.formats)
        if self.output is not None:
            parser.add_argument("-o", dest="output", metavar="FILE", help=self.output)
        parser.add_argument("--quiet", action="store_true", help=QUIET)
        parser.add_argument("--color", choices=("auto", "always", "never"), default="auto", help=COLOR)
        self.add_files(parser)
