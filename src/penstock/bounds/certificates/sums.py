"""What the weights of a proof add up to along a run: a number that no step makes greater.

A process may be in several places of the net for all that is known: then it is taken to be where it makes the sum
change least, as when proofs are tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from penstock.bounds.abstraction.marking import Marker, Marking, Tokens
from penstock.bounds.abstraction.places import Net
from penstock.budget import check
from penstock.machine.build import Machine
from penstock.machine.engine import MachineStep


def sums_along(net: Net, machine: Machine, weights: Mapping[int, int], steps: Iterable[MachineStep]) -> Iterator[int]:
    """The sum at the beginning, and after each step; raises `NotCovered` if the run is not one of the net's model.

    Steps that are one in the net change the sum when the last of them is taken.
    """
    marker = Marker(net, machine)
    marking = settled = marker.first()
    state = machine.initial
    sum_ = sum(weights.get(place, 0) * tokens for place, tokens in net.start.items())
    yield sum_
    for step in steps:
        check()
        marking = marker.after(marking, state, step)
        state = step.state
        if marking.settled:
            sum_ += _change(settled, marking, weights)
            settled = marking
        yield sum_


def _change(old: Marking, new: Marking, weights: Mapping[int, int]) -> int:
    return sum(_weighed(come, weights, 1) + _weighed(gone, weights, -1) for gone, come in new.changes(old))


def _weighed(tokens: Tokens, weights: Mapping[int, int], sign: int) -> int:
    return sum(min((sign * weights.get(place, 0) for place in token), default=0) for token in tokens)
