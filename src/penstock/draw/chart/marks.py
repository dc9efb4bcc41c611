"""The shapes of a chart: arrows, queues, crosses and dots, each as a few SVG elements."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from penstock.draw.chart.palette import boxed, fill, stroke
from penstock.draw.graph.markup import arrow_head, inside, number, point
from penstock.draw.graph.picture import ARROW, Point


def tooltip(lines: Sequence[str]) -> str:
    """Return what is shown when one points at an element."""
    return f"<title>{inside(chr(10).join(lines))}</title>" if lines else ""


def group(name: str, said: Sequence[str], *parts: str) -> str:
    """Return elements that belong together, with their tooltip; `name` tells programs what they are."""
    return f"<g {name}>{tooltip(said)}{''.join(parts)}</g>"


def arrow(start: Point, tip: Point, weight: float = 1.2, dashes: str = "", colour: str = "line") -> str:
    """Return a straight arrow."""
    length = hypot(tip[0] - start[0], tip[1] - start[1]) or 1.0
    unit = ((tip[0] - start[0]) / length, (tip[1] - start[1]) / length)
    base = (tip[0] - unit[0] * ARROW * 0.8, tip[1] - unit[1] * ARROW * 0.8)
    return line(start, base, weight, dashes, colour) + f'<path {fill(colour)} d="{arrow_head(tip, unit)}"/>'


def line(start: Point, end: Point, weight: float = 1.2, dashes: str = "", colour: str = "line") -> str:
    """Return a straight line."""
    return path(f"M{point(start)} L{point(end)}", weight, dashes, colour)


def path(shape: str, weight: float = 1.2, dashes: str = "", colour: str = "line") -> str:
    """Return a line of any shape."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path {stroke(colour)} stroke-width="{number(weight)}"{dashed} d="{shape}"/>'


def loop(start: Point, end: Point, reach: float, dashes: str = "") -> str:
    """Return an arrow that leaves a lifeline to the right and comes back to it further down."""
    (x, top), (_, bottom) = start, end
    out = number(x + reach)
    shape = f"M{point(start)} H{number(x + reach - 5)} Q{out},{number(top)} {out},{number(top + 5)}"
    shape += f" V{number(bottom - 5)} Q{out},{number(bottom)} {number(x + reach - 5)},{number(bottom)}"
    shape += f" H{number(x + ARROW)}"
    return path(shape, dashes=dashes) + f'<path {fill("line")} d="{arrow_head((x + 1, bottom), (-1.0, 0.0))}"/>'


def queue(left: Point, colour: str = "left") -> str:
    """Return a little queue whose left edge has this middle."""
    x, y = left
    cells = "".join(f"M{point((x + at, y - 5))} V{number(y + 5)} " for at in (6, 12))
    room = f'x="{number(x)}" y="{number(y - 5)}" width="18" height="10"'
    return f'<rect {boxed("paper", colour)} stroke-width="1.1" {room}/>' + path(cells.strip(), 1.1, colour=colour)


def cross(middle: Point, size: float = 4.5) -> str:
    """Return a cross: something ends badly here."""
    x, y = middle
    shape = f"M{point((x - size, y - size))} L{point((x + size, y + size))}"
    return path(f"{shape} M{point((x - size, y + size))} L{point((x + size, y - size))}", 2.0, colour="alarm")


def dot(middle: Point, radius: float = 2.4, colour: str = "line") -> str:
    """Return a dot."""
    return f'<circle {fill(colour)} cx="{number(middle[0])}" cy="{number(middle[1])}" r="{number(radius)}"/>'


def stop(middle: Point) -> str:
    """Return the end of a lifeline."""
    return line((middle[0] - 8, middle[1]), (middle[0] + 8, middle[1]), 2.4)
