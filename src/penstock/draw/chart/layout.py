"""Where everything in a chart stands: columns wide enough for their texts, rows as high as they need to be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from penstock.draw.chart.phrases import FONT, SMALL, SideText, phrases
from penstock.draw.chart.story import Story, StoryRow
from penstock.draw.graph.picture import Box
from penstock.draw.text import flatten, monospace_width, shorten

MARGIN, HEAD, LOUD, QUIET = 16.0, 20.0, 22.0, 14.0
BAND, RULE, STARTING, PRINTED, HEADING = 36.0, 24.0, 32.0, 26.0, 48.0
# What an arrow to or from a queue needs beside its lifeline.
QUEUE_REACH = 48.0
_NAME_LIMIT = 20
# After so much of a chart the names are out of sight; the last stretch has them at its foot.
_SCREEN, _REST = 760.0, 260.0


@dataclass(frozen=True, slots=True)
class Caption:
    """A phrase with a place: `x` and `y` are the start of its baseline, or the end for one on the left."""

    phrase: SideText
    x: float
    y: float

    @property
    def box(self) -> Box:
        """Return the room that the text takes."""
        phrase = self.phrase
        left = self.x if phrase.side > 0 else self.x - phrase.width
        size = SMALL if phrase.tone == "count" else FONT
        return Box(left, self.y - size * 0.83, phrase.width, size * 1.05)


@dataclass(frozen=True, slots=True)
class Head:
    """The name of a process in its box."""

    process: int
    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class ChartLayout:
    """Columns and the widths of their heads by process, rows by number.

    `margins` are the right edges of the step and line numbers.
    """

    story: Story
    margins: tuple[float, float]
    columns: tuple[float, ...]
    widths: tuple[float, ...]
    rows: tuple[float, ...]
    loop: float | None
    top: float
    bottom: float
    width: float
    heads: tuple[Head, ...]
    captions: tuple[Caption, ...]


def lay_out(story: Story) -> ChartLayout:
    """Find a place for everything above the foot of the chart."""
    said = list(phrases(story))
    names = [shorten(flatten(lifeline.name), _NAME_LIMIT) for lifeline in story.lifelines]
    sizes = [max(monospace_width([name], FONT) + 14, 34.0) for name in names]
    margins = _margins(story)
    columns = _columns(story, said, sizes, margins[1] + 10)
    top = MARGIN + HEADING + HEAD + 10
    rows, bands, loop, bottom = _rows(story, top)
    heads = _heads(story, names, sizes, columns, rows, bands)
    captions = tuple(_caption(phrase, columns, rows) for phrase in said)
    edges = [caption.box.x + caption.box.width for caption in captions]
    edges += [head.box.x + head.box.width for head in heads]
    edges += [columns[delivery.sender or 0] + QUEUE_REACH for delivery in story.deliveries.values()]
    width = max([*edges, 480.0]) + MARGIN
    return ChartLayout(story, margins, columns, tuple(sizes), rows, loop, top, bottom, width, heads, captions)


def where(row: StoryRow, several_files: bool) -> str:
    """Return the source line of a row as it is written at the margin; a rendezvous has two."""
    step = row.first.step
    if row.quiet and any(event.step.line != step.line for event in row.events):
        return ""
    line = f"{step.line}"
    if row.first.kind == "rendezvous" and step.partner is not None:
        line = f"{step.line}, {step.partner_line}"
    name = flatten(step.file).replace("\\", "/").rsplit("/", 1)[-1]
    return f"{shorten(name, 18)}:{line}" if several_files else line


def steps_of(row: StoryRow) -> str:
    """Return the numbers of the steps of a row."""
    first, last = row.first.step.number, row.events[-1].step.number
    return f"{first}" if first == last else f"{first}-{last}"


def in_several_files(story: Story) -> bool:
    """Whether a line alone does not say where a statement stands."""
    return len({step.file for step in story.trace.steps if step.file}) > 1


def _margins(story: Story) -> tuple[float, float]:
    several = in_several_files(story)
    steps = max([monospace_width([steps_of(row)], 9) for row in story.rows] + [24.0])
    lines = max([monospace_width([where(row, several)], 9) for row in story.rows] + [24.0])
    return MARGIN + steps, MARGIN + steps + 10 + lines


def _columns(story: Story, said: Sequence[SideText], sizes: Sequence[float], start: float) -> tuple[float, ...]:
    """Return the x of each lifeline; the room before the first one is gap number 0."""
    if not sizes:
        return ()
    inner = [(one + other) / 2 + 14 for one, other in pairwise(sizes)]
    gaps = [sizes[0] / 2 + 8, *inner, 0.0]
    for (low, high), room in sorted(_needs(story, said, sizes).items(), key=lambda need: need[0][1] - need[0][0]):
        lacking = room - sum(gaps[low:high])
        if lacking > 0:
            for gap in range(low, high):
                gaps[gap] += lacking / (high - low)
    return tuple(accumulate(gaps[1:-1], initial=start + gaps[0]))


def _needs(story: Story, said: Sequence[SideText], sizes: Sequence[float]) -> dict[tuple[int, int], float]:
    """Return the room that ranges of gaps must have for their texts."""
    needs: dict[tuple[int, int], float] = {}

    def need(low: int, high: int, room: float) -> None:
        needs[low, high] = max(room, needs.get((low, high), 0.0))

    for phrase in said:
        room = phrase.width + phrase.indent + 12
        if phrase.towards is None:
            if phrase.tone not in ("note", "failure"):
                gap = phrase.process + (phrase.side > 0)
                need(gap, gap + 1, room)
            continue
        if story.rows[phrase.row].first.kind == "start":
            room += sizes[phrase.towards] / 2
        need(min(phrase.process, phrase.towards) + 1, max(phrase.process, phrase.towards) + 1, room)
    for delivery in story.deliveries.values():
        if delivery.fate == "earlier" and delivery.receiver is not None:
            need(delivery.receiver, delivery.receiver + 1, QUEUE_REACH + 6)
        elif delivery.sender is not None and (delivery.receiver in (None, delivery.sender)):
            need(delivery.sender + 1, delivery.sender + 2, QUEUE_REACH + 6)
    return needs


def _height(row: StoryRow) -> float:
    if row.quiet:
        return QUIET
    return {"start": STARTING, "print": PRINTED}.get(row.first.kind, LOUD)


def _rows(story: Story, top: float) -> tuple[tuple[float, ...], list[tuple[int, float]], float | None, float]:
    """Return the middle of each row, the rows above which names are repeated with their y, the loop, the end."""
    heights = [_height(row) for row in story.rows]
    rest, y, seen = sum(heights), top, top
    places: list[float] = []
    bands: list[tuple[int, float]] = []
    loop: float | None = None
    for number, height in enumerate(heights):
        if y - seen > _SCREEN and rest > _REST:
            bands.append((number, y + BAND / 2))
            y += BAND
            seen = y
        if number == story.loop:
            loop = y + RULE / 2
            y += RULE
        places.append(y + height / 2)
        y += height
        rest -= height
    y += 14
    if y - top > 400:
        bands.append((len(heights), y + BAND / 2 - 4))
        y += BAND - 6
    return tuple(places), bands, loop, y


def _heads(
    story: Story,
    names: Sequence[str],
    sizes: Sequence[float],
    columns: Sequence[float],
    rows: Sequence[float],
    bands: Sequence[tuple[int, float]],
) -> tuple[Head, ...]:
    def head(process: int, y: float) -> Head:
        size = sizes[process]
        return Head(process, names[process], Box(columns[process] - size / 2, y - HEAD / 2, size, HEAD))

    found: list[Head] = []
    for line in story.lifelines:
        y = MARGIN + HEADING + HEAD / 2 if line.started is None else rows[line.started]
        found.append(head(line.process, y))
    for row, y in bands:
        found += [
            head(line.process, y)
            for line in story.lifelines
            if (line.started is None or line.started < row) and (line.ended is None or line.ended >= row)
        ]
    return tuple(found)


def _caption(phrase: SideText, columns: Sequence[float], rows: Sequence[float]) -> Caption:
    down = -4.5 if phrase.above else 2.6 if phrase.tone == "count" else 3.6
    return Caption(phrase, columns[phrase.process] + phrase.side * phrase.indent, rows[phrase.row] + down)
