"""Progress in words: one line for a terminal."""

from __future__ import annotations

from math import inf

from penstock.budget import Activity, Progress
from penstock.diagnostics.record import counted

WORKING = "working"
_WORDS = {
    Activity.COMPILING: "preparing the searches",
    Activity.SEARCHING: "searching",
    Activity.EXPLORING: "visiting states",
    Activity.SIMULATING: "running the model",
    Activity.RUNNING: "running the program",
    Activity.FOLLOWING: "following the trace",
    Activity.TESTING: "testing",
    Activity.ASKING: "asking",
    Activity.FINDING_RUNS: "looking for runs that fill a channel",
    Activity.FINDING_WAYS: "looking for the way to a counterexample",
    Activity.SEARCHING_ALL: "searching all states with SPIN",
    Activity.KEEPING_ORDER: "looking which messages can be together, and in which order",
    Activity.SEPARATING: "looking for loops that exclude each other",
    Activity.TELLING_APART: "distinguishing the values of",
    Activity.SHORTENING: "looking for the shortest run",
    Activity.ASKING_FAIRNESS: "asking whether fair runs violate it",
    Activity.LOOKING_FOR_TRIGGERS: "looking whether it says anything",
}
_PARTS = {
    Activity.SIMULATING: "steps",
    Activity.TESTING: "questions",
    Activity.ASKING: "answers",
    Activity.EXPLORING: "states",
}
_STEADY = (Activity.SIMULATING,)
"""Where each part takes as long as another, so that the rest can be foretold."""


def progress_text(told: Progress | None, elapsed: float, rate: float | None, now: float) -> str:
    """What is done, for how long, how far it is, and when it ends, where that is known."""
    if told is None:
        return f"{WORKING}, {duration(elapsed)}"
    parts = [_doing(told), duration(elapsed), *_figures(told, rate), *_end(told, elapsed, now)]
    return ", ".join(parts)


def _doing(told: Progress) -> str:
    words = _WORDS[told.activity]
    if told.activity is Activity.TELLING_APART:
        return " ".join([words, ", ".join(told.about)])
    return ": ".join([*told.about, words])


def _figures(told: Progress, rate: float | None) -> list[str]:
    figures = []
    if told.done is not None and told.total is not None:
        at_most = "at most " if told.activity is Activity.EXPLORING else ""
        figures.append(f"{told.done:,} of {at_most}{told.total:,} {_PARTS.get(told.activity, 'parts')}")
    elif told.states is not None:
        figures.append(counted(told.states, "state").replace(str(told.states), f"{told.states:,}"))
    elif told.done is not None and told.activity is Activity.FOLLOWING:
        figures.append(counted(told.done, "step").replace(str(told.done), f"{told.done:,}"))
    if told.behind is not None:
        figures.append(f"{told.behind:,} bytes behind" if told.behind else "up to date")
    if rate is not None and told.states is not None:
        figures.append(f"{rate:,.0f} per second")
    if told.depth is not None:
        figures.append(f"depth {told.depth:,}")
    if told.memory_mb is not None:
        figures.append(f"{told.memory_mb:,.0f} MB")
    if told.filled is not None:
        figures.append(f"hash table {told.filled:.0%} full")
    return figures


def _end(told: Progress, elapsed: float, now: float) -> list[str]:
    """An estimate only where there is an honest one; else the time that may be used."""
    if told.activity in _STEADY and told.done and told.total:
        return [f"about {duration(elapsed * (told.total - told.done) / told.done)} left"]
    return [f"at most {duration(told.until - now)} left"] if told.until != inf else []


def duration(seconds: float) -> str:
    """`7 s`, `2:05`, `1:02:05`."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes}:{rest:02}" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
