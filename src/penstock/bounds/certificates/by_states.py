"""A certificate that all states prove: where there are few of them, nothing is checked faster.

The checker visits every state, with channels that are never full, instead of every step of a net that tells many values
apart.  So this certificate distinguishes nothing.
"""

from __future__ import annotations

from typing import Any

from penstock.bounds.certificates.claims import FORMAT, Assumptions
from penstock.bounds.runs.occupancy import occupancy
from penstock.bounds.verdict import BOUNDED, BoundResult
from penstock.control import Automaton

STATES_A_STEP = 4
"""So many states are visited while one step of a net is built and weighed, at least."""


def certificate_by_states(result: BoundResult, automata: list[Automaton]) -> dict[str, Any] | None:
    """The bounds of a result, proved by all states; None if there are bounds that are proved faster, or none at all."""
    if result.verdict is not BOUNDED:
        return None
    searched = [channel.states for channel in result.channels if channel.states is not None]
    found = occupancy(result.model, automata, max([STATES_A_STEP * len(result.net.transitions), *searched]))
    bounds = {channel.name: channel.bound for channel in result.channels}
    if found is None or not bounds.keys() <= found.names:
        return None
    if any(number is not None and number < found.highest.get(name, 0) for name, number in bounds.items()):
        return None  # one of the two is wrong, and this is not the place to find out which
    return {
        "format": FORMAT,
        "assumptions": Assumptions(messages="coarse").as_data(),
        "verdict": result.verdict,
        "channels": [
            _channel(name, found.highest.get(name, 0) if number is None else number, found.states)
            for name, number in bounds.items()
        ],
        "separation": None,
    }


def _channel(name: str, bound: int, states: int) -> dict[str, Any]:
    return {"name": name, "bound": bound, "proofs": [], "states": states}
