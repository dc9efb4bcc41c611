"""A project of one small model."""

from __future__ import annotations

from pathlib import Path

import pytest

from penstock.project.requests.test import TestRequest
from penstock.project.test import TestOutcome, test

MODEL = """\
chan q = [2] of { byte };
byte x;
active proctype P() { q!1; q!2; x = 1 }
active proctype Q() { byte got; q?got; assert(got == 1) }
ltl done { <> (x == 1) }
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with a model, where answers are stored apart from those of others."""
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    monkeypatch.setenv("PENSTOCK_CACHE", str(cache))
    place = tmp_path / "project"
    place.mkdir()
    (place / "model.pml").write_text(MODEL)
    return place


def written(project: Path, text: str) -> Path:
    (project / "penstock.toml").write_text(text)
    return project


def outcome_of(project: Path, *paths: str, **choices: object) -> TestOutcome:
    return test(TestRequest(paths, str(project), jobs=1, **choices))  # type: ignore[arg-type]
