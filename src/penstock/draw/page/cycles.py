"""Counterexamples: what grows, which process repeats which lines, and where that is in the automata."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from penstock.automata import Automaton
from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.proofs.growth import Counterexample, Round
from penstock.bounds.verdict import BOUNDED, UNKNOWN, Result
from penstock.diagnostics.record import counted
from penstock.draw.page.drawings import Drawings, taken_edges
from penstock.draw.page.elements import Html, code, element, folded, items, join, paragraph, section
from penstock.draw.page.listing import Line, Listing
from penstock.source import Location

MOST_OPEN = 5
MOST_STEPS = 12
MOST_NAMED = 20
"""How many counterexamples are open, lines of a cycle are quoted, and names are listed at once."""


def named_lines(result: Result) -> Mapping[Line, list[int]]:
    """For each line that counterexamples name their numbers, which count from 1."""
    named: dict[Line, list[int]] = {}
    for number, found in enumerate(result.counterexamples, 1):
        lines = dict.fromkeys((place.file, place.line) for part in found.rounds for place in places_of(result, part))
        for line in lines:
            named.setdefault(line, []).append(number)
    return named


def places_of(result: Result, part: Round) -> list[Location]:
    """Where the steps of a round are written, each line once in a row."""
    places: list[Location] = []
    for arc in part.arcs:
        place = result.model.locate(arc.statement)
        if not places or places[-1][:2] != place[:2]:
            places.append(place)
    return places


def cycle_section(result: Result, names: NetNames, listing: Listing, drawings: Drawings) -> Html:
    """All counterexamples, the first ones open; nothing if every channel has a bound."""
    open_ = any(channel.verdict == UNKNOWN for channel in result.channels)
    if not open_ and (result.verdict == BOUNDED or not result.counterexamples):
        return Html()
    if not result.counterexamples:
        said = "No bound was found, and no steps that would fill a channel either."
        return section("Counterexamples", paragraph(said), name="counterexamples")
    teller = _Teller(result, names, listing, drawings)
    shown = [teller.show(number, found) for number, found in enumerate(result.counterexamples, 1)]
    return section("Counterexamples", *_reading(), *_untold(result), *shown, name="counterexamples")


def _untold(result: Result) -> list[Html]:
    """A word about the channels that may grow, but by steps that are not shown."""
    told = {queue for found in result.counterexamples for queue in found.queues}
    left = [one.name for one in result.channels if one.verdict == UNKNOWN and not told & set(one.queues)]
    if not left:
        return []
    named = join(map(code, left[:MOST_NAMED]), ", ")
    more = f" and {len(left) - MOST_NAMED} more" if len(left) > MOST_NAMED else ""
    return [
        paragraph(f"No steps are shown for {counted(len(left), 'other channel')} without a bound: ", named, more, ".")
    ]


def _reading() -> list[Html]:
    return [
        paragraph(
            "The steps of a counterexample, taken together, put more messages into a channel than they take out, "
            "and use up nothing: as far as the test can tell, they can be repeated forever."
        ),
        paragraph(
            "The test does not take everything into account. If the values of variables, the order of messages or "
            "some counted limit rules out these steps, the channel may be bounded after all; if not, the sender "
            "must wait for something, such as an answer, or someone must receive more."
        ),
    ]


class _Teller:
    def __init__(self, result: Result, names: NetNames, listing: Listing, drawings: Drawings) -> None:
        self.result = result
        self.names = names
        self.listing = listing
        self.drawings = drawings

    def show(self, number: int, found: Counterexample) -> Html:
        title = join([f"Counterexample {number}: ", self._growth(found)])
        told = items(self._round(part) for part in found.rounds)
        content = [element("summary", element("h3", title)), told, *self._figures(found)]
        return element("details", *content, class_="growth", id=f"growth-{number}", open=number <= MOST_OPEN)

    def _growth(self, found: Counterexample) -> Html:
        said = [join([code(self.names.queue(queue)), f" grows by {found.growth[queue]}"]) for queue in found.queues]
        return join(said, ", ")

    def _round(self, part: Round) -> Html:
        places = places_of(self.result, part)
        word = "line " if len(places) == 1 else "lines "
        lines = join(map(self.listing.link, places), ", ")
        who = code(self.names.owner(part.owner))
        if part.closed:
            return join([who, f" goes {_times(part.times)} through ", word, lines, self._quoted(places)])
        count = "a new process" if part.times == 1 else f"{part.times} new processes"
        return join([who, f": {count}, going through ", word, lines, self._quoted(places)])

    def _quoted(self, places: list[Location]) -> Html:
        """The lines as they are written, each once."""
        unique = list({place[:2]: place for place in places}.values())
        first, others = unique[:MOST_STEPS], unique[MOST_STEPS:]
        more = [folded(f"{counted(len(others), 'more line')}", self._steps(others))] if others else []
        return join([self._steps(first), *more])

    def _steps(self, places: Iterable[Location]) -> Html:
        lines = [
            element("li", self.listing.link(place), ": ", code(self.listing.text(place)))
            for place in places
            if self.listing.text(place)
        ]
        return element("ul", *lines, class_="steps") if lines else Html()

    def _figures(self, found: Counterexample) -> list[Html]:
        """Each automaton once, with the steps of all its processes."""
        rounds: dict[Automaton, list[Round]] = {}
        for part in found.rounds:
            rounds.setdefault(part.owner.plan.graph.automaton, []).append(part)
        return [self._figure(automaton, parts) for automaton, parts in rounds.items()]

    def _figure(self, automaton: Automaton, parts: list[Round]) -> Html:
        marked = taken_edges(automaton, (arc for part in parts for arc in part.arcs))
        owners = dict.fromkeys(self.names.owner(part.owner) for part in parts)
        who = join(map(code, owners), ", ")
        caption = join(["Thick lines with bold text: the steps of ", who])
        return self.drawings.show(automaton, marked, caption)


def _times(times: int) -> str:
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


def other_processes(result: Result, drawings: Drawings) -> Html:
    """The automata that no counterexample speaks of, folded."""
    told = {part.owner.plan.graph.automaton for found in result.counterexamples for part in found.rounds}
    others = [graph.automaton for graph in result.net.analysis.graphs if graph.automaton not in told]
    if not others:
        return Html()
    shown = [folded(code(one.name), drawings.show(one, (), _title(one))) for one in others]
    if len(shown) > MOST_NAMED:
        shown = [folded(f"{len(shown)} automata", *shown)]
    return section("Other processes" if told else "Processes", *shown, name="processes")


def _title(automaton: Automaton) -> str:
    return f"The places of {automaton.name} and the steps between them."
