"""A dialect is read, and answers about its translation are given in the places and words of the user."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from penstock.faces.cli.main import main
from penstock.reading import dialects, languages
from penstock.reading.draft import Draft
from penstock.syntax.translation import Translation, Writer
from penstock.syntax.wording import Wording

NEEDS_SPIN = pytest.mark.needs("spin", "gcc")
_STATEMENT = re.compile(r"(\w+) (\w+)")


def translate(draft: Draft) -> Translation:
    """A toy: `raise x` is `x++`, `small x` is an assertion; each line of the user becomes two of Promela."""
    writer, file = Writer(), draft.file
    writer.own("byte x;\n\nactive proctype calculation()\n{\n", file.base)
    for found in _STATEMENT.finditer(file.text):
        position = file.base + found.start(2)
        if found[1] == "raise":
            writer.say(found[0])
            writer.copy(found[2], position)
            writer.own("++;\n\n", position)
        else:
            writer.say(found[0], f"{found[2]} is too large")
            writer.own("assert(", position)
            writer.copy(found[2], position)
            writer.own(" < 2);\n\n", position)
    writer.own("}\n", file.base)
    return writer.translation(Wording(processes={"calculation": "sum"}, numbered=frozenset(["calculation"])))


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setitem(dialects._DIALECTS, ".toy", translate)
    monkeypatch.setattr(languages, "TRANSLATED", languages.TRANSLATED | {".toy"})
    monkeypatch.chdir(tmp_path)
    return tmp_path / "count.toy"


def test_findings_are_at_the_users_places(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write_text("raise x\n\n\nraise yonder\n")
    assert main(["check", "count.toy"]) == 2
    assert "count.toy:4:7: error[E301]: `yonder` is not declared" in capsys.readouterr().out


def test_runs_are_told_in_the_users_words(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write_text("raise x\n\nraise x\nsmall x\n")
    assert main(["simulate", "count.toy", "--seed", "1"]) == 1
    output = capsys.readouterr().out
    assert "2  sum#1  line 3  raise x" in output
    assert "assertion: x is too large (count.toy:4)" in output
    assert main(["explore", "count.toy"]) == 1
    assert "count.toy:4: x is too large" in capsys.readouterr().out
    assert main(["automata", "count.toy"]) == 0
    assert "2 -> 3  small x  (count.toy:4)" in capsys.readouterr().out


@NEEDS_SPIN
def test_trails_of_spin_lead_to_the_users_lines(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write_text("raise x\n\nraise x\nsmall x\nraise x\n")
    assert main(["verify", "count.toy", "--ltl", "[] (x < 3)"]) == 1
    output = capsys.readouterr().out
    assert "4  sum#1  count.toy:5  raise x" in output
    assert "(translated)" not in output
    assert main(["verify", "count.toy", "--trail-out", "count.trail"]) == 1
    output = capsys.readouterr().out
    assert "safety: x is too large (count.toy:4) after 3 steps" in output
    assert "replay it with: penstock simulate count.toy --trail count.trail" in output
    assert main(["simulate", "count.toy", "--trail", "count.trail"]) == 1
    assert "sum#1  line 4  small x" in capsys.readouterr().out
