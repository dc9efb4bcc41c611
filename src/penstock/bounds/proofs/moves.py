"""What the processes of a net do, as moves that need tokens, take and give them, and look at channels.

A rendezvous is one move of two processes.  What a test says about the messages of a channel is part of a move:
`empty(q)` needs all its places to hold nothing, `q?[m]` needs an m ahead of all others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from penstock.bounds.abstraction.places import Messages, Net, Room, Transition
from penstock.bounds.proofs.looks import known_empty
from penstock.budget import check
from penstock.graphs import grouped
from penstock.syntax.nodes import ChannelQuery, Receive, Send

MOST_MEETINGS = 4
"""If there are more pairs of processes that may meet than this many times all steps, their halves are taken apart."""


@dataclass(frozen=True, slots=True)
class NetMove:
    """One or two transitions at once."""

    steps: tuple[Transition, ...]
    needs: tuple[int, ...]
    """Places of the tokens that must be there."""
    gives: tuple[int, ...]
    """Places of the tokens that are there afterwards, instead of these."""
    first: tuple[int, ...] = ()
    """Messages that must be ahead of all others in their channels."""
    sent: frozenset[int] = frozenset()
    anywhere: frozenset[int] = frozenset()
    """Messages among them that are not put at the end."""
    nothing: int = 0
    """Places, as bits, that must hold nothing."""

    @property
    def effect(self) -> dict[int, int]:
        """By how much the move changes the places; what is handed over never waits."""
        change = Counter(self.gives)
        change.subtract(self.needs)
        return {place: number for place, number in change.items() if number}


def moves_of(net: Net) -> list[NetMove]:
    """All moves that the transitions of a net can be."""
    found: list[NetMove] = []
    halves: list[Transition] = []
    for step in net.transitions:
        check()
        if any(place in net.handed_places for place, _ in step.effect):
            halves.append(step)
        else:
            found.append(_move(net, step))
    return found + _meetings(net, halves, MOST_MEETINGS * len(net.transitions))


def _meetings(net: Net, halves: list[Transition], most: int) -> list[NetMove]:
    """The moves of processes that hand something over."""
    by_place = grouped((_handed(net, step)[0], step) for step in halves)
    pairs = list(_pairs(net, by_place.values(), most))
    if len(pairs) > most:
        return [_move(net, half) for half in halves]
    return [_both(net, giving, taking) for giving, taking in pairs]


def _pairs(net: Net, groups: Iterable[list[Transition]], most: int) -> Iterator[tuple[Transition, Transition]]:
    count = 0
    for steps in groups:
        giving = [step for step in steps if _handed(net, step)[1] > 0]
        for one in giving:
            for other in steps:
                check()
                if _handed(net, other)[1] < 0 and (one.owner is not other.owner or one.owner.several):
                    yield one, other
                    count += 1
                    if count > most:
                        return


def _handed(net: Net, step: Transition) -> tuple[int, int]:
    return next((place, change) for place, change in step.effect if place in net.handed_places)


def _both(net: Net, giving: Transition, taking: Transition) -> NetMove:
    one, other = _move(net, giving), _move(net, taking)
    place, _ = _handed(net, giving)
    gives = tuple(given for given in (*one.gives, *other.gives) if given != place)
    needs = tuple(needed for needed in (*one.needs, *other.needs) if needed != place)
    return NetMove((giving, taking), needs, gives, (*one.first, *other.first), nothing=one.nothing | other.nothing)


def _move(net: Net, step: Transition) -> NetMove:
    # How many processes may still be started says nothing about where they are.
    needs = [place for place in dict.fromkeys(step.needs) if not isinstance(net.places[place], Room)]
    left = Counter(needs)
    for place, change in step.effect:
        if not isinstance(net.places[place], Room):
            left[place] += change
    move = NetMove((step,), tuple(needs), tuple(left.elements()))
    statement = step.arc.statement
    messages = [place for place in {*needs, *left} if _waits(net, place)]
    if isinstance(statement, Receive) and not statement.random:
        return replace(move, first=tuple(messages))
    if isinstance(statement, Send):
        sent = frozenset(messages)
        return replace(move, sent=sent, anywhere=sent if statement.sorted else frozenset())
    if net.analysis.model.nodes.has(ChannelQuery):
        queues = known_empty(net.analysis, step)
        return replace(move, nothing=sum(1 << place for queue in queues for place in net.messages_of(queue)))
    return move


def _waits(net: Net, number: int) -> bool:
    place = net.places[number]
    return isinstance(place, Messages) and not place.handed
