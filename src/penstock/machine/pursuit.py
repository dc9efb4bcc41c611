"""A trace followed as it comes, entry by entry.

At first only those hidden steps are tried that the entries seem to need.  Where that does not lead on, the last entries
are followed again with every hidden step, then more of them, then all from the beginning: so what has come is kept, as
small as it can be made.  Only then it is said that the model does not allow an entry.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from penstock.budget import check
from penstock.machine.followed import Departure, Whereabouts
from penstock.machine.following import Follower
from penstock.machine.logged import KnownModel, Logged, TraceReader, UnreadableTrace
from penstock.machine.stopping import wrong_ending

BETWEEN_LOOKS = 1 << 16
"""So many bytes are followed until it is asked whether to go on."""
GOING_BACK = (8, 64, 512)
"""So many entries are followed again, the least first."""
BEGINNINGS = 3
"""If a trace had to be followed so often from its beginning, all hidden steps are tried from then on."""
LONGEST_TAPE = 64_000_000


class Tape:
    """What came, compressed; it has an end."""

    def __init__(self) -> None:
        self._press = zlib.compressobj(1)
        self._pressed: list[bytes] = []
        self._length = 0

    @property
    def full(self) -> bool:
        return self._length > LONGEST_TAPE

    def keep(self, data: bytes) -> None:
        if not self.full:
            self._add(self._press.compress(data))

    def _add(self, pressed: bytes) -> None:
        if pressed:
            self._pressed.append(pressed)
            self._length += len(pressed)

    def play(self) -> Iterator[bytes]:
        self._add(self._press.flush(zlib.Z_SYNC_FLUSH))
        return map(zlib.decompressobj().decompress, self._pressed)


@dataclass(frozen=True, slots=True)
class _Moment:
    """An entry, and where the model might have been before it."""

    whereabouts: Whereabouts
    entry: Logged
    line: int


class Pursuit:
    """Follows a trace of which more and more is known."""

    def __init__(self, follower: Follower, known_model: KnownModel) -> None:
        self.follower = follower
        self._known_model = known_model
        self._tape = Tape()
        self._beginnings = 0
        self._begin()

    def _begin(self) -> None:
        self.reader = TraceReader(self._known_model)
        self.followed = self.follower.begin()
        self._recent: deque[_Moment] = deque(maxlen=GOING_BACK[-1])
        self._beginnings += 1
        self._entries = 0

    def feed(self, data: bytes) -> None:
        """Follow what came now; raises `Departure` if the model does not allow it."""
        for begin in range(0, len(data), BETWEEN_LOOKS):
            check()
            part = data[begin : begin + BETWEEN_LOOKS]
            if self.followed.thorough:
                self._follow_thoroughly(part)
            else:
                self._follow(part)

    def wrong_end(self) -> str:
        """What is wrong with how the program ended, if nothing more comes; nothing if the model may end so, too."""
        if not self.reader.model:
            return "the trace is empty: the program did not even begin"
        if self.reader.ending is None:
            return "the program did not come to an end: it crashed, ended itself in its C code, or was stopped"
        return wrong_ending(self.follower, self.followed, self.reader.ending)

    def _follow_thoroughly(self, part: bytes) -> None:
        for entry in self.reader.read(part):
            self._take(entry, self.reader.line)

    def _take(self, entry: Logged, line: int) -> None:
        try:
            self.follower.take(self.followed, entry)
        except Departure as problem:
            problem.line = problem.line or line
            raise
        if self.followed.broken is not None:
            self.followed.broken.line = line

    def _follow(self, part: bytes) -> None:
        self._tape.keep(part)
        try:
            for entry in self.reader.read(part):
                self._entries += 1
                self._recent.append(_Moment(self.followed.whereabouts, entry, self.reader.line))
                try:
                    self._take(entry, self.reader.line)
                except Departure as problem:
                    self._go_back(problem)
        except Departure:
            self._start_over()

    def _go_back(self, problem: Departure) -> None:
        """Follow the last entries once more, with all hidden steps."""
        for count in GOING_BACK:
            if self._follow_again(list(self._recent)[-count:]):
                return
            if count >= len(self._recent):
                break
        raise problem

    def _follow_again(self, moments: list[_Moment]) -> bool:
        followed = self.followed
        followed.whereabouts, followed.steps = moments[0].whereabouts, self._entries - len(moments)
        followed.broken, followed.thorough = None, True
        del followed.ways[followed.steps :]
        try:
            for moment in moments:
                self._take(moment.entry, moment.line)
            return True
        except Departure:
            return False
        finally:
            followed.thorough = False

    def _start_over(self) -> None:
        if self._tape.full:
            raise UnreadableTrace(
                f"line {self.reader.line} of the trace cannot be followed from where the model may be, and what came "
                "long before is forgotten: too much is hidden"
            )
        self._begin()
        self.followed.thorough = True
        for part in self._tape.play():
            check()
            self._follow_thoroughly(part)
        self._entries = self.followed.steps
        self.followed.thorough = self._beginnings > BEGINNINGS
