"""Below the lifelines: how the run ended, who waits for what, what is left in channels, and the legend."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.draw.chart.labels import left_lines, summary, waiting_lines
from penstock.draw.chart.layout import MARGIN, ChartLayout
from penstock.draw.chart.marks import arrow, cross, dot, line, queue, stop
from penstock.draw.chart.palette import boxed, fill
from penstock.draw.chart.story import Story
from penstock.draw.graph.markup import SANS, inside, number
from penstock.draw.text import fold, sans_width
from penstock.machine.trace import Ending

_LINE = 16.0
_SIZE = 11.0
_BAD = (Ending.DEADLOCK, Ending.ASSERTION, Ending.ERROR, Ending.CLAIM, Ending.CYCLE)


def foot(layout: ChartLayout) -> tuple[list[str], float]:
    """Return the elements of the foot and where it ends."""
    parts = [f'<g font-family="{SANS}" font-size="{number(_SIZE)}">']
    y = layout.bottom + 8
    for text, colour, weight, indent in _lines(layout):
        y += _LINE
        bold = ' font-weight="600"' if weight else ""
        parts.append(f'<text {fill(colour)}{bold} x="{number(MARGIN + indent)}" y="{number(y)}">{inside(text)}</text>')
    legend, y = _legend(layout, y + 12)
    return [*parts, *legend, "</g>"], y


def _lines(layout: ChartLayout) -> Iterator[tuple[str, str, bool, float]]:
    story, trace = layout.story, layout.story.trace
    # Folding counts columns; letters of this font take about half their size.
    limit = int((layout.width - 2 * MARGIN) / (_SIZE * 0.6))
    for text in fold(summary(trace), limit):
        yield text, "alarm" if trace.outcome in _BAD else "ink", True, 0.0
    for name, said in waiting_lines(trace):
        for row, text in enumerate(fold(f"{name} {said}", limit - 6)):
            yield text, "ink", False, 12.0 + (12 if row else 0)
    for said in left_lines(story):
        for row, text in enumerate(fold(said, limit - 6)):
            yield text, "left", False, 12.0 + (12 if row else 0)


def _legend(layout: ChartLayout, top: float) -> tuple[list[str], float]:
    parts: list[str] = []
    x, y = MARGIN, top + 10
    for drawing, words in _entries(layout.story):
        room = 52 + sans_width(words, 10)
        if x + room > layout.width - MARGIN and x > MARGIN:
            x, y = MARGIN, y + 18
        parts.append(f'<g transform="translate({number(x)} {number(y)})">{drawing}')
        parts.append(f'<text {fill("pale")} font-size="10" x="46" y="3.5">{inside(words)}</text></g>')
        x += room + 14
    return parts, y + 10


def _entries(story: Story) -> Iterator[tuple[str, str]]:
    fates = {delivery.fate for delivery in story.deliveries.values()}
    kinds = {event.kind for row in story.rows for event in row.events}
    if "received" in fates:
        yield dot((2, -4)) + arrow((2, -4), (38, 5)), "sent, and later received"
    if "rendezvous" in fates:
        yield arrow((2, 0), (38, 0), 2.2), "rendezvous: sent and received in one step"
    if "left" in fates:
        yield (
            dot((2, 0)) + arrow((2, 0), (20, 0), colour="left") + queue((20, 0)),
            "never received: still in the channel",
        )
    if "lost" in fates:
        yield dot((2, 0)) + line((2, 0), (28, 0), colour="alarm") + cross((32, 0)), "lost: the channel was full"
    if "earlier" in fates:
        yield queue((0, 0), "life") + arrow((18, 0), (38, 0)), "received, sent before this run"
    if "peek" in kinds:
        yield arrow((2, 0), (38, 0), 1.1, "2 3"), "peeked at, and left in the channel"
    if "start" in kinds:
        yield arrow((2, 0), (38, 0), 1.1, "5 3"), "starts a process"
    if "end" in kinds:
        yield stop((20, 0)), "the process ends"
    if "local" in kinds:
        yield dot((20, 0), 2.0, "pale"), "local steps: point at the dot to read them"
    if "outside" in kinds:
        yield arrow((2, 0), (38, 0), 1.1), "comes from outside"
    if "tick" in kinds:
        yield line((2, 0), (38, 0), 1.0, "2 4", "pale"), "time passes"
    if "print" in kinds:
        box = f'<rect {boxed("paper", "life")} x="10" y="-6" width="24" height="12" rx="3"/>'
        yield box, "printed text"
