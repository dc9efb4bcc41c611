"""The end of a verification before its time."""

from __future__ import annotations

from threading import Event


class StopSignal(Event):
    """Set by whoever follows the work, who has `outer`, or by the work itself when something in it fails."""

    def __init__(self, outer: Event | None = None) -> None:
        super().__init__()
        self._outer = outer or Event()

    def is_set(self) -> bool:
        return super().is_set() or self._outer.is_set()
