"""How much memory this process has needed."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec


def memory_used() -> float | None:
    """The most so far, in megabytes; None where nobody counts, as in a browser."""
    if find_spec("resource") is None:
        return None
    resource = import_module("resource")
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / 1024
