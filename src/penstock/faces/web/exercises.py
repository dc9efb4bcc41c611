"""Exercises: what a model is asked to do is known, how it is judged is not told.

An invariant is judged by a claim that waits for a state in which it does not hold; a state that must be reachable, by
one that waits for it.  No state space but ours is needed, so that pages without SPIN judge, too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from penstock.budget import Watch, present
from penstock.errors import ModelErrors, UsageError
from penstock.faces.data.asking import request_of
from penstock.faces.web.protocol import ExerciseAnswer, ExerciseEntry, ExerciseParams, ExerciseVerdict, JudgedAs
from penstock.machine.trace import Ending
from penstock.tasks.explore import ExploreOutcome, explore

MOST_STATES = 300_000
_WATCHER = "penstock_watches"


@cache
def exercises() -> dict[str, dict[str, Any]]:
    place = files("penstock.faces.web") / "exercises"
    texts = {one.name.removesuffix(".toml"): one.read_text() for one in place.iterdir() if one.name.endswith(".toml")}
    return {name: tomllib.loads(texts[name]) for name in sorted(texts)}


def listed() -> tuple[ExerciseEntry, ...]:
    return tuple(
        ExerciseEntry(
            name,
            told["title"],
            told["task"],
            told["file"],
            told["text"].lstrip(),
            tuple(one["name"] for one in told["property"]),
        )
        for name, told in exercises().items()
    )


def try_exercise(_session: object, asked: ExerciseParams) -> ExerciseAnswer:
    told = exercises().get(asked.exercise)
    if told is None:
        raise UsageError(f"there is no exercise `{asked.exercise}`")
    _explored(asked.text, told["file"], 1)  # what is wrong with the text itself is told as always
    verdicts = tuple(_verdicts(asked.text, told))
    return ExerciseAnswer(all(one.verdict is JudgedAs.HOLDS for one in verdicts), verdicts)


def _verdicts(text: str, told: dict[str, Any]) -> Iterator[ExerciseVerdict]:
    for one in told["property"]:
        try:
            yield ExerciseVerdict(one["name"], *_judged(text, told["file"], one))
        except ModelErrors:
            names = "the names that the task speaks of must still be there"
            yield ExerciseVerdict(one["name"], JudgedAs.FAILS, names)


def _judged(text: str, file: str, wanted: dict[str, Any]) -> tuple[JudgedAs, str]:
    if wanted.get("deadlock"):
        found = _explored(text, file)
        return _verdict(bool(found.deadlocks), found)
    if "invariant" in wanted:
        found = _explored(_watched(text, f"!({wanted['invariant']})"), file, claim=_WATCHER)
        return _verdict(_is_seen(found), found)
    found = _explored(_watched(text, wanted["reachable"]), file, claim=_WATCHER)
    if _is_seen(found):
        return JudgedAs.HOLDS, ""
    return (JudgedAs.FAILS, "") if found.complete else (JudgedAs.UNDECIDED, _many(found))


def _verdict(fails: bool, found: ExploreOutcome) -> tuple[JudgedAs, str]:
    if fails:
        return JudgedAs.FAILS, ""
    return (JudgedAs.HOLDS, "") if found.complete else (JudgedAs.UNDECIDED, _many(found))


def _many(found: ExploreOutcome) -> str:
    return f"the model has more than {found.states:,} states"


def _watched(text: str, condition: str) -> str:
    """The model with a claim that is completed where a condition holds: it takes no part in what the model does."""
    return f"{text}\nnever {_WATCHER} {{ do :: ({condition}) -> break :: else od }}\n"


def _is_seen(found: ExploreOutcome) -> bool:
    return any(one.kind is Ending.CLAIM for one in found.violations)


def _explored(text: str, file: str, limit: int = MOST_STATES, claim: str | None = None) -> ExploreOutcome:
    given = {"text": text, "name": file, "limit": limit, "no_claim": claim is None, "claim": claim}
    found: ExploreOutcome = explore(request_of("explore", given), present().watch or Watch())
    return found
