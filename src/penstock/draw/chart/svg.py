"""A run as one self-contained SVG: lifelines from top to bottom, messages as arrows between them."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.draw.chart.arrows import delivery_marks, row_marks
from penstock.draw.chart.foot import foot
from penstock.draw.chart.labels import extent, summary, title
from penstock.draw.chart.layout import (
    HEADING,
    MARGIN,
    Caption,
    ChartLayout,
    Head,
    in_several_files,
    lay_out,
    steps_of,
    where,
)
from penstock.draw.chart.marks import line, tooltip
from penstock.draw.chart.palette import boxed, fill, halo, style_sheet
from penstock.draw.chart.phrases import FONT, SMALL
from penstock.draw.chart.story import tell
from penstock.draw.graph.markup import MONOSPACE, SANS, inside, number
from penstock.draw.text import sans_width, shorten
from penstock.machine.trace import RunTrace

_COLOURS = {"label": "ink", "pale": "pale", "lost": "alarm", "left": "left", "note": "ink", "failure": "alarm"}


def chart_svg(trace: RunTrace, local: bool = True) -> str:
    """Draw a run; without `local`, steps that only concern their own process are left out."""
    layout = lay_out(tell(trace, local))
    below, bottom = foot(layout)
    body = [
        *_heading(layout),
        *_guides(layout),
        *_lifelines(layout),
        *_loop(layout),
        *delivery_marks(layout),
        *row_marks(layout),
        f'<g font-family="{MONOSPACE}" font-size="{number(FONT)}">',
        *(_caption(caption) for caption in layout.captions),
        *(_head(layout, head) for head in layout.heads),
        "</g>",
        *below,
    ]
    return "\n".join([*_opening(layout, bottom + MARGIN), *body, "</svg>", ""])


def _opening(layout: ChartLayout, height: float) -> list[str]:
    w, h = number(layout.width), number(height)
    trace = layout.story.trace
    told = f"Message sequence chart with {extent(trace)} and {len(layout.story.deliveries)} messages. {summary(trace)}"
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img">',
        f"<title>{inside(title(trace))}</title>",
        f"<desc>{inside(told)}</desc>",
        style_sheet(),
        f'<rect {fill("paper")} width="{w}" height="{h}"/>',
    ]


def _heading(layout: ChartLayout) -> list[str]:
    trace, x = layout.story.trace, number(MARGIN)
    limit = int((layout.width - 2 * MARGIN) / 8.4)
    said = shorten(title(trace), limit)
    below = shorten(f"{extent(trace)}; {summary(trace)}", int((layout.width - 2 * MARGIN) / 6.6))
    return [
        f'<g font-family="{SANS}">',
        f'<text {fill("ink")} font-size="14" font-weight="600" x="{x}" y="{number(MARGIN + 12)}">{inside(said)}</text>',
        f'<text {fill("pale")} font-size="11" x="{x}" y="{number(MARGIN + 29)}">{inside(below)}</text>',
        "</g>",
    ]


def _guides(layout: ChartLayout) -> Iterator[str]:
    """Yield the numbers at the margin, and thin lines that lead the eye from them to the lifelines."""
    story, (steps, lines) = layout.story, layout.margins
    several = in_several_files(story)
    start, end = lines + 6, layout.width - MARGIN
    yield f'<g font-family="{MONOSPACE}" text-anchor="end" font-size="9">'
    for text, x in (("step", steps), ("line", lines)):
        yield f'<text {fill("pale")} x="{number(x)}" y="{number(MARGIN + HEADING + 13.5)}">{text}</text>'
    for row, y in zip(story.rows, layout.rows, strict=True):
        yield line((start, y), (end, y), 1, colour="guide")
        size = ' font-size="8"' if row.quiet else ""
        for text, x in ((steps_of(row), steps), (where(row, several), lines)):
            if text:
                yield f'<text {fill("pale")}{size} x="{number(x)}" y="{number(y + 3)}">{inside(text)}</text>'
    yield "</g>"


def _lifelines(layout: ChartLayout) -> Iterator[str]:
    for life in layout.story.lifelines:
        top = layout.top - 10 if life.started is None else layout.rows[life.started]
        end = layout.bottom if life.ended is None else layout.rows[life.ended]
        yield line((layout.columns[life.process], top), (layout.columns[life.process], end), 1.2, colour="life")


def _loop(layout: ChartLayout) -> Iterator[str]:
    """Yield a bracket around what repeats."""
    trace = layout.story.trace
    if layout.loop is None:
        return
    left, right, y, end = layout.margins[1] + 4, layout.width - 6, layout.loop, layout.bottom - 2
    said = f"from step {trace.loop} on, the run repeats forever"
    yield line((left, y), (left + 8, y), 1.4, "6 3", "left")
    yield line((left + 14 + sans_width(said, 11), y), (right, y), 1.4, "6 3", "left")
    yield line((right, y), (right, end), 1.4, "6 3", "left")
    yield line((left, end), (right, end), 1.4, "6 3", "left")
    yield (
        f'<text {halo("left")} font-family="{SANS}" font-size="11" font-weight="600"'
        f' x="{number(left + 12)}" y="{number(y + 4)}">{inside(said)}</text>'
    )


def _caption(caption: Caption) -> str:
    phrase, box = caption.phrase, caption.box
    anchor = ' text-anchor="end"' if phrase.side < 0 else ""
    size = f' font-size="{number(SMALL)}"' if phrase.tone == "count" else ""
    colour = halo(_COLOURS.get(phrase.tone, "pale"))
    behind = ""
    if phrase.tone == "note":
        room = f'x="{number(box.x - 5)}" y="{number(box.y - 2.5)}" width="{number(box.width + 10)}" height="16" rx="3"'
        behind, colour = f"<rect {boxed('paper', 'life')} {room}/>", fill("ink")
    text = (
        f'<text {colour}{anchor}{size} x="{number(caption.x)}" y="{number(caption.y)}">'
        f"{tooltip(phrase.tooltip)}{inside(phrase.text)}</text>"
    )
    return behind + text


def _head(layout: ChartLayout, head: Head) -> str:
    box, instance = head.box, layout.story.trace.processes[head.process]
    x, y = number(box.x + box.width / 2), number(box.y + box.height / 2 + 3.6)
    said = tooltip([instance.name, f"process {instance.pid}, {instance.proctype}"])
    return (
        f'<g data-process="{head.process}">{said}<rect {boxed("fill", "line")} x="{number(box.x)}" y="{number(box.y)}"'
        f' width="{number(box.width)}" height="{number(box.height)}" rx="3"/>'
        f'<text {fill("ink")} text-anchor="middle" x="{x}" y="{y}">{inside(head.text)}</text></g>'
    )
