"""The reference of the actor language has every word, option and finding that there is."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from penstock.diagnostics.catalogue import CATALOGUE
from penstock.dialects.actors.choices import ActorChoices
from penstock.dialects.actors.constructs import PARTS, UNITS
from penstock.dialects.actors.parser import WORDS
from penstock.dialects.actors.testing import VERDICTS
from penstock.insight.words import ACTOR_WORDS

PAGE = (Path(__file__).parent.parent / "docs" / "actor-reference.md").read_text()
OURS = range(800, 850)


def test_every_word_is_in_the_reference() -> None:
    words = {*WORDS.keywords, *ACTOR_WORDS, *(one.word for one in (*UNITS, *PARTS)), *VERDICTS}
    assert {word for word in words if word not in PAGE} == set()


def test_editors_know_every_word() -> None:
    assert {one.word for one in (*UNITS, *PARTS)} <= set(ACTOR_WORDS)


def test_every_option_is_in_the_reference() -> None:
    assert {one.name for one in fields(ActorChoices) if f"`--{one.name}`" not in PAGE} == set()


def test_every_finding_is_in_the_reference() -> None:
    for code, entry in CATALOGUE.items():
        if code[1:].isdigit() and int(code[1:]) in OURS:
            assert f"| `{code}` | {entry.title} |\n" in PAGE
