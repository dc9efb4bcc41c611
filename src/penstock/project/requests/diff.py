"""What `diff` can be asked for."""

from __future__ import annotations

from penstock.reading.source import Source
from penstock.records import option, record


@record
class DiffRequest:
    """`source` is the new version; definitions and directories are those of both."""

    source: Source
    old: str | None = option(
        None, "the old model: a file, or a git revision of FILE (default: HEAD)", positional=True, metavar="OLD"
    )
    budget: float = option(60.0, "time for each question, without compiling (default: 60)", metavar="SECONDS")
    memory: int | None = option(None, "memory for each search of `verify`", metavar="MB", least=8, most=2_000_000_000)
    jobs: int | None = option(None, "questions at a time (default: one for each core)", metavar="N", least=1, most=1000)
    store: bool = option(True, "ask everything anew, and keep no answers", flag="--no-cache")
