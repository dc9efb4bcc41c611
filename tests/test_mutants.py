"""The planted faults can be planted: each text is there once, and what replaces it is another valid text."""

from __future__ import annotations

import ast
from collections import Counter

from tests.mutants.faults import ROOT, all_faults
from tests.mutants.judges import JUDGES

LEAST_FAULTS = 60


def test_every_fault_can_be_planted() -> None:
    faults = all_faults()
    assert len(faults) >= LEAST_FAULTS
    for fault in faults:
        text = (ROOT / fault.file).read_text()
        planted = fault.planted(text)
        assert planted != text
        if fault.file.endswith(".py"):
            ast.parse(planted)


def test_every_fault_has_a_name_of_its_own_and_known_judges() -> None:
    faults = all_faults()
    assert max(Counter((fault.part, fault.name) for fault in faults).values()) == 1
    for fault in faults:
        for judge in fault.judges:
            assert judge in JUDGES or (ROOT / judge.split()[0]).exists(), judge
