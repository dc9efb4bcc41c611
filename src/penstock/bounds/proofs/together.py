"""Which two tokens of a net can be there together, and in which order two messages can be in one channel.

A channel is first in, first out: a message that is received was ahead of all others there, and one that is sent comes
behind them.  So of two messages it is known which was sent first, and a process that receives one knows what is not in
the channel any more.  The relation is the smallest that holds at the start and that no step leaves: if two tokens are
there together in some state of the model, then it says so; it may say so of tokens that never are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from penstock.bounds.abstraction.places import Messages, Net, Room
from penstock.bounds.proofs.moves import NetMove, moves_of
from penstock.budget import check

_SET = re.compile("1")
MOST_PLACES = 20_000
"""The relation has the square of this many entries."""


class Together:
    """The relation of a net; sets of places are numbers whose bits they are."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.moves = moves_of(net)
        count = len(net.places)
        self.beside = [0] * count
        """For each place those where another token may be at the same time; the place itself if it may hold two."""
        self.behind = [0] * count
        """For each place of messages in a channel that is known to keep their order those that may be behind."""
        self.reached = 0
        self.queue = [self._queue_of(number) for number in range(count)]
        """For each place all places of the same channel, if its order is known."""
        self.giving: list[list[int]] = [[] for _ in range(count)]
        """For each place the numbers of the moves that put tokens there."""
        self._needing = [0] * count
        """For each place the moves that need a token there, as bits."""
        for number, move in enumerate(self.moves):
            for place in set(move.needs):
                self._needing[place] |= 1 << number
            for place in set(move.gives):
                self.giving[place].append(number)
        self._woken = 0
        """The moves, as bits, that must be tried again."""
        self._ready = 0
        """Those that need no token where none can be."""
        self._found: dict[int, int] = {}
        """For each move what was beside it when it was made last."""
        self._start()
        self._run()

    def _queue_of(self, number: int) -> int:
        place = self.net.places[number]
        if not isinstance(place, Messages) or place.handed or not is_ordered(self.net, place.queue):
            return 0
        return bits(self.net.messages_of(place.queue))

    # -- what a step finds ---------------------------------------------------------------------------

    def possible(self, move: NetMove) -> bool:
        """Whether all that a move needs may be there together."""
        needs = move.needs
        return all(
            self.reached >> place & 1 and all(self.beside[place] >> other & 1 for other in needs[:at])
            for at, place in enumerate(needs)
        )

    def others(self, move: NetMove) -> int | None:
        """Where other tokens may be when a move is made, apart from those that it needs; None if it is never made."""
        return self._others(move) if self.possible(move) else None

    def _others(self, move: NetMove) -> int:
        found = ~move.nothing
        for place in move.needs:
            found &= self.beside[place]
        for place in move.first:
            found &= ~self.queue[place] | self.behind[place]
        return found

    def alone(self, place: int) -> bool:
        """Whether there is never more than one token there."""
        return not self.beside[place] >> place & 1

    # -- the smallest relation -------------------------------------------------------------------------

    def _start(self) -> None:
        tokens = [
            place
            for place, number in self.net.start.items()
            if not isinstance(self.net.places[place], Room)
            for _ in range(min(number, 2))
        ]
        self._give(tokens, 0)

    def _run(self) -> None:
        """Make all moves, until that brings nothing new; a move is tried again when something it needs has changed."""
        made = 0
        while self._woken & self._ready:
            tried, self._woken = self._woken & self._ready, 0
            for number in members(tried):
                if made >> number & 1 or self.possible(self.moves[number]):
                    made |= 1 << number
                    self._make(number)

    def _make(self, number: int) -> None:
        check()
        move = self.moves[number]
        found = self._others(move)
        if self._found.get(number) == found:
            return
        self._found[number] = found
        self._give(move.gives, found)
        for place in move.sent:
            self._send(place, found & self.queue[place], place in move.anywhere)

    def _give(self, places: Sequence[int], beside: int) -> None:
        """Tokens come to some places, where others are."""
        for at, place in enumerate(places):
            if not self.reached >> place & 1:
                self.reached |= 1 << place
                self._woken |= self._needing[place]
                self._ready |= bits(number for number in members(self._needing[place]) if self._is_ready(number))
            self._add(place, beside | bits(set(places[:at])))

    def _is_ready(self, number: int) -> bool:
        """Whether there can be a token wherever a move needs one."""
        return all(self.reached >> place & 1 for place in self.moves[number].needs)

    def _add(self, place: int, others: int) -> None:
        new = others & ~self.beside[place]
        if not new:
            return
        self.beside[place] |= new
        woken = self._woken | self._needing[place]
        bit, beside, needing = 1 << place, self.beside, self._needing
        for other in members(new):
            beside[other] |= bit
            woken |= needing[other]
        self._woken = woken

    def _send(self, place: int, there: int, anywhere: bool) -> None:
        """A message comes behind all that are there, or anywhere among them."""
        for other in members(there):
            if not self.behind[other] >> place & 1:
                self.behind[other] |= 1 << place
                self._woken |= self._needing[other]
        if anywhere and there & ~self.behind[place]:
            self.behind[place] |= there
            self._woken |= self._needing[place]


def is_ordered(net: Net, queue: int) -> bool:
    """Whether all messages of a queue of the net are in one channel: the number of a global one is never given away."""
    return net.analysis.queues[queue - 1].owner is None and not net.analysis.kind(queue).rendezvous


def bits(places: Iterable[int]) -> int:
    found = 0
    for place in places:
        found |= 1 << place
    return found


def members(places: int) -> list[int]:
    digits = f"{places:b}"[::-1]
    return [match.start() for match in _SET.finditer(digits)]
