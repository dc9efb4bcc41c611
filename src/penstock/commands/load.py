"""Reading models from files: the one place where a path becomes a model."""

from __future__ import annotations

import gc
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from penstock.automata import Automaton, build_automata
from penstock.automata.reach import warn_about_unreachable
from penstock.closing.interface import is_open
from penstock.commands.dialects import dialect_of
from penstock.diagnostics.record import Diagnostics
from penstock.resolve import Model, resolve
from penstock.resolve.timers import has_timers
from penstock.source import Sources
from penstock.syntax.expansion import expand
from penstock.syntax.parser import parse, parse_translation
from penstock.syntax.preprocessor import Include
from penstock.syntax.translation import BadChoice

STANDARD_INPUT = "-"
AUTO = "auto"
"""The length of mailboxes that is to be proved."""
RECURSION_LIMIT = 100_000
"""Long chains of operators make deep trees; Python's own limit is for runaway programs."""
_ABOUT_NAMES = frozenset(["E301", "E302"])


class UsageError(ValueError):
    """The user asked for something that cannot be done; the text says what."""


def text_of(arguments: Namespace) -> str:
    """The text that a command was given: read once, since the standard input or a pipe has it only once."""
    if getattr(arguments, "text", None) is None:
        arguments.text = read_text(arguments.file)
    text: str = arguments.text
    return text


def read_beside(arguments: Namespace, path: str) -> str:
    """Another text that a command needs beside its model."""
    if path == arguments.file == STANDARD_INPUT:
        raise UsageError("only one of the two files can be the standard input")
    return read_text(path)


def read_text(path: str) -> str:
    """The text of a file or, for `-`, of the standard input."""
    if path != STANDARD_INPUT:
        return _file_text(path)
    if sys.stdin is None:
        raise UsageError("the standard input is closed")
    try:
        return _decoded(sys.stdin.buffer.read(), path)
    except OSError as problem:
        raise UsageError(f"cannot read the standard input: {problem.strerror or problem}") from None


def _file_text(path: str) -> str:
    try:
        data = Path(path).read_bytes()
    except IsADirectoryError:
        raise UsageError(f"`{path}` is a directory") from None
    except OSError as problem:
        raise UsageError(f"cannot read `{path}`: {problem.strerror or problem}") from None
    except ValueError as problem:
        raise UsageError(f"cannot read `{path!r}`: {problem}") from None
    return _decoded(data, path)


def _decoded(data: bytes, path: str) -> str:
    """Bytes as text; those that are no UTF-8 are kept as they are."""
    if b"\0" in data:
        raise UsageError(f"`{path}` is a binary file, not a text")
    text = data.decode("utf-8", errors="surrogateescape").removeprefix("\ufeff")
    # Lines that end in a carriage return alone, as on old Macs.
    return text if "\n" in text else text.replace("\r", "\n")


def includer(directories: Sequence[str]) -> Include:
    """Find included files beside the including one and in `directories`."""

    def include(name: str, quoted: bool, including: str) -> tuple[str, str] | None:
        beside = [str(Path(including).parent)] if quoted else []
        for directory in [*beside, *directories]:
            path = str(Path(directory, name))
            try:
                return path, _file_text(path)
            except UsageError:
                continue
        return None

    return include


def load(arguments: Namespace, may_be_open: bool = False) -> Model:
    """The model that a command was given, read as its options say; what is wrong with it is in its diagnostics."""
    name, include = shown_name(arguments.file), includer(arguments.directories)
    model = load_text(text_of(arguments), name, arguments.definitions, include, vars(arguments))
    if is_open(model) and model.ok and not may_be_open:
        raise UsageError("this model is open: `penstock close FILE -o CLOSED.pml` makes a closed one of it")
    return model


def load_model(
    path: str,
    definitions: Sequence[str] = (),
    directories: Sequence[str] = (),
    choices: Mapping[str, Any] | None = None,
    lowered: bool = True,
) -> Model:
    """Read and resolve a model; `choices` are what a dialect lets the user decide."""
    name, include = shown_name(path), includer(directories)
    return load_text(read_text(path), name, definitions, include, choices, lowered=lowered)


def shown_name(path: str) -> str:
    return "<stdin>" if path == STANDARD_INPUT else path


def load_text(
    text: str,
    name: str,
    definitions: Sequence[str],
    include: Include,
    choices: Mapping[str, Any] | None = None,
    more: str = "",
    lowered: bool = True,
) -> Model:
    """The model in a text, with the Promela text `more` after it; the name says in which dialect it is written.

    A model with timers is given as plain Promela if it is to be `lowered`.
    """
    sys.setrecursionlimit(max(RECURSION_LIMIT, sys.getrecursionlimit()))
    if dialect_of(name) is not None and AUTO in ((choices or {}).get("mailbox") or ()):
        from penstock.commands.mailboxes import with_proved_lengths  # only who wants proofs waits for the solver

        choices = with_proved_lengths(choices or {}, lambda some: load_text(text, name, definitions, include, some))
    sources = Sources()
    diagnostics = Diagnostics(sources)
    dialect = dialect_of(name)
    with _without_collection():
        if dialect is None:
            syntax = parse(sources.add(name, text + more), diagnostics, include, definitions)
            model = _closed(resolve(syntax, diagnostics), text, definitions, include, choices, more)
            return _without_timers(model, text, definitions, include, more) if lowered else model
        file = sources.add(name, text)
        try:
            translation = dialect(file, diagnostics, include, definitions, choices or {})
        except BadChoice as problem:
            raise UsageError(str(problem)) from None
        before = list(diagnostics.records)
        syntax = parse_translation(translation, file, diagnostics, include, definitions, more)
        model = resolve(syntax, diagnostics)
        if translation.partial:
            diagnostics.keep_only(_ABOUT_NAMES, before)
            return model
        model = _closed(model, translation.text, definitions, include, choices, more)
        return _without_timers(model, translation.text, definitions, include, more) if lowered else model


def _closed(
    model: Model,
    text: str,
    definitions: Sequence[str],
    include: Include,
    choices: Mapping[str, Any] | None,
    more: str,
) -> Model:
    """The closed model, if this one is open and the command is one for closed models."""
    wanted = choices is not None and "env_in" in choices and choices.get("method")
    if not wanted or choices is None or not model.ok:
        return model
    if not (is_open(model) or choices.get("env_in") or choices.get("env_out")):
        return model
    from penstock.commands.closing import closed_model  # only who has an open model waits for this

    return closed_model(model, text, definitions, include, choices, more)


def _without_timers(model: Model, text: str, definitions: Sequence[str], include: Include, more: str) -> Model:
    """The model in plain Promela, if it has timers; it was read from `text`, with `more` after it."""
    if not model.ok or not has_timers(model):
        return model
    from penstock.timers.reading import plain_model  # only who has timers waits for this

    return plain_model(model, text, definitions, include, more)


def expanded_text(text: str, name: str, definitions: Sequence[str], include: Include) -> str:
    """A model after preprocessing, as a text of its own without directives, macros and comments."""
    sources = Sources()
    return expand(sources.add(name, text), Diagnostics(sources), include, definitions).text


@contextmanager
def _without_collection() -> Iterator[None]:
    """Reading makes many objects and no garbage: looking for some would take half of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def load_automata(model: Model) -> list[Automaton]:
    """The automata of a model without errors; warns about what they do not reach."""
    if not model.ok:
        return []
    with _without_collection():
        automata = build_automata(model)
        if model.ok:
            warn_about_unreachable(model, automata)
        return automata
