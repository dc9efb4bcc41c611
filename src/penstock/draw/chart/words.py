"""What the text form of a chart says about a row."""

from __future__ import annotations

from penstock.draw.chart.labels import event_label
from penstock.draw.chart.story import Event, Story, StoryRow
from penstock.draw.text import flatten
from penstock.machine.trace import Ending


def row_words(story: Story, row: StoryRow) -> str:
    """Say what happens in a row."""
    if not row.quiet:
        return _event_words(story, row.first)
    local = [event for event in row.events if event.kind == "local"]
    parts = [event_label(story.trace, local[0])] if len(local) == 1 else [f"{len(local)} local steps"] if local else []
    parts += [f"{name_of(story, event.process)} ends" for event in row.events if event.kind == "end"]
    return ", ".join(part for part in parts if part)


def row_actors(story: Story, row: StoryRow) -> str:
    """Say who takes part in a row, for want of columns that show it."""
    names = list(dict.fromkeys(name_of(story, event.process) for event in row.events))
    other = row.first.other
    if row.first.kind == "receive" and row.first.message is not None:
        names, other = [], row.first.process
        sender = story.deliveries[row.first.message.number].sender
        names = [] if sender is None else [name_of(story, sender)]
    return f"{', '.join(names)} → {name_of(story, other)}".strip() if other is not None else ", ".join(names)


def name_of(story: Story, process: int) -> str:
    """Return the name of a process on one line."""
    return flatten(story.lifelines[process].name)


def _event_words(story: Story, event: Event) -> str:
    said = event_label(story.trace, event)
    if event.message is None:
        return {"print": "prints: ", "failure": "fails: ", "state": "in state "}.get(event.kind, "") + said
    return said + _remark(story, event)


def _remark(story: Story, event: Event) -> str:
    if event.message is None:
        return ""
    delivery, channel = story.deliveries.get(event.message.number), flatten(event.message.channel)
    if event.kind == "send" and delivery is not None and delivery.fate == "left":
        unfinished = story.trace.outcome is Ending.UNFINISHED
        return f", still in {channel}" if unfinished else f", never received: still in {channel}"
    if event.kind == "receive" and delivery is not None:
        if delivery.sent is None:
            first = story.trace.steps[0].number
            return f", sent before step {first}" if first > 1 else ", sent before this run"
        lost = ", lost" if delivery.fate == "lost" else ""
        return f", sent in step {story.rows[delivery.sent].first.step.number}{lost}"
    return {"lost": f", lost: {channel} was full", "peek": f", peeked at and left in {channel}"}.get(event.kind, "")
