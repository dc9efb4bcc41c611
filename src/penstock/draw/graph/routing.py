"""Lines from node to node: where they meet a node's outline and how they bend on the way.

Inside a layer a line runs straight through the room reserved for it; it bends only between
layers, where nothing else stands.  So no line touches a node or a label that is not its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import copysign, hypot, sqrt

from penstock.draw.shapes.shapes import ARROW, Point, Stroke

# As far from the middle of a node's side as a straight line may meet it.
_STRAIGHT = 5.0


@dataclass(frozen=True, slots=True)
class Outline:
    """A node's outline, across and along; `ports` is half the part of its side that edges may meet."""

    across: float
    along: float
    half_across: float
    half_along: float
    radius: float
    middle: float
    ports: float


@dataclass(frozen=True, slots=True)
class Port:
    """A point of an outline and the direction straight out of the node there."""

    point: Point
    normal: Point


@dataclass(frozen=True, slots=True)
class Gate:
    """A vertex on the way: its position across, and the edges of its layer."""

    across: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Route:
    """A finished line, still across and along."""

    start: Point
    strokes: tuple[Stroke, ...]
    tip: Point
    heading: Point


def border(outline: Outline, across: float, side: int, upright: bool = False) -> Port:
    """Return the point of the outline at this position across, on the side ahead (-1) or behind (1).

    A line that comes in straight is `upright`: it does not turn towards the middle of a round node.
    """
    radius = outline.radius
    offset = across - outline.across
    into = min(max(0.0, abs(offset) - (outline.half_across - radius)), radius * 0.95)
    rise = sqrt(radius * radius - into * into)
    normal = (copysign(into / radius, offset), side * rise / radius) if into and not upright else (0.0, float(side))
    return Port((across, outline.along + side * (outline.half_along - radius + rise)), normal)


def spread(outline: Outline, wanted: Sequence[float]) -> list[float]:
    """Return where lines that want to go to these positions meet the outline, in this order and apart."""
    limit = outline.ports * 0.75
    gap = min(7.0, 2 * limit / max(1, len(wanted) - 1))
    offsets = [goal - outline.middle for goal in wanted]
    goals = [_eased(offset, limit) - gap * number for number, offset in enumerate(offsets)]
    # A line that could be straight stays where it is, and the others make room.
    weights = [20.0 if abs(offset) < _STRAIGHT else 1.0 for offset in offsets]
    highest = limit - gap * (len(wanted) - 1)
    level = [min(max(goal, -limit), highest) for goal in _rising(goals, weights)]
    return [outline.middle + place + gap * number for number, place in enumerate(level)]


def _eased(offset: float, limit: float) -> float:
    # Lines lean towards where they go; the last few pixels of a line that is almost straight are taken up here.
    return copysign(min(max(abs(offset) * 0.3, min(abs(offset), _STRAIGHT)), limit), offset)


def _rising(goals: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return the closest sequence that never falls."""
    runs: list[tuple[float, float, int]] = []
    for goal, weight in zip(goals, weights, strict=True):
        runs.append((goal, weight, 1))
        while len(runs) > 1 and runs[-2][0] > runs[-1][0]:
            (one, first, short), (two, second, length) = runs[-2:]
            mean = (one * first + two * second) / (first + second)
            runs[-2:] = [(mean, first + second, short + length)]
    return [value for value, _, length in runs for _ in range(length)]


def route(start: Port, ends: Gate, gates: Sequence[Gate], goal: Gate, finish: Port) -> Route:
    """Draw a line from a port through the gates to another port."""
    down = finish.point[1] > start.point[1]
    pen = _Pen(start.point, start.normal)
    _leave(pen, start, ends, down)
    for gate in gates:
        first, last = (gate.low, gate.high) if down else (gate.high, gate.low)
        pen.bend((gate.across, first), (0.0, 1.0 if down else -1.0))
        pen.straight((gate.across, last))
    _arrive(pen, finish, goal, down)
    heading = (-finish.normal[0], -finish.normal[1])
    return Route(start.point, tuple(pen.strokes), finish.point, heading)


def _leave(pen: "_Pen", start: Port, gate: Gate, down: bool) -> None:
    edge = gate.high if down else gate.low
    if abs(edge - start.point[1]) > 8:
        pen.heading = (0.0, 1.0 if down else -1.0)
        pen.straight((start.point[0], edge))


def _arrive(pen: "_Pen", finish: Port, gate: Gate, down: bool) -> None:
    (across, along), (tilt, out) = finish.point, finish.normal
    base = (across + tilt * ARROW, along + out * ARROW)
    edge = gate.low if down else gate.high
    if abs(edge - along) > 8:
        pen.bend((base[0], edge), (0.0, 1.0 if down else -1.0))
        pen.straight(base)
    else:
        pen.bend(base, (-tilt, -out))


class _Pen:
    """Collects strokes; remembers where it stands and in which direction it moves."""

    def __init__(self, point: Point, heading: Point) -> None:
        self.point = point
        self.heading = heading
        self.strokes: list[Stroke] = []

    def straight(self, goal: Point) -> None:
        if hypot(goal[0] - self.point[0], goal[1] - self.point[1]) > 0.05:
            self.strokes.append((goal,))
            self.point = goal

    def bend(self, goal: Point, heading: Point) -> None:
        aligned = abs(goal[0] - self.point[0]) < 0.05 and abs(self.heading[0]) + abs(heading[0]) < 0.01
        if aligned:
            self.straight(goal)
        else:
            reach = self._reach(goal)
            leave = (self.point[0] + self.heading[0] * reach, self.point[1] + self.heading[1] * reach)
            arrive = (goal[0] - heading[0] * reach, goal[1] - heading[1] * reach)
            self.strokes.append((leave, arrive, goal))
            self.point = goal
        self.heading = heading

    def _reach(self, goal: Point) -> float:
        return max(abs(goal[1] - self.point[1]) * 0.55, 2.0)
