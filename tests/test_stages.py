"""The stages of reading: each needs what the one before it gives, and its text can be written out."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from penstock.faces.cli.main import main
from penstock.reading.source import Source
from penstock.reading.stages import STAGES, Form
from penstock.reading.wanted import Wanted
from penstock.tasks.models import read_model

EXAMPLES = Path(__file__).parent.parent / "examples"
OPEN = "env chan q = [1] of { byte }; active proctype P() { byte x; timer t; set(t, 2); q?x; expire(t) }"


def test_each_stage_gives_what_the_next_one_needs() -> None:
    assert STAGES[0].needs is Form.TEXT and STAGES[-1].gives is Form.AUTOMATA
    assert all(before.gives is after.needs for before, after in pairwise(STAGES))


@pytest.mark.parametrize(
    ("words", "stages"),
    [
        (["check", str(EXAMPLES / "actors" / "buffer.apml")], ["01-text.apml", "02-dialect.pml"]),
        (["lower", str(EXAMPLES / "retry.pml")], ["01-text.pml", "02-lowered.pml"]),
        (["check", str(EXAMPLES / "pingpong.pml")], ["01-text.pml"]),
        (["check", str(EXAMPLES / "abp" / "abp.pch")], ["01-text.pch", "02-dialect.pml"]),
    ],
)
def test_texts_of_stages_are_written_out(words: list[str], stages: list[str], tmp_path: Path) -> None:
    assert main([*words, "--stages", str(tmp_path / "made"), "--quiet", "-o", str(tmp_path / "out")]) == 0
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == stages
    assert (tmp_path / "made" / stages[0]).read_text() == Path(words[1]).read_text()


def test_a_closed_model_with_timers_has_every_stage(tmp_path: Path) -> None:
    model = tmp_path / "open.pml"
    model.write_text(OPEN)
    main(["simulate", str(model), "--seed", "1", "--steps", "3", "--stages", str(tmp_path / "made"), "--quiet"])
    made = sorted(path.name for path in (tmp_path / "made").iterdir())
    assert made == ["01-text.pml", "02-closed.pml", "03-lowered.pml"]
    assert "env" not in (tmp_path / "made" / made[1]).read_text().split()
    assert "clock" in (tmp_path / "made" / made[2]).read_text()


def test_a_file_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def look(path: str) -> str:
        opened.append(path)
        return "init { skip }"

    monkeypatch.setattr("penstock.reading.source.file_text", look)
    assert read_model(Wanted(Source("model.pml"))).ok
    assert opened == ["model.pml"]
