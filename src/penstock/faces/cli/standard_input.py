"""Where texts come from: files, or the standard input, which has its text only once."""

from __future__ import annotations

import sys
from argparse import Namespace

from penstock.errors import UsageError
from penstock.reading.files import decoded, file_text, trace_text, undecoded
from penstock.reading.source import Source

STANDARD_INPUT = "-"
SHOWN = "<stdin>"
ONLY_ONE = "only one of the two files can be the standard input"


def source_from(arguments: Namespace) -> Source:
    """The model that a command was given, with its text."""
    given = tuple(arguments.definitions), tuple(arguments.directories)
    if arguments.file == STANDARD_INPUT:
        return Source(None, text_of(STANDARD_INPUT), SHOWN, *given)
    return Source(arguments.file, file_text(arguments.file), "", *given)


def text_beside(arguments: Namespace, path: str) -> str:
    """Another text that a command needs beside its model."""
    if path == arguments.file == STANDARD_INPUT:
        raise UsageError(ONLY_ONE)
    return text_of(path)


def trace_beside(arguments: Namespace, path: str) -> str:
    """The trace of a program, which may be bytes."""
    if path != STANDARD_INPUT:
        return trace_text(path)
    if arguments.file == STANDARD_INPUT:
        raise UsageError(ONLY_ONE)
    return undecoded(_input())


def text_of(path: str) -> str:
    return file_text(path) if path != STANDARD_INPUT else decoded(_input(), path)


def _input() -> bytes:
    if sys.stdin is None:
        raise UsageError("the standard input is closed")
    try:
        return sys.stdin.buffer.read()
    except OSError as problem:
        raise UsageError(f"cannot read the standard input: {problem.strerror or problem}") from None
