"""How a run is moved: in small parts, between which the client is heard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from penstock.faces.dap.debuggee import Debuggee
from penstock.stepping.stepper import Goal, Stop, StopKind

STEPS_AT_ONCE = 64
MOST_STEPS = 100_000
"""All moments are kept, so a run that nobody stops would take all memory."""


@dataclass(slots=True)
class Motion:
    """A run on its way.  `said` is the reason for the client if it gets to where it is wanted.

    `instance` is the process that goes first where nothing is decided yet.  `resumed`: the client knows what is here.
    """

    debuggee: Debuggee
    said: str
    goal: Goal | None = None
    instance: int | None = None
    back: bool = False
    resumed: bool = True
    taken: int = 0

    def advance(self, interrupted: Callable[[], bool], arrived: Callable[[Debuggee], None]) -> Stop | None:
        """Go on for a while, telling of each moment; why it has to stop, if it has."""
        for _ in range(STEPS_AT_ONCE):
            stop = self._step()
            arrived(self.debuggee)
            self.taken += 1
            if stop is None and self.taken >= MOST_STEPS:
                stop = Stop(StopKind.PAUSE, f"paused after {self.taken} steps; it can go on")
            if stop is not None or interrupted():
                return stop
        return None

    def _step(self) -> Stop | None:
        stepper = self.debuggee.stepper
        if self.back:
            return stepper.backward()
        resumed, self.resumed = self.resumed, False
        at = self.debuggee.row(self.instance + 1) if self.instance is not None else 0
        return stepper.forward(resumed, at, self.goal)
