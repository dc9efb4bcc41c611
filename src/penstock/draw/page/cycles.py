"""Counterexamples: what grows, which process repeats which lines, and where that is in the automata."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.proofs.growth import Counterexample, Round
from penstock.bounds.verdict import BOUNDED, UNKNOWN, BoundResult
from penstock.control import Automaton
from penstock.diagnostics.record import counted
from penstock.draw.page.drawings import Drawings, Figure, taken_edges
from penstock.draw.page.listing import Line, LineLink, Listing
from penstock.graphs import grouped
from penstock.source import Location

MOST_OPEN = 5
MOST_STEPS = 12
MOST_NAMED = 20
"""How many counterexamples are open, lines of a cycle are quoted, and names are listed at once."""


@dataclass(frozen=True, slots=True)
class QuotedLine:
    link: LineLink
    text: str


@dataclass(frozen=True, slots=True)
class ShownRound:
    """Who goes through which lines how often; the lines as they are written, the first ones and the others."""

    who: str
    closed: bool
    times: str
    links: Sequence[LineLink]
    first: Sequence[QuotedLine]
    others: Sequence[QuotedLine]
    more: str


@dataclass(frozen=True, slots=True)
class ShownGrowth:
    """A counterexample; each automaton once, with the steps of all its processes."""

    number: int
    growth: Sequence[tuple[str, int]]
    rounds: Sequence[ShownRound]
    figures: Sequence[tuple[Sequence[str], Figure]]

    @property
    def open(self) -> bool:
        return self.number <= MOST_OPEN


@dataclass(frozen=True, slots=True)
class ShownGrowths:
    """All counterexamples, and the channels that may grow by steps that are not shown."""

    shown: Sequence[ShownGrowth]
    untold: Sequence[str] = ()
    untold_count: str = ""
    more_untold: int = 0


@dataclass(frozen=True, slots=True)
class OtherProcesses:
    heading: str
    figures: Sequence[Figure]

    @property
    def many(self) -> bool:
        return len(self.figures) > MOST_NAMED


def named_lines(result: BoundResult) -> Mapping[Line, list[int]]:
    """For each line that counterexamples name their numbers, which count from 1."""
    return grouped(
        (line, number)
        for number, found in enumerate(result.counterexamples, 1)
        for line in dict.fromkeys(
            (place.file, place.line) for part in found.rounds for place in places_of(result, part)
        )
    )


def places_of(result: BoundResult, part: Round) -> list[Location]:
    """Where the steps of a round are written, each line once in a row."""
    places: list[Location] = []
    for arc in part.arcs:
        place = result.model.locate(arc.statement)
        if not places or places[-1][:2] != place[:2]:
            places.append(place)
    return places


def shown_growths(result: BoundResult, names: NetNames, listing: Listing, drawings: Drawings) -> ShownGrowths | None:
    """All counterexamples; nothing if every channel has a bound."""
    unknown = [channel for channel in result.channels if channel.verdict == UNKNOWN]
    if not unknown and (result.verdict == BOUNDED or not result.counterexamples):
        return None
    teller = _Teller(result, names, listing, drawings)
    shown = [teller.show(number, found) for number, found in enumerate(result.counterexamples, 1)]
    told = {queue for found in result.counterexamples for queue in found.queues}
    left = [channel.name for channel in unknown if not told & set(channel.queues)]
    return ShownGrowths(shown, left[:MOST_NAMED], counted(len(left), "other channel"), len(left[MOST_NAMED:]))


class _Teller:
    def __init__(self, result: BoundResult, names: NetNames, listing: Listing, drawings: Drawings) -> None:
        self.result = result
        self.names = names
        self.listing = listing
        self.drawings = drawings

    def show(self, number: int, found: Counterexample) -> ShownGrowth:
        growth = [(self.names.queue(queue), found.growth[queue]) for queue in found.queues]
        rounds = grouped((part.owner.plan.graph.automaton, part) for part in found.rounds)
        figures = [self._figure(automaton, parts) for automaton, parts in rounds.items()]
        return ShownGrowth(number, growth, [self._round(part) for part in found.rounds], figures)

    def _round(self, part: Round) -> ShownRound:
        places = places_of(self.result, part)
        unique = list({place[:2]: place for place in places}.values())
        others = unique[MOST_STEPS:]
        return ShownRound(
            self.names.owner(part.owner),
            part.closed,
            _times(part.times) if part.closed else _started(part.times),
            [self.listing.link(place) for place in places],
            self._quoted(unique[:MOST_STEPS]),
            self._quoted(others),
            counted(len(others), "more line"),
        )

    def _quoted(self, places: Iterable[Location]) -> list[QuotedLine]:
        lines = (QuotedLine(self.listing.link(place), self.listing.text(place)) for place in places)
        return [line for line in lines if line.text]

    def _figure(self, automaton: Automaton, parts: list[Round]) -> tuple[list[str], Figure]:
        marked = taken_edges(automaton, (arc for part in parts for arc in part.arcs))
        owners = list(dict.fromkeys(self.names.owner(part.owner) for part in parts))
        return owners, self.drawings.show(automaton, marked)


def _times(times: int) -> str:
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


def _started(times: int) -> str:
    return "a new process" if times == 1 else f"{times} new processes"


def other_processes(result: BoundResult, drawings: Drawings) -> OtherProcesses | None:
    """The automata that no counterexample speaks of."""
    told = {part.owner.plan.graph.automaton for found in result.counterexamples for part in found.rounds}
    others = [graph.automaton for graph in result.net.analysis.graphs if graph.automaton not in told]
    figures = [drawings.show(automaton) for automaton in others]
    return OtherProcesses("Other processes" if told else "Processes", figures) if figures else None
