"""From numbers to heights: scales with round numbers, by powers of ten where the numbers are far apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

_FAR_APART = 50.0
_MOST_TICKS = 5


@dataclass(frozen=True, slots=True)
class Scale:
    """`part` tells how far up a number is, from 0 to 1."""

    low: float
    high: float
    logarithmic: bool
    ticks: tuple[float, ...]

    def part(self, number: float) -> float:
        low, high, at = (log10(one) if self.logarithmic else one for one in (self.low, self.high, number))
        return (at - low) / (high - low)


def scale_for(numbers: Sequence[float]) -> Scale:
    low, high = min(numbers), max(numbers)
    if low > 0 and high / low >= _FAR_APART:
        return _powers(floor(log10(low)), ceil(log10(high)))
    whole = all(float(number).is_integer() for number in numbers)
    return _evenly(high if high > 0 else 1.0, 1.0 if whole else 0.0)


def _powers(low: int, high: int) -> Scale:
    every = ceil((high - low) / _MOST_TICKS)
    ticks = tuple(10.0**power for power in range(low, high + 1, every))
    return Scale(10.0**low, 10.0**high, True, ticks)


def _evenly(high: float, least: float) -> Scale:
    """Steps of a round number, not smaller than what can be counted."""
    rough = high / (_MOST_TICKS - 1)
    unit = 10.0 ** floor(log10(rough))
    step = max(least, next(factor * unit for factor in (1, 2, 5, 10) if factor * unit >= rough * 0.999))
    count = ceil(high / step - 1e-9)
    return Scale(0.0, count * step, False, tuple(number * step for number in range(count + 1)))


def shown(number: float) -> str:
    """A number at an axis: 5000, 20 k, 1.5 M."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e4, " k")):
        if abs(number) >= size:
            return f"{number / (1e3 if letter == ' k' else size):g}{letter}"
    return f"{round(number, 6):g}"


def shortly(number: float) -> str:
    """A number at its point, with three digits if it is long: 4158, 12.3 k, 1.21."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(number) >= max(size, 1e4):
            return f"{number / size:.3g}{letter}"
    return f"{number:g}" if float(number).is_integer() else f"{number:.3g}"
