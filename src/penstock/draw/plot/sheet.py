"""A plot as a picture: panels under each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from penstock.draw.plot.curves import curve_line, curve_mark, endless_mark, unknown_mark
from penstock.draw.plot.figure import Curve, Panel, Plot, PlottedPoint
from penstock.draw.plot.scale import Scale, scale_for, shortly, shown
from penstock.draw.shapes.look import USUAL, PictureLook
from penstock.draw.shapes.metrics import text_width
from penstock.draw.shapes.shapes import Anchor, Point, Role, Shape, Sheet, TextLine, straight
from penstock.draw.shapes.svg import write_svg
from penstock.draw.text import fold, wrap

WIDTH = 640.0
_MARGIN, _LEFT, _RIGHT = 16.0, 72.0, 28.0
_ABOVE, _BELOW, _ROW = 24.0, 40.0, 17.0
_SAMPLE = 24.0
_LONGEST = 70
_MANY = 40
_ROUND = [factor * 10**power for power in range(9) for factor in (1, 2, 5)]
"""Of more values than this, only round ones have ticks."""


def plot_sheet(plot: Plot, look: PictureLook = USUAL) -> Sheet:
    heading = list(_heading(plot, look))
    shapes: list[Shape] = [*heading]
    top = max((words.place[1] for words in heading), default=_MARGIN) + 15
    for panel in plot.panels:
        drawing = _Drawing(plot, panel, _rows(panel, look), top, look)
        shapes += drawing.marks()
        top = drawing.end
    told = f"{', '.join(panel.title for panel in plot.panels)} against {plot.axis}. {plot.subtitle}"
    return Sheet(WIDTH, top, plot.title, told, tuple(shapes))


def plot_svg(plot: Plot, look: PictureLook = USUAL) -> str:
    sheet = plot_sheet(plot, look)
    return write_svg(sheet, look.theme, look.shown_width(sheet.width))


def _heading(plot: Plot, look: PictureLook) -> Iterator[TextLine]:
    y = _MARGIN - 4
    for text, size, role in ((plot.title, 14.0, "ink"), (plot.subtitle, 11.0, "pale")):
        for line in fold(text, int((WIDTH - 2 * _MARGIN) / (size * 0.56))):
            y += size + 3
            yield TextLine(line, (_MARGIN, y), size, "ink" if role == "ink" else "pale", look.words, role == "ink")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A curve in the legend, with the lines of its name."""

    rank: int
    curve: Curve
    lines: tuple[str, ...]
    width: float


@dataclass(frozen=True, slots=True)
class _LegendRow:
    entries: tuple[_Entry, ...]

    @property
    def height(self) -> float:
        return _ROW + 13.0 * (max(len(entry.lines) for entry in self.entries) - 1)


