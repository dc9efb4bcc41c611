"""What was seen written into the project file, in place of what was expected; everything else stays as it is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from typing import Any

from penstock.errors import UsageError
from penstock.project.expectations import ANY_CHANNEL, Topic, Wanted
from penstock.project.facts import sorted_lines
from penstock.project.judging import JudgedExpectation, Met
from penstock.project.project_file import ProjectFile
from penstock.project.tables import CHECKS
from penstock.project.tested import TestedModel

KeyPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Updated:
    """The new text, what it says now, and what was left alone, with the reason."""

    text: str
    changed: tuple[str, ...]
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was seen of a model where a key of the file expects something."""

    model: str
    judged: JudgedExpectation

    @property
    def place(self) -> str:
        return f"{self.judged.file}:{self.judged.line}"


def updated(file: ProjectFile, models: Iterable[TestedModel]) -> Updated:
    """What was seen of all models that a key speaks of takes the place of what was expected of some in vain."""
    everything = [_Seen(model.name, one) for model in models for one in model.expectations]
    keys: dict[KeyPath, list[_Seen]] = {}
    for one in everything:
        keys.setdefault(_path_of(one.judged), []).append(one)
    document = _tomlkit().parse(file.text)
    changed: list[str] = []
    left: list[str] = []
    for path, together in keys.items():
        unmet = [one for one in together if one.judged.met is Met.NO]
        if not unmet:
            continue
        value = reduce(_joined, together[1:], together[0].judged.seen)
        if reason := _reason(value, unmet[0], together, everything):
            left.append(f"{unmet[0].place}: {reason}")
        else:
            _put(document, (*file.prefix, *path), list(value) if isinstance(value, tuple) else value)
            changed.append(f"{unmet[0].place}: {path[-1]} = {_toml(value)} (was {_toml(unmet[0].judged.wanted)})")
    return Updated(_tomlkit().dumps(document), tuple(changed), tuple(left))


def _path_of(one: JudgedExpectation) -> KeyPath:
    """A channel that differs from all others gets a key of its own; a comment is a place, not a key."""
    if not one.path:
        return one.file, one.line
    return (*one.path[:-1], one.about) if one.path[-1] == ANY_CHANNEL else one.path


def _joined(value: Wanted | None, other: _Seen) -> Wanted | None:
    """What covers both; None if there is no such thing."""
    topic, seen = other.judged.topic, other.judged.seen
    if value is None or seen is None or value == seen:
        return value if value == seen else None
    if topic is Topic.BOUND and isinstance(value, int) and isinstance(seen, int):
        return max(value, seen)
    if isinstance(value, tuple) and isinstance(seen, tuple):
        return sorted_lines([*value, *seen])
    return CHECKS[1] if {value, seen} == set(CHECKS[:2]) else None


def _reason(value: Wanted | None, unmet: _Seen, together: Sequence[_Seen], everything: Sequence[_Seen]) -> str:
    """Why nothing is written; empty if there is no reason against it."""
    judged = unmet.judged
    if judged.topic is Topic.TEST:
        return f"`{judged.name}` says itself what it expects: change it there"
    if not judged.path:
        return f"`{judged.name}` is expected by a comment: change it there"
    if judged.topic is Topic.CONFORM:
        return f"{unmet.model} must conform: repair it, or leave this out"
    if value is None:
        words = dict.fromkeys(f"{_toml(one.judged.seen)} for {one.model}" for one in together)
        return f"`{judged.name}` is {', '.join(words)}: give them entries of their own"
    own = [one.judged for one in everything if one.judged.path[:2] == judged.path[:2]]
    if value == CHECKS[2] and any(one.topic is not Topic.CHECK for one in own):
        return f"{unmet.model} has errors: repair them, or leave out what else is expected of it"
    return ""


def _toml(value: Wanted | None) -> str:
    if isinstance(value, tuple):
        return json.dumps(list(value))
    return "not known" if value is None else f'"{value}"' if isinstance(value, str) else str(value)


def _put(table: Any, path: KeyPath, value: object) -> None:
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value


def _tomlkit() -> Any:
    try:
        return import_module("tomlkit")
    except ImportError:
        raise UsageError("--update needs the `tomlkit` package: pip install 'penstock[project]'") from None
