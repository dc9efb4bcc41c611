"""From the table of a project to records: whatever is wrong in it is told at once, with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from glob import has_magic
from itertools import islice, product
from math import isfinite
from pathlib import Path
from typing import Any

from penstock.project.expectations import Expectation, ModelUnderTest, Topic, Wanted
from penstock.project.mistakes import Mistakes, meant
from penstock.records import record
from penstock.spin.method import SearchMethod

MOST_VARIANTS = 1000
_DEFINITION = re.compile(r"[A-Za-z_]\w*(=.*)?", re.DOTALL)
_INCLUDED_LINE = re.compile(r"[^/]+:[1-9]\d*")
_LIMITS = ("timeout", "memory", "budget")
_DEFAULTS = ("define", "include", *_LIMITS)
_OWN = tuple(topic.value for topic in Topic if topic is not Topic.TEST)  # tests stand in models
_MODEL = ("file", "define", "variants", "include", *_LIMITS, *_OWN)
VERDICTS = ("holds", "violated", "inconclusive")
CHECKS = ("clean", "no-errors", "errors")
BOUNDS = ("bounded", "unbounded")
SEARCH, FAIR = "search", "fair"
"""How the properties of a table are looked at: no properties themselves."""


def _table(entry: dict[str, Any], key: str) -> dict[str, Any]:
    """An inner table; an empty one if there is something else, which is told elsewhere."""
    value = entry.get(key)
    return value if isinstance(value, dict) else {}


@record
class Defaults:
    """What every command of the project is given unless it says otherwise."""

    define: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    timeout: float | None = None
    memory: int | None = None
    budget: float | None = None


@record
class Project:
    """All models with their variants, in the order of the file."""

    root: str
    file: str
    defaults: Defaults
    models: tuple[ModelUnderTest, ...]


def project_of(mistakes: Mistakes) -> Project:
    """The project in a file; what is wrong with it is noted."""
    file = mistakes.file
    assert file is not None
    defaults = defaults_of(mistakes)
    tables = _Tables(mistakes, file.root)
    listed = file.table.get("model", [])
    if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
        mistakes.at("E953", ("model",), "models are written as `[[model]]`, one table each")
        listed = []
    models = [model for number, entry in enumerate(listed) for model in tables.models(entry, number, defaults)]
    _refuse_twice(models, mistakes)
    return Project(str(file.root), file.shown, defaults, tuple(models))


def defaults_of(mistakes: Mistakes) -> Defaults:
    """What a file says about every command, whatever it says about models."""
    file = mistakes.file
    assert file is not None
    if file.problem is not None:
        _note_syntax(mistakes)
    tables = _Tables(mistakes, file.root)
    tables.known_keys(file.table, ("defaults", "model"), ())
    return tables.defaults(file.table.get("defaults", {}))


def _note_syntax(mistakes: Mistakes) -> None:
    file = mistakes.file
    assert file is not None and file.problem is not None
    place = re.search(r"\(at line (\d+), column (\d+)\)", str(file.problem))
    lines = file.text.splitlines(keepends=True)
    offset = len(file.text.rstrip())
    if place is not None:
        offset = sum(map(len, lines[: int(place[1]) - 1])) + int(place[2]) - 1
    message = re.sub(r" \(at .*\)$", "", str(file.problem))
    mistakes.offset("E951", min(offset, max(0, len(file.text) - 1)), f"this is not TOML: {message}")


def _refuse_twice(models: list[ModelUnderTest], mistakes: Mistakes) -> None:
    """Two entries may speak of one model, but not expect different things of it."""
    seen: dict[tuple[str, Topic, str], Expectation] = {}
    for model in models:
        for wanted in model.expectations:
            key = model.name, wanted.topic, wanted.about
            other = seen.setdefault(key, wanted)
            if other.wanted != wanted.wanted:
                message = f"`{wanted.name}` of {model.name} is expected to be {wanted.wanted} here"
                mistakes.of("E958", wanted, message, f"in line {other.line} it is {other.wanted}")


def _is_line(value: Any) -> bool:
    """A line of the model, or of a file that it includes."""
    if isinstance(value, str):
        return _INCLUDED_LINE.fullmatch(value) is not None
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


@dataclass(frozen=True, slots=True)
class _Tables:
    mistakes: Mistakes
    root: Path

    def known_keys(self, table: dict[str, Any], known: tuple[str, ...], path: tuple[str | int, ...]) -> None:
        for key in table:
            if key not in known:
                self.mistakes.at("E952", (*path, key), f"`{key}` is not a key of this table", meant(key, known), (key,))

    def defaults(self, table: Any) -> Defaults:
        if not isinstance(table, dict):
            self.mistakes.at("E953", ("defaults",), "`defaults` is a table")
            return Defaults()
        self.known_keys(table, _DEFAULTS, ("defaults",))
        return Defaults(
            self._definitions(table, ("defaults",)),
            self._directories(table, ("defaults",)),
            *(self._limit(table, name, ("defaults",)) for name in _LIMITS),
        )

    def models(self, entry: dict[str, Any], number: int, defaults: Defaults) -> list[ModelUnderTest]:
        """A model for every file and every variant of an entry."""
        path = ("model", number)
        self.known_keys(entry, _MODEL, path)
        files = self._files(entry, path)
        own = self._definitions(entry, path)
        expectations = tuple(self._expectations(entry, path))
        verify = _table(entry, "verify")
        runs = _table(entry, "conform").get("runs", 1)
        limits = {name: self._limit(entry, name, path) or getattr(defaults, name) for name in _LIMITS}
        directories = (*self._directories(entry, path), *defaults.include)
        return [
            ModelUnderTest(
                file,
                (*defaults.define, *own, *variant),
                directories,
                expectations,
                search=verify.get(SEARCH),
                fair=verify.get(FAIR) is True,
                runs=runs if isinstance(runs, int) else 1,
                **limits,
            )
            for file in files
            for variant in self._variants(entry, path)
        ]

    # -- files and definitions -------------------------------------------------------------------

    def _files(self, entry: dict[str, Any], path: tuple[str | int, ...]) -> list[str]:
        named = entry.get("file")
        if named is None:
            self.mistakes.at("E954", path, "this model has no `file`", 'write `file = "model.pml"`, or a pattern')
            return []
        if not isinstance(named, str) or not named or Path(named).is_absolute():
            self.mistakes.at("E953", (*path, "file"), "`file` is a path or a pattern, seen from this file")
            return []
        found = sorted(file for file in self.root.glob(named) if file.is_file())
        if not found:
            missing = f"no file fits `{named}`" if has_magic(named) else f"there is no file `{named}`"
            self.mistakes.at("E955", (*path, "file"), missing, self._other_file(named), (named,))
        return [str(file.relative_to(self.root)) for file in found]

    def _other_file(self, named: str) -> str | None:
        place = Path(named).parent
        if has_magic(named):
            return None
        if not (self.root / place).is_dir():
            return f"there is no directory `{place}`"
        files = (str(place / file.name) for file in (self.root / place).iterdir() if file.is_file())
        return meant(named, list(islice(files, 20)))

    def _definitions(self, table: dict[str, Any], path: tuple[str | int, ...]) -> tuple[str, ...]:
        listed = self._texts(table, "define", path)
        wrong = [text for text in listed if not _DEFINITION.fullmatch(text)]
        for text in wrong:
            message = f"`{text}` is not a definition"
            self.mistakes.at("E953", (*path, "define"), message, "write `NAME` or `NAME=VALUE`")
        return tuple(text for text in listed if text not in wrong)

    def _directories(self, table: dict[str, Any], path: tuple[str | int, ...]) -> tuple[str, ...]:
        listed = self._texts(table, "include", path)
        for name in listed:
            if not (self.root / name).is_dir():
                self.mistakes.at("E955", (*path, "include"), f"there is no directory `{name}`", names=(name,))
        return listed

    def _texts(self, table: dict[str, Any], key: str, path: tuple[str | int, ...]) -> tuple[str, ...]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            self.mistakes.at("E953", (*path, key), f"`{key}` is a list of texts", f'write `{key} = ["..."]`')
            return ()
        return tuple(value)

    def _limit(self, table: dict[str, Any], key: str, path: tuple[str | int, ...]) -> Any:
        value = table.get(key)
        whole = key == "memory"
        if value is None:
            return None
        right = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
        if not right or not isfinite(value) or not 0 < value < 1e9:
            unit = "a whole number of megabytes" if whole else "a number of seconds"
            self.mistakes.at("E953", (*path, key), f"`{key}` is {unit} greater than 0")
            return None
        return value

    def _variants(self, entry: dict[str, Any], path: tuple[str | int, ...]) -> list[tuple[str, ...]]:
        """All combinations of the values of macros."""
        table = entry.get("variants", {})
        if not isinstance(table, dict) or not all(isinstance(values, list) and values for values in table.values()):
            self.mistakes.at(
                "E953",
                (*path, "variants"),
                "`variants` has a list of values for each macro",
                "variants = { N = [2, 3] }",
            )
            return [()]
        given = {text.partition("=")[0] for text in self._texts(entry, "define", path)}
        for name in given & table.keys():
            self.mistakes.at("E958", (*path, "variants", name), f"`{name}` is in `define`, too", names=(name,))
        combinations = list(product(*([f"{name}={value}" for value in values] for name, values in table.items())))
        if len(combinations) > MOST_VARIANTS:
            text = f"these are {len(combinations):,} combinations: more than {MOST_VARIANTS:,} are too many"
            self.mistakes.at("E953", (*path, "variants"), text)
            return [()]
        return combinations

    # -- what is expected ------------------------------------------------------------------------

    def _expectations(self, entry: dict[str, Any], path: tuple[str | int, ...]) -> Iterator[Expectation]:
        yield self._expected(Topic.CHECK, "", entry.get("check", "no-errors"), CHECKS, (*path, "check"))
        yield from self._named(entry, Topic.VERIFY, VERDICTS, path)
        yield from self._named(entry, Topic.BOUND, BOUNDS, path)
        if "states" in entry:
            yield self._expected(Topic.STATES, "", entry["states"], (), (*path, "states"), numbers=True)
        if "unreached" in entry:
            yield self._lines(entry["unreached"], (*path, "unreached"))
        if "conform" in entry:
            yield self._conforming(entry["conform"], (*path, "conform"))

    def _named(
        self, entry: dict[str, Any], topic: Topic, words: tuple[str, ...], path: tuple[str | int, ...]
    ) -> Iterator[Expectation]:
        """What is expected of properties, or of channels."""
        table = entry.get(topic.value, {})
        path = (*path, topic.value)
        if not isinstance(table, dict):
            what = "properties" if topic is Topic.VERIFY else "channels"
            self.mistakes.at("E953", path, f"`{topic.value}` is a table of {what}", f"{topic.value} = {{ NAME = ... }}")
            return
        for about, value in table.items():
            if topic is Topic.VERIFY and about == SEARCH:
                self._search(value, (*path, about))
            elif topic is Topic.VERIFY and about == FAIR:
                self._fair(value, (*path, about))
            else:
                yield self._expected(topic, about, value, words, (*path, about), numbers=topic is Topic.BOUND)

    def _search(self, value: Any, path: tuple[str | int, ...]) -> None:
        words = [method.value for method in SearchMethod]
        if value not in words:
            self.mistakes.at("E953", path, f"`{value}` is not a kind of search", meant(str(value), words))

    def _fair(self, value: Any, path: tuple[str | int, ...]) -> None:
        if not isinstance(value, bool):
            hint = "true: only runs that are fair to every process count"
            self.mistakes.at("E953", path, f"`fair` is `true` or `false`, not `{value}`", hint)

    def _expected(
        self,
        topic: Topic,
        about: str,
        value: Any,
        words: tuple[str, ...],
        path: tuple[str | int, ...],
        numbers: bool = False,
    ) -> Expectation:
        number = numbers and isinstance(value, int) and not isinstance(value, bool)
        if number and value < 0:
            self.mistakes.at("E953", path, f"{value} is negative", "write 0 or more")
        elif not number and value not in words:
            wanted = [*(f'`"{word}"`' for word in words), *(["a number"] if numbers else [])]
            self.mistakes.at("E953", path, f"`{value}` cannot be expected here", f"write {' or '.join(wanted)}")
        return self._written(topic, about, value if number or isinstance(value, str) else str(value), path)

    def _lines(self, value: Any, path: tuple[str | int, ...]) -> Expectation:
        lines: list[int | str] = value if isinstance(value, list) else []
        if not isinstance(value, list) or not all(map(_is_line, lines)):
            hint = 'unreached = [12, "included.h:3"]'
            self.mistakes.at("E953", path, "`unreached` is a list of line numbers", hint)
            lines = []
        return self._written(Topic.UNREACHED, "", tuple(lines), path)

    def _conforming(self, value: Any, path: tuple[str | int, ...]) -> Expectation:
        table = value if isinstance(value, dict) else {}
        runs = table.get("runs", 1)
        if not isinstance(value, dict) or not isinstance(runs, int) or isinstance(runs, bool) or not 0 < runs <= 1000:
            self.mistakes.at("E953", path, "`conform` says how many runs are followed", "conform = { runs = 3 }")
        self.known_keys(table, ("runs",), path)
        return self._written(Topic.CONFORM, "", "conforms", path)

    def _written(self, topic: Topic, about: str, wanted: Wanted, path: tuple[str | int, ...]) -> Expectation:
        assert self.mistakes.file is not None
        return Expectation(topic, about, wanted, self.mistakes.file.shown, self.mistakes.line_of(path), path)
