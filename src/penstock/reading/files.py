"""Texts from files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from penstock.errors import UsageError
from penstock.reading.confinement import confinement

InsteadOfFile = Callable[[str], str]
"""From a path to its text: whoever edits a file knows a newer one.  Raises `UsageError` if there is none."""
_instead: ContextVar[InsteadOfFile | None] = ContextVar("instead", default=None)


@contextmanager
def instead_of_files(text_of: InsteadOfFile) -> Iterator[None]:
    """All that is read in here, in this thread, gets its texts from `text_of`."""
    token = _instead.set(text_of)
    try:
        yield
    finally:
        _instead.reset(token)


def file_text(path: str) -> str:
    text_of = _instead.get()
    return text_of(path) if text_of is not None else text_on_disk(path)


def text_on_disk(path: str) -> str:
    return decoded(_contents(path), path)


def trace_text(path: str) -> str:
    """The trace of a program: a text, or bytes that are kept as they are."""
    return undecoded(_contents(path))


def undecoded(contents: bytes) -> str:
    return contents.decode("utf-8", errors="surrogateescape")


def _contents(path: str) -> bytes:
    limits = confinement()
    try:
        with open(path if limits is None else limits.allowed(path), "rb") as file:
            return file.read()
    except IsADirectoryError:
        raise UsageError(f"`{path}` is a directory") from None
    except OSError as problem:
        raise UsageError(f"cannot read `{path}`: {problem.strerror or problem}") from None
    except ValueError as problem:
        raise UsageError(f"cannot read `{path!r}`: {problem}") from None


def decoded(contents: bytes, name: str) -> str:
    """Bytes as text; those that are not UTF-8 are kept as they are."""
    if b"\0" in contents:
        raise UsageError(f"`{name}` is a binary file, not a text")
    text = contents.decode("utf-8", errors="surrogateescape").removeprefix("\ufeff")
    # Lines that end in a carriage return alone, as on old Macs.
    return text if "\n" in text else text.replace("\r", "\n")
