"""Bounds for any number of processes, as formulas.

active [3] proctype User() { ... }     ->     with n processes User, `wishes` never holds more than 2 n + 1 messages

The steps of a net do not depend on how many tokens there are at the start, as long as there may be several: so a proof
by weights holds for any number, and what everything weighs at the start is a formula in n.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from penstock.bounds.abstraction.places import Net, Room, Standing
from penstock.bounds.proofs.invariants import Weigher
from penstock.budget import check

MANY = 10_000
"""So many processes make the weight of each the most that matters."""


@dataclass(frozen=True, slots=True)
class Family:
    """With n processes at a place at the start a queue never holds more than (constant + slope n) / unit messages."""

    queue: int
    place: int
    constant: int
    slope: int
    unit: int
    weights: Mapping[int, int]

    def bound(self, n: int) -> int:
        return (self.constant + self.slope * n) // self.unit


def families(net: Net, queue: int) -> Iterator[Family]:
    """The formulas for a queue, one for each class with several processes that send to it or receive from it."""
    messages = net.messages_of(queue)
    for place in net.start:
        check()
        if may_vary(net, place) and _uses(net, messages, place):
            proof = Weigher(replace(net, start={**net.start, place: MANY})).prove(messages)
            if proof is not None:
                yield Family(queue, place, *formula(net, proof.weights, place), proof.unit, proof.weights)


def may_vary(net: Net, place: int) -> bool:
    """Whether there may be any number of processes at a place at the start, and the net stays the same."""
    standing = net.places[place]
    if not isinstance(standing, Standing) or Room() in net.numbers:
        return False
    # Of a single process more is known.  Each of those that own channels is a class of its own, and so single.
    return standing.node == 0 and standing.owner.tokens > 1


def formula(net: Net, weights: Mapping[int, int], place: int) -> tuple[int, int]:
    """What everything weighs at the start: all but the processes at a place, and each of these."""
    others = sum(weights.get(other, 0) * tokens for other, tokens in net.start.items() if other != place)
    return others, weights.get(place, 0)


def _uses(net: Net, messages: list[int], place: int) -> bool:
    """Whether the processes that begin at a place send some of these messages, or receive them."""
    standing = net.places[place]
    return isinstance(standing, Standing) and any(
        step.owner is standing.owner and any(touched in messages for touched, _ in step.effect)
        for step in net.transitions
    )
