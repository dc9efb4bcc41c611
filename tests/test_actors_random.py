"""Random actor systems: the translations do what the systems do, SPIN reads them, and both ways to defer agree."""

from __future__ import annotations

import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from tests.judge.acceptance import spin_accepts
from tests.judge.actor_systems import explored, judged, read
from tests.judge.comparing_states import compare_states
from tests.judge.random_actors import ActorSystem, systems

needs_spin = pytest.mark.skipif(shutil.which("spin") is None or shutil.which("gcc") is None, reason="needs spin, gcc")
quick = settings(suppress_health_check=list(HealthCheck))


@settings(quick, max_examples=120)
@given(systems())
def test_translations_do_what_the_systems_do(system: ActorSystem) -> None:
    for defer in ("putback", "select"):
        expected = judged(system, defer)
        found = explored(system, defer) if expected is not None else None
        if expected is not None and found is not None:
            assert (found.failed, found.stuck) == (expected.failed, expected.stuck), defer


@settings(quick, max_examples=120)
@given(systems())
def test_nothing_is_lost_when_messages_are_not_taken(system: ActorSystem) -> None:
    back, select = judged(system, "putback"), judged(system, "select")
    if back is not None and select is not None:
        assert back.failed <= select.failed
        assert back.stuck <= select.stuck


@needs_spin
@settings(quick, max_examples=6)
@given(systems())
def test_spin_finds_what_we_find_in_translations(system: ActorSystem) -> None:
    for defer in ("putback", "select"):
        translation = read(system, defer).syntax.translation
        assert translation is not None
        compared = compare_states(translation.text, seconds=5.0, most=20_000)
        assert compared.agreed, compared.difference
        assert "refused" not in compared.skipped


@needs_spin
@settings(quick, max_examples=15)
@given(systems())
def test_spin_accepts_translations(system: ActorSystem) -> None:
    for defer in ("putback", "select"):
        translation = read(system, defer).syntax.translation
        assert translation is not None
        assert spin_accepts(translation.text).accepted
