"""Outcomes as facts and figures: what of them expectations, tables and plots are about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from penstock.bounds.verdict import BoundVerdict
from penstock.diagnostics.placed import TextPlace
from penstock.draw.chart import chart_text
from penstock.machine.trace import RunTrace
from penstock.project.expectations import Topic, Wanted
from penstock.project.facts import UNKNOWN, VIOLATED, Fact, Figures, sorted_lines
from penstock.spin.properties import PropertyKind
from penstock.spin.report import Unreached
from penstock.tasks.bound_outcome import BoundOutcome, ChannelAnswer
from penstock.tasks.channel_places import channel_places
from penstock.tasks.check import CheckOutcome
from penstock.tasks.explore import ExploreOutcome
from penstock.tasks.verify import VerifyOutcome

_NOT_ALL = "not all states were visited"


def facts_of_check(outcome: CheckOutcome) -> Iterator[Fact]:
    seen = "clean" if not outcome.diagnostics else "no-errors" if outcome.ok else "errors"
    told = [f"{one.file}:{one.line}: {one.message} [{one.code}]" for one in outcome.diagnostics]
    first = next((TextPlace(one.file, one.line, one.column) for one in outcome.diagnostics), None)
    yield Fact(Topic.CHECK, "", seen, reason="\n".join(told), place=first)


def facts_of_verify(outcome: VerifyOutcome) -> Iterator[Fact]:
    for judged in outcome.properties:
        decided = judged.verdict.value in ("holds", VIOLATED)
        chart = "" if judged.run is None else chart_of(judged.run)
        told = judged.explanation, chart, judged.written, judged.failure
        yield Fact(Topic.VERIFY, judged.name, judged.verdict.value, decided, *told, judged.failed)
        if judged.kind is PropertyKind.SAFETY:
            yield Fact(Topic.STATES, "", judged.states, decided, failed=judged.failed)
    lines = {_line_of(one, outcome.file) for one in outcome.unreached if one.statement != "-end-"}
    complete = any(judged.verdict.value == "holds" for judged in outcome.properties)
    unreached = [f"{one.file}:{one.line} {one.process}: {one.statement}" for one in outcome.unreached]
    yield Fact(Topic.UNREACHED, "", sorted_lines(lines), complete, "\n".join(unreached) if complete else _NOT_ALL)


def _line_of(one: Unreached, file: str) -> int | str:
    """Where an included file is may change, its name does not."""
    return one.line if one.file == file else f"{PurePath(one.file).name}:{one.line}"


def figures_of_verify(outcome: VerifyOutcome) -> Figures:
    complete = all(judged.verdict.value == "holds" for judged in outcome.properties)
    return Figures(outcome.states, outcome.transitions, outcome.memory_mb, complete, outcome.unreached)


def chart_of(run: RunTrace) -> str:
    """A run as text, without its title: which model it is of is told elsewhere, and where that is may change."""
    return chart_text(run).partition("\n\n")[2]


def facts_of_explore(outcome: ExploreOutcome) -> Iterator[Fact]:
    wrong = ", ".join(dict.fromkeys(violation.kind.value for violation in outcome.violations))
    seen = VIOLATED if wrong else "holds" if outcome.complete else UNKNOWN
    yield Fact(Topic.VERIFY, "", seen, seen != UNKNOWN, wrong or ("" if outcome.complete else _NOT_ALL))


def figures_of_explore(outcome: ExploreOutcome) -> Figures:
    return Figures(outcome.states, outcome.transitions, None, outcome.complete)


def facts_of_bound(outcome: BoundOutcome) -> Iterator[Fact]:
    places = channel_places(outcome.reading)
    for channel in outcome.channels:
        decided = channel.verdict is not BoundVerdict.UNKNOWN
        place = places.get(channel.name)
        yield Fact(Topic.BOUND, channel.name, _limit(channel), decided, channel.advice, place=place)


def _limit(channel: ChannelAnswer) -> Wanted:
    number = channel.bound if channel.exact is None else channel.exact
    if channel.verdict is BoundVerdict.BOUNDED:
        return "bounded" if number is None else number
    return "unbounded" if channel.verdict is BoundVerdict.UNBOUNDED else UNKNOWN
