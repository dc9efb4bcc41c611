"""What was seen written into the project file, in place of what was expected; everything else stays as it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from penstock.errors import UsageError
from penstock.project.expectations import ANY_CHANNEL, Topic, Wanted
from penstock.project.judging import JudgedExpectation, Met
from penstock.project.project_file import ProjectFile

KeyPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Updated:
    """The new text, what it says now, and what was left alone, with the reason."""

    text: str
    changed: tuple[str, ...]
    left: tuple[str, ...]


def updated(file: ProjectFile, judged: Iterable[JudgedExpectation]) -> Updated:
    unmet = [one for one in judged if one.met is Met.NO]
    written: dict[KeyPath, Wanted] = {}
    left = [f"{one.name}: it is expected by a comment ({one.file}:{one.line})" for one in unmet if not one.path]
    for one in unmet:
        if not one.path or one.seen is None:
            continue
        path = _path_of(one)
        if written.setdefault(path, one.seen) != one.seen:
            written[path] = _joined(one.topic, written[path], one.seen)
            if not written[path]:
                left.append(f"{one.name}: the models of this entry differ in it ({one.file}:{one.line})")
    document = _tomlkit().parse(file.text)
    for path, seen in written.items():
        if seen != "":
            _put(document, (*file.prefix, *path), list(seen) if isinstance(seen, tuple) else seen)
    changed = tuple(f"{path[-1]} = {seen}" for path, seen in written.items() if seen != "")
    return Updated(_tomlkit().dumps(document), changed, tuple(left))


def _path_of(one: JudgedExpectation) -> KeyPath:
    """A channel that differs from all others gets a key of its own."""
    return (*one.path[:-1], one.about) if one.path[-1] == ANY_CHANNEL else one.path


def _joined(topic: Topic, first: Wanted, second: Wanted) -> Wanted:
    """What covers what was seen of several models; nothing if there is no such thing."""
    if topic is Topic.BOUND and isinstance(first, int) and isinstance(second, int):
        return max(first, second)
    if isinstance(first, tuple) and isinstance(second, tuple):
        return tuple(sorted({*first, *second}))
    return ""


def _put(table: Any, path: KeyPath, value: object) -> None:
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value


def _tomlkit() -> Any:
    try:
        return import_module("tomlkit")
    except ImportError:
        raise UsageError("--update needs the `tomlkit` package: pip install 'penstock[project]'") from None