def _rows(panel: Panel, look: PictureLook) -> list[_LegendRow]:
    """The lines of the legend; one curve alone needs none."""
    rows: list[list[_Entry]] = []
    room = 0.0
    for rank, curve in enumerate(panel.curves if len(panel.curves) > 1 else ()):
        lines = wrap(curve.name, _LONGEST, _LONGEST) or ("",)
        width = _SAMPLE + max(text_width(line, 11, look.words) for line in lines) + 22
        if width > room:
            rows.append([])
            room = WIDTH - _LEFT - _RIGHT
        rows[-1].append(_Entry(rank, curve, lines, width))
        room -= width
    return [_LegendRow(tuple(row)) for row in rows]


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A panel at its place."""

    plot: Plot
    panel: Panel
    legend: list[_LegendRow]
    top: float
    look: PictureLook

    @property
    def ceiling(self) -> float:
        return self.top + _ABOVE + sum(row.height for row in self.legend)

    @property
    def floor(self) -> float:
        return self.ceiling + self.plot.height

    @property
    def end(self) -> float:
        return self.floor + _BELOW + _MARGIN / 2

    def _text(self, said: str, place: Point, role: Role, size: float, anchor: Anchor = "start") -> TextLine:
        return TextLine(said, place, size, role, self.look.words, anchor=anchor)

    def marks(self) -> Iterator[Shape]:
        scale = scale_for(self.panel.heights or [1.0])
        title = f"{self.panel.title} (logarithmic)" if scale.logarithmic else self.panel.title
        yield TextLine(title, (_MARGIN, self.top + 11), 12.0, "ink", self.look.words, True)
        y = self.top + _ABOVE
        for row in self.legend:
            yield from self._entries(row, y)
            y += row.height
        yield from self._across(scale)
        yield from self._below()
        for rank, curve in enumerate(self.panel.curves):
            yield from self._curve(rank, curve, scale)
        for limit in self.panel.limits:
            y = self._height(scale, limit)
            yield straight((_LEFT, y), (WIDTH - _RIGHT, y), "left", 1.2, (6.0, 3.0))
        if len(self.panel.curves) == 1 and not self.panel.curves[0].stepped:
            yield from self._labels(self.panel.curves[0], scale)

    def _entries(self, row: _LegendRow, y: float) -> Iterator[Shape]:
        x = _LEFT
        for entry in row.entries:
            yield curve_line([(x, y), (x + _SAMPLE, y)], entry.rank)
            yield from curve_mark((x + _SAMPLE / 2, y), entry.rank, entry.curve.name, False)
            for number, line in enumerate(entry.lines):
                yield self._text(line, (x + _SAMPLE + 6, y + 4 + 13 * number), "ink", 11)
            x += entry.width

    def _across(self, scale: Scale) -> Iterator[Shape]:
        for tick in scale.ticks:
            y = self._height(scale, tick)
            yield straight((_LEFT, y), (WIDTH - _RIGHT, y), "guide", 1.0)
            yield self._text(shown(tick), (_LEFT - 8, y + 3.5), "pale", 10, "end")

    def _below(self) -> Iterator[Shape]:
        yield straight((_LEFT, self.floor), (WIDTH - _RIGHT, self.floor), "life", 1.0)
        free, many = 0.0, len(self.plot.values) > _MANY
        every = next(one for one in _ROUND if len(self.plot.values) / one <= _MANY / 2) if many else 1
        for at, value in enumerate(self.plot.values):
            if at % every:
                continue
            x, half = self._place(at), text_width(value, 10, self.look.words) / 2
            if not many or x - half >= free:
                yield straight((x, self.floor), (x, self.floor + 4), "life", 1.0)
            if x - half >= free:
                yield self._text(value, (x, self.floor + 16), "pale", 10, "middle")
                free = x + half + (14 if many else 4)
        middle = (_LEFT + WIDTH - _RIGHT) / 2
        yield self._text(self.plot.axis, (middle, self.floor + 31), "ink", 11, "middle")

    def _stairs(self, rank: int, curve: Curve, scale: Scale) -> Iterator[Shape]:
        """The line of a curve that keeps its height until the next point."""
        places: list[Point] = []
        for found in curve.points:
            x, y = self._point(found, scale)
            if places and places[-1][1] != y:
                places += [(x, places[-1][1]), (x, y)]
            elif not places or found is curve.points[-1]:
                places.append((x, y))
        if len(places) > 1:
            yield curve_line(places, rank)

    def _curve(self, rank: int, curve: Curve, scale: Scale) -> Iterator[Shape]:
        if curve.stepped:
            yield from self._stairs(rank, curve, scale)
            return
        places: list[list[Point]] = [[]]
        drawn: list[Shape] = []
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

    def _labels(self, curve: Curve, scale: Scale) -> Iterator[Shape]:
        """The numbers at the points of a curve that is alone, where there is room for them."""
        free = 0.0
        for found in curve.points:
            if found.height is None:
                continue
            x, y = self._point(found, scale)
            said = shortly(found.height)
            half = text_width(said, 10, self.look.words) / 2
            if x - half >= free:
                above = y - 9 > self.ceiling + 2
                yield self._text(said, (x, y - 9 if above else y + 17), "ink", 10, "middle")
                free = x + half + 6

    def _point(self, found: PlottedPoint, scale: Scale) -> Point:
        if found.height is None:
            return self._place(found.at), self.ceiling + 8 if found.alarm else self.floor - 4
        return self._place(found.at), self._height(scale, found.height)

    def _place(self, at: int) -> float:
        places = self.plot.places
        low, high = places[0], places[-1]
        part = (places[at] - low) / (high - low) if high > low else 0.5
        return _LEFT + 18 + part * (WIDTH - _RIGHT - _LEFT - 36)

    def _height(self, scale: Scale, value: float) -> float:
        return self.floor - scale.part(value) * self.plot.height
