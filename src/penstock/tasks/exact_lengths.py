"""The most that each channel ever holds: by a search of all states, here or with SPIN."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from penstock.bounds.runs.occupancy import exact_occupancy
from penstock.bounds.verdict import BoundResult, BoundVerdict
from penstock.budget import TimeOver, present
from penstock.reading.reading import Reading
from penstock.spin.generating import Rejected
from penstock.spin.lengths import LengthSearch, highest_lengths
from penstock.spin.memory import memory_for_each
from penstock.spin.tools import ToolFailed, ToolMissing, find_tools
from penstock.spin.workspace import private_directory
from penstock.tasks.bound_outcome import MissingExact, MissingKind
from penstock.tasks.spin_search import SECONDS_FOR_SPIN, for_spin

STATES_FOR_EXACT = 100_000
"""More states than this are left to SPIN, which is faster but needs a while to begin."""
MOST_MESSAGES = 254
"""SPIN's channels hold at most 255; one more than the bound is declared, so that none is ever full."""


def with_exact(reading: Reading, result: BoundResult) -> tuple[BoundResult, MissingExact | None]:
    """The result with exact numbers, or why there are none."""
    if result.verdict is not BoundVerdict.BOUNDED:
        return result, MissingExact(MissingKind.NOT_BOUNDED)
    try:
        highest = exact_occupancy(result.model, reading.automata, STATES_FOR_EXACT)
        if highest is None:
            highest = exact_by_spin(result, reading.source.definitions, reading.source.directories)
    except (ToolMissing, ToolFailed, Rejected) as problem:
        return result, MissingExact(MissingKind.NO_SPIN, str(problem))
    except TimeOver:
        highest = None
    if highest is None:
        return result, MissingExact(MissingKind.NO_TIME if present().over else MissingKind.TOO_MANY)
    channels = tuple(replace(channel, exact=highest.get(channel.name, 0)) for channel in result.channels)
    return replace(result, channels=channels), None


def exact_by_spin(
    result: BoundResult,
    definitions: Sequence[str] = (),
    directories: Sequence[str] = (),
    seconds: float = SECONDS_FOR_SPIN,
) -> dict[str, int] | None:
    """The largest length of every channel that SPIN's verifier meets, where each may hold one more than its bound."""
    if any(channel.bound is None or channel.bound > MOST_MESSAGES for channel in result.channels):
        return None
    prepared = for_spin(result.model, definitions, directories)
    capacities = _capacities(result)
    with private_directory() as place:
        search = LengthSearch(find_tools(place), place, memory_for_each(1), seconds)
        found = highest_lengths(search, prepared.text(capacities), prepared.channels, prepared.limits(capacities))
    return None if found is None or found.trail is not None else found.highest


def _capacities(result: BoundResult) -> dict[int, int]:
    """One more than the bound, by number of the declaration."""
    capacities: dict[int, int] = {}
    for channel in result.channels:
        number = result.net.analysis.kind(channel.queues[0]).number
        capacities[number] = max((channel.bound or 0) + 1, capacities.get(number, 0))
    return capacities
