"""The schemas of the documentation are those of the records, and the data of every verb follows them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import penstock
from penstock.faces.data.schema import WITH_JSON, schema_of

ROOT = Path(__file__).parent.parent
SCHEMAS = ROOT / "docs" / "schema"


@pytest.mark.parametrize("verb", WITH_JSON)
def test_the_schema_is_up_to_date(verb: str) -> None:
    """`python -m penstock.faces.data.schema` writes it anew."""
    schema = json.loads((SCHEMAS / f"{verb}.json").read_text())
    Draft202012Validator.check_schema(schema)
    assert schema == schema_of(verb)


def test_data_follows_its_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    compared = 0
    for path in ("examples/pingpong.pml", "examples/mistakes.pml", "examples/crossing.pml", "examples/retry.pml"):
        for verb in ("check", "automata", "simulate", "explore", "bound", "close", "generate"):
            try:
                outcome = getattr(penstock, verb)(path)
            except penstock.PenstockError:
                continue
            Draft202012Validator(schema_of(verb)).validate(json.loads(json.dumps(outcome.to_dict())))
            compared += 1
    assert compared > 15


def test_what_is_not_in_the_schema_is_refused() -> None:
    outcome = penstock.check(penstock.Source(text="init { skip }")).to_dict()
    assert not list(Draft202012Validator(schema_of("check")).iter_errors(outcome))
    assert list(Draft202012Validator(schema_of("check")).iter_errors(outcome | {"more": 1}))
    assert list(Draft202012Validator(schema_of("check")).iter_errors({"ok": True}))
