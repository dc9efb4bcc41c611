"""What is written beside the lifelines, before anything has a place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from penstock.draw.chart.labels import delivery_tooltip, event_label, step_tooltip
from penstock.draw.chart.story import Delivery, Event, Story
from penstock.draw.shapes.look import PictureLook
from penstock.draw.shapes.metrics import TIMES
from penstock.draw.text import flatten, short_forms, wrap

Tone = Literal["label", "pale", "lost", "left", "note", "failure", "count", "state"]
FONT, SMALL, LINE = 10.5, 8.0, 12.0
INDENT, LOOP_INDENT, SYMBOL_INDENT = 7.0, 46.0, 54.0
_NOTE_LIMIT = 44
_MOST_LINES = 3
# An arrow so short shows by itself what arrives.
_NEAR = 2


@dataclass(frozen=True, slots=True)
class SideText:
    """A text beside a lifeline: right of it (`side` 1) or left (-1), above the row's line or level with it.

    It ends before the column `towards`, if there is one.  `width` is the room of its longest line.
    """

    row: int
    process: int
    towards: int | None
    side: int
    above: bool
    lines: tuple[str, ...]
    width: float
    tone: Tone
    tooltip: tuple[str, ...]
    indent: float = INDENT

    @property
    def size(self) -> float:
        return SMALL if self.tone == "count" else FONT


@dataclass(frozen=True, slots=True)
class ChartWording:
    """The forms in which the texts of a chart are shown, and how many columns of text stand beside a lifeline."""

    forms: dict[str, str]
    limit: int
    look: PictureLook

    @property
    def key(self) -> list[tuple[str, str]]:
        """The short forms with what they stand for."""
        return [(short, text) for text, short in self.forms.items() if short != text]


def wording_for(story: Story, limit: int, look: PictureLook) -> ChartWording:
    events = (row.first for row in story.rows if not row.quiet)
    texts = dict.fromkeys(flatten(event_label(story.trace, event)) for event in events)
    return ChartWording(short_forms(texts, limit * _MOST_LINES), limit, look)


def phrases(story: Story, wording: ChartWording) -> Iterator[SideText]:
    """Yield all texts, row by row."""
    for number, row in enumerate(story.rows):
        if row.quiet:
            yield from _counts(wording, number, row.events)
        else:
            phrase = _Phrases(story, wording, number, row.first).phrase()
            if phrase is not None:
                yield phrase


def _counts(wording: ChartWording, row: int, events: tuple[Event, ...]) -> Iterator[SideText]:
    counts = Counter(event.process for event in events if event.kind == "local")
    for process, count in counts.items():
        if count > 1:
            said = f"{TIMES}{count}"
            width = wording.look.code_width(said, SMALL)
            told = (f"{count} local steps",)
            yield SideText(row, process, None, 1, False, (said,), width, "count", told, 6.0)


@dataclass(frozen=True, slots=True)
class _Phrases:
    """What is written beside one event."""

    story: Story
    wording: ChartWording
    row: int
    event: Event

    @property
    def delivery(self) -> Delivery | None:
        return self.story.deliveries.get(self.event.message.number) if self.event.message is not None else None

    def phrase(self) -> SideText | None:
        event, delivery = self.event, self.delivery
        if event.kind == "start" and event.other is not None:
            return self._towards(event.other)
        if event.kind == "lost":
            return self._text(None, 1, False, "lost", SYMBOL_INDENT)
        if event.message is None:
            return self._note()
        if event.kind in ("receive", "peek"):
            return self._arrival(delivery)
        if delivery is not None and delivery.receiver is not None:
            return self._towards(delivery.receiver)
        return self._text(None, 1, False, "left", SYMBOL_INDENT)

    def _note(self) -> SideText:
        kind = self.event.kind
        tones: dict[str, Tone] = {"print": "note", "outside": "note", "tick": "pale", "state": "state"}
        tone = tones.get(kind, "failure")
        return self._text(None, 1, False, tone, 12.0, _NOTE_LIMIT)

    def _towards(self, other: int) -> SideText:
        process = self.event.process
        # A longer arrow has room for a longer text.
        limit = min(self.wording.limit * max(abs(other - process), 1), _NOTE_LIMIT)
        tone: Tone = "pale" if self.event.kind == "start" else "label"
        towards = None if other == process else other
        return self._text(towards, -1 if other < process else 1, True, tone, INDENT, limit)

    def _arrival(self, delivery: Delivery | None) -> SideText | None:
        known = delivery is not None and delivery.sent is not None
        if self.event.kind == "receive" and known and delivery is not None:
            if self.row - (delivery.sent or 0) <= _NEAR:
                return None
        sender = delivery.sender if delivery is not None and known else None
        # On the far side of the lifeline, where the arrow is not.
        side = -1 if sender is not None and sender > self.event.process else 1
        indent = LOOP_INDENT if sender == self.event.process else INDENT
        return self._text(None, side, False, "pale", indent)

    def _text(self, towards: int | None, side: int, above: bool, tone: Tone, indent: float, limit: int = 0) -> SideText:
        form = self.wording.forms[flatten(event_label(self.story.trace, self.event))]
        lines = wrap(form, limit or self.wording.limit, limit or self.wording.limit)
        width = max((self.wording.look.code_width(line, FONT) for line in lines), default=0.0)
        place = self.row, self.event.process, towards, side, above
        return SideText(*place, lines, width, tone, tuple(self._told()), indent)

    def _told(self) -> list[str]:
        delivery = self.delivery
        if delivery is None or self.event.kind == "peek":
            return step_tooltip(self.story.trace, self.event.step)
        return delivery_tooltip(self.story, delivery)
