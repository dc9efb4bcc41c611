"""How many messages there really are at most: by looking at all states, here or with SPIN."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace

from penstock.automata import Automaton
from penstock.bounds.capacities import with_capacities
from penstock.bounds.occupancy import exact_occupancy
from penstock.bounds.verdict import BOUNDED, Result
from penstock.commands.load import expanded_text, includer, load_automata, load_text
from penstock.commands.verify_search import ended_by_signals
from penstock.commands.verify_setup import memory_for_each
from penstock.machine.channels import channel_cells
from penstock.machine.program import Options, Program
from penstock.spin.generating import Rejected
from penstock.spin.lengths import Channels, Search, highest_lengths
from penstock.spin.tools import ToolFailed, ToolMissing, find_tools
from penstock.spin.workspace import ModelText, private_directory
from penstock.syntax.nodes import Init

STATES_FOR_EXACT = 100_000
"""More states than this are left to SPIN, which is faster but needs a while to begin."""
SECONDS_FOR_SPIN = 600.0
MOST_MESSAGES = 254
"""SPIN's channels hold at most 255; one more than the bound is declared, so that none is ever full."""


def with_exact(arguments: Namespace, result: Result, automata: list[Automaton]) -> tuple[Result, list[str]]:
    """The result with exact numbers, or with a note why there are none."""
    if result.verdict != BOUNDED:
        return result, ["the exact numbers are found only where every channel has a bound"]
    highest = exact_occupancy(result.model, automata, STATES_FOR_EXACT)
    if highest is None:
        try:
            highest = exact_by_spin(result, arguments.definitions, arguments.directories)
        except (ToolMissing, ToolFailed, Rejected) as problem:
            return result, [f"more than {STATES_FOR_EXACT} states, and SPIN does not help: {problem}"]
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
    text = expanded_text(result.model.sources.files[0].text, definitions, includer(directories))
    text, channels = _prepared(result, text)
    with ended_by_signals(), private_directory() as place:
        search = Search(find_tools(place), place, memory_for_each(1), seconds)
        return highest_lengths(search, ModelText(text, "model", str(place)), channels)


def _prepared(result: Result, text: str) -> tuple[str, Channels]:
    """The model with capacities that are never reached, and what its channels are called."""
    model = load_text(text, "model", (), includer(()))
    automata = load_automata(model)
    program = Program(model, automata, Options())
    bounds: dict[int, int] = {}
    analysis = result.net.analysis
    for channel in result.channels:
        number = analysis.kind(channel.queues[0]).number
        assert channel.bound is not None
        bounds[number] = max(channel.bound, bounds.get(number, 0))
    capacities = {
        variable: bounds[kind.number] + 1 for variable, kind in program.kinds.items() if kind.number in bounds
    }
    owned = {
        ":init:" if isinstance(found.process.node, Init) else found.name: [
            f"{found.name}.{cell.name}" for cell in channel_cells(program.locals_of(found.process))
        ]
        for found in program.automata
    }
    shared = tuple(cell.name for cell in channel_cells(program.globals))
    return with_capacities(model, capacities).text, Channels(shared, owned)
