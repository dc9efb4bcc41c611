"""What is written beside the lifelines, before anything has a place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from penstock.draw.chart.labels import delivery_tooltip, event_label, step_tooltip
from penstock.draw.chart.story import Delivery, Event, Story
from penstock.draw.text import monospace_width, shorten

Tone = Literal["label", "pale", "lost", "left", "note", "failure", "count"]
FONT, SMALL = 10.5, 8.0
INDENT, LOOP_INDENT, SYMBOL_INDENT = 7.0, 46.0, 54.0
_NOTE_LIMIT = 44
_TIMES = "\N{MULTIPLICATION SIGN}"
# An arrow so short shows by itself what arrives.
_NEAR = 2
# With many processes the columns must be narrow: (up to this many processes, columns of text).
_LIMITS = ((4, 32), (8, 26), (14, 20))


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text beside a lifeline: right of it (`side` 1) or left (-1), above the row's line or level with it.

    It ends before the column `towards`, if there is one.
    """

    row: int
    process: int
    towards: int | None
    side: int
    above: bool
    text: str
    tone: Tone
    tooltip: tuple[str, ...]
    indent: float = INDENT

    @property
    def width(self) -> float:
        """Return the room the text takes."""
        return monospace_width([self.text], SMALL if self.tone == "count" else FONT)


def phrases(story: Story) -> Iterator[Phrase]:
    """Yield all texts, row by row."""
    limit = next((limit for most, limit in _LIMITS if len(story.lifelines) <= most), 14)
    for number, row in enumerate(story.rows):
        if row.quiet:
            yield from _counts(number, row.events)
        else:
            phrase = _phrase(story, number, row.first, limit)
            if phrase is not None:
                yield phrase


def _counts(row: int, events: tuple[Event, ...]) -> Iterator[Phrase]:
    counts = Counter(event.process for event in events if event.kind == "local")
    for process, count in counts.items():
        if count > 1:
            yield Phrase(row, process, None, 1, False, f"{_TIMES}{count}", "count", (f"{count} local steps",), 6.0)


def _phrase(story: Story, row: int, event: Event, limit: int) -> Phrase | None:
    if event.kind == "start" and event.other is not None:
        return _towards(story, row, event, event.other, limit)
    if event.message is None:
        return _note(story, row, event)
    delivery = story.deliveries.get(event.message.number)
    if event.kind in ("receive", "peek"):
        return _arrival(story, row, event, delivery, limit)
    if delivery is not None and delivery.receiver is not None:
        return _towards(story, row, event, delivery.receiver, limit)
    text, tooltip = _worded(story, event, delivery, limit)
    tone: Tone = "lost" if event.kind == "lost" else "left"
    return Phrase(row, event.process, None, 1, False, text, tone, tooltip, SYMBOL_INDENT)


def _note(story: Story, row: int, event: Event) -> Phrase:
    tone: Tone = "note" if event.kind in ("print", "outside") else "pale" if event.kind == "tick" else "failure"
    text = shorten(event_label(story.trace, event), _NOTE_LIMIT)
    return Phrase(row, event.process, None, 1, False, text, tone, tuple(step_tooltip(story.trace, event.step)), 12.0)


def _towards(story: Story, row: int, event: Event, other: int, limit: int) -> Phrase:
    delivery = story.deliveries.get(event.message.number) if event.message is not None else None
    # A longer arrow has room for a longer text.
    span = max(abs(other - event.process), 1)
    text, tooltip = _worded(story, event, delivery, min(limit * span, _NOTE_LIMIT))
    side = -1 if other < event.process else 1
    towards = None if other == event.process else other
    return Phrase(row, event.process, towards, side, True, text, "pale" if event.kind == "start" else "label", tooltip)


def _arrival(story: Story, row: int, event: Event, delivery: Delivery | None, limit: int) -> Phrase | None:
    known = delivery is not None and delivery.sent is not None
    if event.kind == "receive" and known and delivery is not None and row - (delivery.sent or 0) <= _NEAR:
        return None
    sender = delivery.sender if delivery is not None and known else None
    # On the far side of the lifeline, where the arrow is not.
    side = -1 if sender is not None and sender > event.process else 1
    indent = LOOP_INDENT if sender == event.process else INDENT
    text, tooltip = _worded(story, event, delivery, limit)
    return Phrase(row, event.process, None, side, False, text, "pale", tooltip, indent)


def _worded(story: Story, event: Event, delivery: Delivery | None, limit: int) -> tuple[str, tuple[str, ...]]:
    text = shorten(event_label(story.trace, event), limit)
    if delivery is None or event.kind == "peek":
        return text, tuple(step_tooltip(story.trace, event.step))
    return text, tuple(delivery_tooltip(story, delivery))
