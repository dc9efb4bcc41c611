"""Below the lifelines: how the run ended, who waits for what, what is left in channels, and the legend."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.draw.chart.labels import left_lines, summary, waiting_lines
from penstock.draw.chart.layout import MARGIN, ChartLayout
from penstock.draw.chart.marks import dot, lost, queue, stop
from penstock.draw.chart.story import Story
from penstock.draw.shapes.shapes import Box, Rectangle, Role, Shape, ShapeGroup, TextLine, arrow, straight
from penstock.draw.text import fold
from penstock.machine.trace import Ending

_LINE = 16.0
_SIZE = 11.0
_KEY = 10.0
_BAD = (Ending.DEADLOCK, Ending.ASSERTION, Ending.ERROR, Ending.CLAIM, Ending.CYCLE)


def foot(layout: ChartLayout) -> tuple[list[Shape], float]:
    """Return the shapes of the foot and where it ends."""
    parts: list[Shape] = []
    y = layout.bottom + 8
    for text, role, bold, indent in _lines(layout):
        y += _LINE
        parts.append(TextLine(text, (MARGIN + indent, y), _SIZE, role, layout.look.words, bold))
    key, y = _key(layout, y)
    legend, y = _legend(layout, y + 12)
    return [*parts, *key, *legend], y


def _limit(layout: ChartLayout, size: float) -> int:
    # Folding counts columns; letters of these fonts take about half their size.
    return int((layout.width - 2 * MARGIN) / (size * 0.6))


def _lines(layout: ChartLayout) -> Iterator[tuple[str, Role, bool, float]]:
    story, trace, limit = layout.story, layout.story.trace, _limit(layout, _SIZE)
    for text in fold(summary(trace), limit):
        yield text, "alarm" if trace.outcome in _BAD else "ink", True, 0.0
    for name, said in waiting_lines(trace):
        for row, text in enumerate(fold(f"{name} {said}", limit - 6)):
            yield text, "ink", False, 12.0 + (12 if row else 0)
    for said in left_lines(story):
        for row, text in enumerate(fold(said, limit - 6)):
            yield text, "left", False, 12.0 + (12 if row else 0)


def _key(layout: ChartLayout, y: float) -> tuple[list[Shape], float]:
    """The long texts that short ones stand for."""
    parts: list[Shape] = []
    for short, text in layout.key:
        y += 3
        for row, line in enumerate(fold(f"{short} = {text}", _limit(layout, _KEY) - 4)):
            y += _KEY + 3
            parts.append(TextLine(line, (MARGIN + (12 if row else 0), y), _KEY, "pale", layout.look.code))
    return parts, y


def _legend(layout: ChartLayout, top: float) -> tuple[list[Shape], float]:
    parts: list[Shape] = []
    x, y = MARGIN, top + 10
    for drawing, words in _entries(layout.story):
        said = TextLine(words, (46.0, 3.5), 10.0, "pale", layout.look.words)
        room = 52 + said.width
        if x + room > layout.width - MARGIN and x > MARGIN:
            x, y = MARGIN, y + 18
        parts.append(ShapeGroup((*drawing, said), "legend", shift=(x, y)))
        x += room + 14
    return parts, y + 10


def _entries(story: Story) -> Iterator[tuple[tuple[Shape, ...], str]]:
    fates = {delivery.fate for delivery in story.deliveries.values()}
    kinds = {event.kind for row in story.rows for event in row.events}
    if "received" in fates:
        yield (dot((2, -4)), *arrow((2, -4), (38, 5))), "sent, and later received"
    if "rendezvous" in fates:
        yield arrow((2, 0), (38, 0), weight=2.2), "rendezvous: sent and received in one step"
    if "left" in fates:
        left = (dot((2, 0)), *arrow((2, 0), (20, 0), "left"), *queue((20, 0)))
        yield left, "never received: still in the channel"
    if "lost" in fates or "lost" in kinds:
        yield lost((0, 0)), "lost"
    if "state" in kinds:
        yield (Rectangle(Box(15, -8, 9, 16), 0.0, "fill", "curve0", 1.8),), "the state that an actor is in"
    if "earlier" in fates:
        yield (*queue((0, 0), "life"), *arrow((18, 0), (38, 0))), "received, sent before this run"
    if "peek" in kinds:
        yield arrow((2, 0), (38, 0), "line", 1.1, (2.0, 3.0)), "peeked at, and left in the channel"
    if "start" in kinds:
        yield arrow((2, 0), (38, 0), "line", 1.1, (5.0, 3.0)), "starts a process"
    if "end" in kinds:
        yield (stop((20, 0)),), "the process ends"
    if "local" in kinds:
        yield (dot((20, 0), 2.0, "pale"),), "local steps"
    if "outside" in kinds:
        yield arrow((2, 0), (38, 0), weight=1.1), "comes from outside"
    if "tick" in kinds:
        yield (straight((2, 0), (38, 0), "pale", 1.0, (2.0, 4.0)),), "time passes"
    if "print" in kinds:
        yield (Rectangle(Box(10, -6, 24, 12), 3.0, "paper", "life", 1.0),), "printed text"
