"""What a random model is made of: places that hold values, channels, and what one process may use of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

Item = TypeVar("Item")

NUMBERS = ("bit", "bool", "byte", "short", "int", "unsigned", "pid")
MESSAGE_NAMES = {"mtype": ("red", "green", "blue"), "mtype:size": ("small", "large")}
TYPES = (*NUMBERS, *MESSAGE_NAMES)

FEATURES = {
    "atomic": 55,
    "d_step": 35,
    "unless": 25,
    "goto": 30,
    "arrays": 40,
    "records": 25,
    "run": 45,
    "rendezvous": 40,
    "channel arrays": 20,
    "channel messages": 15,
    "sorted": 30,
    "polls": 35,
    "late": 30,
    "inline": 20,
    "timeout": 25,
    "provided": 10,
    "remote": 20,
    "enabled": 8,
    "last": 8,
    "priorities": 8,
    "claim": 12,
    "for": 40,
    "visibility": 15,
    "exclusive": 10,
    "assertions": 30,
    "wrap": 35,
    "endings": 20,
    "inviting": 40,
    "structures": 20,
    "identity": 20,
    "brief": 10,
}
"""How many models in a hundred have each.  `inviting`: who holds control could also meet somebody;
`structures`: they travel in messages; `identity`: processes send and expect their own numbers; `brief`: most processes
soon come to their end.  Only where asked for, `deciding`: a d_step that begins with a selection is an option."""


@dataclass(frozen=True, slots=True)
class Place:
    """Something that can be read and, mostly, written: `x`, `a[1]`, `r.f`."""

    text: str
    type: str
    writable: bool = True

    @property
    def number(self) -> bool:
        return self.type in NUMBERS


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel that a process may use, and what for."""

    text: str
    capacity: int
    fields: tuple[str, ...]
    sends: bool = True
    receives: bool = True


@dataclass(frozen=True, slots=True)
class Inline:
    """An inline that takes the name of a variable and a number."""

    name: str


@dataclass(frozen=True, slots=True)
class Runnable:
    """A proctype that a process may start, with the types of its parameters."""

    name: str
    parameters: tuple[str, ...]


@dataclass(slots=True)
class Scope:
    """What the statements at one point of a process may use."""

    random: Random
    features: frozenset[str]
    places: list[Place]
    channels: list[Channel]
    runnable: list[Runnable] = field(default_factory=list)
    inlines: list[Inline] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    remote: list[str] = field(default_factory=list)
    """Expressions about other processes."""
    counters: list[str] = field(default_factory=list)
    """Variables for loops that no enclosing loop uses."""
    arrays: list[tuple[str, str, int]] = field(default_factory=list)
    channel_variables: list[str] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)
    """Structures that travel in messages."""
    depth: int = 0
    indivisible: str = ""
    """`atomic` or `d_step`, if inside of one."""
    looping: bool = False
    late: int = 0

    def has(self, feature: str) -> bool:
        return feature in self.features

    def chance(self, percent: int) -> bool:
        return happens(self.random, percent)

    def choose(self, items: Sequence[Item]) -> Item:
        return items[self.random.randrange(len(items))]

    def number(self, low: int, high: int) -> int:
        return low + self.random.randrange(high - low + 1)

    def numbers(self) -> list[Place]:
        return [place for place in self.places if place.number]

    def writable(self) -> list[Place]:
        return [place for place in self.places if place.writable]


def happens(random: Random, percent: int) -> bool:
    """So many times in a hundred; the least choice is that it does not, for small models are made of least choices."""
    return random.randrange(100) >= 100 - percent


def weighted(random: Random, choices: Sequence[tuple[Item, int]]) -> Item:
    """One of the items, each as often as its weight says."""
    at = random.randrange(sum(weight for _, weight in choices))
    for item, weight in choices:
        at -= weight
        if at < 0:
            return item
    raise AssertionError("the weights do not add up")
