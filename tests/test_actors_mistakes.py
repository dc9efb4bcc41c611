"""What is said about wrong actor models: all mistakes in one run, in the words of the language.

`python -m tests.test_actors_mistakes` writes it down anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import penstock
from penstock.diagnostics.text import render_text, summary

MODELS = sorted((Path(__file__).parent / "models" / "wrong_actors").glob("*.apml"))
TOLD = Path(__file__).parent / "models" / "wrong_actors" / "told.txt"
FOREIGN = re.compile(r"process type|to `run`|a separator `;` may be missing")
"""Words of the translation, which the user does not know."""


def told(path: Path) -> str:
    """What `penstock check` prints."""
    diagnostics = penstock.check(penstock.Source(text=path.read_text(), name=path.name)).reading.diagnostics
    return f"{render_text(diagnostics)}\n{summary(diagnostics)}\n"


def write() -> None:
    TOLD.write_text("".join(f"=== {path.stem}\n{told(path)}\n" for path in MODELS))


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_what_is_said(path: Path) -> None:
    expected = TOLD.read_text().partition(f"=== {path.stem}\n")[2].partition("\n===")[0]
    said = told(path)
    assert said.rstrip() == expected.rstrip()
    assert re.search(r"\d+ (error|warning)s?\n", said)
    assert not FOREIGN.search(said)


def test_there_are_thirty_of_them() -> None:
    assert len(MODELS) >= 30
    assert TOLD.read_text().count("=== ") == len(MODELS)


if __name__ == "__main__":
    write()
