"""What is told about a run that repeats itself forever: the shortest one, who is left out, and whether that is why.

All this is looked for after a violation only, and for some seconds at most.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

from penstock.budget import Activity, Budget, Progress, Watch, in_time
from penstock.machine.lassos import WrongCycles
from penstock.machine.trace import RunTrace
from penstock.reading.reading import Reading
from penstock.reasons.failures import BrokenFormula, EndlessRun, Fairness, Turns
from penstock.reasons.words import failure_text
from penstock.spin.checking import PropertyResult, Verdict, check
from penstock.spin.generating import OutOfTime
from penstock.spin.session import Session
from penstock.spin.tools import ToolFailed
from penstock.tasks.coverage import environment_of
from penstock.tasks.cycles import trail_along, wrong_cycles
from penstock.tasks.violations import Finding, finding_of

SECONDS_FOR_ALL_RUNS = 1.5
LEAST_FOR_FAIR_RUNS = 3.0
MOST_FOR_FAIR_RUNS = 15.0
_LONGER = 3
"""What is so many times longer may still be cut to something shorter."""


@dataclass(frozen=True, slots=True)
class RepetitionQuestion:
    """A violation by a run that repeats itself; for the answer there are `left` seconds of searching."""

    session: Session
    reading: Reading
    place: Path
    watch: Watch
    left: float

    def told(self, found: Finding) -> Finding:
        """The same violation, with all that could be found out about it."""
        run = found.run
        if not found.replayed or run is None or run.loop is None or self.watch.stop.is_set():
            return found
        cycles = self._cycles(found)
        if cycles is not None and not self.session.settings.fair:
            found = self._shorter(found, run, cycles)
        return self._explained(found, cycles)

    def _cycles(self, found: Finding) -> WrongCycles | None:
        wanted = found.result.wanted
        self.watch.tell(Progress(Activity.SHORTENING, (wanted.name,)))
        with Budget(time.monotonic() + SECONDS_FOR_ALL_RUNS, self.watch, partial=True):
            return in_time(lambda: wrong_cycles(self.session, self.reading, wanted))

    def _shorter(self, found: Finding, run: RunTrace, cycles: WrongCycles) -> Finding:
        """The shortest run, if it is shorter than the one that SPIN found, and SPIN can replay it."""
        with Budget(time.monotonic() + SECONDS_FOR_ALL_RUNS, self.watch, partial=True):
            lasso = in_time(lambda: cycles.shortest(_LONGER * len(run.steps)))
            known = min(len(run.steps), lasso.length if lasso is not None else len(run.steps))
            lasso = in_time(lambda: cycles.shortest_in_rounds(known)) or lasso
        if lasso is None or lasso.length >= len(run.steps):
            return found
        try:
            trail = trail_along(self.session, cycles, lasso, self.place / "transitions")
            if trail is None:
                return found
            other = finding_of(
                self.session, replace(found.result, trail=trail), self.reading.model, self.place / "again"
            )
        except (ToolFailed, OutOfTime):
            return found
        return other if _is_shorter(other.run, run) and other.replayed else found

    def _explained(self, found: Finding, cycles: WrongCycles | None) -> Finding:
        run, failure = found.run, found.failure
        if run is None or not isinstance(failure, BrokenFormula | EndlessRun) or failure.repetition is None:
            return found
        fairness = None if self.session.settings.fair else self._fairness(found.result, run, cycles)
        told = replace(failure.repetition, turns=_turns(run), fairness=fairness)
        failure = replace(failure, repetition=told)
        return replace(found, failure=failure, reason=failure_text(failure))

    def _fairness(self, result: PropertyResult, run: RunTrace, cycles: WrongCycles | None) -> Fairness | None:
        """What SPIN says about fair runs alone; None if that is not known, or no question."""
        if not run.starving:
            return Fairness(False, shown=True)
        searched = max(LEAST_FOR_FAIR_RUNS, 3 * result.seconds)
        seconds = min(MOST_FOR_FAIR_RUNS, searched, self.left)
        open_model = environment_of(self.reading.model) is not None
        if open_model or seconds <= 0 or self.session.stop.is_set():
            return None
        self.watch.tell(Progress(Activity.ASKING_FAIRNESS, (result.wanted.name,), until=time.monotonic() + seconds))
        fair = check(self.session.for_fair_runs(seconds), result.wanted)
        if fair.verdict is Verdict.INCONCLUSIVE:
            return None
        return Fairness(False) if fair.verdict is Verdict.VIOLATED else _left_out(run, cycles)


def _is_shorter(run: RunTrace | None, than: RunTrace) -> bool:
    return run is not None and run.loop is not None and len(run.steps) < len(than.steps)


def _turns(run: RunTrace) -> Turns:
    groups = (run.moving, run.starving, run.overtaken)
    return Turns(*(tuple(run.processes[process] for process in group) for group in groups))


def _left_out(run: RunTrace, cycles: WrongCycles | None) -> Fairness:
    """No fair run violates the property: who is left out in each run that does, as far as all runs are known."""
    starving = tuple(run.processes[process] for process in run.starving)
    if cycles is None or not cycles.graph.complete or not starving:
        return Fairness(True)
    each = tuple(one for one in starving if not cycles.exists_fair_to([one.pid]))
    some = () if each or cycles.exists_fair_to(one.pid for one in starving) else starving
    return Fairness(True, each, some)
