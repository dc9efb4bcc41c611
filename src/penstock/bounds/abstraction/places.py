"""The parts of a net: places that hold tokens, transitions that move them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from penstock.bounds.abstraction.analysis import Analysis
from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.abstraction.instances import InstanceClass
from penstock.bounds.abstraction.messages import MessageType
from penstock.resolve.symbols import Variable


@dataclass(frozen=True, slots=True)
class Standing:
    """Where processes of a class may stand."""

    owner: InstanceClass
    node: int


@dataclass(frozen=True, slots=True)
class Messages:
    """Messages of one type in a queue; with `handed` they are handed over directly and never wait."""

    queue: int
    type: MessageType
    handed: bool = False


@dataclass(frozen=True, slots=True)
class Room:
    """Processes that may still be started, where their number is limited."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A global variable holds a value: one token for each variable."""

    variable: Variable
    value: int


Place = Standing | Messages | Room | Holding


@dataclass(frozen=True, slots=True)
class Transition:
    """A step with its effect on the places: (place, change), each place once, no change of 0 but for loops."""

    owner: InstanceClass
    arc: Arc
    source: int
    target: int
    """The nodes of its owner between which it moves a process."""
    effect: tuple[tuple[int, int], ...]
    needs: tuple[int, ...]
    """The places that must hold a token."""
    further: tuple[Arc, ...] = ()
    """Steps that follow at once, before any other process moves."""

    @property
    def arcs(self) -> tuple[Arc, ...]:
        return (self.arc, *self.further)


@dataclass
class Net:
    """Places and transitions by number, and the tokens at the start."""

    analysis: Analysis
    places: list[Place] = field(default_factory=list)
    numbers: dict[Place, int] = field(default_factory=dict)
    transitions: list[Transition] = field(default_factory=list)
    start: dict[int, int] = field(default_factory=dict)
    named: Mapping[tuple[int, int], set[int]] = field(default_factory=dict)
    """For each queue and field the values that message types distinguish."""

    def place(self, place: Place) -> int:
        number = self.numbers.get(place)
        if number is None:
            number = self.numbers[place] = len(self.places)
            self.places.append(place)
        return number

    def messages_of(self, queue: int) -> list[int]:
        """The places of a buffered queue."""
        return self._messages.get((queue, False), [])

    def types_in(self, queue: int, handed: bool) -> list[int]:
        """The places of a queue, buffered or not."""
        return self._messages.get((queue, handed), [])

    @cached_property
    def _messages(self) -> dict[tuple[int, bool], list[int]]:
        """Only asked for when all types of messages are known."""
        found: dict[tuple[int, bool], list[int]] = {}
        for number, place in enumerate(self.places):
            if isinstance(place, Messages):
                found.setdefault((place.queue, place.handed), []).append(number)
        return found

    @cached_property
    def senders(self) -> dict[int, list[Transition]]:
        """For each place the steps that add to it."""
        found: dict[int, list[Transition]] = {}
        for transition in self.transitions:
            for place, change in transition.effect:
                if change > 0:
                    found.setdefault(place, []).append(transition)
        return found

    def near(self, places: Iterable[int]) -> list[int]:
        """The numbers of the steps that have to do with places, however indirectly."""
        parts = {self.part(place) for place in places}
        return sorted(number for part in parts for number in self._steps.get(part, ()))

    def part(self, place: int) -> int:
        """A number that a place shares with those that steps connect to it."""
        return self._part[place]

    @cached_property
    def _steps(self) -> dict[int, list[int]]:
        """For each part that has nothing to do with the others the numbers of its steps."""
        found: dict[int, list[int]] = {}
        for number, step in enumerate(self.transitions):
            found.setdefault(self._part[step.needs[0]], []).append(number)
        return found

    @cached_property
    def _part(self) -> list[int]:
        """For each place the first of those that steps connect to it."""
        part = list(range(len(self.places)))

        def first(place: int) -> int:
            while part[place] != place:
                part[place] = part[part[place]]
                place = part[place]
            return place

        for step in self.transitions:
            here = first(step.needs[0])
            for place in (*step.needs, *(place for place, _ in step.effect)):
                part[first(place)] = here
        return [first(place) for place in range(len(self.places))]

    @cached_property
    def message_places(self) -> list[int]:
        return [n for n, place in enumerate(self.places) if isinstance(place, Messages) and not place.handed]

    @cached_property
    def handed_places(self) -> frozenset[int]:
        return frozenset(n for n, place in enumerate(self.places) if isinstance(place, Messages) and place.handed)
