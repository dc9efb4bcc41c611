"""Lines, boxes, dots and texts: a picture before it is written as SVG, PDF or TikZ.

A shape says what it is for by a role, such as `ink` or `alarm`; which colour that is depends on the paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import hypot
from typing import Literal

from penstock.draw.shapes.metrics import Typeface, text_width

Role = Literal[
    "paper", "ink", "line", "pale", "life", "fill", "guide", "alarm", "left",
    "curve0", "curve1", "curve2", "curve3", "curve4", "curve5",
]  # fmt: skip
Point = tuple[float, float]
# One point is a straight line, three are a cubic curve.
Stroke = tuple[Point, ...]
Dashes = tuple[float, ...]
Anchor = Literal["start", "middle", "end"]

ARROW = 7.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Pen:
    """A path that is drawn without lifting the pen."""

    start: Point
    strokes: tuple[Stroke, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """Paths that look the same, drawn or filled or both; filled ones are closed."""

    pens: tuple[Pen, ...]
    edge: Role | None = "line"
    weight: float = 1.2
    dashes: tuple[float, ...] = ()
    fill: Role | None = None


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle, its corners rounded by a radius."""

    box: Box
    radius: float = 0.0
    fill: Role | None = None
    edge: Role | None = None
    weight: float = 1.1


@dataclass(frozen=True, slots=True)
class Dot:
    """A filled circle."""

    middle: Point
    radius: float
    fill: Role


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of text at its baseline; with a `halo` it stays readable on top of lines."""

    text: str
    place: Point
    size: float
    role: Role = "ink"
    face: Typeface = "sans"
    bold: bool = False
    anchor: Anchor = "start"
    halo: bool = False

    @property
    def width(self) -> float:
        return text_width(self.text, self.size, self.face, self.bold)

    @property
    def left(self) -> float:
        return self.place[0] - {"start": 0.0, "middle": self.width / 2, "end": self.width}[self.anchor]

    @property
    def box(self) -> Box:
        """The room that the text takes."""
        return Box(self.left, self.place[1] - self.size * 0.78, self.width, self.size)


@dataclass(frozen=True, slots=True)
class ShapeGroup:
    """Shapes that belong together, moved by `shift`; `kind` and `facts` are for programs, `told` is a tooltip."""

    shapes: tuple[Shape, ...]
    kind: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    told: str = ""
    shift: Point = (0.0, 0.0)


Shape = Line | Rectangle | Dot | TextLine | ShapeGroup


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole picture; what lies later in it lies on top."""

    width: float
    height: float
    title: str
    description: str
    shapes: tuple[Shape, ...]


def flat(shapes: Iterable[Shape], shift: Point = (0.0, 0.0)) -> Iterator[tuple[Shape, Point]]:
    """All shapes that are no groups, each with how far it is moved."""
    for shape in shapes:
        if isinstance(shape, ShapeGroup):
            yield from flat(shape.shapes, (shift[0] + shape.shift[0], shift[1] + shape.shift[1]))
        else:
            yield shape, shift


def arrow_head(tip: Point, heading: Point, role: Role = "line", outline: float = 0.0) -> Line:
    """A head that points in the direction `heading`, whose length is one; an outline makes it larger."""
    (x, y), (dx, dy) = tip, heading
    left = (x - dx * ARROW - dy * ARROW * 0.42, y - dy * ARROW + dx * ARROW * 0.42)
    right = (x - dx * ARROW + dy * ARROW * 0.42, y - dy * ARROW - dx * ARROW * 0.42)
    pen = Pen(tip, ((left,), (right,), (tip,)))
    return Line((pen,), role if outline else None, outline, fill=role)


def straight(start: Point, end: Point, role: Role = "line", weight: float = 1.2, dashes: Dashes = ()) -> Line:
    """A straight line."""
    return Line((Pen(start, ((end,),)),), role, weight, dashes)


def arrow(start: Point, tip: Point, role: Role = "line", weight: float = 1.2, dashes: Dashes = ()) -> tuple[Line, Line]:
    """A straight arrow: its line and its head."""
    length = hypot(tip[0] - start[0], tip[1] - start[1]) or 1.0
    unit = ((tip[0] - start[0]) / length, (tip[1] - start[1]) / length)
    base = (tip[0] - unit[0] * ARROW * 0.8, tip[1] - unit[1] * ARROW * 0.8)
    return straight(start, base, role, weight, dashes), arrow_head(tip, unit, role)


def cross(middle: Point, size: float = 4.5) -> Line:
    """Something ends badly here."""
    x, y = middle
    down = Pen((x - size, y - size), (((x + size, y + size),),))
    up = Pen((x - size, y + size), (((x + size, y - size),),))
    return Line((down, up), "alarm", 2.0)
