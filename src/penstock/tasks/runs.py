"""Runs as data: each step in full with the names of its processes, and who sends what to whom."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from penstock.draw.chart import chart_data
from penstock.machine.trace import Change, Ending, Instance, Message, RunTrace, Step
from penstock.reasons.waiting import WaitingData, waiting_data
from penstock.records import data, hidden, record


@record
class MessageData:
    action: str
    process: str
    channel: str
    values: tuple[str, ...]
    number: int = data(text="the same for a message where it is sent and where it is received")
    rendezvous: bool


@record
class StepData:
    number: int = data("step", least=1)
    process: str | None = data(text="null: the never claim")
    file: str
    line: int = data(least=0, text="0: the process ends")
    statement: str
    changes: tuple[Change, ...]
    messages: tuple[MessageData, ...]
    started: tuple[str, ...]
    ended: bool
    printed: str
    partner: str | None = data(text="who receives in a rendezvous")
    partner_file: str
    partner_line: int
    partner_statement: str
    tick: int = data(least=0, text="how often time has passed, if it passes in this step; else 0")
    outside: bool = data(text="whether it is the environment of an open model that acts")
    loses: bool = data(text="whether a message gets lost: the one that is taken, or one that never arrives")
    states: dict[str, str] = data(text="actors that are in another state from here on, and in which")


@record
class RunData:
    """A run and how it ended."""

    outcome: Ending
    reason: str
    processes: tuple[Instance, ...]
    steps: tuple[StepData, ...]
    waiting: tuple[WaitingData, ...]
    loop: int | None = data(text="the number of the step from which on the run repeats")
    chart: dict[str, Any] = data(text="who sends what to whom, and what became of it")
    trace: RunTrace = hidden()


def run_data(trace: RunTrace) -> RunData:
    return RunData(**run_fields(trace))


def run_fields(trace: RunTrace) -> dict[str, Any]:
    """What any record of a run is made of."""
    return {
        "outcome": trace.outcome,
        "reason": trace.reason,
        "processes": trace.processes,
        "steps": tuple(step_data(trace, step) for step in trace.steps),
        "waiting": waiting_data(trace),
        "loop": trace.loop,
        "chart": chart_data(trace),
        "trace": trace,
    }


def step_data(trace: RunTrace, step: Step) -> StepData:
    return StepData(
        **_fields(step)
        | {
            "process": _name(trace, step.process),
            "messages": tuple(_message(trace, message) for message in step.messages),
            "started": tuple(trace.processes[process].name for process in step.started),
            "partner": _name(trace, step.partner),
            "states": {trace.processes[actor].name: state for actor, state in step.states},
        }
    )


def _message(trace: RunTrace, message: Message) -> MessageData:
    return MessageData(**_fields(message) | {"process": _name(trace, message.process)})


def _name(trace: RunTrace, process: int | None) -> str | None:
    return None if process is None else trace.processes[process].name


def _fields(shown: Step | Message) -> dict[str, Any]:
    return {one.name: getattr(shown, one.name) for one in fields(shown)}
