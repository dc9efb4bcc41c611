"""Random actor systems: the translations do what the systems do, SPIN reads them, and both ways to defer agree."""

from __future__ import annotations

import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from tests.judge.acceptance import spin_accepts
from tests.judge.actor_systems import read
from tests.judge.comparing_states import compare_states
from tests.judge.fuzz_actors import is_good, run_all
from tests.judge.random_actors import ActorSystem, systems

needs_spin = pytest.mark.skipif(shutil.which("spin") is None or shutil.which("gcc") is None, reason="needs spin, gcc")
quick = settings(suppress_health_check=list(HealthCheck))


def test_translations_do_what_the_systems_do_and_select_loses_nothing() -> None:
    counts = run_all(150, 1)
    assert is_good(counts, 150), counts
    assert counts["with a violation"] > 10 and counts["stuck"] > 10, counts


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
