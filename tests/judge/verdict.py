"""Asks Penstock whether it accepts a model."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from types import FrameType

from penstock.diagnostics.record import Diagnostics, Severity
from penstock.resolve import resolve
from penstock.source import Sources
from penstock.syntax.parser import parse

sys.setrecursionlimit(50_000)

BROKEN = "Penstock broke: "
TIME_LIMIT = 10


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
    sources = Sources()
    diagnostics = Diagnostics(sources)
    syntax = parse(sources.add(file, text), diagnostics, _include)
    if not diagnostics.has_errors:
        resolve(syntax, diagnostics)
    return [f"{record.code} {record.message}" for record in diagnostics.sorted() if record.severity is Severity.ERROR]


def _include(name: str, _quoted: bool, including: str) -> tuple[str, str] | None:
    path = Path(including).parent / name
    if not path.is_file():
        return None
    return str(path), path.read_text(encoding="utf-8", errors="surrogateescape")


def _out_of_time(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"no verdict within {TIME_LIMIT} s")
