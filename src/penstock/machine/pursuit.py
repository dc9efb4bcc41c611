"""A trace followed as it comes, entry by entry.

At first only those hidden steps are tried that the entries seem to need.  Where that does not lead on, the last entries
are followed again with every hidden step, then more of them, then all from the beginning: so what has come is kept, as
small as it can be made.  Only then it is said that the model does not allow an entry.

After a gap, or where entries are skipped, the model may be anywhere, and is found again by what comes.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from penstock.budget import check
from penstock.machine.anywhere import anywhere
from penstock.machine.followed import Departure, Whereabouts
from penstock.machine.following import Follower
from penstock.machine.logged import GAP, KnownModel, Logged, TraceReader, UnreadableTrace
from penstock.machine.stopping import wrong_ending
from penstock.machine.tape import Tape

NO_END = "the program did not come to an end: it crashed, ended itself in its C code, or was stopped"
BETWEEN_LOOKS = 1 << 16
"""So many bytes are followed until it is asked whether to go on."""
GOING_BACK = (8, 64, 512)
"""So many entries are followed again, the least first."""
BEGINNINGS = 3
"""If a trace had to be followed so often from its beginning, all hidden steps are tried from then on."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """An entry, and where the model might have been before it."""

    whereabouts: Whereabouts
    entry: Logged
    line: int


@dataclass(frozen=True, slots=True)
class _Origin:
    """From where the trace is followed: the reader before the tape, and how many entries on it come too early."""

    reader: TraceReader
    past: int
    whereabouts: Whereabouts | None = None
    steps: int = 0


class Pursuit:
    """Follows a trace of which more and more is known."""

    def __init__(self, follower: Follower, known_model: KnownModel) -> None:
        self.follower = follower
        self.skipped = 0
        """So many entries were read, but not followed."""
        self.gaps = 0
        """So often it had to be found out where the model is."""
        self._found_again = True
        self._set_out(_Origin(TraceReader(known_model), 0))

    def feed(self, data: bytes) -> None:
        """Follow what came now; raises `Departure` if the model does not allow it."""
        if not self._found_again:
            self._set_out(_Origin(self.reader, 0, self._anywhere(), self.followed.steps))
        for begin in range(0, len(data), BETWEEN_LOOKS):
            check()
            part = data[begin : begin + BETWEEN_LOOKS]
            if self.followed.thorough:
                self._follow_thoroughly(part)
            else:
                self._follow(part)

    def skip(self, data: bytes) -> None:
        """Read what came now, but do not follow it."""
        self.skipped += sum(entry is not GAP for entry in self.reader.read(data))
        self._found_again = False

    def wrong_end(self) -> str:
        """What is wrong with how the program ended, if nothing more comes; nothing if the model may end so, too."""
        if not self.reader.model:
            return "the trace is empty: the program did not even begin"
        if self.reader.ending is None:
            return NO_END
        if not self._found_again:
            return ""
        return wrong_ending(self.follower, self.followed, self.reader.ending)

    # -- from where it is followed ---------------------------------------------------------------

    def _set_out(self, origin: _Origin) -> None:
        self._origin, self._tape, self._beginnings = origin, Tape(), 0
        self.reader = origin.reader.copy()
        self._begin()

    def _begin(self) -> None:
        self.followed = self.follower.begin()
        self.followed.whereabouts = self._origin.whereabouts or self.followed.whereabouts
        self.followed.steps = self._entries = self._origin.steps
        self._recent: deque[_Moment] = deque(maxlen=GOING_BACK[-1])
        self._seen = 0
        self._beginnings += 1

    def _anywhere(self) -> Whereabouts:
        if self.follower.keeps_ways:
            raise UnreadableTrace("a part of the trace is missing, so there is no run from the beginning")
        self.gaps += 1
        self._found_again = True
        return Whereabouts(anywhere(self.follower))

    def _lose(self) -> None:
        """Something is missing here."""
        past, steps = self._seen, self.followed.steps
        self._origin = _Origin(self._origin.reader, past, self._anywhere(), steps)
        self._begin()
        self._seen = past

    # -- entries ---------------------------------------------------------------------------------

    def _follow_thoroughly(self, part: bytes) -> None:
        for entry in self.reader.read(part):
            if entry is GAP:
                self._lose()
                self.followed.thorough = True
            else:
                self._take(entry, self.reader.line)

    def _follow(self, part: bytes) -> None:
        self._tape.keep(part)
        try:
            for entry in self.reader.read(part):
                self._seen += 1
                if entry is GAP:
                    self._lose()
                else:
                    self._follow_entry(entry)
        except Departure:
            self._start_over()

    def _follow_entry(self, entry: Logged) -> None:
        self._entries += 1
        self._recent.append(_Moment(self.followed.whereabouts, entry, self.reader.line))
        try:
            self._take(entry, self.reader.line)
        except Departure as problem:
            self._go_back(problem)

    def _take(self, entry: Logged, line: int) -> None:
        try:
            self.follower.take(self.followed, entry)
        except Departure as problem:
            problem.line = problem.line or line
            raise
        if self.followed.broken is not None:
            self.followed.broken.line = line

    # -- once more -------------------------------------------------------------------------------

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
        self.reader, past = self._origin.reader.copy(), self._origin.past
        for part in self._tape.play():
            check()
            for entry in self.reader.read(part):
                self._seen += 1
                if entry is GAP and self._seen > past:
                    self._lose()
                    self.followed.thorough = True
                elif self._seen > past:
                    self._take(entry, self.reader.line)
        self._entries = self.followed.steps
        self.followed.thorough = self._beginnings > BEGINNINGS
