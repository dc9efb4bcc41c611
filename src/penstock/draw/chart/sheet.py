"""A run as a picture: lifelines from top to bottom, messages as arrows between them."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.draw.chart.arrows import delivery_marks, row_marks
from penstock.draw.chart.foot import foot
from penstock.draw.chart.labels import extent, summary, title
from penstock.draw.chart.layout import (
    MARGIN,
    NUMBERS,
    Caption,
    ChartLayout,
    Head,
    in_several_files,
    lay_out,
    steps_of,
    where,
)
from penstock.draw.chart.phrases import FONT, LINE, Tone
from penstock.draw.chart.story import tell
from penstock.draw.shapes.look import USUAL, PictureLook
from penstock.draw.shapes.shapes import Box, Rectangle, Role, Shape, ShapeGroup, Sheet, TextLine, straight
from penstock.errors import UsageError
from penstock.machine.trace import RunTrace

_ROLES: dict[Tone, Role] = {
    "label": "ink",
    "pale": "pale",
    "lost": "alarm",
    "left": "left",
    "note": "ink",
    "failure": "alarm",
    "count": "pale",
    "state": "ink",
}


_BAR = 9.0
STATE_ROLES: tuple[Role, ...] = ("curve0", "curve1", "curve2", "curve3", "curve4", "curve5")
MOST_ROWS = 50_000
"""More cannot be drawn within seconds."""


def chart_sheet(trace: RunTrace, look: PictureLook = USUAL, local: bool = True) -> Sheet:
    """Draw a run; without `local`, steps that only concern their own process are left out."""
    story = tell(trace, local)
    if len(story.rows) > MOST_ROWS:
        raise UsageError(
            f"a chart of {len(trace.steps):,} steps is too long to be drawn and to be read: draw fewer steps"
        )
    layout = lay_out(story, look)
    below, bottom = foot(layout)
    shapes: list[Shape] = [
        *layout.heading,
        *_guides(layout),
        *_lifelines(layout),
        *_bars(layout),
        *_loop(layout),
        *delivery_marks(layout),
        *row_marks(layout),
        *(_caption(layout, caption) for caption in layout.captions),
        *(_head(layout, head) for head in layout.heads),
        *below,
    ]
    told = f"Message sequence chart with {extent(trace)} and {len(layout.story.deliveries)} messages. {summary(trace)}"
    return Sheet(layout.width, bottom + MARGIN, title(trace), told, tuple(shapes))


def _guides(layout: ChartLayout) -> Iterator[Shape]:
    """Yield the numbers at the margin, and thin lines that lead the eye from them to the lifelines."""
    story, (steps, lines) = layout.story, layout.margins
    several = in_several_files(story)
    start, end = lines + 6, layout.width - MARGIN
    for text, x in (("step", steps), ("line", lines)):
        yield TextLine(text, (x, layout.top - 16), NUMBERS, "pale", layout.look.code, anchor="end")
    for row, y in zip(story.rows, layout.rows, strict=True):
        yield straight((start, y), (end, y), "guide", 1.0)
        size = NUMBERS - 1 if row.quiet else NUMBERS
        for text, x in ((steps_of(row), steps), (where(row, several), lines)):
            if text:
                yield TextLine(text, (x, y + 3), size, "pale", layout.look.code, anchor="end")


def _lifelines(layout: ChartLayout) -> Iterator[Shape]:
    for life in layout.story.lifelines:
        top = layout.top - 10 if life.started is None else layout.rows[life.started]
        end = layout.bottom if life.ended is None else layout.rows[life.ended]
        yield straight((layout.columns[life.process], top), (layout.columns[life.process], end), "life")


def _bars(layout: ChartLayout) -> Iterator[ShapeGroup]:
    """Yield a bar for each state that an actor is in; states of one name look the same."""
    bars, lives = layout.story.bars, layout.story.lifelines
    states = list(dict.fromkeys(bar.state for bar in bars))
    for bar in bars:
        end = bar.last if bar.last is not None else lives[bar.process].ended
        top, bottom = layout.rows[bar.first], layout.bottom if end is None else layout.rows[end]
        room = Box(layout.columns[bar.process] - _BAR / 2, top, _BAR, bottom - top)
        facts = (("process", str(bar.process)), ("state", bar.state))
        told = f"{lives[bar.process].name} in state {bar.state}"
        frame = Rectangle(room, 0.0, "fill", STATE_ROLES[states.index(bar.state) % len(STATE_ROLES)], 1.8)
        yield ShapeGroup((frame,), "state", facts, told)


def _loop(layout: ChartLayout) -> Iterator[Shape]:
    """Yield a bracket around what repeats."""
    trace = layout.story.trace
    if layout.loop is None:
        return
    left, right, y, end = layout.margins[1] + 4, layout.width - 6, layout.loop, layout.bottom - 2
    said = f"from step {trace.loop} on, the run repeats forever"
    words = TextLine(said, (left + 12, y + 4), 11.0, "left", layout.look.words, True, halo=True)
    for start, finish in (
        ((left, y), (left + 8, y)),
        ((left + 16 + words.width, y), (right, y)),
        ((right, y), (right, end)),
        ((left, end), (right, end)),
    ):
        yield straight(start, finish, "left", 1.4, (6.0, 3.0))
    yield words


def _caption(layout: ChartLayout, caption: Caption) -> ShapeGroup:
    phrase, box = caption.phrase, caption.box
    note = phrase.tone == "note"
    shapes: list[Shape] = []
    if note:
        room = Box(box.x - 5, box.y - 2.5, box.width + 10, box.height + 5)
        shapes.append(Rectangle(room, 3.0, "paper", "life", 1.0))
    for row, line in enumerate(phrase.lines):
        place = caption.x, caption.y + row * LINE
        anchor = "end" if phrase.side < 0 else "start"
        look = phrase.size, _ROLES[phrase.tone], layout.look.code
        shapes.append(TextLine(line, place, *look, anchor="end" if anchor == "end" else "start", halo=not note))
    return ShapeGroup(tuple(shapes), "label", told="\n".join(phrase.tooltip))


def _head(layout: ChartLayout, head: Head) -> ShapeGroup:
    box, instance = head.box, layout.story.trace.processes[head.process]
    first = box.y + (box.height - (len(head.lines) - 1) * LINE) / 2 + 3.6
    lines = (
        TextLine(line, (box.x + box.width / 2, first + row * LINE), FONT, "ink", layout.look.code, anchor="middle")
        for row, line in enumerate(head.lines)
    )
    told = f"{instance.name}\nprocess {instance.pid}, {instance.proctype}"
    frame = Rectangle(box, 3.0, "fill", "line", 1.0)
    return ShapeGroup((frame, *lines), "head", (("process", str(head.process)),), told)
