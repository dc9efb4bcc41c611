"""`verify` as a task: records that any face shows, several at once, each with a watch of its own."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event

import pytest
from jsonschema import Draft202012Validator
from tests.test_verify import MODELS, SCHEMA, needs_tools

from penstock.budget import UNWATCHED, Watch
from penstock.machine.obstacles import Obstacle, ObstacleKind
from penstock.machine.trace import Waiting
from penstock.reading.source import Source
from penstock.reasons.told import FailureKind
from penstock.spin.checking import Verdict
from penstock.spin.gaps import Gap, GapKind
from penstock.spin.stopping import StopSignal
from penstock.tasks.requests.verify import VerifyRequest
from penstock.tasks.verify import verify

FULL = Obstacle(ObstacleKind.FULL, "there", capacity=1)
EMPTY = Obstacle(ObstacleKind.EMPTY, "back")


@pytest.fixture(autouse=True)
def kept_verifiers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENSTOCK_CACHE", str(MODELS.parents[2] / "build" / "test-verifiers"))


def request_for(name: str) -> VerifyRequest:
    return VerifyRequest(Source(str(MODELS / name)))


@needs_tools
def test_an_outcome_is_data_and_says_more_than_that() -> None:
    outcome = verify(request_for("assertion.pml"))
    Draft202012Validator(SCHEMA).validate(json.loads(json.dumps(outcome.to_dict())))
    (safety,) = outcome.properties
    assert outcome.verdict is safety.verdict is Verdict.VIOLATED and not outcome.stopped
    assert safety.failure is not None and (safety.failure.kind, safety.failure.what) == (
        FailureKind.ASSERTION,
        "count==2",
    )
    assert outcome.replaying is not None and outcome.replaying.trail
    assert outcome.replay is None, "no trail was written, so there is nothing to replay"


@needs_tools
def test_who_waits_for_what_is_known() -> None:
    (safety,) = verify(request_for("full_channel.pml")).properties
    assert safety.failure is not None and safety.failure.kind is FailureKind.DEADLOCK
    first = safety.failure.waiting[0].obstacles[0]
    assert first == FULL


@needs_tools
def test_one_of_several_in_threads_is_stopped() -> None:
    watch = Watch(stop=Event(), show=lambda told: watch.stop.set() if told.states else None)
    with ThreadPoolExecutor(2) as pool:
        endless = pool.submit(verify, replace(request_for("large.pml"), timeout=100.0), watch)
        other = pool.submit(verify, request_for("assertion.pml"))
        assert other.result().verdict is Verdict.VIOLATED and not other.result().stopped
        assert endless.result().stopped and endless.result().verdict is Verdict.INCONCLUSIVE
    # It may have met the limit of its depth before.
    assert endless.result().properties[0].not_checked[0] == str(Gap(GapKind.STOPPED))
    assert not UNWATCHED.stop.is_set()


def test_what_fails_inside_does_not_stop_others() -> None:
    outer = Event()
    inside, beside = StopSignal(outer), StopSignal(outer)
    inside.set()
    assert inside.is_set() and not beside.is_set() and not outer.is_set()
    outer.set()
    assert beside.is_set()


def test_reasons_for_waiting() -> None:
    waiting = Waiting(0, "model.pml", 1, "there!x or back?x", (FULL, EMPTY))
    assert waiting.reason == "channel `there` (capacity 1) is full; channel `back` is empty"
    assert waiting.listens and not replace(waiting, obstacles=(FULL,)).listens
    many = replace(waiting, obstacles=tuple(Obstacle(ObstacleKind.FALSE, text=str(number)) for number in range(6)))
    assert many.reason == "0; 1; 2; 3 (and 2 more)"
    assert replace(waiting, obstacles=(Obstacle(ObstacleKind.NONE),)).goes_on


@needs_tools
def test_reasons_count_steps_as_they_are_shown() -> None:
    """SPIN prints all statements of a `d_step`, which is one step."""
    text = (
        "bool a, b;\n"
        "active proctype P() { d_step { b = 1; b = 0; b = a }; do :: d_step { b = !b; b = !b; b = !b } od }\n"
        "ltl later { <> a }\n"
    )
    judged = verify(VerifyRequest(Source(text=text, name="m.pml"), properties=("later",))).properties[0]
    assert judged.cycle is not None and f"repeats its steps from step {judged.cycle} on" in (judged.reason or "")
    assert judged.cycle <= len(judged.trail)
