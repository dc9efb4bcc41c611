"""Verifiers of a quick compiler: the same answers as those of gcc, which compiles what the quick one cannot."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.commands import ROOT
from tests.judge.random_models import random_model
from tests.test_verify import MODELS

from penstock.errors import PenstockError
from penstock.external import ProgramOutcome
from penstock.faces.cli.main import main
from penstock.reading.source import Source
from penstock.spin import racing
from penstock.spin.checking import Verdict
from penstock.spin.growth import first_growth, small
from penstock.spin.racing import Search, either, first_answer
from penstock.spin.running import TaskResult
from penstock.spin.tools import QUICK_COMPILER, ToolFailed, ToolMissing, find_tools
from penstock.tasks.requests.verify import VerifyRequest
from penstock.tasks.verify import verify

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
    """One compiler alone, the other alone, and both in a race."""
    found = []
    for compiler in ("tcc", "gcc", ""):
        monkeypatch.setenv(QUICK_COMPILER, compiler)
        found.append(answers(capsys, *words))
    assert found[0] == found[1] == found[2]
    assert found[0] and all(one["states"] for one in found[0])


def test_what_the_quick_compiler_refuses_gcc_compiles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, lazy = tmp_path / "asked", tmp_path / "lazy"
    lazy.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo lazy 1.0 && exit\necho "$*" >> {asked}\nexit 1\n')
    lazy.chmod(0o700)
    monkeypatch.setenv(QUICK_COMPILER, str(lazy))
    (found,) = answers(capsys, str(MODELS / "assertion.pml"))
    assert found["verdict"] == "violated" and "pan.c" in asked.read_text()


@pytest.mark.needs("tcc")
@pytest.mark.parametrize("chosen", ["tcc", ""])
def test_every_compiler_is_named(
    chosen: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(QUICK_COMPILER, chosen)
    main(["verify", str(EXAMPLES / "pingpong.pml"), "--no-cache", "--format", "json"])
    versions = json.loads(capsys.readouterr().out)["versions"]
    assert re.fullmatch(r"tcc \d+\.[\d.]+", versions["besides"]) and re.fullmatch(r"\d+\.[\d.]+", versions["gcc"])


def test_gcc_may_be_the_quickest_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(QUICK_COMPILER, "")
    for name in ("spin", "gcc"):
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    monkeypatch.setenv("PATH", str(tmp_path))
    tools = find_tools(tmp_path)
    assert tools.besides == f"gcc -O0 {tools.compiler_version}"


def test_a_quick_compiler_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(QUICK_COMPILER, "no-such-compiler")
    with pytest.raises(ToolMissing, match="`no-such-compiler`, which PENSTOCK_COMPILER asks for, cannot be found"):
        find_tools(tmp_path)


# -- the race ------------------------------------------------------------------------------------------


def finished(status: int = 0, seconds: float = 0.0) -> TaskResult:
    return TaskResult(0, ProgramOutcome(status, "", "", seconds), None)


def endless(stop: Callable[[], bool]) -> TaskResult:
    """Searches until it is told to stop."""
    for _ in range(1000):
        if stop():
            return replace(finished(), outcome=replace(finished().outcome, stopped=True))
        time.sleep(0.01)
    raise AssertionError("nobody ended it")


def failing(_stop: Callable[[], bool]) -> TaskResult:
    raise ToolFailed("no such compiler")


@pytest.mark.parametrize(
    ("quick", "thorough", "status"),
    [
        (lambda _: finished(1), endless, 1),
        (endless, lambda _: finished(2), 2),
        (failing, lambda _: finished(3), 3),
        (lambda _: finished(4), failing, 4),
        (lambda _: finished(-11), lambda _: finished(5), 5),
        (lambda _: finished(-11), lambda _: finished(-9), -9),
    ],
    ids=["quick", "thorough", "no quick compiler", "no thorough one", "a crash", "two crashes"],
)
def test_whichever_ends_first_answers(quick: Search, thorough: Search, status: int) -> None:
    assert first_answer(quick, thorough, lambda: False).outcome.status == status


def test_if_both_fail_the_thorough_one_says_why() -> None:
    with pytest.raises(ToolFailed, match="no such compiler"):
        first_answer(lambda _: finished(-11), failing, lambda: False)


def test_for_a_moment_nothing_else_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(racing, "HEAD_START", 600.0)

    def begun(_stop: Callable[[], bool]) -> TaskResult:
        raise AssertionError("the other search was begun")

    begin = time.monotonic()
    assert first_answer(lambda _: finished(1), begun, lambda: False).outcome.status == 1
    assert time.monotonic() - begin < 300


def test_a_quick_compiler_that_fails_is_replaced() -> None:
    assert either(failing, lambda _: finished(7), lambda: False).outcome.status == 7
    assert either(lambda _: finished(8), failing, lambda: False).outcome.status == 8


@pytest.mark.parametrize("last", ["assert(i != 0)", "skip"])
def test_a_deep_search_is_not_left_to_the_small_one(last: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first search is too shallow: what it says does not count, and the other needs no second try."""
    monkeypatch.setenv(QUICK_COMPILER, "")
    text = f"init {{ int i; if :: do :: i < 120000 -> i++ :: else -> break od :: {last} fi }}"
    (found,) = verify(VerifyRequest(Source(text=text), properties=("safety",), cache=False)).properties
    assert found.verdict is (Verdict.HOLDS if last == "skip" else Verdict.VIOLATED)
    assert found.depth > small(first_growth(1000, False, None)).depth and not found.notes


def test_several_properties_share_a_verifier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also that of the quick compiler, which is asked once for each set of flags."""
    asked, counting = tmp_path / "asked", tmp_path / "tcc"
    counting.write_text(f'#!/bin/sh\necho "$*" >> {asked}\nexec gcc -O0 "$@"\n')
    counting.chmod(0o700)
    monkeypatch.setenv(QUICK_COMPILER, "")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    outcome = verify(VerifyRequest(Source(str(EXAMPLES / "leader.pml")), cache=False, jobs=2))
    assert outcome.verdict is Verdict.HOLDS and len(outcome.properties) == 3
    assert asked.read_text().count("pan.c") == 2


def test_a_race_can_be_stopped() -> None:
    assert first_answer(endless, endless, lambda: True).outcome.stopped


@pytest.mark.needs("tcc")
def test_random_models_have_the_same_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    for seed in range(700, 712):
        source = Source(text=random_model(seed), name="model.pml")
        found = []
        for compiler in ("tcc", ""):
            monkeypatch.setenv(QUICK_COMPILER, compiler)
            try:
                outcome = verify(VerifyRequest(source, properties=("safety",), timeout=10, cache=False))
            except PenstockError:
                continue
            found.append((outcome.verdict, outcome.states, outcome.transitions, outcome.errors, outcome.trail))
        compared += len(found) == 2 and found[0][0] is not Verdict.INCONCLUSIVE
        assert len(set(found)) <= 1, seed
    assert compared >= 6
