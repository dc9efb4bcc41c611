"""Mistakes of beginners: the first message leads to the repair in one step, and SPIN accepts what comes out."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.judge.acceptance import spin_accepts
from tests.judge.examples import example_models
from tests.loading import load_model
from tests.mistakes import Mistake, applied, findings_in, mistakes
from tests.mistakes.page import page

EVERY = mistakes()
REPAIRED = [one for one in EVERY if one.right is not None]
every = pytest.mark.parametrize("mistake", EVERY, ids=lambda one: one.title)
every_repaired = pytest.mark.parametrize("mistake", REPAIRED, ids=lambda one: one.title)


def test_there_are_enough() -> None:
    assert len({one.wrong for one in EVERY}) >= 40
    assert len(REPAIRED) >= 36 and len(REPAIRED) / len(EVERY) >= 0.9


@every
def test_a_mistake_is_told_once(mistake: Mistake) -> None:
    found = findings_in(mistake.wrong)
    assert len(found) == mistake.findings
    assert len({finding.code for finding in found}) == 1


@every_repaired
def test_the_first_repair_is_what_was_meant(mistake: Mistake) -> None:
    first = findings_in(mistake.wrong)[0]
    assert applied(mistake.wrong, first.fixes[0]) == mistake.right
    assert findings_in(mistake.right or "") == ()


@pytest.mark.needs("spin")
@every_repaired
def test_spin_accepts_what_comes_out(mistake: Mistake) -> None:
    verdict = spin_accepts(mistake.right or "")
    assert verdict.accepted, verdict.output


@every
def test_what_has_no_repair_offers_none(mistake: Mistake) -> None:
    assert bool(findings_in(mistake.wrong)[0].fixes) == (mistake.right is not None)


def test_the_page_of_the_manual_is_up_to_date() -> None:
    written = Path(__file__).parent.parent / "docs" / "mistakes.md"
    assert written.read_text("utf-8") == page(), "run `python -m tests.mistakes > docs/mistakes.md`"


@pytest.mark.slow
def test_models_that_are_fine_are_not_doubted() -> None:
    """Those that come with SPIN: what is new for beginners must not trouble those who know."""
    codes = {finding.code for path in example_models() for finding in load_model(str(path)).diagnostics.records}
    assert codes.isdisjoint({"E215", "E216", "E217", "E604", "W717", "W718", "W719", "W720", "W721"})
