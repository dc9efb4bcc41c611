"""Random actor systems: the translations do what the systems do, SPIN reads them, and both ways to defer agree.

Each test counts what it compared: systems that are all too large would prove nothing.
"""

from __future__ import annotations

import pytest
from tests.judge.acceptance import spin_accepts
from tests.judge.actor_systems import drawn_systems, read
from tests.judge.comparing_states import compare_states
from tests.judge.fuzz_actors import is_good, run_all, ways
from tests.support import batches

needs_spin = pytest.mark.needs("spin", "gcc")


def translations(count: int, number: int) -> list[str]:
    found = [
        read(system, defer).syntax.translation for system in drawn_systems(count, number) for defer in ways(system)
    ]
    return [translation.text for translation in found if translation is not None]


@pytest.mark.parametrize("batch", batches(3))
def test_translations_do_what_the_systems_do_and_select_loses_nothing(batch: int) -> None:
    counts = run_all(25, 1 + batch)
    assert is_good(counts, 25), counts
    assert counts["with a violation"] > 1 and counts["stuck"] > 1, counts


@needs_spin
def test_spin_finds_what_we_find_in_translations() -> None:
    compared = 0
    for text in translations(6, 3):
        found = compare_states(text, seconds=20.0, most=20_000)
        assert found.agreed, found.difference
        assert "refused" not in found.skipped
        compared += not found.skipped
    assert compared >= 6


@needs_spin
def test_spin_accepts_translations() -> None:
    texts = translations(15, 4)
    assert len(texts) >= 40
    for text in texts:
        verdict = spin_accepts(text)
        assert verdict.accepted, verdict.output
