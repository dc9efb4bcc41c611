"""Messages and other events as arrows and marks in a laid out chart."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.draw.chart.labels import delivery_tooltip, step_tooltip, steps_tooltip
from penstock.draw.chart.layout import QUEUE_REACH, ChartLayout
from penstock.draw.chart.marks import arrow, cross, dot, group, line, loop, queue, stop
from penstock.draw.chart.story import Delivery, Event, StoryRow
from penstock.draw.graph.picture import Point
from penstock.graphs import grouped

_LANES = 4


def delivery_marks(layout: ChartLayout) -> Iterator[str]:
    """Yield one group for each message of the run."""
    lanes = _lanes(layout)
    for number, delivery in layout.story.deliveries.items():
        ends = f'data-from="{_name(delivery.sender)}" data-to="{_name(delivery.receiver)}"'
        name = f'data-message="{number}" data-fate="{delivery.fate}" {ends}'
        yield group(name, delivery_tooltip(layout.story, delivery), _delivery(layout, delivery, lanes.get(number, 0)))


def row_marks(layout: ChartLayout) -> Iterator[str]:
    """Yield what is drawn for everything but messages."""
    for number, row in enumerate(layout.story.rows):
        if row.quiet:
            yield from _quiet_marks(layout, number, row)
        elif row.first.message is None or row.first.kind == "peek":
            yield group(f'data-event="{row.first.kind}"', _said(layout, row.first), *_event(layout, number, row.first))


def _said(layout: ChartLayout, event: Event) -> list[str]:
    return step_tooltip(layout.story.trace, event.step)


def _name(process: int | None) -> str:
    return "" if process is None else str(process)


def _lanes(layout: ChartLayout) -> dict[int, int]:
    """Return how far out each message from a process to itself is drawn, so that few lines coincide."""
    lanes: dict[int, int] = {}
    used: dict[int, int] = {}
    for number, delivery in layout.story.deliveries.items():
        if delivery.sender is not None and delivery.sender == delivery.receiver:
            lanes[number] = used.get(delivery.sender, -1) + 1
            used[delivery.sender] = lanes[number]
    return {number: lane % _LANES for number, lane in lanes.items()}


def _at(layout: ChartLayout, process: int, row: int) -> Point:
    return layout.columns[process], layout.rows[row]


def _delivery(layout: ChartLayout, delivery: Delivery, lane: int) -> str:
    if delivery.sender is None or delivery.sent is None:
        return _earlier(layout, delivery)
    start = _at(layout, delivery.sender, delivery.sent)
    if delivery.receiver is None or delivery.received is None:
        return _undelivered(start, delivery.fate == "lost")
    end = _at(layout, delivery.receiver, delivery.received)
    if delivery.sender == delivery.receiver:
        return dot(start) + loop(start, end, 16.0 + 7 * lane)
    if delivery.fate == "rendezvous":
        return arrow(start, end, 2.2)
    return dot(start) + arrow(start, end)


def _earlier(layout: ChartLayout, delivery: Delivery) -> str:
    x, y = _at(layout, delivery.receiver or 0, delivery.received or 0)
    return queue((x - QUEUE_REACH, y), "life") + arrow((x - QUEUE_REACH + 18, y), (x, y))


def _undelivered(start: Point, lost: bool) -> str:
    x, y = start
    if lost:
        return dot(start) + line(start, (x + 32, y), colour="alarm") + cross((x + 36, y))
    return dot(start) + arrow(start, (x + 28, y), colour="left") + queue((x + 28, y))


def _event(layout: ChartLayout, row: int, event: Event) -> Iterator[str]:
    here = _at(layout, event.process, row)
    if event.kind == "failure":
        yield cross(here, 5.5)
    elif event.kind == "tick":
        y = layout.rows[row]
        yield line((layout.margins[1] + 6, y), (layout.columns[-1], y), 1.0, "2 4", "pale")
    elif event.kind == "print":
        yield dot(here, 2.0, "pale")
    elif event.kind == "outside":
        yield arrow((here[0] - 30, here[1]), here, 1.1)
    elif event.kind == "start" and event.other is not None:
        x, y = _at(layout, event.other, row)
        side = 1 if x < here[0] else -1
        yield arrow(here, (x + side * layout.widths[event.other] / 2, y), 1.1, "5 3")
    elif event.message is not None:
        yield _peek(layout, row, event, layout.story.deliveries.get(event.message.number))


def _peek(layout: ChartLayout, row: int, event: Event, delivery: Delivery | None) -> str:
    x, y = _at(layout, event.process, row)
    if delivery is None or delivery.sender is None or delivery.sent is None or delivery.sent >= row:
        return arrow((x - 30, y), (x, y), 1.1, "2 3")
    start = _at(layout, delivery.sender, delivery.sent)
    if delivery.sender == event.process:
        return loop(start, (x, y), 16.0, "2 3")
    return arrow(start, (x, y), 1.1, "2 3")


def _quiet_marks(layout: ChartLayout, number: int, row: StoryRow) -> Iterator[str]:
    for process, events in grouped((event.process, event) for event in row.events).items():
        here = _at(layout, process, number)
        # The step that ends a process may have been told already for what else it did.
        said = steps_tooltip(layout.story.trace, [event.step for event in events])
        ends = any(event.kind == "end" for event in events)
        mark = stop(here) if ends else dot(here, 2.0, "pale")
        yield group(f'data-event="{"end" if ends else "local"}"', said, mark)
