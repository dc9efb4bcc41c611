"""SPIN's own example models: accepted or rejected as SPIN does, with the same automata."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.judge.acceptance import Outcome, spin_accepts
from tests.judge.control_flow import own_shapes, verifier_listing, verifier_shapes
from tests.judge.examples import example_models, read_model
from tests.loading import load_automata, load_text

from penstock.reading.includes import includer
from penstock.syntax.formatting import format_text

EXAMPLES = example_models()
OWN_MODELS = sorted((Path(__file__).parent / "models" / "flow").glob("*.pml"))
needs_spin = pytest.mark.needs("spin")
needs_gcc = pytest.mark.needs("gcc")


def _compare(text: str, path: Path) -> None:
    model = load_text(text, str(path), (), includer([]))
    automata = load_automata(model)
    accepted = spin_accepts(text, path.parent).outcome is Outcome.ACCEPTED
    assert model.ok == accepted
    if not accepted:
        return
    expected = verifier_shapes(verifier_listing(text, path.parent), model)
    found = own_shapes(automata, model)
    assert found
    assert found == {name: expected[name] for name in found}


@needs_spin
@needs_gcc
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_examples_read_as_spin_reads_them(path: Path) -> None:
    _compare(read_model(path), path)


@needs_spin
@needs_gcc
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_formatted_examples_mean_the_same(path: Path) -> None:
    _compare(format_text(read_model(path)), path)


@needs_spin
@needs_gcc
@pytest.mark.parametrize("path", OWN_MODELS, ids=lambda path: path.name)
def test_own_models_have_the_automata_of_the_verifier(path: Path) -> None:
    _compare(read_model(path), path)
    _compare(format_text(read_model(path)), path)
