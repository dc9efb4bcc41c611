"""One line of characters in which lifelines, arrows and marks are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penstock.draw.chart.story import Event, Lifeline, Row, Story

# Line, its start towards the right and towards the left, and where it crosses a lifeline.
_PLAIN, _DOUBLE, _DASHED = "─├┤┼", "═╞╡╪", "╌├┤┼"
_SIGNS = {"print": "○", "failure": "✗", "outside": "▷"}


@dataclass(frozen=True, slots=True)
class Canvas:
    """Lifelines `pitch` characters apart, in lines of `width` characters."""

    columns: Sequence[Lifeline]
    pitch: int
    width: int

    def lifelines(self, row: int, after: bool = False) -> str:
        """Return the lifelines in a row, or `after` it."""
        cells = [" "] * self.width
        for life in self.columns if self.pitch else ():
            begun = life.started is None or life.started < row + after
            if begun and (life.ended is None or life.ended >= row + after):
                cells[life.process * self.pitch] = "│"
        return "".join(cells)


def draw_row(canvas: Canvas, story: Story, number: int, row: Row) -> str:
    """Return the lifelines of a row with what happens on them."""
    if not canvas.pitch:
        return ""
    cells = list(canvas.lifelines(number))
    if row.quiet:
        for event in row.events:
            cells[event.process * canvas.pitch] = "┴" if event.kind == "end" else "·"
    else:
        _draw(canvas, story, cells, number, row.first)
    return "".join(cells)


def legend(story: Story) -> list[str]:
    """Explain the signs that are used."""
    kinds = {event.kind for row in story.rows for event in row.events}
    fates = {delivery.fate for delivery in story.deliveries.values()}
    signs = (
        ("● sent", "received" in fates),
        ("├──▶ received", "received" in fates),
        ("╞══▶ rendezvous", "rendezvous" in fates),
        ("●─□ never received", "left" in fates),
        ("◀□ sent before this run", "earlier" in fates),
        ("●─✗ lost", "lost" in fates),
        ("├╌╌▶ peeked at, not taken", "peek" in kinds),
        ("├──▶┬ started", "start" in kinds),
        ("┴ ended", "end" in kinds),
        ("· local steps", "local" in kinds),
        ("○ printed", "print" in kinds),
        ("▷ from outside", "outside" in kinds),
        ("✗ failed", "failure" in kinds),
        ("┼╌╌┼ time passes", "tick" in kinds),
    )
    return [sign for sign, used in signs if used]


def _draw(canvas: Canvas, story: Story, cells: list[str], number: int, event: Event) -> None:
    at = event.process * canvas.pitch
    if event.kind in _SIGNS:
        cells[at] = _SIGNS[event.kind]
    elif event.kind == "tick":
        last = (len(canvas.columns) - 1) * canvas.pitch
        cells[: last + 1] = [_DASHED[0] if sign == " " else _DASHED[3] for sign in cells[: last + 1]]
    elif event.kind == "start" and event.other is not None:
        _arrow(canvas, cells, event.process, event.other, _PLAIN)
        if story.lifelines[event.other].started == number:
            cells[event.other * canvas.pitch] = "┬"
    elif event.kind == "rendezvous" and event.other is not None:
        _arrow(canvas, cells, event.process, event.other, _DOUBLE)
    elif event.message is not None:
        _draw_message(canvas, story, cells, event, event.message.number)


def _draw_message(canvas: Canvas, story: Story, cells: list[str], event: Event, number: int) -> None:
    at, delivery = event.process * canvas.pitch, story.deliveries.get(number)
    if event.kind in ("send", "lost"):
        cells[at] = "●"
        if delivery is not None and delivery.receiver is None:
            cells[at + 1 : at + 3] = "─□" if event.kind == "send" else "─✗"
        return
    signs = _DASHED if event.kind == "peek" else _PLAIN
    if delivery is None or delivery.sender is None:
        cells[at + 1 : at + 3] = "◀□"
    else:
        _arrow(canvas, cells, delivery.sender, event.process, signs)


def _arrow(canvas: Canvas, cells: list[str], source: int, target: int, signs: str) -> None:
    """Draw from one lifeline to another; an arrow to the same one comes round from the right."""
    start, end = source * canvas.pitch, target * canvas.pitch
    if start == end:
        cells[start + 1 : start + 3] = "◀╮"
        return
    for place in range(min(start, end) + 1, max(start, end)):
        cells[place] = signs[0] if cells[place] == " " else signs[3]
    # A sender that is gone leaves nothing to start from.
    if cells[start] == "│":
        cells[start] = signs[1] if start < end else signs[2]
    else:
        cells[start] = signs[0]
    if start < end:
        cells[end - 1] = "▶"
    else:
        cells[end + 1] = "◀"
