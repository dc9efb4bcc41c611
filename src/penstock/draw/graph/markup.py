"""The small pieces every SVG is written with: numbers, texts, fonts, the head of an arrow."""

from html import escape

from penstock.draw.graph.picture import ARROW, Point
from penstock.draw.text import clean

SANS = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
MONOSPACE = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"


def escaped(text: str) -> str:
    """A text as the contents of an element."""
    return escape(text, quote=False)


def number(value: float) -> str:
    """Write a number; one decimal is finer than any printer, and keeps the text the same on every machine."""
    return f"{round(value, 1) + 0.0:g}" if abs(value) < 100_000 else f"{value:.1f}"


def point(place: Point) -> str:
    """Write a point of a path."""
    return f"{number(place[0])},{number(place[1])}"


def inside(text: str) -> str:
    """Write a text between two tags."""
    return escaped(clean(text))


def arrow_head(tip: Point, heading: Point) -> str:
    """Return the outline of a head that points in the direction `heading`, whose length is one."""
    (x, y), (dx, dy) = tip, heading
    left = (x - dx * ARROW - dy * ARROW * 0.42, y - dy * ARROW + dx * ARROW * 0.42)
    right = (x - dx * ARROW + dy * ARROW * 0.42, y - dy * ARROW - dx * ARROW * 0.42)
    return f"M{point(tip)} L{point(left)} L{point(right)} Z"
