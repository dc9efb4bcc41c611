"""Where everything in a chart stands: columns wide enough for their texts, rows as high as they need to be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from penstock.draw.chart.labels import extent, summary, title
from penstock.draw.chart.phrases import FONT, LINE, SideText, phrases, wording_for
from penstock.draw.chart.story import Lifeline, Story, StoryRow
from penstock.draw.shapes.look import USUAL, PictureLook
from penstock.draw.shapes.shapes import Box, TextLine
from penstock.draw.text import columns, flatten, fold, short_forms, wrap

MARGIN, LOUD, QUIET = 16.0, 22.0, 14.0
RULE, PRINTED = 24.0, 26.0
# What an arrow to or from a queue needs beside its lifeline.
QUEUE_REACH = 48.0
NUMBERS = 9.0
_HEAD, _NAME_LINES = 20.0, 5
_NARROWEST = 480.0
# After so much of a chart the names are out of sight; the last stretch has them at its foot.
_SCREEN, _REST = 760.0, 260.0
# With many processes the columns must be narrow: (up to this many processes, columns of text, columns of a name).
_LIMITS = ((4, 32, 24), (8, 26, 18), (14, 20, 14))
_SMALLEST = (14, 12)
_TIGHT = ((32, 24), (26, 18), (20, 14), (14, 12), (14, 0))
"""What is tried, one after the other, to make a chart fit a page; in the end columns have numbers instead of names."""


@dataclass(frozen=True, slots=True)
class Caption:
    """A phrase with a place: `x` and `y` are the start of its first baseline, or the end for one on the left."""

    phrase: SideText
    x: float
    y: float

    @property
    def box(self) -> Box:
        """Return the room that the text takes."""
        phrase = self.phrase
        left = self.x if phrase.side > 0 else self.x - phrase.width
        height = phrase.size * 1.05 + (len(phrase.lines) - 1) * LINE
        return Box(left, self.y - phrase.size * 0.83, phrase.width, height)


@dataclass(frozen=True, slots=True)
class Head:
    """The name of a process in its box."""

    process: int
    lines: tuple[str, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class ChartLayout:
    """Columns and the widths of their heads by process, rows by number.

    `margins` are the right edges of the step and line numbers; `key` are short texts with what they stand for.
    """

    story: Story
    look: PictureLook
    heading: tuple[TextLine, ...]
    margins: tuple[float, float]
    columns: tuple[float, ...]
    widths: tuple[float, ...]
    rows: tuple[float, ...]
    loop: float | None
    names: float
    top: float
    bottom: float
    width: float
    heads: tuple[Head, ...]
    captions: tuple[Caption, ...]
    key: tuple[tuple[str, str], ...]


def lay_out(story: Story, look: PictureLook = USUAL) -> ChartLayout:
    """Find a place for everything above the foot of the chart."""
    count = len(story.lifelines)
    usual = next((limits for most, *limits in _LIMITS if count <= most), _SMALLEST)
    if look.width is None:
        return _arrange(story, look, *usual)
    found: ChartLayout | None = None
    for limits in _TIGHT:
        found = _arrange(story, look, *limits)
        if found.width <= look.width:
            break
    assert found is not None
    return found


def _arrange(story: Story, look: PictureLook, limit: int, name_limit: int) -> ChartLayout:
    wording = wording_for(story, limit, look)
    said = list(phrases(story, wording))
    forms = _name_forms(story, name_limit)
    heads = _Heads(look, [wrap(form, name_limit or 9, name_limit or 9) or ("",) for _, form in forms])
    margins = _margins(story, look)
    columns = _columns(story, said, heads.widths, margins[1] + 10)
    width = _width(story, said, columns, heads.widths) + MARGIN
    heading, names_at = _heading(story, look, width)
    top = names_at + heads.height + 10
    rows, bands, loop, bottom = _rows(story, said, heads.height, top)
    placed = heads.placed(story.lifelines, columns, rows, bands, names_at)
    captions = tuple(_caption(phrase, columns, rows) for phrase in said)
    key = [*dict.fromkeys((short, text) for text, short in forms if short != text), *wording.key]
    page = (margins, columns, tuple(heads.widths), rows, loop, names_at, top, bottom, width)
    return ChartLayout(story, look, heading, *page, placed, captions, tuple(key))


def _name_forms(story: Story, limit: int) -> list[tuple[str, str]]:
    """The names with what stands for them; without room for any, these are numbers."""
    names = [flatten(lifeline.name) for lifeline in story.lifelines]
    if not limit:
        return [(name, str(number)) for number, name in enumerate(names)]
    room = limit * _NAME_LINES
    # What formulas call a process repeats its name: that goes first where there is no room for both.
    brief = [
        name if columns(name) <= room else flatten(instance.name)
        for name, instance in zip(names, story.trace.processes, strict=True)
    ]
    forms = short_forms(brief, room)
    return [(name, forms[said]) for name, said in zip(names, brief, strict=True)]


def _heading(story: Story, look: PictureLook, width: float) -> tuple[tuple[TextLine, ...], float]:
    """The title and the extent of a run, and where the names of the processes begin."""
    trace, y = story.trace, MARGIN
    lines: list[TextLine] = []
    for text, size, bold in ((title(trace), 14.0, True), (f"{extent(trace)}; {summary(trace)}", 11.0, False)):
        for line in fold(text, max(int((width - 2 * MARGIN) / (size * 0.6)), 20)):
            y += size + 4
            lines.append(TextLine(line, (MARGIN, y - 6), size, "ink" if bold else "pale", look.words, bold))
    return tuple(lines), y + 14


def _width(story: Story, said: Sequence[SideText], columns: Sequence[float], sizes: Sequence[float]) -> float:
    edges = [column + size / 2 for column, size in zip(columns, sizes, strict=True)]
    edges += [columns[one.process] + one.indent + one.width for one in said if one.side > 0]
    edges += [columns[delivery.sender or 0] + QUEUE_REACH for delivery in story.deliveries.values()]
    return max([*edges, _NARROWEST])


def where(row: StoryRow, several_files: bool) -> str:
    """Return the source line of a row as it is written at the margin; a rendezvous has two."""
    step = row.first.step
    if row.quiet and any(event.step.line != step.line for event in row.events):
        return ""
    line = f"{step.line}" if step.line else ""
    if row.first.kind == "rendezvous" and step.partner is not None:
        line = f"{step.line}, {step.partner_line}"
    return f"{file_name(step.file)}:{line}" if several_files and line else line


def file_name(path: str) -> str:
    """The name of a file without its directories."""
    return flatten(path).replace("\\", "/").rsplit("/", 1)[-1]


def steps_of(row: StoryRow) -> str:
    """Return the numbers of the steps of a row."""
    first, last = row.first.step.number, row.events[-1].step.number
    return f"{first}" if first == last else f"{first}-{last}"


def in_several_files(story: Story) -> bool:
    """Whether a line alone does not say where a statement stands."""
    return len({step.file for step in story.trace.steps if step.file}) > 1


def _margins(story: Story, look: PictureLook) -> tuple[float, float]:
    several = in_several_files(story)
    steps = max([look.code_width(steps_of(row), NUMBERS) for row in story.rows] + [24.0])
    lines = max([look.code_width(where(row, several), NUMBERS) for row in story.rows] + [24.0])
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


def _room(row: StoryRow, said: SideText | None, head: float) -> tuple[float, float]:
    """How much room a row needs above and below its line."""
    more = (len(said.lines) - 1) * LINE if said is not None and said.lines else 0.0
    if row.quiet:
        return QUIET / 2, QUIET / 2
    usual = {"start": head + 12, "print": PRINTED}.get(row.first.kind, LOUD) / 2
    if said is not None and said.above:
        return max(usual, LOUD / 2 + 1 + more), usual
    return usual + more / 2, usual + more / 2


def _rows(
    story: Story, said: Sequence[SideText], head: float, top: float
) -> tuple[tuple[float, ...], list[tuple[int, float]], float | None, float]:
    """Return the middle of each row, the rows above which names are repeated with their y, the loop, the end."""
    texts = {phrase.row: phrase for phrase in said}
    rooms = [_room(row, texts.get(number), head) for number, row in enumerate(story.rows)]
    rest, y, seen = sum(above + below for above, below in rooms), top, top
    places: list[float] = []
    bands: list[tuple[int, float]] = []
    loop: float | None = None
    for number, (above, below) in enumerate(rooms):
        if y - seen > _SCREEN and rest > _REST:
            bands.append((number, y + 8))
            y += head + 16
            seen = y
        if number == story.loop:
            loop = y + RULE / 2
            y += RULE
        places.append(y + above)
        y += above + below
        rest -= above + below
    y += 14
    if y - top > 400:
        bands.append((len(rooms), y + 4))
        y += head + 10
    return tuple(places), bands, loop, y


@dataclass(frozen=True, slots=True)
class _Heads:
    """The names of the processes, line by line; all boxes have the height of the tallest."""

    look: PictureLook
    lines: Sequence[tuple[str, ...]]

    @property
    def widths(self) -> list[float]:
        return [max(max(self.look.code_width(line, FONT) for line in lines) + 14, 34.0) for lines in self.lines]

    @property
    def height(self) -> float:
        return _HEAD + (max(map(len, self.lines), default=1) - 1) * LINE

    def placed(
        self,
        lifelines: Sequence[Lifeline],
        columns: Sequence[float],
        rows: Sequence[float],
        bands: Sequence[tuple[int, float]],
        top: float,
    ) -> tuple[Head, ...]:
        widths, height = self.widths, self.height

        def head(process: int, y: float) -> Head:
            box = Box(columns[process] - widths[process] / 2, y, widths[process], height)
            return Head(process, self.lines[process], box)

        found = [
            head(line.process, top if line.started is None else rows[line.started] - height / 2) for line in lifelines
        ]
        for row, y in bands:
            living = (line for line in lifelines if line.started is None or line.started < row)
            found += [head(line.process, y) for line in living if line.ended is None or line.ended >= row]
        return tuple(found)


def _caption(phrase: SideText, columns: Sequence[float], rows: Sequence[float]) -> Caption:
    more = (len(phrase.lines) - 1) * LINE
    down = -5.5 - more if phrase.above else (2.6 if phrase.tone == "count" else 3.6) - more / 2
    return Caption(phrase, columns[phrase.process] + phrase.side * phrase.indent, rows[phrase.row] + down)
