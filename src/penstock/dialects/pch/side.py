"""The two readings of a specification."""

from __future__ import annotations

from enum import Enum


class Side(Enum):
    """Which of the two readings is meant."""

    MODEL = "model"
    PROGRAM = "program"
