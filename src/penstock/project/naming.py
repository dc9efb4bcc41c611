"""Whether what is spoken of exists: properties, channels, lines and macros."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from penstock.project.asking import source_of
from penstock.project.expectations import ANY_CHANNEL, Expectation, ModelUnderTest, Topic
from penstock.project.macros import is_mentioned, makes_a_difference, may_be_overruled
from penstock.project.mistakes import Mistakes, meant
from penstock.project.tables import Project
from penstock.reading.opening import Opening
from penstock.reading.reading import Reading
from penstock.reading.wanted import Wanted
from penstock.tasks.channel_places import channel_places
from penstock.tasks.models import read_model
from penstock.tasks.properties import known_properties

_NAMED = (Topic.VERIFY, Topic.BOUND, Topic.UNREACHED)


def note_unknown_names(project: Project, mistakes: Mistakes) -> None:
    for model in project.models:
        _note_names(model, project.root, mistakes)
    entries: dict[int, list[ModelUnderTest]] = {}
    for model in project.models:
        if (number := _entry(model)) is not None:
            entries.setdefault(number, []).append(model)
    for number, models in entries.items():
        _note_idle_macros(number, models, project.root, mistakes)


# -- names and lines in expectations -----------------------------------------------------------------


def _note_names(model: ModelUnderTest, root: str, mistakes: Mistakes) -> None:
    wanted = [one for one in model.expectations if one.topic in _NAMED and one.about != ANY_CHANNEL]
    if not wanted:
        return
    reading = read_model(Wanted(source_of(model, root), opening=Opening()))
    if not reading.ok:
        return  # `check` will tell
    names = _names(wanted, reading)
    for one in wanted:
        if one.topic is Topic.UNREACHED:
            _note_lines(one, model, reading.text.count("\n") + 1, mistakes)
        elif one.about not in names[one.topic]:
            what = "property" if one.topic is Topic.VERIFY else "channel"
            mistakes.of("E956", one, f"{model.path} has no {what} `{one.about}`", meant(one.about, names[one.topic]))


def _names(wanted: list[Expectation], reading: Reading) -> dict[Topic, set[str]]:
    """What the model has, of the kinds that are spoken of."""
    topics = {one.topic for one in wanted}
    names: dict[Topic, set[str]] = {}
    if Topic.VERIFY in topics:
        names[Topic.VERIFY] = {one.name for one in known_properties(reading.model, reading.asked)}
    if Topic.BOUND in topics:
        channels = set(channel_places(reading))
        names[Topic.BOUND] = channels | {channel.rpartition("[")[0] for channel in channels if "[" in channel}
    return names


def _note_lines(wanted: Expectation, model: ModelUnderTest, last: int, mistakes: Mistakes) -> None:
    beyond = (
        [line for line in wanted.wanted if isinstance(line, int) and line > last]
        if isinstance(wanted.wanted, tuple)
        else []
    )
    if beyond:
        mistakes.of("E957", wanted, f"{model.path} has no line {beyond[0]}", f"its last line is {last}")


# -- macros -------------------------------------------------------------------------------------------


def _entry(model: ModelUnderTest) -> int | None:
    """The number of the entry that a model comes from."""
    path = model.expectations[0].path
    return path[1] if path and isinstance(path[1], int) else None


def _note_idle_macros(number: int, models: list[ModelUnderTest], root: str, mistakes: Mistakes) -> None:
    """A mistyped macro would test the same model again and again, and look like an answer about many."""
    assert mistakes.file is not None
    entry = mistakes.file.table["model"][number]
    files = list({model.path: model for model in models}.values())
    for key, name, values in _macros(entry):
        if not any(_matters(name, values, model, root) for model in files):
            path = ("model", number, key, name) if key == "variants" else ("model", number, key)
            what = files[0].path if len(files) == 1 else "any model of this entry"
            mistakes.at("E960", path, f"`{name}` makes no difference to {what}", _HINT.format(name=name), (name,))


_HINT = "is it mistyped?  A model that defines it must leave it to others: `#ifndef {name}` before its `#define`"


def _macros(entry: dict[str, Any]) -> Iterator[tuple[str, str, list[str]]]:
    """Those of an entry, with their values if there are several; what is no macro is another mistake."""
    defined, variants = entry.get("define"), entry.get("variants")
    for text in defined if isinstance(defined, list) else ():
        if isinstance(text, str) and text.partition("=")[0].isidentifier():
            yield "define", text.partition("=")[0], []
    for name, values in variants.items() if isinstance(variants, dict) else ():
        yield "variants", name, [str(value) for value in values] if isinstance(values, list) else []


def _matters(name: str, values: list[str], model: ModelUnderTest, root: str) -> bool:
    source = source_of(model, root)
    if not is_mentioned(name, source):
        return False
    if len(values) < 2 or not may_be_overruled(name, source):
        return True
    return makes_a_difference(name, values, source)
