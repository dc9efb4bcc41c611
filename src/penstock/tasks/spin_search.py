"""SPIN's search of all states, with channels that are made longer until none is ever filled."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from penstock.bounds.evidence import Refused
from penstock.bounds.runs.along import pump_along
from penstock.bounds.runs.search import FOLLOWED, Pump, Searched
from penstock.bounds.runs.witness import carried_over
from penstock.bounds.telling.capacities import with_capacities
from penstock.bounds.verdict import BoundResult, BoundVerdict
from penstock.budget import Budget
from penstock.control import Automaton
from penstock.diagnostics.record import Diagnostics
from penstock.machine import build_machine
from penstock.machine.channels import channel_cells
from penstock.machine.lengths import Lengths
from penstock.machine.program import MachineProgram, Options
from penstock.machine.replay import Astray, replay
from penstock.reading.includes import includer
from penstock.reading.reading import Reading, read
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted
from penstock.resolve.model import Model
from penstock.source import Sources
from penstock.spin.generating import OutOfTime, Rejected
from penstock.spin.lengths import ChannelNames, FoundLengths, LengthSearch, highest_lengths
from penstock.spin.memory import memory_for_each
from penstock.spin.tools import ToolFailed, ToolMissing, find_tools
from penstock.spin.trail import read_trail
from penstock.spin.workspace import ModelText, private_directory
from penstock.syntax.expansion import expand
from penstock.syntax.nodes import Init
from penstock.syntax.wording import Wording
from penstock.tasks.models import processes_of
from penstock.tasks.trails import entries_of

SECONDS_FOR_SPIN = 600.0
LONG = 40
"""A channel that gets longer than this, and than twice its capacity, is not searched any further."""
MOST_CAPACITY = 255
"""What SPIN allows."""
USUAL_MEMORY = 1024
"""MB."""


@dataclass(frozen=True, slots=True)
class ForSpin:
    """A model without macros and includes, in which capacities can be written, and what its channels are called.

    The text is plain Promela; `wording` is that of the user's model, which may be in another language.
    """

    model: Model
    automata: list[Automaton]
    program: MachineProgram
    wording: Wording

    @property
    def channels(self) -> ChannelNames:
        owned = {
            ":init:" if isinstance(found.process.node, Init) else found.name: [
                self.wording.channel(found.name, cell.name)
                for cell in channel_cells(self.program.locals_of(found.process))
            ]
            for found in self.program.automata
        }
        return ChannelNames(tuple(cell.name for cell in channel_cells(self.program.globals)), owned)

    def text(self, capacities: Mapping[int, int]) -> ModelText:
        """The model with other capacities, by number of the declaration."""
        new = {
            variable: capacities[kind.number]
            for variable, kind in self.program.kinds.items()
            if kind.number in capacities and not kind.rendezvous
        }
        edited = with_capacities(self.model, new)
        if edited.left:
            raise ToolFailed(f"the capacity of {', '.join(edited.left)} cannot be changed")
        return ModelText(edited.text, "model", ".")

    @property
    def numbers(self) -> dict[str, int]:
        """The number of its declaration for each channel with messages."""
        found = {cell.name: cell for cell in channel_cells(self.program.globals)}
        for automaton in self.program.automata:
            for cell in channel_cells(self.program.locals_of(automaton.process)):
                found[self.wording.channel(automaton.name, cell.name)] = cell
        kinds = {name: self.program.kinds[cell.variable] for name, cell in found.items()}
        return {name: kind.number for name, kind in kinds.items() if not kind.rendezvous}

    def limits(self, capacities: Mapping[int, int]) -> dict[str, int]:
        """Capacities by the names of channels."""
        return {name: capacities[number] for name, number in self.numbers.items()}


def for_spin(model: Model, definitions: Sequence[str] = (), directories: Sequence[str] = ()) -> ForSpin:
    main, translation = model.sources.files[0], model.syntax.translation
    text = main.text if translation is None else translation.text
    if translation is None or translation.directives:
        text = _expanded(text, main.name, definitions, directories)
    expanded = read(Wanted(Source(None, text, "model")))
    automata = processes_of(expanded.automata)
    return ForSpin(expanded.model, automata, MachineProgram(expanded.model, automata, Options()), model.wording)


def _expanded(text: str, name: str, definitions: Sequence[str], directories: Sequence[str]) -> str:
    """A model after preprocessing, as a text of its own without directives, macros and comments."""
    sources = Sources()
    unheard = Diagnostics(sources)
    return expand(sources.add(name, text), unheard, includer(directories), definitions).text


@dataclass(frozen=True, slots=True)
class SpinSearch:
    """The model is preprocessed with these definitions and directories."""

    definitions: Sequence[str] = ()
    directories: Sequence[str] = ()
    memory_mb: int = USUAL_MEMORY

    @classmethod
    def of(cls, reading: Reading, memory_mb: int = USUAL_MEMORY) -> SpinSearch:
        return cls(reading.source.definitions, reading.source.directories, memory_mb)

    def __call__(self, result: BoundResult, automata: list[Automaton], budget: Budget) -> Searched | None:
        """All lengths, if channels can be made so long that none is filled; else a run that fills one forever."""
        try:
            return self._search(result, automata, budget)
        except (ToolMissing, ToolFailed, Rejected, OutOfTime, Refused):
            return None

    def lengths(self, model: Model) -> dict[str, int] | None:
        """The largest length of every channel; None if one gets too long, or there are too many states."""
        prepared = for_spin(model, self.definitions, self.directories)
        try:
            with private_directory() as place:
                *_, last = [None, *fitting_lengths(prepared, self.limits(place, SECONDS_FOR_SPIN))]
        except (ToolMissing, ToolFailed, Rejected, OutOfTime):
            return None
        return None if last is None or last.found.trail is not None else last.found.highest

    def limits(self, place: Path, seconds: float, stop: Callable[[], bool] = lambda: False) -> LengthSearch:
        memory = min(self.memory_mb, memory_for_each(1))
        return LengthSearch(find_tools(place), place, memory, seconds, stop)

    def _search(self, result: BoundResult, automata: list[Automaton], budget: Budget) -> Searched | None:
        prepared = for_spin(result.model, self.definitions, self.directories)
        suspects = frozenset(ch.name for ch in result.channels if ch.verdict is BoundVerdict.UNKNOWN)
        with private_directory() as place:
            for fitted in fitting_lengths(prepared, self.limits(place, budget.left, lambda: budget.stopped)):
                if fitted.found.trail is None:
                    return Searched(None, fitted.found.states, fitted.found.highest)
                pump = _pump(prepared, fitted, suspects)
                if pump is not None:
                    return Searched(carried_over(pump, prepared.automata, result.model, automata), fitted.found.states)
        return None


@dataclass(frozen=True, slots=True)
class Fitted:
    """What a search in this place with these capacities, by number of the declaration, has found."""

    place: Path
    capacities: dict[int, int]
    found: FoundLengths


def fitting_lengths(prepared: ForSpin, search: LengthSearch) -> Iterator[Fitted]:
    """Searches with capacities as declared, then twice as large wherever one was filled.

    The last one is complete if it has no trail.
    """
    end = time.monotonic() + search.seconds
    kinds = [kind for kind in prepared.program.kinds.values() if not kind.rendezvous]
    longest = {kind.number: min(MOST_CAPACITY, max(LONG, 2 * kind.capacity) + 1) for kind in kinds}
    capacities = {kind.number: min(kind.capacity + 1, LONG + 1) for kind in kinds}
    for count in itertools.count():
        place, limits = search.directory / f"search{count}", prepared.limits(capacities)
        now = replace(search, directory=place, seconds=end - time.monotonic())
        found = highest_lengths(now, prepared.text(capacities), prepared.channels, limits)
        if found is None:
            return
        yield Fitted(place, capacities, found)
        numbers = prepared.numbers
        filled = {numbers[name] for name, limit in limits.items() if found.highest.get(name, 0) >= limit}
        if found.trail is None or not filled or any(capacities[number] >= longest[number] for number in filled):
            return
        larger = {number: min(2 * capacities[number], longest[number]) for number in filled}
        capacities = capacities | larger


def _pump(prepared: ForSpin, fitted: Fitted, suspects: frozenset[str]) -> Pump | None:
    """A loop along the trail to a filled channel that makes a suspected one grow."""
    assert fitted.found.trail is not None
    text, place = prepared.text(fitted.capacities), fitted.place
    decoded = read_trail(find_tools(place), text, fitted.found.trail, place / "replay")
    machine = build_machine(prepared.model, prepared.automata, FOLLOWED)
    machine.lengths = Lengths(machine.program, prepared.wording)
    try:
        steps = [step for step, _ in replay(machine, list(entries_of(decoded.steps)))]
    except Astray:
        return None
    return pump_along(machine, steps, suspects)
