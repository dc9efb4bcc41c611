"""How the number of states grows with a parameter: exponentially or like a power, whichever fits better.

Both are straight lines through the logarithms of the states: against N, or against the logarithm of N.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import exp, log

from penstock.records import data, record

FEWEST_POINTS = 3
_FLAT = 1e-9


class GrowthKind(Enum):
    CONSTANT = "constant"
    EXPONENTIAL = "exponential"
    POLYNOMIAL = "polynomial"


@record
class StateGrowth:
    """`others` are the values of the other macros, which stay the same."""

    parameter: str
    others: dict[str, str]
    kind: GrowthKind
    rate: float = data(text="the factor for each step of 1, or the exponent of the power")
    fit: float = data(text="the share of the variation that this explains: 1 is a perfect fit")
    points: int = data(least=FEWEST_POINTS, text="complete searches that it was fitted on")

    @property
    def told(self) -> str:
        """`times 3.6 for each step of N`, `like N^4.9`."""
        match self.kind:
            case GrowthKind.CONSTANT:
                return f"as many for every {self.parameter}"
            case GrowthKind.EXPONENTIAL:
                return f"times {self.rate:.3g} for each step of {self.parameter}"
            case GrowthKind.POLYNOMIAL:
                return f"like {self.parameter}^{self.rate:.2f}"


def growth_of(parameter: str, others: dict[str, str], seen: Sequence[tuple[int, int]]) -> StateGrowth | None:
    """The growth that fits pairs of a value and a number of states; two points fit anything, so they say nothing."""
    if len(seen) < FEWEST_POINTS:
        return None
    logs = [log(states) for _, states in seen]
    if max(logs) - min(logs) < _FLAT:
        return StateGrowth(parameter, others, GrowthKind.CONSTANT, 1.0, 1.0, len(seen))
    slope, fit = _line([float(value) for value, _ in seen], logs)
    kind, rate = GrowthKind.EXPONENTIAL, exp(slope)
    if all(value > 0 for value, _ in seen):
        power, better = _line([log(value) for value, _ in seen], logs)
        if better > fit:
            kind, rate, fit = GrowthKind.POLYNOMIAL, power, better
    return StateGrowth(parameter, others, kind, round(rate, 4), round(fit, 4), len(seen))


def _line(across: Sequence[float], up: Sequence[float]) -> tuple[float, float]:
    """The slope of the line with the least squares, and which share of the variation it explains."""
    middle, height = sum(across) / len(across), sum(up) / len(up)
    spread = sum((x - middle) ** 2 for x in across)
    slope = sum((x - middle) * (y - height) for x, y in zip(across, up, strict=True)) / spread
    left = sum((y - height - slope * (x - middle)) ** 2 for x, y in zip(across, up, strict=True))
    return slope, 1 - left / sum((y - height) ** 2 for y in up)
