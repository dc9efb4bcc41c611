"""The runs that a page has open: each is a tree of moments with a cursor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from penstock.draw.graph.automata import automaton_graph
from penstock.draw.graph.data import drawn_graph
from penstock.errors import UsageError
from penstock.faces.data.asking import request_of
from penstock.faces.web.lines import Line, new_line
from penstock.faces.web.protocol import (
    AtParams,
    EngineKind,
    GoParams,
    Nothing,
    OpenedRun,
    OpenRunParams,
    RunLine,
    RunParams,
    RunView,
    ToParams,
    WrittenText,
)
from penstock.machine.build import Machine
from penstock.reading.reading import Reading
from penstock.stepping.looking import scene_at
from penstock.stepping.paths import go_along, line_of
from penstock.stepping.timeline import Moment, Timeline
from penstock.tasks.simulate import simulated_model

MOST_RUNS = 8


class PageRun:
    """One run of a page; moments are found by their numbers."""

    def __init__(self, number: int, reading: Reading, machine: Machine) -> None:
        self.number = number
        self.reading = reading
        self.timeline = Timeline(machine)
        self.line: Line = [self.timeline.begin]
        """The one that the cursor is on, which the page knows."""
        self.loop: tuple[Moment, int] | None = None
        """The end of a line that repeats from a step on, and that step."""

    def view(self, note: str = "", news: RunLine | None = None) -> RunView:
        timeline = self.timeline
        scene = scene_at(timeline)
        return RunView(self.number, scene, len(self.line) - 1, timeline.count, self.repeats_from, note, news)

    def moved(self, note: str = "") -> RunView:
        """The view after a move that may have led to another line."""
        before, self.line = self.line, line_of(self.timeline)
        return self.view(note, new_line(self.timeline, before, self.line))

    @property
    def repeats_from(self) -> int | None:
        """The step from which on the line repeats, if it is one that does."""
        return self.loop[1] if self.loop is not None and self.loop[0] is self.line[-1] else None

    def moment(self, number: int) -> Moment:
        found = next((one for one in _moments(self.timeline.begin) if one.number == number), None)
        if found is None:
            raise UsageError(f"this run has no moment {number}")
        return found


def _moments(begin: Moment) -> Iterator[Moment]:
    waiting = [begin]
    while waiting:
        moment = waiting.pop()
        yield moment
        waiting.extend(moment.children)


class PageRuns:
    """All runs of a page; the oldest goes when there are too many."""

    def __init__(self) -> None:
        self._runs: dict[int, PageRun] = {}
        self._count = 0

    def __getitem__(self, number: int) -> PageRun:
        if number not in self._runs:
            raise UsageError(f"there is no run {number} any more: open it again")
        return self._runs[number]

    def add(self, reading: Reading, machine: Machine) -> PageRun:
        self._count += 1
        while len(self._runs) >= MOST_RUNS:
            del self._runs[min(self._runs)]
        run = self._runs[self._count] = PageRun(self._count, reading, machine)
        return run

    def close(self, number: int) -> None:
        self._runs.pop(number, None)


def model_of(given: dict[str, Any]) -> tuple[Reading, Machine]:
    """The model that some parameters of `simulate` stand for."""
    return simulated_model(request_of("simulate", given))


class HasRuns(Protocol):
    """A session, as far as runs need it."""

    engine: EngineKind

    @property
    def runs(self) -> PageRuns: ...


def open_run(session: HasRuns, asked: OpenRunParams) -> OpenedRun:
    reading, machine = model_of(asked.model)
    run = session.runs.add(reading, machine)
    timeline = run.timeline
    go_along(timeline, asked.path)
    if asked.loop is not None:
        run.loop = timeline.now, asked.loop
    if asked.depth is not None:
        timeline.back(timeline.now.depth - asked.depth)
    automata = machine.program.automata
    return OpenedRun(
        run.moved(),
        tuple(drawn_graph(automaton_graph(reading.model, one)) for one in automata),
        tuple(WrittenText(*one) for one in _texts(reading)),
        tuple(one.name for one in automata),
    )


def _texts(reading: Reading) -> Iterator[tuple[str, str]]:
    yield reading.source.shown, reading.text
    yield from reading.included.items()


def close_run(session: HasRuns, asked: RunParams) -> Nothing:
    session.runs.close(asked.run)
    return Nothing()


def go(session: HasRuns, asked: GoParams) -> RunView:
    go_along(session.runs[asked.run].timeline, [asked.choice])
    return session.runs[asked.run].moved()


def to_moment(session: HasRuns, asked: ToParams) -> RunView:
    run = session.runs[asked.run]
    run.timeline.to(run.moment(asked.moment))
    return run.moved()


def at_depth(session: HasRuns, asked: AtParams) -> RunView:
    run = session.runs[asked.run]
    run.timeline.to(run.line[min(asked.depth, len(run.line) - 1)])
    return run.view()
