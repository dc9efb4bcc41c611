"""One line of characters in which lifelines, arrows and marks are drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from penstock.draw.chart.story import Event, Lifeline, Story, StoryRow
from penstock.draw.text import columns

# Line, its start towards the right and towards the left, and where it crosses a lifeline.
_PLAIN, _DOUBLE, _DASHED = "─├┤┼", "═╞╡╪", "╌├┤┼"
_SIGNS = {"print": "○", "failure": "✗", "outside": "▷", "state": "◆"}
_LIFE, _BAR = "│", "┃"


@dataclass(frozen=True, slots=True)
class Canvas:
    """Lifelines `pitch` characters apart, in lines of `width` characters; actors in a state have a bar."""

    columns: Sequence[Lifeline]
    bars: Mapping[int, int]
    """By process the row in which it begins."""
    pitch: int
    width: int

    def lifelines(self, row: int, after: bool = False) -> str:
        """Return the lifelines in a row, or `after` it."""
        cells = [" "] * self.width
        for life in self.columns if self.pitch else ():
            begun = life.started is None or life.started < row + after
            if begun and (life.ended is None or life.ended >= row + after):
                bar = self.bars.get(life.process)
                cells[life.process * self.pitch] = _LIFE if bar is None or bar >= row + after else _BAR
        return "".join(cells)


def draw_row(canvas: Canvas, story: Story, number: int, row: StoryRow) -> str:
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
        ("●─✗ lost", "lost" in kinds),
        ("├──✗ lost", any(one.fate == "lost" and one.receiver is not None for one in story.deliveries.values())),
        ("├╌╌▶ peeked at, not taken", "peek" in kinds),
        ("├──▶┬ started", "start" in kinds),
        ("┴ ended", "end" in kinds),
        ("· local steps", "local" in kinds),
        ("○ printed", "print" in kinds),
        ("▷ from outside", "outside" in kinds),
        ("✗ failed", "failure" in kinds),
        ("┼╌╌┼ time passes", "tick" in kinds),
        ("◆ another state", "state" in kinds),
    )
    return [sign for sign, used in signs if used]


def _draw(canvas: Canvas, story: Story, cells: list[str], number: int, event: Event) -> None:
    at = event.process * canvas.pitch
    if event.kind in _SIGNS:
        cells[at] = _SIGNS[event.kind]
        if event.kind == "state":
            _name_state(canvas, cells, at, event.state)
    elif event.kind == "lost":
        cells[at : at + 3] = "●─✗"
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


def _name_state(canvas: Canvas, cells: list[str], at: int, state: str) -> None:
    """Beside the lifeline, where there is room."""
    room = min(canvas.pitch, canvas.width - at)
    if columns(state) == len(state) <= room - 3:
        cells[at + 2 : at + 2 + len(state)] = state


def _draw_message(canvas: Canvas, story: Story, cells: list[str], event: Event, number: int) -> None:
    at, delivery = event.process * canvas.pitch, story.deliveries.get(number)
    if event.kind == "send":
        cells[at] = "●"
        if delivery is not None and delivery.receiver is None:
            cells[at + 1 : at + 3] = "─□"
        return
    signs = _DASHED if event.kind == "peek" else _PLAIN
    if delivery is None or delivery.sender is None:
        cells[at + 1 : at + 3] = "◀□"
    else:
        _arrow(canvas, cells, delivery.sender, event.process, signs, "✗" if delivery.fate == "lost" else "")


def _arrow(canvas: Canvas, cells: list[str], source: int, target: int, signs: str, head: str = "") -> None:
    """Draw from one lifeline to another; an arrow to the same one comes round from the right."""
    start, end = source * canvas.pitch, target * canvas.pitch
    if start == end:
        cells[start + 1 : start + 3] = (head or "◀") + "╮"
        return
    for place in range(min(start, end) + 1, max(start, end)):
        cells[place] = signs[0] if cells[place] == " " else signs[3]
    # A sender that is gone leaves nothing to start from.
    if cells[start] in (_LIFE, _BAR):
        cells[start] = signs[1] if start < end else signs[2]
    else:
        cells[start] = signs[0]
    if start < end:
        cells[end - 1] = head or "▶"
    else:
        cells[end + 1] = head or "◀"
