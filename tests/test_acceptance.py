"""Penstock and SPIN accept the same texts: probes of the whole grammar, and mutants of the examples.

Where they differ on purpose is told in docs/spin-differences.md.
"""

from __future__ import annotations

import pytest
from tests.judge.acceptance import Outcome, spin_accepts
from tests.judge.fuzz_acceptance import judge, kind_of_difference, valid_models
from tests.judge.known_differences import CRASHING_PROBES, DIFFERING_PROBES, kind_of, own_part
from tests.judge.probes import probes
from tests.judge.verdict import penstock_verdict

PARTS = 8
MUTANTS = 50
DIFFERING_MUTANTS = {35: "select spelled oddly"}
"""By their seeds, those among the mutants of these tests on which the two differ."""
CRASHING_MUTANTS = 1
needs_spin = pytest.mark.needs("spin")


@needs_spin
@pytest.mark.parametrize("part", range(PARTS))
def test_probes(part: int) -> None:
    texts = probes()[part::PARTS]
    differing, crashing = {}, set()
    for text in texts:
        verdict = spin_accepts(text)
        accepted, messages = penstock_verdict(text, "probe.pml")
        if verdict.outcome is Outcome.CRASHED:
            crashing.add(own_part(text))
        elif verdict.accepted != accepted:
            said = verdict.output if accepted else messages[0]
            differing[own_part(text)] = kind_of(accepted, said, own_part(text)) or said
    here = {own_part(text) for text in texts}
    assert len(texts) > 200
    assert differing == {probe: kind for probe, kind in DIFFERING_PROBES.items() if probe in here}
    assert crashing == CRASHING_PROBES & here


def test_what_differs_is_among_the_probes() -> None:
    every = {own_part(text) for text in probes()}
    assert every >= {*DIFFERING_PROBES, *CRASHING_PROBES}


@needs_spin
@pytest.mark.parametrize("part", range(PARTS))
def test_mutants(part: int) -> None:
    if not valid_models():
        pytest.skip("SPIN's examples are not installed")
    seeds = range(1_000_000 * part, 1_000_000 * part + MUTANTS)
    results = [judge(seed) for seed in seeds]
    assert not any(result.broken for result in results)
    assert sum(result.crashed for result in results) <= CRASHING_MUTANTS
    differing = {result.seed: kind_of_difference(result) or result.text for result in results if not result.agreed}
    assert differing == {seed: kind for seed, kind in DIFFERING_MUTANTS.items() if seed in seeds}
