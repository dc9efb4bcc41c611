"""Messages and other events as arrows and marks in a laid out chart."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.draw.chart.labels import delivery_tooltip, step_tooltip, steps_tooltip
from penstock.draw.chart.layout import QUEUE_REACH, ChartLayout
from penstock.draw.chart.marks import dot, loop, lost, queue, stop
from penstock.draw.chart.story import Delivery, Event, StoryRow
from penstock.draw.shapes.shapes import Point, Shape, ShapeGroup, arrow, cross, straight
from penstock.graphs import grouped

_LANES = 4


def delivery_marks(layout: ChartLayout) -> Iterator[ShapeGroup]:
    """Yield one group for each message of the run."""
    lanes = _lanes(layout)
    for number, delivery in layout.story.deliveries.items():
        ends = ("from", _name(delivery.sender)), ("to", _name(delivery.receiver))
        facts = (("message", str(number)), ("fate", delivery.fate), *ends)
        told = "\n".join(delivery_tooltip(layout.story, delivery))
        yield ShapeGroup(tuple(_delivery(layout, delivery, lanes.get(number, 0))), facts=facts, told=told)


def row_marks(layout: ChartLayout) -> Iterator[ShapeGroup]:
    """Yield what is drawn for everything but messages."""
    for number, row in enumerate(layout.story.rows):
        if row.quiet:
            yield from _quiet_marks(layout, number, row)
        elif row.first.message is None or row.first.kind == "peek":
            facts = (("event", row.first.kind),)
            yield ShapeGroup(tuple(_event(layout, number, row.first)), facts=facts, told=_said(layout, row.first))


def _said(layout: ChartLayout, event: Event) -> str:
    return "\n".join(step_tooltip(layout.story.trace, event.step))


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


def _delivery(layout: ChartLayout, delivery: Delivery, lane: int) -> list[Shape]:
    if delivery.sender is None or delivery.sent is None:
        return _earlier(layout, delivery)
    start = _at(layout, delivery.sender, delivery.sent)
    if delivery.receiver is None or delivery.received is None:
        return _undelivered(start, delivery.fate == "lost")
    end = _at(layout, delivery.receiver, delivery.received)
    if delivery.sender == delivery.receiver:
        return [dot(start), *loop(start, end, 16.0 + 7 * lane)]
    if delivery.fate == "lost":
        return [dot(start), straight(start, end, "alarm"), cross(end)]
    if delivery.fate == "rendezvous":
        return [*arrow(start, end, weight=2.2)]
    return [dot(start), *arrow(start, end)]


def _earlier(layout: ChartLayout, delivery: Delivery) -> list[Shape]:
    x, y = _at(layout, delivery.receiver or 0, delivery.received or 0)
    return [*queue((x - QUEUE_REACH, y), "life"), *arrow((x - QUEUE_REACH + 18, y), (x, y))]


def _undelivered(start: Point, is_lost: bool) -> list[Shape]:
    x, y = start
    if is_lost:
        return [*lost(start)]
    return [dot(start), *arrow(start, (x + 28, y), "left"), *queue((x + 28, y))]


def _event(layout: ChartLayout, row: int, event: Event) -> Iterator[Shape]:
    here = _at(layout, event.process, row)
    if event.kind == "failure":
        yield cross(here, 5.5)
    elif event.kind == "lost":
        yield from lost(here)
    elif event.kind == "state":
        yield straight((here[0] - 8, here[1]), (here[0] + 8, here[1]))
    elif event.kind == "tick":
        y = layout.rows[row]
        yield straight((layout.margins[1] + 6, y), (layout.columns[-1], y), "pale", 1.0, (2.0, 4.0))
    elif event.kind == "print":
        yield dot(here, 2.0, "pale")
    elif event.kind == "outside":
        yield from arrow((here[0] - 30, here[1]), here, weight=1.1)
    elif event.kind == "start" and event.other is not None:
        x, y = _at(layout, event.other, row)
        side = 1 if x < here[0] else -1
        yield from arrow(here, (x + side * layout.widths[event.other] / 2, y), "line", 1.1, (5.0, 3.0))
    elif event.message is not None:
        yield from _peek(layout, row, event, layout.story.deliveries.get(event.message.number))


def _peek(layout: ChartLayout, row: int, event: Event, delivery: Delivery | None) -> tuple[Shape, ...]:
    x, y = _at(layout, event.process, row)
    dashes = (2.0, 3.0)
    if delivery is None or delivery.sender is None or delivery.sent is None or delivery.sent >= row:
        return arrow((x - 30, y), (x, y), "line", 1.1, dashes)
    start = _at(layout, delivery.sender, delivery.sent)
    if delivery.sender == event.process:
        return loop(start, (x, y), 16.0, dashes)
    return arrow(start, (x, y), "line", 1.1, dashes)


def _quiet_marks(layout: ChartLayout, number: int, row: StoryRow) -> Iterator[ShapeGroup]:
    for process, events in grouped((event.process, event) for event in row.events).items():
        here = _at(layout, process, number)
        # The step that ends a process may have been told already for what else it did.
        told = "\n".join(steps_tooltip(layout.story.trace, [event.step for event in events]))
        ends = any(event.kind == "end" for event in events)
        mark = stop(here) if ends else dot(here, 2.0, "pale")
        yield ShapeGroup((mark,), facts=(("event", "end" if ends else "local"),), told=told)
