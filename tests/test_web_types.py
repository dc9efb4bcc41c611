"""The page's types are those of the records."""

from __future__ import annotations

from pathlib import Path

from penstock.faces.web.types import WRITTEN, typescript

ROOT = Path(__file__).parent.parent


def test_the_types_of_the_page_are_written_anew_when_records_change() -> None:
    assert (ROOT / WRITTEN).read_text() == typescript(), "run `python -m penstock.faces.web.types`"
