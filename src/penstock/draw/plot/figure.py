"""What is drawn: panels under each other, with the same values across."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlottedPoint:
    """`at` is the number of a value across; without a height nothing is known there.

    `alarm`: something is wrong, and what was counted there is not worth a line; without a height, there is no limit.
    """

    at: int
    height: float | None
    alarm: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """A `stepped` one keeps its height until the next point, and its points have no marks."""

    name: str
    points: tuple[PlottedPoint, ...]
    stepped: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """`limits` are heights that are drawn as lines across."""

    title: str
    curves: tuple[Curve, ...]
    limits: tuple[float, ...] = ()

    @property
    def heights(self) -> list[float]:
        found = (point.height for curve in self.curves for point in curve.points if point.height is not None)
        return [*found, *self.limits]


@dataclass(frozen=True, slots=True)
class Plot:
    """`values` are the words below, `places` where they stand: numbers keep their distances."""

    title: str
    subtitle: str
    axis: str
    values: tuple[str, ...]
    places: tuple[float, ...]
    panels: tuple[Panel, ...]
    height: float = 130.0
    """Of each panel."""
