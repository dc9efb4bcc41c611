"""How states are searched."""

from __future__ import annotations

from enum import Enum


class SearchMethod(Enum):
    """Every state; most of them with little memory; or here and there with many searches."""

    EXHAUSTIVE = "exhaustive"
    BITSTATE = "bitstate"
    SWARM = "swarm"
