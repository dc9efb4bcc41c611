"""Round shapes as curves, for files that have no others."""

from __future__ import annotations

from penstock.draw.shapes.shapes import Box, Pen, Point, Stroke

# How far the handles of a curve reach that is a quarter of a circle.
_REACH = 0.5523


def ring(middle: Point, radius: float) -> Pen:
    """A circle."""
    x, y = middle
    return frame_pen(Box(x - radius, y - radius, 2 * radius, 2 * radius), radius)


def frame_pen(box: Box, radius: float = 0.0) -> Pen:
    """The outline of a rectangle with rounded corners."""
    left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    turn = min(radius, box.width / 2, box.height / 2)
    if turn <= 0:
        return Pen((left, top), (((right, top),), ((right, bottom),), ((left, bottom),), ((left, top),)))
    reach = turn * (1 - _REACH)
    strokes: list[Stroke] = [
        ((right - turn, top),),
        ((right - reach, top), (right, top + reach), (right, top + turn)),
        ((right, bottom - turn),),
        ((right, bottom - reach), (right - reach, bottom), (right - turn, bottom)),
        ((left + turn, bottom),),
        ((left + reach, bottom), (left, bottom - reach), (left, bottom - turn)),
        ((left, top + turn),),
        ((left, top + reach), (left + reach, top), (left + turn, top)),
    ]
    return Pen((left + turn, top), tuple(strokes))
