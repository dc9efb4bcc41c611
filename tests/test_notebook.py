"""The notebook of the documentation, executed by a real kernel: its outcomes show themselves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import penstock
from penstock.faces.python.magic import promela

ROOT = Path(__file__).parent.parent
NOTEBOOK = ROOT / "docs" / "notebook.ipynb"
FLOOD = "chan q = [1] of { byte }; active proctype P() { do :: q!1 od }"


def outputs(notebook: Any) -> list[dict[str, str]]:
    found = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert all(output.output_type == "execute_result" for output in found)
    return [dict(output.data) for output in found]


@pytest.mark.slow
def test_the_notebook_shows_what_it_showed() -> None:
    kept = nbformat.read(NOTEBOOK, as_version=4)
    executed = nbformat.read(NOTEBOOK, as_version=4)
    for cell in executed.cells:
        cell.pop("outputs", None) if cell.cell_type != "code" else cell.update(outputs=[])
    NotebookClient(executed, timeout=120, resources={"metadata": {"path": str(ROOT)}}).execute()
    shown = outputs(executed)
    assert shown == outputs(kept)
    assert sum("image/svg+xml" in data for data in shown) >= 2
    assert sum("<svg" in data.get("text/html", "") for data in shown) >= 1


def test_each_outcome_shows_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    shown = {
        "check": penstock.check("examples/mistakes.pml"),
        "explain": penstock.explain("E301"),
        "format": penstock.format("examples/pingpong.pml"),
        "automata": penstock.automata("examples/pingpong.pml"),
        "simulate": penstock.simulate("examples/pingpong.pml", seed=1),
        "explore": penstock.explore("examples/crossing.pml"),
        "bound": penstock.bound(penstock.Source(text=FLOOD)),
        "close": penstock.close("examples/closing/answering.pml"),
        "lower": penstock.lower("examples/retry.pml"),
        "actors": penstock.actors("examples/actors/buffer.apml"),
        "generate": penstock.generate("examples/pingpong.pml"),
    }
    for verb, outcome in shown.items():
        forms = outcome._repr_mimebundle_()
        assert ("text/html" in forms) != ("image/svg+xml" in forms), verb
        assert forms["text/plain"] == repr(outcome) and len(repr(outcome)) < 200, verb
        assert "<script" not in forms.get("text/html", "")
    assert "<svg" in shown["bound"]._repr_html_()


def test_outcomes_are_tables_where_pandas_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = penstock.bound(str(ROOT / "examples" / "granting.pml"))
    assert list(bounds.to_dataframe()["bound"]) == [11, 3]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(penstock.PenstockError, match="pip install pandas"):
        bounds.to_dataframe()


def test_a_cell_is_a_model() -> None:
    assert promela("bound budget=5", FLOOD).verdict.value == "UNBOUNDED"
    assert promela("", "init { x = N }").diagnostics[0].code == "E301"
    assert promela("check definitions=N=3", "byte x; init { x = N }").ok
    assert promela("language=apml", (ROOT / "examples/actors/buffer.apml").read_text()).ok
    with pytest.raises(penstock.PenstockError, match="`bond` is not one of"):
        promela("bond", FLOOD)
    with pytest.raises(penstock.PenstockError, match="is not a choice here"):
        promela("bound bugdet=5", FLOOD)
