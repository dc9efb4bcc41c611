"""For callers in Python: the options that a command has by default, so that both faces of penstock answer the same."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from penstock.automata import Automaton
from penstock.commands.load import load, load_automata
from penstock.commands.running import refuse_embedded_c
from penstock.diagnostics.text import render_text
from penstock.resolve import Model


def options_of(
    command: str, path: str, definitions: Sequence[str], directories: Sequence[str], **more: Any
) -> Namespace:
    """What `penstock COMMAND PATH --quiet` would be told."""
    parser = ArgumentParser()
    import_module(f"penstock.commands.{command}").add_arguments(parser)
    options = parser.parse_args(["--quiet", "--", path])
    options.definitions, options.directories = list(definitions), list(directories)
    for name, value in more.items():
        setattr(options, name, value)
    return options


def without_errors(model: Model) -> Model:
    if not model.ok:
        raise ValueError(render_text(model.diagnostics, False))
    return model


def loaded(options: Namespace) -> tuple[Model, list[Automaton]]:
    """The model that a command would work on; a `ValueError` tells what is wrong with it."""
    model = load(options)
    automata = load_automata(model)
    return without_errors(model), automata


def runnable(options: Namespace) -> tuple[Model, list[Automaton]]:
    """The same, for what executes models."""
    model, automata = loaded(options)
    refuse_embedded_c(model)
    return model, automata
