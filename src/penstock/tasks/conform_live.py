"""Does a program that is running now do what its model allows?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from penstock.budget import UNWATCHED, Activity, Budget, Progress, Watch
from penstock.errors import Cancelled, UsageError
from penstock.machine.followed import Departure
from penstock.machine.logged import UnreadableTrace
from penstock.machine.pursuit import Pursuit
from penstock.reading.wanted import Wanted
from penstock.tasks.conform import ConformOutcome, ProgramEnd, come_to_its_end, departed
from penstock.tasks.following import follower_of, known_model
from penstock.tasks.models import runnable_model
from penstock.tasks.program_runs import Ran
from penstock.tasks.requests.conform import ConformRequest


@dataclass(frozen=True, slots=True)
class TracePiece:
    """What came of a trace, and how many bytes wait to be read after it."""

    data: bytes
    waiting: int = 0


def conform_live(
    request: ConformRequest, pieces: Iterable[TracePiece], most_behind: int | None = None, watch: Watch = UNWATCHED
) -> ConformOutcome:
    """Follow a trace as it comes, until the program ends, the pieces end, or somebody stops it.

    Where more than `most_behind` bytes wait, they are skipped: what comes after them is followed from any state.
    """
    with Budget(watch=watch):
        reading = runnable_model(Wanted(request.source, request.actors, every_tick=True))
        pursuit = Pursuit(follower_of(reading), known_model(reading))
        try:
            return _Live(pursuit, most_behind, watch).judged(pieces)
        except UnreadableTrace as problem:
            raise UsageError(str(problem)) from None


class _Live:
    def __init__(self, pursuit: Pursuit, most_behind: int | None, watch: Watch) -> None:
        self.pursuit = pursuit
        self.most_behind = most_behind
        self.watch = watch
        self.behind = 0

    def judged(self, pieces: Iterable[TracePiece]) -> ConformOutcome:
        try:
            for piece in pieces:
                self._follow(piece)
                if self.pursuit.reader.ending is not None:
                    break
        except Departure as problem:
            return self._with_figures(departed(self.pursuit, problem))
        except Cancelled:
            pass
        return self._with_figures(self._end())

    def _follow(self, piece: TracePiece) -> None:
        pursuit = self.pursuit
        self.behind = max(self.behind, piece.waiting)
        self.watch.tell(Progress(Activity.FOLLOWING, done=pursuit.followed.steps, behind=piece.waiting))
        if self.most_behind is not None and piece.waiting > self.most_behind:
            pursuit.skip(piece.data)
        else:
            pursuit.feed(piece.data)

    def _end(self) -> ConformOutcome:
        if self.watch.stop.is_set() and self.pursuit.reader.ending is None:
            end = ProgramEnd(None, None, None)
            return ConformOutcome(True, self.pursuit.followed.steps, None, end, (), stopped=True)
        return come_to_its_end(self.pursuit, Ran(b""))

    def _with_figures(self, outcome: ConformOutcome) -> ConformOutcome:
        return replace(outcome, skipped=self.pursuit.skipped, gaps=self.pursuit.gaps, behind=self.behind)
