"""The shapes of a chart that others have not: loops, queues, the end of a lifeline."""

from __future__ import annotations

from penstock.draw.shapes.shapes import (
    ARROW,
    Box,
    Dashes,
    Dot,
    Line,
    Pen,
    Point,
    Rectangle,
    Role,
    Shape,
    arrow_head,
    cross,
    straight,
)


def loop(start: Point, end: Point, reach: float, dashes: Dashes = ()) -> tuple[Line, Line]:
    """An arrow that leaves a lifeline to the right and comes back to it further down."""
    (x, top), (_, bottom) = start, end
    out, turn = x + reach, 5.0
    strokes = (
        ((out - turn, top),),
        ((out - turn / 3, top), (out, top + turn / 3), (out, top + turn)),
        ((out, bottom - turn),),
        ((out, bottom - turn / 3), (out - turn / 3, bottom), (out - turn, bottom)),
        ((x + ARROW, bottom),),
    )
    return Line((Pen(start, strokes),), dashes=dashes), arrow_head((x + 1, bottom), (-1.0, 0.0))


def queue(left: Point, role: Role = "left") -> tuple[Rectangle, Line]:
    """A little queue whose left edge has this middle."""
    x, y = left
    cells = tuple(Pen((x + at, y - 5), (((x + at, y + 5),),)) for at in (6, 12))
    return Rectangle(Box(x, y - 5, 18, 10), 0.0, "paper", role, 1.1), Line(cells, role, 1.1)


def dot(middle: Point, radius: float = 2.4, role: Role = "line") -> Dot:
    return Dot(middle, radius, role)


def lost(start: Point) -> tuple[Shape, ...]:
    """A message that leaves a lifeline and gets nowhere."""
    x, y = start
    return dot(start), straight(start, (x + 32, y), "alarm"), cross((x + 36, y))


def stop(middle: Point) -> Line:
    """The end of a lifeline."""
    return straight((middle[0] - 8, middle[1]), (middle[0] + 8, middle[1]), weight=2.4)
