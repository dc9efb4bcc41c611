"""How a run is moved: in small parts, between which the client is heard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from penstock.faces.dap.debuggee import Debuggee
from penstock.stepping.stepper import Goal, Stop

STEPS_AT_ONCE = 64


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

    def advance(self, interrupted: Callable[[], bool], arrived: Callable[[Debuggee], None]) -> Stop | None:
        """Go on for a while, telling of each moment; why it has to stop, if it has."""
        for _ in range(STEPS_AT_ONCE):
            stop = self._step()
            arrived(self.debuggee)
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
