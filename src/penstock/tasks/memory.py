"""How much memory this process has needed."""

from __future__ import annotations

import sys

if sys.platform != "emscripten":
    from resource import RUSAGE_SELF, getrusage


def memory_used() -> float | None:
    """The most so far, in megabytes; None in a browser, where nobody counts."""
    if sys.platform == "emscripten":
        return None
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024
