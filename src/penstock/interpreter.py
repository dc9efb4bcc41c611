"""Switches of Python for a process that reads models: whoever begins one sets them."""

from __future__ import annotations

import gc
import sys

RECURSION_LIMIT = 100_000
"""Long chains of operators make deep trees; Python's own limit is for runaway programs."""
OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""Reading makes many objects and no garbage: looking for some would take half of the time."""


def allow_deep_trees() -> None:
    sys.setrecursionlimit(max(RECURSION_LIMIT, sys.getrecursionlimit()))


def prepare() -> None:
    """For a process that is ours from its beginning to its end."""
    allow_deep_trees()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, 50, 50)
