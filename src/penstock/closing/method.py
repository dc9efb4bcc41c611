"""How an open model is closed."""

from __future__ import annotations

from enum import Enum


class ClosingMethod(Enum):
    """The last one is what happens by itself."""

    PROCESS = "process"
    MAY = "may"
    FLAGS = "flags"
    OPTIMISED = "optimised"
    PRECISE = "precise"
