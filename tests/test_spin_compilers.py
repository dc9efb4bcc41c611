"""Verifiers of a quick compiler: the same answers as those of gcc, which compiles what the quick one cannot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from penstock.cli import main
from tests.test_verify import MODELS, ROOT

from penstock.spin.tools import QUICK_COMPILER, ToolMissing, find_tools

FIGURES = ("name", "verdict", "reason", "errors", "states", "transitions", "depth", "trail", "unreached")
EXAMPLES = ROOT / "examples"
pytestmark = pytest.mark.needs("spin", "gcc")


def answers(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    main(["verify", *words, "--no-cache", "--format", "json"])
    return [{key: one.get(key) for key in FIGURES} for one in json.loads(capsys.readouterr().out)["properties"]]


@pytest.mark.needs("tcc")
@pytest.mark.parametrize(
    "words",
    [
        [str(MODELS / "assertion.pml")],
        [str(MODELS / "idle_cycle.pml")],
        [str(MODELS / "claim.pml"), "-DLAST=2"],
        [str(MODELS / "starving.pml"), "--fair"],
        [str(MODELS / "medium.pml"), "--property", "safety"],
        [str(MODELS / "medium.pml"), "--property", "safety", "--search", "bitstate"],
        [str(EXAMPLES / "leader.pml")],
        [str(EXAMPLES / "retry.pml")],
    ],
    ids=lambda words: "-".join([Path(words[0]).stem, *(word.strip("-") for word in words[1:])]),
)
def test_the_same_answers(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(QUICK_COMPILER, "tcc")
    quick = answers(capsys, *words)
    monkeypatch.setenv(QUICK_COMPILER, "")
    assert answers(capsys, *words) == quick
    assert quick and all(one["states"] for one in quick)


def test_what_the_quick_compiler_refuses_gcc_compiles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, lazy = tmp_path / "asked", tmp_path / "lazy"
    lazy.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo lazy 1.0 && exit\necho "$*" >> {asked}\nexit 1\n')
    lazy.chmod(0o700)
    monkeypatch.setenv(QUICK_COMPILER, str(lazy))
    (found,) = answers(capsys, str(MODELS / "assertion.pml"))
    assert found["verdict"] == "violated" and "pan.c" in asked.read_text()


def test_a_quick_compiler_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(QUICK_COMPILER, "no-such-compiler")
    with pytest.raises(ToolMissing, match="`no-such-compiler`, which PENSTOCK_COMPILER asks for, cannot be found"):
        find_tools(tmp_path)
