"""Where a model may be while a trace is followed, and how it came there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from penstock.machine.engine import MachineStep
from penstock.machine.logged import Logged
from penstock.machine.runtime import State


class Departure(Exception):
    """The first step that the model does not allow, and what it would have allowed."""

    def __init__(self, entry: Logged, allowed: Sequence[str]) -> None:
        super().__init__()
        self.entry = entry
        self.allowed = allowed
        self.line = 0
        """Where in the trace."""
        self.followed: Followed | None = None
        """How far the model went along."""

    def __str__(self) -> str:
        return f"line {self.line} of the trace: {self.entry}: the model does not allow this step"


class Belief(NamedTuple):
    """Where the model may be: its state, the process that goes on alone, and who its processes are in the program."""

    state: State
    holder: int
    living: tuple[int, ...]
    """For each process of the program the place of its row in the state."""


Steps = dict[Belief, tuple[Belief, MachineStep | None]]
"""For each state the one before it, and the step between them; None where an entry is no step of the model."""


@dataclass(slots=True)
class EntryWays:
    """How the model comes to where it may be after an entry: from one of `starts`, by hidden steps, by the entry."""

    starts: dict[Belief, None]
    hidden: dict[Belief, tuple[Belief, MachineStep]] = field(default_factory=dict)
    taken: Steps = field(default_factory=dict)


Paths = dict[Logged, tuple["Whereabouts", bool]]
"""Where entries lead, and whether an assertion fails on the way."""


class Whereabouts:
    """All states in which the model may be.  Programs repeat themselves: where entries lead is worked out once."""

    __slots__ = ("after", "beliefs")

    def __init__(self, beliefs: dict[Belief, None]) -> None:
        self.beliefs = beliefs
        self.after: tuple[Paths, Paths] = ({}, {})
        """Where entries lead with the hidden steps that they seem to need, and with all."""


MOST_REMEMBERED = 20_000
"""So many states are remembered, then all are forgotten: a run that never repeats itself shall not fill the memory."""


class Remembered:
    """Equal ones are one."""

    def __init__(self) -> None:
        self._known: dict[object, Whereabouts] = {}
        self._states = 0

    def of(self, beliefs: dict[Belief, None]) -> Whereabouts:
        if self._states > MOST_REMEMBERED:
            self._forget()
        key = next(iter(beliefs)) if len(beliefs) == 1 else frozenset(beliefs)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Whereabouts(beliefs)
            self._states += len(beliefs)
        return found

    def _forget(self) -> None:
        for whereabouts in self._known.values():
            for paths in whereabouts.after:  # they refer to each other
                paths.clear()
        self._known.clear()
        self._states = 0


@dataclass(slots=True)
class Followed:
    """How far a trace was followed, and where the model may be then."""

    whereabouts: Whereabouts
    thorough: bool
    """Whether all hidden steps are tried now, not just those that an entry seems to need."""
    steps: int = 0
    failed: bool = False
    """Whether an assertion failed in the last step."""
    broken: Departure | None = None
    """If the last step led to an error in the middle of it: what is to be said if that was not the last one."""
    ways: list[EntryWays] = field(default_factory=list)
    """One for each entry, if they are kept."""

    @property
    def beliefs(self) -> Iterable[Belief]:
        return self.whereabouts.beliefs

    def run(self) -> list[MachineStep]:
        """One of the runs of the model that do what the trace says; the ways must have been kept."""
        found: list[MachineStep] = []
        belief = next(iter(self.beliefs))
        for ways in reversed(self.ways):
            belief, step = ways.taken[belief]
            found += [step] if step is not None else []
            while belief not in ways.starts:
                belief, step = ways.hidden[belief]
                found.append(step)
        return found[::-1]
