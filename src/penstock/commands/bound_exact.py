"""Searches of all states, here or with SPIN: exact lengths, and answers where the abstraction has none."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from penstock.automata import Automaton
from penstock.bounds.refinement import refined
from penstock.bounds.runs.along import pump_along
from penstock.bounds.runs.occupancy import exact_occupancy
from penstock.bounds.runs.search import FOLLOWED, Pump, Searched
from penstock.bounds.runs.witness import Refused, carried_over
from penstock.bounds.telling.capacities import with_capacities
from penstock.bounds.verdict import BOUNDED, Result
from penstock.budget import Budget, TimeOver, present
from penstock.commands.load import expanded_text, includer, load_automata, load_text
from penstock.commands.running import without_claims
from penstock.commands.trails import entries_of
from penstock.commands.verify_search import ended_by_signals
from penstock.commands.verify_setup import memory_for_each
from penstock.machine import build_machine
from penstock.machine.channels import channel_cells
from penstock.machine.lengths import Lengths
from penstock.machine.program import Options, Program
from penstock.machine.replay import Astray, replay
from penstock.resolve.model import Model
from penstock.spin.generating import OutOfTime, Rejected
from penstock.spin.lengths import Channels, Found, Search, highest_lengths
from penstock.spin.tools import ToolFailed, ToolMissing, find_tools
from penstock.spin.trail import read_trail
from penstock.spin.workspace import ModelText, private_directory
from penstock.syntax.nodes import Init
from penstock.syntax.wording import Wording

STATES_FOR_EXACT = 100_000
"""More states than this are left to SPIN, which is faster but needs a while to begin."""
SECONDS_FOR_SPIN = 600.0
MOST_MESSAGES = 254
"""SPIN's channels hold at most 255; one more than the bound is declared, so that none is ever full."""
LONG = 40
"""A channel that gets as long as this is looked at for a loop that fills it."""


@dataclass(frozen=True, slots=True)
class ForSpin:
    """A model without macros and includes, in which capacities can be written, and what its channels are called.

    The text is plain Promela; `wording` is that of the user's model, which may be in another language.
    """

    model: Model
    automata: list[Automaton]
    program: Program
    wording: Wording

    @property
    def channels(self) -> Channels:
        owned = {
            ":init:" if isinstance(found.process.node, Init) else found.name: [
                self.wording.channel(found.name, cell.name)
                for cell in channel_cells(self.program.locals_of(found.process))
            ]
            for found in self.program.automata
        }
        return Channels(tuple(cell.name for cell in channel_cells(self.program.globals)), owned)

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


def for_spin(model: Model, definitions: Sequence[str], directories: Sequence[str]) -> ForSpin:
    main, translation = model.sources.files[0], model.syntax.translation
    text = main.text if translation is None else translation.text
    if translation is None or translation.directives:
        text = expanded_text(text, main.name, definitions, includer(directories))
    expanded = load_text(text, "model", (), includer(()))
    automata = without_claims(load_automata(expanded))
    return ForSpin(expanded, automata, Program(expanded, automata, Options()), model.wording)


def with_exact(arguments: Namespace, result: Result, automata: list[Automaton]) -> tuple[Result, list[str]]:
    """The result with exact numbers, or with a note why there are none."""
    if result.verdict != BOUNDED:
        return result, ["the exact numbers are found only where every channel has a bound"]
    try:
        highest = exact_occupancy(result.model, automata, STATES_FOR_EXACT)
        if highest is None:
            highest = exact_by_spin(result, arguments.definitions, arguments.directories)
    except (ToolMissing, ToolFailed, Rejected) as problem:
        return result, [f"more than {STATES_FOR_EXACT} states, and SPIN does not help: {problem}"]
    except TimeOver:
        highest = None
    if highest is None and present().over:
        return result, ["the time was over before the exact numbers were found: --budget gives more"]
    if highest is None:
        return result, ["too many states, also for SPIN: the exact numbers were not found"]
    channels = tuple(replace(channel, exact=highest.get(channel.name, 0)) for channel in result.channels)
    return replace(result, channels=channels), []


