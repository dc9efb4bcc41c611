"""A run as data for other programs: the processes, every event in order, and the way of each message."""

from __future__ import annotations

from typing import Any

from penstock.draw.chart.story import Delivery, Event, Lifeline, Story, step_events, tell
from penstock.machine.trace import RunTrace


def chart_data(trace: RunTrace) -> dict[str, Any]:
    """Return what a chart shows, ready for JSON; steps are told by their number, processes by their index."""
    story = tell(trace)
    return {
        "processes": [_process(story, lifeline) for lifeline in story.lifelines],
        "events": [_event(event) for step in trace.steps for event in step_events(trace, step)],
        "messages": [_message(story, delivery) for delivery in story.deliveries.values()],
        "outcome": trace.outcome,
        "reason": trace.reason,
        "loop": trace.loop,
        "waiting": [
            {
                "process": waiting.process,
                "file": waiting.file,
                "line": waiting.line,
                "statement": waiting.statement,
                "reason": waiting.reason,
            }
            for waiting in trace.waiting
        ],
    }


def _process(story: Story, lifeline: Lifeline) -> dict[str, Any]:
    instance = story.trace.processes[lifeline.process]
    return {
        "index": lifeline.process,
        "name": instance.name,
        "proctype": instance.proctype,
        "pid": instance.pid,
        "started": _number(story, lifeline.started),
        "started_by": lifeline.starter,
        "ended": _ended(story, lifeline),
    }


def _event(event: Event) -> dict[str, Any]:
    step = event.step
    found: dict[str, Any] = {
        "kind": event.kind,
        "step": step.number,
        "process": event.process,
        "file": step.file,
        "line": step.line,
        "statement": step.statement,
    }
    if event.message is not None:
        message = event.message
        found |= {"channel": message.channel, "values": list(message.values), "message": message.number}
    if event.other is not None:
        found["other"] = event.other
    if event.kind == "print":
        found["text"] = step.printed
    if event.kind == "state":
        found["state"] = event.state
    return found


def _message(story: Story, delivery: Delivery) -> dict[str, Any]:
    return {
        "number": delivery.message.number,
        "channel": delivery.message.channel,
        "values": list(delivery.message.values),
        "fate": delivery.fate,
        "from": delivery.sender,
        "to": delivery.receiver,
        "sent": _number(story, delivery.sent),
        "received": _number(story, delivery.received),
    }


def _number(story: Story, row: int | None) -> int | None:
    """Return the step of a row with one event."""
    return None if row is None else story.rows[row].first.step.number


def _ended(story: Story, lifeline: Lifeline) -> int | None:
    # An end may share its row with other quiet events.
    events = () if lifeline.ended is None else story.rows[lifeline.ended].events
    ends = (event.step.number for event in events if event.kind == "end" and event.process == lifeline.process)
    return next(ends, None)
