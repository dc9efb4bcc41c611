"""What is kept for the next time: shown, and removed."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import penstock
from penstock.errors import UsageError
from penstock.faces.cli.main import main
from penstock.faces.data.schema import schema_of
from penstock.spin.cache import Cache, key_of


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two verifiers, one of them old, three answers, and what is none of ours."""
    root = tmp_path / "kept"
    monkeypatch.setenv("PENSTOCK_CACHE", str(root))
    names = [key_of([bytes([number])]) for number in range(5)]
    for name, directory in zip(names, [root, root, *[root / "answers"] * 3], strict=True):
        Cache(directory).put(name, bytes(68))
    old = time.time() - 40 * 86_400
    os.utime(root / names[0], (old, old))
    (root / "letter.txt").write_text("not ours")
    return root


def test_what_is_there(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache"]) == 0
    assert capsys.readouterr().out == f"{place}\n  2 verifiers, 1 kB\n  3 answers, 1 kB\n"
    assert main(["cache", "--quiet"]) == 0
    assert capsys.readouterr().out == f"{place}: 2 verifiers, 3 answers\n"
    assert main(["cache", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    Draft202012Validator(schema_of("cache")).validate(told)
    assert [(one["kind"], one["entries"], one["bytes"]) for one in told["shelves"]] == [
        ("verifiers", 2, 200),
        ("answers", 3, 300),
    ]


def test_pruning(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", "--prune", "--older", "30"]) == 0
    assert "removed: 1 file, 1 kB" in capsys.readouterr().out
    outcome = penstock.cache(prune=True)
    assert (outcome.removed, outcome.removed_bytes) == (4, 400)
    assert [shelf.entries for shelf in outcome.shelves] == [0, 0]
    assert sorted(path.name for path in place.iterdir()) == ["answers", "letter.txt"]
    assert penstock.cache(prune=True).removed == 0


def test_where_nothing_was_ever_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENSTOCK_CACHE", str(tmp_path / "none"))
    assert [shelf.entries for shelf in penstock.cache(prune=True).shelves] == [0, 0]
    assert not (tmp_path / "none").exists()
    with pytest.raises(UsageError, match="give both"):
        penstock.cache(older=3)
