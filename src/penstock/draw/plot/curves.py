"""Curves in colours that light paper and dark screens have, told apart by their dashes and marks, too."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.draw.shapes.curves import ring
from penstock.draw.shapes.shapes import Dashes, Line, Pen, Point, Role, Shape, ShapeGroup, TextLine, cross

_ROLES: tuple[Role, ...] = ("curve0", "curve1", "curve2", "curve3", "curve4", "curve5")
_DASHES: tuple[Dashes, ...] = ((), (7.0, 3.0), (2.0, 3.0), (9.0, 3.0, 2.0, 3.0))
_SIZE = 3.4


def curve_line(places: list[Point], rank: int, weight: float = 1.6) -> Line:
    """The line through all points that are next to each other."""
    strokes = tuple((place,) for place in places[1:])
    return Line((Pen(places[0], strokes),), _ROLES[rank % len(_ROLES)], weight, _DASHES[rank % len(_DASHES)])


def curve_mark(place: Point, rank: int, told: str, alarm: bool) -> Iterator[Shape]:
    """A mark with its numbers; crossed out if something is wrong there."""
    mark = Line((_outlines(place)[rank % 4],), None, fill=_ROLES[rank % len(_ROLES)])
    yield ShapeGroup((mark,), told=told)
    if alarm:
        yield cross(place, 6)


def _outlines(place: Point) -> tuple[Pen, ...]:
    """A circle, a square, a diamond and a triangle."""
    x, y = place
    left, right, top, bottom = x - _SIZE, x + _SIZE, y - _SIZE, y + _SIZE
    square = _corners((left, top), (right, top), (right, bottom), (left, bottom))
    diamond = _corners((x, top), (right, y), (x, bottom), (left, y))
    return ring(place, _SIZE), square, diamond, _corners((x, top), (right, bottom), (left, bottom))


def _corners(*points: Point) -> Pen:
    return Pen(points[0], tuple((point,) for point in (*points[1:], points[0])))


def unknown_mark(place: Point, told: str) -> ShapeGroup:
    return _word("?", place, "pale", f"{told}: not known")


def endless_mark(place: Point, told: str) -> ShapeGroup:
    return _word("\u221e", place, "alarm", f"{told}: without limit")


def _word(word: str, place: Point, role: Role, told: str) -> ShapeGroup:
    return ShapeGroup((TextLine(word, place, 12.0, role, anchor="middle"),), told=told)
