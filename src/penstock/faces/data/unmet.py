"""Expectations that are not met: what to say about one, and where it belongs."""

from __future__ import annotations

import os
from collections.abc import Iterator

from penstock.diagnostics.placed import TextPlace
from penstock.project.expectations import Topic, Wanted
from penstock.project.judging import JudgedExpectation, Met
from penstock.project.test import TestedModel, TestOutcome


def unmet(outcome: TestOutcome) -> Iterator[tuple[TestedModel, JudgedExpectation]]:
    for model in outcome.models:
        for one in model.expectations:
            if one.met is not Met.YES:
                yield model, one


def expected_words(one: JudgedExpectation) -> str:
    return value_words(one.topic, one.wanted, expected=True)


def seen_words(one: JudgedExpectation) -> str:
    return "no answer" if one.seen is None else value_words(one.topic, one.seen)


def value_words(topic: Topic, value: Wanted, expected: bool = False) -> str:
    if topic is Topic.TEST and isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, tuple):
        lines = f"line{'s' * (len(value) > 1)} {', '.join(map(str, value))}"
        return (f"only {lines}" if expected else lines) if value else "none"
    return f"at most {value}" if expected and topic is Topic.BOUND and isinstance(value, int) else str(value)


def difference(one: JudgedExpectation) -> str:
    """`expected holds, seen violated`."""
    return f"expected {expected_words(one)}, seen {seen_words(one)}"


def explained(one: JudgedExpectation) -> list[str]:
    """The difference, its reason and the chart of the run, line by line."""
    return [difference(one), *one.reason.rstrip().splitlines(), *one.chart.rstrip().splitlines()]


def place_of(one: JudgedExpectation, root: str, start: str) -> TextPlace:
    """The property or channel in the model or, if its place is not known, the line that expects something of it.

    Where a path is below `start`, it begins there: pages that show code know files by such names.
    """
    if one.place is None:
        return expectation_place(one, root, start)
    return TextPlace(path_from(os.path.join(root, one.place.file), start), one.place.line, one.place.column)


def expectation_place(one: JudgedExpectation, root: str, start: str) -> TextPlace:
    """The line that expects something: in the file of the project, or in a comment of the model."""
    path = os.path.abspath(one.file) if one.path else os.path.join(root, one.file)
    return TextPlace(path_from(path, start), one.line, 1)


def path_from(path: str, start: str) -> str:
    shorter = os.path.relpath(path, start)
    return path if shorter.startswith(os.pardir) else shorter
