"""A run as a Mermaid sequence diagram, for READMEs, wikis and slides.

Mermaid draws level arrows only, but a message in a buffered channel is sent at one time and received at
another.  An arrow from the sender at the time of the receive would say that it is sent then.  So each
buffered channel that is used has a column of its own: an arrow into it is a send, one out of it a receive,
what never comes out is still there, and the order of everything is right.  A rendezvous is one arrow.
"""

from __future__ import annotations

from collections.abc import Iterator

from penstock.draw.chart.labels import event_label, left_lines, message_label, summary, waiting_lines
from penstock.draw.chart.story import Event, Story, StoryRow, tell
from penstock.draw.mermaid import escape
from penstock.draw.text import flatten, fold, short_forms
from penstock.graphs import grouped
from penstock.machine.trace import Message, RunTrace

_LONGEST = 48


def chart_mermaid(trace: RunTrace, local: bool = True) -> str:
    """Write a run; without `local`, steps that only concern their own process are left out."""
    story = tell(trace, local)
    columns = _Columns(story)
    body = [line for number, row in enumerate(story.rows) for line in _row(story, columns, number, row)]
    if story.loop is not None:
        body.append("end")
    initial = [line for life in story.lifelines if life.started is None for line in columns.process(life.process)]
    lines = [*initial, *body, *_ending(story, columns)]
    return "\n".join(["sequenceDiagram", *(f"  {line}" for line in lines), ""])


class _Columns:
    """Gives each channel its name in the diagram, and its place beside the first process that uses it."""

    def __init__(self, story: Story) -> None:
        self.names: dict[str, str] = {}
        self._story = story
        self._beside: dict[int, list[str]] = {}
        self.forms = short_forms(_texts(story), _LONGEST)
        for row in story.rows:
            message = row.first.message
            if message is not None and row.first.kind != "rendezvous" and message.channel not in self.names:
                self.names[message.channel] = f"c{len(self.names)}"
                self._beside.setdefault(message.process, []).append(message.channel)

    def shown(self, text: str) -> str:
        """A text, or the short form that stands for it."""
        return self.forms.get(flatten(text), flatten(text))

    def key(self) -> list[str]:
        return [f"{short} = {text}" for text, short in self.forms.items() if short != text]

    def process(self, process: int, create: bool = False, starting: str = "") -> list[str]:
        """Declare a process and the channels beside it; `starting` is the arrow that creates it."""
        name = escape(self.shown(self._story.lifelines[process].name)) or f"process {process}"
        lines = [f"{'create ' if create else ''}participant p{process} as {name}"]
        lines += [starting] if starting else []
        for channel in self._beside.get(process, ()):
            shown = escape(self.shown(channel)) or "channel"
            lines.append(f"participant {self.names[channel]} as {shown}")
        return lines


def _texts(story: Story) -> Iterator[str]:
    """What is shown on one line each: names, and the labels of arrows."""
    yield from (flatten(life.name) for life in story.lifelines)
    for row in story.rows:
        message = row.first.message
        if message is not None:
            yield flatten(message.channel)
            yield flatten(message_label(row.first.kind, message))
        elif row.first.kind == "start":
            yield flatten(event_label(story.trace, row.first))


def _row(story: Story, columns: _Columns, number: int, row: StoryRow) -> Iterator[str]:
    if number == story.loop:
        yield f"loop from step {story.trace.loop} on, repeats forever"
    if row.quiet:
        yield from _quiet(story, row)
    elif row.first.message is not None:
        yield _message(columns, row.first, row.first.message)
    elif row.first.kind == "start" and row.first.other is not None:
        yield from _start(story, columns, number, row.first, row.first.other)
    elif row.first.kind == "tick":
        said = _lines(f"{row.first.step.number}: {event_label(story.trace, row.first)}")
        yield f"Note over {_all(story)}: {said}"
    else:
        said = {"print": "prints ", "failure": "fails at ", "state": "in state "}.get(row.first.kind, "")
        yield _note(row.first.process, f"{row.first.step.number}: {said}{event_label(story.trace, row.first)}")


def _start(story: Story, columns: _Columns, number: int, event: Event, other: int) -> list[str]:
    arrow = f"p{event.process}-->>p{other}: {_said(columns, event, event_label(story.trace, event))}"
    first = story.lifelines[other].started == number
    return columns.process(other, create=True, starting=arrow) if first else [arrow]


def _message(columns: _Columns, event: Event, message: Message) -> str:
    label = _said(columns, event, message_label(event.kind, message))
    process = f"p{event.process}"
    if event.kind == "rendezvous":
        return f"{process}->>p{event.other}: {label}"
    channel = columns.names[message.channel]
    match event.kind:
        case "lost":
            return f"{process}-x{channel}: {label} (lost)"
        case "peek":
            return f"{channel}-->>{process}: {label}"
        case "receive":
            return f"{channel}->>{process}: {label}"
        case _:
            return f"{process}->>{channel}: {label}"


def _said(columns: _Columns, event: Event, text: str) -> str:
    return escape(f"{event.step.number}: {columns.shown(text)}")


def _quiet(story: Story, row: StoryRow) -> Iterator[str]:
    """Yield a note for each process, however many steps it took."""
    for process, events in grouped((event.process, event) for event in row.events).items():
        steps = [event for event in events if event.kind == "local"]
        ends = ["ends"] if len(steps) < len(events) else []
        if len(steps) == 1:
            parts = [event_label(story.trace, steps[0]), *ends]
        else:
            parts = [f"{len(steps)} local steps", *ends] if steps else ends
        yield _note(process, f"{events[0].step.number}: {', '.join(parts)}")


def _note(process: int, text: str) -> str:
    return f"Note over p{process}: {_lines(text)}"


def _all(story: Story) -> str:
    """Every process, for a note."""
    last = len(story.lifelines) - 1
    return f"p0,p{last}" if last else "p0"


def _lines(text: str) -> str:
    return "<br/>".join(escape(line) for line in fold(text, _LONGEST))


def _ending(story: Story, columns: _Columns) -> Iterator[str]:
    """Yield notes on how the run ended; without processes there is nothing to fix a note to."""
    if not story.lifelines:
        return
    said = [summary(story.trace), *left_lines(story), *columns.key()]
    yield f"Note over {_all(story)}: {'<br/>'.join(_lines(text) for text in said)}"
    for waiting, (_, standing) in zip(story.trace.waiting, waiting_lines(story.trace), strict=True):
        yield _note(waiting.process, standing)
