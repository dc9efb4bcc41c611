"""Curves in colours that light paper and dark screens have, told apart by their marks, too."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.draw.chart.marks import cross, tooltip
from penstock.draw.chart.palette import fill
from penstock.draw.graph.markup import inside, number, point
from penstock.draw.graph.picture import Point

_LIGHT = ("#1f5fa8", "#b35900", "#2e7d32", "#7b3fa0", "#00767c", "#8a6d00")
_DARK = ("#7ab3f0", "#ffb066", "#81c784", "#ce93d8", "#4dd0e1", "#e6c84f")
_DASHES = ("", "7 3", "2 3", "9 3 2 3")
_SHAPES = (
    "M{l},{y} A3.4,3.4 0 1 1 {r},{y} A3.4,3.4 0 1 1 {l},{y} Z",
    "M{l},{t} H{r} V{b} H{l} Z",
    "M{x},{t} L{r},{y} L{x},{b} L{l},{y} Z",
    "M{x},{t} L{r},{b} L{l},{b} Z",
)


def style_sheet() -> str:
    """The colours of curves on dark screens."""
    rules = [f".pp-s-{at}{{stroke:{colour}}}.pp-f-{at}{{fill:{colour}}}" for at, colour in enumerate(_DARK)]
    return f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"


def curve_line(places: list[Point], rank: int) -> str:
    """The line through all points that are next to each other."""
    dashes = _DASHES[rank % len(_DASHES)]
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    shape = "M" + " L".join(map(point, places))
    return f'<path {_stroke(rank)} stroke-width="1.6"{dashed} d="{shape}"/>'


def curve_mark(place: Point, rank: int, said: str, alarm: bool) -> Iterator[str]:
    """A mark with its numbers; crossed out if something is wrong there."""
    x, y = place
    sides = {"x": x, "y": y, "l": x - 3.4, "r": x + 3.4, "t": y - 3.4, "b": y + 3.4}
    shape = _SHAPES[rank % len(_SHAPES)].format(**{name: number(side) for name, side in sides.items()})
    yield f'<path {_fill(rank)} d="{shape}">{tooltip([said])}</path>'
    if alarm:
        yield cross(place, 6)


def unknown_mark(place: Point, said: str) -> str:
    return _word("?", place, "pale", f"{said}: not known")


def endless_mark(place: Point, said: str) -> str:
    return _word("\u221e", place, "alarm", f"{said}: without limit")


def _word(word: str, place: Point, colour: str, said: str) -> str:
    where = f'x="{number(place[0])}" y="{number(place[1])}" text-anchor="middle" font-size="12"'
    return f"<text {fill(colour)} {where}>{tooltip([said])}{inside(word)}</text>"


def _stroke(rank: int) -> str:
    at = rank % len(_LIGHT)
    return f'class="pp-s-{at}" fill="none" stroke="{_LIGHT[at]}"'


def _fill(rank: int) -> str:
    at = rank % len(_LIGHT)
    return f'class="pp-f-{at}" fill="{_LIGHT[at]}"'
