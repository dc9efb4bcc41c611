"""Whether properties that are expected to hold, or not to, exist."""

from __future__ import annotations

from penstock.project.asking import source_of
from penstock.project.expectations import Expectation, ModelUnderTest, Topic
from penstock.project.mistakes import Mistakes, meant
from penstock.reading.opening import Opening
from penstock.reading.wanted import Wanted
from penstock.tasks.models import read_model
from penstock.tasks.properties import known_properties
from penstock.tasks.spin_text import spin_text


def note_unknown_names(model: ModelUnderTest, root: str, mistakes: Mistakes) -> None:
    wanted = [one for one in model.expectations if one.topic in (Topic.VERIFY, Topic.UNREACHED)]
    if not wanted:
        return
    reading = read_model(Wanted(source_of(model, root), opening=Opening()))
    if not reading.ok:
        return  # `check` will tell
    names = {one.name for one in known_properties(reading.model, spin_text(reading))}
    for one in wanted:
        if one.topic is Topic.VERIFY and one.about not in names:
            message = f"{model.path} has no property `{one.about}`"
            mistakes.of("E956", one, message, meant(one.about, names))
        elif one.topic is Topic.UNREACHED:
            _note_lines(one, model, reading.text.count("\n") + 1, mistakes)


def _note_lines(wanted: Expectation, model: ModelUnderTest, last: int, mistakes: Mistakes) -> None:
    beyond = (
        [line for line in wanted.wanted if isinstance(line, int) and line > last]
        if isinstance(wanted.wanted, tuple)
        else []
    )
    if beyond:
        mistakes.of("E957", wanted, f"{model.path} has no line {beyond[0]}", f"its last line is {last}")
