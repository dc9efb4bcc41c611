"""Who decides which step comes next."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from penstock.stepping.choices import StepChoice


class Policy(Protocol):
    """Chooses among steps; None if that is left to somebody else."""

    def choose(self, choices: Sequence[StepChoice]) -> StepChoice | None: ...


class AtRandom:
    """By chance: the same seed chooses the same."""

    def __init__(self, seed: int | None) -> None:
        self.chance = Random(seed)

    def choose(self, choices: Sequence[StepChoice]) -> StepChoice | None:
        return self.chance.choice(choices) if choices else None


class ByHand:
    """Only what is not a choice at all is decided here."""

    def choose(self, choices: Sequence[StepChoice]) -> StepChoice | None:
        return choices[0] if len(choices) == 1 else None
