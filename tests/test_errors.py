"""Models in which each wrong line says what should be found there; nothing else may be found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.loading import load_automata, load_model

MODELS = sorted(Path(__file__).parent.glob("models/errors/*.*ml"))
_EXPECTED = re.compile(r"//~((?: [EW]\d{3})+)")


def expected_findings(path: Path) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        if match := _EXPECTED.search(line):
            found.extend((number, code) for code in match[1].split())
    return sorted(found)


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_each_line_has_its_findings(path: Path) -> None:
    model = load_model(str(path))
    load_automata(model)
    locate = model.sources.locate
    found = sorted((locate(record.position).line, record.code) for record in model.diagnostics.records)
    assert found == expected_findings(path)
