"""A plot as one self-contained SVG."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from penstock.draw.chart import palette
from penstock.draw.chart.marks import line
from penstock.draw.chart.palette import fill
from penstock.draw.graph.markup import SANS, inside, number
from penstock.draw.graph.picture import Point
from penstock.draw.plot import curves
from penstock.draw.plot.curves import curve_line, curve_mark, endless_mark, unknown_mark
from penstock.draw.plot.figure import Curve, Panel, Plot, PlottedPoint
from penstock.draw.plot.scale import Scale, scale_for, shortly, shown
from penstock.draw.text import sans_width, shorten

WIDTH = 640.0
_MARGIN, _LEFT, _RIGHT = 16.0, 72.0, 28.0
_HEADING, _HEIGHT, _ABOVE, _BELOW, _ROW = 44.0, 130.0, 24.0, 40.0, 17.0
_SAMPLE = 24.0


def plot_svg(plot: Plot) -> str:
    body: list[str] = []
    top = _MARGIN + _HEADING
    for panel in plot.panels:
        drawing = _Drawing(plot, panel, _rows(panel), top)
        body += drawing.marks()
        top = drawing.end
    return "\n".join([*_opening(plot, top), *_heading(plot), *body, "</g>", "</svg>", ""])


def _opening(plot: Plot, height: float) -> list[str]:
    w, h = number(WIDTH), number(height)
    told = f"{', '.join(panel.title for panel in plot.panels)} against {plot.axis}. {plot.subtitle}"
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img">',
        f"<title>{inside(plot.title)}</title>",
        f"<desc>{inside(told)}</desc>",
        palette.style_sheet(),
        curves.style_sheet(),
        f'<rect {fill("paper")} width="{w}" height="{h}"/>',
        f'<g font-family="{SANS}">',
    ]


def _heading(plot: Plot) -> Iterator[str]:
    yield _text(shorten(plot.title, 72), (_MARGIN, _MARGIN + 12), "ink", 14, ' font-weight="600"')
    yield _text(shorten(plot.subtitle, 100), (_MARGIN, _MARGIN + 29), "pale", 11)


def _text(said: str, place: Point, colour: str, size: int, more: str = "") -> str:
    where = f'x="{number(place[0])}" y="{number(place[1])}"'
    return f'<text {fill(colour)} font-size="{size}"{more} {where}>{inside(said)}</text>'


def _rows(panel: Panel) -> list[list[tuple[int, Curve]]]:
    """The lines of the legend; one curve alone needs none."""
    rows: list[list[tuple[int, Curve]]] = []
    room = 0.0
    for rank, curve in enumerate(panel.curves if len(panel.curves) > 1 else ()):
        wanted = _wanted(curve)
        if wanted > room:
            rows.append([])
            room = WIDTH - _LEFT - _RIGHT
        rows[-1].append((rank, curve))
        room -= wanted
    return rows


def _wanted(curve: Curve) -> float:
    return _SAMPLE + sans_width(curve.name, 11) + 22


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A panel at its place."""

    plot: Plot
    panel: Panel
    legend: list[list[tuple[int, Curve]]]
    top: float

    @property
    def ceiling(self) -> float:
        return self.top + _ABOVE + _ROW * len(self.legend)

    @property
    def floor(self) -> float:
        return self.ceiling + _HEIGHT

    @property
    def end(self) -> float:
        return self.floor + _BELOW + _MARGIN / 2

    def marks(self) -> Iterator[str]:
        scale = scale_for(self.panel.heights or [1.0])
        title = f"{self.panel.title} (logarithmic)" if scale.logarithmic else self.panel.title
        yield _text(title, (_MARGIN, self.top + 11), "ink", 12, ' font-weight="600"')
        for row, entries in enumerate(self.legend):
            yield from self._entries(entries, self.top + _ABOVE + _ROW * row)
        yield from self._across(scale)
        yield from self._below()
        for rank, curve in enumerate(self.panel.curves):
            yield from self._curve(rank, curve, scale)
        if len(self.panel.curves) == 1:
            yield from self._labels(self.panel.curves[0], scale)

    def _entries(self, entries: list[tuple[int, Curve]], y: float) -> Iterator[str]:
        x = _LEFT
        for rank, curve in entries:
            yield curve_line([(x, y), (x + _SAMPLE, y)], rank)
            yield from curve_mark((x + _SAMPLE / 2, y), rank, curve.name, False)
            yield _text(curve.name, (x + _SAMPLE + 6, y + 4), "ink", 11)
            x += _wanted(curve)

    def _across(self, scale: Scale) -> Iterator[str]:
        for tick in scale.ticks:
            y = self._height(scale, tick)
            yield line((_LEFT, y), (WIDTH - _RIGHT, y), 1, colour="guide")
            yield _text(shown(tick), (_LEFT - 8, y + 3.5), "pale", 10, ' text-anchor="end"')

    def _below(self) -> Iterator[str]:
        yield line((_LEFT, self.floor), (WIDTH - _RIGHT, self.floor), 1, colour="life")
        free = 0.0
        for at, value in enumerate(self.plot.values):
            x, half = self._place(at), sans_width(value, 10) / 2
            yield line((x, self.floor), (x, self.floor + 4), 1, colour="life")
            if x - half >= free:
                yield _text(value, (x, self.floor + 16), "pale", 10, ' text-anchor="middle"')
                free = x + half + 4
        middle = (_LEFT + WIDTH - _RIGHT) / 2
        yield _text(self.plot.axis, (middle, self.floor + 31), "ink", 11, ' text-anchor="middle"')

    def _curve(self, rank: int, curve: Curve, scale: Scale) -> Iterator[str]:
        places: list[list[Point]] = [[]]
        drawn: list[str] = []
        for found in curve.points:
            said = f"{curve.name}, {self.plot.axis} = {self.plot.values[found.at]}".lstrip(", ")
            place = self._point(found, scale)
            if found.height is None:
                drawn.append(endless_mark(place, said) if found.alarm else unknown_mark(place, said))
            else:
                drawn += curve_mark(place, rank, f"{said}: {found.height:g}", found.alarm)
            if found.height is None or found.alarm:
                places.append([])
            else:
                places[-1].append(place)
        yield from (curve_line(stretch, rank) for stretch in places if len(stretch) > 1)
        yield from drawn

    def _labels(self, curve: Curve, scale: Scale) -> Iterator[str]:
        """The numbers at the points of a curve that is alone, where there is room for them."""
        free = 0.0
        for found in curve.points:
            if found.height is None:
                continue
            x, y = self._point(found, scale)
            said = shortly(found.height)
            half = sans_width(said, 10) / 2
            if x - half >= free:
                above = y - 9 > self.ceiling + 2
                yield _text(said, (x, y - 9 if above else y + 17), "ink", 10, ' text-anchor="middle"')
                free = x + half + 6

    def _point(self, found: PlottedPoint, scale: Scale) -> Point:
        if found.height is None:
            return self._place(found.at), self.ceiling + 8 if found.alarm else self.floor - 4
        return self._place(found.at), self._height(scale, found.height)

    def _place(self, at: int) -> float:
        places = self.plot.places
        low, high = min(places), max(places)
        part = (places[at] - low) / (high - low) if high > low else 0.5
        return _LEFT + 18 + part * (WIDTH - _RIGHT - _LEFT - 36)

    def _height(self, scale: Scale, value: float) -> float:
        return self.floor - scale.part(value) * _HEIGHT
