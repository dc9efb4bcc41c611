"""How far some work is, in words."""

from __future__ import annotations

from penstock.budget import Progress


def progress_words(progress: Progress) -> str:
    parts = [progress.activity.value, " ".join(progress.about)]
    if progress.states is not None:
        parts.append(f"{progress.states:,} states")
    if progress.done is not None:
        parts.append(f"{progress.done:,}" + (f" of {progress.total:,}" if progress.total is not None else ""))
    return " ".join(filter(None, parts))
