"""SPIN's search of all states, with channels that hold more than is ever asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
"""A channel that gets as long as this is looked at for a loop that fills it."""


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

    def long_text(self) -> ModelText:
        """The model with channels that hold more than is looked for."""
        return self.text({kind.number: LONG + 1 for kind in self.program.kinds.values()})


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

    @classmethod
    def of(cls, reading: Reading) -> SpinSearch:
        return cls(reading.source.definitions, reading.source.directories)

    def __call__(self, result: BoundResult, automata: list[Automaton], budget: Budget) -> Searched | None:
        """All lengths, if every channel stays below a limit; else a run that fills one, if there is a loop in it."""
        try:
            return self._search(result, automata, budget.left)
        except (ToolMissing, ToolFailed, Rejected, OutOfTime, Refused):
            return None

    def lengths(self, model: Model) -> dict[str, int] | None:
        """The largest length of every channel; None if one gets too long, or there are too many states."""
        prepared = for_spin(model, self.definitions, self.directories)
        try:
            with private_directory() as place:
                found = long_lengths(prepared, place, SECONDS_FOR_SPIN)
        except (ToolMissing, ToolFailed, Rejected, OutOfTime):
            return None
        return None if found is None else found.highest

    def _search(self, result: BoundResult, automata: list[Automaton], seconds: float) -> Searched | None:
        prepared = for_spin(result.model, self.definitions, self.directories)
        with private_directory() as place:
            found = long_lengths(prepared, place, seconds)
            if found is None or found.trail is None:
                return None if found is None else Searched(None, found.states, found.highest)
            suspects = [channel.name for channel in result.channels if channel.verdict is BoundVerdict.UNKNOWN]
            pump = _pump(prepared, place, found.trail, frozenset(suspects))
        if pump is None:
            return None
        return Searched(carried_over(pump, prepared.automata, result.model, automata), found.states)


def long_lengths(prepared: ForSpin, place: Path, seconds: float) -> FoundLengths | None:
    """The largest lengths, or a trail to a channel that is long."""
    search = LengthSearch(find_tools(place), place, memory_for_each(1), seconds)
    return highest_lengths(search, prepared.long_text(), prepared.channels, LONG)


def _pump(prepared: ForSpin, place: Path, trail: bytes, suspects: frozenset[str]) -> Pump | None:
    """A loop along a trail that makes a suspected channel grow."""
    decoded = read_trail(find_tools(place), prepared.long_text(), trail, place / "replay")
    machine = build_machine(prepared.model, prepared.automata, FOLLOWED)
    machine.lengths = Lengths(machine.program, prepared.wording)
    try:
        steps = [step for step, _ in replay(machine, list(entries_of(decoded.steps)))]
    except Astray:
        return None
    return pump_along(machine, steps, suspects)
