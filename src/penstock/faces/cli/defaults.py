"""What a project says about every command, unless the user says otherwise."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from penstock.project.mistakes import Mistakes
from penstock.project.project_file import ProjectFile, find_project
from penstock.project.tables import Defaults, defaults_of

_LIMITS = ("timeout", "memory", "budget")


def with_defaults(arguments: Namespace, parser: ArgumentParser, words: list[str]) -> Namespace:
    """The arguments as if the user had written what the project of this directory says, too."""
    found = find_project(Path())
    if found is None:
        return arguments
    defaults = _defaults(found)
    told = {name: getattr(defaults, name) for name in _LIMITS if hasattr(arguments, name)}
    # The parser leaves alone what is there already, unless a word says otherwise.
    own = parser.parse_args(words, Namespace(**{name: value for name, value in told.items() if value is not None}))
    own.definitions = [*_others(defaults.define, own.definitions), *own.definitions]
    own.directories = [*own.directories, *(os.path.relpath(found.root / name) for name in defaults.include)]
    return own


def _defaults(found: ProjectFile) -> Defaults:
    mistakes = Mistakes(found)
    defaults = defaults_of(mistakes)
    mistakes.raise_any("the defaults of this project cannot be used (--no-project leaves them aside):")
    return defaults


def _others(definitions: tuple[str, ...], given: list[str]) -> list[str]:
    """Definitions of macros that the user has not defined."""
    names = {text.partition("=")[0] for text in given}
    return [text for text in definitions if text.partition("=")[0] not in names]
