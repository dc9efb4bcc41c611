"""The functions of `penstock` answer as the commands do, and stay functions whatever was imported."""

from __future__ import annotations

import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import penstock
from penstock.faces.cli.main import main
from penstock.reading.reading import read
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
OPEN = "env chan q = [1] of { byte }; byte seen; active proctype P() { byte x; do :: q?x; seen = 1 od }"
STUCK = "env chan q = [1] of { byte };\nactive proctype P() { byte x; q?x; if :: x == 1 :: x == 2 fi; assert(true) }"


def said(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    main([*map(str, words), "--quiet"])
    return capsys.readouterr().out


def models() -> list[Path]:
    return sorted(path for path in EXAMPLES.rglob("*") if path.suffix in (".pml", ".apml", ".pch"))


def small_models() -> list[Path]:
    return [path for path in models() if path.stat().st_size < 1500 and "ftpd" not in path.parts]


def test_every_name_stays_a_function() -> None:
    """Also after everything else is imported: a package with the name of a function would take its place."""
    everything = [name for _, name, _ in pkgutil.walk_packages(penstock.__path__, "penstock.")]
    for name in ("spin.cluster", "project.working.clusters", "project.working.dask"):
        everything.remove(f"penstock.{name}")  # needs a package that may not be there
    everything.remove("penstock.__main__")  # runs the command line
    program = (
        f"import importlib, penstock\nfor name in {everything!r}:\n    importlib.import_module(name)\n"
        "from penstock.verbs import VERBS\n"
        "print(all(callable(getattr(penstock, name)) for name in VERBS))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n" and len(everything) > 100


def test_open_models_are_refused_where_the_commands_refuse_them(tmp_path: Path) -> None:
    model = tmp_path / "open.pml"
    model.write_text(OPEN)
    for function in (penstock.bound, penstock.lower):
        with pytest.raises(ValueError, match="this model is open"):
            function(str(model))
    assert main(["bound", str(model)]) == main(["lower", str(model)]) == 2


def test_what_is_no_actor_model(tmp_path: Path) -> None:
    for example in ("retry.pml", "pingpong.pml"):
        with pytest.raises(ValueError, match="is not an actor model"):
            penstock.actors(str(EXAMPLES / example))


def test_models_with_errors_raise(tmp_path: Path) -> None:
    model = tmp_path / "wrong.pml"
    model.write_text("init { x = 1 }")
    for function in (penstock.bound, penstock.lower, penstock.explore, penstock.simulate, penstock.close):
        with pytest.raises(ValueError, match="E301"):
            function(str(model))
    for reader in (penstock.bound, penstock.check):
        with pytest.raises(ValueError, match="cannot read"):
            reader(str(tmp_path / "nowhere.pml"))


@pytest.mark.slow
def test_texts_are_those_of_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    compared = 0
    for path in (EXAMPLES / "closing").glob("*.pml"):
        for method in ("process", "may", "flags", "optimised"):
            text = penstock.close(str(path), method=method).promela
            assert said(capsys, "close", path, "--method", method).rstrip("\n") == text.rstrip("\n"), path
            compared += 1
    for path in models():
        if path.suffix == ".apml":
            assert said(capsys, "actors", path).rstrip("\n") == penstock.actors(str(path)).promela.rstrip("\n"), path
            compared += 1
        reading = read(Wanted(Source(str(path))))
        if reading.ok and not reading.open:
            assert said(capsys, "lower", path).rstrip("\n") == penstock.lower(str(path)).promela.rstrip("\n"), path
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("path", small_models(), ids=lambda path: path.name)
def test_exploring(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        own = penstock.explore(str(path), limit=3000)
    except ValueError:
        assert main(["explore", str(path), "--limit", "3000"]) == 2
        return
    data = json.loads(said(capsys, "explore", path, "--limit", "3000", "--format", "json"))
    assert (own.states, own.transitions, own.deadlocks) == (data["states"], data["transitions"], data["deadlocks"])
    assert [one.kind for one in own.violations] == [one["kind"] for one in data["violations"]]


def test_a_livelock_is_found_by_both(capsys: pytest.CaptureFixture[str]) -> None:
    path = EXAMPLES / "actors" / "philosophers.apml"
    own = penstock.explore(str(path), limit=200_000)
    assert "livelock" in [one.kind for one in own.violations]
    data = json.loads(said(capsys, "explore", path, "--format", "json", "--limit", "200000"))
    assert [one.kind for one in own.violations] == [one["kind"] for one in data["violations"]]


def test_what_is_open_is_explored_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = tmp_path / "open.pml"
    model.write_text(STUCK)
    assert penstock.explore(str(model)).violations == ()
    data = json.loads(said(capsys, "explore", model, "--format", "json"))
    assert data["violations"] == [] and data["environment"]["complete"]
