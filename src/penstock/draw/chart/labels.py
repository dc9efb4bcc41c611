"""The words of a chart: what messages and events are called, and what is said when one points at them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from penstock.diagnostics.record import counted
from penstock.draw.chart.story import Delivery, Event, Story
from penstock.draw.text import flatten
from penstock.graphs import grouped
from penstock.machine.trace import Ending, Message, RunTrace, Step, Waiting

# A tooltip taller than the screen helps nobody.
_MOST_LINES = 24
_ENDINGS = {Ending.LIMIT: "stopped", Ending.TRAIL: "end of the trail", Ending.CLAIM: "claim violated"}


def content(values: Sequence[str]) -> str:
    """Write the values as people do: `ack(1,2)` if the first is a name, `1,2` otherwise."""
    if len(values) > 1 and values[0].isidentifier():
        return f"{values[0]}({','.join(values[1:])})"
    return ",".join(values)


def is_mailbox(channel: str) -> bool:
    """Whether a channel goes by the name of a process, such as `buffer#1`; its own channels are `buffer#1.q`."""
    return "#" in channel and "." not in channel


def message_label(kind: str, message: Message) -> str:
    """Write what happened to a message, such as `q!ack(1)`, `q?ack(1)` or, looked at only, `q?<ack(1)>`."""
    said = content(message.values)
    if is_mailbox(message.channel):
        return said if kind == "receive" else f"{message.channel} <- {said}"
    if kind == "peek":
        return f"{message.channel}?<{said}>"
    return f"{message.channel}{'?' if kind == 'receive' else '!'}{said}"


def event_label(trace: RunTrace, event: Event) -> str:
    """Write an event on one line."""
    if event.message is not None:
        return flatten(message_label(event.kind, event.message))
    if event.kind == "start" and event.other is not None:
        return flatten(event.step.statement) or f"run {flatten(trace.processes[event.other].name)}"
    if event.kind == "print":
        return flatten(event.step.printed) or "(blank)"
    if event.kind == "end":
        return "ends"
    if event.kind == "state":
        return flatten(event.state)
    return flatten(event.step.statement)


def summary(trace: RunTrace) -> str:
    """Say in a sentence how the run ended."""
    reason = flatten(trace.reason)
    said = _ENDINGS.get(trace.outcome, trace.outcome.value) or "end"
    said = f"{said}: {reason}" if reason else said
    # A run that repeats without another step has no rows to put a bracket around.
    shown = trace.loop is None or any(step.number >= trace.loop for step in trace.steps[-1:])
    return said if shown else f"{said} (from step {trace.loop} on, it repeats forever)"


def title(trace: RunTrace) -> str:
    """Say what the chart shows."""
    file = flatten(trace.file or (trace.steps[0].file if trace.steps else ""))
    return f"run of {PurePath(file).name}" if file else "run"


def extent(trace: RunTrace) -> str:
    """Say how long the run is."""
    return f"{counted(len(trace.steps), 'step')}, {counted(len(trace.processes), 'process', 'processes')}"


def place(file: str, line: int) -> str:
    """Write where something stands in the model."""
    return f"{file}:{line}" if file else f"line {line}"


def waiting_lines(trace: RunTrace) -> list[tuple[str, str]]:
    """Say for each process that does not go on its name, where it stands and why it waits."""
    return [(flatten(trace.processes[waiting.process].name), _standing(waiting)) for waiting in trace.waiting]


def _standing(waiting: Waiting) -> str:
    where = f"stands at line {waiting.line}"
    where = ", ".join(part for part in (where, flatten(waiting.statement)) if part)
    return ": ".join(part for part in (where, flatten(waiting.reason)) if part)


def left_lines(story: Story) -> list[str]:
    """Say for each channel what is still in it, as far as the run shows it."""
    messages = [delivery.message for delivery in story.deliveries.values() if delivery.fate == "left"]
    left = grouped((message.channel, content(message.values)) for message in messages)
    return [f"still in {flatten(channel)}: {_few(contents)}" for channel, contents in left.items()]


def step_tooltip(trace: RunTrace, step: Step) -> list[str]:
    """Say everything about a step."""
    name = "never claim" if step.process is None else trace.processes[step.process].name
    lines = [f"step {step.number}: {name}, {place(step.file, step.line)}", step.statement]
    if step.partner is not None:
        where = place(step.partner_file or step.file, step.partner_line)
        lines.append(f"with {trace.processes[step.partner].name}, {where}: {step.partner_statement}")
    lines += [f"{change.name}: {change.before} → {change.after}" for change in step.changes]
    if step.printed:
        lines.append(f"prints: {step.printed.strip()}")
    return _bounded([line for line in lines if line])


def steps_tooltip(trace: RunTrace, steps: Sequence[Step]) -> list[str]:
    """Say everything about a step, or the most important of several."""
    if len(steps) == 1:
        return step_tooltip(trace, steps[0])
    return _bounded([_brief(step) for step in steps[: _MOST_LINES + 1]], len(steps))


def delivery_tooltip(story: Story, delivery: Delivery) -> list[str]:
    """Say where a message comes from and what became of it."""
    message, trace = delivery.message, story.trace
    lines = [message_label("send" if delivery.sent is not None else "receive", message)]
    if delivery.fate == "rendezvous" and delivery.sent is not None:
        return lines + step_tooltip(trace, story.rows[delivery.sent].first.step)
    lines.append(_end(story, "sent by", delivery.sent) if delivery.sent is not None else "sent before this run")
    if delivery.received is not None:
        said = "lost at" if delivery.fate == "lost" else "received by"
        lines.append(_end(story, said, delivery.received))
    elif delivery.fate == "lost":
        lines.append("lost: the channel was full")
    else:
        lines.append(f"never received: still in {message.channel}")
    ends = [story.rows[row].first.step for row in (delivery.sent, delivery.received) if row is not None]
    return _bounded([*lines, *(_changed(step) for step in ends if step.changes)])


def _end(story: Story, said: str, row: int) -> str:
    event = story.rows[row].first
    name = story.trace.processes[event.process].name
    return f"{said} {name} in step {event.step.number}, {place(event.step.file, event.step.line)}"


def _brief(step: Step) -> str:
    return "; ".join(part for part in (f"{step.number} (line {step.line}) {step.statement}", _changed(step)) if part)


def _changed(step: Step) -> str:
    return ", ".join(f"{change.name}: {change.before} → {change.after}" for change in step.changes)


def _bounded(lines: list[str], number: int = 0) -> list[str]:
    number = max(number, len(lines))
    return lines if number <= _MOST_LINES else [*lines[:_MOST_LINES], f"… and {number - _MOST_LINES} more"]


def _few(contents: list[str]) -> str:
    shown = ", ".join(flatten(said) for said in contents[:5])
    return shown if len(contents) <= 5 else f"{shown} and {len(contents) - 5} more"
