"""Asks Penstock whether it accepts a model."""

from __future__ import annotations

import signal
from types import FrameType

from tests.loading import load_automata, load_text

from penstock.diagnostics.record import Severity
from penstock.reading.includes import includer

BROKEN = "Penstock broke: "
TIME_LIMIT = 60


def penstock_verdict(text: str, file: str) -> tuple[bool, list[str]]:
    """Whether Penstock accepts `text`, read as if it stood in `file`; its errors by place, with their codes."""
    signal.signal(signal.SIGALRM, _out_of_time)
    signal.alarm(TIME_LIMIT)
    try:
        messages = _errors(text, file)
    except Exception as problem:  # a failure is a finding about Penstock, not the end of the comparison
        messages = [f"{BROKEN}{type(problem).__name__}: {problem}"]
    finally:
        signal.alarm(0)
    return not messages, messages


def _errors(text: str, file: str) -> list[str]:
    model = load_text(text, file, (), includer([]))
    load_automata(model)
    records = model.diagnostics.sorted()
    return [f"{record.code} {record.message}" for record in records if record.severity is Severity.ERROR]


def _out_of_time(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"no verdict within {TIME_LIMIT} s")
