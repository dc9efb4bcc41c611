"""Where texts come from: files, or the standard input, which has its text only once."""

from __future__ import annotations

import sys
from argparse import Namespace

from penstock.errors import UsageError
from penstock.reading.files import decoded, file_text
from penstock.reading.source import Source

STANDARD_INPUT = "-"
SHOWN = "<stdin>"


def source_from(arguments: Namespace) -> Source:
    """The model that a command was given, with its text."""
    given = tuple(arguments.definitions), tuple(arguments.directories)
    if arguments.file == STANDARD_INPUT:
        return Source(None, text_of(STANDARD_INPUT), SHOWN, *given)
    return Source(arguments.file, file_text(arguments.file), "", *given)


def text_beside(arguments: Namespace, path: str) -> str:
    """Another text that a command needs beside its model."""
    if path == arguments.file == STANDARD_INPUT:
        raise UsageError("only one of the two files can be the standard input")
    return text_of(path)


def text_of(path: str) -> str:
    if path != STANDARD_INPUT:
        return file_text(path)
    if sys.stdin is None:
        raise UsageError("the standard input is closed")
    try:
        return decoded(sys.stdin.buffer.read(), path)
    except OSError as problem:
        raise UsageError(f"cannot read the standard input: {problem.strerror or problem}") from None