def exact_by_spin(
    result: Result,
    definitions: Sequence[str] = (),
    directories: Sequence[str] = (),
    seconds: float = SECONDS_FOR_SPIN,
) -> dict[str, int] | None:
    """The largest length of every channel that SPIN's verifier meets, where each may hold one more than its bound."""
    if any(channel.bound is None or channel.bound > MOST_MESSAGES for channel in result.channels):
        return None
    capacities: dict[int, int] = {}
    for channel in result.channels:
        number = result.net.analysis.kind(channel.queues[0]).number
        capacities[number] = max((channel.bound or 0) + 1, capacities.get(number, 0))
    prepared = for_spin(result.model, definitions, directories)
    with ended_by_signals(), private_directory() as place:
        search = Search(find_tools(place), place, memory_for_each(1), seconds)
        found = highest_lengths(search, prepared.text(capacities), prepared.channels)
    return None if found is None else found.highest


@dataclass(frozen=True, slots=True)
class SpinSearch:
    """SPIN's search of all states, with channels that hold more than is ever asked for."""

    definitions: Sequence[str] = ()
    directories: Sequence[str] = ()

    def __call__(self, result: Result, automata: list[Automaton], budget: Budget) -> Searched | None:
        """All lengths, if every channel stays below a limit; else a run that fills one, if there is a loop in it."""
        try:
            return self._search(result, automata, budget.left)
        except (ToolMissing, ToolFailed, Rejected, OutOfTime, Refused):
            return None

    def lengths(self, model: Model) -> dict[str, int] | None:
        """The largest length of every channel; None if one gets too long, or there are too many states."""
        prepared = for_spin(model, self.definitions, self.directories)
        try:
            with ended_by_signals(), private_directory() as place:
                found = self.found(prepared, place, SECONDS_FOR_SPIN)
        except (ToolMissing, ToolFailed, Rejected, OutOfTime):
            return None
        return None if found is None else found.highest

    def found(self, prepared: ForSpin, place: Path, seconds: float) -> Found | None:
        everywhere = {kind.number: LONG + 1 for kind in prepared.program.kinds.values()}
        search = Search(find_tools(place), place, memory_for_each(1), seconds)
        return highest_lengths(search, prepared.text(everywhere), prepared.channels, LONG)

    def _search(self, result: Result, automata: list[Automaton], seconds: float) -> Searched | None:
        prepared = for_spin(result.model, self.definitions, self.directories)
        with ended_by_signals(), private_directory() as place:
            found = self.found(prepared, place, seconds)
            if found is None or found.trail is None:
                return None if found is None else Searched(None, found.states, found.highest)
            open_ = [channel.name for channel in result.channels if channel.verdict == "UNKNOWN"]
            pump = self._pump(prepared, place, found.trail, frozenset(open_))
        if pump is None:
            return None
        return Searched(carried_over(pump, prepared.automata, result.model, automata), found.states)

    def _pump(self, prepared: ForSpin, place: Path, trail: bytes, suspects: frozenset[str]) -> Pump | None:
        everywhere = {kind.number: LONG + 1 for kind in prepared.program.kinds.values()}
        decoded = read_trail(find_tools(place), prepared.text(everywhere), trail, place / "replay")
        machine = build_machine(prepared.model, prepared.automata, FOLLOWED)
        machine.lengths = Lengths(machine.program, prepared.wording)
        try:
            steps = [step for step, _ in replay(machine, list(entries_of(decoded.steps)))]
        except Astray:
            return None
        return pump_along(machine, steps, suspects)


def refined_with_spin(
    first: Result, automata: list[Automaton], budget: Budget, definitions: Sequence[str], directories: Sequence[str]
) -> Result:
    """A result after refinement, with SPIN as the last resort."""
    return refined(first, automata, budget, beyond=SpinSearch(definitions, directories))
